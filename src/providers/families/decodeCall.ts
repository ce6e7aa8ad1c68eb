import { readSize, wordBytes } from '../../chains/evm/hex.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import { isSameAddress } from './abi.ts'
import { decodeOnchainCall } from './decode.ts'
import { hasErc20Coin } from './paths.ts'
import type { Row } from './rows.ts'
import { helpers, v2FlagSwaps, v2ReferrerSwaps, v2Swaps, v3Swaps, wrapping } from './selectors.ts'
import { contractOf } from './status.ts'

/**
 * What a call to a contract of the registry does. Never null: routers have many more functions, and
 * a call that cannot be read completely must not be signed because the receiver's address appears
 * somewhere in it. Nor is a call for another kind of contract taken: wrapped coins, for one, take
 * whatever they do not know for a deposit.
 * @param rows of the chain
 * @throws SwaprouteError UNSAFE_ROUTE with check E8
 */
export function decodeRowCall(rows: readonly Row[], to: string, data: string): DecodedCall {
  const call = decodeOnchainCall(to, data)
  if (call !== null) {
    const selector = swapSelector(data.toLowerCase())
    const served = rows.find(
      (row) => isSameAddress(contractOf(row), to) && selectorsOf(row).includes(selector),
    )
    if (served !== undefined) {
      const isCoin = hasErc20Coin(served) && isSameAddress(call.dstToken ?? '', served.wrapped)
      return isCoin ? { ...call, dstIsCoin: true } : call
    }
  }
  throw new SwaprouteError(
    'UNSAFE_ROUTE',
    `The call to ${to} is no plain swap of that contract, and cannot be checked. (check E8)`,
    {
      hint: 'Nothing was signed for it. Quote again, or choose another provider with --provider.',
      context: { check: 'E8', to },
    },
  )
}

/** Swaps that the contract of a row has. */
function selectorsOf(row: Row): string[] {
  switch (row.family) {
    case 'wrapped':
      return Object.values(wrapping)
    case 'uniswap-v2':
      if (row.variant === 'referrer') return Object.values(v2ReferrerSwaps)
      if (row.variant === 'stableFlags') return Object.values(v2FlagSwaps)
      return [
        v2Swaps.ETH.tokens,
        ...row.nativeWords.flatMap((word) => Object.values(v2Swaps[word])),
      ]
    case 'uniswap-v3': {
      const { routerKind } = row
      const kinds =
        routerKind === 'unconfirmed' ? (['router01', 'router02'] as const) : [routerKind]
      return kinds.flatMap((kind) => Object.values(v3Swaps[kind]))
    }
  }
}

/** Of a call that was read: its own, or that of the first call in a multicall. */
function swapSelector(data: string): string {
  const selector = data.slice(0, 10)
  const hasDeadline = selector === helpers.multicallWithDeadline
  if (!hasDeadline && selector !== helpers.multicall) return selector
  const list = 4 + (hasDeadline ? 2 : 1) * wordBytes
  const first = list + wordBytes + readSize(data, list + wordBytes) + wordBytes
  return `0x${data.slice(2 + first * 2, 2 + (first + 4) * 2)}`
}
