import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'

import type { ProxySettings } from '../../../src/http/pools.ts'
import { startProxy } from '../../support/proxy.ts'
import { closing, json, portOf, refusal, serve, testClient } from './loopback.ts'

const base = 'https://provider.test/api'

/** Whether a request to `base` asked the proxy for a tunnel, which is never opened. */
async function tunnelled(noProxy: string): Promise<{ asked: string[]; message: unknown }> {
  const proxy = closing(await startProxy(null))
  const { get } = testClient([base], {
    proxy: { url: proxy.url, noProxy },
    lookup: (_hostname, _options, callback) => callback(new Error('looked up'), ''),
  })
  const { message } = await refusal(get(`${base}/secret-path`, { retries: 0 }))
  return { asked: proxy.asked, message }
}

describe('an https host', () => {
  test.each(['', 'other.test', 'xprovider.test', 'provider.test:8443'])(
    'goes through the proxy with NO_PROXY %j, messages name the host only',
    async (noProxy) => {
      await expect(tunnelled(noProxy)).resolves.toEqual({
        asked: ['CONNECT provider.test:443 HTTP/1.1'],
        message: 'provider.test cannot be reached through the proxy.',
      })
    },
  )

  test.each(['provider.test', '.test', '*.test', 'a.example, PROVIDER.TEST:443', '*'])(
    'is reached directly with NO_PROXY %j',
    async (noProxy) => {
      const { asked, message } = await tunnelled(noProxy)
      expect(asked).toEqual([])
      expect(message).toBe('provider.test could not be reached.')
    },
  )

  test('whose proxy is down is not reported as down itself', async () => {
    const gone = createServer()
    await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${portOf(gone)}`
    await new Promise((done) => gone.close(done))
    const { get } = testClient([base], { proxy: { url, noProxy: '' } })
    await expect(refusal(get(base, { retries: 0 }))).resolves.toMatchObject({
      code: 'UPSTREAM_FAILED',
      fault: 'unreachable',
      sent: false,
      message: 'provider.test cannot be reached: the proxy accepts no connection.',
    })
  })
})

test('this machine is never reached through the proxy', async () => {
  const proxy = closing(await startProxy(null))
  const server = await serve((response) => json(response, { here: true }))
  const { get } = testClient([server.url], { proxy: { url: proxy.url, noProxy: '' } })
  await expect(get(server.url)).resolves.toEqual({ here: true })
  expect(proxy.asked).toEqual([])
})

test.each(['socks5://p:1', 'p:1', '//'])('a proxy address %s is refused', (url) => {
  const proxy: ProxySettings = { url, noProxy: '' }
  expect(() => testClient([base], { proxy })).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID' }),
  )
})
