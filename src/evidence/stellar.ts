import * as z from 'zod/mini'

import { nativeToken } from '../chains/tokens.ts'
import { parseAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient, HttpResponse } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'

// Stellar by Horizon, https://developers.stellar.org/docs/data/apis/horizon, and by its contract nodes,
// https://developers.stellar.org/docs/data/apis/rpc/api-reference (both read 2026-11).

type StellarSource = { http: HttpClient; signal: AbortSignal }

const transactionWire = z.object({
  hash: z.string(),
  successful: z.boolean(),
  envelope_xdr: z.base64(),
})
const effectsWire = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        type: z.string(),
        account: z.nullish(z.string()),
        amount: z.nullish(z.string()),
        asset_type: z.nullish(z.string()),
        asset_code: z.nullish(z.string()),
        asset_issuer: z.nullish(z.string()),
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
type StellarMined = {
  bytes: Uint8Array
  failed: boolean
  /** What an account gained of a token, base units. */
  gainOf(account: string, token: string): bigint
}

/**
 * Null while no ledger has it.
 * @param horizon base address without a trailing slash
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function readStellarMined(
  horizon: string,
  hash: string,
  source: StellarSource,
): Promise<StellarMined | null> {
  const found = await ask(`${horizon}/transactions/${hash}`, source)
  if (found === null) return null
  const wire = parseWire(transactionWire, found, "Stellar's transaction")
  if (wire.hash !== hash) return null
  const told = wire.successful
    ? await ask(`${horizon}/transactions/${hash}/effects?limit=200`, source)
    : { _embedded: { records: [] } }
  const { records } = parseWire(effectsWire, told, "Stellar's effects")._embedded
  return {
    bytes: Buffer.from(wire.envelope_xdr, 'base64'),
    failed: !wire.successful,
    gainOf: (account, token) =>
      records.reduce((sum, { type, account: of, amount, ...asset }) => {
        const sign = { account_credited: 1n, account_debited: -1n }[type]
        if (sign === undefined || of !== account || amount == null) return sum
        return tokenOf(asset) === token ? sum + sign * parseAmount(amount, 7) : sum
      }, 0n),
  }
}

type WireAsset = Pick<
  z.output<typeof effectsWire>['_embedded']['records'][number],
  'asset_type' | 'asset_code' | 'asset_issuer'
>

function tokenOf({ asset_type, asset_code, asset_issuer }: WireAsset): string | null {
  if (asset_type === 'native') return nativeToken('STELLAR').address
  return asset_code == null || asset_issuer == null ? null : `${asset_code}:${asset_issuer}`
}

/** The account's last sequence number; null for one that is not open. */
export async function stellarSequence(
  horizon: string,
  account: string,
  source: StellarSource,
): Promise<bigint | null> {
  const found = await ask(`${horizon}/accounts/${account}`, source)
  return found === null ? null : parseWire(accountWire, found, "Stellar's account").sequence
}

/** What a call needs, and what it returns; text where it fails. */
type StellarSimulation =
  | { resources: Uint8Array; fee: bigint; auth: readonly Uint8Array[]; returned: Uint8Array }
  | { failed: string }

/** @param node base address of a contract node */
export async function simulateOnStellar(
  node: string,
  envelope: Uint8Array,
  { http, signal }: StellarSource,
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
    throw new SwaprouteError('UPSTREAM_FAILED', 'The node of STELLAR does not simulate the call.')
  }
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'base64')
  return {
    resources: bytes(result.transactionData),
    fee: result.minResourceFee,
    auth: (first.auth ?? []).map(bytes),
    returned: bytes(first.xdr),
  }
}

/** Null for what it does not know. */
async function ask(url: string, { http, signal }: StellarSource): Promise<unknown> {
  const answer = await http.send({ url, effect: 'read', signal })
  return answer.status === 404 ? null : bodyOf(answer)
}

function bodyOf({ status, body }: HttpResponse): unknown {
  if (status < 400) return body
  throw new SwaprouteError('UPSTREAM_FAILED', `The node of STELLAR answered ${status}.`, {
    context: { status },
  })
}
