import * as z from 'zod/mini'

import { cutAmount } from '../../core/amounts.ts'
import { wireDecimal, wireUint } from '../../http/wire.ts'
import { askNodes, isNotFound, requireHash } from '../nodes.ts'
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
  const isUnknown = (told: { body: unknown }): boolean => z.safeParse(xrpUnknown, told.body).success
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

const stellarWire = z.object({
  hash: z.string(),
  successful: z.boolean(),
  created_at: z.nullish(z.string()),
  source_account: z.string(),
})
const stellarPayments = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        type: z.string(),
        from: z.nullish(z.string()),
        to: z.nullish(z.string()),
        funder: z.nullish(z.string()),
        account: z.nullish(z.string()),
        amount: z.nullish(wireDecimal),
        starting_balance: z.nullish(wireDecimal),
        asset_type: z.nullish(z.string()),
        asset_code: z.nullish(z.string()),
        asset_issuer: z.nullish(z.string()),
        source_amount: z.nullish(wireDecimal),
        source_asset_type: z.nullish(z.string()),
        source_asset_code: z.nullish(z.string()),
        source_asset_issuer: z.nullish(z.string()),
      }),
    ),
  }),
})
type StellarRecord = z.output<typeof stellarPayments>['_embedded']['records'][number]

/** Every asset of Stellar has seven decimals. */
const stellarDecimals = 7

/** Horizon: https://developers.stellar.org/docs/data/apis/horizon (read 2026-11). */
export const readOnStellar: TransactionReader = async (blockchain, hash, source) => {
  const path = `/transactions/${hash}`
  const isUnknown = isNotFound
  const found = await askNodes(blockchain, { path, wire: stellarWire, isUnknown }, source)
  if (found === null) return null
  requireHash(blockchain, hash, found.hash)
  const request = { path: `${path}/payments?limit=100`, wire: stellarPayments, isUnknown }
  const paid = await askNodes(blockchain, request, source)
  const records = paid?._embedded.records ?? []
  const atMs = Date.parse(found.created_at ?? '')
  return {
    blockchain,
    hash,
    state: found.successful ? 'done' : 'failed',
    atMs: Number.isNaN(atMs) ? null : atMs,
    sender: found.source_account,
    touched: [],
    payments: found.successful ? records.flatMap(stellarMoney) : [],
    kind: { is: records.some(({ type }) => /path_payment/.test(type)) ? 'call' : 'transfer' },
  }
}

/** A path payment takes one asset and pays another. */
function stellarMoney(record: StellarRecord): ChainPayment[] {
  const { from = record.funder ?? null, to = record.account ?? null } = record
  const units = (text: string | null | undefined): bigint | null =>
    text == null ? null : cutAmount(text, stellarDecimals)
  const asset = (
    type: string | null | undefined,
    code: string | null | undefined,
    issuer: string | null | undefined,
  ): Pick<ChainPayment, 'token' | 'decimals' | 'symbol'> =>
    type === 'native' || type == null
      ? { token: null }
      : { token: `${code}-${issuer}`, decimals: stellarDecimals, symbol: code ?? '' }
  const paid = units(record.amount ?? record.starting_balance)
  if (paid === null || paid === 0n) return []
  const own = asset(record.asset_type, record.asset_code, record.asset_issuer)
  const sent = units(record.source_amount)
  if (sent === null) return [{ ...own, amount: paid, from, to }]
  const other = asset(
    record.source_asset_type,
    record.source_asset_code,
    record.source_asset_issuer,
  )
  return [
    { ...other, amount: sent, from, to: null },
    { ...own, amount: paid, from: null, to },
  ]
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
