import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'

import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import type { SyncSwapState } from '../../../../src/providers/onchain/families/syncSwap.ts'
import { blockchainsWithRows } from '../../../../src/providers/onchain/registry.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { registeredPools } from '../../../support/registry.ts'
import { type Asked, type Effect, type FamilyCase, zero } from './familyCase.ts'

// syncswap/core-contracts: SyncSwapRouter.sol, IPool.sol (router V1, verified on zkSync Era and
// Linea; read 2026-11).
const abi = [
  'function getAmountOut(address tokenIn, uint256 amountIn, address sender) view returns (uint256 amountOut)',
  'function swap(((address pool, bytes data, address callback, bytes callbackData)[] steps, address tokenIn, uint256 amountIn)[] paths, uint256 amountOutMin, uint256 deadline) payable returns ((address token, uint256 amount))',
]
const stepData = parseAbiParameters('address tokenIn, address to, uint8 withdrawMode')

const other = '0x2222222222222222222222222222222222222222'
const poolOf = ({ blockchain }: PoolRow): string =>
  `0x5555${Buffer.from(blockchain).toString('hex').padEnd(36, '5')}`

const rows = blockchainsWithRows()
  .flatMap((blockchain) => chainRows(blockchain)?.rows ?? [])
  .filter((row) => row.family === 'syncswap')
for (const each of rows) registeredPools.set(poolOf(each), [each.wrapped, other])
const [row] = rows
if (row === undefined) throw new Error('no SYNC_SWAP')

function pathsOf(own: PoolRow): QuotedPath<PoolRow>[] {
  const pools = [{ address: poolOf(own), params: [] }]
  const tokens = [own.wrapped, other]
  return [tokens, tokens.toReversed()].map((ends) => ({
    row: own,
    tokens: ends,
    params: [],
    pools,
  }))
}

const [path] = pathsOf(row)
if (path === undefined) throw new Error('no path')
const answer = (amount: bigint): Hex => encodeAbiParameters(parseAbiParameters('uint256'), [amount])

type Step = { pool: string; data: Hex; callback: string; callbackData: Hex }
type Path = { steps: readonly Step[]; tokenIn: string; amountIn: bigint }

export const syncSwapCase: FamilyCase = {
  family: 'syncswap',
  source: 'syncswap/core-contracts contracts/SyncSwapRouter.sol',
  abi,
  paths: pathsOf,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: ({ tokens, pools = [] }, amount) => ({
    to: pools[0]?.address ?? '',
    name: 'getAmountOut',
    args: [tokens[0], amount, zero],
  }),
  swap: (state, terms) => swapOf(state as SyncSwapState, terms),
  answers: [
    {
      name: 'an output',
      path,
      data: answer(42n),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    { name: 'nothing', path, data: answer(0n), expected: null },
  ],
  effect: (own, { args }): Effect | null => {
    const [paths, least] = args as [readonly Path[], bigint]
    const [only] = paths
    const [step] = only?.steps ?? []
    if (only === undefined || step === undefined) return null
    const data = readStep(step.data)
    if (data === null) return null
    const { tokenIn: sold, amountIn: amount } = only
    const isCoin = sold === zero
    const paid = (isCoin ? own.wrapped : sold).toLowerCase()
    const takes = isCoin ? {} : { takes: { token: sold, amount } }
    const held = registeredPools.get(step.pool.toLowerCase())?.map((each) => each.toLowerCase())
    const taken = { takes: null, ...takes, ...(isCoin ? { coins: amount } : {}) }
    if (held === undefined || step.pool.toLowerCase() !== poolOf(own)) {
      return { ...taken, to: step.pool, token: own.wrapped, least: 0n }
    }
    const token = held.find((each) => each !== paid)
    // The vault credits the pool with another token than the call swaps.
    if (!held.includes(paid) || data.tokenIn.toLowerCase() !== paid || token === undefined)
      return null
    if (BigInt(data.to) === 0n || data.mode > 2) return null
    const isCoins = data.mode === 1 && token === own.wrapped.toLowerCase()
    const effect = { ...taken, to: data.to, token: isCoins ? zero : token, least }
    const isOdd =
      paths.length > 1 ||
      only.steps.length > 1 ||
      step.callback !== zero ||
      step.callbackData !== '0x' ||
      (data.mode === 1 && !isCoins)
    if (data.mode === 0) return { ...effect, to: own.router, token: own.wrapped, least: 0n }
    return isOdd ? { ...effect, odd: 'never built' } : effect
  },
  hostile: (state, terms) => {
    const swap = swapOf(state as SyncSwapState, terms)
    const [[only]] = swap.args as [readonly [Path]]
    const [step] = only.steps
    if (step === undefined) throw new Error('no step')
    const withStep = (change: Partial<Step>): Asked => ({
      ...swap,
      args: swap.args.with(0, [{ ...only, steps: [{ ...step, ...change }] }]),
    })
    const bought = state.tokens[1] ?? ''
    const token = state.tokens[0] ?? ''
    return [
      { ...withStep({ pool: state.row.router }), why: 'an account that is no pool' },
      { ...withStep({ callback: bought }), why: 'a contract that is called back' },
      { ...withStep({ callbackData: '0x01' }), why: 'data for it' },
      { ...withStep({ data: stepOf(token, terms.recipient, 0) }), why: 'left in the vault' },
      { ...withStep({ data: stepOf(token, zero, 2) }), why: 'no recipient' },
      { ...withStep({ data: stepOf(bought, terms.recipient, 2) }), why: 'another token' },
      { ...swap, args: swap.args.with(0, [only, only]), why: 'two paths' },
      {
        ...swap,
        args: swap.args.with(0, [{ ...only, steps: [step, step] }]),
        why: 'two steps',
      },
    ]
  },
}

function stepOf(tokenIn: string, to: string, mode: number): Hex {
  return encodeAbiParameters(stepData, [tokenIn as Hex, to as Hex, mode])
}

function readStep(data: Hex): { tokenIn: string; to: string; mode: number } | null {
  if (data.length !== 2 + 3 * 64) return null
  const word = (at: number): string => data.slice(2 + at * 64, 66 + at * 64)
  const isAddress = (text: string): boolean => /^0{24}/.test(text)
  if (!isAddress(word(0)) || !isAddress(word(1)) || BigInt(`0x${word(2)}`) > 255n) return null
  const [tokenIn, to] = [word(0), word(1)].map((text) => `0x${text.slice(24)}`)
  return { tokenIn: tokenIn ?? '', to: to ?? '', mode: Number(`0x${word(2)}`) }
}

function swapOf(
  { direction, tokens: [from = ''], pools }: SyncSwapState,
  terms: Parameters<FamilyCase['swap']>[1],
): Asked {
  const data = stepOf(from, terms.recipient, direction === 'nativeOut' ? 1 : 2)
  const steps = [{ pool: pools[0]?.address ?? '', data, callback: zero, callbackData: '0x' as Hex }]
  const tokenIn = direction === 'nativeIn' ? zero : from
  const path = { steps, tokenIn, amountIn: terms.amountIn }
  return { name: 'swap', args: [[path], terms.amountOutMin, terms.deadline] }
}
