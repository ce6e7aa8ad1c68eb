import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { Token } from '../../../src/core/token.ts'
import type { EvmTransaction } from '../../../src/core/transaction.ts'
import type { Provider } from '../../../src/providers/types.ts'
import { checkSigning, ruleOf } from '../support/signingChecks.ts'

export const payer = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const friend = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
export const mallory = '0xb063b120e898232aaa43428fbece4343525ae918'

/** What was accepted. Nothing of it comes from the maker of the transaction. */
export type Terms = {
  provider: ProviderId
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  receiver: string
  minimum: bigint
  /** Null for a swap on one chain. */
  dstChainId: number | null
  /** Fixed fee in native coins; absent: no fee. */
  fee?: bigint
  /** Whether the route declares that its output floats; absent: it does not. */
  rateType?: 'float'
}

/** A transaction to be signed for the terms. */
export type Case = { terms: Terms; transaction: EvmTransaction }

/** `ok`, or the rule by which the real checks refuse. */
export function verdictOf({ terms, transaction }: Case, adapter: Provider): string {
  const { minimum, fee = 0n, rateType = null, ...accepted } = terms
  return ruleOf(() =>
    checkSigning(adapter, {
      ...accepted,
      rateType,
      transaction,
      payer,
      refundAddress: null,
      fees: { declared: fee, quoted: fee },
      minimum: { claimed: minimum, accepted: minimum },
    }),
  )
}
