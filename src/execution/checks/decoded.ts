import { isEvmAddress } from '../../chains/evm/hex.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import type { PaymentForm } from './contracts.ts'
import { isSameAddress, unsafe } from './unsafe.ts'

export type DecodedFacts = {
  decoded: DecodedCall | null
  form: PaymentForm
  /** Call data as it will be signed. */
  data: string
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  fromAddress: string
  receiver: string
  refundAddress: string | null
  crossChain: boolean
  /** EIP-155 id of the destination chain; null where it has none. */
  dstChainId: number | null
  srcWrapped: string | null
  dstWrapped: string | null
}

/**
 * E8: the call pays the receiver, on the right chain, in the right token. A call that we cannot
 * read must at least name the receiver; a plain transfer names him only in the provider's order.
 */
export function checkDecoded(facts: DecodedFacts): void {
  const { decoded, form } = facts
  if (form.form === 'transfer') return
  if (decoded === null) {
    if (namesReceiver(facts)) return
    throw unsafe('E8', 'The receiver cannot be found in the call data.', {
      receiver: facts.receiver,
    })
  }
  checkReceiver(decoded, facts)
  checkTokens(decoded, facts)
  if (facts.crossChain && decoded.dstChainId !== facts.dstChainId) {
    throw unsafe('E8', `The call pays out on chain ${decoded.dstChainId}, not on the chosen one.`, {
      chainId: decoded.dstChainId,
      expected: facts.dstChainId,
    })
  }
  if (!facts.crossChain && decoded.dstChainId !== null) {
    throw unsafe('E8', `The call sends the money to chain ${decoded.dstChainId}.`, {
      chainId: decoded.dstChainId,
    })
  }
}

function checkReceiver({ recipient, refundTo }: DecodedCall, facts: DecodedFacts): void {
  const { fromAddress, receiver, refundAddress } = facts
  if (!isSameAddress(recipient ?? fromAddress, receiver)) {
    throw unsafe('E8', `The call pays ${recipient ?? fromAddress} instead of the receiver.`, {
      recipient: recipient ?? fromAddress,
      receiver,
    })
  }
  const own = [fromAddress, ...(refundAddress === null ? [] : [refundAddress])]
  if (refundTo !== null && !own.some((address) => isSameAddress(address, refundTo))) {
    throw unsafe('E8', `A refund would go to ${refundTo}, which is not yours.`, { refundTo })
  }
}

/** A contract that takes or gives native coins may name the wrapped token in their place. */
function checkTokens(decoded: DecodedCall, facts: DecodedFacts): void {
  const { srcToken, dstToken, srcAmount, srcWrapped, dstWrapped } = facts
  const source = [srcToken.address, ...(srcToken.native && srcWrapped !== null ? [srcWrapped] : [])]
  if (decoded.srcToken !== null && !source.some((address) => isSame(address, decoded.srcToken))) {
    throw unsafe('E8', `The call spends ${decoded.srcToken}, not ${srcToken.symbol}.`, {
      token: decoded.srcToken,
    })
  }
  // On the same chain the difference between wrapped and native is the user's to choose.
  const wrappedFits = facts.crossChain && dstToken.native && dstWrapped !== null
  const target = [dstToken.address, ...(wrappedFits ? [dstWrapped] : [])]
  const fits =
    (decoded.dstIsCoin === true && dstToken.native) ||
    target.some((address) => isSame(address, decoded.dstToken))
  if (decoded.dstToken !== null && !fits) {
    throw unsafe('E8', `The call buys ${decoded.dstToken}, not ${dstToken.symbol}.`, {
      token: decoded.dstToken,
    })
  }
  // Without an amount in the call, what is paid is its value, and E5 has checked that.
  if (decoded.amountIn !== null && decoded.amountIn !== srcAmount) {
    throw unsafe('E5', 'The call swaps another amount than the accepted one.', {
      amount: String(decoded.amountIn),
      accepted: String(srcAmount),
    })
  }
}

function isSame(address: string, other: string | null): boolean {
  return other !== null && isSameAddress(address, other)
}

function namesReceiver({ data, receiver }: DecodedFacts): boolean {
  if (!isEvmAddress(receiver) || isSameAddress(receiver, zeroAddress)) return false
  return data.toLowerCase().includes(receiver.slice(2).toLowerCase())
}
