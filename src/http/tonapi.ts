import * as z from 'zod/mini'

import {
  readRun,
  readTon,
  sendToTon,
  type TonServer,
  unable,
  unusableTonAnswer,
} from './tonNode.ts'
import type { TonForeseen, TonNode, TonStackItem } from './toncenterTypes.ts'
import { numText, signed } from './toncenterWire.ts'

// TonAPI, reduced to get-methods and the emulation of messages. https://docs.tonconsole.com/tonapi
// and
// https://github.com/tonkeeper/opentonapi api/openapi.yml (read 2026-11). A trace is a tree of
// transactions, each with its cell in hex; internal messages are listed only where their receivers
// processed them, so the cells are read instead.

const hexBoc = z.string().check(z.maxLength(400_000), z.regex(/^(?:[0-9a-fA-F]{2})+$/))
const rawAddress = z.string().check(z.regex(/^(?:0|-1):[0-9a-fA-F]{64}$/))

const branchWire = z.object({
  transaction: z.object({ account: z.object({ address: rawAddress }), raw: hexBoc }),
  children: z.nullish(z.array(z.unknown())),
})

const stackItem = z.object({
  type: z.enum(['cell', 'num', 'null', 'tuple']),
  cell: z.nullish(hexBoc),
  num: z.nullish(numText),
  tuple: z.nullish(z.array(z.unknown())),
})

const methodWire = z.object({ exit_code: z.int(), stack: z.array(z.unknown()) })

const headWire = z.object({ gen_utime: z.int().check(z.nonnegative()) })

/** More transactions than an exchange needs. */
const mostTransactions = 200

type Stored = Extract<TonForeseen, { form: 'stored' }>['transactions']

/** @throws RangeError for an item without a value */
function toStackItem(wire: unknown): TonStackItem {
  const { type, cell, num, tuple } = z.parse(stackItem, wire)
  if (type === 'null') return { type }
  if (type === 'num' && num != null) return { type, value: signed(num) }
  if (type === 'cell' && cell != null) return { type, boc: toBase64(cell) }
  if (type === 'tuple' && tuple != null) return { type, items: tuple.map(toStackItem) }
  throw new RangeError('an item of a stack without its value')
}

function toBase64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}

/** @param server with the token, if any */
export function createTonApi(server: TonServer, baseUrl: string): TonNode {
  const base = baseUrl.replace(/\/+$/, '')

  /** In chronological order: level by level. */
  const flatten = (root: unknown): Stored => {
    const found: Stored = []
    const waiting: unknown[] = [root]
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { transaction, children } = readTon(server, branchWire, next, 'traces/emulate')
      const { account, raw } = transaction
      found.push({ account: account.address.toLowerCase(), boc: toBase64(raw) })
      waiting.push(...(children ?? []))
      if (found.length + waiting.length > mostTransactions)
        throw unable(server, 'a trace this long')
    }
    return found
  }

  return {
    host: new URL(base).host,
    async runGetMethod(address, method, stack, options) {
      const args = stack.map((item): [string, string] => {
        if ('boc' in item) return ['args', Buffer.from(item.boc, 'base64').toString('hex')]
        throw unable(server, 'arguments that are not cells')
      })
      const query = args.length === 0 ? '' : `?${new URLSearchParams(args).toString()}`
      const url = `${base}/v2/blockchain/accounts/${address}/methods/${method}${query}`
      const response = await sendToTon(server, { url, effect: 'read' }, options)
      if (response.status !== 200) throw unusableTonAnswer(server, method, response)
      const wire = readTon(server, methodWire, response.body, method)
      return readRun(server, [address, method], wire.exit_code, () => wire.stack.map(toStackItem))
    },
    accountState: () => Promise.reject(unable(server, 'states of accounts')),
    async chainTime(options) {
      const url = `${base}/v2/blockchain/masterchain-head`
      const response = await sendToTon(server, { url, effect: 'read' }, options)
      if (response.status !== 200) throw unusableTonAnswer(server, 'masterchain-head', response)
      return readTon(server, headWire, response.body, 'masterchain-head').gen_utime
    },
    async emulate(boc, options) {
      const url = `${base}/v2/traces/emulate?ignore_signature_check=true`
      const response = await sendToTon(server, { url, effect: 'read', body: { boc } }, options)
      if (response.status === 200) return { form: 'stored', transactions: flatten(response.body) }
      // Not Acceptable: the contract would not accept the message.
      if (response.status === 406) return null
      throw unusableTonAnswer(server, 'traces/emulate', response)
    },
  }
}
