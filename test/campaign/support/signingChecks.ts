import { defaultSlippageBps } from '../../../src/core/slippage.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { Token } from '../../../src/core/token.ts'
import type { EvmTransaction } from '../../../src/core/transaction.ts'
import { checkMinimum, checkValue } from '../../../src/execution/checks/amounts.ts'
import { checkContracts } from '../../../src/execution/checks/contracts.ts'
import { checkDecoded, checkPromise, checkUsedFee } from '../../../src/execution/checks/decoded.ts'
import { type Provider, proofOf } from '../../../src/providers/types.ts'
import { readDeclared } from '../../support/declaredCalls.ts'

/** A transaction to be signed, and what was accepted. */
export type SigningFacts = {
  provider: ProviderId
  transaction: EvmTransaction
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  payer: string
  receiver: string
  refundAddress: string | null
  /** Null for a swap on one chain. */
  dstChainId: number | null
  /** Base units of the native coin: of this transaction, and of the quote. */
  fees: { declared: bigint; quoted: bigint }
  /** The least that is claimed now, and that was accepted. */
  minimum: { claimed: bigint; accepted: bigint }
  /** What the route declares of its output. */
  rateType: 'fixed' | 'float' | null
}

/**
 * The real checks of a transaction, in the order in which a plan runs them.
 * @throws SwaprouteError with the rule that it breaks
 */
export function checkSigning(adapter: Provider, facts: SigningFacts): void {
  const { provider, transaction, srcToken, dstToken, srcAmount, dstChainId } = facts
  const { blockchain } = srcToken
  const pinned = adapter.pinned(provider, blockchain)
  const form = checkContracts({
    provider,
    transaction,
    srcToken,
    dstToken,
    srcAmount,
    pinned,
    confirmedDeposit: null,
  })
  checkValue({
    srcToken,
    srcAmount,
    value: transaction.value,
    declaredFee: facts.fees.declared,
    quotedFee: facts.fees.quoted,
    allowedFee: pinned.mostFixedFee ?? 0n,
  })
  // What cannot be read is proved by the simulation (E10).
  const isRead = form.form !== 'transfer' && proofOf(adapter, 'opaque') === null
  const decoded = isRead
    ? readDeclared(adapter, blockchain, transaction.to, transaction.data)
    : null
  checkDecoded({
    decoded,
    form,
    data: transaction.data,
    srcToken,
    dstToken,
    srcAmount,
    fromAddress: facts.payer,
    receiver: facts.receiver,
    refundAddress: facts.refundAddress,
    crossChain: dstChainId !== null,
    srcWrapped: chainById(blockchain).wrappedNative,
    dstWrapped: chainById(dstToken.blockchain).wrappedNative,
    slippageBps: defaultSlippageBps.bridge,
    isRemote: false,
  })
  checkUsedFee(decoded ?? {}, facts.fees.declared)
  checkPromise({ decoded, srcToken, crossChain: dstChainId !== null }, facts.rateType)
  checkMinimum({
    dstToken,
    decodedMin: decoded?.minOut ?? null,
    claimedMin: facts.minimum.claimed,
    acceptedMin: facts.minimum.accepted,
    minReceive: null,
  })
}

/** `ok`, or the rule by which a check refuses; the code where it names no rule. */
export function ruleOf(check: () => void): string {
  try {
    check()
    return 'ok'
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    const { check: rule } = thrown.context
    return typeof rule === 'string' ? rule : thrown.code
  }
}
