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
 * Why a batch was refused for being a batch, in the node's words; null where it was not. Some nodes
 * answer with one error, some (drpc.org) with the same error for every call.
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
 * 2026-11), -32029 that of OnFinality, -32002 an unavailable resource, -32603 an internal error.
 */
const nodeCodes: ReadonlySet<number> = new Set([
  -32_002, -32_005, -32_016, -32_029, -32_097, -32_603, 429,
])
const rateCodes: ReadonlySet<number> = new Set([-32_005, -32_016, -32_029, -32_097, 429])
const rateWords = /rate.?limit|too many (?:requests|connections)|limit (?:exceeded|reached)|quota/i
const nodeWords = new RegExp(
  [
    'unauthori[sz]ed|forbidden|access denied|api.?key|tenant|credits|capacity|subscription',
    'header not found|block not found|unknown block|missing trie node|historical state|sync',
    'try again|temporar|unavailable|overload|busy|time.?out|timed out|deadline|next time',
    'internal (?:server )?error|upstream|backend',
  ].join('|'),
  'i',
)
/** An execution error has these words, whatever its code. */
const callWords =
  /revert|gas|insufficient|nonce|underpriced|already known|opcode|stack (?:over|under|limit)|\bjump\b|\bEVM\b|execution (?:failed|error)/i

/** The node's rate limit. */
export function isRateLimit(answer: RpcAnswer): boolean {
  if (answer.ok || isAboutCall(answer)) return false
  return rateCodes.has(answer.code) || rateWords.test(answer.message)
}

/** An error about the node and not about the call: another node may answer it. */
export function isNodeError(answer: RpcAnswer): answer is RpcError {
  if (answer.ok || isAboutCall(answer)) return false
  return isRateLimit(answer) || nodeCodes.has(answer.code) || nodeWords.test(answer.message)
}

function isAboutCall({ code, message, data }: RpcError): boolean {
  return code === 3 || data !== null || callWords.test(message)
}
