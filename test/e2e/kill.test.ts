/**
 * `kill -9` at each named step of a swap, then `resume`: one payment, the right end, nothing left
 * behind. `npm run campaign` does the same many times over, for more swaps and at random moments.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Checkpoint, checkpoints } from '../../src/execution/checkpoints.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import { isRevokePoint, type KillResult, runKillCase } from '../support/killRun.ts'

const accounts = ['alice', 'bob']
const results = new Map<Checkpoint, Promise<KillResult>>()

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
  const delivered = killAll(
    checkpoints.filter((point) => !isRevokePoint(point)),
    Promise.resolve(),
    accounts,
  )
  const reverting = delivered.then(() => sandbox.fault('ETH', 'revert'))
  // What makes a payment of one account fail is seen by the other's simulation.
  void killAll(checkpoints.filter(isRevokePoint), reverting, accounts.slice(0, 1))
})

afterAll(async () => {
  await Promise.allSettled(results.values())
  await sandbox.remove()
})

/** Each account works off its share; the tests below wait for the results. */
async function killAll(
  points: readonly Checkpoint[],
  start: Promise<void>,
  payers: readonly string[],
): Promise<void> {
  await Promise.all(
    payers.map((account, lane) => {
      let previous: Promise<unknown> = start
      for (const point of points.filter((_, index) => index % payers.length === lane)) {
        const reverts = isRevokePoint(point)
        const result = previous.then(() =>
          runKillCase(sandbox, { kind: 'cross-chain', account, kill: { at: point }, reverts }),
        )
        results.set(point, result)
        previous = result.catch(() => undefined) // its own test tells
      }
      return previous
    }),
  )
}

test.each(checkpoints)('killed at %s, a swap is resumed and pays once', async (point) => {
  const result = await results.get(point)
  expect(result).toMatchObject({ died: true, problems: [] })
})

test.runIf(process.platform === 'linux')('no signer outlives its swap', async () => {
  await Promise.allSettled(results.values())
  await expect.poll(() => signersIn(sandbox.folder), { timeout: 5_000 }).toEqual([])
})

/** Command lines of key-holding processes that were started in a folder. */
function signersIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const isOurs = readlinkSync(`/proc/${pid}/cwd`) === folder
        return isOurs && command.includes('signer') ? [command] : []
      } catch {
        return [] // it has ended meanwhile, or is another user's
      }
    })
}
