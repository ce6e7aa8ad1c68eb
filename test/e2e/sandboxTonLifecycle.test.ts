import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttpClient } from '../../src/http/client.ts'
import { createTonCenter } from '../../src/http/toncenter.ts'
import type { TonCenter } from '../../src/http/toncenterTypes.ts'
import { isAlive } from '../../sandbox/src/processes.ts'
import { readRecord } from '../../sandbox/src/record.ts'
import {
  clearFaults,
  fundAccount,
  resetSandbox,
  sandboxInfo,
  setFault,
  startSandbox,
  stopSandbox,
} from '../../sandbox/src/sandbox.ts'
import type { SandboxInfo } from '../../src/core/sandboxPackage.ts'
import { tieSandbox } from '../support/tied.ts'

const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/swaproute', import.meta.url))
const options = { signal: AbortSignal.timeout(60_000) }
const nobody = `0:${'a11ce'.padStart(64, '0')}`

let stateDir: string

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'swaproute-ton-lifecycle-'))
  tieSandbox(stateDir)
})
afterEach(async () => {
  await stopSandbox(stateDir)
  rmSync(stateDir, { recursive: true, force: true })
})

const start = (): Promise<SandboxInfo> => startSandbox({ stateDir, cacheDir })

function clientOf({ providers }: SandboxInfo): TonCenter {
  const baseUrl = providers.find(({ id }) => id === 'toncenter')?.url ?? null
  return createTonCenter({
    http: createHttpClient({ bases: baseUrl === null ? [] : [baseUrl] }),
    baseUrl,
    apiKey: null,
  })
}

const give = (token: string, amount: bigint): Promise<void> =>
  fundAccount(stateDir, { address: nobody, blockchain: 'TON', token, amount })

async function holdings(info: SandboxInfo): Promise<{ coins: bigint; jettons: bigint[] }> {
  const ton = clientOf(info)
  const [{ balance }, jettons] = await Promise.all([
    ton.accountState(nobody, options),
    ton.jettonBalances(nobody, options),
  ])
  return { coins: balance, jettons: jettons.map(({ amount }) => amount) }
}

test('TON lives and ends with the sandbox, and loses nothing when that is killed', async () => {
  const info = await start()
  const ton = info.chains.find(({ blockchain }) => blockchain === 'TON')
  expect(ton?.chainId).toBe(-1337)
  await give('native', 5n)
  await give('USDT', 7n)
  expect(await holdings(info)).toEqual({ coins: 5n, jettons: [7n] })
  const daemon = readRecord(stateDir)?.daemon
  process.kill(daemon?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => sandboxInfo(stateDir)).toBeNull()

  const again = await start()
  expect(again.chains.find(({ blockchain }) => blockchain === 'TON')).toEqual(ton)
  expect(await holdings(again)).toEqual({ coins: 5n, jettons: [7n] })
  await expect(give('DOGE', 1n)).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' })

  const before = await clientOf(again).chainTime(options)
  await setFault(stateDir, { target: 'TON', fault: 'advance', value: 900 })
  expect(await clientOf(again).chainTime(options)).toBeGreaterThanOrEqual(before + 900)
  await setFault(stateDir, { target: 'toncenter', fault: 'down' })
  await expect(holdings(again)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  await clearFaults(stateDir)

  await resetSandbox(stateDir)
  expect(await holdings(again)).toEqual({ coins: 0n, jettons: [] })
  const last = readRecord(stateDir)?.daemon
  await stopSandbox(stateDir)
  expect(last !== undefined && isAlive(last)).toBe(false)
  await expect(fetch(ton?.rpcUrl ?? '')).rejects.toThrow('fetch failed')
})
