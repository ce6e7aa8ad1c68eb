/**
 * Reports of swaps and transactions: state, both ends, and the kind of a transaction that is not a
 * swap.
 */
import { isSameAccount } from '../chains/accountKey.ts'
import { chainById, isEvmChain } from '../chains/chains.ts'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { formatAmount } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { foreignReason } from '../core/foreignReason.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { SwapStatus } from '../core/status.ts'
import { type Token, zeroAddress } from '../core/token.ts'
import type { TonHashKind } from '../core/tonHash.ts'
import { readChainTransaction } from '../evidence/transactions/readers.ts'
import {
  type ChainPayment,
  type ChainTransaction,
  netOf,
} from '../evidence/transactions/transaction.ts'
import { catalogRow, hasAdapter } from '../providers/catalog.ts'
import { providerContext } from '../providers/types.ts'
import { askInTime } from './providersAsked.ts'
import type { StatusServices } from './services.ts'
import { isReadable } from './text.ts'

/** State and ends of a swap. */
export type SwapReport = {
  /** Of its route; null for a swap that was not quoted here. */
  id: string | null
  provider: ProviderId | null
  /** The requested hash; the provider may return another one (`status.sourceTxHash`). */
  srcTxHash: string | null
  source: BlockchainId | null
  /** Destination chain; null: unknown. */
  destination: BlockchainId | null
  status: SwapStatus
  /** Absent if the caller knows them. */
  ends?: SwapEnds
  /** For a hash of TON: its kind, and the transaction that executed its message. */
  ton?: { hashKind: TonHashKind; transactionHash: string }
  /** Chains with hashes of the same form that have no node in this run. */
  notAsked?: readonly BlockchainId[]
}

/** The amounts paid and received; each part null if unknown. */
export type SwapEnds = {
  sent: SwapEnd | null
  arrived: SwapEnd | null
  fromAddress: string | null
  receiver: string | null
  /** The bridge or exchange used by an aggregator. */
  carrier: string | null
  startedAtMs: number | null
  transactionKind: 'swap' | ChainTransaction['kind']['is'] | null
}

/** A token and its amount in base units; null parts are unknown. */
export type SwapEnd = {
  address: string | null
  symbol: string | null
  decimals: number | null
  amount: bigint
}

/** Destination of a swap whose provider does not report it; null: unknown. */
export function destinationOf(
  provider: ProviderId | null,
  source: BlockchainId | null,
): BlockchainId | null {
  const row = provider === null ? null : catalogRow(provider)
  const isBridge = row !== null && hasAdapter(row) && row.kind !== 'exchange'
  return provider === null || isBridge ? null : source
}

/** Kind of a transaction that no provider knows as the payment of a swap. */
export function notASwap(
  { blockchain, kind, state }: ChainTransaction,
  { sent, receiver }: SwapEnds,
): string {
  if (state === 'failed') {
    return `The transaction failed on ${blockchain}: only its network fee was spent.`
  }
  switch (kind.is) {
    case 'approval':
      return `The transaction is on ${blockchain}: an approval, which lets ${kind.spender} take tokens later and moves none now.`
    case 'transfer': {
      const { amount = 0n, decimals = null, symbol = null } = sent ?? {}
      const what =
        decimals === null || symbol === null
          ? ''
          : ` of ${formatAmount(amount, decimals)} ${symbol}`
      const whom = receiver === null ? '' : ` to ${receiver}`
      return `The transaction is on ${blockchain}: a plain transfer${what}${whom}; it is not a swap of a known provider.`
    }
    case 'call':
      return `The transaction is on ${blockchain}, but it is not a swap of a known provider.`
    default:
      return kind satisfies never
  }
}

// Both ends come from the chains if possible, else from the provider's report of its own payment.
// Nothing here changes a state.

/** A token and its amount; each part if known. */
type End = { blockchain: BlockchainId; token: string | null; amount: bigint; from?: ChainPayment }

/**
 * Both ends of a swap that was made elsewhere.
 * @param transaction null if only a provider knows it
 * @param status null if it is not a provider's swap
 */
export async function endsOf(
  services: StatusServices,
  transaction: ChainTransaction | null,
  status: SwapStatus | null,
  signal: AbortSignal,
): Promise<SwapEnds> {
  const { facts = {} } = status ?? {}
  const sent = sentEnd(services, transaction, status)
  const arrived = await arrivedEnd(services, transaction, status, signal)
  const [source, destination] = await Promise.all([
    sent === null ? null : described(services, sent, signal),
    arrived === null ? null : described(services, arrived, signal),
  ])
  const payer = facts.fromAddress ?? transaction?.sender ?? null
  const receiver = facts.receiver ?? (status === null ? payeeOf(transaction) : null)
  const begin =
    transaction?.blockchain ?? status?.sourceBlockchain ?? facts.srcToken?.blockchain ?? null
  const end = status?.destinationBlockchain ?? facts.dstToken?.blockchain ?? begin
  return {
    sent: source,
    arrived: destination,
    fromAddress: payer === null || begin === null ? null : written(begin, payer),
    receiver: receiver === null || end === null ? null : written(end, receiver),
    carrier: facts.carrier ?? null,
    startedAtMs: transaction?.atMs ?? null,
    transactionKind: transaction === null ? null : status === null ? transaction.kind.is : 'swap',
  }
}

/** The payer's loss in the transaction; of several tokens the one that the provider names. */
function sentEnd(
  services: StatusServices,
  transaction: ChainTransaction | null,
  status: SwapStatus | null,
): End | null {
  const { facts = {} } = status ?? {}
  const { srcToken, srcAmount } = facts
  const payer = facts.fromAddress ?? transaction?.sender ?? null
  const lost = transaction === null ? [] : changesOf(transaction, payer, -1n)
  if (srcToken === undefined) {
    return transaction === null ? null : toEnd(transaction.blockchain, only(lost))
  }
  const { blockchain, address } = srcToken
  const isNative = isCoin(services, blockchain, address)
  const own = lost.find(({ token }) =>
    token === null ? isNative : isSameAccount(blockchain, token, address),
  )
  // A coin payment may include a fee on top of the amount.
  const amount = isNative ? (srcAmount ?? own?.amount) : (own?.amount ?? srcAmount)
  return amount === undefined ? null : { blockchain, token: isNative ? null : address, amount }
}

/** The amount that reached the receiver, or came back, in the last transaction of the swap. */
async function arrivedEnd(
  services: StatusServices,
  transaction: ChainTransaction | null,
  status: SwapStatus | null,
  signal: AbortSignal,
): Promise<End | null> {
  if (status === null || (status.status !== 'SUCCESS' && status.status !== 'REVERTED')) return null
  const { facts = {}, receivedAmount, destinationTxHash: hash } = status
  const isBack = status.status === 'REVERTED'
  const token = isBack ? facts.srcToken : facts.dstToken
  if (token !== undefined && receivedAmount !== undefined) {
    const { blockchain, address } = token
    const isNative = isCoin(services, blockchain, address)
    return { blockchain, token: isNative ? null : address, amount: receivedAmount }
  }
  const blockchain =
    status.destinationBlockchain ?? token?.blockchain ?? transaction?.blockchain ?? null
  const owner = (isBack ? facts.fromAddress : facts.receiver) ?? transaction?.sender
  if (blockchain === null || hash === null || owner == null) return null
  const last =
    transaction?.blockchain === blockchain && transaction.hash.toLowerCase() === hash.toLowerCase()
      ? transaction
      : await lastTransaction(services, blockchain, hash, signal)
  const gained = last === null ? [] : changesOf(last, owner, 1n)
  const isIt = ({ token: address, amount }: ChainPayment): boolean => {
    if (receivedAmount !== undefined && amount !== receivedAmount) return false
    if (token === undefined) return true
    const isNative = isCoin(services, blockchain, token.address)
    return address === null ? isNative : isSameAccount(blockchain, address, token.address)
  }
  return toEnd(blockchain, only(gained.filter(isIt)))
}

/** Null if the chain cannot be read in this run, or does not answer in time. */
async function lastTransaction(
  services: StatusServices,
  blockchain: BlockchainId,
  hash: string,
  signal: AbortSignal,
): Promise<ChainTransaction | null> {
  if (!isReadable(services, blockchain)) return null
  return await orNull(signal, () =>
    askInTime(services, signal, (within) =>
      readChainTransaction(blockchain, hash, providerContext(services, within)),
    ),
  )
}

/** Gains (`1n`) or losses (`-1n`) of an account in a transaction, as positive amounts. */
function changesOf(
  { blockchain, payments }: ChainTransaction,
  owner: string | null,
  sign: 1n | -1n,
): ChainPayment[] {
  if (owner === null) return []
  const isOwn = (account: string): boolean => isSameAccount(blockchain, account, owner)
  return netOf(payments, isOwn).flatMap((payment) =>
    payment.amount * sign > 0n ? [{ ...payment, amount: payment.amount * sign }] : [],
  )
}

/** The only token among changes, ignoring the coin, which also pays fees. */
function only(changes: readonly ChainPayment[]): ChainPayment | null {
  const tokens = changes.filter(({ token }) => token !== null)
  const [first = null] = tokens.length === 0 ? changes : tokens
  return tokens.length > 1 ? null : first
}

function toEnd(blockchain: BlockchainId, payment: ChainPayment | null): End | null {
  if (payment === null) return null
  const { token, amount } = payment
  return { blockchain, token, amount, from: payment }
}

function payeeOf(transaction: ChainTransaction | null): string | null {
  if (transaction?.kind.is !== 'transfer') return null
  const payees = new Set(transaction.payments.map(({ to }) => to))
  const [first = null] = payees
  return payees.size === 1 ? first : null
}

/** Names and decimals from a list, the chain's record, or the contract itself. */
async function described(
  services: StatusServices,
  end: End,
  signal: AbortSignal,
): Promise<SwapEnd> {
  const { blockchain, amount, from } = end
  const token = await tokenOf(services, end, signal)
  const address = token?.address ?? end.token
  const symbol = token?.symbol ?? from?.symbol
  return {
    address: address === null ? null : written(blockchain, address),
    symbol: symbol === undefined ? null : foreignReason(symbol, 20),
    decimals: token?.decimals ?? from?.decimals ?? null,
    amount,
  }
}

async function tokenOf(
  services: StatusServices,
  { blockchain, token: address }: End,
  signal: AbortSignal,
): Promise<Token | null> {
  if (address === null || isCoin(services, blockchain, address)) {
    return services.nativeToken(blockchain)
  }
  const isIt = (token: Token): boolean => isSameAccount(blockchain, token.address, address)
  const listed = services.tokensOf(blockchain).find(isIt)
  if (listed !== undefined) return listed
  if (!isEvmChain(chainById(blockchain)) || !services.rpc.has(blockchain)) return null
  const [read = null] =
    (await orNull(signal, () =>
      askInTime(services, signal, (within) =>
        services.readTokens([{ blockchain, address: toChecksumAddress(address) }], within),
      ),
    )) ?? []
  return read
}

function isCoin(services: StatusServices, blockchain: BlockchainId, address: string): boolean {
  const native = services.nativeToken(blockchain)
  return address === zeroAddress || isSameAccount(blockchain, native.address, address)
}

/** In the chain's spelling; a service may have returned it in lower case. */
function written(blockchain: BlockchainId, address: string): string {
  const isPlain = isEvmChain(chainById(blockchain)) && /^0x[0-9a-fA-F]{40}$/.test(address)
  return isPlain ? toChecksumAddress(address) : address
}

/** Optional details are omitted on an outage. */
async function orNull<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && !signal.aborted) return null
    throw thrown
  }
}
