import { encodeCall, encodeUint } from '../../chains/evm/hex.ts'
import { familyOf } from './families/families.ts'
import type { SwapTerms } from './families/family.ts'
import { encodeUnoswap, unoswapRouter } from './families/unoswapPlan.ts'
import { wrapping } from './families/selectors.ts'
import { contractOf } from './rows.ts'
import type { PoolSwap } from './state.ts'

/** `0x` calldata for `calledBy`. */
export function encodeSwap(state: PoolSwap, terms: SwapTerms): string {
  if (state.family === 'unoswap') return encodeUnoswap(state, terms)
  if (state.family !== 'wrapped') return familyOf(state).encodeSwap(state, terms)
  return state.direction === 'wrap'
    ? wrapping.deposit
    : encodeCall(wrapping.withdraw, encodeUint(terms.amountIn))
}

/** The contract that the swap calls and pays. */
export function calledBy(state: PoolSwap): string {
  return state.family === 'unoswap' ? unoswapRouter : contractOf(state.row)
}
