import { SwaprouteError } from '../../src/core/errors.ts'
import type { FaultDescription } from '../../src/core/sandboxPackage.ts'
import { aggregatorIds, callBridgeIds } from './calls/services.ts'
import { sandboxChains } from './chains.ts'
import { type DepositProvider, depositProviders } from './deposit/types.ts'

/** A fault that is on. */
export type ActiveFault = { target: string; fault: string; value: number | null }

const chains = sandboxChains.map((chain) => chain.blockchain)
const prices = ['defillama', 'dexscreener', 'coingecko'] as const
const bridges = ['across'] as const
/** Bridges without a service, whose withdrawals have to be confirmed. */
const rollups = ['arbitrum'] as const
/** Bridges of messages, which an explorer knows. */
const messengers = ['usdt_zero_bridge'] as const
const exchanges = depositProviders
const withOrders = exchanges.filter((id) => id !== 'thorchain')
const tonExchanges = ['STONFI', 'COFFEE_SWAP'] as const
/** Bridges that open an order for a payment, as exchanges do. */
const ordering = [...exchanges, ...callBridgeIds]
/** Services that are paid and pay out. */
const settling = [...bridges, ...ordering]
/** Services with limits of their own. */
const limited = [...settling, ...aggregatorIds]
const providers = [...limited, ...tonExchanges]
const tonHosts = ['toncenter', 'onfinality', 'tonapi'] as const
const servers = [...providers, ...messengers, ...prices, ...tonHosts]

const most = { seconds: 86_400, 'basis points': 9_999, percent: 1_000, blocks: 1_000 } as const
const value = (unit: keyof typeof most, fallback: number, limit: number = most[unit]) => ({
  unit,
  fallback,
  most: limit,
})

type Row = readonly [
  targets: readonly string[],
  fault: string,
  value: FaultDescription['value'],
  rehearses: string,
]

// Every service of a kind supports all faults that the kit handles.
const lasting: readonly Row[] = [
  [servers, 'down', null, 'The server closes every connection without an answer.'],
  [servers, 'error', null, 'The server answers 500 to everything.'],
  [servers, 'rate-limit', null, 'The server answers 429 with Retry-After.'],
  [servers, 'delay', value('seconds', 10), 'The server answers late: timeouts apply.'],
  [servers, 'silent', null, 'The server accepts connections and never answers.'],
  [servers, 'garbage', null, 'The server answers a web page instead of JSON.'],
  [providers, 'refuse', null, 'The provider offers nothing for any pair.'],
  [providers, 'unauthorized', null, 'The provider requires an API key, or a different one.'],
  [limited, 'too-low', null, 'Every amount is below the minimum of the provider.'],
  [limited, 'too-high', null, 'Every amount is above the maximum of the provider.'],
  [
    [...settling, ...messengers],
    'slow',
    value('seconds', 10),
    'It pays out late: PENDING for a while, then SUCCESS.',
  ],
  [
    rollups,
    'slow',
    value('seconds', 10),
    'Withdrawals are confirmed late: PENDING, then READY_TO_CLAIM.',
  ],
  [rollups, 'stall', null, 'Withdrawals are not confirmed: PENDING, then LONG_PENDING.'],
  [
    [...settling, ...messengers, ...tonExchanges],
    'stall',
    null,
    'Money is accepted and nothing follows: PENDING, then LONG_PENDING.',
  ],
  [
    aggregatorIds,
    'stall',
    null,
    'The router takes the money and pays nothing, although the simulation pays.',
  ],
  [bridges, 'refund', value('seconds', 10), 'Deposits expire and are refunded: REVERTED.'],
  [[...ordering, ...tonExchanges], 'refund', null, 'The money is sent back: REVERTED.'],
  [
    aggregatorIds,
    'refund',
    null,
    'The price moves after the simulation: the transaction fails, FAIL.',
  ],
  [
    [...limited, 'COFFEE_SWAP'],
    'less',
    value('basis points', 500),
    'The payout is less than quoted.',
  ],
  [[...ordering, ...tonExchanges], 'forget', null, 'The provider no longer knows any swap.'],
  [
    exchanges,
    'hold',
    null,
    'Deposits are on hold for a check: LONG_PENDING if the exchange reports it.',
  ],
  [
    ordering,
    'lie',
    null,
    'Deposits are reported as paid out by a transaction that does not exist.',
  ],
  [withOrders, 'reply-lost', null, 'Orders are opened, but the answer is lost: nothing is shown.'],
  [
    ['relay'],
    'stuck',
    null,
    'Deposits cannot be sent back either and wait to be withdrawn: REVERT, later REVERTED.',
  ],
  [['exolix'], 'limits-200', null, 'Amounts out of range are refused in an answer of 200.'],
  [
    bridges,
    'slow-fill',
    value('seconds', 10),
    'The relayer leaves it to the bridge, which pays late: LONG_PENDING, then SUCCESS.',
  ],
  [
    bridges,
    'status-lies',
    null,
    'The bridge reports every deposit as paid out by a transaction that does not exist.',
  ],
  [bridges, 'status-missing', null, 'The bridge has not detected any deposit yet: 404.'],
  [
    [...bridges, 'COFFEE_SWAP'],
    'wrong-receiver',
    null,
    'The swap pays out to a stranger: refused.',
  ],
  [[...bridges, 'COFFEE_SWAP'], 'wrong-target', null, 'It goes to a foreign contract: refused.'],
  [[...bridges, 'COFFEE_SWAP'], 'extra-value', null, 'It takes more native coins along: refused.'],
  [bridges, 'wrong-spender', null, 'The approval would go to a foreign contract: refused.'],
  ...alteredFields(),
  [prices, 'unknown', null, 'No price is known: values are shown as unknown.'],
  [prices, 'zero', null, 'Every price is zero.'],
  [
    prices,
    'wrong',
    value('percent', 50),
    'Every price is this much too high: the sources disagree.',
  ],
  [chains, 'pending', null, 'Transactions wait and are not mined: PENDING.'],
  [chains, 'revert', null, 'Transactions other than approvals are mined but fail: FAIL.'],
  [chains, 'down', null, 'The node refuses connections.'],
  [chains, 'hang', null, 'The node accepts connections and never answers.'],
  [['TON'], 'pending', null, 'Messages are accepted and wait: PENDING until it is cleared.'],
  [
    ['TON'],
    'late',
    value('seconds', 10, 3_600),
    'Messages are accepted and included this much later: PENDING, then what follows.',
  ],
  [['TON'], 'lost', null, 'Messages are accepted and never arrive: they expire.'],
  [['TON'], 'no-funds', null, 'The wallet is empty when its message arrives: FAIL.'],
  [
    ['TON'],
    'refund',
    null,
    'The price has moved when a swap arrives: the exchange returns the money, REVERTED.',
  ],
]

const once: readonly Row[] = [
  [chains, 'drop', null, 'Waiting transactions are dropped, as if never sent: NOT_FOUND.'],
  [
    chains,
    'reorg',
    value('blocks', 4, 50),
    'The last blocks are replaced by empty ones: a receipt that was there is gone.',
  ],
  [chains, 'mine', value('blocks', 1), 'New blocks are mined.'],
  [
    [...chains, 'TON'],
    'advance',
    value('seconds', 7_200, 31_536_000),
    'The chain clock jumps ahead: messages and deadlines expire.',
  ],
]

/**
 * Fields of an order that can change between its opening and its read-back, and where. What a
 * provider only estimates (Chainflip the end of a channel) is not among them.
 */
function alteredFields(): Row[] {
  const keyed = ['stealthex', 'simple_swap', 'baltex'] as const
  const fields: [field: string, text: string, targets: readonly DepositProvider[]][] = [
    ['order-id', 'another order number', ['exolix', 'changenow', 'quickex', 'chainflip', ...keyed]],
    ['deposit-address', 'another deposit address', exchanges],
    ['memo', 'another memo', ['exolix', 'near_intents', 'changenow', 'quickex', ...keyed]],
    ['amount', 'another amount to send', withOrders],
    ['receive-amount', 'half of what was promised', withOrders],
    ['source-coin', 'another coin to send', withOrders],
    ['target-coin', 'another coin to receive', withOrders],
    ['receiver', "a stranger's address as the receiver", withOrders],
    ['receiver-memo', 'an unrequested receiver memo', ['exolix', 'changenow', ...keyed]],
    [
      'refund-address',
      "a stranger's address for refunds",
      ['exolix', 'near_intents', 'changenow', 'chainflip', 'relay', ...keyed],
    ],
    ['rate-type', 'a floating rate in place of a fixed one', ['exolix', 'quickex', ...keyed]],
    ['deadline', 'another deadline', ['near_intents', 'changenow']],
  ]
  return fields.map(([field, text, targets]) => [
    targets,
    `alter-${field}`,
    null,
    `An order that is read back has ${text}: nothing is shown.`,
  ])
}

/** Every fault of the sandbox, with what it rehearses. */
export function describeFaults(): FaultDescription[] {
  const describe =
    (kind: FaultDescription['kind']) =>
    ([targets, fault, value, rehearses]: Row): FaultDescription => ({
      targets,
      fault,
      kind,
      value,
      rehearses,
    })
  return [...lasting.map(describe('lasting')), ...once.map(describe('once'))]
}

/**
 * Validates a requested fault and its value.
 * @throws SwaprouteError INVALID_ARGUMENT listing the choices
 */
export function checkFault(wanted: ActiveFault): FaultDescription & { given: number | null } {
  const ofTarget = describeFaults().filter((row) => row.targets.includes(wanted.target))
  if (ofTarget.length === 0) {
    const targets = [...new Set(describeFaults().flatMap((row) => row.targets))]
    throw refusal(`Unknown fault target "${wanted.target}".`, targets)
  }
  const row = ofTarget.find((candidate) => candidate.fault === wanted.fault)
  if (row === undefined) {
    const names = ofTarget.map((candidate) => candidate.fault)
    throw refusal(`"${wanted.fault}" is not a fault of ${wanted.target}.`, names)
  }
  if (row.value === null) {
    if (wanted.value === null) return { ...row, given: null }
    throw refusal(`The fault "${row.fault}" takes no value.`, [row.rehearses])
  }
  const given = wanted.value ?? row.value.fallback
  if (!Number.isSafeInteger(given) || given < 0 || given > row.value.most) {
    throw refusal(`${given} is not a valid value for "${row.fault}".`, [
      `whole ${row.value.unit} from 0 to ${row.value.most}`,
    ])
  }
  return { ...row, given }
}

/** Active faults; servers and relayer check them before they act. */
export type FaultBoard = {
  /** Null when it is off; otherwise its value, 0 for faults without one. */
  read(target: string, fault: string): number | null
  set(target: string, fault: string, value: number | null): void
  clear(): void
  list(): ActiveFault[]
}

export function createFaultBoard(): FaultBoard {
  const active = new Map<string, ActiveFault>()
  const keyOf = (target: string, fault: string): string => `${target} ${fault}`
  return {
    read: (target, fault) => {
      const found = active.get(keyOf(target, fault))
      return found === undefined ? null : (found.value ?? 0)
    },
    set: (target, fault, value) => void active.set(keyOf(target, fault), { target, fault, value }),
    clear: () => active.clear(),
    list: () => [...active.values()],
  }
}

function refusal(message: string, choices: readonly string[]): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: `Possible: ${choices.join(', ')}.`,
  })
}
