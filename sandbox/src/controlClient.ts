import { request } from 'node:http'
import { isErrorCode, SwaprouteError } from '../../src/core/errors.ts'
import type { SandboxRecord } from './record.ts'

const limitMs = 30_000

/**
 * Calls the running sandbox.
 * @throws SwaprouteError the sandbox's error, or SANDBOX_UNAVAILABLE when it does not answer
 */
export async function callControl(
  record: SandboxRecord,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  if (record.control === null) throw notAnswering(new Error('it is still starting'))
  let answer: unknown
  try {
    const { url, token } = record.control
    answer = JSON.parse(await send(new URL(path, url), method, token, JSON.stringify(body ?? null)))
  } catch (thrown) {
    throw notAnswering(thrown)
  }
  if (typeof answer === 'object' && answer !== null && 'error' in answer)
    throw toError(answer.error)
  return answer
}

function send(url: URL, method: string, token: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const outgoing = request(url, { method, headers, timeout: limitMs }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
    outgoing.on('error', reject)
    outgoing.end(method === 'POST' ? body : undefined)
  })
}

function notAnswering(cause: unknown): SwaprouteError {
  return new SwaprouteError('SANDBOX_UNAVAILABLE', 'The sandbox does not answer.', {
    hint: 'Run `swaproute sandbox stop`, then `swaproute sandbox start`.',
    cause,
  })
}

function toError(error: unknown): SwaprouteError {
  if (typeof error !== 'object' || error === null) return notAnswering(error)
  const code = 'code' in error && isErrorCode(error.code) ? error.code : 'INTERNAL'
  const message = 'message' in error ? String(error.message) : 'The sandbox refused.'
  const hint = 'hint' in error && typeof error.hint === 'string' ? { hint: error.hint } : {}
  return new SwaprouteError(code, message, hint)
}
