import { chainById } from '../../../src/chains/chains.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Quote } from '../../../src/core/quote.ts'
import { checkContracts } from '../../../src/execution/checks/contracts.ts'
import { checkDecoded } from '../../../src/execution/checks/decoded.ts'
import { checkMinimum } from '../../../src/execution/checks/minimum.ts'
import { checkValue } from '../../../src/execution/checks/value.ts'
import { readQuotedTerms, readTerms } from '../../../src/execution/terms.ts'
import type { BuiltSwap, Provider } from '../../../src/providers/types.ts'
import { answerOf, routeOf } from './wireAnswer.ts'

type Parties = { payer: string; receiver: string; dstChainId: number | null }

/** What the signing side says of a built transaction: `ok`, or the rule that it breaks. */
export function evmVerdict(
  adapter: Provider,
  quote: Quote,
  built: BuiltSwap,
  { payer, receiver, dstChainId }: Parties,
): string {
  const { provider, request } = quote
  const { srcToken, dstToken, srcAmount, refundAddress } = request
  const { blockchain } = srcToken
  try {
    const route = routeOf(quote)
    const terms = readTerms(answerOf(quote, built), route)
    const quoted = readQuotedTerms(route)
    const { transaction } = terms
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
      declaredFee: terms.protocolFee + terms.providerFee,
      quotedFee: quoted.protocolFee + quoted.providerFee,
    })
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
      refundAddress,
      crossChain: dstChainId !== null,
      dstChainId,
      srcWrapped: chainById(blockchain).wrappedNative,
      dstWrapped: chainById(dstToken.blockchain).wrappedNative,
    })
    checkMinimum({
      dstToken,
      decodedMin: decoded?.minOut ?? null,
      claimedMin: terms.dstMinAmount,
      acceptedMin: quoted.dstMinAmount,
      minReceive: null,
    })
    return 'ok'
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    const { check } = thrown.context
    return typeof check === 'string' ? check : thrown.code
  }
}
