import type { DecodedFacts } from '../../src/execution/checks/decoded.ts'
import type { DecodedCall } from '../../src/core/transaction.ts'
import { alice, arbUsdc, dai, usdc } from './executionService.ts'

// A decoded call of a swap on one chain, with what the checks compare it with.

export const srcWrapped = '0x00000000000000000000000000000000000000b1'
export const dstWrapped = '0x00000000000000000000000000000000000000b2'
export const eve = '0x00000000000000000000000000000000000000e7'

const swap: DecodedCall = {
  method: 'swap',
  recipient: alice,
  srcToken: usdc.address,
  dstToken: dai.address,
  amountIn: 10n,
  minOut: 9n,
  dst: 'same',
  refundTo: null,
}

export function facts(
  decoded: Partial<DecodedCall> | null,
  changes: Partial<DecodedFacts> = {},
): DecodedFacts {
  return {
    decoded: decoded === null ? null : { ...swap, ...decoded },
    form: { form: 'contract' },
    data: '0x99999999',
    srcToken: usdc,
    dstToken: dai,
    srcAmount: 10n,
    fromAddress: alice,
    receiver: alice,
    refundAddress: null,
    crossChain: false,
    srcWrapped,
    dstWrapped,
    slippageBps: 50,
    isRemote: false,
    ...changes,
  }
}

/** The same between chains. */
export const bridge = { crossChain: true, dstToken: arbUsdc }
export const toArb = { dst: 'ARBITRUM', dstToken: arbUsdc.address } as const
