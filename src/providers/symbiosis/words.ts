import * as z from 'zod/mini'
import { zeroAddress } from '../../core/token.ts'

// Words of Symbiosis' API that both of its adapters read and write.

const refusalWire = z.object({ code: z.union([z.int(), z.string()]), message: z.string() })

/** Refusals have sentences, not codes. */
export function refusal(body: unknown): { code: string; reason: string } | null {
  const { success, data } = z.safeParse(refusalWire, body)
  return success ? { code: codeOf(data.message), reason: data.message } : null
}

export const refusals = {
  'no route': 'NO_ROUTE',
  'too low': 'AMOUNT_TOO_LOW',
  'too high': 'AMOUNT_TOO_HIGH',
} as const

function codeOf(message: string): string {
  const text = message.toLowerCase()
  if (text.includes('too low') || text.includes('less than fee')) return 'too low'
  if (text.includes('too high')) return 'too high'
  return /no (?:\w+ )?route|not supported|unsupported|no transit/.test(text) ? 'no route' : message
}

/** Native coins are the empty text. */
export function upstreamToken(token: string): string {
  return token === zeroAddress ? '' : token
}
