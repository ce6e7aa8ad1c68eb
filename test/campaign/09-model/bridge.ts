import { SwaprouteError } from '../../../src/core/errors.ts'
import { alice, arbUsdc, usdc } from '../../support/executionService.ts'
import type { World } from '../../support/executionWorld.ts'
import type { Random } from '../support/random.ts'

type Fact = { phase: 'pending' | 'delivered' | 'refunded' | 'failed'; hash: string | null }

/** What a service reports of payments between chains, true or not. */
export const moods = [
  'honest',
  'honest',
  'honest',
  'delivers',
  'down',
  'knows_nothing',
  'backward',
  'unknown_word',
  'early_success',
  'old_success',
  'own_payment_as_refund',
] as const

/** The service between the chains: what it did, and what it reports. */
export type Bridge = {
  mood: (typeof moods)[number]
  factOf(amount: string): Fact
  /** Does something about a payment that waits. */
  act(random: Random): void
}

/** @param isUsed whether a swap has ended by that delivery */
export function createBridge(world: World, isUsed: (hash: string) => boolean): Bridge {
  const { ETH, ARBITRUM } = world.chains
  const facts = new Map<string, Fact>()
  const used: string[] = []

  const factOf = (amount: string): Fact => {
    const fact = facts.get(amount) ?? { phase: 'pending', hash: null }
    facts.set(amount, fact)
    return fact
  }
  /** Paid, and not to be reorganized any more as far as a careful service can know. */
  const waiting = () =>
    ETH.payments.filter(
      ({ hash, amount }) =>
        ETH.deposits.some((deposit) => deposit.hash === hash) &&
        factOf(String(amount)).phase === 'pending',
    )
  const deliver = (amount: bigint): void => {
    const fact = factOf(String(amount))
    fact.phase = 'delivered'
    fact.hash = ARBITRUM.payOut(arbUsdc.address, alice, (amount * 990n) / 1000n)
    used.push(fact.hash)
  }
  const told = (hash: string, word: string, destinationTxHash: string | null) => ({
    status: word,
    destinationTxHash,
    srcTxHash: hash,
  })
  const bridge: Bridge = {
    mood: 'honest',
    factOf,
    act: (random) => {
      const [payment] = random.shuffled(waiting())
      if (payment === undefined) return
      const fact = factOf(String(payment.amount))
      const what = random.below(6)
      if (what > 1) deliver(payment.amount)
      else if (what === 1) fact.phase = 'failed'
      else {
        fact.phase = 'refunded'
        fact.hash = ETH.payOut(usdc.address, alice, payment.amount)
      }
    },
  }
  world.status = (hash) => {
    const payment = ETH.payments.find((one) => one.hash === hash)
    const { mood } = bridge
    if (mood === 'down') throw new SwaprouteError('UPSTREAM_FAILED', 'The service does not answer.')
    if (payment === undefined || mood === 'knows_nothing') return told(hash, 'NOT_FOUND', null)
    if (mood === 'backward') return told(hash, 'PENDING', null)
    if (mood === 'unknown_word') return told(hash, 'SORT_OF_DONE', null)
    const fact = factOf(String(payment.amount))
    if (mood === 'delivers' && fact.phase === 'pending') deliver(payment.amount)
    if (fact.phase === 'pending') {
      if (mood === 'early_success') return told(hash, 'SUCCESS', `0x${'ab'.repeat(32)}`)
      if (mood === 'own_payment_as_refund') return told(hash, 'REVERTED', hash)
      // A delivery of another swap, of which an ended swap has made use.
      const old = used.find(isUsed)
      if (mood === 'old_success' && old !== undefined) return told(hash, 'SUCCESS', old)
      return told(hash, 'PENDING', null)
    }
    const words = { delivered: 'SUCCESS', refunded: 'REVERTED', failed: 'FAIL' }
    return told(hash, words[fact.phase], fact.hash)
  }
  return bridge
}
