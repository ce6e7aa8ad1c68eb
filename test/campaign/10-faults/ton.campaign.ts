/** Row 10: a TON wallet's transfer that comes late, is lost, or is asked about at a bad moment. */
import { SwaprouteError } from '../../../src/core/errors.ts'
import { createTonSwapWorld, type TonSwapWorld } from '../../support/tonExecution.ts'
import { killAt, resume, swap, transfers } from '../../unit/execution/ton/support/runs.ts'
import type { Random } from '../support/random.ts'
import { defineRow } from '../support/row.ts'

const wanted = 15_000_000n
/** Two signatures of 360 s, their proofs, and the delivery. */
const mostVirtualSeconds = 45 * 60 + 1

type Timing = { run: (world: TonSwapWorld, random: Random) => Promise<void> }

/** Once the chain's clock has gone on by so many seconds. */
function after(world: TonSwapWorld, seconds: number, work: () => void | Promise<void>): void {
  const startedAt = world.chain.now()
  const before = world.onSleep
  let done = false
  world.onSleep = async () => {
    await before()
    if (done || world.chain.now() < startedAt + seconds) return
    done = true
    await work()
  }
}

const honestly = async (world: TonSwapWorld): Promise<void> => {
  world.onSleep = () => {}
  Object.assign(world.chain.behaviour, { messages: 'take', indexBlind: false, down: false })
  await world.chain.release()
}

/** The first run, whatever becomes of it; its end is looked at by the case. */
const start = async (world: TonSwapWorld): Promise<void> => {
  try {
    checkWord(await swap(world), await world.jetton.balanceOf(world.wallet))
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code === 'INTERNAL') throw thrown
  }
}

const released = (from: number, to: number): Timing => ({
  run: async (world, random) => {
    world.chain.behaviour.messages = 'keep'
    after(world, from + random.below(to - from), () => world.chain.release())
    await start(world)
  },
})

const troubled = (change: Partial<TonSwapWorld['chain']['behaviour']>, most: number): Timing => ({
  run: async (world, random) => {
    const honest = world.chain.ton.sendBoc
    world.chain.ton.sendBoc = async (...given) => {
      const answer = await honest(...given)
      Object.assign(world.chain.behaviour, change)
      return answer
    }
    after(
      world,
      5 + random.below(most),
      () => void Object.assign(world.chain.behaviour, { indexBlind: false, down: false }),
    )
    await start(world)
    world.chain.ton.sendBoc = honest
  },
})

const killed = (
  point: Parameters<typeof killAt>[1],
  messages: 'take' | 'lose' | 'keep',
): Timing => ({
  run: async (world, random) => {
    world.chain.behaviour.messages = messages
    await killAt(world, point)
    world.chain.advance(random.below(800))
  },
})

const timings: readonly [name: string, timing: Timing][] = [
  ['taken soon', released(1, 60)],
  ['taken late', released(200, 350)],
  ['taken around the end of its validity', released(350, 372)],
  ['too late to be taken', released(380, 440)],
  [
    'lost, then the next one is taken',
    {
      run: async (world, random) => {
        world.chain.behaviour.messages = 'lose'
        after(world, 100 + random.below(400), () => void (world.chain.behaviour.messages = 'take'))
        await start(world)
      },
    },
  ],
  [
    'lost for good',
    {
      run: async (world) => {
        world.chain.behaviour.messages = 'lose'
        await start(world)
      },
    },
  ],
  ['the node goes down after it', troubled({ down: true }, 500)],
  ['the index is blind after it', troubled({ indexBlind: true }, 500)],
  ['a crash before it leaves', killed('pay_signed', 'take')],
  ['a crash after it left', killed('pay_broadcast', 'take')],
  ['a crash after it was lost', killed('pay_broadcast', 'lose')],
  ['a crash while the node holds it back', killed('pay_broadcast', 'keep')],
]

function checkWord(outcome: Awaited<ReturnType<typeof swap>>, held: bigint): void {
  const { status } = outcome.status
  if (status === 'SUCCESS' && held !== wanted) throw new Error(`SUCCESS, but ${held} arrived`)
  if (status === 'FAIL' && held !== 0n) throw new Error(`FAIL, but ${held} arrived`)
}

async function runCase({ run }: Timing, random: Random): Promise<void> {
  const world = await createTonSwapWorld(random.pick(['v4r2', 'v5r1'] as const))
  const startedAt = world.chain.now()
  await run(world, random)
  const lasted = world.chain.now() - startedAt
  if (lasted > mostVirtualSeconds) throw new Error(`it hung for ${lasted} s of virtual time`)
  await honestly(world)
  const journal = await world.openJournal()
  const [row] = journal.list({ limit: 1 })
  if (row === undefined) throw new Error('nothing was recorded')
  for (let round = 0; round < 3; round += 1) {
    checkWord(await resume(world, row.swapId), await world.jetton.balanceOf(world.wallet))
  }
  const held = await world.jetton.balanceOf(world.wallet)
  if (held !== 0n && held !== wanted) throw new Error(`double payment: ${held} arrived`)
  const paying = transfers(world).filter(({ outMessages }) => outMessages.length > 0)
  if (paying.length > 1) throw new Error(`double payment: ${paying.length} transfers`)
  const types = (await world.openJournal()).read(row.swapId).map(({ event }) => event.type)
  const isEnded = ['done', 'failed', 'abandoned'].some((type) => types.some((one) => one === type))
  if (!isEnded) throw new Error(`stuck: ${types.join(', ')}`)
  if (types.includes('done') !== (held === wanted)) throw new Error(`false end with ${held}`)
}

defineRow(
  { number: 10, title: 'timing of transfers on TON', cases: { fast: 2, full: 12 * 20 } },
  async (row) => {
    const rounds = row.sized({ fast: 1, full: 20 })
    const some = row.sized({ fast: row.random.shuffled(timings).slice(0, 2), full: timings })
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, timing] of some) {
        await row.check(`${name} ${round}`, () => runCase(timing, row.random))
      }
    }
  },
)
