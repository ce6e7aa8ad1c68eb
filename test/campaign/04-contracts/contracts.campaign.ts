/**
 * Row 4. Tokens and routers that misbehave, each with five kinds of allowance before the swap. The
 * execution is the real one: it plans, simulates, approves, pays and follows on a local chain.
 */
import { SwaprouteError } from '../../../src/core/errors.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { defineRow, type Row } from '../support/row.ts'
import { type Contract, createHostileWorld, type HostileWorld, owner } from './hostileWorld.ts'

const amount = 1_000_000_000n
const unlimited = (1n << 256n) - 1n

/** Allowances for the router before the swap begins. */
const states: readonly [string, bigint][] = [
  ['no allowance', 0n],
  ['the exact one', amount],
  ['a larger one', amount * 3n],
  ['an unlimited one', unlimited],
  ['a half spent one', amount / 2n],
]

type Hostile = {
  what: string
  token: number
  router: number
  /** Blocks after planning begins at which the contract shows its face; null: from the start. */
  armsAfter?: number
  /** The token's own book steals from its owner: no program can stop it. */
  robsItself?: true
  /** The token keeps allowances that it does not admit, or never lets go of them. */
  keepsAllowance?: true
}

const late = { armsAfter: 0 }
const tokens: readonly Hostile[] = [
  { what: 'fee on transfer', token: 1, router: 0 },
  { what: 'rebases after planning', token: 2, router: 0, ...late },
  { what: 'blacklists after planning', token: 3, router: 0, ...late },
  { what: 'calls the router back', token: 4, router: 0 },
  { what: 'answers false', token: 5, router: 0 },
  { what: 'answers nothing', token: 6, router: 0 },
  { what: 'lies about balances', token: 7, router: 0 },
  { what: 'approves without limit', token: 8, router: 0 },
  { what: 'wants a reset first', token: 9, router: 0 },
  { what: 'adds up approvals', token: 10, router: 0 },
  { what: 'is paused after planning', token: 11, router: 0, armsAfter: 1, keepsAllowance: true },
  { what: 'changes its decimals', token: 12, router: 0, ...late },
  { what: 'wastes gas', token: 13, router: 0 },
  {
    what: 'is upgraded between simulation and payment',
    token: 14,
    router: 0,
    ...late,
    robsItself: true,
  },
  { what: 'takes double', token: 15, router: 0 },
  { what: 'hides an allowance', token: 16, router: 9, armsAfter: 1, keepsAllowance: true },
  { what: 'approves without limit after planning', token: 17, router: 17, ...late },
  { what: 'approves a thief besides', token: 18, router: 0 },
  { what: 'answers with a bomb', token: 19, router: 0 },
]
const routers: readonly Hostile[] = [
  { what: 'takes more than allowed', token: 0, router: 1 },
  { what: 'keeps the money', token: 0, router: 2 },
  { what: 'pays one unit less than the minimum', token: 0, router: 3 },
  { what: 'pays another', token: 0, router: 4 },
  { what: 'enters itself again', token: 0, router: 5 },
  { what: 'is gone after planning', token: 0, router: 6, ...late },
  { what: 'is honest without a gas price', token: 0, router: 7 },
  { what: 'is honest until planned, then keeps the money', token: 0, router: 8, ...late },
  { what: 'takes half and leaves the allowance', token: 0, router: 9 },
  { what: 'fails with terminal sequences', token: 0, router: 10 },
  { what: 'fails with a bomb', token: 0, router: 11 },
  { what: 'succeeds without doing anything', token: 0, router: 12 },
  { what: 'delegates to a thief', token: 0, router: 13 },
  { what: 'pays half', token: 0, router: 14 },
  { what: 'pays one unit less after planning', token: 0, router: 15, ...late },
  { what: 'lets a thief try first', token: 0, router: 16 },
  { what: 'takes all that it may', token: 0, router: 17 },
  { what: 'is honest without a base fee', token: 0, router: 18 },
  { what: 'pays another after planning', token: 0, router: 19, ...late },
  { what: 'takes all that it may after planning', token: 0, router: 20, ...late },
]
const all = [...tokens, ...routers]

defineRow(
  {
    number: 4,
    title: 'hostile tokens and routers in five states',
    cases: { fast: 30, full: all.length * states.length },
  },
  async (row) => {
    const world = await createHostileWorld()
    const ends = new Map<string, number>()
    try {
      const dstToken = await world.deploy('HostileToken', 0)
      for (const [index, hostile] of all.entries()) {
        const router = await world.deploy('HostileRouter', hostile.router)
        const srcToken = await world.deploy('HostileToken', hostile.token)
        await world.call(dstToken, 'mint', [router.address, amount * 10n])
        await world.call(srcToken, 'mint', [owner, amount * 5n])
        const at = index % states.length
        for (const state of row.sized({ fast: states.slice(at, at + 1), full: states })) {
          const end = await play(row, world, { hostile, state, router, srcToken, dstToken })
          ends.set(end, (ends.get(end) ?? 0) + 1)
        }
      }
      const honest: Hostile = { what: 'honest ones', token: 0, router: 0 }
      const router = await world.deploy('HostileRouter', 0)
      const srcToken = await world.deploy('HostileToken', 0)
      await world.call(dstToken, 'mint', [router.address, amount * 10n])
      await world.call(srcToken, 'mint', [owner, amount * 5n])
      for (const state of states) {
        await row.twin(state[0], async () => {
          const found = await run(world, { hostile: honest, state, router, srcToken, dstToken })
          if (found.end !== 'SUCCESS') throw new Error(found.end)
          if (found.faults.length > 0) throw new Error(found.faults.join('; '))
        })
      }
    } finally {
      await world.stop()
    }
    row.note([...ends].map(([end, count]) => `${count} × ${end}`).join(', '))
  },
)

type Case = {
  hostile: Hostile
  state: readonly [string, bigint]
  router: Contract
  srcToken: Contract
  dstToken: Contract
}

async function play(row: Row, world: HostileWorld, given: Case): Promise<string> {
  const name = `${given.hostile.what}, ${given.state[0]}`
  let end = 'nothing'
  await row.check(name, async () => {
    const found = await run(world, given)
    end = found.end
    if (found.faults.length > 0) throw new Error(`${found.faults.join('; ')} (${found.end})`)
  })
  return end
}

type Found = { end: string; faults: string[] }

/** One swap, and what is wrong afterwards by the contracts' true books. */
async function run(world: HostileWorld, given: Case): Promise<Found> {
  const { hostile, state, router, srcToken, dstToken } = given
  const before = await world.snapshot()
  const opened = await world.open({ router, srcToken, dstToken, amount })
  try {
    await world.call(srcToken, 'setAllowance', [owner, router.address, state[1]])
    if (hostile.armsAfter !== undefined) {
      const at = (await world.block()) + 2 + hostile.armsAfter + 1
      await world.call(srcToken, 'arm', [at])
      await world.call(router, 'arm', [at])
    }
    const held = await holdings(world, given)
    const told = await swap(opened)
    const left = await holdings(world, given)
    const faults: string[] = []
    const lost = held.source - left.source
    const gained = left.target - held.target
    if (lost > amount && hostile.robsItself !== true) faults.push(`lost ${lost} of ${amount}`)
    if (held.coins - left.coins > 10n ** 17n) faults.push('lost coins besides the gas')
    if (left.allowance !== 0n && told.end !== 'refused' && hostile.keepsAllowance !== true) {
      faults.push(`an allowance of ${left.allowance} is left`)
    }
    if (left.thief > 0n && told.paid) faults.push('another account may take more')
    if (told.end === 'SUCCESS' && gained < opened.minimum)
      faults.push(`told as a success: ${gained}`)
    if (told.end === 'refused' && lost > 0n) faults.push('refused, but tokens are gone')
    if (/[\p{Cc}\p{Cf}]/u.test(told.text)) faults.push('control characters in what is told')
    return { end: told.end, faults }
  } finally {
    opened.close()
    await world.revert(before)
  }
}

async function holdings(world: HostileWorld, { router, srcToken, dstToken }: Case) {
  const thief = '0x0000000000000000000000000000000000000bad'
  return {
    source: await world.read(srcToken, 'trueBalance', [owner]),
    target: await world.read(dstToken, 'trueBalance', [owner]),
    allowance: await world.read(srcToken, 'trueAllowance', [owner, router.address]),
    thief: await world.read(srcToken, 'trueAllowance', [owner, thief]),
    coins: await world.coins(owner),
  }
}

type Told = { end: string; text: string; paid: boolean }

/** Plans and executes; how it ends by the program's own words. */
async function swap({
  context,
  order,
  events,
}: Awaited<ReturnType<HostileWorld['open']>>): Promise<Told> {
  const texts = (): string => events.map((event) => ('text' in event ? event.text : '')).join(' ')
  try {
    const planned = await planSwap(order, context)
    const outcome = await executeSwap(planned, context, { wait: true, maxWaitMs: 400 })
    const text = JSON.stringify(outcome, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    return {
      end: outcome.status.status,
      text: `${texts()} ${text}`.replaceAll('\n', ' '),
      paid: true,
    }
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    const signed = context.journal.list({ limit: 1 }).length > 0
    const end = signed ? `stopped (${thrown.code})` : 'refused'
    return { end, text: `${texts()} ${thrown.message}`, paid: signed }
  }
}
