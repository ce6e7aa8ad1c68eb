import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPublicClient, erc20Abi, getAddress, http, type Hex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { depositProviders } from '../../sandbox/src/deposit/types.ts'
import { isAlive } from '../../sandbox/src/processes.ts'
import { readRecord, type SandboxRecord } from '../../sandbox/src/record.ts'
import {
  fundAccount,
  resetSandbox,
  sandboxInfo,
  setFault,
  startSandbox,
  stopSandbox,
} from '../../sandbox/src/sandbox.ts'
import { tieSandbox } from '../support/tied.ts'

const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/swaproute', import.meta.url))
const nobody = getAddress('0x00000000000000000000000000000000000a11ce')
const chainNames = ['ETH', 'POLYGON', 'ARBITRUM', 'BSC']

let stateDir: string

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'swaproute-lifecycle-'))
  tieSandbox(stateDir)
})
afterEach(async () => {
  await stopSandbox(stateDir)
  rmSync(stateDir, { recursive: true, force: true })
})

const start = () => startSandbox({ stateDir, cacheDir })

function record(): SandboxRecord {
  const found = readRecord(stateDir)
  if (found === null) throw new Error('there is no sandbox.json')
  return found
}

function processes(): { pid: number; startedAt: string }[] {
  return [record().daemon, ...record().chains.map((chain) => chain.process)]
}

/** Every process of the system that names this test's folder on its command line. */
function ownProcesses(): string[] {
  const listed = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  return listed.split('\n').filter((line) => line.includes(stateDir))
}

function reader(blockchain: string) {
  const url = sandboxInfo(stateDir)?.chains.find((c) => c.blockchain === blockchain)?.rpcUrl
  return createPublicClient({ transport: http(url) })
}

const balance = (blockchain: string) => reader(blockchain).getBalance({ address: nobody })

const tokenBalance = (blockchain: string, address: Hex) =>
  reader(blockchain).readContract({
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [nobody],
  })

const give = (amount: bigint) =>
  fundAccount(stateDir, { address: nobody, blockchain: 'ETH', token: 'native', amount })

test('starts its chains, once, and reports what runs', async () => {
  const info = await start()
  expect(info.running).toBe(true)
  expect(info.chains.map(({ blockchain, chainId }) => [blockchain, chainId])).toEqual([
    ...chainNames.map((name, index) => [name, 13_370_001 + index]),
    ['TON', -1337],
  ])
  for (const { rpcUrl } of info.chains) {
    expect(rpcUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+(?:\/api\/v2\/jsonRPC)?$/)
  }
  expect(info.accounts.map(({ name, kind }) => [name, kind])).toEqual([
    ['alice', 'evm'],
    ['bob', 'evm'],
    ['alice', 'ton'],
    ['bob', 'ton'],
  ])
  const servers = [
    'across',
    'defillama',
    'dexscreener',
    'coingecko',
    'toncenter',
    'onfinality',
    'tonapi',
    'STONFI',
    'COFFEE_SWAP',
    ...depositProviders,
  ]
  expect(info.providers.map(({ id }) => id)).toEqual(expect.arrayContaining(servers))
  expect(await start()).toEqual(info)
  expect(sandboxInfo(stateDir)).toEqual(info)
  expect(statSync(stateDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(stateDir, 'sandbox.json')).mode & 0o777).toBe(0o600)
})

test('two starts at once make one sandbox', async () => {
  const [first, second] = await Promise.all([start(), start()])
  expect(second).toEqual(first)
})

test('stop leaves no process, lock or record, and a start brings the chains back', async () => {
  await start()
  const running = processes()
  await give(5n)
  expect(await stopSandbox(stateDir)).toBe(true)
  expect(running.filter(isAlive)).toEqual([])
  expect(readdirSync(stateDir).filter((name) => /lock|sandbox\.json/.test(name))).toEqual([])
  expect(sandboxInfo(stateDir)).toBeNull()
  expect(await stopSandbox(stateDir)).toBe(false)
  await start()
  expect(await balance('ETH')).toBe(5n)
})

test('a chain killed with -9 comes back by itself with its state', async () => {
  await start()
  await give(7n)
  const [chain] = record().chains
  process.kill(chain?.process.pid ?? 0, 'SIGKILL')
  await expect.poll(() => balance('ETH').catch(() => 0n), { timeout: 10_000 }).toBe(7n)
  expect(record().chains[0]?.process.pid).not.toBe(chain?.process.pid)
  expect(record().chains[0]?.rpcUrl).toBe(chain?.rpcUrl)
})

test('after kill -9 of the sandbox its chains are found, ended and brought back', async () => {
  const info = await start()
  await give(9n)
  const left = processes()
  process.kill(record().daemon.pid, 'SIGKILL')
  await expect.poll(() => sandboxInfo(stateDir)).toBeNull()
  expect(await start()).toMatchObject({ chains: info.chains })
  expect(left.filter(isAlive)).toEqual([])
  expect(await balance('ETH')).toBe(9n)
})

test('stop ends the chains of a sandbox that was killed with -9', async () => {
  await start()
  const left = processes()
  process.kill(record().daemon.pid, 'SIGKILL')
  await expect.poll(() => sandboxInfo(stateDir)).toBeNull()
  await stopSandbox(stateDir)
  expect(left.filter(isAlive)).toEqual([])
})

test('stop right after a chain was killed leaves nothing', async () => {
  await start()
  const [chain] = record().chains
  process.kill(chain?.process.pid ?? 0, 'SIGKILL')
  await stopSandbox(stateDir)
  expect(ownProcesses()).toEqual([])
})

test('stop leaves nothing while chains hang or are down', async () => {
  await start()
  await setFault(stateDir, { target: 'ETH', fault: 'hang' })
  await setFault(stateDir, { target: 'BSC', fault: 'down' })
  await setFault(stateDir, { target: 'POLYGON', fault: 'revert' })
  await stopSandbox(stateDir)
  expect(ownProcesses()).toEqual([])
})

test('killed with -9 while it seeds, it seeds again and leaves nothing behind', async () => {
  const freshCache = join(stateDir, 'cache')
  const dies = startSandbox({ stateDir, cacheDir: freshCache })
  const failure = dies.catch((thrown: unknown) => thrown)
  await expect.poll(() => readRecord(stateDir)?.seeding.length, { timeout: 10_000 }).toBe(4)
  process.kill(record().daemon.pid, 'SIGKILL')
  await expect(failure).resolves.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
  const info = await startSandbox({ stateDir, cacheDir: freshCache })
  expect(info.chains).toHaveLength(5)
  await stopSandbox(stateDir)
  expect(ownProcesses()).toEqual([])
})

test('a sandbox of another version is replaced', async () => {
  await start()
  const { daemon } = record()
  writeFileSync(join(stateDir, 'sandbox.json'), JSON.stringify({ ...record(), format: 2 }))
  await start()
  expect(isAlive(daemon)).toBe(false)
  expect(sandboxInfo(stateDir)?.chains).toHaveLength(5)
})

test('ends when its folder disappears', async () => {
  await start()
  const running = processes()
  rmSync(stateDir, { recursive: true })
  await expect.poll(() => running.filter(isAlive), { timeout: 10_000 }).toEqual([])
  expect(existsSync(stateDir)).toBe(false)
})

test('reset brings the seeded state back at the same addresses', async () => {
  const info = await start()
  await give(3n)
  expect(await resetSandbox(stateDir)).toEqual(info)
  expect(await balance('ETH')).toBe(0n)
})

test('reset of a sandbox that does not run removes its chains', async () => {
  await start()
  await stopSandbox(stateDir)
  expect(await resetSandbox(stateDir)).toBeNull()
  expect(readdirSync(stateDir).filter((name) => name.endsWith('.json'))).toEqual([])
})

test('fund pays out coins and tokens, by symbol or address', async () => {
  await start()
  const wanted = [
    ['ETH', 'native', 10n, null],
    ['ETH', 'USDT', 11n, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['POLYGON', 'wpol', 12n, '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'],
    [
      'BSC',
      '0x55d398326f99059fF775485246999027B3197955',
      13n,
      '0x55d398326f99059fF775485246999027B3197955',
    ],
  ] as const
  for (const [blockchain, token, amount, contract] of wanted) {
    await fundAccount(stateDir, { address: nobody, blockchain, token, amount })
    const held = contract === null ? balance(blockchain) : tokenBalance(blockchain, contract)
    expect(await held, `${blockchain} ${token}`).toBe(amount)
  }
})

test('fund refuses what the sandbox does not have', async () => {
  await start()
  const refused = [
    ['BASE', 'native', nobody, 'UNKNOWN_CHAIN'],
    ['ETH', 'NOSUCH', nobody, 'UNKNOWN_TOKEN'],
    ['ETH', 'native', '0x1234', 'INVALID_ADDRESS'],
  ] as const
  for (const [blockchain, token, address, code] of refused) {
    const request = { address, blockchain, token, amount: 1n }
    await expect(fundAccount(stateDir, request)).rejects.toMatchObject({ code })
  }
})

test('a torn state file is replaced by the last whole one', async () => {
  await start()
  await give(4n)
  await stopSandbox(stateDir)
  writeFileSync(join(stateDir, 'ETH.json'), '{"block":{"number":')
  await start()
  expect(await balance('ETH')).toBe(4n)
})

test('a command for a sandbox that does not run explains how to start it', async () => {
  await expect(give(1n)).rejects.toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
    hint: expect.stringContaining('sandbox start'),
  })
})

test('outlives the process that started it', async () => {
  mkdirSync(stateDir, { recursive: true })
  const root = fileURLToPath(new URL('../..', import.meta.url))
  // Replaces a command that ends at once: it starts the program of the sandbox and exits.
  const script = `require('child_process').spawn(process.execPath, [${JSON.stringify(
    join(root, 'sandbox/dist/sandboxd.cjs'),
  )}, ${JSON.stringify(stateDir)}, ${JSON.stringify(cacheDir)}], {detached: true, stdio: 'ignore'}).unref()`
  execFileSync(process.execPath, ['-e', script])
  await expect.poll(() => sandboxInfo(stateDir)?.running, { timeout: 20_000 }).toBe(true)
})
