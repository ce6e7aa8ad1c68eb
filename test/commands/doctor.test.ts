/** `doctor` on a machine that is ready, and on some that are not. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { NodeProbe, Services } from '../../src/commands/frame/services.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { runCli } from '../support/runMain.ts'
import { alice, swapServices } from '../support/swapScript.ts'

const home = mkdtempSync(join(tmpdir(), 'swaproute-doctor-'))
afterAll(() => rmSync(home, { recursive: true }))

const account = { name: 'main', kind: 'evm' as const, address: alice, source: '/accounts-of-me' }
const unused = (): never => {
  throw new Error('the doctor only looks')
}
const wallet: Services['wallet'] = async () => ({
  list: async () => ({
    accounts: [account, { ...account, name: 'old', address: null }],
    warnings: [],
  }),
  create: unused,
  import: unused,
  balances: unused,
  chains: () => ['ETH', 'ARBITRUM'],
  folder: '/accounts-of-me/accounts',
})

const machine = { SWAPROUTE_HOME: '/tmp/swaproute-never-made' }

describe('doctor', () => {
  const healthy: Partial<Services> = {
    ...swapServices().services,
    wallet,
    probe: async () => ({ kind: 'evm', chainId: 1, blockNumber: 21_000_000n }),
  }

  test('checks everything and changes nothing', async () => {
    const { stdout, exit } = await runCli(['doctor', '--chain', 'eth'], {
      services: healthy,
      columns: 80,
      env: machine, // not there, and in a folder in which everybody can make it
    })
    expect(exit).toBe(0)
    expect(stdout).toMatchSnapshot()
  })

  test.each<[string, NodeProbe, RegExp]>([
    [
      'reports its height',
      { kind: 'other', host: 'node.test', height: 77 },
      /node\.test, block 77/,
    ],
    [
      'is not asked',
      { kind: 'unasked', why: 'no public node is known' },
      /no public node is known/,
    ],
  ])('a node of a chain of another kind %s', async (_name, probe, says) => {
    const services = { ...healthy, probe: async () => probe }
    const { stdout, exit } = await runCli(['doctor', '--chain', 'solana'], { services })
    expect(exit).toBe(0)
    expect(stdout).toMatch(says)
    expect(stdout).not.toContain('chain id')
  })

  test.each([
    [
      'a node of another chain',
      {
        services: {
          ...healthy,
          probe: async () => ({ kind: 'evm' as const, chainId: 5, blockNumber: 1n }),
        },
      },
      /serves another chain/,
    ],
    [
      'foreign code in the runtime',
      { services: healthy, env: { NODE_OPTIONS: '--require ./x.js' } },
      /nothing is signed/,
    ],
    [
      'a damaged journal',
      {
        services: {
          ...healthy,
          journal: async (): Promise<never> => {
            throw new SwaprouteError('STORE_DAMAGED', 'The journal is damaged.')
          },
        },
      },
      /damaged/,
    ],
  ])('%s is exit 3', async (_, options, says) => {
    const { stdout, exit } = await runCli(['doctor', '--chain', 'eth'], options)
    expect(exit).toBe(3)
    expect(stdout).toMatch(says)
  })

  test('reports that it is not ready and exits with 5 without any node that responds', async () => {
    const probe = async (): Promise<never> => {
      throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No node answers.')
    }
    const run = await runCli(['doctor'], { services: { ...healthy, probe }, env: machine })
    expect(run.exit).toBe(5)
    expect(run.stdout).toMatch(/Not ready: \d+ problems/)
    const one = { ...healthy, probe: healthy.probe ?? probe }
    let count = 0
    const flaky = async (): Promise<NodeProbe> => {
      count += 1
      if (count === 1) throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No node answers.')
      return { kind: 'evm', chainId: 1, blockNumber: 1n }
    }
    const argv = ['doctor', '--chain', 'eth', '--chain', 'eth']
    const some = await runCli(argv, { services: { ...one, probe: flaky }, env: machine })
    expect(some.exit).toBe(0)
    expect(some.stdout).toContain('No blockers, 1 warning.')
  })

  test('warns about a world-readable folder', async () => {
    mkdirSync(join(home, 'state'))
    chmodSync(join(home, 'state'), 0o755)
    const env = { SWAPROUTE_HOME: home }
    const { stdout } = await runCli(['doctor', '--offline'], { services: healthy, env })
    expect(stdout).toContain(`chmod 700 ${join(home, 'state')}`)
  })

  test.each([
    ['"--r\\equire" ./x.js', '--require may run foreign code here'],
    ['--openssl-config=x', '--openssl-config may run foreign code here'],
    ['--max-old-space-size=4096', 'harmless'],
  ])('NODE_OPTIONS=%s is judged as it is before a signature', async (options, finding) => {
    const env = { NODE_OPTIONS: options }
    const { stdout } = await runCli(['doctor', '--offline', '--plain'], { services: healthy, env })
    expect(stdout).toContain(finding)
  })

  test('reports a folder that cannot be created, with the next step', async () => {
    writeFileSync(join(home, 'file'), '')
    const env = { SWAPROUTE_HOME: join(home, 'file') }
    const { stdout, exit } = await runCli(['doctor', '--offline', '--plain'], {
      services: healthy,
      env,
    })
    expect(exit).toBe(3)
    expect(stdout).toContain(
      `bad\t${join(home, 'file', 'state')} cannot be created in ${join(home, 'file')}: `,
    )
    expect(stdout).toContain('Set SWAPROUTE_HOME to a folder you can write.')
  })
})
