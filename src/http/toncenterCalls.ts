import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import type { TonChainTransaction } from '../core/tonChain.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { envelopeError } from './reason.ts'
import type { TonCallOptions, TonCenter, TonCenterOptions } from './toncenterTypes.ts'
import {
  accountWire,
  emulatedWire,
  envelopeWire,
  fromStackItem,
  getMethodWire,
  jettonWalletsWire,
  rawTransactionsWire,
  sentWire,
  toForeseen,
  toStackItem,
  toTrace,
  toTransaction,
  tracesWire,
  transactionsWire,
} from './toncenterWire.ts'
import type { HttpResponse } from './types.ts'
import { parseWire } from './wire.ts'

/**
 * The configuration contract of the main network: it always exists, so its state gives the time.
 */
const configContract = `-1:${'5'.repeat(64)}`
/** A get-method succeeds with 0 or, by an old convention, 1. */
const successCodes: ReadonlySet<number> = new Set([0, 1])

/** A node that only drips counts as down. */
const requestMs = 20_000

/** The calls of `TonCenter`; loaded with their schemas on the first call. */
export function createTonCalls({ http, baseUrl, apiKey }: TonCenterOptions): TonCenter {
  const base = baseUrl?.replace(/\/+$/, '') ?? null
  const headers: Record<string, string> = apiKey === null ? {} : { 'X-API-Key': apiKey }

  const send = async (
    path: string,
    effect: 'read' | 'order',
    body: unknown,
    { signal }: TonCallOptions,
  ): Promise<HttpResponse> => {
    if (base === null) throw noAddress()
    try {
      const url = `${base}${path}`
      const posted = body === undefined ? {} : { method: 'POST' as const, body }
      return await http.send({ url, headers, effect, signal, limitMs: requestMs, ...posted })
    } catch (thrown) {
      throw asChainError(thrown)
    }
  }

  const call = async (
    method: string,
    params: Record<string, unknown>,
    options: TonCallOptions,
    effect: 'read' | 'order' = 'read',
  ): Promise<unknown> => {
    const body = { id: '1', jsonrpc: '2.0', method, params }
    const response = await send('/v2/jsonRPC', effect, body, options)
    const parsed = z.safeParse(envelopeWire, response.body)
    if (response.status === 200 && parsed.success) return parsed.data.result
    throw effect === 'order' ? refused(response) : unusable(method, response)
  }

  const get = async (
    path: string,
    query: Record<string, string>,
    options: TonCallOptions,
  ): Promise<unknown> => {
    const search = new URLSearchParams(query).toString()
    const response = await send(`/v3/${path}?${search}`, 'read', undefined, options)
    if (response.status === 200) return response.body
    throw unusable(path, response)
  }

  const accountState: TonCenter['accountState'] = async (address, options) => {
    const result = await call('getAddressInformation', { address }, options)
    const wire = read(accountWire, result, 'getAddressInformation')
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
    has: () => base !== null,
    async runGetMethod(address, method, stack, options) {
      const params = { address, method, stack: stack.map(fromStackItem) }
      const result = await call('runGetMethod', params, options)
      const wire = read(getMethodWire, result, `runGetMethod ${method}`)
      if (!successCodes.has(wire.exit_code)) throw methodFailed(address, method, wire.exit_code)
      try {
        return wire.stack.map(toStackItem)
      } catch (cause) {
        throw malformed(`runGetMethod ${method}`, cause)
      }
    },
    accountState,
    async chainTime(options) {
      return (await accountState(configContract, options)).atSeconds
    },
    async sendBoc(boc, options) {
      const result = await call('sendBocReturnHash', { boc }, options, 'order')
      const wire = z.safeParse(sentWire, result)
      // The message was accepted; nothing else in the answer matters.
      return { normalizedHash: wire.success ? (wire.data.hash_norm ?? null) : null }
    },
    async rawTransactions(address, limit, before, options) {
      const from = before === null ? {} : { lt: before.lt.toString(), hash: before.hash }
      const params = { address, limit, ...from, archival: true }
      const result = await call('getTransactions', params, options)
      const wire = read(rawTransactionsWire, result, 'getTransactions')
      return wire.map(({ data, transaction_id: { lt, hash } }) => ({ boc: data, lt, hash }))
    },
    async transactionsByMessage(given, options) {
      const hash = given.toLowerCase()
      const body = await get('transactionsByMessage', { msg_hash: hash, direction: 'in' }, options)
      const { transactions } = read(transactionsWire, body, 'transactionsByMessage')
      return transactions.map(toTransaction).filter((one) => isTakenBy(one, hash))
    },
    async transactionByHash(hash, options) {
      const body = await get('transactions', { hash: hash.toLowerCase() }, options)
      const { transactions } = read(transactionsWire, body, 'transactions')
      const found = transactions.find((item) => item.hash === hash.toLowerCase())
      return found === undefined ? null : toTransaction(found)
    },
    async transactions(account, limit, options) {
      const body = await get('transactions', { account, limit: `${limit}`, sort: 'desc' }, options)
      const { transactions } = read(transactionsWire, body, 'transactions')
      return transactions.map(toTransaction)
    },
    async trace(of, options) {
      const isOfMessage = 'messageHash' in of
      const hash = (isOfMessage ? of.messageHash : of.transactionHash).toLowerCase()
      const body = await get('traces', { [isOfMessage ? 'msg_hash' : 'tx_hash']: hash }, options)
      const traces = read(tracesWire, body, 'traces').traces.map(toTrace)
      const isAsked = isOfMessage ? hasMessage : hasHash
      const found = traces.find(({ transactions }) =>
        transactions.some((one) => isAsked(one, hash)),
      )
      return found ?? null
    },
    async emulate(boc, options) {
      const response = await send('/emulate/v1/emulateTrace', 'read', emulateBody(boc), options)
      if (response.status === 200) {
        return toForeseen(read(emulatedWire, response.body, 'emulateTrace'))
      }
      if (isNotTaken(response)) return null
      throw unusable('emulateTrace', response)
    },
    async jettonBalances(owner, options) {
      const query = { owner_address: owner, exclude_zero_balance: 'true', limit: '1000' }
      const body = await get('jetton/wallets', query, options)
      const { jetton_wallets: wallets } = read(jettonWalletsWire, body, 'jetton/wallets')
      return wallets.map(({ address, jetton, balance }) => ({
        master: jetton,
        wallet: address,
        amount: balance,
      }))
    },
  }
}

/** https://github.com/toncenter/ton-indexer ton-emulate-go (read 2026-11) */
function emulateBody(boc: string): Record<string, unknown> {
  return { boc, ignore_chksig: true, include_code_data: false, with_actions: false }
}

// An index may return something other than what was requested: such answers say nothing.

function hasHash({ hash }: TonChainTransaction, wanted: string): boolean {
  return hash === wanted
}

/** In its normalized form or as sent. */
function isTakenBy({ inMessage }: TonChainTransaction, wanted: string): boolean {
  return inMessage !== null && [inMessage.hash, inMessage.normalizedHash].includes(wanted)
}

function hasMessage(transaction: TonChainTransaction, wanted: string): boolean {
  return (
    isTakenBy(transaction, wanted) || transaction.outMessages.some(({ hash }) => hash === wanted)
  )
}

/** Recognized by the messages of TON's own emulator, which has no error code for it. */
function isNotTaken({ status, body }: HttpResponse): boolean {
  return status === 500 && /not accepted/i.test(envelopeError(body) ?? '')
}

function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
  what: string,
): z.output<Schema> {
  try {
    return parseWire(schema, body, `toncenter's answer to ${what}`)
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

function noAddress(): SwaprouteError {
  return new SwaprouteError('CHAIN_UNAVAILABLE', 'No TON node is configured.', {
    hint: 'Set one with SWAPROUTE_TONCENTER_URL=https://….',
    context: { blockchain: 'TON' },
  })
}

function unusable(what: string, { status, body }: HttpResponse): SwaprouteError {
  const reason = envelopeError(body)
  const outcome = reason === null ? `answered ${status}` : `returned an error: ${reason}`
  return new SwaprouteError('CHAIN_UNAVAILABLE', `toncenter ${outcome} (${what}).`, {
    hint: otherAddress,
    context: { blockchain: 'TON', call: what, status },
  })
}

function malformed(what: string, cause: unknown): SwaprouteError {
  return new SwaprouteError('CHAIN_UNAVAILABLE', `toncenter's answer to ${what} is malformed.`, {
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

/** The node rejected the message; this decides nothing, only the chain does. */
function refused({ status, body }: HttpResponse): SwaprouteError {
  const reason = envelopeError(body) ?? `status ${status}`
  return new SwaprouteError('UPSTREAM_REFUSED', `The TON node refused the message: ${reason}.`, {
    context: { blockchain: 'TON', status, reason },
  })
}
