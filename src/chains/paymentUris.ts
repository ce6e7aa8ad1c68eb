import type { BlockchainId } from '../core/blockchainIds.ts'
import { parseAmount } from '../core/amounts.ts'
import type { Token } from '../core/token.ts'
import { type Chain, chainById, isEvmChain } from './chains.ts'
import { toChecksumAddress } from './evm/checksum.ts'
import { encodeApprove, encodeTransfer } from './evm/erc20.ts'

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

/** Amounts in base units. */
function eip681({ token, address, amount, chainId }: PaymentRequest): string | null {
  if (chainId === null) return null
  const units = parseAmount(amount, token.decimals)
  return token.native
    ? coinLink({ to: address, chainId, value: units })
    : callLink({ to: token.address, chainId }, 'transfer', [address, units])
}

/** An EVM transaction that another wallet signs. */
export type WalletRequest = { to: string; chainId: number; value: bigint; data: string }

/**
 * The link by which a wallet makes exactly this transaction; null where none can. ERC-681 has no
 * parameter for calldata, so only calls that wallets read by name are in one: `approve`, `transfer`.
 * A wallet that skips a parameter it does not know would pay without the call. Gas is left out:
 * wallets differ in how they read it, and estimate it themselves.
 * @see https://eips.ethereum.org/EIPS/eip-681 (read 2026-11)
 */
export function walletLink({ to, chainId, value, data }: WalletRequest): string | null {
  if (data === '0x') return coinLink({ to, chainId, value })
  const [, address, units] = tokenCall.exec(data.toLowerCase()) ?? []
  if (value !== 0n || address === undefined || units === undefined) return null
  const [party, amount] = [toChecksumAddress(`0x${address}`), BigInt(`0x${units}`)]
  const made = [
    ['approve', encodeApprove(party, amount)],
    ['transfer', encodeTransfer(party, amount)],
  ] as const
  const name = made.find(([, call]) => call === data.toLowerCase())?.[0]
  return name === undefined ? null : callLink({ to, chainId }, name, [party, amount])
}

/** A call of one address and one number; which one, is compared afterwards. */
const tokenCall = /^0x[0-9a-f]{8}0{24}([0-9a-f]{40})([0-9a-f]{64})$/

function coinLink({ to, chainId, value }: Omit<WalletRequest, 'data'>): string {
  return `ethereum:${to}@${chainId}?value=${value}`
}

function callLink(
  { to, chainId }: Pick<WalletRequest, 'to' | 'chainId'>,
  name: 'approve' | 'transfer',
  [address, amount]: readonly [address: string, amount: bigint],
): string {
  return `ethereum:${to}@${chainId}/${name}?address=${address}&uint256=${amount}`
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
