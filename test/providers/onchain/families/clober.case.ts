import { encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from 'viem'

import type { CloberRow, CloberState } from '../../../../src/providers/onchain/families/clober.ts'
import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, caller, type Effect, type FamilyCase, zero } from './familyCase.ts'

// clober-dex/v2-sdk src/constants/abis/core (controller, book viewer) of 2026-04-15; keys of books as
// its src/entities/book/utils/book-id.ts has them.
const order =
  '(uint192 id, uint256 limitPrice, uint256 baseAmount, uint256 minQuoteAmount, bytes hookData)'
const abi = [
  `function getExpectedOutput(${order} params) view returns (uint256 takenQuoteAmount, uint256 spentBaseAmount)`,
  `function spend(${order}[] orderParamsList, address[] tokensToSettle, (address token, uint256 permitAmount, (uint256 deadline, uint8 v, bytes32 r, bytes32 s) signature)[] permitParamsList, uint64 deadline) payable`,
]
const key = parseAbiParameters(
  'address base, uint64 unitSize, address quote, uint24 makerPolicy, address hooks, uint24 takerPolicy',
)

const row = chainRows('MONAD')?.rows.find((each) => each.id === 'CLOBER')
if (row?.family !== 'clober') throw new Error('no CLOBER on MONAD')
const token = '0x1111111111111111111111111111111111111111'
const other = '0x2222222222222222222222222222222222222222'

/** Ends by the direction: 0 tokens, 1 coins are sold, 2 coins are bought. */
const direct = { tokens: 0, nativeIn: 1, nativeOut: 2 } as const

function bookOf(sold: string, bought: string, step: number): bigint {
  const values = [
    sold as Hex,
    10n ** BigInt(step),
    bought as Hex,
    8_888_608,
    zero,
    8_888_708,
  ] as const
  return BigInt(keccak256(encodeAbiParameters(key, values))) & (2n ** 192n - 1n)
}

function pathsOf(own: PoolRow): QuotedPath<PoolRow>[] {
  const { wrapped } = own
  const pairs: [string[], number[][]][] = [
    [[token, other], [0, 2, 12].map((step) => [step, 0])],
    [[wrapped, token], [0, 1].flatMap((end) => [0, 2, 12].map((step) => [step, end]))],
    [[token, wrapped], [0, 2].map((end) => [12, end])],
  ]
  return pairs.flatMap(([tokens, list]) => list.map((params) => ({ row: own, tokens, params })))
}

function endsOf({ tokens, params }: Pick<QuotedPath<PoolRow>, 'tokens' | 'params'>): string[] {
  const [from = '', to = ''] = tokens
  return [params[1] === 1 ? zero : from, params[1] === 2 ? zero : to]
}

const path = { row, tokens: [token, other], params: [0, 0] }
const answer = (taken: bigint, spent: bigint): Hex =>
  encodeAbiParameters(parseAbiParameters('uint256, uint256'), [taken, spent])
const found = { amountMiddle: null, ticksCrossed: null }

export const cloberCase: FamilyCase = {
  family: 'clober',
  source:
    'clober-dex/v2-sdk src/constants/abis/core, src/entities/book/utils/book-id.ts (2026-04-15)',
  abi,
  paths: pathsOf,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: (asked, amount) => {
    const [sold = '', bought = ''] = endsOf(asked)
    const id = bookOf(sold, bought, asked.params[0] ?? 0)
    const params = { id, limitPrice: 0n, baseAmount: amount, minQuoteAmount: 0n, hookData: '0x' }
    return { to: (asked.row as CloberRow).quoter, name: 'getExpectedOutput', args: [params] }
  },
  swap: (state, terms) => swapOf(state as CloberState, terms),
  answers: [
    {
      name: 'all of it',
      path,
      amountIn: 5n,
      data: answer(42n, 5n),
      expected: { amountOut: 42n, ...found },
    },
    {
      name: 'all but the rest of a step',
      path,
      amountIn: 20_000n,
      data: answer(42n, 19_091n),
      expected: { amountOut: 42n, ...found },
    },
    { name: 'a part', path, amountIn: 20_000n, data: answer(42n, 19_090n), expected: null },
    {
      name: 'a part of a ten thousandth',
      path,
      amountIn: 10n ** 10n,
      data: answer(10n ** 10n, 10n ** 10n - 10n ** 6n),
      expected: null,
    },
    {
      name: 'all but the rest of a larger step',
      path: { ...path, params: [2, 0] },
      amountIn: 10n ** 10n,
      data: answer(10n ** 10n - 200n, 10n ** 10n - 199n),
      expected: { amountOut: 10n ** 10n - 200n, ...found },
    },
    { name: 'more than was asked', path, amountIn: 5n, data: answer(42n, 6n), expected: null },
    { name: 'no book', path, amountIn: 5n, data: answer(0n, 0n), expected: null },
  ],
  effect: (own, { name, args }): Effect | null => {
    if (name !== 'spend') return null
    const [orders, tokens, permits] = args as [
      readonly Order[],
      readonly string[],
      readonly unknown[],
    ]
    const [only] = orders
    if (only === undefined) return null
    const lower = tokens.map((each) => each.toLowerCase())
    const book = booksOf(own).find(({ id }) => id === only.id)
    // A book that was never opened, or money that is not taken: nothing happens.
    if (book === undefined) return null
    const due = [book.sold, book.bought].map((each) => each.toLowerCase())
    if (!due.every((each) => each === zero || lower.includes(each))) return null
    const isOdd =
      orders.length > 1 ||
      permits.length > 0 ||
      only.limitPrice !== 0n ||
      only.hookData !== '0x' ||
      lower.join() !== due.filter((each) => each !== zero).join()
    const isCoin = book.sold === zero
    return {
      takes: isCoin ? null : { token: book.sold, amount: only.baseAmount },
      ...(isCoin ? { coins: only.baseAmount } : {}),
      to: caller,
      token: book.bought,
      least: only.minQuoteAmount,
      ...(isOdd ? { odd: 'never built' } : {}),
    }
  },
  hostile: (state, terms) => {
    const { name, args } = swapOf(state as CloberState, terms)
    const [[only]] = args as [[Order]]
    const changed = (change: Partial<Order>): Asked => ({
      name,
      args: args.with(0, [{ ...only, ...change }]),
    })
    const signature = { deadline: 1n, v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}` }
    return [
      { ...changed({ limitPrice: 1n }), why: 'a limit of the price' },
      { ...changed({ hookData: '0x01' }), why: 'data for a hook' },
      { ...changed({ id: only.id + 1n }), why: 'another book' },
      { ...changed({ id: bookOf(token, other, 5) }), why: 'a book with another step' },
      { name, args: args.with(0, [only, only]), why: 'two orders' },
      { name, args: args.with(1, [zero]), why: 'coins that are settled' },
      { name, args: args.with(1, [state.row.router, token]), why: 'other tokens' },
      { name, args: args.with(2, [{ token, permitAmount: 1n, signature }]), why: 'a permit' },
    ]
  },
}

type Order = {
  id: bigint
  limitPrice: bigint
  baseAmount: bigint
  minQuoteAmount: bigint
  hookData: string
}

function booksOf(own: PoolRow): { id: bigint; sold: string; bought: string }[] {
  return pathsOf(own).map((each) => {
    const [sold = '', bought = ''] = endsOf(each)
    return { id: bookOf(sold, bought, each.params[0] ?? 0), sold, bought }
  })
}

function swapOf(
  { direction, tokens, params }: CloberState,
  { amountIn, amountOutMin, deadline }: Parameters<FamilyCase['swap']>[1],
): Asked {
  const [sold = '', bought = ''] = endsOf({ tokens, params: [params[0] ?? 0, direct[direction]] })
  const one: Order = {
    id: bookOf(sold, bought, params[0] ?? 0),
    limitPrice: 0n,
    baseAmount: amountIn,
    minQuoteAmount: amountOutMin,
    hookData: '0x',
  }
  const settled = [sold, bought].filter((each) => each !== zero)
  return { name: 'spend', args: [[one], settled, [], deadline] }
}
