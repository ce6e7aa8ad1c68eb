import { chainById, isEvmChain } from '../../../chains/chains.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapFacts, SwapStatus } from '../../../core/status.ts'
import { createEvmReader, type EvmLog } from '../../../evidence/evm.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import { foreignReason } from '../../../core/foreignReason.ts'
import type { ClaimPlan } from '../../../core/claim.ts'
import type { Provider, ProviderContext } from '../../types.ts'
import { paidContracts } from './callStatus.ts'
import { contractTools, type ContractTools } from './contractTools.ts'
import type { EvmService } from './service.ts'
import { factsOfCall, readPaidCall } from './paidCall.ts'

// Status of a transfer through contracts: its own event on the source chain, then what the
// destination chain shows. A service may only name the transactions to read (S1 to S5).

/** A mined transaction that may have begun a transfer. */
export type MinedTransfer = {
  blockchain: BlockchainId
  hash: string
  from: string
  to: string
  blockNumber: bigint
  logs: readonly EvmLog[]
}

/** The call that claims a transfer, on its destination. */
export type ClaimCall = Omit<ClaimPlan, 'source'>

/** How far a transfer is. */
export type ContractDelivery =
  /** `upstreamStatus`: from the service that was asked. */
  | { kind: 'waiting'; note: string; isLong?: true; upstreamStatus?: string }
  /** The destination shows it; base units. Null: by a transaction that its node does not find. */
  | { kind: 'arrived'; hash: string | null; amount: bigint | null }
  /** Waits on the destination for a claim; `claim` is that call. */
  | { kind: 'claimable'; note: string; claim: () => Promise<ClaimCall> }
  /** Needs a call on the destination that this program does not make. */
  | { kind: 'stuck'; note: string; upstreamStatus?: string }
  /** A receipt of the source shows that it came back; base units. */
  | { kind: 'returned'; hash: string; amount: bigint | null }

/** How a bridge's transfers are followed. */
export type ContractFollowing<T extends { dst: BlockchainId }> = {
  /** The transfer that a transaction began, by its events; null if absent. */
  transferOf: (mined: MinedTransfer, tools: ContractTools) => T | null
  delivery: (transfer: T, tools: ContractTools) => Promise<ContractDelivery>
}

type Followed<T extends { dst: BlockchainId }> = EvmService & ContractFollowing<T>
type Own = Pick<Provider, 'pinned' | 'proofs'>

type Source<T> =
  | {
      kind: 'transfer'
      transfer: T
      mined: MinedTransfer
      tools: ContractTools
      facts: SwapFacts
    }
  | { kind: 'answered'; status: SwapStatus }

const graceMs = 5 * 60_000
const leastLongMs = 30 * 60_000
const noDestination = { destinationTxHash: null } as const

/**
 * @throws SwaprouteError CHAIN_UNAVAILABLE where a node with the evidence cannot be asked or does
 *   not answer
 */
export async function contractStatus<T extends { dst: BlockchainId }>(
  bridge: Followed<T>,
  provider: Own,
  ref: SwapRef,
  context: ProviderContext,
): Promise<SwapStatus> {
  const source = await readSource(bridge, provider, ref, context)
  if (source.kind === 'answered') return source.status
  const { transfer, mined, tools, facts } = source
  const place = {
    sourceBlockchain: mined.blockchain,
    destinationBlockchain: transfer.dst,
    facts,
  }
  // Another chain is read by its own indexes.
  if (isEvmChain(chainById(transfer.dst)) && !context.rpc.has(transfer.dst)) {
    const note = `Nothing can be confirmed without an RPC address for ${transfer.dst}.`
    return { ...(await pending(ref, mined, context)), ...place, note }
  }
  const found = await bridge.delivery(transfer, tools)
  const upstream =
    'upstreamStatus' in found && found.upstreamStatus !== undefined
      ? { providerStatus: foreignReason(found.upstreamStatus, 40) }
      : {}
  switch (found.kind) {
    case 'waiting': {
      const { note, isLong = false } = found
      return { ...(await pending(ref, mined, context, isLong)), ...place, ...upstream, note }
    }
    case 'arrived':
    case 'returned': {
      const { hash, amount } = found
      const isBack = found.kind === 'returned'
      return {
        status: isBack ? 'REVERTED' : 'SUCCESS',
        destinationTxHash: hash,
        ...place,
        ...(isBack ? { destinationBlockchain: mined.blockchain } : {}),
        ...(amount === null ? {} : { receivedAmount: amount }),
      }
    }
    case 'claimable':
      return { status: 'READY_TO_CLAIM', ...noDestination, ...place, note: found.note }
    case 'stuck':
      return { status: 'REVERT', ...noDestination, ...place, ...upstream, note: found.note }
    default:
      return found satisfies never
  }
}

/**
 * The call that claims a transfer, from what the chains show now.
 * @throws SwaprouteError OUTCOME_UNKNOWN where it cannot be claimed yet, INVALID_ARGUMENT where it
 *   has ended, SWAP_NOT_FOUND for no transfer of this bridge
 */
export async function contractClaim<T extends { dst: BlockchainId }>(
  bridge: Followed<T>,
  provider: Own,
  ref: SwapRef,
  context: ProviderContext,
): Promise<ClaimPlan> {
  const source = await readSource(bridge, provider, ref, context)
  if (source.kind === 'answered') throw notFound(source.status)
  const { transfer, mined, tools } = source
  const found = await bridge.delivery(transfer, tools)
  if (found.kind !== 'claimable') throw notClaimable(bridge.name, found)
  const call = await found.claim()
  return { ...call, source: { blockchain: mined.blockchain, hash: mined.hash } }
}

function notFound({ status, note }: SwapStatus): SwaprouteError {
  const isOnItsWay = status === 'PENDING' || status === 'LONG_PENDING'
  return isOnItsWay
    ? new SwaprouteError('OUTCOME_UNKNOWN', note ?? 'The transfer is not confirmed yet.', {
        funds: 'sent',
      })
    : new SwaprouteError('SWAP_NOT_FOUND', note ?? 'No transfer has this hash.', {
        serviceCode: 3100,
      })
}

function notClaimable(name: string, found: ContractDelivery): SwaprouteError {
  if (found.kind === 'arrived' || found.kind === 'returned') {
    const what = found.kind === 'arrived' ? 'arrived' : 'came back'
    const text = `There is nothing to claim: the transfer ${what}${found.hash === null ? '' : ` with ${found.hash}`}.`
    return new SwaprouteError('INVALID_ARGUMENT', text)
  }
  const text = `${name} has nothing to claim yet. ${found.note}`
  return new SwaprouteError('OUTCOME_UNKNOWN', text, {
    hint: 'Follow it with `swaproute status` and the same hash.',
    funds: 'sent',
  })
}

async function readSource<T extends { dst: BlockchainId }>(
  bridge: Followed<T>,
  provider: Own,
  ref: SwapRef,
  context: ProviderContext,
): Promise<Source<T>> {
  const { srcBlockchain: blockchain, srcTxHash: hash } = ref
  const answered = (status: SwapStatus): Source<T> => ({ kind: 'answered', status })
  if (hash === null || !isTransactionHash('ETH', hash)) {
    return answered({ status: 'NOT_FOUND', ...noDestination })
  }
  const place = { sourceBlockchain: blockchain }
  if (!context.rpc.has(blockchain)) {
    if (ref.startedAtMs === null) return answered({ status: 'NOT_FOUND', ...noDestination })
    const note = `Nothing can be confirmed without an RPC address for ${blockchain}.`
    return answered({ ...late(ref, ref.startedAtMs, context), ...place, note })
  }
  const tools = await contractTools(context)
  const minedOf = (to: string, from: string, logs: readonly EvmLog[], blockNumber: bigint) => ({
    blockchain,
    hash,
    from,
    to,
    blockNumber,
    logs,
  })
  const paid = await readPaidCall(
    blockchain,
    hash,
    {
      ...paidContracts(provider, bridge.id, blockchain, context),
      // Also through a foreign contract: the event is the bridge's own.
      isTheirs: ({ to, from, logs, blockNumber }) =>
        bridge.transferOf(minedOf(to ?? '', from, logs, blockNumber), tools) !== null,
    },
    context,
  )
  switch (paid.kind) {
    case 'missing': {
      const { startedAtMs } = ref
      const isYoung = startedAtMs !== null && context.now() - startedAtMs < graceMs
      return answered({ status: isYoung ? 'PENDING' : 'NOT_FOUND', ...noDestination })
    }
    case 'foreign': {
      const note = `The transaction does not call a contract of ${bridge.name}.`
      return answered({ status: 'NOT_FOUND', ...noDestination, note })
    }
    case 'waiting': {
      const note = paid.note ?? 'The source transaction is not confirmed yet.'
      return answered({ ...late(ref, ref.startedAtMs, context), ...place, note })
    }
    case 'reverted': {
      const note = 'The source transaction failed; nothing was transferred.'
      return answered({ status: 'FAIL', ...noDestination, ...place, note })
    }
    case 'mined': {
      const mined = minedOf(paid.to, paid.from, paid.logs, paid.blockNumber)
      const transfer = bridge.transferOf(mined, tools)
      const facts = factsOfCall(blockchain, paid)
      if (transfer !== null) return { kind: 'transfer', transfer, mined, tools, facts }
      const note = `The transaction begins no transfer of ${bridge.name}.`
      return answered({ status: 'NOT_FOUND', ...noDestination, note })
    }
    default:
      return paid satisfies never
  }
}

/** PENDING, or LONG_PENDING long after the estimate; by the block where no start is known. */
async function pending(
  ref: SwapRef,
  { blockchain, blockNumber }: MinedTransfer,
  context: ProviderContext,
  isLong = false,
): Promise<SwapStatus> {
  if (isLong) return { status: 'LONG_PENDING', ...noDestination }
  const begun =
    ref.startedAtMs ??
    ref.seenAtMs ??
    (await createEvmReader(context).readBlockTime(blockchain, blockNumber))
  return late(ref, begun, context)
}

function late(
  { durationSeconds }: SwapRef,
  begunAtMs: number | null,
  { now }: ProviderContext,
): SwapStatus {
  const longMs = Math.max(leastLongMs, 4_000 * (durationSeconds ?? 0))
  const isLate = begunAtMs !== null && now() - begunAtMs > longMs
  return { status: isLate ? 'LONG_PENDING' : 'PENDING', ...noDestination }
}
