/** Which named points the kinds of swaps come to, and how each is reached and ends. */
import {
  type Checkpoint,
  checkpoints,
  furtherCheckpoints,
  orderCheckpoints,
} from '../../../src/execution/checkpoints.ts'
import type { End, KillCase } from '../../support/killRun.ts'
import type { PlayMoney } from '../../support/playMoney.ts'
import type { KindName, Trade } from '../../support/trades.ts'

/**
 * What the sandbox does meanwhile. `clean`: nothing; `failing`: payments revert, and TON's exchange
 * gives back; `returning`: the bridge and an exchange give back, another's answers are lost; `alone`: every case
 * has faults of its own, so that no two run at a time.
 */
export const phases = ['clean', 'failing', 'returning', 'alone'] as const
export type Phase = (typeof phases)[number]

export type PlannedKill = Omit<KillCase, 'trade' | 'kill'> & {
  point: Checkpoint
  kind: KindName
  phase: Phase
  /** Where the first process dies; the point itself unless `resume` is to come to it. */
  at: string
}

const allPoints: readonly Checkpoint[] = [
  ...checkpoints,
  ...orderCheckpoints,
  ...furtherCheckpoints,
]

const legPoints = (...legs: ('approve_reset' | 'approve' | 'pay' | 'revoke')[]): Checkpoint[] =>
  legs.flatMap((leg) => [
    `${leg}_signing` as const,
    `${leg}_signed` as const,
    `${leg}_broadcast` as const,
    `${leg}_sent` as const,
    `${leg}_confirmed` as const,
  ])

const started: Checkpoint[] = ['reviewed', 'planned', 'locked', 'baseline']
const onChain: Checkpoint[] = [...started, ...legPoints('pay'), 'settling', 'done']
const orderOpened: Checkpoint[] = [
  'order_confirmed',
  'order_planned',
  'ordering',
  'order_answered',
  'order_read_back',
  'ordered',
]
const paidOrder: Checkpoint[] = [
  ...orderOpened,
  'order_reviewed',
  ...onChain.filter((point) => point !== 'reviewed'),
  'delivering',
  'reported',
]

/** What a swap comes to when everything goes well. */
const reached: Partial<Record<KindName, Checkpoint[]>> = {
  'same-chain': [...onChain, ...legPoints('approve_reset', 'approve'), 'allowance_read'],
  'cross-chain': [
    ...onChain,
    ...legPoints('approve_reset', 'approve'),
    'allowance_read',
    'delivering',
  ],
  'ton-usdt': [...onChain, 'delivering'],
  'usdt-ton': [...onChain, 'delivering'],
  'by-hand': [
    ...orderOpened,
    'awaiting_deposit',
    'presenting',
    'presented',
    'reported',
    'deposit_settling',
    'deposit_done',
  ],
  'paid-evm': paidOrder,
  'paid-ton': paidOrder,
  'paid-jetton': paidOrder,
}

function endOf(point: Checkpoint): readonly End[] {
  if (point === 'reviewed' || point === 'order_confirmed') return ['nothing']
  // The order may have been asked for, and was not: it is never asked for a second time.
  return point === 'ordering' ? ['abandoned'] : ['done']
}

function clean(): PlannedKill[] {
  return Object.entries(reached).flatMap(([name, points]) =>
    points.map((point): PlannedKill => {
      const kind = kindOf(name)
      return { point, kind, phase: 'clean', at: point, wanted: endOf(point) }
    }),
  )
}

function kindOf(name: string): KindName {
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
  const kind = kinds.find((one) => one === name)
  if (kind === undefined) throw new Error(`no kind ${name}`)
  return kind
}

const signers: readonly KindName[] = [
  'same-chain',
  'cross-chain',
  'ton-usdt',
  'usdt-ton',
  'paid-evm',
  'paid-ton',
  'paid-jetton',
]

/** The process that resumes is killed as well. */
function resumed(): PlannedKill[] {
  const twice = (kind: KindName, at: Checkpoint, point: Checkpoint): PlannedKill => ({
    point,
    kind,
    phase: 'clean',
    at,
    first: { killAt: point },
    wanted: ['done'],
  })
  return [
    ...signers.flatMap((kind) => [
      twice(kind, 'pay_signing', 'freed'),
      ...(kind.startsWith('paid') ? [] : [twice(kind, 'planned', 'accepted')]),
      twice(kind, 'pay_signed', 'pay_broadcast'),
      twice(kind, 'pay_sent', 'pay_confirmed'),
    ]),
    ...(['presenting', 'presented'] as const).map((point) => ({
      ...twice('by-hand', 'awaiting_deposit', point),
      paysLate: true,
    })),
    { ...twice('by-hand', 'ordered', 'deposit_done'), paysLate: true },
  ]
}

function failing(): PlannedKill[] {
  const points: Checkpoint[] = [...legPoints('revoke'), 'allowance_read', 'failed']
  const swaps = (['same-chain', 'cross-chain'] as const).flatMap((kind) =>
    points.map((point) => ({ point, kind, wanted: ['failed'] as const })),
  )
  const back = (['ton-usdt', 'usdt-ton'] as const).map((kind) => ({
    point: 'refunded' as const,
    kind,
    wanted: ['refunded'] as const,
  }))
  return [
    ...swaps,
    ...back,
    { point: 'deposit_failed' as const, kind: 'wrong memo' as const, wanted: ['failed'] as const },
    {
      point: 'deposit_refunded' as const,
      kind: 'too little' as const,
      wanted: ['refunded'] as const,
    },
  ].map((one) => ({ ...one, phase: 'failing', at: one.point }))
}

function returning(): PlannedKill[] {
  const common = { phase: 'returning' as const }
  return [
    { ...common, point: 'refunded', at: 'refunded', kind: 'cross-chain', wanted: ['refunded'] },
    { ...common, point: 'settling', at: 'settling', kind: 'cross-chain', wanted: ['refunded'] },
    ...(['paid-evm', 'paid-ton', 'paid-jetton'] as const).map((kind): PlannedKill => ({
      ...common,
      point: 'refunded',
      at: 'refunded',
      kind,
      wanted: ['refunded'],
    })),
    // What was lost stays lost: an order that could not be read is not shown.
    {
      ...common,
      point: 'order_unknown',
      at: 'order_unknown',
      kind: 'reply lost',
      wanted: ['abandoned'],
    },
    { ...common, point: 'abandoned', at: 'abandoned', kind: 'reply lost', wanted: ['abandoned'] },
  ]
}

/** The block of the payment leaves the chain, and every one after it; those before it stay. */
async function takeBack(world: PlayMoney, { key }: Trade): Promise<void> {
  const events = (await world.swapOf(key))?.records.map(({ event }) => event) ?? []
  const mined = events.findLast((event) => event.type === 'confirmed' && event.leg === 'pay')
  if (mined?.type !== 'confirmed') throw new Error('the payment is not mined')
  const { client } = world.reader('ETH')
  const blockNumber = BigInt(mined.blockNumber)
  const { hash } = await client.getBlock({ blockNumber })
  // A block that is made meanwhile, by a swap beside this one, makes the way back too short.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    await world.setFault('ETH', 'reorg', Number(head - blockNumber) + 1)
    if ((await client.getBlock({ blockNumber })).hash !== hash) return
  }
  throw new Error('the block of the payment stays')
}

function alone(): PlannedKill[] {
  const common = { phase: 'alone' as const }
  const endFaults = (world: PlayMoney): Promise<void> => world.endFaults()
  const longAgo = (world: PlayMoney): Promise<void> => world.setFault('TON', 'advance', 1_000)
  return [
    ...(['same-chain', 'cross-chain'] as const).map((kind): PlannedKill => ({
      ...common,
      point: 'reorged',
      kind,
      at: 'pay_confirmed',
      // A delivery that is there already would be the end of it.
      ...(kind === 'cross-chain' ? { before: (world) => world.setFault('across', 'stall') } : {}),
      between: async (world, trade) => {
        await takeBack(world, trade)
        await endFaults(world)
      },
      first: { killAt: 'reorged' },
      wanted: ['done'],
    })),
    // An exchange on TON would not take what its own clock calls late; a transfer has no deadline.
    ...(['paid-ton', 'paid-jetton'] as const).map((kind): PlannedKill => ({
      ...common,
      point: 'pay_expired',
      kind,
      at: 'pay_signed',
      between: longAgo,
      first: { killAt: 'pay_expired' },
      wanted: ['done'],
    })),
    // What could not be sent back is withdrawn between two runs.
    ...(['stuck by hand', 'stuck paid'] as const).map((kind): PlannedKill => ({
      ...common,
      point: 'needs_action',
      kind,
      at: 'needs_action',
      before: (world) => world.setFault('relay', 'stuck'),
      afterwards: endFaults,
      wanted: ['refunded'],
    })),
    {
      ...common,
      point: 'presented',
      kind: 'by-hand',
      at: 'presented',
      paysLate: true,
      between: (world) => world.setFault('exolix', 'alter-deposit-address'),
      first: { refuses: 'UNSAFE_ROUTE' },
      afterwards: endFaults,
      wanted: ['done'],
    },
  ]
}

/** Every point of every kind, once. */
function everyPoint(): PlannedKill[] {
  return [...clean(), ...resumed(), ...failing(), ...returning(), ...alone()]
}

/** Every point so many times on EVM chains, on TON and of orders; the kinds of each share them. */
export function everyPointOften(times: number): PlannedKill[] {
  const every = everyPoint()
  return every.flatMap((one) => {
    const alike = every.filter(
      ({ point, kind }) => point === one.point && realmOf(kind) === realmOf(one.kind),
    )
    return Array.from({ length: Math.ceil(times / alike.length) }, () => one)
  })
}

function realmOf(kind: KindName): 'EVM' | 'TON' | 'orders' {
  if (kind === 'by-hand' || /paid|stuck/.test(kind)) return 'orders'
  return kind === 'ton-usdt' || kind === 'usdt-ton' ? 'TON' : 'EVM'
}

/** Every point once, the kinds taking turns; points of one kind alone first. */
export function eachPointOnce(): PlannedKill[] {
  const every = everyPoint()
  const used = new Map<KindName, number>()
  return allPoints.map((point) => {
    const choices = every.filter((one) => one.point === point)
    const rarest = choices.toSorted((a, b) => (used.get(a.kind) ?? 0) - (used.get(b.kind) ?? 0))[0]
    if (rarest === undefined) throw new Error(`no case comes to ${point}`)
    used.set(rarest.kind, (used.get(rarest.kind) ?? 0) + 1)
    return rarest
  })
}
