/** Recognizes signed bytes on their way to a chain, whichever way they take. */
import { keccak256, type Hex } from 'viem'
import { Cell } from '@ton/core'
import { isRecord } from '../../../support/bodies.ts'

export type Sent = { raw: string; answer: unknown }

/** The signed bytes of a request, each with the answer a chain that takes them would give. */
export function sentBytes(method: string, path: string, body: unknown): Sent[] {
  if (method !== 'POST') return []
  const calls = Array.isArray(body) ? body : [body]
  const found = calls.flatMap((call): Sent[] => {
    if (!isRecord(call)) return []
    if (call['method'] === 'eth_sendRawTransaction') return evmSend(call)
    const word =
      typeof call['method'] === 'string' ? call['method'] : (path.split('/').at(-1) ?? '')
    return /^(?:sendBoc|sendBocReturnHash|sendQuery|message)$/.test(word) ? tonSend(call) : []
  })
  const [first] = found
  return Array.isArray(body) && first !== undefined
    ? [{ raw: first.raw, answer: found.map(({ answer }) => answer) }, ...found.slice(1)]
    : found
}

function evmSend(call: Record<string, unknown>): Sent[] {
  const [raw] = Array.isArray(call['params']) ? call['params'] : []
  if (typeof raw !== 'string') return []
  const hash = keccak256(`0x${raw.slice(2)}` satisfies Hex)
  return [{ raw, answer: { jsonrpc: '2.0', id: call['id'], result: hash } }]
}

function tonSend(call: Record<string, unknown>): Sent[] {
  const { boc } = isRecord(call['params']) ? call['params'] : call
  if (typeof boc !== 'string') return []
  const hash = Cell.fromBase64(boc).hash().toString('base64')
  const result = { '@type': 'raw.extMessageInfo', hash }
  return [{ raw: boc, answer: { ok: true, id: call['id'], jsonrpc: '2.0', result } }]
}
