import { encodeCall, encodeUint } from '../../chains/evm/hex.ts'
import { familyOf } from './families/families.ts'
import type { SwapTerms } from './families/family.ts'
import { wrapping } from './families/selectors.ts'
import type { PoolSwap } from './state.ts'

/** `0x` calldata for the row's router, or for the wrapped token itself. */
export function encodeSwap(state: PoolSwap, terms: SwapTerms): string {
  if (state.family !== 'wrapped') return familyOf(state).encodeSwap(state, terms)
  return state.direction === 'wrap'
    ? wrapping.deposit
    : encodeCall(wrapping.withdraw, encodeUint(terms.amountIn))
}
