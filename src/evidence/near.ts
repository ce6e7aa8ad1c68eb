import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'

// NEAR by any JSON-RPC node: https://docs.near.org/api/rpc/transactions and /contracts (read 2026-11).
// A transaction is found by its hash and its sender, which says on which shard it is.

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
    executor_id: z.string(),
    logs: z.nullish(z.array(z.string())),
    status: z.unknown(),
  }),
})
const resultWire = z.object({
  final_execution_status: z.nullish(z.string()),
  status: z.nullish(z.unknown()),
  transaction: z.nullish(
    z.object({
      hash: z.string(),
      signer_id: z.string(),
      receiver_id: z.string(),
      actions: z.array(z.unknown()),
    }),
  ),
  receipts_outcome: z.nullish(z.array(outcomeWire)),
  receipts: z.nullish(
    z.array(
      z.object({
        receipt_id: z.string(),
        predecessor_id: z.string(),
        receiver_id: z.string(),
        receipt: z.object({ Action: z.nullish(z.object({ actions: z.array(z.unknown()) })) }),
      }),
    ),
  ),
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
const transferEventWire = z.object({
  standard: z.literal('nep141'),
  event: z.literal('ft_transfer'),
  data: z.array(z.object({ old_owner_id: z.string(), new_owner_id: z.string(), amount: wireUint })),
})

type Result = z.output<typeof resultWire>

/** A transaction that is in a block. */
type NearMined = {
  signer: string
  receiver: string
  /** Null where it does something other than calls with JSON arguments. */
  calls: { method: string; args: unknown; gas: bigint; deposit: bigint }[] | null
  failed: boolean
  /** What the last call returned, as JSON text; null where it returned nothing. */
  returned: string | null
  isFinal: boolean
  /** What an account was paid by another one of a token, or in yocto, base units. */
  paid(from: string, to: string, token: string | null): bigint
}

/**
 * Null while the chain does not know it.
 * @param node base address without a trailing slash
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function readNearTransaction(
  node: string,
  hash: string,
  sender: string,
  { http, signal }: { http: HttpClient; signal: AbortSignal },
): Promise<NearMined | null> {
  const params = { tx_hash: hash, sender_account_id: sender, wait_until: 'NONE' }
  const body = { jsonrpc: '2.0', id: 'swaproute', method: 'EXPERIMENTAL_tx_status', params }
  const answer = await http.send({ method: 'POST', url: node, body, effect: 'read', signal })
  const { result, error } = parseWire(answerWire, answer.body, "NEAR's answer")
  if (error?.cause?.name === 'UNKNOWN_TRANSACTION') return null
  if (error != null || result == null) {
    const cause = error?.cause?.name ?? String(answer.status)
    throw new SwaprouteError('UPSTREAM_FAILED', 'The node of NEAR shows no transactions.', {
      context: { cause },
    })
  }
  const told = parseWire(resultWire, result, "NEAR's transaction")
  const { transaction, final_execution_status: level } = told
  if (transaction?.hash !== hash) return null
  const value = z.safeParse(valueWire, told.status)
  return {
    signer: transaction.signer_id,
    receiver: transaction.receiver_id,
    calls: callsOf(transaction.actions),
    failed: z.safeParse(failedWire, told.status).success,
    returned: value.success ? textOf(value.data.SuccessValue) : null,
    isFinal: level == null || level === 'FINAL',
    paid: (from, to, token) =>
      token === null ? paidInYocto(told, from, to) : paidInTokens(told, from, to, token),
  }
}

const foundWire = z.object({
  transactions: z.array(
    z.object({ transaction: z.object({ hash: z.string(), signer_id: z.string() }) }),
  ),
})

/**
 * Who sent a transaction, by an index of all of them: https://docs.fastnear.com/tx (read 2026-11).
 * Null where it does not have it.
 * @param index base address without a trailing slash
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function findNearSender(
  index: string,
  hash: string,
  { http, signal }: { http: HttpClient; signal: AbortSignal },
): Promise<string | null> {
  const url = `${index}/v0/transactions`
  const body = { tx_hashes: [hash] }
  const answer = await http.send({ method: 'POST', url, body, effect: 'read', signal })
  if (answer.status === 404) return null
  const { transactions } = parseWire(foundWire, answer.body, "NEAR's index")
  const found = transactions.find(({ transaction }) => transaction.hash === hash)
  return found?.transaction.signer_id ?? null
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

/** Undefined for a text that is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function callsOf(actions: readonly unknown[]): NearMined['calls'] {
  const calls: NonNullable<NearMined['calls']> = []
  for (const action of actions) {
    const { success, data } = z.safeParse(callWire, action)
    if (!success) return null
    const { method_name: method, args, gas, deposit } = data.FunctionCall
    calls.push({ method, args: jsonIn(textOf(args)), gas, deposit })
  }
  return calls
}

/** Transfers are events today; older tokens write a sentence. */
function paidInTokens(result: Result, from: string, to: string, token: string): bigint {
  const logs = (result.receipts_outcome ?? [])
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
  { receipts, receipts_outcome: outcomes }: Result,
  from: string,
  to: string,
): bigint {
  const failed = new Set(
    (outcomes ?? [])
      .filter(({ outcome }) => z.safeParse(failedWire, outcome.status).success)
      .map(({ id }) => id),
  )
  let sum = 0n
  for (const { receipt_id: id, predecessor_id, receiver_id, receipt } of receipts ?? []) {
    if (predecessor_id !== from || receiver_id !== to || failed.has(id)) continue
    for (const action of receipt.Action?.actions ?? []) {
      const { success, data } = z.safeParse(transferWire, action)
      if (success) sum += data.Transfer.deposit
    }
  }
  return sum
}
