import { SwaprouteError } from '../../../src/core/errors.ts'
import { createTonCenter } from '../../../src/http/toncenter.ts'
import type { TonCenter } from '../../../src/http/toncenterTypes.ts'
import { json, serve, testClient, type Received } from './loopback.ts'

export const signal = new AbortController().signal
export const account = `0:${'ab'.repeat(32)}`
export const hashHex = '2d8b8f2debe963f204db836c865dea90bb9a3173bd585cd60dfb4ee5931ba2e0'
export const hashBase64 = 'LYuPLevpY/IE24Nshl3qkLuaMXO9WFzWDftO5ZMbouA='

export type Answer = { status?: number; body: unknown }

/** A client whose server gives the same answer to everything, and what the server received. */
export async function answering(
  answer: Answer | ((request: Received) => Answer),
  apiKey: string | null = null,
): Promise<{ ton: TonCenter; received: Received[] }> {
  const { url, received } = await serve((response, request) => {
    const { status = 200, body } = typeof answer === 'function' ? answer(request) : answer
    json(response, body, status)
  })
  const { client } = testClient([`${url}/api`])
  return { ton: createTonCenter({ http: client, baseUrl: `${url}/api/`, apiKey }), received }
}

export const result = (value: unknown): Answer => ({ body: { ok: true, result: value, id: '1' } })

export async function errorOf(work: Promise<unknown>): Promise<SwaprouteError> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (thrown instanceof SwaprouteError) return thrown
  throw new Error(`not refused: ${String(thrown)}`)
}
