import { blockchainName } from '../../../core/blockchainNames.ts'
import { classicXrpAddress } from '../../../chains/addresses/xrp.ts'
import { chainById, isEvmChain } from '../../../chains/chains.ts'
import { memoInside, payeeOf } from '../../../chains/receiverMemos.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { ProviderName } from '../errors.ts'

/** An address and its tag or memo. */
export type Payee = { address: string; memo: string | null }

/** Receiver on the destination chain, refund account on the source chain. */
export type OrderParties = { receiver: Payee; refund: Payee | null }

export type PartyRules = {
  /** Whether the provider accepts a memo for its payouts. */
  takesMemo: boolean
  /** False: its orders do not repeat the receiver's memo, so it cannot be confirmed (D3). */
  repeatsMemo?: false
  /** Whether an order requires a refund address. */
  needsRefund: boolean
}

/**
 * Receiver and refund address of an order (D9: a known refund address is always sent).
 * @throws SwaprouteError RECEIVER_REQUIRED, MISSING_FIELD, or UNSUPPORTED_RECEIVER for a memo the
 * provider cannot forward
 */
export function partiesOf(
  request: QuoteRequest,
  provider: ProviderName,
  rules: PartyRules,
): OrderParties {
  const { srcToken, dstToken, fromAddress, receiver, refundAddress } = request
  const sharesAccounts = [srcToken, dstToken].every(({ blockchain }) =>
    isEvmChain(chainById(blockchain)),
  )
  const paid = receiver ?? (sharesAccounts ? fromAddress : null)
  if (paid === null) {
    throw new SwaprouteError(
      'RECEIVER_REQUIRED',
      `A receiver on ${blockchainName(dstToken.blockchain)} is required.`,
      {
        hint: 'Set it with receiver (--receiver).',
        context: { field: 'receiver' },
      },
    )
  }
  const back = refundAddress ?? fromAddress
  if (back === null && rules.needsRefund) {
    throw new SwaprouteError(
      'MISSING_FIELD',
      `${provider.name} needs a refund address on ${blockchainName(srcToken.blockchain)}.`,
      {
        hint: 'Set it with refundAddress (--refund-to).',
        context: { field: 'refundAddress' },
      },
    )
  }
  const parties = {
    receiver: toPayee(dstToken.blockchain, paid, request.receiverMemo ?? null),
    refund: back === null ? null : toPayee(srcToken.blockchain, back),
  }
  if (parties.receiver.memo !== null && rules.repeatsMemo === false) {
    throw unsupported(`${provider.name} does not confirm a memo for the receiver.`, 'receiver')
  }
  for (const field of ['receiver', 'refund'] as const) {
    if (parties[field] === null || parties[field].memo === null || rules.takesMemo) continue
    const name = field === 'receiver' ? field : 'refundAddress'
    throw unsupported(`${provider.name} cannot send a memo or tag.`, name)
  }
  return parties
}

/**
 * BITCOIN_CASH addresses without the `bitcoincash:` prefix, as some exchanges and their wallets
 * write them (Cake Wallet, 2026-07).
 */
export function withoutPrefix(blockchain: BlockchainId, address: string): string {
  const { prefix } = chainById(blockchain).addressParams
  return prefix !== undefined && address.startsWith(`${prefix}:`)
    ? address.slice(prefix.length + 1)
    : address
}

/**
 * Splits an address from the memo inside it: exchanges want two fields.
 * @param memo beside the address
 */
export function toPayee(blockchain: BlockchainId, text: string, memo: string | null = null): Payee {
  const isInside = memoInside(chainById(blockchain), text) !== null
  const payee = payeeOf(blockchain, text, memo)
  if (!isInside || classicXrpAddress(text) !== null) return payee
  throw unsupported(`Exchanges do not support ${blockchain} addresses that contain a number.`)
}

function unsupported(message: string, field?: 'receiver' | 'refundAddress'): SwaprouteError {
  return new SwaprouteError('UNSUPPORTED_RECEIVER', message, {
    hint: 'Use the plain address of your own wallet.',
    ...(field === undefined ? {} : { context: { field } }),
  })
}
