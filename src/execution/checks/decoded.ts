import { isSameAccount } from '../../chains/accountKey.ts'
import { isEvmAddress } from '../../chains/evm/hex.ts'
import { isSameAddress } from '../../core/addresses.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import type { PaymentForm } from './contracts.ts'
import { unsafe } from './unsafe.ts'

export type DecodedFacts = {
  /** Null for an opaque provider. */
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
  srcWrapped: string | null
  dstWrapped: string | null
  /** The user's, or the default for the kind of route. */
  slippageBps: number
  /** The call was asked of a remote backend, which alone says that its order exists. */
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
    if (namesReceiver(facts)) return
    throw unsafe('E8', 'The receiver cannot be found in the call data.', {
      receiver: facts.receiver,
    })
  }
  checkReference(decoded, facts)
  checkReceiver(decoded, facts)
  checkPowers(decoded, facts)
  checkTokens(decoded, facts)
  const due = facts.crossChain ? dstToken.blockchain : 'same'
  if (decoded.dst === due) return
  const where = decoded.dst === 'same' ? 'its own chain' : decoded.dst
  throw unsafe('E8', `The call pays out on ${where}, not on ${dstToken.blockchain}.`, {
    blockchain: decoded.dst,
    expected: dstToken.blockchain,
  })
}

/**
 * E18: an order that only the backend knows is no order. In this process the provider itself has
 * given it; a remote backend's has to be signed by its counterparty.
 */
function checkReference({ reference }: DecodedCall, { isRemote }: DecodedFacts): void {
  if (reference === undefined || !isRemote || reference.signature !== null) return
  throw unsafe('E18', 'The call pays an order that its counterparty has not signed.', {
    order: reference.hash,
    counterparty: reference.signer,
  })
}

/**
 * Whoever may cancel, change or claim an order controls the money: only the user's accounts may.
 */
function checkPowers({ powers = [] }: DecodedCall, facts: DecodedFacts): void {
  const { srcToken, dstToken, fromAddress, receiver, refundAddress } = facts
  const own: Readonly<Record<string, readonly string[]>> = {
    [srcToken.blockchain]: [fromAddress, ...(refundAddress === null ? [] : [refundAddress])],
    // On one chain both accounts are the user's.
    ...(srcToken.blockchain === dstToken.blockchain ? {} : { [dstToken.blockchain]: [receiver] }),
  }
  for (const { may, holder, blockchain } of powers) {
    const accounts = own[blockchain] ?? []
    if (accounts.some((account) => isSameAccount(blockchain, account, holder))) continue
    throw unsafe('E8', `${holder} could ${may} the order and is not your account.`, { may, holder })
  }
}

function checkReceiver({ recipient, refundTo }: DecodedCall, facts: DecodedFacts): void {
  const { fromAddress, receiver, refundAddress, dstToken } = facts
  if (!isSameAccount(dstToken.blockchain, recipient ?? fromAddress, receiver)) {
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

/** A contract that takes or pays native coins may name the wrapped token instead. */
function checkTokens(decoded: DecodedCall, facts: DecodedFacts): void {
  const { srcToken, dstToken, srcAmount, srcWrapped, dstWrapped } = facts
  // An entry means the token that it names, never the coins inside.
  const mayWrap = decoded.entry === undefined
  const sold = mayWrap && srcToken.native && srcWrapped !== null ? [srcWrapped] : []
  const source = [srcToken.address, ...sold]
  const takesCoin = decoded.srcTakesCoin === true && srcToken.native
  const spends = takesCoin || source.some((address) => isSame(address, decoded.srcToken))
  if (decoded.srcToken !== null && !spends) {
    throw unsafe('E8', `The call spends ${decoded.srcToken}, not ${srcToken.symbol}.`, {
      token: decoded.srcToken,
    })
  }
  // On one chain, wrapped and native are different choices of the user.
  const wrappedFits = mayWrap && facts.crossChain && dstToken.native && dstWrapped !== null
  const target = [dstToken.address, ...(wrappedFits ? [dstWrapped] : [])]
  const fits =
    (decoded.dstIsCoin === true && dstToken.native) ||
    target.some((address) => isSameToken(dstToken.blockchain, address, decoded.dstToken))
  if (decoded.dstToken !== null && !fits) {
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
  if ((decoded.statedSlippage ?? 0n) > BigInt(facts.slippageBps) * 100n) {
    throw unsafe('E8', 'The call states more slippage than was asked for.', {
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

function isSame(address: string, other: string | null): boolean {
  return other !== null && isSameAddress(address, other)
}

/** By the rules of the chain: letter case counts on some. */
function isSameToken(blockchain: BlockchainId, address: string, other: string | null): boolean {
  return other !== null && isSameAccount(blockchain, address, other)
}

function namesReceiver({ data, receiver }: DecodedFacts): boolean {
  if (!isEvmAddress(receiver) || isSameAddress(receiver, zeroAddress)) return false
  return data.toLowerCase().includes(receiver.slice(2).toLowerCase())
}

/**
 * E9, E16: a call that crosses chains enforces a minimum, or is one of those that by their design state
 * none. Such a call names all else, and the route was accepted as one whose output floats: a backend
 * cannot pass it off as a guarantee. On one chain, the simulation shows what arrives.
 * The same holds for an order that may end with a refund of nothing.
 * @returns whether nothing is guaranteed
 */
export function checkPromise(
  { decoded, srcToken, crossChain }: Pick<DecodedFacts, 'decoded' | 'srcToken' | 'crossChain'>,
  rateType: 'fixed' | 'float' | null,
): boolean {
  if (decoded?.returnsNothing === true) {
    if (rateType === 'float') return true
    throw unsafe(
      'E16',
      'The order may end with a refund of nothing, which the route does not say.',
      {
        method: decoded.method,
      },
    )
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
  throw unsafe('E9', 'The call guarantees no minimum, which the route does not say.', {
    method: decoded.method,
  })
}

/** E16: whatever is sent besides the payment is set to be used. */
export function checkUsedFee({ usedFee }: Pick<DecodedCall, 'usedFee'>, fee: bigint): void {
  if (usedFee === undefined || fee <= usedFee) return
  throw unsafe('E16', 'The call sends native coins besides the payment that it does not use.', {
    fee: String(fee),
    used: String(usedFee),
  })
}

/** Time for approval and payment to be mined. */
const leastSeconds = 60n

/**
 * One-chain swaps end with their block: our own calls are valid for 20 minutes. Across' pools
 * refuse a fill deadline beyond six hours (`fillDeadlineBuffer`); its API uses two.
 */
const mostSeconds = { 'on-chain': 2n * 3_600n, 'cross-chain': 6n * 3_600n } as const

/** Across reserves a deposit for one relayer for a few seconds; then any relayer may fill it. */
const mostExclusiveSeconds = 60n

/**
 * E8: the call can still be mined, and an unfilled order does not lock the money for days or for
 * one party.
 * @param nowSeconds the later of our own clock and the chain's
 */
export function checkTimes(
  { deadlineSeconds, exclusive }: Pick<DecodedCall, 'deadlineSeconds' | 'exclusive'>,
  swapType: keyof typeof mostSeconds,
  nowSeconds: bigint,
): void {
  if (deadlineSeconds !== undefined) {
    const left = deadlineSeconds - nowSeconds
    if (left < leastSeconds) {
      throw unsafe('E8', 'The call has expired, or expires before it can be mined.', {
        deadlineSeconds: String(deadlineSeconds),
        nowSeconds: String(nowSeconds),
      })
    }
    if (left > mostSeconds[swapType]) {
      throw unsafe('E8', 'The call stays valid far longer than such a swap takes.', {
        deadlineSeconds: String(deadlineSeconds),
        nowSeconds: String(nowSeconds),
      })
    }
  }
  if (exclusive === undefined) return
  const { relayer, until } = exclusive
  const seconds = exclusive.isPeriod ? until : until - nowSeconds
  if (seconds <= mostExclusiveSeconds) return
  throw unsafe('E8', `Only ${relayer} could deliver for ${seconds}s.`, {
    relayer,
    seconds: String(seconds),
  })
}
