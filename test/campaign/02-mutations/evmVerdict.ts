import type { Quote } from '../../../src/core/quote.ts'
import { readTerms, termsOf } from '../../../src/execution/route.ts'
import type { BuiltSwap, Provider } from '../../../src/providers/types.ts'
import { checkSigning, ruleOf } from '../support/signingChecks.ts'
import { answerOf, routeOf } from './wireAnswer.ts'
import { readRouteItem } from '../../../src/api/route.ts'

type Parties = { payer: string; receiver: string; dstChainId: number | null }

/** The verdict of the signing side on a built transaction: `ok`, or the rule that it breaks. */
export function evmVerdict(
  adapter: Provider,
  quote: Quote,
  built: BuiltSwap,
  parties: Parties,
): string {
  const { provider, request } = quote
  const { srcToken, dstToken, srcAmount, refundAddress } = request
  return ruleOf(() => {
    const route = readRouteItem(routeOf(quote))
    const terms = readTerms(answerOf(quote, built), route)
    const quoted = termsOf(route)
    checkSigning(adapter, {
      provider,
      transaction: terms.transaction,
      srcToken,
      dstToken,
      srcAmount,
      refundAddress,
      ...parties,
      fees: {
        declared: terms.protocolFee + terms.providerFee,
        quoted: quoted.protocolFee + quoted.providerFee,
      },
      rateType: route.rateType,
      minimum: { claimed: terms.dstMinAmount, accepted: quoted.dstMinAmount },
    })
  })
}
