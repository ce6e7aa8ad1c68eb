import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'

import type {
  BalancerRow,
  BalancerState,
} from '../../../../src/providers/onchain/families/balancer.ts'
import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, type Effect, type FamilyCase, zero } from './familyCase.ts'

// balancer/balancer-v2-monorepo pkg/interfaces/contracts/vault/IVault.sol (read 2026-11).
const step =
  '(bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps'
const funds =
  '(address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds'
const abi = [
  `function queryBatchSwap(uint8 kind, ${step}, address[] assets, ${funds}) returns (int256[] assetDeltas)`,
  `function swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, ${funds}, uint256 limit, uint256 deadline) payable returns (uint256)`,
  `function batchSwap(uint8 kind, ${step}, address[] assets, ${funds}, int256[] limits, uint256 deadline) payable returns (int256[])`,
]

const row = chainRows('ETH')?.rows.find((each) => each.id === 'BALANCER')
if (row?.family !== 'balancer-v2') throw new Error('no BALANCER on ETH')
const [bal, weth, usdc] = [...(row.pools[0]?.tokens ?? []), row.pools[1]?.tokens[0] ?? '']
const deltas = (list: bigint[]): Hex => encodeAbiParameters(parseAbiParameters('int256[]'), [list])
const oneHop = { row, tokens: [bal ?? '', weth ?? ''], params: [0] }
const twoHops = { row, tokens: [bal ?? '', weth ?? '', usdc ?? ''], params: [0, 1] }

function pathsOf(own: PoolRow): QuotedPath<PoolRow>[] {
  const { pools } = own as BalancerRow
  const direct = pools.flatMap(({ tokens }, index) => [
    { row: own, tokens, params: [index] },
    { row: own, tokens: tokens.toReversed(), params: [index] },
  ])
  return [...direct, { ...twoHops, row: own }]
}

type Terms = Parameters<FamilyCase['swap']>[1]

function stepsOf({ row: own, params }: QuotedPath<PoolRow>, amount: bigint) {
  return params.map((index, hop) => ({
    poolId: (own as BalancerRow).pools[index]?.id,
    assetInIndex: BigInt(hop),
    assetOutIndex: BigInt(hop + 1),
    amount: hop === 0 ? amount : 0n,
    userData: '0x',
  }))
}

const fundsOf = (sender: string, recipient: string) => ({
  sender,
  fromInternalBalance: false,
  recipient,
  toInternalBalance: false,
})

export const balancerCase: FamilyCase = {
  family: 'balancer-v2',
  source: 'balancer/balancer-v2-monorepo pkg/interfaces/contracts/vault/IVault.sol',
  abi,
  paths: pathsOf,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: (path, amount) => ({
    to: path.row.router,
    name: 'queryBatchSwap',
    args: [0, stepsOf(path, amount), path.tokens, fundsOf(zero, zero)],
  }),
  swap: (state, terms) => swapOf(state as BalancerState, terms),
  answers: [
    {
      name: 'one hop: what is given is negative',
      path: oneHop,
      amountIn: 5n,
      data: deltas([5n, -42n]),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    {
      name: 'two hops',
      path: twoHops,
      amountIn: 5n,
      data: deltas([5n, 0n, -42n]),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    {
      name: 'a part of the input',
      path: oneHop,
      amountIn: 5n,
      data: deltas([4n, -42n]),
      expected: null,
    },
    { name: 'nothing given', path: oneHop, amountIn: 5n, data: deltas([5n, 0n]), expected: null },
    {
      name: 'money between',
      path: twoHops,
      amountIn: 5n,
      data: deltas([5n, -1n, -42n]),
      expected: null,
    },
    { name: 'another list', path: twoHops, amountIn: 5n, data: deltas([5n, -42n]), expected: null },
  ],
  effect: (own, { name, args }) =>
    name === 'swap' ? singleEffect(own, args) : batchEffect(own, name, args),
  hostile: (state, terms) => {
    const { name, args } = swapOf(state as BalancerState, terms)
    if (name === 'batchSwap') {
      const limits = args[4] as bigint[]
      const steps = args[1] as ReturnType<typeof stepsOf>
      const swapped = steps.map((each) => ({ ...each, userData: '0x01' }))
      return [
        { name, args: args.with(0, 1), why: 'an exact output' },
        {
          name,
          args: args.with(4, limits.with(0, terms.amountIn + 1n)),
          why: 'more than the amount',
        },
        { name, args: args.with(4, limits.with(-1, 1n)), why: 'no minimum' },
        { name, args: args.with(1, swapped), why: 'data for a pool' },
      ]
    }
    const [single, paid] = args as [object, object]
    return [
      { name, args: args.with(0, { ...single, kind: 1 }), why: 'an exact output' },
      { name, args: args.with(0, { ...single, userData: '0x01' }), why: 'data for a pool' },
      {
        name,
        args: args.with(0, { ...single, poolId: `0x${'ab'.repeat(32)}` }),
        why: 'unknown pool',
      },
      { name, args: args.with(1, { ...paid, toInternalBalance: true }), why: 'left in the vault' },
      { name, args: args.with(1, { ...paid, recipient: zero }), why: 'no recipient' },
    ]
  },
}

function swapOf(
  state: BalancerState,
  { recipient, payer, amountIn, amountOutMin, deadline }: Terms,
): Asked {
  const { direction, tokens } = state
  const last = tokens.length - 1
  const assets = tokens.map((token, index) =>
    (direction === 'nativeIn' && index === 0) || (direction === 'nativeOut' && index === last)
      ? zero
      : token,
  )
  const paid = fundsOf(payer ?? recipient, recipient)
  const [first] = stepsOf(state, amountIn)
  if (last === 1) {
    const [assetIn, assetOut] = assets
    const single = {
      poolId: first?.poolId,
      kind: 0,
      assetIn,
      assetOut,
      amount: amountIn,
      userData: '0x',
    }
    return { name: 'swap', args: [single, paid, amountOutMin, deadline] }
  }
  const limits = [amountIn, 0n, -amountOutMin]
  return { name: 'batchSwap', args: [0, stepsOf(state, amountIn), assets, paid, limits, deadline] }
}

type Funds = {
  sender: string
  fromInternalBalance: boolean
  recipient: string
  toInternalBalance: boolean
}

const held = (own: PoolRow, id: string): string[] =>
  (own as BalancerRow).pools
    .find((pool) => pool.id === id)
    ?.tokens.map((token) => token.toLowerCase()) ?? []

/** What a call does whose pools are the registry's; the vault knows no others as this program lists. */
function effectOf(
  own: PoolRow,
  ends: readonly [string, string],
  [amount, least]: readonly [bigint, bigint],
  paid: Funds,
  odd: boolean,
): Effect {
  const isOdd = odd || paid.fromInternalBalance || paid.toInternalBalance
  const [from, to] = ends
  return {
    takes: from === zero ? null : { token: from, amount },
    ...(from === zero ? { coins: amount } : {}),
    to: paid.toInternalBalance ? own.router : paid.recipient,
    token: to,
    least,
    ...(isOdd ? { odd: 'never built' } : {}),
  }
}

function joins(own: PoolRow, id: string, ends: readonly string[]): boolean {
  const tokens = held(own, id)
  const pooled = ends.map((end) => (end === zero ? own.wrapped : end).toLowerCase())
  return pooled.every((end) => tokens.includes(end)) && pooled[0] !== pooled[1]
}

function singleEffect(own: PoolRow, args: readonly unknown[]): Effect | null {
  const [single, paid, limit] = args as [
    {
      poolId: string
      kind: number
      assetIn: string
      assetOut: string
      amount: bigint
      userData: Hex
    },
    Funds,
    bigint,
  ]
  const ends = [single.assetIn, single.assetOut] as const
  // A pool without these tokens makes the vault revert, and so does no recipient.
  if (!joins(own, single.poolId, ends) || BigInt(paid.recipient) === 0n || single.kind !== 0)
    return null
  return effectOf(own, ends, [single.amount, limit], paid, single.userData !== '0x')
}

function batchEffect(own: PoolRow, name: string, args: readonly unknown[]): Effect | null {
  const [kind, steps, assets, paid, limits] = args as [
    number,
    readonly {
      poolId: string
      assetInIndex: bigint
      assetOutIndex: bigint
      amount: bigint
      userData: Hex
    }[],
    readonly string[],
    Funds,
    readonly bigint[],
  ]
  if (name !== 'batchSwap' || kind !== 0 || limits.length !== assets.length) return null
  const isLine =
    steps.length === assets.length - 1 &&
    steps.every(
      ({ poolId, assetInIndex, assetOutIndex, amount, userData }, hop) =>
        assetInIndex === BigInt(hop) &&
        assetOutIndex === BigInt(hop + 1) &&
        (amount === 0n) === hop > 0 &&
        userData === '0x' &&
        joins(own, poolId, assets.slice(hop, hop + 2)),
    )
  const [from, amount] = [assets[0], steps[0]?.amount]
  const [to, limit] = [assets.at(-1), limits.at(-1)]
  if (
    !isLine ||
    from === undefined ||
    to === undefined ||
    amount === undefined ||
    limit === undefined
  ) {
    return null
  }
  // Less than the amount may not be taken; money between the hops would be given to the recipient.
  if ((limits[0] ?? 0n) < amount || BigInt(paid.recipient) === 0n) return null
  const isExact = limits[0] === amount && limits.slice(1, -1).every((each) => each === 0n)
  return effectOf(own, [from, to], [amount, limit > 0n ? 0n : -limit], paid, !isExact || limit > 0n)
}
