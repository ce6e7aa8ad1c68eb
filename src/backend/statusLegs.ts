import type { StatusAnswer } from '../api/schemas.ts'
import { isSameAccount } from '../chains/accountKey.ts'
import { chainById, isEvmChain } from '../chains/chains.ts'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { formatAmount } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SwapStatus } from '../core/status.ts'
import { type Token, zeroAddress } from '../core/token.ts'
import { canReadTransactions, readChainTransaction } from '../evidence/transactions/readers.ts'
import {
  netOf,
  type ChainPayment,
  type ChainTransaction,
} from '../evidence/transactions/transaction.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { seenSource } from './locating.ts'
import { askInTime } from './rollCall.ts'
import type { BackendServices } from './services.ts'

// What was paid and what arrived, for the answer: from the chains where they show it, else from what
// the provider's own payment says. Nothing here changes a state.

/** A token and how much of it; each part as far as it is known. */
type Leg = { blockchain: BlockchainId; token: string | null; amount: bigint; from?: ChainPayment }

/**
 * Both ends of a swap that was made elsewhere.
 * @param seen its transaction; null where only a provider knows it
 * @param status null where no provider carried it
 */
export async function legsOf(
  services: BackendServices,
  seen: ChainTransaction | null,
  status: SwapStatus | null,
  signal: AbortSignal,
): Promise<Partial<StatusAnswer>> {
  const { facts = {} } = status ?? {}
  const sent = sentLeg(services, seen, status)
  const arrived = await arrivedLeg(services, seen, status, signal)
  const [source, destination] = await Promise.all([
    sent === null ? {} : described(services, 'src', sent, signal),
    arrived === null ? {} : described(services, 'dst', arrived, signal),
  ])
  const payer = facts.fromAddress ?? seen?.sender ?? null
  const receiver = facts.receiver ?? (status === null ? payeeOf(seen) : null)
  const place = seen?.blockchain ?? status?.sourceBlockchain ?? facts.srcToken?.blockchain ?? null
  const end = status?.destinationBlockchain ?? facts.dstToken?.blockchain ?? place
  return {
    ...source,
    ...destination,
    ...(payer === null || place === null ? {} : { fromAddress: written(place, payer) }),
    ...(receiver === null || end === null ? {} : { receiver: written(end, receiver) }),
    ...(facts.carrier === undefined ? {} : { carrier: facts.carrier }),
    ...(seen?.atMs == null ? {} : { startedAt: new Date(seen.atMs).toISOString() }),
    ...(seen === null ? {} : { transactionKind: status === null ? seen.kind.is : 'swap' }),
  }
}

/** What the payer lost in the transaction; of several tokens the one that the provider names. */
function sentLeg(
  services: BackendServices,
  seen: ChainTransaction | null,
  status: SwapStatus | null,
): Leg | null {
  const { facts = {} } = status ?? {}
  const { srcToken, srcAmount } = facts
  const lost = seen === null ? [] : changesOf(seen, facts.fromAddress ?? seen.sender, -1n)
  if (srcToken === undefined) return seen === null ? null : toLeg(seen.blockchain, only(lost))
  const { blockchain, address } = srcToken
  const isNative = isCoin(services, blockchain, address)
  const own = lost.find(({ token }) =>
    token === null ? isNative : isSameAccount(blockchain, token, address),
  )
  // A coin's payment may hold a fee on top of the amount.
  const amount = isNative ? (srcAmount ?? own?.amount) : (own?.amount ?? srcAmount)
  return amount === undefined ? null : { blockchain, token: isNative ? null : address, amount }
}

/** What reached the receiver, or came back, by the transaction that ended the swap. */
async function arrivedLeg(
  services: BackendServices,
  seen: ChainTransaction | null,
  status: SwapStatus | null,
  signal: AbortSignal,
): Promise<Leg | null> {
  if (status === null || (status.status !== 'SUCCESS' && status.status !== 'REVERTED')) return null
  const { facts = {}, receivedAmount, destinationTxHash: hash } = status
  const isBack = status.status === 'REVERTED'
  const token = isBack ? facts.srcToken : facts.dstToken
  if (token !== undefined && receivedAmount !== undefined) {
    const { blockchain, address } = token
    const isNative = isCoin(services, blockchain, address)
    return { blockchain, token: isNative ? null : address, amount: receivedAmount }
  }
  const blockchain = status.destinationBlockchain ?? token?.blockchain ?? seen?.blockchain ?? null
  const owner = isBack ? (facts.fromAddress ?? seen?.sender) : (facts.receiver ?? seen?.sender)
  if (blockchain === null || hash === null || owner == null) return null
  const end =
    seen?.blockchain === blockchain && seen.hash.toLowerCase() === hash.toLowerCase()
      ? seen
      : await endOf(services, blockchain, hash, signal)
  const gained = end === null ? [] : changesOf(end, owner, 1n)
  const isIt = ({ token: address, amount }: ChainPayment): boolean => {
    if (receivedAmount !== undefined && amount !== receivedAmount) return false
    if (token === undefined) return true
    const isNative = isCoin(services, blockchain, token.address)
    return address === null ? isNative : isSameAccount(blockchain, address, token.address)
  }
  return toLeg(blockchain, only(gained.filter(isIt)))
}

/** Null where the chain cannot be read in this run, or does not answer in time. */
async function endOf(
  services: BackendServices,
  blockchain: BlockchainId,
  hash: string,
  signal: AbortSignal,
): Promise<ChainTransaction | null> {
  const isReadable = isEvmChain(chainById(blockchain))
    ? services.rpc.has(blockchain)
    : canReadTransactions(blockchain, services.nodes)
  if (!isReadable) return null
  return await orNull(signal, () =>
    askInTime(services, signal, (within) =>
      readChainTransaction(blockchain, hash, seenSource(services, within)),
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

/** One token of several is meant only where the others are the coin, which pays for fees as well. */
function only(changes: readonly ChainPayment[]): ChainPayment | null {
  const tokens = changes.filter(({ token }) => token !== null)
  const [first = null] = tokens.length === 0 ? changes : tokens
  return tokens.length > 1 ? null : first
}

function toLeg(blockchain: BlockchainId, payment: ChainPayment | null): Leg | null {
  if (payment === null) return null
  const { token, amount } = payment
  return { blockchain, token, amount, from: payment }
}

function payeeOf(seen: ChainTransaction | null): string | null {
  if (seen?.kind.is !== 'transfer') return null
  const payees = new Set(seen.payments.map(({ to }) => to))
  const [first = null] = payees
  return payees.size === 1 ? first : null
}

/** The members of one end: base units always, whole tokens where its decimals are known. */
async function described(
  services: BackendServices,
  side: 'src' | 'dst',
  leg: Leg,
  signal: AbortSignal,
): Promise<Partial<StatusAnswer>> {
  const { blockchain, amount, from } = leg
  const token = await tokenOf(services, leg, signal)
  const address = token?.address ?? leg.token
  const decimals = token?.decimals ?? from?.decimals
  const symbol = token?.symbol ?? from?.symbol
  return {
    ...(address === null ? {} : { [`${side}TokenAddress`]: written(blockchain, address) }),
    ...(symbol === undefined ? {} : { [`${side}TokenSymbol`]: foreignReason(symbol, 20) }),
    ...(decimals === undefined ? {} : { [`${side}TokenAmount`]: formatAmount(amount, decimals) }),
    [`${side}TokenWeiAmount`]: String(amount),
  }
}

async function tokenOf(
  services: BackendServices,
  { blockchain, token: address }: Leg,
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

function isCoin(services: BackendServices, blockchain: BlockchainId, address: string): boolean {
  const native = services.nativeToken(blockchain)
  return address === zeroAddress || isSameAccount(blockchain, native.address, address)
}

/** As the chain writes it; a service may have given it in lower case. */
function written(blockchain: BlockchainId, address: string): string {
  const isPlain = isEvmChain(chainById(blockchain)) && /^0x[0-9a-fA-F]{40}$/.test(address)
  return isPlain ? toChecksumAddress(address) : address
}

/** What is only told besides is left out where nobody answers. */
async function orNull<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && !signal.aborted) return null
    throw thrown
  }
}
