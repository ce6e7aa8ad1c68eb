import { isSameAccount } from '../../../chains/accountKey.ts'
import { saysNoReceiver } from '../../../chains/callRules.ts'
import { chainById, isEvmChain } from '../../../chains/chains.ts'
import { builtInTokens } from '../../../chains/tokens.ts'
import { type Token, isSameAddress } from '../../../core/token.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { SwapRef } from '../../../core/quote.ts'
import { createEvmReader } from '../../../evidence/evm.ts'
import { tokenGain } from '../../../evidence/logs.ts'
import type { ProviderContext } from '../../types.ts'
import { toOrderToken } from '../deposit/state.ts'
import type { KnownOrder } from '../deposit/reading.ts'
import type { PaidCall } from './paidCall.ts'

// The order of a swap sent elsewhere: as its payment shows it. A payment may name it by a number alone;
// then only the service can say what was ordered, and is believed as far as both chains show it: this
// account paid this amount of this token, and a later transaction paid the receiver.

/** An order as a service reports it; base units, tokens as this program writes them. */
export type ReportedOrder = {
  payer: string
  srcToken: string
  srcAmount: bigint
  /** Chains by the service's ids. */
  srcChain: string
  dstChain: string
  dstToken: string
  dstAmount: bigint
  dstMinAmount: bigint | null
  receiver: string
  refundTo: string | null
  /** Hex that the payment's call data names the order by; null: not reported. */
  mark: string | null
}

type Mined = Extract<PaidCall, { kind: 'mined' }>

type Snapshot = {
  orderId: string | null
  reported?: ReportedOrder
  bought?: { chain: string; token: string }
}

type Chains = {
  srcBlockchain: BlockchainId
  /** By the service's id; null for one that this program does not know. */
  chainOf: (number: string) => BlockchainId | null
}

/**
 * The order as read from the payment, and what a trusted call leaves unsaid as the service reports it;
 * null for an unknown call or token.
 * @param isBack the service reports a refund
 */
export function byPayment(
  { from, call }: Mined,
  { orderId, bought }: Snapshot,
  { srcBlockchain, chainOf, startedAtMs }: Chains & Pick<SwapRef, 'startedAtMs'>,
  isBack: boolean,
): KnownOrder | null {
  if (call === null) return null
  const isUnnamed = saysNoReceiver(call)
  // To whom it was to be paid does not matter to money that came back, nor what was to be bought.
  if (isUnnamed && !isBack) return null
  const srcToken = findToken(srcBlockchain, call.srcToken)
  const told = call.trusted === undefined ? undefined : bought
  const dst = call.dst ?? (told === undefined ? null : chainOf(told.chain))
  const named = call.dstToken ?? told?.token ?? null
  const dstToken = dst === null ? null : findToken(dst === 'same' ? srcBlockchain : dst, named)
  const isUnsaid = dstToken === null && named === null && isBack
  if (srcToken === null || (dstToken === null && !isUnsaid)) return null
  return {
    ...noDeposit,
    orderId: orderId ?? '',
    receiver: call.recipient ?? from,
    refundAddress: call.refundTo ?? from,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken ?? srcToken),
    srcAmount: call.amountIn,
    dstAmount: call.minOut,
    createdAtMs: startedAtMs,
    own: {
      ...(isUnsaid ? { unsaid: 'dstToken' } : {}),
      ...(isUnnamed ? { unnamed: 'receiver' } : {}),
    },
  }
}

/**
 * The order as the service reports it, for a payment that matches it but whose call cannot be read (S9);
 * null otherwise, and where the destination could not show the payout, which must not be older than
 * the payment.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer
 */
export async function byService(
  payment: Mined,
  { orderId, reported }: Snapshot,
  { srcBlockchain, chainOf }: Chains,
  context: ProviderContext,
): Promise<KnownOrder | null> {
  if (reported === undefined || payment.call !== null) return null
  const dst = chainOf(reported.dstChain)
  if (chainOf(reported.srcChain) !== srcBlockchain || dst === null) return null
  if (!isEvmChain(chainById(dst))) return null
  const [srcToken, dstToken] = [
    findToken(srcBlockchain, reported.srcToken),
    findToken(dst, reported.dstToken),
  ]
  if (srcToken === null || dstToken === null || !isPaidAs(reported, srcToken, payment)) return null
  const reader = createEvmReader(context)
  const createdAtMs = await reader.readBlockTime(srcBlockchain, payment.blockNumber)
  if (createdAtMs === null) return null
  const { receiver, refundTo, srcAmount, dstAmount, dstMinAmount } = reported
  return {
    ...noDeposit,
    orderId: orderId ?? '',
    receiver,
    refundAddress: refundTo ?? payment.from,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount,
    dstAmount,
    createdAtMs,
    own: dstMinAmount === null ? {} : { least: String(dstMinAmount) },
  }
}

const noDeposit = { depositAddress: '', depositMemo: null, expiresAtMs: null } as const

/** Whether the payment is by this account, of this amount, and for this order. */
function isPaidAs(
  { payer, srcAmount, mark }: ReportedOrder,
  { native, address }: Token,
  { from, to, sent, logs }: Mined,
): boolean {
  if (!isSameAddress(payer, from)) return false
  if (mark !== null && sent?.data.toLowerCase().includes(mark.slice(2).toLowerCase()) !== true) {
    return false
  }
  if (native) return sent?.value === srcAmount
  return tokenGain(logs, address, from) === -srcAmount && tokenGain(logs, address, to) === srcAmount
}

export function findToken(blockchain: BlockchainId, address: string | null): Token | null {
  if (address === null) return null
  const isIt = (token: Token): boolean => isSameAccount(blockchain, token.address, address)
  return builtInTokens(blockchain).find(isIt) ?? null
}
