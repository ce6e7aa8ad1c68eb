import { jsonIn } from '../core/json.ts'
import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { askNodes, type NodeSource } from './nodes.ts'

// NEAR by an index of all transactions, which needs the hash alone: https://docs.fastnear.com/tx; and by
// any JSON-RPC node, which needs the sender too, since the sender determines the shard of the
// transaction, and shows what is final: https://docs.near.org/api/rpc/transactions and /contracts
// (all read 2026-11). Both have the same records of transactions, receipts and outcomes.

const callWire = z.object({
  FunctionCall: z.object({
    method_name: z.string(),
    args: z.base64(),
    gas: wireUint,
    deposit: wireUint,
  }),
})
const transferWire = z.object({ Transfer: z.object({ deposit: wireUint }) })
const outcomeWire = z.object({
  id: z.string(),
  outcome: z.object({
    executor_id: z.nullish(z.string()),
    logs: z.nullish(z.array(z.string())),
    status: z.unknown(),
  }),
})
const transactionWire = z.object({
  hash: z.string(),
  signer_id: z.string(),
  receiver_id: z.string(),
  actions: z.array(z.unknown()),
})
const receiptWire = z.object({
  receipt_id: z.string(),
  predecessor_id: z.string(),
  receiver_id: z.string(),
  receipt: z.object({ Action: z.nullish(z.object({ actions: z.array(z.unknown()) })) }),
})
const indexWire = z.object({
  transactions: z.array(
    z.object({
      transaction: transactionWire,
      execution_outcome: z.object({
        block_timestamp: z.nullish(wireUint),
        outcome: z.object({ status: z.unknown() }),
      }),
      receipts: z.nullish(
        z.array(z.object({ receipt: z.nullish(receiptWire), execution_outcome: outcomeWire })),
      ),
    }),
  ),
})
const resultWire = z.object({
  final_execution_status: z.nullish(z.string()),
  status: z.nullish(z.unknown()),
  transaction: z.nullish(transactionWire),
  receipts_outcome: z.nullish(z.array(outcomeWire)),
  receipts: z.nullish(z.array(receiptWire)),
})
const answerWire = z.object({
  result: z.nullish(z.unknown()),
  error: z.nullish(z.object({ cause: z.nullish(z.object({ name: z.nullish(z.string()) })) })),
})
const viewWire = z.object({
  result: z.object({ result: z.array(z.int().check(z.nonnegative(), z.maximum(255))) }),
})
const failedWire = z.object({ Failure: z.unknown() })
const valueWire = z.object({ SuccessValue: z.base64() })
const nextWire = z.object({ SuccessReceiptId: z.string() })
const transferEventWire = z.object({
  standard: z.literal('nep141'),
  event: z.literal('ft_transfer'),
  data: z.array(z.object({ old_owner_id: z.string(), new_owner_id: z.string(), amount: wireUint })),
})

type Outcome = z.output<typeof outcomeWire>

/** What the index and a node have of a transaction. */
type Parts = {
  transaction: z.output<typeof transactionWire>
  /** With which it ended, as far as it has. */
  status: unknown
  outcomes: readonly Outcome[]
  receipts: readonly z.output<typeof receiptWire>[]
}

/** A transaction that is in a block. */
export type NearTransaction = {
  signer: string
  receiver: string
  /** Null where it does something other than calls with JSON arguments. */
  calls: { method: string; args: unknown; gas: bigint; deposit: bigint }[] | null
  /** Yocto that it transfers itself, action by action. */
  deposits: readonly bigint[]
  /** Whether it does nothing but such transfers. */
  isTransfer: boolean
  failed: boolean
  /** What the last call returned, as JSON text; null where it returned nothing. */
  returned: string | null
  /** What an account was paid by another one of a token, or in yocto, base units. */
  paid(from: string, to: string, token: string | null): bigint
}

function toTransaction({ transaction, status, outcomes, receipts }: Parts): NearTransaction {
  const { signer_id: signer, receiver_id: receiver, actions } = transaction
  const value = z.safeParse(valueWire, status)
  const deposits = depositsIn(actions)
  return {
    signer,
    receiver,
    calls: callsOf(actions),
    deposits,
    isTransfer: deposits.length > 0 && deposits.length === actions.length,
    failed: isFailure(status),
    returned: value.success ? textOf(value.data.SuccessValue) : null,
    paid: (from, to, token) =>
      token === null
        ? paidInYocto({ receipts, outcomes }, from, to)
        : paidInTokens(outcomes, from, to, token),
  }
}

/**
 * By the index. Null where it does not have it.
 * @returns with the time of its block, Unix milliseconds; null if absent
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function findNearTransaction(
  hash: string,
  source: NodeSource,
): Promise<(NearTransaction & { atMs: number | null }) | null> {
  const request = { path: '/v0/transactions', body: { tx_hashes: [hash] }, wire: indexWire }
  const answer = await askNodes('NEAR', request, source)
  const found = answer?.transactions.find(({ transaction }) => transaction.hash === hash)
  if (found === undefined) return null
  const { transaction, execution_outcome: first } = found
  const rows = found.receipts ?? []
  const outcomes = rows.map(({ execution_outcome: outcome }) => outcome)
  const receipts = rows.flatMap(({ receipt }) => (receipt == null ? [] : [receipt]))
  const status = lastStatus(first.outcome.status, outcomes)
  const { block_timestamp: nanoseconds } = first
  return {
    ...toTransaction({ transaction, status, outcomes, receipts }),
    atMs: nanoseconds == null ? null : Number(nanoseconds / 1_000_000n),
  }
}

/**
 * By a node. Null while the chain does not know it.
 * @param node base address without a trailing slash
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function readNearTransaction(
  node: string,
  hash: string,
  sender: string,
  { http, signal }: { http: HttpClient; signal: AbortSignal },
): Promise<(NearTransaction & { isFinal: boolean }) | null> {
  const params = { tx_hash: hash, sender_account_id: sender, wait_until: 'NONE' }
  const body = { jsonrpc: '2.0', id: 'swaproute', method: 'EXPERIMENTAL_tx_status', params }
  const answer = await http.send({ method: 'POST', url: node, body, effect: 'read', signal })
  const { result, error } = parseWire(answerWire, answer.body, "NEAR's answer")
  if (error?.cause?.name === 'UNKNOWN_TRANSACTION') return null
  if (error != null || result == null) {
    const cause = error?.cause?.name ?? String(answer.status)
    throw new SwaprouteError('UPSTREAM_FAILED', 'The NEAR node returned no transaction.', {
      context: { cause },
    })
  }
  const wire = parseWire(resultWire, result, "NEAR's transaction")
  const { transaction, status, final_execution_status: level } = wire
  if (transaction?.hash !== hash) return null
  const outcomes = wire.receipts_outcome ?? []
  const receipts = wire.receipts ?? []
  return {
    ...toTransaction({ transaction, status, outcomes, receipts }),
    isFinal: level == null || level === 'FINAL',
  }
}

/** The body of a question to a contract; `readView` reads what it answers. */
export function nearView(
  contract: string,
  method: string,
  args: Record<string, string>,
): {
  jsonrpc: string
  id: string
  method: string
  params: Record<string, string>
} {
  return {
    jsonrpc: '2.0',
    id: 'swaproute',
    method: 'query',
    params: {
      request_type: 'call_function',
      finality: 'optimistic',
      account_id: contract,
      method_name: method,
      args_base64: Buffer.from(JSON.stringify(args)).toString('base64'),
    },
  }
}

/** @throws SwaprouteError UPSTREAM_FAILED for an error of the node or the contract */
export function readView(body: unknown): unknown {
  const { result } = parseWire(viewWire, body, "NEAR's answer")
  return jsonIn(Buffer.from(result.result).toString('utf8'))
}

function textOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8')
}

function callsOf(actions: readonly unknown[]): NearTransaction['calls'] {
  const calls: NonNullable<NearTransaction['calls']> = []
  for (const action of actions) {
    const { success, data } = z.safeParse(callWire, action)
    if (!success) return null
    const { method_name: method, args, gas, deposit } = data.FunctionCall
    calls.push({ method, args: jsonIn(textOf(args)), gas, deposit })
  }
  return calls
}

/** Transfers are events today; older tokens write a sentence. */
function paidInTokens(
  outcomes: readonly Outcome[],
  from: string,
  to: string,
  token: string,
): bigint {
  const logs = outcomes
    .filter(({ outcome }) => outcome.executor_id === token)
    .flatMap(({ outcome }) => outcome.logs ?? [])
  let sum = 0n
  for (const log of logs) {
    const [, digits, payer, receiver] =
      /^Transfer ([0-9]{1,39}) from (\S+) to (\S+)$/.exec(log) ?? []
    if (digits !== undefined && payer === from && receiver === to) sum += BigInt(digits)
    if (!log.startsWith('EVENT_JSON:')) continue
    const { success, data } = z.safeParse(transferEventWire, jsonIn(log.slice(11)))
    for (const moved of success ? data.data : []) {
      if (moved.old_owner_id === from && moved.new_owner_id === to) sum += moved.amount
    }
  }
  return sum
}

function paidInYocto(
  { receipts, outcomes }: Pick<Parts, 'receipts' | 'outcomes'>,
  from: string,
  to: string,
): bigint {
  const failed = new Set(
    outcomes.filter(({ outcome }) => isFailure(outcome.status)).map(({ id }) => id),
  )
  let sum = 0n
  for (const { receipt_id: id, predecessor_id, receiver_id, receipt } of receipts) {
    if (predecessor_id !== from || receiver_id !== to || failed.has(id)) continue
    for (const deposit of depositsIn(receipt.Action?.actions ?? [])) sum += deposit
  }
  return sum
}

function depositsIn(actions: readonly unknown[]): bigint[] {
  return actions.flatMap((action) => {
    const { success, data } = z.safeParse(transferWire, action)
    return success ? [data.Transfer.deposit] : []
  })
}

function isFailure(status: unknown): boolean {
  return z.safeParse(failedWire, status).success
}

/** A transaction ends with the last of the receipts that its outcome names, one after another. */
function lastStatus(first: unknown, outcomes: readonly Outcome[]): unknown {
  const statuses = new Map(outcomes.map(({ id, outcome }) => [id, outcome.status]))
  let status = first
  for (;;) {
    const { data } = z.safeParse(nextWire, status)
    const next = data === undefined ? undefined : statuses.get(data.SuccessReceiptId)
    if (data === undefined || next === undefined) return status
    statuses.delete(data.SuccessReceiptId)
    status = next
  }
}
