import { chainById, isEvmChain } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { type Token, zeroAddress } from '../core/token.ts'
import {
  createEvmReader,
  type EvmReader,
  type EvmReceipt,
  type EvmSource,
  type StoredReceipt,
} from './evm.ts'
import {
  type ExpectedArrival,
  type Evidence,
  isTooEarly,
  notPaid,
  type Sources,
  notProved,
} from './expected.ts'
import { isTransactionHash } from './hashes.ts'
import { tokenGain, unwrapped } from './logs.ts'

// Whether money arrived in a transaction named by a provider or service (docs/safety.md S2, S5).

/** Chain reads needed to measure a payment. */
export type MoneyReader = Pick<EvmReader, 'readValue' | 'readNativeGain'> & {
  readBalances?(blockchain: BlockchainId, owner: string, tokens: string[]): Promise<bigint[]>
}

/** Money that a transaction must have brought an owner; base units. */
export type Due = {
  token: Pick<Token, 'blockchain' | 'address' | 'native'>
  owner: string
  /** The owner's native balance before; null if not read. */
  before: bigint | null
  /** Part of the transaction that belongs to other swaps. */
  claimed: bigint
  /** Contract of the wrapped native coin; null if unknown. */
  wrapped: string | null
  /** Whether an amount is plausible. */
  fits: (amount: bigint) => boolean
}

/**
 * `balance`: the gain of the owner's balance in the transaction's block or since before the swap.
 */
export type Paid = { source: 'receipt' | 'balance'; amount: bigint }

type PaidReceipt = Pick<
  StoredReceipt,
  'hash' | 'from' | 'to' | 'blockNumber' | 'logs' | 'gasUsed' | 'effectiveGasPrice'
>

/**
 * What a mined transaction brought the owner: for a token net, by its events; for native coins see
 * `nativePayout`. Null: not proved (yet).
 */
export async function paidTo(
  reader: MoneyReader,
  receipt: PaidReceipt,
  due: Due,
): Promise<Paid | null> {
  const { token, owner, claimed, fits } = due
  if (token.native) return await nativePayout(reader, receipt, due)
  const amount = tokenGain(receipt.logs, token.address, owner) - claimed
  return fits(amount) ? { source: 'receipt', amount } : null
}

/**
 * No log shows who got native coins, and a fitting unwrapped amount may belong to someone else. So
 * this uses the value of a plain transfer to the owner, or the owner's balance gain in the
 * transaction's block, or, if the node no longer has that block, since before the swap. Null if
 * these cannot be read.
 */
async function nativePayout(
  reader: MoneyReader,
  receipt: PaidReceipt,
  { token: { blockchain }, owner, before, claimed, wrapped, fits }: Due,
): Promise<Paid | null> {
  const rest = (amount: bigint | null): bigint | null =>
    amount !== null && fits(amount - claimed) ? amount - claimed : null

  if (isTransferTo(owner, receipt)) {
    const value = rest(await reader.readValue(blockchain, receipt.hash))
    if (value !== null) return { source: 'receipt', amount: value }
  }
  const spent = gasOf(owner, receipt)
  // The most precise measure: it excludes later spending and other income.
  const gain = await reader.readNativeGain(blockchain, owner, receipt.blockNumber)
  if (gain !== null || before === null) {
    const amount = gain === null ? null : rest(gain + spent)
    return amount === null ? null : { source: 'balance', amount }
  }
  const [after] = (await reader.readBalances?.(blockchain, owner, [zeroAddress])) ?? []
  const change = rest(after === undefined ? null : after - before + spent)
  if (change === null) return null
  const fromLogs = rest(unwrapped(receipt.logs, wrapped))
  return fromLogs === null
    ? { source: 'balance', amount: change }
    : { source: 'receipt', amount: fromLogs }
}

/**
 * Gas of the owner's own call: who claims a payout pays for the claim. Coins that the call carries
 * are not counted: a call that only returns them would appear as a payout.
 */
function gasOf(
  owner: string,
  { from, gasUsed, effectiveGasPrice }: Pick<PaidReceipt, 'from' | 'gasUsed' | 'effectiveGasPrice'>,
): bigint {
  const isOwn = from.toLowerCase() === owner.toLowerCase()
  return isOwn ? gasUsed * (effectiveGasPrice ?? 0n) : 0n
}

/** An account that pays itself gains nothing. */
function isTransferTo(owner: string, { from, to }: Pick<EvmReceipt, 'from' | 'to'>): boolean {
  const account = owner.toLowerCase()
  return to?.toLowerCase() === account && from.toLowerCase() !== account
}

/**
 * Reads a claimed transaction on its chain.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer
 */
export async function findArrival(
  hash: string,
  arrival: ExpectedArrival,
  sources: Sources,
): Promise<Evidence> {
  const { token, to } = arrival
  const { blockchain } = token
  const chain = chainById(blockchain)
  if (chain.kind === 'ton') {
    const { findTonArrival } = await import('./tonArrival.ts')
    return await findTonArrival(hash, arrival, sources)
  }
  if (!isEvmChain(chain)) return { kind: 'unreadable' }
  if (!sources.rpc.has(blockchain)) {
    return notProved(`no RPC address is known for ${blockchain} to confirm it`)
  }
  const reader = createEvmReader(sources)
  const receipt = await reader.readStoredReceipt(blockchain, hash, { recent: true })
  if (receipt === null) return notProved(`${blockchain} does not show it yet`)
  if (!receipt.succeeded) return notProved(`that transaction failed on ${blockchain}`)
  const atMs = await reader.readBlockTime(blockchain, receipt.blockNumber)
  if (isTooEarly(atMs, arrival)) return notProved('that transaction is older than the order')
  const fits = (amount: bigint): boolean => amount > 0n
  const due: Due = { token, owner: to, before: null, claimed: 0n, wrapped: null, fits }
  const paid = await paidTo(reader, receipt, due)
  return paid === null ? notPaid : { kind: 'paid', amount: paid.amount }
}

export type SourceState = 'missing' | 'confirmed' | 'failed' | 'unreadable'

/** State of our own payment (S4). */
export async function readPayment(
  blockchain: BlockchainId,
  hash: string,
  sources: EvmSource,
): Promise<SourceState> {
  const readable = isEvmChain(chainById(blockchain)) && sources.rpc.has(blockchain)
  if (!readable || !isTransactionHash(blockchain, hash)) return 'unreadable'
  const receipt = await createEvmReader(sources).readStoredReceipt(blockchain, hash, {
    recent: true,
  })
  // An undocumented status ends nothing (S1).
  if (receipt === null || receipt.succeeded === null) return 'missing'
  return receipt.succeeded ? 'confirmed' : 'failed'
}
