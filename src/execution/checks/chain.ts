import { isSameHex } from '../../chains/evm/hex.ts'
import { isSameAddress } from '../../core/token.ts'
import type { DecodedEvm, EvmFees, EvmPlan } from '../../wallet/types.ts'
import { unsafe } from './unsafe.ts'

/** E1: the node serves the planned chain. */
export function checkChainId(planned: number, reported: number): void {
  if (planned === reported) return
  throw unsafe('E1', `The node is on chain ${reported}; the plan is for ${planned}.`, {
    planned,
    reported,
  })
}

/** E1, E13: the decoded signed bytes equal the frozen plan, field by field. */
export function checkSignedBytes(plan: EvmPlan, decoded: DecodedEvm): void {
  const differing = [
    ['chainId', plan.chainId === decoded.chainId],
    ['from', isSameAddress(plan.from, decoded.from)],
    ['to', isSameAddress(plan.to, decoded.to)],
    ['data', isSameHex(plan.data, decoded.data)],
    ['value', plan.value === decoded.value],
    ['nonce', plan.nonce === decoded.nonce],
    ['gasLimit', plan.gasLimit === decoded.gasLimit],
    ['fees', isSameFees(plan.fees, decoded.fees)],
  ].find(([, same]) => same === false)
  if (differing === undefined) return
  const check = differing[0] === 'chainId' ? 'E1' : 'E13'
  throw unsafe(check, `The signed bytes do not match the plan: ${differing[0]} differs.`, {
    field: String(differing[0]),
  })
}

function isSameFees(a: EvmFees, b: EvmFees): boolean {
  if (a.type === 'legacy') return b.type === 'legacy' && a.gasPrice === b.gasPrice
  return (
    b.type === 'eip1559' &&
    a.maxFeePerGas === b.maxFeePerGas &&
    a.maxPriorityFeePerGas === b.maxPriorityFeePerGas
  )
}
