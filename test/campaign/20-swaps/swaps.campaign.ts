/**
 * Swaps of every kind by both accounts, in a sandbox that misbehaves by seasons, their processes
 * killed on the way; in the end every open swap is resumed, and what the chains hold is what the
 * journals say, per account and token, to the last unit.
 */
import { createUser, runTrade, type User } from '../../support/killRun.ts'
import { type OwnSwap, type PlayMoney, startPlayMoney } from '../../support/playMoney.ts'
import { addMoves, type Balances, keyOf } from '../../support/tradeAudit.ts'
import { createTrade, type KindName, resumeLine, lineOf, type Trade } from '../../support/trades.ts'
import { type Lane, lanesOf, workOff } from '../06-kills/lanes.ts'
import { defineRow, type Row } from '../support/row.ts'
import { pickKill, pickSeason, type Season } from './seasons.ts'

const kinds: readonly KindName[] = [
  'same-chain',
  'cross-chain',
  'ton-usdt',
  'usdt-ton',
  'by-hand',
  'paid-evm',
  'paid-ton',
  'paid-jetton',
]
const swapsOfSeason = 24
/** In bad weather no run waits for the end. */
const patienceMs = 12_000
/** So long `resume --no-wait` may take where there is no end. */
const endlessMs = 30_000

/** `problem`: why one of its processes could not be taken for what it did; a failure of its own. */
type Begun = { trade: Trade; user: User; lane: Lane; problem: string | null }

defineRow(
  {
    number: 20,
    title: 'end-to-end swaps with faults and kills mixed in: the chains hold what the journals say',
    cases: { fast: 20, full: 1_000 },
    limitMinutes: { fast: 10, full: 120 },
  },
  async (row) => {
    const worlds = await Promise.all(row.sized({ fast: [1], full: [1, 2, 3] }).map(startPlayMoney))
    try {
      const total = row.sized({ fast: 20, full: 1_000 })
      const shares = worlds.map((_, index) => share(total, worlds.length, index))
      await Promise.all(worlds.map((world, index) => swapIn(row, world, shares[index] ?? 0)))
    } finally {
      await Promise.all(worlds.map((world) => world.remove()))
    }
  },
)

function share(total: number, parts: number, index: number): number {
  return Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts)
}

async function swapIn(row: Row, world: PlayMoney, total: number): Promise<void> {
  const before = await holdings(world)
  const begun: Begun[] = []
  let deaths = 0
  for (let season = 0; begun.length < total; season += 1) {
    const weather = pickSeason(row.random, season)
    const count = Math.min(swapsOfSeason, total - begun.length)
    const jobs = Array.from({ length: count }, (_, index) => ({
      kind: kinds[(index + season) % kinds.length] ?? 'same-chain',
    }))
    for (const [target, fault, value] of weather.faults) await world.setFault(target, fault, value)
    await workOff(
      row.random.shuffled(jobs),
      lanesOf([world], weather.accounts),
      async (job, lane) => {
        const one = prepare(row, job.kind, lane)
        begun.push(one)
        if (await begin(row, one, weather)) deaths += 1
      },
    )
    await world.endFaults()
  }
  await resumeAll(row, world, begun)
  await judge(row, world, begun, before)
  row.note(`${begun.length} swaps, ${deaths} processes killed`)
}

function prepare(row: Row, kind: KindName, lane: Lane): Begun {
  const trade = createTrade(kind, lane.account, row.random())
  return { trade, lane, user: createUser(lane.world), problem: null }
}

/** True: the process was killed. */
async function begin(row: Row, one: Begun, { faults }: Season): Promise<boolean> {
  const { trade, lane, user } = one
  const at = pickKill(row.random, lane.payer)
  const calm = faults.length === 0
  const kill = at !== null ? { at } : calm ? null : { afterMs: 500 + row.random.below(patienceMs) }
  let died = false
  await tried(one, async () => {
    const run = await runTrade(lane.world, lineOf(trade), kill, user, calm ? null : patienceMs)
    died = run.died
    await user.paid()
  })
  return died
}

/** What goes wrong with one swap is one failure: the others go on. */
async function tried(one: Begun, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    one.problem ??= thrown instanceof Error ? thrown.message : String(thrown)
  }
}

/** Every swap that is open, each account's one after the other. */
async function resumeAll(row: Row, world: PlayMoney, begun: readonly Begun[]): Promise<void> {
  const open = new Map<string, OwnSwap>()
  for (const own of await world.allSwaps()) {
    if (own.receipt?.open !== false) open.set(nameOf(own), own)
  }
  row.note(`${open.size} resumed`)
  const lanes = new Map<string, Begun[]>()
  for (const [index, one] of begun.entries()) {
    if (!open.has(one.trade.key)) continue
    const { payer, account } = one.lane
    const name = payer === 'hand' ? `hand ${index % 4}` : `${payer} ${account}`
    lanes.set(name, [...(lanes.get(name) ?? []), one])
  }
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      for (const one of lane) await resume(world, one, open.get(one.trade.key)?.swapId ?? '')
    }),
  )
}

async function resume(world: PlayMoney, one: Begun, swapId: string): Promise<void> {
  const { trade, user } = one
  const line = resumeLine(trade, swapId)
  await tried(one, async () => {
    if (await isEndless(world, trade)) return await tellsWhatIsKnown(world, one, line)
    await runTrade(world, line, null, user)
    await user.paid()
  })
}

/** `resume --no-wait` has to say so in the time it is given, and call nothing delivered. */
async function tellsWhatIsKnown(
  world: PlayMoney,
  { user, trade: { kind } }: Begun,
  line: string[],
): Promise<void> {
  const { code, stdout } = await runTrade(world, [...line, '--no-wait'], null, user, endlessMs)
  const isOpen = stdout.includes('"funds":"sent"') && /"status":"\w*PENDING"/.test(stdout)
  // A refund without a known address: only the payer can see it (S5).
  const isUnseen =
    stdout.includes('"funds":"unknown"') && stdout.includes('"status":"INDETERMINATE"')
  if (code !== 0 || !(isOpen || (kind.payer === 'hand' && isUnseen))) {
    throw new Error(`resume of what has no end ended ${code}: ${stdout.slice(-500)}`)
  }
}

/**
 * What can never be proved: the exchange wrote down a payout that is not on the chain, or gave back
 * what was paid by hand without anybody having named an address for that.
 */
async function isEndless(world: PlayMoney, { receiver, kind }: Trade): Promise<boolean> {
  const [order] = receiver === null ? [] : world.ordersFor(receiver)
  if (kind.payer === 'hand' && order?.refund != null) return true
  const { hash = null, done = false } = order?.payout ?? {}
  if (!done || hash === null) return false
  const { client } = world.reader(kind.dst.blockchain)
  const query = { hash: `0x${hash.slice(2)}` } as const
  return (await client.getTransactionReceipt(query).catch(() => null)) === null
}

function nameOf({ records }: OwnSwap): string {
  const first = records[0]?.event
  const isBegun = first?.type === 'planned' || first?.type === 'order_planned'
  return isBegun ? (first.idempotencyKey ?? '') : ''
}

async function judge(
  row: Row,
  world: PlayMoney,
  begun: readonly Begun[],
  before: Balances,
): Promise<void> {
  const own = new Map((await world.allSwaps()).map((swap) => [nameOf(swap), swap]))
  const moves: Balances = new Map()
  /** What the journals say of one place, swap by swap. */
  const parts = (key: string): string =>
    begun
      .flatMap(({ trade }) => {
        const receipt = own.get(trade.key)?.receipt
        const alone: Balances = new Map()
        if (receipt != null) addMoves(alone, world, trade, receipt)
        const touches = alone.has(key) || (receipt != null && key.includes(trade.kind.src.token))
        return touches ? [` ${trade.name} ${trade.amount} ${receipt?.state} ${alone.get(key)}`] : []
      })
      .join(',')
  for (const { trade, problem } of begun) {
    const receipt = own.get(trade.key)?.receipt ?? null
    const hasNoEnd = await isEndless(world, trade)
    if (receipt !== null) addMoves(moves, world, trade, receipt)
    await row.check(`${trade.name} of ${trade.account} (${receipt?.state ?? 'no record'})`, () => {
      if (problem !== null) throw new Error(problem)
      judgeOne(world, trade, own.get(trade.key) ?? null, hasNoEnd)
    })
  }
  const held = await holdings(world, moves)
  for (const [key, amount] of held) {
    const moved = amount - (before.get(key) ?? 0n)
    const said = moves.get(key) ?? 0n
    if (moved === said) row.passed()
    else row.harm('lost record', `${key} moved ${moved}, the journals say ${said}:${parts(key)}`)
  }
}

function judgeOne(world: PlayMoney, trade: Trade, own: OwnSwap | null, hasNoEnd: boolean): void {
  const orders = trade.receiver === null ? [] : world.ordersFor(trade.receiver)
  if (orders.length > 1) throw new Error(`double payment: ${orders.length} orders`)
  if (orders.some(({ payments }) => payments.length > 1)) throw new Error('double payment')
  if (own === null && orders.length > 0) throw new Error('an order without a record')
  if (own === null || own.receipt?.open === false) return
  const events = own.records.map(({ event }) => event.type).slice(-6)
  const isPaidFor = trade.kind.payer === 'hand' || own?.receipt?.spent != null
  if (!hasNoEnd || !isPaidFor) throw new Error(`stuck: ${events.join(' ')}`)
}

/** Of both accounts, and of every other one that the journals name. */
async function holdings(world: PlayMoney, more: Balances = new Map()): Promise<Balances> {
  const held: Balances = new Map()
  const accounts = ['alice', 'bob'].flatMap((name) => [
    ...evmPlaces.map(([chain, token]) => [chain, token, world.addressOf(name, 'evm')] as const),
    ...tonPlaces.map(([chain, token]) => [chain, token, world.addressOf(name, 'ton')] as const),
  ])
  const named = [...more.keys()].map((key) => {
    const [chain = '', token = '', owner = ''] = key.split(' ')
    return [chain, token === 'coin' ? '' : token, owner] as const
  })
  for (const [chain, token, owner] of [...accounts, ...named]) {
    const key = keyOf(chain, token, owner)
    if (!held.has(key)) held.set(key, await world.holds(chain, token, owner))
  }
  return held
}

const evmPlaces = [
  ['ETH', ''],
  ['ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['ETH', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  ['ARBITRUM', ''],
  ['ARBITRUM', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
] as const
const tonPlaces = [
  ['TON', ''],
  ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
] as const
