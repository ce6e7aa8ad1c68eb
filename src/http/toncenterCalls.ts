import * as z from 'zod/mini'

import type { TonChainTransaction } from '../core/tonChain.ts'
import { envelopeError } from './reason.ts'
import { createTonApi } from './tonapi.ts'
import type { TonCallOptions, TonCenter, TonCenterOptions, TonNode } from './toncenterTypes.ts'
import {
  emulatedWire,
  jettonWalletsWire,
  rawTransactionsWire,
  sentWire,
  toForeseen,
  toTrace,
  toTransaction,
  tracesWire,
  transactionsWire,
} from './toncenterWire.ts'
import {
  callTon,
  createTonNode,
  noTonAddress,
  readTon,
  sendToTon,
  type TonServer,
  unable,
  unusableTonAnswer,
} from './tonNode.ts'
import type { HttpResponse } from './types.ts'

/** The calls of `TonCenter`; loaded with their schemas on the first call. */
export function createTonCalls(given: TonCenterOptions): TonCenter {
  const { http, baseUrl, apiKey, own = false, witnessUrl = null, tonapi = null } = given
  const base = baseUrl?.replace(/\/+$/, '') ?? null
  const headers: Record<string, string> = apiKey === null ? {} : { 'X-API-Key': apiKey }
  const server: TonServer = { http, name: 'toncenter', headers }
  const rpcUrl = `${base}/v2/jsonRPC`

  const call = async (
    method: string,
    params: Record<string, unknown>,
    options: TonCallOptions,
    effect: 'read' | 'order' = 'read',
  ): Promise<unknown> => {
    if (base === null) throw noTonAddress()
    return await callTon(server, rpcUrl, [method, params], options, effect)
  }

  const get = async (
    path: string,
    query: Record<string, string>,
    options: TonCallOptions,
  ): Promise<unknown> => {
    if (base === null) throw noTonAddress()
    const search = new URLSearchParams(query).toString()
    const url = `${base}/v3/${path}?${search}`
    const response = await sendToTon(server, { url, effect: 'read' }, options)
    if (response.status === 200) return response.body
    throw unusableTonAnswer(server, path, response)
  }

  const read = <Schema extends z.ZodMiniType>(
    schema: Schema,
    body: unknown,
    what: string,
  ): z.output<Schema> => readTon(server, schema, body, what)

  const unconfigured = (): Promise<never> => Promise.reject(noTonAddress())
  const node: TonNode =
    base === null
      ? {
          host: '',
          runGetMethod: unconfigured,
          accountState: unconfigured,
          chainTime: unconfigured,
          emulate: unconfigured,
        }
      : {
          ...createTonNode(server, rpcUrl),
          async emulate(boc, options) {
            const url = `${base}/emulate/v1/emulateTrace`
            const asked = { url, effect: 'read', body: emulateBody(boc) } as const
            const response = await sendToTon(server, asked, options)
            if (response.status === 200) {
              const wire = read(emulatedWire, response.body, 'emulateTrace')
              return { form: 'read', trace: toForeseen(wire) }
            }
            if (isNotTaken(response)) return null
            throw unusableTonAnswer(server, 'emulateTrace', response)
          },
        }

  /** Hosts besides toncenter; none if the user set the node. */
  const witnesses = (): TonNode[] => {
    const others: TonNode[] = []
    if (own) return others
    if (witnessUrl !== null) {
      const other = { http, name: new URL(witnessUrl).host, headers: {} }
      const emulate = (): Promise<never> => Promise.reject(unable(other, 'emulation'))
      others.push({ ...createTonNode(other, witnessUrl), emulate })
    }
    if (tonapi !== null) {
      const token = tonapi.apiKey === null ? {} : { Authorization: `Bearer ${tonapi.apiKey}` }
      others.push(createTonApi({ http, name: 'TonAPI', headers: token }, tonapi.baseUrl))
    }
    return others
  }

  return {
    has: () => base !== null,
    runGetMethod: node.runGetMethod,
    accountState: node.accountState,
    chainTime: node.chainTime,
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
    nodes: () => Promise.resolve({ own, list: [node, ...witnesses()] }),
  }
}

/** https://github.com/toncenter/ton-indexer ton-emulate-go (read 2026-11) */
function emulateBody(boc: string): Record<string, unknown> {
  return { boc, ignore_chksig: true, include_code_data: false, with_actions: false }
}

// An index may return something other than requested; such answers are ignored.

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
