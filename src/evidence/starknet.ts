import * as z from 'zod/mini'

import { joinUint, readFelt, readFelts, starknetSelector } from '../chains/starknet/felts.ts'
import { readAnswer, resultOf } from '../http/nodeAnswers.ts'
import type { RpcClient } from '../http/types.ts'
import { requireHash } from './nodes.ts'

// Starknet by any JSON-RPC node: https://github.com/starkware-libs/starknet-specs (read 2026-11).

const blockchain = 'STARKNET'

const transactionWire = z.object({
  transaction_hash: z.string(),
  calldata: z.nullish(z.array(z.string())),
})
const eventWire = z.object({
  from_address: z.string(),
  keys: z.array(z.string()),
  data: z.array(z.string()),
})
const receiptWire = z.object({
  transaction_hash: z.string(),
  execution_status: z.nullish(z.string()),
  finality_status: z.nullish(z.string()),
  events: z.nullish(z.array(eventWire)),
})

/** A transaction that is in a block, or about to be. */
export type StarknetTransaction = {
  /**
   * What its account was called with: all calls that it executed, one after the other. Null for what
   * is not the transaction of an account.
   */
  calldata: bigint[] | null
  failed: boolean
  isFinal: boolean
  /** That wrote its events, each once, as the node spells them. */
  contracts: readonly string[]
  /** Of ERC-20 tokens; amounts in base units. */
  transfers: readonly StarknetTransfer[]
}

/** `token` as the node spells it. */
type StarknetTransfer = { token: string; amount: bigint; from: bigint; to: bigint }

/** The node's error for a hash that it does not know. */
const unknownHash = 29
const transfer = starknetSelector('Transfer')

/**
 * Null while the chain does not know it.
 * @param hash 0x and hexadecimal digits
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readStarknetTransaction(
  hash: string,
  { rpc, signal }: { rpc: RpcClient; signal: AbortSignal },
): Promise<StarknetTransaction | null> {
  const methods = ['starknet_getTransactionByHash', 'starknet_getTransactionReceipt'] as const
  const calls = methods.map((method) => ({ method, params: [hash] }))
  const answers = await rpc.batch(blockchain, calls, { signal })
  if (answers.some((answer) => !answer.ok && answer.code === unknownHash)) return null
  const [sent, mined] = methods.map((method, at) => resultOf(answers[at], blockchain, method))
  const transaction = readAnswer(transactionWire, sent, blockchain, methods[0])
  const receipt = readAnswer(receiptWire, mined, blockchain, methods[1])
  requireHash(blockchain, hash, transaction.transaction_hash)
  requireHash(blockchain, hash, receipt.transaction_hash)
  const calldata = readFelts(transaction.calldata ?? [])
  const events = receipt.events ?? []
  return {
    calldata: calldata === null || calldata.length === 0 ? null : calldata,
    failed: receipt.execution_status !== 'SUCCEEDED',
    isFinal: /^ACCEPTED_ON_L[12]$/.test(receipt.finality_status ?? ''),
    contracts: [...new Set(events.map(({ from_address: address }) => address))],
    transfers: events.flatMap(transferIn),
  }
}

/** Older tokens put all of it in the data. */
function transferIn({ from_address: token, keys, data }: z.output<typeof eventWire>) {
  const [kind, from, to, low, high, ...rest] = readFelts([...keys, ...data]) ?? []
  if (kind !== transfer || from === undefined || to === undefined || rest.length > 0) return []
  const amount = low === undefined || high === undefined ? null : joinUint(low, high)
  return amount === null ? [] : [{ token, amount, from, to }]
}

/** What a contract paid to an account of a token, base units. */
export function paidOnStarknet(
  { transfers }: StarknetTransaction,
  from: bigint,
  to: bigint,
  token: bigint,
): bigint {
  return transfers
    .filter((one) => readFelt(one.token) === token && one.from === from && one.to === to)
    .reduce((sum, { amount }) => sum + amount, 0n)
}
