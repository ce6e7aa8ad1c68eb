import * as z from 'zod/mini'

import { nativeToken } from '../chains/tokens.ts'
import { cutAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient, HttpResponse } from '../http/types.ts'
import { parseWire, wireDecimal, wireUint } from '../http/wire.ts'
import { askNodes, isNotFound, type NodeSource, requireHash } from './nodes.ts'

// Stellar by Horizon, https://developers.stellar.org/docs/data/apis/horizon, and by its contract nodes,
// https://developers.stellar.org/docs/data/apis/rpc/api-reference (both read 2026-11).

const blockchain = 'STELLAR'
/** Every asset of Stellar has seven decimals. */
export const stellarDecimals = 7

const transactionWire = z.object({
  hash: z.string(),
  successful: z.boolean(),
  created_at: z.nullish(z.string()),
  source_account: z.string(),
  envelope_xdr: z.base64(),
})
const effectsWire = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        type: z.string(),
        account: z.nullish(z.string()),
        amount: z.nullish(wireDecimal),
        asset_type: z.nullish(z.string()),
        asset_code: z.nullish(z.string()),
        asset_issuer: z.nullish(z.string()),
      }),
    ),
  }),
})
const paymentsWire = z.object({
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
const accountWire = z.object({ sequence: wireUint })
const simulationWire = z.object({
  result: z.nullish(
    z.object({
      error: z.nullish(z.string()),
      transactionData: z.nullish(z.base64()),
      minResourceFee: z.nullish(wireUint),
      results: z.nullish(
        z.array(z.object({ auth: z.nullish(z.array(z.base64())), xdr: z.base64() })),
      ),
    }),
  ),
})

/** A transaction in a closed ledger, which is final. */
export type StellarMined = {
  /** The signed envelope, XDR. */
  bytes: Uint8Array
  source: string
  failed: boolean
  /** Unix milliseconds; null where the node does not have it. */
  atMs: number | null
}

/**
 * Null where no node has a ledger with it.
 * @param hash 64 hexadecimal digits in lower case
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readStellarMined(
  hash: string,
  source: NodeSource,
): Promise<StellarMined | null> {
  const path = `/transactions/${hash}`
  const request = { path, wire: transactionWire, isUnknown: isNotFound }
  const found = await askNodes(blockchain, request, source)
  if (found === null) return null
  requireHash(blockchain, hash, found.hash)
  const atMs = Date.parse(found.created_at ?? '')
  return {
    bytes: Buffer.from(found.envelope_xdr, 'base64'),
    source: found.source_account,
    failed: !found.successful,
    atMs: Number.isNaN(atMs) ? null : atMs,
  }
}

/** Null for the native coin. */
type StellarAsset = { code: string; issuer: string } | null

/** Of an effect on the balance of its account. */
const signs = new Map([
  ['account_credited', 1n],
  ['account_debited', -1n],
])

/**
 * What accounts gained and lost in a transaction, calls of contracts included.
 * @returns what an account gained of a token, base units
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readStellarGains(
  hash: string,
  source: NodeSource,
): Promise<(account: string, token: string) => bigint> {
  const request = { path: `/transactions/${hash}/effects?limit=200`, wire: effectsWire }
  const found = await askNodes(blockchain, { ...request, what: 'the effects' }, source)
  const records = found?._embedded.records ?? []
  return (account, token) =>
    records.reduce((sum, { type, account: of, amount, ...wire }) => {
      const sign = signs.get(type)
      const units = amount == null ? null : cutAmount(amount, stellarDecimals)
      if (sign === undefined || of !== account || units === null) return sum
      const { asset_type: kind, asset_code: code, asset_issuer: issuer } = wire
      return tokenOf(kind, code, issuer) === token ? sum + sign * units : sum
    }, 0n)
}

function tokenOf(
  kind: string | null | undefined,
  code: string | null | undefined,
  issuer: string | null | undefined,
): string | null {
  if (kind === 'native') return nativeToken(blockchain).address
  return code == null || issuer == null ? null : `${code}:${issuer}`
}

/** A payment of a transaction. One along a path takes one asset and pays another. */
export type StellarPayment = {
  isPath: boolean
  from: string | null
  to: string | null
  asset: StellarAsset
  amount: bigint
  /** What is taken of the payer, where that is another asset. */
  taken: { asset: StellarAsset; amount: bigint } | null
}

/**
 * The payments of a transaction, without what contracts move.
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readStellarPayments(
  hash: string,
  source: NodeSource,
): Promise<StellarPayment[]> {
  const path = `/transactions/${hash}/payments?limit=100`
  const request = { path, wire: paymentsWire, what: 'the payments', isUnknown: isNotFound }
  const found = await askNodes(blockchain, request, source)
  const units = (text: string | null | undefined): bigint | null =>
    text == null ? null : cutAmount(text, stellarDecimals)
  return (found?._embedded.records ?? []).flatMap((record): StellarPayment[] => {
    const { type, from = record.funder ?? null, to = record.account ?? null } = record
    const amount = units(record.amount ?? record.starting_balance)
    if (amount === null || amount === 0n) return []
    const asset = assetOf(record.asset_type, record.asset_code, record.asset_issuer)
    const taken = units(record.source_amount)
    const { source_asset_type: kind, source_asset_code: code, source_asset_issuer: issuer } = record
    return [
      {
        isPath: /path_payment/.test(type),
        from,
        to,
        asset,
        amount,
        taken: taken === null ? null : { asset: assetOf(kind, code, issuer), amount: taken },
      },
    ]
  })
}

function assetOf(
  kind: string | null | undefined,
  code: string | null | undefined,
  issuer: string | null | undefined,
): StellarAsset {
  return kind === 'native' || kind == null ? null : { code: code ?? '', issuer: issuer ?? '' }
}

/**
 * The account's last sequence number; null for one that is not open.
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function stellarSequence(account: string, source: NodeSource): Promise<bigint | null> {
  const path = `/accounts/${account}`
  const request = { path, wire: accountWire, what: 'the account', isUnknown: isNotFound }
  return (await askNodes(blockchain, request, source))?.sequence ?? null
}

/** What a call needs, and what it returns; text where it fails. */
type StellarSimulation =
  | { resources: Uint8Array; fee: bigint; auth: readonly Uint8Array[]; returned: Uint8Array }
  | { failed: string }

/** @param node base address of a contract node */
export async function simulateOnStellar(
  node: string,
  envelope: Uint8Array,
  { http, signal }: { http: HttpClient; signal: AbortSignal },
): Promise<StellarSimulation> {
  const transaction = Buffer.from(envelope).toString('base64')
  const answer = await http.send({
    method: 'POST',
    url: node,
    body: { jsonrpc: '2.0', id: 1, method: 'simulateTransaction', params: { transaction } },
    effect: 'read',
    signal,
  })
  const { result } = parseWire(simulationWire, bodyOf(answer), "Stellar's simulation")
  if (result?.error != null) return { failed: result.error }
  const [first] = result?.results ?? []
  if (result?.transactionData == null || result.minResourceFee == null || first === undefined) {
    throw new SwaprouteError('UPSTREAM_FAILED', 'The Stellar node cannot simulate this call.')
  }
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'base64')
  return {
    resources: bytes(result.transactionData),
    fee: result.minResourceFee,
    auth: (first.auth ?? []).map(bytes),
    returned: bytes(first.xdr),
  }
}

function bodyOf({ status, body }: HttpResponse): unknown {
  if (status < 400) return body
  throw new SwaprouteError('UPSTREAM_FAILED', `The Stellar node answered with HTTP ${status}.`, {
    context: { status },
  })
}
