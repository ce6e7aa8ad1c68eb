/**
 * Begins a trade, kills its process, goes on with `resume`, and compares the journal with
 * the chains and the exchange's books: paid once, ordered once, nothing lost, nothing left open
 * (docs/safety.md I1 to I4, D2, D7).
 */
import { once } from 'node:events'
import type { Document } from './cliHome.ts'
import { type HandPayment, type OwnSwap, type PlayMoney, addressToPay } from './playMoney.ts'
import { differences, judgeTrade, leaveStrayAllowance, look, type Look } from './tradeAudit.ts'
import { lineOf, resumeLine, type Trade } from './trades.ts'

/** As SWAPROUTE_KILL_AT names it, on this host or another one, or after so many milliseconds. */
export type Kill = { at: string; host?: string } | { afterMs: number }

/** Ends of the journal, or that there is no record and nothing moved. */
export type End = 'done' | 'refunded' | 'failed' | 'abandoned' | 'nothing'

export type KillCase = {
  trade: Trade
  kill: Kill
  /** Any of them is right. */
  wanted: readonly End[]
  /** The process may also end before: the number of its writes is unknown. */
  mayEndBefore?: boolean
  /** Before it begins. */
  before?: (world: PlayMoney) => Promise<void>
  /** Before the first `resume`. */
  between?: (world: PlayMoney, trade: Trade) => Promise<void>
  /** What becomes of the first `resume`: it is killed in turn, or has to refuse with this code. */
  first?: { killAt: string } | { refuses: string }
  /** Before the last `resume`. */
  afterwards?: (world: PlayMoney) => Promise<void>
  /** Who pays by hand waits for what `resume` shows. */
  paysLate?: boolean
}

/** `stage`: the state of the swap in the journal. No problems: no rule was broken. */
export type KillResult = { died: boolean; stage: string; problems: string[] }

export async function runKillCase(world: PlayMoney, one: KillCase): Promise<KillResult> {
  const { trade, kill, wanted } = one
  await one.before?.(world)
  await leaveStrayAllowance(world, trade)
  const before = await look(world, trade)
  const user = createUser(world, trade.kind.hand)
  const first = await begin(world, trade, kill, one.paysLate ? null : user)
  const problems: string[] = []
  if (!first.died && 'at' in kill && one.mayEndBefore !== true) {
    const said = JSON.stringify(answerOf(first.stdout).error ?? first.stderr.slice(-300))
    problems.push(`the process never came to ${kill.at}: ${said.slice(0, 500)}`)
  }
  const killed = await world.swapOf(trade.key)
  if (killed === null) {
    if (!wanted.includes('nothing')) problems.push('the process left no record')
    problems.push(...(await nothingMoved(world, trade, before)))
    return { died: first.died, stage: 'no record', problems }
  }
  const stage = killed.receipt?.state ?? 'unreadable'
  await user.paid()
  problems.push(...(await goOn(world, one, killed, user)))
  const ended = await world.swapOf(trade.key)
  if (ended === null) return { died: first.died, stage, problems: [...problems, 'lost record'] }
  problems.push(...lostRecords(killed, ended))
  problems.push(...(await judgeTrade(world, trade, before, ended, wanted)))
  return { died: first.died, stage, problems }
}

const noRouteOrAnswer: readonly (number | null)[] = [4, 5]
const mostTries = 3

/** A machine that is too busy to quote in time gets another try: nothing was recorded or sent. */
async function begin(world: PlayMoney, trade: Trade, kill: Kill, user: User | null): Promise<Run> {
  for (let tries = 1; ; tries += 1) {
    const run = await runTrade(world, lineOf(trade), kill, user)
    if (run.died || tries === mostTries || !noRouteOrAnswer.includes(run.code)) return run
    if ((await world.swapOf(trade.key)) !== null) return run
  }
}

/** What `resume` does and prints, up to the end. */
async function goOn(
  world: PlayMoney,
  one: KillCase,
  { swapId }: OwnSwap,
  user: User,
): Promise<string[]> {
  const { trade, wanted } = one
  const problems: string[] = []
  const line = resumeLine(trade, swapId)
  await one.between?.(world, trade)
  if (one.first !== undefined) {
    const wish = 'killAt' in one.first ? { at: one.first.killAt } : null
    const run = await runTrade(world, line, wish, wish === null ? null : user)
    await user.paid()
    if (wish !== null && !run.died) problems.push(`resume never came to ${wish.at}`)
    if ('refuses' in one.first) {
      const { error } = answerOf(run.stdout)
      if (error?.code !== one.first.refuses) problems.push(`resume said ${JSON.stringify(error)}`)
      problems.push(...(await shownIn(world, trade, run.stdout)))
    }
  }
  await one.afterwards?.(world)
  const isPaid = user.hasPaid()
  const last = await runTrade(world, line, null, user)
  await user.paid()
  const { data, error } = answerOf(last.stdout)
  const receipt = (await world.swapOf(trade.key))?.receipt
  const state = receipt?.state ?? 'unreadable'
  if (isPaid || state === 'abandoned') problems.push(...(await shownIn(world, trade, last.stdout)))
  if (receipt?.open !== false) {
    problems.push(`stuck: resume ended ${last.code} at ${state}: ${JSON.stringify(error)}`)
  }
  if (state === 'abandoned' && wanted.includes('abandoned')) {
    const again = await runTrade(world, line, null, null)
    const reason = answerOf(again.stdout).error
    if (again.code !== last.code || reason?.code !== error?.code) {
      problems.push(`resumed again it said ${JSON.stringify(reason)} after ${error?.code}`)
    }
    return problems
  }
  const code = state === 'done' ? 0 : 7
  if (last.code !== code)
    problems.push(`resume of ${state} ended ${last.code}: ${JSON.stringify(error)}`)
  const told = String(data?.received?.weiAmount ?? 0)
  if (told !== String(receipt?.received?.amount ?? 0)) {
    problems.push(`resume told of ${told}, the receipt of ${receipt?.received?.amount}`)
  }
  return problems
}

/** D7: an address that must not be paid (again) is not in what was printed. */
async function shownIn(world: PlayMoney, trade: Trade, printed: string): Promise<string[]> {
  const own = trade.kind.payer === 'hand' ? await world.swapOf(trade.key) : null
  const address = own === null ? null : addressToPay(own)
  return address !== null && printed.includes(address) ? ['the address was shown again'] : []
}

async function nothingMoved(world: PlayMoney, trade: Trade, before: Look): Promise<string[]> {
  const orders = trade.receiver === null ? [] : world.ordersFor(trade.receiver)
  const ordered = orders.length > 0 ? [`${orders.length} orders without a record`] : []
  return [...ordered, ...differences(before, await look(world, trade))]
}

/** I3: what was on disk when the process died is there ever after, unchanged. */
function lostRecords(killed: OwnSwap, ended: OwnSwap): string[] {
  const kept = JSON.stringify(ended.records.slice(0, killed.records.length))
  const isWhole = ended.records.every(({ sequence }, index) => sequence === index + 1)
  const isKept = JSON.stringify(killed.records) === kept
  return isKept && isWhole ? [] : ['lost record: the journal is not what it was']
}

/** A user who pays what is shown, once. */
export type User = { sees(text: string): void; paid(): Promise<void>; hasPaid(): boolean }

export function createUser(world: PlayMoney, how?: HandPayment): User {
  let payment: Promise<void> | null = null
  return {
    sees: (text) => {
      const address = /"depositAddress":"([^"]+)"/.exec(text)?.[1]
      if (address !== undefined) payment ??= world.payTo(address, how)
    },
    paid: async () => {
      await payment
    },
    hasPaid: () => payment !== null,
  }
}

type Run = { died: boolean; code: number | null; stdout: string; stderr: string }

const hangsAfterMs = 120_000

/**
 * @param user null: the output is not read
 * @param patienceMs so long it may take; null: a run of minutes hangs, which is an error
 */
export async function runTrade(
  world: PlayMoney,
  line: readonly string[],
  kill: Kill | null,
  user: User | null,
  patienceMs: number | null = null,
): Promise<Run> {
  const env = kill !== null && 'at' in kill ? { SWAPROUTE_KILL_AT: kill.at } : {}
  const host = kill !== null && 'host' in kill ? { host: kill.host } : {}
  const child = world.start(line, { env, ...host })
  const isByHand = line[0] === 'deposit' || !line.includes('--account')
  let [stdout, stderr] = ['', '']
  let isHanging = false
  child.stdin?.end()
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (isByHand) user?.sees(stdout)
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const dieMs = kill !== null && 'afterMs' in kill ? kill.afterMs : patienceMs
  const timer = setTimeout(() => {
    isHanging = dieMs === null
    child.kill('SIGKILL')
  }, dieMs ?? hangsAfterMs)
  await once(child, 'close')
  clearTimeout(timer)
  if (isHanging) throw new Error(`${line.join(' ')} hangs:\n${stdout.slice(-500)}\n${stderr}`)
  return { died: child.signalCode === 'SIGKILL', code: child.exitCode, stdout, stderr }
}

/** The last of the lines; empty for a run that was killed. */
function answerOf(stdout: string): Partial<Pick<Document, 'data' | 'error' | 'funds'>> {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return {}
  }
}
