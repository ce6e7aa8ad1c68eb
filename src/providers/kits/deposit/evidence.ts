import * as z from 'zod/mini'

import { readUint } from '../../../chains/evm/hex.ts'
import { chainById, isEvmChain } from '../../../chains/chains.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import { parseWire, wireAddress, wireHash, wireHex, wireHexUint } from '../../../http/wire.ts'
import type { ProviderContext } from '../../types.ts'
import { type Arrival, type Evidence, isTooEarly } from './arrival.ts'
import { findTonArrival } from './tonEvidence.ts'

// Whether money really came to somebody in a transaction a provider names (docs/safety.md S2, S5).

/** keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const receiptWire = z.object({
  status: wireHexUint,
  blockNumber: wireHexUint,
  logs: z.array(z.object({ address: wireAddress, topics: z.array(wireHash), data: wireHex })),
})
const transactionWire = z.object({ to: z.nullish(wireAddress), value: wireHexUint })
const blockWire = z.object({ timestamp: wireHexUint })

type Receipt = z.output<typeof receiptWire>

/**
 * Looks the transaction up on its own chain.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer
 */
export async function findArrival(
  hash: string,
  arrival: Arrival,
  context: ProviderContext,
): Promise<Evidence> {
  const { blockchain } = arrival.token
  const chain = chainById(blockchain)
  if (chain.kind === 'ton') return findTonArrival(hash, arrival, context)
  if (!isEvmChain(chain)) return { kind: 'unreadable' }
  if (!context.rpc.has(blockchain)) {
    return { kind: 'unseen', why: `no RPC address is known for ${blockchain} to confirm it` }
  }
  const receipt = await readReceipt(blockchain, hash, context)
  if (receipt === null) return { kind: 'unseen', why: `${blockchain} does not show it yet` }
  if (receipt.status !== 1n)
    return { kind: 'unseen', why: `that transaction failed on ${blockchain}` }
  const atMs = await readBlockTime(blockchain, receipt, context)
  if (isTooEarly(atMs, arrival)) {
    return { kind: 'unseen', why: 'that transaction is older than the order' }
  }
  const amount = arrival.token.native
    ? await readNativeGain(hash, receipt, arrival, context)
    : readTokenGain(receipt, arrival)
  if (amount !== null && amount > 0n) return { kind: 'paid', amount }
  return { kind: 'unseen', why: 'that transaction does not pay it to the address' }
}

export type SourceState = 'missing' | 'confirmed' | 'failed' | 'unreadable'

/** What became of the payment we know ourselves (S4). */
export async function readPayment(
  blockchain: BlockchainId,
  hash: string,
  context: ProviderContext,
): Promise<SourceState> {
  const readable = isEvmChain(chainById(blockchain)) && context.rpc.has(blockchain)
  if (!readable || !/^0x[0-9a-fA-F]{64}$/.test(hash)) return 'unreadable'
  const receipt = await readReceipt(blockchain, hash, context)
  if (receipt === null) return 'missing'
  return receipt.status === 1n ? 'confirmed' : 'failed'
}

async function readReceipt(
  blockchain: BlockchainId,
  hash: string,
  context: ProviderContext,
): Promise<Receipt | null> {
  const { signal } = context
  const result = await context.rpc.call(blockchain, 'eth_getTransactionReceipt', [hash], { signal })
  return result === null ? null : parseWire(receiptWire, result, `The receipt from ${blockchain}`)
}

async function readBlockTime(
  blockchain: BlockchainId,
  { blockNumber }: Receipt,
  context: ProviderContext,
): Promise<number | null> {
  const block = await context.rpc.call(
    blockchain,
    'eth_getBlockByNumber',
    [toHex(blockNumber), false],
    { signal: context.signal },
  )
  if (block === null) return null
  const { timestamp } = parseWire(blockWire, block, `The block from ${blockchain}`)
  return Number(timestamp) * 1000
}

/** What came to the account in the token, less what went from it. */
function readTokenGain({ logs }: Receipt, { token, to }: Arrival): bigint {
  let gain = 0n
  for (const { address, topics, data } of logs) {
    const [topic, from, receiver] = topics
    const isIt = address.toLowerCase() === token.address.toLowerCase() && topic === transferTopic
    if (!isIt || topics.length !== 3 || data.length !== 66) continue
    if (accountOf(receiver) === to.toLowerCase()) gain += readUint(data, 0)
    if (accountOf(from) === to.toLowerCase()) gain -= readUint(data, 0)
  }
  return gain
}

/**
 * Native coins leave no event. A plain transfer tells its receiver itself; for a payment out of a
 * contract the balances before and after its block are compared, where the node still has them.
 */
async function readNativeGain(
  hash: string,
  { blockNumber }: Receipt,
  { token, to }: Arrival,
  context: ProviderContext,
): Promise<bigint | null> {
  const { blockchain } = token
  const { signal } = context
  const sent = await context.rpc.call(blockchain, 'eth_getTransactionByHash', [hash], { signal })
  if (sent !== null) {
    const wire = parseWire(transactionWire, sent, `The transaction from ${blockchain}`)
    if (wire.to?.toLowerCase() === to.toLowerCase()) return wire.value
  }
  try {
    const [before, after] = await Promise.all(
      [blockNumber - 1n, blockNumber].map(async (block) => {
        const params = [to, toHex(block)]
        const balance = await context.rpc.call(blockchain, 'eth_getBalance', params, { signal })
        return parseWire(wireHexUint, balance, `The balance from ${blockchain}`)
      }),
    )
    return before === undefined || after === undefined ? null : after - before
  } catch (thrown) {
    // A node without the state of that block answers with an error: no evidence, not a failure.
    if (thrown instanceof SwaprouteError && thrown.code === 'UPSTREAM_FAILED') return null
    throw thrown
  }
}

function accountOf(topic: string | undefined): string {
  return `0x${(topic ?? '').slice(-40).toLowerCase()}`
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`
}
