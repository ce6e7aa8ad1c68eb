import { foreignReason } from '../core/foreignReason.ts'
import type { RpcAnswer, RpcCall } from './types.ts'
import { isRecord } from '../core/json.ts'

export type RpcError = Extract<RpcAnswer, { ok: false }>

// The form of JSON-RPC: envelopes out, answers in, and whether an error is the node's or the
// call's.

export function toEnvelope({ method, params }: RpcCall, id: number): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method, params }
}

/** Answers in the order of the calls; null unless the node answered every id exactly once. */
export function toAnswers(body: unknown, count: number): RpcAnswer[] | null {
  if (!Array.isArray(body) || body.length !== count) return null
  const answers = new Map<number, RpcAnswer>()
  for (const item of body) {
    const id = isRecord(item) ? item['id'] : null
    const answer = typeof id === 'number' ? toAnswer(item, id) : null
    if (typeof id !== 'number' || answer === null || answers.has(id)) return null
    answers.set(id, answer)
  }
  const inOrder: RpcAnswer[] = []
  for (let id = 0; id < count; id++) {
    const answer = answers.get(id)
    if (answer === undefined) return null
    inOrder.push(answer)
  }
  return inOrder
}

/** Null for anything that is not the answer to `id`. An error may carry a null id. */
export function toAnswer(body: unknown, id: number): RpcAnswer | null {
  if (!isRecord(body)) return null
  const error = body['error']
  if (isRecord(error)) {
    if (body['id'] !== id && body['id'] !== null && body['id'] !== undefined) return null
    const code = error['code']
    const message = error['message']
    return {
      ok: false,
      code: typeof code === 'number' ? code : 0,
      message: typeof message === 'string' ? foreignReason(message) : 'no reason given',
      data: revertData(error['data']),
    }
  }
  if (body['id'] !== id || body['result'] === undefined) return null
  return { ok: true, result: body['result'] }
}

/** Revert data as hex text; some nodes wrap it once or twice. */
function revertData(data: unknown): string | null {
  if (typeof data === 'string') {
    const hex = /0x(?:[0-9a-fA-F]{2})*$/.exec(data)
    return hex === null ? null : hex[0]
  }
  if (!isRecord(data)) return null
  return revertData(data['data'] ?? data['result'] ?? data['originalError'])
}

/**
 * The node's reason for refusing a batch as such; null for any other answer. Some nodes answer with
 * one error, some (drpc.org) with the same error for every call.
 */
export function batchRefusal(body: unknown): string | null {
  const items: unknown[] = Array.isArray(body) ? body : [body]
  const texts = items.map(errorText)
  const [first = null] = texts
  return first !== null && texts.every((text) => text !== null && /batch/i.test(text))
    ? first
    : null
}

/** Whether a refusal is about the size of the request. */
export function isTooLarge(status: number, body: unknown): boolean {
  const text = errorText(body)
  return (
    status === 413 ||
    (text !== null && /(?:body|payload|entity|request)[\w ]* too (?:large|big|long)/i.test(text))
  )
}

function errorText(body: unknown): string | null {
  if (typeof body === 'string') return body.slice(0, 500)
  if (!isRecord(body)) return null
  const { error, message } = body
  if (isRecord(error)) return typeof error['message'] === 'string' ? error['message'] : ''
  if (typeof error === 'string') return error
  return typeof message === 'string' ? message : null
}

/**
 * "Limit exceeded" (EIP-1474) and the codes hosted nodes use instead: -32016 is the rate limit of
 * the OP Stack's proxyd (https://github.com/ethereum-optimism/infra, proxyd/errors.go, read
 * 2026-11), -32029 that of OnFinality.
 */
const rateCodes: ReadonlySet<number> = new Set([-32_005, -32_016, -32_029, -32_097, 429])
const rateWords = /rate.?limit|too many (?:requests|connections)|limit (?:exceeded|reached)|quota/i
/** An execution error has these words, whatever its code. */
const executionWords =
  /revert|\bgas\b|opcode|stack (?:over|under|limit)|\bjump\b|\bE?VM\b|execution (?:failed|error)/i
/** Only the error of a method that runs code can be the error of the call. */
const runningMethods: ReadonlySet<string> = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_simulateV1',
])
/** Methods that every node of every chain answers with text. */
const textMethods: ReadonlySet<string> = new Set([
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getCode',
  'eth_getTransactionCount',
])

/** The node's rate limit. */
export function isRateLimit(answer: RpcAnswer): boolean {
  if (answer.ok || !isNodeError(answer)) return false
  return rateCodes.has(answer.code) || rateWords.test(answer.message)
}

/**
 * An error of the node, which did not run the call. Refusals have many texts: any error that does
 * not show that code was run counts as one.
 */
export function isNodeError(answer: RpcAnswer): answer is RpcError {
  return !answer.ok && answer.code !== 3 && !executionWords.test(answer.message)
}

/**
 * Whether no other node needs to be asked: a result, or the execution error of a call with its
 * revert data. Every other error may be the node's.
 */
export function isSettled({ method }: RpcCall, answer: RpcAnswer | undefined): boolean {
  if (answer === undefined) return false
  if (answer.ok) return !textMethods.has(method) || typeof answer.result === 'string'
  return runningMethods.has(method) && answer.data !== null && !isNodeError(answer)
}

/** A transaction pool's refusal of a transaction, not a node's of a request. */
export function isPoolAnswer({ message }: RpcError): boolean {
  return /nonce|known transaction|already|underpriced|insufficient funds|\bgas\b|\bfee\b/i.test(
    message,
  )
}

/** The node does not have the method. */
export function isMissingMethod({ code, message }: RpcError): boolean {
  return code === -32_601 || /method\b.*\bnot\b|unknown method|unsupported/i.test(message)
}

/** A read of a contract at the latest block. */
export function ethCall(to: string, data: string): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}
