import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { foreignReason } from '../core/foreignReason.ts'
import { isRecord } from '../core/json.ts'

/** What is known of one request while it is handled, for the log and for error bodies. */
export type Call = {
  /** Of the caller (`x-request-id`) or made here; in the answer's header and in error bodies. */
  readonly id: string
  /** Set by the access check. */
  caller: {
    /** Name of the token; null without one. */
    token: string | null
    /** Remote address, behind a trusted proxy that of its client. */
    address: string | null
  }
  /** From the body: who integrates the service, and the tokens of the swap. */
  referrer: string | null
  pair: string | null
  /** Wallet addresses of the body: payer, receiver, refund address. */
  wallets: readonly string[]
  /** Routes in the answer; null if it has no list. */
  routes: number | null
  /** What was sent as a token, which a caller may also have put somewhere else. */
  readonly secrets: readonly string[]
}

/** Absent without a socket. */
type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse }

export type ServerEnv = { Bindings: Bindings; Variables: { call: Call } }

/** What ids of callers may contain: those of common proxies and tracers, nothing that needs escaping. */
const wellFormedId = /^[A-Za-z0-9][A-Za-z0-9._:=+/@-]{0,127}$/

export function startCall({ req, env }: Context<ServerEnv>): Call {
  const secrets = [req.header('apikey'), req.header('authorization')?.split(' ').at(-1)].flatMap(
    (text) => (text === undefined || text === '' ? [] : [text]),
  )
  const given = req.header('x-request-id') ?? ''
  const isUsable = wellFormedId.test(given) && !hasSecret(given, secrets)
  return {
    id: isUsable ? given : randomUUID(),
    caller: { token: null, address: env.incoming?.socket.remoteAddress ?? null },
    referrer: null,
    pair: null,
    wallets: [],
    routes: null,
    secrets,
  }
}

function hasSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => text.includes(secret))
}

/** @param input a valid body or query of the contract */
export function noteInput(call: Call, input: unknown): void {
  if (!isRecord(input)) return
  const referrer = shortText(input['referrer'], 60)
  call.referrer = referrer === null || hasSecret(referrer, call.secrets) ? null : referrer
  const [from, to] = [tokenOf(input, 'src'), tokenOf(input, 'dst')]
  if (from !== null && to !== null) call.pair = `${from} → ${to}`
  const wallets = [input['fromAddress'], input['receiver'], input['refundAddress']]
  call.wallets = wallets.flatMap((one) => shortText(one, 120) ?? [])
}

export function noteAnswer(call: Call, answer: object): void {
  if ('routes' in answer && Array.isArray(answer.routes)) call.routes = answer.routes.length
}

/** `ETH:0xA0b8…`, whole. */
function tokenOf(input: Record<string, unknown>, side: 'src' | 'dst'): string | null {
  const chain = shortText(input[`${side}TokenBlockchain`], 40)
  const address = shortText(input[`${side}TokenAddress`], 120)
  return chain === null || address === null ? null : `${chain}:${address}`
}

function shortText(value: unknown, max: number): string | null {
  return typeof value === 'string' && value !== '' ? foreignReason(value, max) : null
}
