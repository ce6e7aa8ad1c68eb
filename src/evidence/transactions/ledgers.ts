import * as z from 'zod/mini'

import { cutAmount } from '../../core/amounts.ts'
import { wireUint } from '../../http/wire.ts'
import { askNodes, requireHash } from '../nodes.ts'
import {
  readStellarPayments,
  readStellarMined,
  stellarDecimals,
  type StellarPayment,
} from '../stellar.ts'
import type { ChainPayment, TransactionReader } from './transaction.ts'

// The XRP Ledger, Stellar and Cardano: ledgers whose transactions are payments.

/** Seconds between 1970 and 2000, where the XRP Ledger's clock begins. */
const rippleEpoch = 946_684_800

const issuedWire = z.object({ value: z.string(), currency: z.string(), issuer: z.string() })
const xrpAmount = z.union([
  z.pipe(
    wireUint,
    z.transform((drops) => ({ drops })),
  ),
  issuedWire,
])
const xrpWire = z.object({
  result: z.object({
    status: z.nullish(z.string()),
    error: z.nullish(z.string()),
    hash: z.nullish(z.string()),
    validated: z.nullish(z.boolean()),
    date: z.nullish(z.int()),
    TransactionType: z.nullish(z.string()),
    Account: z.nullish(z.string()),
    Destination: z.nullish(z.string()),
    meta: z.nullish(
      z.object({
        TransactionResult: z.nullish(z.string()),
        delivered_amount: z.nullish(z.unknown()),
      }),
    ),
  }),
})

/** `tx` of https://xrpl.org/docs/references/http-websocket-apis (read 2026-11). */
export const readOnXrp: TransactionReader = async (blockchain, hash, source) => {
  const body = { method: 'tx', params: [{ transaction: hash, binary: false }] }
  const isUnknown = (answer: { body: unknown }): boolean =>
    z.safeParse(xrpUnknown, answer.body).success
  const request = { path: '/', body, wire: xrpWire, isUnknown }
  const answer = await askNodes(blockchain, request, source)
  if (answer === null) return null
  const { result } = answer
  requireHash(blockchain, hash, result.hash ?? '')
  const { Account: from = null, Destination: to = null, TransactionType: type, meta, date } = result
  const isDone = meta?.TransactionResult === 'tesSUCCESS'
  const delivered = z.safeParse(xrpAmount, meta?.delivered_amount)
  return {
    blockchain,
    hash,
    state: result.validated !== true ? 'waiting' : isDone ? 'done' : 'failed',
    atMs: date == null ? null : (date + rippleEpoch) * 1000,
    sender: from,
    touched: [],
    payments: isDone && delivered.success ? [{ ...toMoney(delivered.data), from, to }] : [],
    kind: { is: type === 'Payment' ? 'transfer' : 'call' },
  }
}

const xrpUnknown = z.object({ result: z.object({ error: z.literal('txnNotFound') }) })

function toMoney(
  amount: z.output<typeof xrpAmount>,
): Pick<ChainPayment, 'token' | 'amount' | 'decimals' | 'symbol'> {
  if ('drops' in amount) return { token: null, amount: amount.drops }
  const { value, currency, issuer } = amount
  const decimals = 15
  const symbol = /^[\w.]{3}$/.test(currency) ? { symbol: currency } : {}
  const units = cutAmount(value, decimals) ?? 0n
  return { token: `${currency}.${issuer}`, amount: units, decimals, ...symbol }
}

export const readOnStellar: TransactionReader = async (blockchain, hash, source) => {
  const found = await readStellarMined(hash, source)
  if (found === null) return null
  const payments = await readStellarPayments(hash, source)
  return {
    blockchain,
    hash,
    state: found.failed ? 'failed' : 'done',
    atMs: found.atMs,
    sender: found.source,
    touched: [],
    payments: found.failed ? [] : payments.flatMap(toPayments),
    kind: { is: payments.some(({ isPath }) => isPath) ? 'call' : 'transfer' },
  }
}

/** A payment along a path takes one asset and pays another. */
function toPayments({ from, to, asset, amount, taken }: StellarPayment): ChainPayment[] {
  if (taken === null) return [{ ...toToken(asset), amount, from, to }]
  return [
    { ...toToken(taken.asset), amount: taken.amount, from, to: null },
    { ...toToken(asset), amount, from: null, to },
  ]
}

function toToken(
  asset: StellarPayment['asset'],
): Pick<ChainPayment, 'token' | 'decimals' | 'symbol'> {
  if (asset === null) return { token: null }
  const { code, issuer } = asset
  return { token: `${code}-${issuer}`, decimals: stellarDecimals, symbol: code }
}

const cardanoParty = z.object({
  payment_addr: z.object({ bech32: z.nullish(z.string()) }),
  value: wireUint,
})
const cardanoWire = z.array(
  z.object({
    tx_hash: z.string(),
    tx_timestamp: z.nullish(z.int()),
    inputs: z.nullish(z.array(cardanoParty)),
    outputs: z.array(cardanoParty),
    plutus_contracts: z.nullish(z.array(z.object({ valid_contract: z.nullish(z.boolean()) }))),
  }),
)

/**
 * Koios: https://api.koios.rest (read 2026-11); it shows what is in a block. Where a script failed,
 * the collateral is gone and the outputs that the body asks for do not exist (CIP-40).
 */
export const readOnCardano: TransactionReader = async (blockchain, hash, source) => {
  const body = { _tx_hashes: [hash], _inputs: true, _scripts: true }
  const request = { path: '/tx_info', body, wire: cardanoWire }
  const [found] = (await askNodes(blockchain, request, source)) ?? []
  if (found === undefined) return null
  requireHash(blockchain, hash, found.tx_hash)
  const inputs = (found.inputs ?? []).map(({ payment_addr: address }) => address.bech32 ?? null)
  const from = inputs.find((address) => address !== null) ?? null
  const own = new Set(inputs)
  const scripts = found.plutus_contracts ?? []
  const isFailed = scripts.some(({ valid_contract: isValid }) => isValid === false)
  return {
    blockchain,
    hash,
    state: isFailed ? 'failed' : 'done',
    atMs: found.tx_timestamp == null ? null : found.tx_timestamp * 1000,
    sender: from,
    touched: [],
    payments: found.outputs.flatMap(({ payment_addr: { bech32: to = null }, value }) =>
      isFailed || to === null || own.has(to) ? [] : [{ token: null, amount: value, from, to }],
    ),
    kind: { is: scripts.length > 0 ? 'call' : 'transfer' },
  }
}
