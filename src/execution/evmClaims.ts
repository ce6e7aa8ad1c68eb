import { chainById, isEvmChain } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { EventOf } from '../store/eventSchema.ts'
import type { JournalRecord } from '../store/records.ts'
import type { EvmReceipt } from '../wallet/types.ts'
import type { ExecutionContext } from './context.ts'

// What reading a claimed end on an EVM chain has in common, whoever pays the swap.

/** The part of a context that such reading needs. */
export type ClaimReading = Pick<
  ExecutionContext,
  'evm' | 'ton' | 'hasChain' | 'chainId' | 'wrappedNative' | 'journal'
>

type Baselines = readonly EventOf<'baseline'>[]

const evmHash = /^0x[0-9a-fA-F]{64}$/
/** What transactions of other chains are called: hex, base58, base64, and what explorers print. */
const anyHash = /^[A-Za-z0-9+/_=@.:-]{16,200}$/

/** Whether the chain can be looked at from here at all. */
export function canRead(
  context: Pick<ClaimReading, 'hasChain' | 'chainId'>,
  blockchain: BlockchainId,
): boolean {
  const isEvm = isEvmChain(chainById(blockchain))
  return isEvm && context.chainId(blockchain) !== null && context.hasChain(blockchain)
}

/** Whether a text can be the hash of a transaction on a chain that nobody here reads. */
export function isAnyHash(text: string): boolean {
  return anyHash.test(text)
}

/** A claimed transaction that was mined and did not fail; null for any other, and for what is no hash. */
export async function readClaimed(
  { evm }: Pick<ClaimReading, 'evm'>,
  blockchain: BlockchainId,
  hash: string,
): Promise<EvmReceipt | null> {
  if (!evmHash.test(hash)) return null
  const receipt = await evm.readReceipt(blockchain, hash)
  return receipt?.succeeded === true ? receipt : null
}

/** A transaction from before the swap proves nothing. */
export function isTooOld(
  baselines: Baselines,
  blockchain: BlockchainId,
  { blockNumber }: EvmReceipt,
): boolean {
  const before = lastOn(baselines, blockchain)?.blockNumber
  return before != null && blockNumber <= BigInt(before)
}

/**
 * S5: a transaction from before the payment gives nothing of it back.
 *
 * @param paidBlock where the payment was mined; null: on another chain, or nobody here saw it
 */
export function isBeforePayment(
  baselines: Baselines,
  blockchain: BlockchainId,
  paidBlock: bigint | null,
  receipt: EvmReceipt,
): boolean {
  if (isTooOld(baselines, blockchain, receipt)) return true
  return paidBlock !== null && receipt.blockNumber < paidBlock
}

/** What the receiver held before the swap, base units; null when it was not read. */
export function heldBefore(baselines: Baselines, blockchain: BlockchainId): bigint | null {
  const before = lastOn(baselines, blockchain)?.balance
  return before == null ? null : BigInt(before)
}

function lastOn(baselines: Baselines, blockchain: BlockchainId): EventOf<'baseline'> | undefined {
  return baselines.findLast((baseline) => baseline.blockchain === blockchain)
}

/** One transaction may pay several swaps, but not the same money twice: what the others got, base units. */
export function claimedBefore(
  { journal }: Pick<ClaimReading, 'journal'>,
  swapId: string,
  hash: string,
): bigint {
  const others = journal.findByHash(hash).filter((other) => other !== swapId)
  return others.reduce((sum, other) => sum + receivedBy(journal.read(other)), 0n)
}

function receivedBy(records: readonly JournalRecord[]): bigint {
  for (const { event } of records) {
    if (event.type !== 'done' && event.type !== 'refunded') continue
    if (event.received !== null) return BigInt(event.received.amount)
  }
  return 0n
}
