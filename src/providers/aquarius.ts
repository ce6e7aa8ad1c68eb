// Aquarius: the exchange of Stellar, by its router.
//
// Prices: `find-path` (docs.aqua.network/developers, read 2026-11; types of AquaToken/aquarius-frontend,
// src/types/amm.ts, 2026-05-21), keyless. Amounts are base units, as text or as a number. It answers
// with the hops alone, as the argument of the router's `swap_chained`; the call is built here, and a
// contract node returns what it needs. The router pays the account that signs, and holds the last hop to
// the minimum. Tokens are named by the contracts of their assets.

import * as z from 'zod/mini'

import { assetContract, isClassicAsset } from '../chains/stellar/addresses.ts'
import { writeStellarCall } from '../chains/stellar/transaction.ts'
import {
  addressValue,
  callBytes,
  readValue,
  type StellarValue,
  u128Value,
} from '../chains/stellar/values.ts'
import { readXdr } from '../chains/stellar/xdr.ts'
import { unsafeForeign } from '../chains/foreign.ts'
import { minimumAfterSlippage } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import { simulateOnStellar, stellarSequence } from '../evidence/stellar.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import { stellarForm, type StellarSwap, stellarAddressOf } from './kits/foreign/stellarForm.ts'
import { foreignAggregator } from './kits/foreign/aggregator.ts'
import type { Provider } from './types.ts'

const pathWire = z.object({
  success: z.boolean(),
  swap_chain_xdr: z.nullish(z.string()),
  tokens: z.nullish(z.array(z.string())),
  amount: z.nullish(wireUint),
})
const carryWire = z.object({ hops: z.base64() })

/** Named by the constants of the vendor's site and by its documentation. */
const router = 'CBQDHNBFBZYE4MKPWBSJOPIYLW4SFSXAXUTSXJN76GNKYVYPCKWC6QUK'
const method = 'swap_chained'
/** Network fee on top of the resources, stroops: ten times its minimum. */
const inclusionFee = 1_000n
const validSeconds = 300n

type AquariusOptions = {
  /** Without a trailing slash, as the other. */
  baseUrl: string
  /** A contract node. */
  nodeUrl: string
}

export function createAquariusProvider({ baseUrl, nodeUrl }: AquariusOptions): Provider {
  const name = { name: 'Aquarius', keyVariable: null }
  const form = stellarForm('Aquarius', {
    contracts: [{ address: router, method, read: readSwap }],
  })
  return foreignAggregator({
    id: 'AQUARIUS',
    name: name.name,
    form,
    coin: 'native',
    trades: ({ address }) => isClassicAsset(address),
    quote: ({ srcToken, dstToken, srcAmount }, request) => ({
      url: `${baseUrl}/find-path/`,
      body: {
        token_in_address: assetContract(stellarAddressOf(srcToken)),
        token_out_address: assetContract(stellarAddressOf(dstToken)),
        amount: srcAmount,
      },
      read: (body) => {
        const {
          success,
          tokens,
          amount,
          swap_chain_xdr: hops,
        } = parseWire(pathWire, body, 'The path of Aquarius')
        if (!success) throw noRoute(name)
        if (amount == null || hops == null) throw new Error('a path without hops')
        return {
          srcToken: tokens?.[0] ?? '',
          dstToken: tokens?.at(-1) ?? '',
          srcAmount: request.srcAmount,
          dstAmount: amount,
          carry: { hops },
        }
      },
    }),
    build: async (order, { carry, dstAmount }, _ask, context) => {
      const { hops } = parseWire(carryWire, carry, 'The path of Aquarius')
      const { sender, srcToken, request, slippageBps, nowMs } = order
      const least = minimumAfterSlippage(dstAmount, slippageBps)
      const minOut = least > order.dstMinAmount ? least : order.dstMinAmount
      const bytes = callBytes(router, method, [
        addressValue(sender),
        Buffer.from(hops, 'base64'),
        addressValue(assetContract(stellarAddressOf(srcToken))),
        u128Value(request.srcAmount),
        u128Value(minOut),
      ])
      const last = await stellarSequence(sender, context)
      if (last === null) throw refused('the paying account is not open')
      const maxTime = BigInt(Math.floor(nowMs / 1000)) + validSeconds
      const call = { source: sender, sequence: last + 1n, maxTime, bytes }
      const draft = writeStellarCall({ ...call, fee: inclusionFee, simulated: null })
      const simulated = await simulateOnStellar(nodeUrl, draft, context)
      if ('failed' in simulated) throw refused(foreignReason(simulated.failed, 120))
      const fee = inclusionFee + simulated.fee
      // The node's answer is read again, with the rest of the envelope.
      if (fee > 0xffff_ffffn) throw unsafeForeign('Aquarius', 'E11', 'pays too large a fee')
      const data = Buffer.from(writeStellarCall({ ...call, fee, simulated })).toString('base64')
      return {
        transaction: { kind: 'stellar', data },
        dstAmount: returnedAmount(simulated.returned) ?? dstAmount,
      }
    },
  })
}

function refused(what: string): SwaprouteError {
  return new SwaprouteError('UPSTREAM_REFUSED', `The swap fails when it is simulated: ${what}.`, {
    hint: 'Check the balance of the paying account, and that it trusts the bought asset.',
  })
}

/** Null where the call returns anything else. */
function returnedAmount(bytes: Uint8Array): bigint | null {
  try {
    const value = readValue(readXdr(bytes))
    return value.kind === 'number' && value.type === 'u128' ? value.value : null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** `swap_chained(user, swaps_chain, token_in, in_amount, out_min)`; each hop: tokens, pool, bought. */
function readSwap(args: readonly StellarValue[]): StellarSwap | null {
  const [user, chain, src, amount, least, ...others] = args
  const isCall =
    user?.kind === 'address' &&
    chain?.kind === 'vec' &&
    src?.kind === 'address' &&
    isU128(amount) &&
    isU128(least) &&
    others.length === 0
  if (!isCall) return null
  let holds = src.text
  for (const hop of chain.items) {
    const [tokens, pool, bought, ...more] = hop.kind === 'vec' ? hop.items : []
    if (tokens?.kind !== 'vec' || pool?.kind !== 'bytes' || bought?.kind !== 'address') return null
    const names = tokens.items.map((one) => (one.kind === 'address' ? one.text : ''))
    if (more.length > 0 || !names.includes(holds) || !names.includes(bought.text)) return null
    holds = bought.text
  }
  return chain.items.length === 0
    ? null
    : {
        account: user.text,
        srcContract: src.text,
        dstContract: holds,
        srcAmount: amount.value,
        minOut: least.value,
        deadline: null,
      }
}

function isU128(value: StellarValue | undefined): value is StellarValue & { kind: 'number' } {
  return value?.kind === 'number' && value.type === 'u128'
}
