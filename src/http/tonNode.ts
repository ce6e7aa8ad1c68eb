import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { envelopeError } from './reason.ts'
import type { TonCallOptions, TonNode, TonStackItem } from './toncenterTypes.ts'
import {
  accountWire,
  envelopeWire,
  fromStackItem,
  getMethodWire,
  toStackItem,
} from './toncenterWire.ts'
import type { HttpClient, HttpRequest, HttpResponse } from './types.ts'
import { parseWire } from './wire.ts'

/**
 * The configuration contract of the main network: it always exists, so its state gives the time.
 */
const configContract = `-1:${'5'.repeat(64)}`
/** A get-method succeeds with 0 or, by an old convention, 1. */
const successCodes: ReadonlySet<number> = new Set([0, 1])

/** A node that sends too slowly counts as down. */
const requestMs = 20_000

export type TonServer = {
  http: HttpClient
  /** Name in messages. */
  name: string
  headers: Record<string, string>
}

/** One request to a server of TON; its failures are those of the chain. */
export async function sendToTon(
  { http, headers }: TonServer,
  request: Pick<HttpRequest, 'url' | 'effect'> & { body?: unknown },
  { signal }: TonCallOptions,
): Promise<HttpResponse> {
  const { url, effect, body } = request
  const posted = body === undefined ? {} : { method: 'POST' as const, body }
  try {
    return await http.send({ url, headers, effect, signal, limitMs: requestMs, ...posted })
  } catch (thrown) {
    throw asChainError(thrown)
  }
}

/**
 * A call of JSON-RPC version 2.
 * @returns its result, still unread
 */
export async function callTon(
  server: TonServer,
  url: string,
  [method, params]: [method: string, params: Record<string, unknown>],
  options: TonCallOptions,
  effect: 'read' | 'order' = 'read',
): Promise<unknown> {
  const body = { id: '1', jsonrpc: '2.0', method, params }
  const response = await sendToTon(server, { url, effect, body }, options)
  const parsed = z.safeParse(envelopeWire, response.body)
  if (response.status === 200 && parsed.success) return parsed.data.result
  throw effect === 'order' ? refused(response) : unusableTonAnswer(server, method, response)
}

/** A node of version 2 at the URL of its JSON-RPC. */
export function createTonNode(server: TonServer, url: string): Omit<TonNode, 'emulate'> {
  const accountState: TonNode['accountState'] = async (address, options) => {
    const result = await callTon(server, url, ['getAddressInformation', { address }], options)
    const wire = readTon(server, accountWire, result, 'getAddressInformation')
    const { lt, hash } = wire.last_transaction_id
    return {
      balance: wire.balance,
      status: wire.state,
      code: wire.code || null,
      data: wire.data || null,
      lastTransaction: lt === 0n ? null : { lt, hash: Buffer.from(hash, 'base64').toString('hex') },
      atSeconds: wire.sync_utime,
    }
  }
  return {
    host: new URL(url).host,
    accountState,
    async runGetMethod(address, method, stack, options) {
      const params = { address, method, stack: stack.map(fromStackItem) }
      const result = await callTon(server, url, ['runGetMethod', params], options)
      const wire = readTon(server, getMethodWire, result, `runGetMethod ${method}`)
      return readRun(server, [address, method], wire.exit_code, () => wire.stack.map(toStackItem))
    },
    async chainTime(options) {
      return (await accountState(configContract, options)).atSeconds
    },
  }
}

/**
 * How a get-method ended.
 * @throws SwaprouteError UPSTREAM_REFUSED, CHAIN_UNAVAILABLE
 */
export function readRun(
  server: TonServer,
  [address, method]: [address: string, method: string],
  exitCode: number,
  read: () => TonStackItem[],
): TonStackItem[] {
  if (!successCodes.has(exitCode)) throw methodFailed(address, method, exitCode)
  try {
    return read()
  } catch (cause) {
    throw malformed(server, `runGetMethod ${method}`, cause)
  }
}

export function readTon<Schema extends z.ZodMiniType>(
  { name }: TonServer,
  schema: Schema,
  body: unknown,
  what: string,
): z.output<Schema> {
  try {
    return parseWire(schema, body, `${name}'s answer to ${what}`)
  } catch (thrown) {
    throw asChainError(thrown)
  }
}

/** Any failure of the node counts as an outage of the chain. */
function asChainError(thrown: unknown): unknown {
  if (!(thrown instanceof SwaprouteError) || thrown.code !== 'UPSTREAM_FAILED') return thrown
  const { message, context } = thrown
  return new SwaprouteError('CHAIN_UNAVAILABLE', message, {
    hint: otherAddress,
    context: { ...context, blockchain: 'TON' },
    cause: thrown,
  })
}

const otherAddress =
  'Try again, or set another address or your own key with SWAPROUTE_TONCENTER_URL and SWAPROUTE_TONCENTER_API_KEY.'

export function noTonAddress(): SwaprouteError {
  return new SwaprouteError('CHAIN_UNAVAILABLE', 'No TON node is configured.', {
    hint: 'Set one with SWAPROUTE_TONCENTER_URL=https://….',
    context: { blockchain: 'TON' },
  })
}

export function unusableTonAnswer(
  { name }: TonServer,
  what: string,
  { status, body }: HttpResponse,
): SwaprouteError {
  const reason = envelopeError(body)
  const outcome = reason === null ? `answered ${status}` : `returned an error: ${reason}`
  return new SwaprouteError('CHAIN_UNAVAILABLE', `${name} ${outcome} (${what}).`, {
    hint: otherAddress,
    context: { blockchain: 'TON', call: what, status },
  })
}

/** The error of a host without the requested call; the next host may have it. */
export function unable({ name }: TonServer, what: string): SwaprouteError {
  return new SwaprouteError('CHAIN_UNAVAILABLE', `${name} does not offer ${what}.`, {
    hint: otherAddress,
    context: { blockchain: 'TON', call: what },
  })
}

function malformed({ name }: TonServer, what: string, cause: unknown): SwaprouteError {
  return new SwaprouteError('CHAIN_UNAVAILABLE', `${name}'s answer to ${what} is malformed.`, {
    hint: otherAddress,
    context: { blockchain: 'TON', call: what },
    cause,
  })
}

function methodFailed(address: string, method: string, exitCode: number): SwaprouteError {
  return new SwaprouteError(
    'UPSTREAM_REFUSED',
    `The contract ${foreignReason(address)} failed on ${method} (exit code ${exitCode}).`,
    { context: { blockchain: 'TON', address, method, exitCode } },
  )
}

/** The node rejected the message; only the chain decides whether it is accepted. */
function refused({ status, body }: HttpResponse): SwaprouteError {
  const reason = envelopeError(body) ?? `status ${status}`
  return new SwaprouteError('UPSTREAM_REFUSED', `The TON node refused the message: ${reason}.`, {
    context: { blockchain: 'TON', status, reason },
  })
}
