import { SwaprouteError } from '../../src/core/errors.ts'
import type { FaultDescription } from '../../src/core/sandboxPackage.ts'
import { sandboxChains } from './chains.ts'
import { depositFaults } from './deposit/faultRows.ts'
import { depositProviders } from './deposit/types.ts'
import { lastingTonFaults, onceTonFaults } from './ton/faultRows.ts'

/** A fault that is on. */
export type ActiveFault = { target: string; fault: string; value: number | null }

const chainTargets = sandboxChains.map((chain) => chain.blockchain)
const priceTargets = ['defillama', 'dexscreener', 'coingecko'] as const
const exchangeTargets = ['STONFI', 'COFFEE_SWAP'] as const
const serverTargets = [
  'across',
  ...depositProviders,
  ...exchangeTargets,
  ...priceTargets,
  'toncenter',
] as const

const seconds = (fallback: number): FaultDescription['value'] => ({
  unit: 'seconds',
  fallback,
  most: 86_400,
})
const bps = (fallback: number): FaultDescription['value'] => ({
  unit: 'basis points',
  fallback,
  most: 9_999,
})
const percent = (fallback: number): FaultDescription['value'] => ({
  unit: 'percent',
  fallback,
  most: 1_000,
})

type Row = [
  targets: readonly string[],
  fault: string,
  value: FaultDescription['value'],
  rehearses: string,
]

const lasting: readonly Readonly<Row>[] = [
  [['across'], 'stall', null, 'No relayer pays out: PENDING, later LONG_PENDING.'],
  [
    ['across'],
    'slow',
    seconds(20),
    'The relayer pays out late: PENDING for a while, then SUCCESS.',
  ],
  [
    ['across'],
    'slow-fill',
    seconds(10),
    'The relayer leaves it to the bridge, which pays late: LONG_PENDING, then SUCCESS.',
  ],
  [
    ['across'],
    'refund',
    seconds(10),
    'Deposits expire after this long and are refunded at the source: REVERTED.',
  ],
  [['across'], 'refuse', null, 'The bridge offers no route for any pair.'],
  [['across'], 'too-low', null, 'Every amount is below the minimum of the bridge.'],
  [['across'], 'too-high', null, 'Every amount is above the maximum of the bridge.'],
  [['across'], 'unauthorized', null, 'The bridge requires an API key.'],
  [['across'], 'less', bps(500), 'The transaction pays out less than the quote says: refused.'],
  [['across'], 'wrong-receiver', null, 'The transaction pays out to a stranger: refused.'],
  [['across'], 'wrong-target', null, 'The transaction goes to a foreign contract: refused.'],
  [['across'], 'wrong-spender', null, 'The approval would go to a foreign contract: refused.'],
  [['across'], 'extra-value', null, 'The transaction takes native coins on top: refused.'],
  [
    ['across'],
    'status-lies',
    null,
    'The bridge reports every deposit as paid out by a transaction that does not exist.',
  ],
  [['across'], 'status-missing', null, 'The bridge has not seen any deposit yet: 404.'],
  [['COFFEE_SWAP'], 'less', bps(500), 'The messages promise less than the quote says: refused.'],
  [['COFFEE_SWAP'], 'wrong-receiver', null, 'The messages pay out to a stranger: refused.'],
  [['COFFEE_SWAP'], 'wrong-target', null, 'The messages go to a foreign contract: refused.'],
  [['COFFEE_SWAP'], 'extra-value', null, 'The messages take more TON along: refused.'],
  ...depositFaults,
  ...lastingTonFaults,
  [serverTargets, 'down', null, 'The server closes every connection without an answer.'],
  [serverTargets, 'error', null, 'The server answers 500 to everything.'],
  [serverTargets, 'rate-limit', null, 'The server answers 429 with Retry-After.'],
  [serverTargets, 'delay', seconds(10), 'The server answers late: timeouts apply.'],
  [serverTargets, 'garbage', null, 'The server answers a web page instead of JSON.'],
  [priceTargets, 'unknown', null, 'No price is known: values are shown as unknown.'],
  [priceTargets, 'zero', null, 'Every price is zero.'],
  [priceTargets, 'wrong', percent(50), 'Every price is this much too high: the sources disagree.'],
  [chainTargets, 'pending', null, 'Transactions wait and are not mined: PENDING.'],
  [chainTargets, 'revert', null, 'Transactions other than approvals are mined but fail: FAIL.'],
  [chainTargets, 'down', null, 'The node refuses connections.'],
  [chainTargets, 'hang', null, 'The node accepts connections and never answers.'],
]

const once: readonly Readonly<Row>[] = [
  [chainTargets, 'drop', null, 'Waiting transactions are dropped, as if never sent: NOT_FOUND.'],
  [
    chainTargets,
    'reorg',
    { unit: 'blocks', fallback: 4, most: 50 },
    'The last blocks are replaced by empty ones: a receipt that was there is gone.',
  ],
  [chainTargets, 'mine', { unit: 'blocks', fallback: 1, most: 1_000 }, 'New blocks are mined.'],
  [
    chainTargets,
    'advance',
    { unit: 'seconds', fallback: 7_200, most: 31_536_000 },
    'The chain clock jumps ahead: deadlines pass, deposits expire.',
  ],
  ...onceTonFaults,
]

/** Every fault of the sandbox, with what it rehearses. */
export function describeFaults(): FaultDescription[] {
  const describe =
    (kind: FaultDescription['kind']) =>
    ([targets, fault, value, rehearses]: Readonly<Row>): FaultDescription => ({
      targets,
      fault,
      kind,
      value,
      rehearses,
    })
  return [...lasting.map(describe('lasting')), ...once.map(describe('once'))]
}

/**
 * Validates a requested fault and its value. @throws SwaprouteError INVALID_ARGUMENT listing the
 * choices
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
  look(target: string, fault: string): number | null
  set(target: string, fault: string, value: number | null): void
  clear(): void
  list(): ActiveFault[]
}

export function createFaultBoard(): FaultBoard {
  const active = new Map<string, ActiveFault>()
  const keyOf = (target: string, fault: string): string => `${target} ${fault}`
  return {
    look: (target, fault) => {
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
