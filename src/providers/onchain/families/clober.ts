import { keccak_256 } from '@noble/hashes/sha3.js'

import { call } from '../../../chains/evm/calls.ts'
import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { encodeAddresses, encodeOffset, wordsIn } from '../abi.ts'
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Direction,
  type Family,
  nothingFound,
  type PathState,
  type PoolBase,
  type QuotedPath,
  type SwapTerms,
} from './family.ts'
import { hasWord } from './checks.ts'
import { outputOnly, wordAt } from './answers.ts'
import { pathState, readNumbers } from './states.ts'

// Clober V2: an order book per pair and direction, whose key is a hash of both tokens, the step of
// its amounts and the fees. The vendor's client opens every book with the same fees and with a step
// that follows from the decimals of the bought token, so that a book is found without being listed:
// clober-dex/v2-sdk src/utils/unit-size.ts, src/entities/book/utils/book-id.ts,
// src/constants/chain-configs/fee.ts (state of 2026-04-15). The controller pays its caller; what an
// order does not spend stays with the caller as well.

/** `router` is the controller, `factory` the book manager, `quoter` the viewer of the books. */
export type CloberRow = PoolBase & { family: 'clober'; factory: string; quoter: string }
export type CloberState = PathState<CloberRow>

/** Steps of a book by the bought token: coins and their token, then tokens of 6, 8 and 18 decimals. */
const coinStep = 12
const tokenSteps = [0, 2, 12] as const
/** 0% and 0.01%, both of the bought token. */
const [makerPolicy, takerPolicy] = [8_888_608, 8_888_708]
/** Books of coins are other ones than those of the wrapped token. */
const ends: Readonly<Record<Direction, number>> = { tokens: 0, nativeIn: 1, nativeOut: 2 }
const quoteGas = 400_000
const swapGas = 450_000n
const selectors = { manager: '0x3f322bc9', quote: '0x0202121a', swap: '0xc0e8e89a' } as const

export const clober: Family<CloberRow, CloberState> = {
  toRow: (base, raw) => {
    const { factory } = base
    if (factory === null || raw.quoter === undefined)
      throw new Error(`deployments.json: ${raw.id} without book manager or viewer`)
    return { ...base, family: 'clober', factory, quoter: raw.quoter }
  },
  contracts: ({ quoter }) => [quoter],
  probe: ({ router, quoter }) =>
    [router, quoter].map((target) => ({ target, callData: selectors.manager })),
  judge: ({ factory, router, quoter }, { addresses, results }) => {
    const wrong = [router, quoter].find((_, at) => {
      const result = results[at]
      if (result === undefined || !hasWord(result)) return true
      return !isSameAddress(addresses[at] ?? '', factory)
    })
    return wrong === undefined
      ? nothingFound
      : `${wrong} does not belong to the books of ${factory}`
  },
  servesCoins: () => true,
  paysCaller: true,
  maxHops: 1,
  hopParams: ({ wrapped }, _from, to, _hops, direction) => {
    const steps = isSameAddress(to, wrapped) ? [coinStep] : tokenSteps
    return steps.map((step) => [step, ends[direction]])
  },
  quoteTarget: ({ row }) => row.quoter,
  encodeQuote: (path, amount) =>
    encodeCall(
      selectors.quote,
      encodeOffset(1),
      ...orderWords(bookOf(path), amount, encodeUint(0)),
    ),
  outputWord: () => 0,
  decodeQuote: ({ params }, data, amountIn) => {
    const [amountOut, spent] = [wordAt(data, 0), wordAt(data, 1)]
    if (spent > amountIn || !isSpent(amountOut, spent, amountIn - spent, params[0] ?? 0))
      return null
    return outputOnly(amountOut)
  },
  quoteGas: () => quoteGas,
  price: 'path',
  swapGas: () => swapGas,
  toState: ({ row, tokens, params }, direction) =>
    params[1] === ends[direction] ? pathState({ row, tokens, params }, direction) : null,
  writeState: ({ params }) => ({ book: [...params] }),
  readState: (base, json) => {
    const params = readNumbers(json['book'])
    const [step, end] = params ?? []
    const isKnown = tokenSteps.some((each) => each === step) && end === ends[base.direction]
    if (params?.length !== 2 || !isKnown || base.tokens.length !== 2) return null
    return { ...base, family: base.row.family, params }
  },
  encodeSwap: (state, terms: SwapTerms) => {
    const order = orderWords(
      bookOf(state),
      encodeUint(terms.amountIn),
      encodeUint(terms.amountOutMin),
    )
    const orders = encodeUint(1) + encodeOffset(1) + order.join('')
    const tokens = encodeAddresses(endsOf(state).filter((token) => token !== zeroAddress))
    const tokensAt = 4 + wordsIn(orders)
    return encodeCall(
      selectors.swap,
      encodeOffset(4),
      encodeOffset(tokensAt),
      encodeOffset(tokensAt + wordsIn(tokens)),
      encodeUint(terms.deadline),
      orders,
      tokens,
      encodeUint(0), // no permits
    )
  },
  calls: () => [
    call(
      'function spend((uint192 id, uint256 limitPrice, uint256 baseAmount, uint256 minQuoteAmount, bytes hookData)[] orderParamsList, address[] tokensToSettle, (address token, uint256 permitAmount, (uint256 deadline, uint8 v, bytes32 r, bytes32 s) signature)[] permitParamsList, uint64 deadline) payable',
      ([orders, tokens, permits, deadlineSeconds]) => {
        const [order] = orders
        if (order === undefined || orders.length > 1)
          throw invalidCall('performs more than one swap')
        if (permits.length > 0) throw invalidCall('carries a permit')
        if (order.limitPrice !== 0n) throw invalidCall('may swap only part of the amount')
        if (order.hookData !== '0x') throw invalidCall('has data for a book')
        const found = endsOfBook(order.id, tokens)
        if (found === undefined) throw invalidCall('goes to a book of different tokens')
        const [srcToken, dstToken] = found
        const { baseAmount: amountIn, minQuoteAmount: minOut } = order
        return swapTerms({ srcToken, dstToken, recipient: null, amountIn, minOut, deadlineSeconds })
      },
    ),
  ],
}

/**
 * Whether a book took what it could: it stops where the rest buys less than one step of the bought
 * token (clober-dex/v2-periphery, src/BookViewer.sol), or where it is empty. The price it stopped at is
 * not returned, but is above half of the average one; a rest worth more is a book that is too thin.
 */
function isSpent(amountOut: bigint, spent: bigint, rest: bigint, step: number): boolean {
  return rest === 0n || rest * amountOut < 2n * spent * 10n ** BigInt(step)
}

/** What is sold and bought at a book: coins by the zero address. */
function endsOf({ tokens: [from = '', to = ''], params }: Pick<CloberState, 'tokens' | 'params'>) {
  return [
    params[1] === ends.nativeIn ? zeroAddress : from,
    params[1] === ends.nativeOut ? zeroAddress : to,
  ]
}

function bookOf({ tokens, params }: Pick<QuotedPath<CloberRow>, 'tokens' | 'params'>): bigint {
  const [sold = '', bought = ''] = endsOf({ tokens, params })
  return bookId(sold, bought, params[0] ?? 0)
}

/** The low 192 bits of the hash of the book's key. */
function bookId(sold: string, bought: string, step: number): bigint {
  const words = [
    encodeAddress(sold),
    encodeUint(10n ** BigInt(step)),
    encodeAddress(bought),
    encodeUint(makerPolicy),
    encodeAddress(zeroAddress),
    encodeUint(takerPolicy),
  ]
  const hash = keccak_256(Uint8Array.from(Buffer.from(words.join(''), 'hex')))
  return BigInt.asUintN(192, BigInt(`0x${Buffer.from(hash).toString('hex')}`))
}

/** The tokens of a book, of which those other than coins are settled, the sold one first. */
function endsOfBook(
  id: bigint,
  tokens: readonly string[],
): readonly [sold: string, bought: string] | undefined {
  const [first = zeroAddress, second = zeroAddress] = tokens
  if (tokens.length === 0 || tokens.length > 2 || tokens.includes(zeroAddress)) return undefined
  const pairs: (readonly [string, string])[] =
    tokens.length === 2
      ? [[first, second]]
      : [
          [first, zeroAddress],
          [zeroAddress, first],
        ]
  return pairs.find(([sold, bought]) =>
    tokenSteps.some((step) => bookId(sold, bought, step) === id),
  )
}

/** An order of a book at any price, without data. */
function orderWords(book: bigint, amount: string, minimum: string): string[] {
  return [encodeUint(book), encodeUint(0), amount, minimum, encodeOffset(5), encodeUint(0)]
}
