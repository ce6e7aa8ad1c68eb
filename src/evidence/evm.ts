import { isSameHex, toQuantity } from '../chains/evm/hex.ts'
import * as z from 'zod/mini'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { readAnswer, resultOf, unusable } from '../http/nodeAnswers.ts'
import type { RpcAnswer, RpcCall, RpcClient } from '../http/types.ts'
import { wireAddress, wireHash, wireHex, wireHexUint } from '../http/wire.ts'

// The one reader of EVM receipts and transactions, used by adapters, the backend and execution;
// nothing else parses a receipt. https://ethereum.github.io/execution-apis/ (read 2026-11)

export const logWire = z.object({ address: wireAddress, topics: z.array(wireHash), data: wireHex })

const receiptWire = z.object({
  transactionHash: wireHash,
  status: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  blockNumber: wireHexUint,
  blockHash: wireHash,
  from: wireAddress,
  to: z.nullish(wireAddress),
  gasUsed: wireHexUint,
  // Absent on some chains without EIP-1559.
  effectiveGasPrice: z.nullish(wireHexUint),
  logs: z.array(logWire),
})

const transactionWire = z.object({
  hash: wireHash,
  // Null while pending.
  blockHash: z.nullish(wireHash),
  from: wireAddress,
  to: z.nullish(wireAddress),
  input: wireHex,
  value: wireHexUint,
  gasPrice: z.nullish(wireHexUint),
})

const blockWire = z.object({ timestamp: wireHexUint })

export type EvmLog = z.output<typeof logWire>

/** The relevant fields of a receipt; addresses with checksums, amounts in base units. */
export type EvmReceipt = {
  hash: string
  succeeded: boolean
  blockNumber: bigint
  blockHash: string
  from: string
  to: string | null
  gasUsed: bigint
  effectiveGasPrice: bigint
  logs: EvmLog[]
}

/** A receipt as the node stores it. */
export type StoredReceipt = Omit<EvmReceipt, 'succeeded' | 'effectiveGasPrice'> & {
  /** Null: a status other than 0x0 or 0x1, which is neither success nor failure (S1). */
  succeeded: boolean | null
  effectiveGasPrice: bigint | null
}

/** A transaction as its node has it, mined or not. */
export type StoredTransaction = z.output<typeof transactionWire>

/** The node's records of one hash; null if absent. */
export type Stored = { receipt: StoredReceipt | null; transaction: StoredTransaction | null }

/** Dependencies of the reader; a provider's context fits. */
export type EvmSource = { rpc: RpcClient; signal: AbortSignal; now: () => number }

/** `recent`: accept a mined transaction's record read seconds ago in this run. */
export type RecordOptions = { recent?: boolean }

/** Events of one contract, by its leading topics; null: any. */
export type EventFilter = {
  address: string
  topics: readonly (string | null)[]
  /** Searches no further back: of frequent events, an answer would be too large. Absent: all. */
  mostBlocks?: bigint
}

export type EvmReader = {
  /** Null while absent. */
  readStoredReceipt(
    blockchain: BlockchainId,
    hash: string,
    options?: RecordOptions,
  ): Promise<StoredReceipt | null>
  /** Null: the node does not know it. */
  readTransaction(
    blockchain: BlockchainId,
    hash: string,
    options?: RecordOptions,
  ): Promise<StoredTransaction | null>
  /** Both, in one request. */
  readStored(blockchain: BlockchainId, hash: string, options?: RecordOptions): Promise<Stored>
  /**
   * A receipt that the node's transaction record does not contradict; a node may have only one of
   * the two. Null while absent.
   */
  readReceipt(
    blockchain: BlockchainId,
    hash: string,
    options?: RecordOptions,
  ): Promise<EvmReceipt | null>
  /** Value of a transaction; null for an unknown one. */
  readValue(blockchain: BlockchainId, hash: string): Promise<bigint | null>
  /**
   * Change of an owner's native balance in one block, base units; null if the node no longer has
   * that state.
   */
  readNativeGain(
    blockchain: BlockchainId,
    owner: string,
    blockNumber: bigint,
  ): Promise<bigint | null>
  /**
   * Receipts of the latest transactions with such an event, newest first, at most three. Reads back
   * as far as public nodes allow in one request; empty where the node does not search.
   */
  findEvents(blockchain: BlockchainId, event: EventFilter): Promise<StoredReceipt[]>
  /** Time of a block, Unix milliseconds; null for an unknown block. */
  readBlockTime(blockchain: BlockchainId, blockNumber: bigint): Promise<number | null>
}

const foundLogsWire = z.array(z.object({ transactionHash: wireHash }))

/** Blocks searched for an event: what archive nodes, most public ones, and the strictest allow. */
const searchedBlocks = [50_000n, 9_000n, 900n] as const

const receiptMethod = 'eth_getTransactionReceipt'
const transactionMethod = 'eth_getTransactionByHash'

/**
 * How long a mined record is reused, milliseconds: one status check reads it several times, and the
 * next check must notice a reorg.
 */
const recentMs = 5_000
const mostCached = 500

/** Cached records of one kind, by chain and hash, with their time. */
type Cache<Read> = Map<string, { read: Read; atMs: number }>
type Memory = { receipts: Cache<StoredReceipt>; transactions: Cache<StoredTransaction> }

/** Keyed by client, so that all readers of a run share it. */
const memories = new WeakMap<RpcClient, Memory>()

/**
 * Checks the shape of every answer and that it is about the requested hash; a node can still lie
 * about the rest. All methods throw SwaprouteError CHAIN_UNAVAILABLE for a missing or unusable
 * answer.
 */
export function createEvmReader({ rpc, signal, now }: EvmSource): EvmReader {
  const memory: Memory = memories.get(rpc) ?? { receipts: new Map(), transactions: new Map() }
  memories.set(rpc, memory)

  const askAll = (blockchain: BlockchainId, calls: readonly RpcCall[]): Promise<RpcAnswer[]> =>
    rpc.batch(blockchain, calls, { signal })
  const ask = async (blockchain: BlockchainId, call: RpcCall): Promise<unknown> =>
    resultOf((await askAll(blockchain, [call]))[0], blockchain, call.method)

  /** Reader and short-lived cache of one kind of record. */
  const records = <Read extends { hash: string; blockHash?: string | null | undefined }>(
    cache: Cache<Read>,
    method: string,
    parse: (result: unknown, blockchain: BlockchainId) => Read,
  ) => {
    const recall = (
      blockchain: BlockchainId,
      hash: string,
      { recent = false }: RecordOptions = {},
    ): Read | null => {
      const known = recent ? cache.get(keyOf(blockchain, hash)) : undefined
      return known === undefined || now() - known.atMs > recentMs ? null : known.read
    }
    const take = (blockchain: BlockchainId, hash: string, result: unknown): Read | null => {
      const read = result === null ? null : parse(result, blockchain)
      if (read !== null) requireSame(blockchain, hash, read.hash)
      cache.delete(keyOf(blockchain, hash))
      if (cache.size >= mostCached) cache.clear()
      if (read?.blockHash != null) cache.set(keyOf(blockchain, hash), { read, atMs: now() })
      return read
    }
    const read = async (
      blockchain: BlockchainId,
      hash: string,
      options: RecordOptions = {},
    ): Promise<Read | null> =>
      recall(blockchain, hash, options) ??
      take(blockchain, hash, await ask(blockchain, { method, params: [hash] }))
    return { recall, take, read }
  }
  const receipts = records(memory.receipts, receiptMethod, (result, blockchain) =>
    storedReceipt(readAnswer(receiptWire, result, blockchain, receiptMethod)),
  )
  const transactions = records(memory.transactions, transactionMethod, (result, blockchain) =>
    readAnswer(transactionWire, result, blockchain, transactionMethod),
  )

  /** Null also on an error: the receipt alone is enough. */
  const readBesides: EvmReader['readTransaction'] = async (blockchain, hash, options = {}) => {
    const known = transactions.recall(blockchain, hash, options)
    if (known !== null) return known
    const [answer] = await askAll(blockchain, [{ method: transactionMethod, params: [hash] }])
    return answer?.ok === true ? transactions.take(blockchain, hash, answer.result) : null
  }

  return {
    readStoredReceipt: receipts.read,
    readTransaction: transactions.read,
    async readStored(blockchain, hash, options = {}) {
      const known = transactions.recall(blockchain, hash, options)
      if (known !== null) {
        return { receipt: await receipts.read(blockchain, hash, options), transaction: known }
      }
      const [receipt, sent] = await askAll(blockchain, [
        { method: receiptMethod, params: [hash] },
        { method: transactionMethod, params: [hash] },
      ])
      return {
        receipt: receipts.take(blockchain, hash, resultOf(receipt, blockchain, receiptMethod)),
        transaction: transactions.take(
          blockchain,
          hash,
          resultOf(sent, blockchain, transactionMethod),
        ),
      }
    },
    async readReceipt(blockchain, hash, options = {}) {
      const receipt = await receipts.read(blockchain, hash, options)
      if (receipt === null) return null
      const { succeeded, effectiveGasPrice, blockHash } = receipt
      if (succeeded === null) throw unusable(blockchain, receiptMethod, 'has a malformed status')
      const transaction = await readBesides(blockchain, hash, options)
      const minedIn = transaction?.blockHash
      if (minedIn !== undefined && !isSameHex(minedIn ?? '', blockHash)) {
        throw unusable(blockchain, receiptMethod, 'contradicts the transaction')
      }
      const price = effectiveGasPrice ?? transaction?.gasPrice ?? null
      if (price === null) throw unusable(blockchain, transactionMethod, 'has no gas price')
      return { ...receipt, succeeded, effectiveGasPrice: price }
    },
    async readValue(blockchain, hash) {
      return (await transactions.read(blockchain, hash, { recent: true }))?.value ?? null
    },
    async readNativeGain(blockchain, owner, blockNumber) {
      const method = 'eth_getBalance'
      const answers = await askAll(
        blockchain,
        [blockNumber, blockNumber - 1n].map((at) => ({ method, params: [owner, toQuantity(at)] })),
      )
      const [after, before] = answers.map((answer) =>
        answer.ok ? readAnswer(wireHexUint, answer.result, blockchain, method) : null,
      )
      return after == null || before == null ? null : after - before
    },
    async findEvents(blockchain, { address, topics, mostBlocks }) {
      const newest = await ask(blockchain, { method: 'eth_blockNumber', params: [] })
      const last = readAnswer(wireHexUint, newest, blockchain, 'eth_blockNumber')
      const most = mostBlocks ?? searchedBlocks[0]
      const ranges = new Set(searchedBlocks.map((blocks) => (blocks < most ? blocks : most)))
      for (const blocks of ranges) {
        const from = last > blocks ? last - blocks : 0n
        const filter = { address, topics, fromBlock: toQuantity(from), toBlock: toQuantity(last) }
        const [answer] = await askAll(blockchain, [{ method: 'eth_getLogs', params: [filter] }])
        if (answer?.ok !== true) continue // too many blocks for this node
        const found = readAnswer(foundLogsWire, answer.result, blockchain, 'eth_getLogs')
        const hashes = [...new Set(found.map((log) => log.transactionHash))].toReversed()
        const receipts_ = await Promise.all(
          hashes.slice(0, 3).map((hash) => receipts.read(blockchain, hash, { recent: true })),
        )
        return receipts_.filter((receipt) => receipt !== null)
      }
      return []
    },
    async readBlockTime(blockchain, blockNumber) {
      const call = { method: 'eth_getBlockByNumber', params: [toQuantity(blockNumber), false] }
      const block = await ask(blockchain, call)
      if (block === null) return null
      const { timestamp } = readAnswer(blockWire, block, blockchain, call.method)
      return Number(timestamp) * 1000
    },
  }
}

/** Exactly as nodes write them. */
const outcomes: ReadonlyMap<string, boolean> = new Map([
  ['0x0', false],
  ['0x1', true],
])

function keyOf(blockchain: BlockchainId, hash: string): string {
  return `${blockchain} ${hash.toLowerCase()}`
}

function storedReceipt(wire: z.output<typeof receiptWire>): StoredReceipt {
  const { transactionHash, status, effectiveGasPrice = null, from, to, logs, ...rest } = wire
  return {
    ...rest,
    hash: transactionHash.toLowerCase(),
    succeeded: outcomes.get(status) ?? null,
    from: toChecksumAddress(from),
    to: to == null ? null : toChecksumAddress(to),
    effectiveGasPrice,
    logs: logs.map((log) => ({ ...log, address: toChecksumAddress(log.address) })),
  }
}

/** @throws SwaprouteError CHAIN_UNAVAILABLE where an answer is about another transaction */
function requireSame(blockchain: BlockchainId, asked: string, returned: string): void {
  if (isSameHex(asked, returned)) return
  throw new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `The ${blockchain} node returned a different transaction.`,
    { hint: 'Ask again later; the transaction itself is not affected.' },
  )
}
