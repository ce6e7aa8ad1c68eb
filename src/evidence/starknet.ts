import * as z from 'zod/mini'

import { joinUint, readFelt, readFelts, starknetSelector } from '../chains/starknet/felts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { RpcClient } from '../http/types.ts'
import { parseWire } from '../http/wire.ts'

// Starknet by any JSON-RPC node: https://github.com/starkware-libs/starknet-specs (read 2026-11).

const transactionWire = z.object({
  transaction_hash: z.string(),
  calldata: z.nullish(z.array(z.string())),
})
const receiptWire = z.object({
  transaction_hash: z.string(),
  execution_status: z.nullish(z.string()),
  finality_status: z.nullish(z.string()),
  events: z.nullish(
    z.array(
      z.object({
        from_address: z.string(),
        keys: z.array(z.string()),
        data: z.array(z.string()),
      }),
    ),
  ),
})

type StarknetEvent = { from_address: string; keys: string[]; data: string[] }

/** A transaction that is in a block, or about to be. */
type StarknetMined = {
  /** What its account was called with: all calls that it executed, one after the other. */
  calldata: bigint[]
  failed: boolean
  isFinal: boolean
  /** What a contract paid to an account of a token, base units. */
  paid(from: bigint, to: bigint, token: bigint): bigint
}

/** The node's error for a hash that it does not know. */
const unknownHash = 29
const transfer = starknetSelector('Transfer')

/**
 * Null while the chain does not know it, and for what is not the transaction of an account.
 * @throws SwaprouteError CHAIN_UNAVAILABLE, UPSTREAM_FAILED
 */
export async function readStarknetTransaction(
  hash: bigint,
  { rpc, signal }: { rpc: RpcClient; signal: AbortSignal },
): Promise<StarknetMined | null> {
  const params = [`0x${hash.toString(16)}`]
  const ask = async (method: string): Promise<unknown> =>
    await rpc.call('STARKNET', method, params, { signal })
  try {
    const [sent, seen] = await Promise.all([
      ask('starknet_getTransactionByHash'),
      ask('starknet_getTransactionReceipt'),
    ])
    const transaction = parseWire(transactionWire, sent, "Starknet's transaction")
    const receipt = parseWire(receiptWire, seen, "Starknet's receipt")
    const isAsked = [transaction, receipt].every((one) => readFelt(one.transaction_hash) === hash)
    const calldata = readFelts(transaction.calldata ?? [])
    if (!isAsked || calldata === null || calldata.length === 0) return null
    return {
      calldata,
      failed: receipt.execution_status !== 'SUCCEEDED',
      isFinal: /^ACCEPTED_ON_L[12]$/.test(receipt.finality_status ?? ''),
      paid: (from, to, token) => paidIn(receipt.events ?? [], from, to, token),
    }
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.context.code === unknownHash) return null
    throw thrown
  }
}

function paidIn(events: readonly StarknetEvent[], from: bigint, to: bigint, token: bigint): bigint {
  let sum = 0n
  for (const { from_address: contract, keys, data } of events) {
    if (readFelt(contract) !== token) continue
    // Older tokens keep all of it in the data.
    const [kind, ...felts] = readFelts([...keys, ...data]) ?? []
    const [payer, receiver, low, high, ...rest] = felts
    if (kind !== transfer || payer !== from || receiver !== to || rest.length > 0) continue
    if (low !== undefined && high !== undefined) sum += joinUint(low, high) ?? 0n
  }
  return sum
}
