import { saysNoReceiver } from '../../../chains/callRules.ts'
import { isSameHex } from '../../../chains/evm/hex.ts'
import type { Call, CallTerms } from '../../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { SwapFacts, SwapStatus } from '../../../core/status.ts'
import { createEvmReader, type EvmLog, type StoredReceipt } from '../../../evidence/evm.ts'
import { tokensSentTo, unwrappedBy } from '../../../evidence/logs.ts'
import type { ProviderContext } from '../../types.ts'
import type { SentCall } from './paymentMark.ts'

// A swap on one chain ends with its transaction: the receipt is all the evidence there is.

/** Contracts of an exchange, and how its calls are decoded. */
export type PaidContracts = {
  contracts: readonly string[]
  /** Every call allowed to a contract. */
  calls(to: string): readonly Call[]
  /**
   * The account that unwraps before native coins are paid out; null if unknown. Then a native
   * payout is not counted: it leaves no event.
   */
  unwrapping(to: string, from: string): { wrapped: string; account: string } | null
  /** Whether a mined transaction of another contract counts as well, by its events; default false. */
  isTheirs?(mined: Pick<StoredReceipt, 'from' | 'to' | 'blockNumber' | 'logs'>): boolean
}

/** On-chain reading of a transaction that should have paid an exchange. */
export type PaidCall =
  /** No node knows the transaction. */
  | { kind: 'missing' }
  /** It does not call any of the contracts. */
  | { kind: 'foreign' }
  | { kind: 'waiting'; note?: string }
  | { kind: 'reverted' }
  | {
      kind: 'mined'
      from: string
      to: string
      /** Null for a call this program would refuse; it was mined anyway. */
      call: CallTerms | null
      /** Null: the node has dropped the transaction but has its receipt. */
      sent: SentCall | null
      blockNumber: bigint
      logs: readonly EvmLog[]
    }

/**
 * Status of any swap of one call on one chain.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer
 */
export async function readCallStatus(
  blockchain: BlockchainId,
  hash: string,
  exchange: PaidContracts,
  context: ProviderContext,
): Promise<SwapStatus> {
  const paid = await readPaidCall(blockchain, hash, exchange, context)
  switch (paid.kind) {
    case 'missing':
      return { status: 'NOT_FOUND', destinationTxHash: null }
    case 'foreign': {
      const note = 'The transaction does not call a contract of this exchange.'
      return { status: 'NOT_FOUND', destinationTxHash: null, note }
    }
    case 'waiting': {
      const note = paid.note === undefined ? {} : { note: paid.note }
      return { status: 'PENDING', destinationTxHash: null, ...note }
    }
    case 'reverted':
      return { status: 'FAIL', destinationTxHash: null, providerStatus: '0x0' }
    case 'mined': {
      const receivedAmount = readReceived(exchange, paid)
      const status: SwapStatus = {
        status: 'SUCCESS',
        destinationTxHash: hash,
        providerStatus: '0x1',
        facts: factsOfCall(blockchain, paid),
      }
      return receivedAmount === null ? status : { ...status, receivedAmount }
    }
    default:
      return paid satisfies never
  }
}

/**
 * Reads transaction and receipt of a payment and decodes its call.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer
 */
export async function readPaidCall(
  blockchain: BlockchainId,
  hash: string,
  exchange: PaidContracts,
  context: ProviderContext,
): Promise<PaidCall> {
  const { receipt, transaction } = await createEvmReader(context).readStored(blockchain, hash, {
    recent: true,
  })
  // Nodes that drop old transactions may still have the receipts.
  const known = transaction ?? receipt
  if (known === null) return { kind: 'missing' }
  const { from } = known
  const to = known.to ?? null
  const isPaid = to !== null && exchange.contracts.some((contract) => isSameAddress(contract, to))
  const isMarked = receipt?.succeeded === true && exchange.isTheirs?.(receipt) === true
  if (to === null || !(isPaid || isMarked)) return { kind: 'foreign' }
  if (receipt === null) return { kind: 'waiting' }
  const blockHash = transaction?.blockHash
  if (blockHash !== undefined && !isSameHex(blockHash ?? '', receipt.blockHash)) {
    const note =
      blockHash === null
        ? 'The node is still adding the transaction to its block.'
        : 'The node contradicts itself about the block of the transaction.'
    return { kind: 'waiting', note }
  }
  if (receipt.succeeded === null) return { kind: 'waiting' }
  if (!receipt.succeeded) return { kind: 'reverted' }
  const call = await readAnyCall(exchange.calls(to), transaction?.input ?? '0x')
  const { blockNumber, logs } = receipt
  const sent = transaction === null ? null : { data: transaction.input, value: transaction.value }
  return { kind: 'mined', from, to, call, sent, blockNumber, logs }
}

/** The swap in a decoded call. */
export function factsOfCall(
  blockchain: BlockchainId,
  { from, call }: Pick<Extract<PaidCall, { kind: 'mined' }>, 'from' | 'call'>,
): SwapFacts {
  if (call === null) return { fromAddress: from }
  const { srcToken, dstToken, amountIn, recipient, dst } = call
  const dstChain = dst === 'same' ? blockchain : dst
  return {
    fromAddress: from,
    ...(saysNoReceiver(call) ? {} : { receiver: recipient ?? from }),
    ...(srcToken === null ? {} : { srcToken: { blockchain, address: srcToken } }),
    ...(amountIn === null ? {} : { srcAmount: amountIn }),
    ...(dstToken === null || dstChain === null
      ? {}
      : { dstToken: { blockchain: dstChain, address: dstToken } }),
  }
}

/** Base units that reached the recipient, from token events; null without one. */
function readReceived(
  { unwrapping }: PaidContracts,
  { from, to, call, logs }: Extract<PaidCall, { kind: 'mined' }>,
): bigint | null {
  if (call === null || call.dstToken === null) return null
  const recipient = call.recipient ?? from
  if (call.dstToken !== zeroAddress) {
    return tokensSentTo(logs, call.dstToken, recipient)
  }
  // Native coins leave no event: what the router unwrapped is what it paid out.
  const unwrapped = unwrapping(to, from)
  return unwrapped === null ? null : unwrappedBy(logs, unwrapped.wrapped, unwrapped.account)
}

/** Null for a call this program would refuse; it was mined anyway. */
async function readAnyCall(calls: readonly Call[], input: string): Promise<CallTerms | null> {
  const { readCall } = await import('../../../chains/evm/readCall.ts')
  try {
    return readCall('the exchange', calls, input)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}
