import { checkAddress } from '../../../chains/addresses.ts'
import { classicXrpAddress } from '../../../chains/addresses/xrp.ts'
import { chainById, isEvmChain } from '../../../chains/chains.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { ProviderName } from './errors.ts'

/** Who is paid: the address alone, and the tag or memo that goes with it. */
export type Payee = { address: string; memo: string | null }

/** Receiver on the destination chain, and who gets the money back on the source chain. */
export type Parties = { receiver: Payee; refund: Payee | null }

export type PartyRules = {
  /** Whether the provider takes a memo for whom it pays. */
  takesMemo: boolean
  /** Whether it opens no order without an address for refunds. */
  needsRefund: boolean
}

/**
 * Receiver and refund address of an order (D9: a refund address goes along wherever there is one).
 * @throws SwaprouteError RECEIVER_REQUIRED, MISSING_FIELD, or UNSUPPORTED_RECEIVER for a memo the
 *   provider cannot pass on
 */
export function partiesOf(
  request: QuoteRequest,
  provider: ProviderName,
  rules: PartyRules,
): Parties {
  const { srcToken, dstToken, fromAddress, receiver, refundAddress } = request
  const sharesAccounts = [srcToken, dstToken].every(({ blockchain }) =>
    isEvmChain(chainById(blockchain)),
  )
  const paid = receiver ?? (sharesAccounts ? fromAddress : null)
  if (paid === null) {
    throw new SwaprouteError(
      'RECEIVER_REQUIRED',
      `A receiver on ${dstToken.blockchain} is needed.`,
      {
        hint: 'Name it with receiver (--receiver).',
      },
    )
  }
  const back = refundAddress ?? fromAddress
  if (back === null && rules.needsRefund) {
    throw new SwaprouteError(
      'MISSING_FIELD',
      `${provider.name} opens no order without an address on ${srcToken.blockchain} for refunds.`,
      { hint: 'Name it with refundAddress (--refund-to).' },
    )
  }
  const parties = {
    receiver: toPayee(dstToken.blockchain, paid),
    refund: back === null ? null : toPayee(srcToken.blockchain, back),
  }
  for (const payee of [parties.receiver, parties.refund]) {
    if (payee === null || payee.memo === null || rules.takesMemo) continue
    throw unsupported(`${provider.name} cannot pass on the tag or memo inside the address.`)
  }
  return parties
}

/**
 * The address as some exchanges take it: BITCOIN_CASH without `bitcoincash:` in front, as their own
 * lists and the wallets that use them write it (Cake Wallet, 2026-07).
 */
export function withoutPrefix(blockchain: BlockchainId, address: string): string {
  const { prefix } = chainById(blockchain).addressParams
  return prefix !== undefined && address.startsWith(`${prefix}:`)
    ? address.slice(prefix.length + 1)
    : address
}

/** An address and the memo inside it, told apart: exchanges want them in two fields. */
export function toPayee(blockchain: BlockchainId, text: string): Payee {
  const checked = checkAddress(chainById(blockchain), text)
  if (checked.memo === null) return { address: checked.address, memo: null }
  const classic = classicXrpAddress(checked.address)
  if (classic !== null) return { address: classic, memo: checked.memo }
  throw unsupported(`${blockchain} accounts with a number inside are not known to exchanges.`)
}

function unsupported(message: string): SwaprouteError {
  return new SwaprouteError('UNSUPPORTED_RECEIVER', message, {
    hint: 'Give the plain address of a wallet of your own.',
  })
}
