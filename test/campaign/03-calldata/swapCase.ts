import { chainById } from '../../../src/chains/chains.ts'
import type { ProviderId } from '../../../src/core/providerIds.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Token } from '../../../src/core/token.ts'
import type { EvmTransaction } from '../../../src/core/transaction.ts'
import { checkContracts } from '../../../src/execution/checks/contracts.ts'
import { checkDecoded } from '../../../src/execution/checks/decoded.ts'
import { checkMinimum } from '../../../src/execution/checks/minimum.ts'
import { checkValue } from '../../../src/execution/checks/value.ts'
import type { Provider } from '../../../src/providers/types.ts'

export const payer = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const friend = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
export const mallory = '0xb063b120e898232aaa43428fbece4343525ae918'

/** What was accepted. Nothing of it comes from whoever made the transaction. */
export type Terms = {
  provider: ProviderId
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  receiver: string
  minimum: bigint
  /** Null for a swap on one chain. */
  dstChainId: number | null
}

/** A transaction somebody wants signed for the terms. */
export type Case = { terms: Terms; transaction: EvmTransaction }

/** `ok`, or the rule by which the real checks refuse, in the order in which a plan runs them. */
export function verdictOf({ terms, transaction }: Case, adapter: Provider): string {
  const { provider, srcToken, dstToken, srcAmount, receiver, minimum, dstChainId } = terms
  const { blockchain } = srcToken
  try {
    const form = checkContracts({
      provider,
      transaction,
      srcToken,
      dstToken,
      srcAmount,
      pinned: adapter.pinned(provider, blockchain),
      confirmedDeposit: null,
    })
    checkValue({ srcToken, srcAmount, value: transaction.value, declaredFee: 0n, quotedFee: 0n })
    const decoded =
      form.form === 'transfer'
        ? null
        : adapter.decodeCall(blockchain, transaction.to, transaction.data)
    checkDecoded({
      decoded,
      form,
      data: transaction.data,
      srcToken,
      dstToken,
      srcAmount,
      fromAddress: payer,
      receiver,
      refundAddress: null,
      crossChain: dstChainId !== null,
      dstChainId: dstChainId ?? chainById(blockchain).chainId,
      srcWrapped: chainById(blockchain).wrappedNative,
      dstWrapped: chainById(dstToken.blockchain).wrappedNative,
    })
    checkMinimum({
      dstToken,
      decodedMin: decoded?.minOut ?? null,
      claimedMin: minimum,
      acceptedMin: minimum,
      minReceive: null,
    })
    return 'ok'
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    const { check } = thrown.context
    return typeof check === 'string' ? check : thrown.code
  }
}
