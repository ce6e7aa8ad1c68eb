import type { FaultDescription } from '../../../src/core/sandboxPackage.ts'

type Row = [
  targets: readonly string[],
  fault: string,
  value: FaultDescription['value'],
  rehearses: string,
]

const targets = ['TON']

/** What can go wrong with messages to the sandbox's TON chain, as long as it is on. */
export const lastingTonFaults: readonly Readonly<Row>[] = [
  [targets, 'pending', null, 'Messages are accepted and wait: PENDING until the fault is cleared.'],
  [
    targets,
    'late',
    { unit: 'seconds', fallback: 10, most: 3_600 },
    'Messages are accepted and included this much later: PENDING, then what follows.',
  ],
  [targets, 'lost', null, 'Messages are accepted and never arrive: they expire.'],
  [
    targets,
    'no-funds',
    null,
    'The wallet is empty when its message arrives: nothing is forwarded, FAIL.',
  ],
  [
    targets,
    'refund',
    null,
    'The price has moved when a swap arrives: the exchange returns the money, REVERTED.',
  ],
]

export const onceTonFaults: readonly Readonly<Row>[] = [
  [
    targets,
    'advance',
    { unit: 'seconds', fallback: 7_200, most: 31_536_000 },
    'The chain clock jumps ahead: messages and deadlines expire.',
  ],
]
