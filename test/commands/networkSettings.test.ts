import { describe, expect, test } from 'vitest'
import { documentOf, runCli } from '../support/runMain.ts'

test.each([
  [{}, null],
  [{ HTTPS_PROXY: '' }, null],
  [{ HTTPS_PROXY: '', ALL_PROXY: 'http://all:1' }, null],
  [{ ALL_PROXY: 'http://all:1' }, { url: 'http://all:1', noProxy: '' }],
  [
    { all_proxy: 'http://low:1', ALL_PROXY: 'http://all:1' },
    { url: 'http://low:1', noProxy: '' },
  ],
  [
    { HTTPS_PROXY: 'http://p:1', ALL_PROXY: 'http://all:1', NO_PROXY: 'a.example, .b.example' },
    { url: 'http://p:1', noProxy: 'a.example, .b.example' },
  ],
  [
    { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://p:1' },
    { url: 'http://low:1', noProxy: '' },
  ],
])('the proxy of the environment %j', async (env, expected) => {
  let proxy: unknown
  await runCli(['config', 'list'], {
    env: { ...env },
    onReady: (_interrupt, _host, config) => {
      proxy = config.proxy
    },
  })
  expect(proxy).toEqual(expected)
})

/** Exit status and, where it is refused, the sentence. */
async function configured(variable: string, value: string): Promise<[number, string]> {
  const run = await runCli(['config', 'list', '--json'], { env: { [variable]: value } })
  const { error } = documentOf(run)
  const isError = typeof error === 'object' && error !== null && 'message' in error
  return [run.exit, isError ? String(error.message) : '']
}

const plainHosts = ['localhost', '127.0.0.1', '[::1]', 'geth', 'swaproute', 'eth-node_1']
const privateHosts = ['10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.10', '[fd12:3456::1]']
const publicHosts = [
  'rpc.example',
  '8.8.8.8',
  '172.32.0.1',
  '169.254.169.254',
  '[fe80::1]',
  '[2001:db8::1]',
]

describe.each(['SWAPROUTE_RPC_ETH', 'SWAPROUTE_URL', 'SWAPROUTE_EXOLIX_URL'])('%s', (variable) => {
  test.each([...plainHosts, ...privateHosts])('takes plain http to %s', async (host) => {
    await expect(configured(variable, `http://${host}:8545/path`)).resolves.toEqual([0, ''])
  })

  test.each(publicHosts)('takes https only to %s', async (host) => {
    await expect(configured(variable, `https://${host}/path`)).resolves.toEqual([0, ''])
    await expect(configured(variable, `http://${host}/path`)).resolves.toEqual([
      3,
      `${variable} must be an https URL (plain http only for localhost and private networks).`,
    ])
  })
})

test('the rate for public hosts is a setting', async () => {
  await expect(configured('SWAPROUTE_REQUESTS_PER_SECOND', '50')).resolves.toEqual([0, ''])
  for (const wrong of ['0', '-1', '1.5', 'fast', '10000']) {
    await expect(configured('SWAPROUTE_REQUESTS_PER_SECOND', wrong)).resolves.toEqual([
      3,
      'SWAPROUTE_REQUESTS_PER_SECOND must be a whole number of requests from 1 to 9999.',
    ])
  }
})
