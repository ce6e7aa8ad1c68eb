import { chainById, isEvmChain } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Token } from '../core/token.ts'
import { paidTo } from '../evidence/arrival.ts'
import type { EvmReceipt } from '../evidence/evm.ts'
import type { EventOf } from '../store/eventSchema.ts'
import type { JournalRecord } from '../store/records.ts'
import { claimRoute } from '../core/claim.ts'
import type { ExecutionContext } from './context.ts'
import type { Arrival } from './settled.ts'

// S2, S5: checks a claimed end of a swap or order on its chain.

/** The part of a context that such reading needs. */
export type ClaimReading = Pick<
  ExecutionContext,
  'evm' | 'ton' | 'hasChain' | 'chainId' | 'wrappedNative' | 'journal'
>

type Baselines = readonly EventOf<'baseline'>[]

/** Money a transaction is claimed to have brought one of the owners. */
export type Claim = {
  swapId: string
  /** Unix milliseconds, by our own clock. */
  createdAtMs: number
  baselines: Baselines
  /** For a refund: block of our payment on the same chain; null: another chain, or not detected. */
  paidBlock: bigint | null
  token: Token
  owners: readonly string[]
  /** Base units the owner had before, where a balance may prove it. */
  before: bigint | null
  /** Whether native coins may come wrapped as well. */
  maybeWrapped: boolean
  /** Whether an amount is plausible. */
  fits: (amount: bigint) => boolean
}

/** Null: the transaction is missing, failed, too old, or brought no owner a fitting amount. */
export async function evmClaimedArrival(
  context: ClaimReading,
  { swapId, baselines, paidBlock, token, owners, before, maybeWrapped, fits }: Claim,
  named: string,
): Promise<Arrival | null> {
  const { blockchain } = token
  const receipt = await readClaimed(context, blockchain, named)
  if (receipt === null || isTooOld(baselines, blockchain, paidBlock, receipt)) return null
  const { hash, blockNumber } = receipt
  const wrapped = context.wrappedNative(blockchain)
  const due = { before, claimed: claimedBefore(context, swapId, named), wrapped, fits }
  const isWrapped = token.native && maybeWrapped && wrapped !== null
  const forms = [...(isWrapped ? [{ blockchain, address: wrapped, native: false }] : []), token]
  for (const owner of owners) {
    for (const form of forms) {
      const paid = await paidTo(context.evm, receipt, { ...due, token: form, owner })
      if (paid !== null) return { blockchain, hash, blockNumber, token, ...paid }
    }
  }
  return null
}

const evmHash = /^0x[0-9a-fA-F]{64}$/

/** Whether this run can read the chain. */
export function canRead(
  context: Pick<ClaimReading, 'hasChain' | 'chainId'>,
  blockchain: BlockchainId,
): boolean {
  const isEvm = isEvmChain(chainById(blockchain))
  return isEvm && context.chainId(blockchain) !== null && context.hasChain(blockchain)
}

/**
 * A claimed transaction that was mined and did not fail; null for any other, and for a text that is
 * not a hash.
 */
async function readClaimed(
  { evm }: Pick<ClaimReading, 'evm'>,
  blockchain: BlockchainId,
  hash: string,
): Promise<EvmReceipt | null> {
  if (!evmHash.test(hash)) return null
  // The provider may have read it shortly before in this process.
  const receipt = await evm.readReceipt(blockchain, hash, { recent: true })
  return receipt?.succeeded === true ? receipt : null
}

/** A transaction from before the swap proves nothing, and one from before the payment no refund. */
function isTooOld(
  baselines: Baselines,
  blockchain: BlockchainId,
  paidBlock: bigint | null,
  { blockNumber }: EvmReceipt,
): boolean {
  const before = lastOn(baselines, blockchain)?.blockNumber
  if (before != null && blockNumber <= BigInt(before)) return true
  return paidBlock !== null && blockNumber < paidBlock
}

/** The receiver's balance before the swap, base units; null if not read. */
export function balanceBefore(baselines: Baselines, blockchain: BlockchainId): bigint | null {
  const before = lastOn(baselines, blockchain)?.balance
  return before == null ? null : BigInt(before)
}

function lastOn(baselines: Baselines, blockchain: BlockchainId): EventOf<'baseline'> | undefined {
  return baselines.findLast((baseline) => baseline.blockchain === blockchain)
}

/**
 * Amount of a transaction already counted for other swaps, base units: one may pay several swaps,
 * but no money counts twice. The claim of a transfer reports the transfer's own money.
 */
export function claimedBefore(
  { journal }: Pick<ClaimReading, 'journal'>,
  swapId: string,
  hash: string,
): bigint {
  const claims = claimsOf(journal.read(swapId))
  const others = journal.findByHash(hash).filter((other) => other !== swapId)
  return others.reduce((sum, other) => {
    const records = journal.read(other)
    const isOwnClaim = records.some(
      ({ event }) => event.type === 'planned' && claims.has(event.routeId),
    )
    return isOwnClaim ? sum : sum + receivedBy(records)
  }, 0n)
}

/** Routes of the claims of a swap's payments. */
function claimsOf(records: readonly JournalRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ event }) =>
      event.type === 'signed' && event.leg === 'pay' ? [claimRoute(event.hash)] : [],
    ),
  )
}

function receivedBy(records: readonly JournalRecord[]): bigint {
  for (const { event } of records) {
    if (event.type !== 'done' && event.type !== 'refunded') continue
    if (event.received !== null) return BigInt(event.received.amount)
  }
  return 0n
}
