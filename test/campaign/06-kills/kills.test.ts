/**
 * `kill -9` at each named point of each kind of swap, at random moments, at every commit of the
 * journal and every write to a connection; then `resume`, and balances on chain against the journal.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'
import { canRenameHost } from '../../support/cliHome.ts'
import { type Kill, type KillCase, type KillResult, runKillCase } from '../../support/killRun.ts'
import { type PlayMoney, startPlayMoney } from '../../support/playMoney.ts'
import { createTrade, type KindName } from '../../support/trades.ts'
import { defineRow, type Row } from '../support/row.ts'
import { type Lane, lanesOf, workOff } from './lanes.ts'
import { eachPointOnce, everyPointOften, type Phase, type PlannedKill, phases } from './points.ts'
import { createTally } from './tally.ts'

/** Kills at each named point of swaps on EVM chains, on TON, and of orders. */
const runs = 20
const randomMoments = 40
/** Random kills fall within so many milliseconds of the start: a swap takes one to ten seconds. */
const longestMs: Partial<Record<KindName, number>> = { 'same-chain': 2_500, 'cross-chain': 2_500 }
const usualMs = 6_000
const straight: readonly KindName[] = [
  'same-chain',
  'cross-chain',
  'ton-usdt',
  'usdt-ton',
  'by-hand',
  'paid-evm',
  'paid-ton',
  'paid-jetton',
]
/** Killed at a commit and at a write that the seed chooses, in the fast size. */
const blindKinds: readonly KindName[] = ['cross-chain', 'ton-usdt', 'paid-evm']
/** No swap commits or writes more often than this, however it is disturbed. */
const mostTimes = 400
const accounts = ['alice', 'bob']

const least = {
  fast: Math.floor(eachPointOnce().length / 5) + 2 * blindKinds.length,
  full: everyPointOften(runs).length + randomMoments + straight.length * 4 * 8,
}

type Job = Omit<KillCase, 'trade'> & { kind: KindName; point: string; phase: Phase }

defineRow(
  {
    number: 6,
    title: 'kill -9 at named points, flushes and socket writes, then resume',
    cases: least,
    limitMinutes: { fast: 10, full: 120 },
  },
  async (row) => {
    const worlds = await Promise.all(row.sized({ fast: [1], full: [1, 2] }).map(startPlayMoney))
    try {
      await runAll(row, worlds)
      if (process.platform === 'linux') {
        await row.check('no signer outlives its swap', async () => {
          for (const { folder } of worlds) {
            await expect.poll(() => signersIn(folder), { timeout: 5_000 }).toEqual([])
          }
        })
      }
    } finally {
      await Promise.all(worlds.map((world) => world.remove()))
    }
  },
)

async function runAll(row: Row, worlds: readonly PlayMoney[]): Promise<void> {
  const tally = createTally()
  const work = async (job: Job, { world, account }: Lane): Promise<KillResult> => {
    const trade = createTrade(job.kind, account, row.random())
    const result = await runKillCase(world, { ...job, trade }).catch(
      (thrown: unknown): KillResult => ({
        died: false,
        stage: 'unknown',
        problems: [thrown instanceof Error ? thrown.message : String(thrown)],
      }),
    )
    tally.add(job.point, job.kind, result)
    tell(row, job, account, result)
    return result
  }
  const once = async (job: Job, lane: Lane): Promise<void> => void (await work(job, lane))

  const named = namedJobs(row)
  for (const phase of phases) {
    // The last: it moves the clock of TON, in which no exchange there would follow.
    if (phase === 'alone' && row.size === 'full') {
      await workOff(sweeps(), lanesOf(worlds, accounts), everyTime(work))
    }
    const jobs = row.random.shuffled(named.filter((job) => job.phase === phase))
    const more = phase === 'clean' ? [...elsewhere(row), ...randomJobs(row), ...onceEach(row)] : []
    // What makes a payment of one account fail is visible to the other's simulation.
    const payers = phase === 'failing' || phase === 'alone' ? accounts.slice(0, 1) : accounts
    await Promise.all(worlds.map((world) => disturb(world, phase)))
    if (phase === 'alone') await oneByOne(jobs, worlds, once)
    else await workOff([...jobs, ...more], lanesOf(worlds, payers), once)
    await Promise.all(worlds.map((world) => world.endFaults()))
    for (const world of worlds) world.forgetSwaps()
  }
  for (const line of tally.lines()) row.note(line)
}

function namedJobs(row: Row): Job[] {
  // Every fifth point, which the seed chooses: unit tests play a crash at each of them as well.
  const planned = row.sized({
    fast: eachPointOnce().filter((_, index) => index % 5 === row.seed % 5),
    full: everyPointOften(runs),
  })
  return planned.map(({ at, ...one }: PlannedKill): Job => ({ ...one, kill: { at } }))
}

function randomJobs(row: Row): Job[] {
  if (row.size === 'fast') return []
  return Array.from({ length: randomMoments }, (_, index) => {
    const kind = straight[index % straight.length] ?? 'same-chain'
    const afterMs = row.random.below(longestMs[kind] ?? usualMs)
    return blindJob(kind, 'a random moment', { afterMs })
  })
}

/** Fast: one commit and one write of each kind, which the seed chooses. */
function onceEach(row: Row): Job[] {
  if (row.size === 'full') return []
  return blindKinds.flatMap((kind) => [
    blindJob(kind, 'flush', { at: `${row.random.pick(['flush', 'flushed'])}:${turn(row, 12)}` }),
    blindJob(kind, 'write', { at: `${row.random.pick(['write', 'written'])}:${turn(row, 25)}` }),
  ])
}

/**
 * Under another host name, as in a container that is gone: nothing can be asked about its process,
 * and `resume` has to see a minute of silence before it goes on.
 */
function elsewhere(row: Row): Job[] {
  if (!canRenameHost()) {
    row.note('no kills on another host: this system gives a process no host name of its own')
    return []
  }
  const kinds = row.sized<readonly KindName[]>({ fast: ['cross-chain'], full: straight })
  return kinds.map((kind): Job => {
    const at = kind === 'by-hand' ? 'awaiting_deposit' : 'pay_signed'
    const kill = { at, host: 'container-1' }
    return { kind, point: `${at} elsewhere`, kill, wanted: ['done'], phase: 'clean' }
  })
}

function turn(row: Row, most: number): number {
  return 1 + row.random.below(most)
}

/** What the process was doing when it died is not known beforehand. */
function blindJob(kind: KindName, point: string, kill: Kill): Job {
  const wanted = ['nothing', 'done', ...(isOrder(kind) ? ['abandoned' as const] : [])] as const
  return { kind, point, kill, wanted, phase: 'clean', mayEndBefore: true }
}

function isOrder(kind: KindName): boolean {
  return kind === 'by-hand' || kind.startsWith('paid')
}

type Sweep = { kind: KindName; what: string }

function sweeps(): Sweep[] {
  const whats = ['flush', 'flushed', 'write', 'written']
  return straight.flatMap((kind) => whats.map((what) => ({ kind, what })))
}

/** The first time, the second, and so on until a run ends before it comes so far. */
function everyTime(
  work: (job: Job, lane: Lane) => Promise<KillResult>,
): (sweep: Sweep, lane: Lane) => Promise<void> {
  return async ({ kind, what }, lane) => {
    for (let time = 1; time <= mostTimes; time += 1) {
      const { died } = await work(blindJob(kind, what, { at: `${what}:${time}` }), lane)
      if (!died) return
    }
  }
}

/** Every case has faults of its own: one at a time in each sandbox. */
async function oneByOne(
  jobs: readonly Job[],
  worlds: readonly PlayMoney[],
  work: (job: Job, lane: Lane) => Promise<void>,
): Promise<void> {
  const queue = [...jobs]
  await Promise.all(
    worlds.map(async (world) => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
        await work(job, { world, payer: 'evm', account: 'alice' })
      }
    }),
  )
}

async function disturb(world: PlayMoney, phase: Phase): Promise<void> {
  if (phase === 'failing') {
    await world.setFault('ETH', 'revert')
    await world.setFault('TON', 'refund')
  }
  if (phase === 'returning') {
    await world.setFault('across', 'refund', 1)
    await world.setFault('exolix', 'refund')
    await world.setFault('changenow', 'reply-lost')
  }
}

function tell(row: Row, job: Job, account: string, { stage, problems }: KillResult): void {
  if (problems.length === 0) return row.passed()
  const at = 'at' in job.kill ? `at ${job.kill.at}` : `after ${job.kill.afterMs} ms`
  const then = job.first === undefined ? '' : `, resume at ${job.point}`
  const name = `${job.kind} of ${account} killed ${at}${then} (${stage})`
  const what = problems.join('; ')
  if (what.includes('double payment')) row.harm('double payment', `${name}: ${what}`)
  else if (what.includes('lost record')) row.harm('lost record', `${name}: ${what}`)
  else row.failed(name, what)
}

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
