import type { BlockchainId } from '../core/blockchainIds.ts'
import { parseAmount } from '../core/amounts.ts'
import type { Token } from '../core/token.ts'
import { type Chain, chainById, isEvmChain } from './chains.ts'

/** A payment to make; `memo` null: not needed. */
export type PaymentRequest = {
  token: Token
  address: string
  /** Token units. */
  amount: string
  memo: string | null
  /** EIP-155 id in this run; null for chains without one. */
  chainId: number | null
}

/**
 * https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki, and for ZCASH
 * https://zips.z.cash/zip-0321 (both read 2026-11).
 */
const bitcoinSchemes: Partial<Record<BlockchainId, string>> = {
  BITCOIN: 'bitcoin',
  BITCOIN_CASH: 'bitcoincash',
  DASH: 'dash',
  DOGECOIN: 'dogecoin',
  LITECOIN: 'litecoin',
  ZCASH: 'zcash',
}

/**
 * The text of a QR code for a payment: a payment URI where the chain has one that wallets agree on,
 * otherwise the address alone. Null where the payment needs a memo that neither can carry
 * (docs/safety.md D5): a user who scans it would lose the money.
 */
export function paymentCode(request: PaymentRequest): string | null {
  const { token, address, memo } = request
  const chain = chainById(token.blockchain)
  const uri = uriOf(chain, request)
  if (uri !== null) return uri
  return memo === null ? address : null
}

function uriOf(chain: Chain, request: PaymentRequest): string | null {
  const { token, memo } = request
  const scheme = bitcoinSchemes[chain.id]
  if (scheme !== undefined) return memo === null && token.native ? bip21(scheme, request) : null
  if (isEvmChain(chain)) return memo === null ? eip681(request) : null
  if (chain.kind === 'ton') return tonTransfer(request)
  return chain.kind === 'solana' ? solanaPay(request) : null
}

/** BIP-21: the amount in whole coins. */
function bip21(scheme: string, { address, amount }: PaymentRequest): string {
  const bare = address.startsWith(`${scheme}:`) ? address.slice(scheme.length + 1) : address
  return `${scheme}:${bare}?amount=${amount}`
}

/** https://eips.ethereum.org/EIPS/eip-681 (read 2026-11): amounts in base units. */
function eip681({ token, address, amount, chainId }: PaymentRequest): string | null {
  if (chainId === null) return null
  const units = parseAmount(amount, token.decimals)
  return token.native
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${token.address}@${chainId}/transfer?address=${address}&uint256=${units}`
}

/** https://docs.ton.org/ecosystem/wallet-apps/deep-links (read 2026-11): base units. */
function tonTransfer({ token, address, amount, memo }: PaymentRequest): string {
  const query = [
    ...(token.native ? [] : [`jetton=${token.address}`]),
    `amount=${parseAmount(amount, token.decimals)}`,
    ...(memo === null ? [] : [`text=${encodeURIComponent(memo)}`]),
  ]
  return `ton://transfer/${address}?${query.join('&')}`
}

/** https://docs.solanapay.com/spec (read 2026-11): the amount in whole coins. */
function solanaPay({ token, address, amount, memo }: PaymentRequest): string {
  const query = [
    `amount=${amount}`,
    ...(token.native ? [] : [`spl-token=${token.address}`]),
    ...(memo === null ? [] : [`memo=${encodeURIComponent(memo)}`]),
  ]
  return `solana:${address}?${query.join('&')}`
}
