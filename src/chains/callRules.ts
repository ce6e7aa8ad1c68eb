import type { BlockchainId } from '../core/blockchainIds.ts'
import { type Token, isSameAddress, zeroAddress } from '../core/token.ts'
import type { DecodedCall, Power } from '../core/transaction.ts'
import { isSameAccount } from './accountKey.ts'
import { isEvmAddress } from './evm/hex.ts'

// What a decoded call and its fee may say, each rule once (docs/safety.md E5, E8). Two rooms ask: the
// kit, so that a bad answer becomes no route, and the execution, so that nothing bad is signed. Each
// writes its own refusal texts.

/** The accounts that a call may name; an empty text if a quote has none. */
export type CallAccounts = {
  srcToken: Token
  dstToken: Token
  fromAddress: string
  receiver: string
  refundAddress: string | null
}

/**
 * The account that a call pays where it is not the receiver; null: it pays the receiver, or is a
 * trusted one that does not say (`lacksReceiver`).
 */
export function wrongRecipient(
  call: Pick<DecodedCall, 'recipient' | 'trusted'>,
  { dstToken, fromAddress, receiver }: CallAccounts,
): string | null {
  if (saysNoReceiver(call)) return null
  const paid = call.recipient ?? fromAddress
  return isSameAccount(dstToken.blockchain, paid, receiver) ? null : paid
}

/** Whether a trusted call does not name its receiver (E17); in any other, no recipient means the sender. */
export function saysNoReceiver({
  recipient,
  trusted,
}: Pick<DecodedCall, 'recipient' | 'trusted'>): boolean {
  return trusted !== undefined && recipient === null
}

/**
 * Whether a call leaves its receiver to the answer that carried it without being a trusted one, which
 * alone may.
 */
export function borrowsReceiver({
  receiverBy,
  trusted,
}: Pick<DecodedCall, 'receiverBy' | 'trusted'>): boolean {
  return receiverBy !== undefined && trusted === undefined
}

/** Whether call data that cannot be read to its end does not even contain the receiver. */
export function lacksReceiver(data: string, receiver: string): boolean {
  if (!isEvmAddress(receiver) || isSameAddress(receiver, zeroAddress)) return true
  return !data.toLowerCase().includes(receiver.slice(2).toLowerCase())
}

/** Whether a call does not pay out where it has to; only a trusted one may not say where. */
export function paysElsewhere(
  { dst, trusted }: Pick<DecodedCall, 'dst' | 'trusted'>,
  due: 'same' | BlockchainId,
): boolean {
  return dst !== due && !(dst === null && trusted !== undefined)
}

/** Where a refund would go that does not come back to the user; null: it does. */
export function wrongRefund(
  { refundTo }: Pick<DecodedCall, 'refundTo'>,
  { fromAddress, refundAddress }: CallAccounts,
): string | null {
  if (refundTo === null) return null
  return [fromAddress, refundAddress ?? ''].some((own) => isSameAddress(own, refundTo))
    ? null
    : refundTo
}

/**
 * The first power over the order that is not the user's: an account that may cancel, change or claim
 * an order controls the money.
 */
export function foreignPower(
  { powers = [] }: Pick<DecodedCall, 'powers'>,
  { srcToken, dstToken, fromAddress, receiver, refundAddress }: CallAccounts,
): Power | null {
  const own: Readonly<Record<string, readonly string[]>> = {
    [dstToken.blockchain]: [receiver],
    // On one chain both accounts are the user's, and the receiver has no power of its own.
    [srcToken.blockchain]: [fromAddress, ...(refundAddress === null ? [] : [refundAddress])],
  }
  const isOwn = ({ holder, blockchain }: Power): boolean =>
    (own[blockchain] ?? []).some((account) => isSameAccount(blockchain, account, holder))
  return powers.find((power) => !isOwn(power)) ?? null
}

/**
 * Whether a call spends the token: contracts may name the wrapped token for native coins, but an entry
 * means the token that it names, never the coins inside.
 * @param wrapped the wrapped coin of its chain; null if absent
 */
export function spendsToken(
  call: Pick<DecodedCall, 'entry' | 'srcToken'>,
  token: Token,
  wrapped: string | null,
): boolean {
  const { srcToken } = call
  if (srcToken === null) return false
  return namesOf(token, call, wrapped).some((name) => isSameAddress(name, srcToken))
}

/** Whether it pays the token; on one chain, wrapped and native are different choices of the user. */
export function paysToken(
  call: Pick<DecodedCall, 'entry' | 'dstToken' | 'dstIsCoin' | 'trusted'>,
  token: Token,
  wrapped: string | null,
  crossChain: boolean,
): boolean {
  const { dstToken } = call
  if (call.trusted !== undefined && dstToken === null) return true
  if (call.dstIsCoin === true && token.native) return true
  return (
    dstToken !== null &&
    namesOf(token, call, crossChain ? wrapped : null).some((name) =>
      isSameAccount(token.blockchain, name, dstToken),
    )
  )
}

function namesOf(
  { native, address }: Token,
  { entry }: Pick<DecodedCall, 'entry'>,
  wrapped: string | null,
): string[] {
  return native && wrapped !== null && entry === undefined ? [address, wrapped] : [address]
}

/** Whether a call states more slippage than requested, basis points. */
export function statesTooMuchSlippage(
  { statedSlippage = 0n }: Pick<DecodedCall, 'statedSlippage'>,
  slippageBps: number,
): boolean {
  return statedSlippage > BigInt(slippageBps) * 100n
}

/** Whether a fixed fee is more than 2% above the quoted one. */
export function hasRisen(fee: bigint, quoted: bigint): boolean {
  return fee * 100n > quoted * 102n
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

/** What is wrong with the times of a call. */
export type TimeFault =
  | { kind: 'too short' | 'too long'; deadlineSeconds: bigint }
  | { kind: 'exclusive'; relayer: string; seconds: bigint }

/**
 * Whether a call can still be mined, and an unfilled order does not lock the money for days or for
 * one party; null: both.
 */
export function timeFault(
  { deadlineSeconds, exclusive }: Pick<DecodedCall, 'deadlineSeconds' | 'exclusive'>,
  swapType: keyof typeof mostSeconds,
  nowSeconds: bigint,
): TimeFault | null {
  if (deadlineSeconds !== undefined) {
    const left = deadlineSeconds - nowSeconds
    if (left < leastSeconds) return { kind: 'too short', deadlineSeconds }
    if (left > mostSeconds[swapType]) return { kind: 'too long', deadlineSeconds }
  }
  if (exclusive === undefined) return null
  const { relayer, until } = exclusive
  const seconds = exclusive.isPeriod ? until : until - nowSeconds
  return seconds <= mostExclusiveSeconds ? null : { kind: 'exclusive', relayer, seconds }
}
