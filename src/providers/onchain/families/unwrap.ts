import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { encodeByteArrays, encodeOffset } from '../abi.ts'
import { helpers } from './selectors.ts'
import type { SwapTerms } from './family.ts'

/** A multicall of a swap and of the call that unwraps its output and pays the recipient in coins. */
export function withUnwrap(swap: string, selector: string, terms: SwapTerms): string {
  return encodeCall(
    helpers.multicall,
    encodeOffset(1),
    encodeByteArrays([swap, unwrapCall(selector, terms)]),
  )
}

/** Unwraps what a router holds, at least the minimum, for the recipient. */
export function unwrapCall(selector: string, { amountOutMin, recipient }: SwapTerms): string {
  return encodeCall(selector, encodeUint(amountOutMin), encodeAddress(recipient))
}
