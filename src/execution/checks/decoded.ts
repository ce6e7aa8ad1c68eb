import {
  borrowsReceiver,
  type CallAccounts,
  foreignPower,
  lacksReceiver,
  paysElsewhere,
  paysToken,
  saysNoReceiver,
  spendsToken,
  statesTooMuchSlippage,
  timeFault,
  wrongRecipient,
  wrongRefund,
} from '../../chains/callRules.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import type { PaymentForm } from './contracts.ts'
import { unsafe } from './unsafe.ts'

export type DecodedFacts = CallAccounts & {
  /** Null for an opaque provider. */
  decoded: DecodedCall | null
  form: PaymentForm
  /** Call data as it will be signed. */
  data: string
  srcAmount: bigint
  crossChain: boolean
  srcWrapped: string | null
  dstWrapped: string | null
  /** The user's, or the default for the kind of route. */
  slippageBps: number
  /** The call comes from a remote backend, the only source for the existence of its order. */
  isRemote: boolean
}

/**
 * E8: the call pays the receiver, on the right chain, in the right token, and gives others no power
 * over the money. An unreadable call must stay on its chain, where the simulation shows the
 * arrival, and contain the receiver; for a plain transfer the provider's order names the receiver.
 */
export function checkDecoded(facts: DecodedFacts): void {
  const { decoded, form, dstToken } = facts
  if (form.form === 'transfer') return
  if (decoded === null) {
    if (facts.crossChain) {
      throw unsafe('E8', 'The call crosses chains and cannot be read.', {
        blockchain: dstToken.blockchain,
      })
    }
    return requireReceiver(facts)
  }
  checkTrust(decoded, facts)
  checkReference(decoded, facts)
  checkReceiver(decoded, facts)
  checkPowers(decoded, facts)
  checkTokens(decoded, facts)
  if (!paysElsewhere(decoded, facts.crossChain ? dstToken.blockchain : 'same')) return
  const where = decoded.dst === 'same' ? 'its own chain' : decoded.dst
  throw unsafe('E8', `The call pays out on ${where}, not on ${dstToken.blockchain}.`, {
    blockchain: decoded.dst,
    expected: dstToken.blockchain,
  })
}

/**
 * E17: a call that proves nothing counts only where its provider gave it to this process. It contains
 * the receiver that it does not name, unless it has no place for one: then the provider's kit in this
 * process has compared the one in the answer.
 */
function checkTrust(decoded: DecodedCall, facts: DecodedFacts): void {
  if (borrowsReceiver(decoded)) {
    throw unsafe(
      'E17',
      'The call does not say whom it pays, and its provider is not a trusted one.',
    )
  }
  if (decoded.trusted === undefined) return
  if (facts.isRemote) {
    throw unsafe(
      'E17',
      'A remote backend built the call, which only its provider answers for: leave out --backend, so that this machine asks the provider itself.',
    )
  }
  if (saysNoReceiver(decoded) && decoded.receiverBy === undefined) requireReceiver(facts)
}

function requireReceiver({ data, receiver }: DecodedFacts): void {
  if (!lacksReceiver(data, receiver)) return
  throw unsafe('E8', 'The receiver cannot be found in the call data.', { receiver })
}

/**
 * E18: an order that only the backend knows does not count. In this process the provider itself has
 * given it; a remote backend's has to be signed by its counterparty.
 */
function checkReference({ reference }: DecodedCall, { isRemote }: DecodedFacts): void {
  if (reference === undefined || !isRemote || reference.signature !== null) return
  throw unsafe('E18', 'The call pays an order that its counterparty has not signed.', {
    order: reference.hash,
    counterparty: reference.signer,
  })
}

function checkPowers(decoded: DecodedCall, facts: DecodedFacts): void {
  const power = foreignPower(decoded, facts)
  if (power === null) return
  const { may, holder } = power
  throw unsafe('E8', `${holder} could ${may} the order and is not your account.`, { may, holder })
}

function checkReceiver(decoded: DecodedCall, facts: DecodedFacts): void {
  const recipient = wrongRecipient(decoded, facts)
  if (recipient !== null) {
    const { receiver } = facts
    throw unsafe('E8', `The call pays ${recipient} instead of the receiver.`, {
      recipient,
      receiver,
    })
  }
  const refundTo = wrongRefund(decoded, facts)
  if (refundTo !== null) {
    throw unsafe('E8', `A refund would go to ${refundTo}, which is not yours.`, { refundTo })
  }
}

function checkTokens(decoded: DecodedCall, facts: DecodedFacts): void {
  const { srcToken, dstToken, srcAmount, srcWrapped, dstWrapped, crossChain } = facts
  // Only rows of pools say so; the kit accepts it of no service.
  const takesCoin = decoded.srcTakesCoin === true && srcToken.native
  const spends = takesCoin || spendsToken(decoded, srcToken, srcWrapped)
  if (decoded.srcToken !== null && !spends) {
    throw unsafe('E8', `The call spends ${decoded.srcToken}, not ${srcToken.symbol}.`, {
      token: decoded.srcToken,
    })
  }
  if (decoded.dstToken !== null && !paysToken(decoded, dstToken, dstWrapped, crossChain)) {
    throw unsafe('E8', `The call buys ${decoded.dstToken}, not ${dstToken.symbol}.`, {
      token: decoded.dstToken,
    })
  }
  // A call without an amount spends its value, checked by E5.
  if (decoded.amountIn !== null && decoded.amountIn !== srcAmount) {
    throw unsafe('E5', 'The call swaps a different amount than accepted.', {
      amount: String(decoded.amountIn),
      accepted: String(srcAmount),
    })
  }
  if (statesTooMuchSlippage(decoded, facts.slippageBps)) {
    throw unsafe('E8', 'The call states more slippage than requested.', {
      millionths: String(decoded.statedSlippage),
    })
  }
  if (srcAmount < (decoded.leastIn ?? 0n)) {
    throw unsafe('E8', 'The fees of a refund would take a large part of the payment.', {
      amount: String(srcAmount),
      least: String(decoded.leastIn),
    })
  }
}

/**
 * E9, E16: a call that crosses chains enforces a minimum, or by its design states no minimum. Such
 * a call names everything else, and the route was accepted as one with a floating output: a backend
 * cannot pass it off as a guarantee. On one chain, the simulation shows the arrival. The same holds
 * for an order that may end with an empty refund, and for a trusted call (E17).
 * @returns whether nothing is guaranteed
 */
export function checkPromise(
  { decoded, srcToken, crossChain }: Pick<DecodedFacts, 'decoded' | 'srcToken' | 'crossChain'>,
  rateType: 'fixed' | 'float' | null,
): boolean {
  if (decoded?.trusted !== undefined) {
    if (rateType === 'float') return true
    throw unsafe('E17', 'No contract enforces the promise, which the route does not state.', {
      method: decoded.method,
    })
  }
  if (decoded?.returnsNothing === true) {
    if (rateType === 'float') return true
    throw unsafe('E16', 'The order may end with an empty refund, which the route does not state.', {
      method: decoded.method,
    })
  }
  if (!crossChain || decoded === null || decoded.minOut !== null) return false
  if (decoded.paysValue === true && srcToken.native) return false
  const { floats, recipient, amountIn } = decoded
  const namesAll =
    recipient !== null &&
    decoded.srcToken !== null &&
    decoded.dstToken !== null &&
    (amountIn !== null || srcToken.native)
  if (floats === true && namesAll && rateType === 'float') return true
  throw unsafe('E9', 'The call guarantees no minimum, which the route does not state.', {
    method: decoded.method,
  })
}

/** E16: the call uses all native coins sent on top of the payment. */
export function checkUsedFee({ usedFee }: Pick<DecodedCall, 'usedFee'>, fee: bigint): void {
  if (usedFee === undefined || fee <= usedFee) return
  throw unsafe('E16', 'The call sends more native coins than it uses.', {
    fee: String(fee),
    used: String(usedFee),
  })
}

/**
 * E8: the call can still be mined, and an unfilled order does not lock the money for days or for
 * one party.
 * @param nowSeconds the later of our own clock and the chain's
 */
export function checkTimes(
  call: Pick<DecodedCall, 'deadlineSeconds' | 'exclusive'>,
  swapType: 'on-chain' | 'cross-chain',
  nowSeconds: bigint,
): void {
  const fault = timeFault(call, swapType, nowSeconds)
  if (fault === null) return
  if (fault.kind === 'exclusive') {
    const { relayer, seconds } = fault
    throw unsafe('E8', `Only ${relayer} could deliver for ${seconds}s.`, {
      relayer,
      seconds: String(seconds),
    })
  }
  const what =
    fault.kind === 'too short'
      ? 'The call has expired, or expires before it can be mined.'
      : 'The call stays valid far longer than such a swap takes.'
  throw unsafe('E8', what, {
    deadlineSeconds: String(fault.deadlineSeconds),
    nowSeconds: String(nowSeconds),
  })
}
