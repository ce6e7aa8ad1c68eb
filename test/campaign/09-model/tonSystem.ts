import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapOrder } from '../../../src/execution/planned.ts'
import type { JournalEvent } from '../../../src/store/eventSchema.ts'
import type { Journal } from '../../../src/store/journal.ts'
import { tonNetworkIds } from '../../../src/wallet/realm.ts'
import { signTonPlan } from '../../../src/wallet/signTonPlan.ts'
import type { TonPlan, TonSigner } from '../../../src/wallet/types.ts'
import type { Deal } from '../../support/tonExchange.ts'
import {
  createTonSwapWorldIn,
  nano,
  toncoin,
  type TonSwapWorld,
} from '../../support/tonExecution.ts'
import { sampleTonPlan, tonSeed } from '../../unit/wallet/support/tonPlans.ts'
import type { Random } from '../support/random.ts'
import { Violation } from './machine.ts'
import { memoryDisk } from './memoryJournal.ts'
import { fileDisk } from './process.ts'
import { resumeAll, type System } from './runs.ts'
import { createWatch, type Truth } from './watch.ts'

/** What the service reports of a swap that only it knows more about, true or not. */
export const words = ['honest', 'honest', 'down', 'unknown', 'success', 'old', 'refund'] as const

export type TonSystem = System & {
  world: TonSwapWorld
  /** How the node answers who hands a message in. */
  answers: 'honest' | 'lost' | 'refused'
  word: (typeof words)[number]
  amounts: number
  /** Stored as well as thrown: what a node throws, the program takes for a silent one. */
  broken: Violation | null
}

type Signed = Extract<JournalEvent, { type: 'ton_signed' }>

const networkId = tonNetworkIds.sandbox

export async function createTonSystem(
  isFile: boolean,
  version: 'v4r2' | 'v5r1',
): Promise<TonSystem> {
  const world = await createTonSwapWorldIn('', version, () => {})
  await world.chain.fund(world.wallet, 10_000n * nano)
  await world.jetton.mint(world.wallet, 10_000_000_000n)
  const now = (): number => world.chain.now() * 1_000
  const disk = isFile ? fileDisk(now) : memoryDisk(now)
  const journal = await disk.open()
  const system: TonSystem = {
    world,
    disk,
    journal,
    watch: createWatch(),
    truth: truthOf(world),
    contextOf: (opened, signal) => {
      const context = world.context(opened, undefined, signal)
      return {
        ...context,
        openTonSigner: async (address) => watched(await context.openTonSigner!(address), system),
      }
    },
    answers: 'honest',
    word: 'honest',
    amounts: 0,
    broken: null,
  }
  const sendBoc = world.chain.ton.sendBoc
  world.chain.ton.sendBoc = async (boc, options) => {
    if (!signedIn(journal).some((event) => event.boc === boc)) {
      throw (system.broken ??= new Violation('I2: bytes left that are not in the journal'))
    }
    const answer = await sendBoc(boc, options)
    if (system.answers === 'lost') throw new SwaprouteError('TIMED_OUT', 'No answer in time.')
    if (system.answers === 'refused') throw new SwaprouteError('UPSTREAM_REFUSED', 'duplicate')
    return answer
  }
  world.status = (hash) => statusOf(system, hash)
  return system
}

function signedIn(journal: Journal): Signed[] {
  return journal
    .list({ limit: 99 })
    .flatMap(({ swapId }) => journal.read(swapId))
    .flatMap(({ event }) => (event.type === 'ton_signed' ? [event] : []))
}

/** Nothing is signed without its intent on disk, and never two that the wallet could both take. */
function watched(signer: TonSigner, { world, journal }: TonSystem): TonSigner {
  return {
    ...signer,
    sign: async (plan: TonPlan) => {
      const intent = journal.list({ limit: 99 }).some(({ swapId }) => {
        const last = journal.read(swapId).at(-1)?.event
        return last?.type === 'signing' && last.nonce === plan.seqno
      })
      if (!intent) throw new Violation('I2: signed without a record of the intent')
      const rival = signedIn(journal).find(
        ({ nonce, validUntilSeconds }) =>
          nonce === plan.seqno && validUntilSeconds >= world.chain.now(),
      )
      if (rival !== undefined) throw new Violation(`I6: number ${plan.seqno} is still in force`)
      return await signer.sign(plan)
    },
  }
}

/** By unique amounts and the exchange's own book: neither the journal nor the program has a say. */
function truthOf(world: TonSwapWorld): Truth {
  const dealsOf = (amount: string): Deal[] =>
    world.deals.filter((deal) => String(deal.amount) === amount)
  return {
    payments: ({ srcAmount }) => dealsOf(srcAmount).length,
    judgeEnd: async (end, plan, records) => {
      const [deal] = dealsOf(plan.srcAmount)
      const pays = records.flatMap(({ event }) => (event.type === 'ton_signed' ? [event] : []))
      if (pays.length > 2) return `${pays.length} payments were signed`
      if (end.type === 'abandoned' && deal !== undefined) return 'it was paid'
      if (end.type !== 'abandoned' && pays.length === 0) return 'no payment was signed'
      if (deal === undefined || end.type === 'abandoned') {
        if (end.type !== 'failed' && end.type !== 'abandoned') return 'it was never paid'
        return (await isInForce(world, pays)) ? 'its payment may still be taken' : null
      }
      if (end.type === 'failed') {
        const isOver = deal.mood === 'swap' || deal.mood === 'refund'
        return isOver ? `the exchange did "${deal.mood}"` : null
      }
      const { hash, source } = end.evidence
      const isThere = world.chain.transactions.some((transaction) => transaction.hash === hash)
      if (!isThere || source === 'claim') return 'false evidence'
      const isRefund = end.type === 'refunded'
      // What was carried out in part may be called either; the amount has to be what came.
      const right = deal.mood === 'part' || deal.mood === (isRefund ? 'refund' : 'swap')
      if (!right) return `the exchange did "${deal.mood}"`
      const came = isRefund ? deal.returned : deal.delivered
      return end.received?.amount === String(came) ? null : `${came} arrived`
    },
  }
}

/** Whether the wallet could take one of the transfers even now. */
async function isInForce(
  { chain, wallet }: TonSwapWorld,
  pays: readonly Signed[],
): Promise<boolean> {
  const seqno = await chain.seqno(wallet)
  return pays.some(
    ({ nonce, validUntilSeconds }) => nonce >= seqno && validUntilSeconds >= chain.now(),
  )
}

/** The service sees what the exchange did, and reports it or something else. */
function statusOf({ world, journal, word }: TonSystem, hash: string) {
  const told = (status: string, destinationTxHash: string | null = null) => ({
    status,
    destinationTxHash,
    srcTxHash: hash,
  })
  const [swapId] = journal.findByHash(hash)
  const plan = swapId === undefined ? undefined : journal.read(swapId)[0]?.event
  const deal =
    plan?.type === 'planned'
      ? world.deals.find(({ amount }) => String(amount) === plan.srcAmount)
      : undefined
  const last = world.chain.transactions.at(-1)?.hash ?? null
  switch (word) {
    case 'down':
      throw new SwaprouteError('UPSTREAM_FAILED', 'The service does not answer.')
    case 'unknown':
      return told('SORT_OF_DONE')
    case 'success':
      return told('SUCCESS', last)
    case 'old':
      return told('SUCCESS', deliveryOfAnother(journal))
    case 'refund':
      return told('REVERTED', last)
    case 'honest':
      return deal === undefined || deal.mood === 'swap' || deal.mood === 'refund'
        ? told('PENDING')
        : told('FAIL')
  }
}

/** Of an ended swap: no other may make use of it. */
function deliveryOfAnother(journal: Journal): string | null {
  for (const { swapId } of journal.list({ open: false, limit: 99 })) {
    const end = journal.read(swapId).find(({ event }) => event.type === 'done')?.event
    if (end?.type === 'done') return end.evidence.hash
  }
  return null
}

export function drawTonOrder(system: TonSystem, random: Random): SwapOrder {
  const { world } = system
  system.amounts += 1
  const unique = BigInt(system.amounts)
  const isSale = random() < 0.6
  return world.order({
    ...(isSale
      ? { srcToken: toncoin, dstToken: world.usdt, srcAmount: 2n * nano + unique * 1_000_000n }
      : { srcToken: world.usdt, dstToken: toncoin, srcAmount: 6_000_000n + unique * 1_000n }),
    idempotencyKey: random() < 0.3 ? `key-${random.below(4)}` : null,
    force: random() < 0.1,
  })
}

/** The owner pays from another program, under the next number. */
export async function payElsewhere({ world }: TonSystem): Promise<void> {
  const { chain, wallet } = world
  const seqno = await chain.seqno(wallet)
  const isV5 = wallet === sampleTonPlan('v5r1', { networkId }).from
  const plan = sampleTonPlan(isV5 ? 'v5r1' : 'v4r2', {
    networkId,
    seqno,
    deploys: seqno === 0,
    validUntilSeconds: chain.now() + 60,
    messages: [
      {
        to: `0:${'2b'.repeat(32)}`,
        value: nano / 10n,
        bounce: false,
        payload: null,
        stateInit: null,
      },
    ],
  })
  await chain.take(await signTonPlan(plan, tonSeed))
}

/** Everything well again: each swap comes to its end. */
export async function healTon(system: TonSystem): Promise<void> {
  const { world, journal, watch, truth } = system
  Object.assign(world.chain.behaviour, { messages: 'take', indexBlind: false, down: false })
  Object.assign(world, { skewSeconds: 0, mood: 'swap', onSleep: () => {} })
  Object.assign(system, { answers: 'honest', word: 'honest' })
  await world.chain.release()
  await resumeAll(system, () => world.chain.advance(1_000))
  await watch.lookAtAll(journal, truth)
}

export async function closeTon({ journal, disk }: TonSystem): Promise<void> {
  journal.close()
  await disk.close()
}
