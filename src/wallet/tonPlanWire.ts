import * as z from 'zod/mini'
import { readBoc } from '../chains/ton/boc.ts'
import { maxMessages } from '../chains/ton/wallets.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { TonPlan } from './types.ts'

// The plan as sent to the signer process: numbers as decimal text, every field required.

const address = z.string().check(z.regex(/^(?:0|-1):[0-9a-f]{64}$/))
const uint32 = z.int().check(z.gte(0), z.lte(0xffff_ffff))
const boc = z.string().check(
  z.maxLength(100_000),
  z.refine((text) => isBoc(text)),
)

const planWire = z.strictObject({
  networkId: z.int().check(z.gte(-0x8000_0000), z.lte(0x7fff_ffff)),
  from: address,
  walletVersion: z.enum(['v4r2', 'v5r1']),
  seqno: uint32,
  validUntilSeconds: uint32,
  // No other mode is ever signed: 32 destroys the wallet, 64 and 128 send a different amount (T1).
  sendMode: z.literal(3),
  deploys: z.boolean(),
  messages: z.array(
    z.strictObject({
      to: address,
      value: z.pipe(
        z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,35})$/)),
        z.transform((text: string) => BigInt(text)),
      ),
      bounce: z.boolean(),
      payload: z.nullable(boc),
      stateInit: z.nullable(boc),
    }),
  ),
})

/** Writes exactly the fields that are signed; other members of the object are left out. */
export function encodeTonPlan(plan: TonPlan): string {
  const { networkId, from, walletVersion, seqno, validUntilSeconds, sendMode, deploys } = plan
  return JSON.stringify({
    networkId,
    from,
    walletVersion,
    seqno,
    validUntilSeconds,
    sendMode,
    deploys,
    messages: plan.messages.map(({ to, value, bounce, payload, stateInit }) => ({
      to,
      value: value.toString(),
      bounce,
      payload,
      stateInit,
    })),
  })
}

/**
 * Parses a plan as untrusted input.
 * @throws SwaprouteError UNSAFE_ROUTE (check T1)
 */
export function decodeTonPlan(text: string): TonPlan {
  const result = z.safeParse(planWire, parseJson(text))
  if (!result.success) throw refused(result.error.issues[0]?.path.join('.') ?? '')
  const plan = result.data
  const { length } = plan.messages
  if (length === 0 || length > maxMessages[plan.walletVersion]) throw refused('messages')
  if (plan.deploys && plan.seqno !== 0) throw refused('deploys')
  return plan
}

function isBoc(text: string): boolean {
  try {
    readBoc(text)
    return true
  } catch {
    return false // any text that is not exactly one bag of cells
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refused('JSON', cause)
  }
}

function refused(field: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `This TON transfer cannot be signed (${field}).`, {
    hint: 'Only plain transfers in mode 3 with all fields in range are signed.',
    context: { check: 'T1', field },
    cause,
  })
}
