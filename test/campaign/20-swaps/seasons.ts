import type { PayerKind } from '../../support/trades.ts'
import type { Random } from '../support/random.ts'

type Fault = readonly [target: string, fault: string, value?: number]

/** What the sandbox does for a while. */
export type Season = {
  faults: readonly Fault[]
  /** Accounts that swap meanwhile. */
  accounts: readonly string[]
}

const both = ['alice', 'bob']

const bridge: readonly Fault[] = [
  ['across', 'stall'],
  ['across', 'slow', 2],
  ['across', 'slow-fill', 1],
  ['across', 'refund', 1],
  ['across', 'status-lies'],
  ['across', 'status-missing'],
]
const exchange: readonly Fault[] = [
  ['exolix', 'stall'],
  ['exolix', 'slow', 2],
  ['exolix', 'refund'],
  ['exolix', 'reply-lost'],
  ['exolix', 'hold'],
  ['exolix', 'forget'],
  ['exolix', 'less', 300],
  ['exolix', 'error'],
]
const ton: readonly Fault[] = [
  ['TON', 'late', 2],
  ['TON', 'refund'],
  ['TON', 'pending'],
  ['TON', 'lost'],
  ['toncenter', 'delay', 1],
]
const others: readonly Fault[] = [
  ['ETH', 'pending'],
  ['defillama', 'down'],
  ['dexscreener', 'delay', 1],
]

/** Fair weather every third time; otherwise one trouble of each kind, or two sources at odds. */
export function pickSeason(random: Random, index: number): Season {
  if (index % 3 === 0) return { faults: [], accounts: both }
  const faults = [random.pick(bridge), random.pick(exchange), random.pick(ton)]
  const dice = random.below(6)
  // What makes a payment of one account fail is visible to the other's simulation.
  if (dice === 0) {
    return { faults: [...faults, ['ETH', 'revert']], accounts: ['alice'] }
  }
  // What is called paid out and is not has no end, ever.
  if (dice === 1) return { faults: [['exolix', 'lie'], ...faults], accounts: both }
  if (dice === 2) return { faults: [...faults, random.pick(others)], accounts: both }
  return { faults, accounts: both }
}

const killsOf: Record<PayerKind, readonly string[]> = {
  evm: [
    'planned',
    'locked',
    'approve_signed',
    'approve_sent',
    'approve_confirmed',
    'pay_signing',
    'pay_signed',
    'pay_broadcast',
    'pay_sent',
    'pay_confirmed',
    'revoke_signed',
    'delivering',
    'settling',
  ],
  ton: ['planned', 'pay_signing', 'pay_signed', 'pay_broadcast', 'pay_sent', 'pay_confirmed'],
  hand: ['order_planned', 'ordering', 'order_answered', 'ordered', 'awaiting_deposit', 'presented'],
}

/** Where a process dies, in the words of SWAPROUTE_KILL_AT; null: it lives. */
export function pickKill(random: Random, payer: PayerKind): string | null {
  switch (random.below(5)) {
    case 0:
    case 1:
      return random.pick(killsOf[payer])
    case 2:
      return `${random.pick(['flush', 'flushed'])}:${1 + random.below(20)}`
    case 3:
      return `${random.pick(['write', 'written'])}:${1 + random.below(40)}`
    default:
      return null
  }
}
