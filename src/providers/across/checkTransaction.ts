import { chainById } from '../../chains/chains.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { ProviderContext } from '../types.ts'
import { acrossContracts } from './contracts.ts'
import { decodeAcrossCall } from './decode.ts'
import type { AcrossQuote } from './wire.ts'

/**
 * Holds a transaction of the API against the request before anybody sees it (E1 to E3, E5, E8, E9).
 * The wallet checks all of it again; here a bad answer never becomes a route.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`
 */
export function checkTransaction(
  { swapTx, checks, minOutputAmount }: AcrossQuote,
  request: QuoteRequest,
  context: ProviderContext,
): void {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver, refundAddress } = request
  const contracts = acrossContracts(srcToken.blockchain)
  const pinned = contracts === null ? [] : [contracts.spokePool, ...contracts.peripheries]
  const refuse = (check: string, what: string): SwaprouteError =>
    new SwaprouteError('UNSAFE_ROUTE', `The transaction of Across ${what}.`, {
      hint: 'Nothing was signed. Ask for a new quote, or use another provider.',
      context: { check },
    })

  if (swapTx.chainId !== context.chainId(srcToken.blockchain)) {
    throw refuse('E1', `is for chain ${swapTx.chainId}`)
  }
  if (!isOneOf(swapTx.to, pinned)) throw refuse('E2', `goes to ${swapTx.to}, which is not theirs`)
  if (!srcToken.native && !isSame(checks.allowance.spender, swapTx.to)) {
    throw refuse('E3', `wants ${checks.allowance.spender} to be approved`)
  }
  const value = srcToken.native ? srcAmount : 0n
  if ((swapTx.value ?? 0n) !== value) throw refuse('E5', `sends ${swapTx.value ?? 0n} native units`)

  const call = decodeAcrossCall(srcToken.blockchain, swapTx.to, swapTx.data)
  if (call.recipient === null || !isSame(call.recipient, receiver ?? '')) {
    throw refuse('E8', `pays ${call.recipient ?? 'nobody'} instead of the receiver`)
  }
  if (call.dstChainId !== context.chainId(dstToken.blockchain)) {
    throw refuse('E8', `pays out on chain ${call.dstChainId}`)
  }
  if (!isOneOf(call.srcToken ?? '', namesOf(srcToken))) throw refuse('E8', 'spends another token')
  if (!isOneOf(call.dstToken ?? '', namesOf(dstToken))) throw refuse('E8', 'pays another token')
  if (call.amountIn !== srcAmount) throw refuse('E5', 'spends another amount')
  if (call.refundTo !== null && !isOneOf(call.refundTo, [fromAddress ?? '', refundAddress ?? ''])) {
    throw refuse('E8', `would pay a refund to ${call.refundTo}`)
  }
  if ((call.minOut ?? 0n) < minOutputAmount) throw refuse('E9', 'guarantees less than it says')
}

/** Contracts take the wrapped token in the place of native coins; the pool unwraps it itself. */
function namesOf({ native, blockchain, address }: Token): string[] {
  if (!native) return [address]
  return [zeroAddress, chainById(blockchain).wrappedNative ?? zeroAddress]
}

function isOneOf(address: string, list: readonly string[]): boolean {
  return list.some((one) => isSame(one, address))
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
