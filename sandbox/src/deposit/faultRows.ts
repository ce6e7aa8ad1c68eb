import type { FaultDescription } from '../../../src/core/sandboxPackage.ts'
import { depositProviders, type DepositProvider } from './types.ts'

type Row = [
  targets: readonly DepositProvider[],
  fault: string,
  value: FaultDescription['value'],
  rehearses: string,
]

const seconds: FaultDescription['value'] = { unit: 'seconds', fallback: 10, most: 3_600 }
const bps: FaultDescription['value'] = { unit: 'basis points', fallback: 500, most: 9_999 }
const all = depositProviders
const withOrders = all.filter((id) => id !== 'thorchain')

const behaviours: Row[] = [
  [all, 'refuse', null, 'The exchange offers no rate for any pair.'],
  [all, 'too-low', null, 'Every amount is below the minimum of the exchange.'],
  [all, 'too-high', null, 'Every amount is above the maximum of the exchange.'],
  [all, 'unauthorized', null, 'The exchange requires an API key, or a different one.'],
  [all, 'silent', null, 'The server accepts connections and never answers.'],
  [all, 'forget', null, 'The exchange no longer knows any order.'],
  [
    withOrders,
    'reply-lost',
    null,
    'Orders are opened, but the answer is lost: nothing is shown or repeated.',
  ],
  [all, 'slow', seconds, 'Every step of an exchange takes this long.'],
  [all, 'stall', null, 'Deposits are accepted and nothing follows: PENDING, later LONG_PENDING.'],
  [all, 'hold', null, 'Deposits are held for a check: LONG_PENDING where the exchange says so.'],
  [all, 'refund', null, 'Deposits are sent back: REVERTED.'],
  [
    ['relay'],
    'stuck',
    null,
    'Deposits cannot be sent back either and wait to be withdrawn: REVERT, later REVERTED.',
  ],
  [all, 'less', bps, 'Pays out this much less than promised.'],
  [all, 'lie', null, 'Deposits are reported as paid out by a transaction that does not exist.'],
  [['exolix'], 'limits-200', null, 'Amounts out of range are refused in an answer of 200.'],
]

/**
 * Fields of an order that can change between its opening and its read-back, and where. What a
 * provider only estimates (Chainflip the end of a channel) is not among them.
 */
const fields: [field: string, text: string, targets: readonly DepositProvider[]][] = [
  ['order-id', 'another order number', ['exolix', 'changenow', 'quickex', 'chainflip']],
  ['deposit-address', 'another deposit address', all],
  ['memo', 'another memo', ['exolix', 'near_intents', 'changenow', 'quickex']],
  ['amount', 'another amount to send', withOrders],
  ['receive-amount', 'half of what was promised', withOrders],
  ['source-coin', 'another coin to send', withOrders],
  ['target-coin', 'another coin to receive', withOrders],
  ['receiver', "a stranger's address as the receiver", withOrders],
  ['receiver-memo', 'an unrequested receiver memo', ['exolix', 'changenow']],
  [
    'refund-address',
    "a stranger's address for refunds",
    ['exolix', 'near_intents', 'changenow', 'chainflip', 'relay'],
  ],
  ['rate-type', 'a floating rate in place of a fixed one', ['exolix', 'quickex']],
  ['deadline', 'another deadline', ['near_intents', 'changenow']],
]

/** The lasting faults of the deposit providers' servers. */
export const depositFaults: readonly Row[] = [
  ...behaviours,
  ...fields.map(([field, text, targets]): Row => [
    targets,
    `alter-${field}`,
    null,
    `An order that is read back has ${text}: nothing is shown.`,
  ]),
]
