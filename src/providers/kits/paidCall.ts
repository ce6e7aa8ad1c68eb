import type { Call, CallTerms } from '../../chains/evm/calls.ts'
import { isEvmAddress, isHexData, readAddress, readUint } from '../../chains/evm/hex.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { SwapStatus } from '../../core/status.ts'
import { zeroAddress } from '../../core/token.ts'
import type { RpcAnswer } from '../../http/types.ts'
import type { ProviderContext } from '../types.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { topics } from '../../chains/evm/topics.ts'

// A swap on one chain is over when its transaction is: the receipt is all the evidence there is.

type Log = { address: string; topics: readonly string[]; data: string }
type Transaction = { from: string; to: string; input: string }

/** The contracts an exchange is paid through, and how the calls of its swaps are read. */
export type PaidContracts = {
  contracts: readonly string[]
  /** Every call one of the contracts may be asked for. */
  calls(to: string): readonly Call[]
  /**
   * Who unwraps the wrapped coin before native coins are paid out; null where that is not known. Then
   * a payout in native coins is not counted: it leaves no event.
   */
  unwrapping(to: string, from: string): { wrapped: string; account: string } | null
}

/** What a chain says of a transaction that should have paid an exchange. */
export type PaidCall =
  /** No node knows the transaction. */
  | { kind: 'missing' }
  /** It calls none of the contracts. */
  | { kind: 'foreign' }
  | { kind: 'waiting'; note?: string }
  | { kind: 'reverted' }
  | {
      kind: 'mined'
      from: string
      to: string
      /** Null for a call that would not be signed here: it was mined all the same. */
      call: CallTerms | null
      logs: readonly Log[]
    }

/**
 * The same for any exchange that swaps on one chain in one call.
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
      const note = 'The transaction calls none of the contracts of this exchange.'
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
      }
      return receivedAmount === null ? status : { ...status, receivedAmount }
    }
    default:
      return paid satisfies never
  }
}

/**
 * Reads transaction and receipt of a payment, and its call by the calls that are declared.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer
 */
export async function readPaidCall(
  blockchain: BlockchainId,
  hash: string,
  exchange: PaidContracts,
  context: ProviderContext,
): Promise<PaidCall> {
  const [receiptAnswer, transactionAnswer] = await context.rpc.batch(
    blockchain,
    [
      { method: 'eth_getTransactionReceipt', params: [hash] },
      { method: 'eth_getTransactionByHash', params: [hash] },
    ],
    { signal: context.signal },
  )
  const receipt = recordOf(blockchain, receiptAnswer)
  const mined = recordOf(blockchain, transactionAnswer)
  requireSame(blockchain, hash, receipt?.['transactionHash'], receipt)
  requireSame(blockchain, hash, mined?.['hash'], mined)
  // Nodes that forget old transactions may still have their receipts.
  const transaction =
    toTransaction(mined) ?? toTransaction(receipt === null ? null : { ...receipt, input: '0x' })
  if (transaction === null) return { kind: 'missing' }
  const { from, to, input } = transaction
  if (!exchange.contracts.some((contract) => isSameAddress(contract, to))) {
    return { kind: 'foreign' }
  }
  if (receipt !== null && mined !== null && !isSameBlock(receipt, mined)) {
    const note =
      mined['blockHash'] === null
        ? 'The node is still taking the transaction into its block.'
        : 'The node contradicts itself about the block of the transaction.'
    return { kind: 'waiting', note }
  }
  switch (receipt?.['status']) {
    case '0x1': {
      const call = await readAnyCall(exchange.calls(to), input)
      return { kind: 'mined', from, to, call, logs: toLogs(receipt?.['logs']) }
    }
    case '0x0':
      return { kind: 'reverted' }
    default:
      return { kind: 'waiting' }
  }
}

/** Base units that reached the recipient, from the events of the token; null when none tells. */
function readReceived(
  { unwrapping }: PaidContracts,
  { from, to, call, logs }: Extract<PaidCall, { kind: 'mined' }>,
): bigint | null {
  if (call === null || call.dstToken === null) return null
  const recipient = call.recipient ?? from
  if (call.dstToken !== zeroAddress) {
    const token = call.dstToken
    const transferred = sumOf(logs, token, topics.transfer, 2, recipient)
    return transferred ?? sumOf(logs, token, topics.deposit, 1, recipient)
  }
  // Native coins leave no event of their own: what the router unwrapped is what it paid out.
  const unwrapped = unwrapping(to, from)
  if (unwrapped === null) return null
  const { wrapped, account } = unwrapped
  const withdrawn = sumOf(logs, wrapped, topics.withdrawal, 1, account)
  return withdrawn ?? sumBurned(logs, wrapped, account)
}

/** Null for a call that would not be signed here: it was mined all the same. */
async function readAnyCall(calls: readonly Call[], input: string): Promise<CallTerms | null> {
  const { readCall } = await import('../../chains/evm/readCall.ts')
  try {
    return readCall('the exchange', calls, input)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}

/** Sum of the events of one kind with `account` in one of their topics; null when there is none. */
function sumOf(
  logs: readonly Log[],
  token: string,
  topic: string,
  index: number,
  account: string,
): bigint | null {
  return sum(
    logs.filter(
      (log) =>
        isSameAddress(log.address, token) &&
        log.topics[0] === topic &&
        isAccount(log.topics[index], account),
    ),
  )
}

function sumBurned(logs: readonly Log[], token: string, account: string): bigint | null {
  return sum(
    logs.filter(
      (log) =>
        isSameAddress(log.address, token) &&
        log.topics[0] === topics.transfer &&
        isAccount(log.topics[1], account) &&
        isAccount(log.topics[2], zeroAddress),
    ),
  )
}

function sum(logs: readonly Log[]): bigint | null {
  if (logs.length === 0) return null
  return logs.reduce((total, { data }) => total + readUint(data, 0), 0n)
}

function isAccount(topic: string | undefined, account: string): boolean {
  return topic !== undefined && isSameAddress(readAddress(topic, 0), account)
}

/** @throws SwaprouteError CHAIN_UNAVAILABLE where a record is about another transaction */
function requireSame(
  blockchain: BlockchainId,
  hash: string,
  told: unknown,
  record: Record<string, unknown> | null,
): void {
  if (record === null) return
  if (typeof told === 'string' && told.toLowerCase() === hash.toLowerCase()) return
  throw new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `The ${blockchain} node tells of another transaction than it was asked for.`,
    { hint: 'Ask again later; the transaction itself is not affected.' },
  )
}

/** Nodes behind one address may be apart by a block: then the one of them has none yet. */
function isSameBlock(
  { blockHash: one }: Record<string, unknown>,
  { blockHash: other }: Record<string, unknown>,
): boolean {
  if (other === undefined) return true
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return one.toLowerCase() === other.toLowerCase()
}

function recordOf(
  blockchain: BlockchainId,
  answer: RpcAnswer | undefined,
): Record<string, unknown> | null {
  if (answer?.ok !== true) {
    throw new SwaprouteError(
      'CHAIN_UNAVAILABLE',
      `The ${blockchain} node does not tell of the transaction: ${answer?.message ?? 'no answer'}`,
      { hint: 'Ask again later; the transaction itself is not affected.' },
    )
  }
  return isRecord(answer.result) ? answer.result : null
}

function toTransaction(record: Record<string, unknown> | null): Transaction | null {
  if (record === null) return null
  const { from, to, input = record['data'] } = record
  if (typeof from !== 'string' || typeof to !== 'string' || typeof input !== 'string') return null
  return isEvmAddress(from) && isEvmAddress(to) ? { from, to, input } : null
}

function toLogs(value: unknown): Log[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).flatMap(({ address, topics: raw, data }) => {
    if (typeof address !== 'string' || typeof data !== 'string' || !Array.isArray(raw)) return []
    const words = raw.filter((topic) => typeof topic === 'string')
    const isWhole = words.length === raw.length && words.every(isWord) && data.length >= 66
    return isWhole && isHexData(data) ? [{ address, topics: words, data }] : []
  })
}

function isWord(topic: string): boolean {
  return topic.length === 66 && isHexData(topic)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
