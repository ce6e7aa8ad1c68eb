import * as z from 'zod/mini'

import type { BlockchainId } from '../../core/blockchainIds.ts'
import { cutAmount } from '../../core/amounts.ts'
import type { HttpResponse } from '../../http/types.ts'
import { wireDecimal, wireUint } from '../../http/wire.ts'
import { askNodes, isNotFound, requireHash } from '../nodes.ts'
import type { TransactionReader, ChainTransaction } from './transaction.ts'

// Bitcoin and its likes by their public explorers, which differ in form only.

/** Inputs and outputs in base units; an output without an address is data. */
type Spent = {
  hash: string
  inputs: readonly (string | null)[]
  outputs: readonly { address: string | null; amount: bigint }[]
  isMined: boolean
  atSeconds: number | null
}

const addressWire = z.nullish(z.string())
const secondsWire = z.nullish(z.int().check(z.nonnegative()))

/** https://github.com/Blockstream/esplora/blob/master/API.md (read 2026-11) */
const esploraWire = z.pipe(
  z.object({
    txid: z.string(),
    vin: z.array(z.object({ prevout: z.nullish(z.object({ scriptpubkey_address: addressWire })) })),
    vout: z.array(z.object({ scriptpubkey_address: addressWire, value: wireUint })),
    status: z.object({ confirmed: z.boolean(), block_time: secondsWire }),
  }),
  z.transform(({ txid, vin, vout, status }): Spent => ({
    hash: txid,
    inputs: vin.map(({ prevout }) => prevout?.scriptpubkey_address ?? null),
    outputs: vout.map(({ scriptpubkey_address: address, value }) => ({
      address: address ?? null,
      amount: value,
    })),
    isMined: status.confirmed,
    atSeconds: status.block_time ?? null,
  })),
)

/** https://api.haskoin.com (its OpenAPI document, read 2026-11) */
const haskoinWire = z.pipe(
  z.object({
    txid: z.string(),
    inputs: z.array(z.object({ address: addressWire })),
    outputs: z.array(z.object({ address: addressWire, value: wireUint })),
    time: secondsWire,
    block: z.nullish(z.object({ height: z.nullish(z.int()) })),
  }),
  z.transform(({ txid, inputs, outputs, time, block }): Spent => ({
    hash: txid,
    inputs: inputs.map(({ address }) => address ?? null),
    outputs: outputs.map(({ address, value }) => ({ address: address ?? null, amount: value })),
    isMined: block?.height != null,
    atSeconds: time ?? null,
  })),
)

const bookAddresses = z.object({
  addresses: z.nullish(z.array(z.string())),
  isAddress: z.nullish(z.boolean()),
})
/** https://github.com/trezor/blockbook/blob/master/docs/api.md (read 2026-11) */
const blockbookWire = z.pipe(
  z.object({
    txid: z.string(),
    vin: z.array(bookAddresses),
    vout: z.array(z.extend(bookAddresses, { value: wireUint })),
    blockHeight: z.nullish(z.int()),
    blockTime: secondsWire,
  }),
  z.transform(({ txid, vin, vout, blockHeight, blockTime }): Spent => {
    const onlyOf = ({ addresses, isAddress }: z.output<typeof bookAddresses>): string | null =>
      isAddress === false ? null : (addresses?.[0] ?? null)
    return {
      hash: txid,
      inputs: vin.map(onlyOf),
      outputs: vout.map((out) => ({ address: onlyOf(out), amount: out.value })),
      isMined: (blockHeight ?? -1) > 0,
      atSeconds: blockTime ?? null,
    }
  }),
)

/** https://github.com/dashpay/insight-api (read 2026-11); amounts in whole coins of eight decimals. */
const insightWire = z.pipe(
  z.object({
    txid: z.string(),
    vin: z.array(z.object({ addr: addressWire })),
    vout: z.array(
      z.object({
        value: wireDecimal,
        scriptPubKey: z.object({ addresses: z.nullish(z.array(z.string())) }),
      }),
    ),
    confirmations: z.nullish(z.int()),
    blocktime: secondsWire,
  }),
  z.transform(({ txid, vin, vout, confirmations, blocktime }): Spent => ({
    hash: txid,
    inputs: vin.map(({ addr }) => addr ?? null),
    outputs: vout.map(({ value, scriptPubKey }) => ({
      address: scriptPubKey.addresses?.[0] ?? null,
      amount: cutAmount(value, 8) ?? 0n,
    })),
    isMined: (confirmations ?? 0) > 0,
    atSeconds: blocktime ?? null,
  })),
)

const chairParty = z.object({
  recipient: addressWire,
  value: wireUint,
  type: z.nullish(z.string()),
})
/** https://blockchair.com/api/docs (read 2026-11); an unknown transaction has no entry. */
const blockchairWire = z.pipe(
  z.object({
    data: z.union([
      z.record(
        z.string(),
        z.object({
          transaction: z.object({
            hash: z.string(),
            block_id: z.int(),
            time: z.nullish(z.string()),
          }),
          inputs: z.array(chairParty),
          outputs: z.array(chairParty),
        }),
      ),
      z.array(z.unknown()).check(z.maxLength(0)),
    ]),
  }),
  z.transform(({ data }): Spent | null => {
    const found = Array.isArray(data) ? undefined : Object.values(data)[0]
    if (found === undefined) return null
    const { hash, block_id: block, time } = found.transaction
    const atMs = Date.parse(`${(time ?? '').replace(' ', 'T')}Z`)
    const addressOf = ({ recipient, type }: z.output<typeof chairParty>): string | null =>
      type === 'nulldata' ? null : (recipient ?? null)
    return {
      hash,
      inputs: found.inputs.map(addressOf),
      outputs: found.outputs.map((out) => ({ address: addressOf(out), amount: out.value })),
      isMined: block > 0,
      atSeconds: Number.isNaN(atMs) ? null : Math.floor(atMs / 1000),
    }
  }),
)

type Explorer = {
  path: (hash: string) => string
  wire: z.ZodMiniType<Spent | null>
  isUnknown: (answer: HttpResponse) => boolean
}

const at =
  (...statuses: number[]) =>
  (answer: HttpResponse): boolean =>
    isNotFound(answer, statuses)

const esplora: Explorer = {
  path: (hash) => `/tx/${hash}`,
  wire: esploraWire,
  isUnknown: at(404),
}
const insight: Explorer = { path: (hash) => `/tx/${hash}`, wire: insightWire, isUnknown: at(404) }
const blockbook: Explorer = {
  path: (hash) => `/tx/${hash}`,
  wire: blockbookWire,
  isUnknown: at(400, 404),
}
const haskoin: Explorer = {
  path: (hash) => `/transaction/${hash}`,
  wire: haskoinWire,
  isUnknown: at(404),
}
const blockchair: Explorer = {
  path: (hash) => `/dashboards/transaction/${hash}`,
  wire: blockchairWire,
  isUnknown: at(404),
}

/** The form of each chain's addresses, those of the user's own settings included. */
const explorers: Readonly<Partial<Record<BlockchainId, Explorer>>> = {
  BITCOIN: esplora,
  LITECOIN: esplora,
  BITCOIN_CASH: haskoin,
  RAVENCOIN: blockbook,
  DASH: insight,
  DOGECOIN: blockchair,
  ZCASH: blockchair,
  E_CASH: blockchair,
}

export function hasExplorer(blockchain: BlockchainId): boolean {
  return explorers[blockchain] !== undefined
}

export const readUtxo: TransactionReader = async (blockchain, hash, source) => {
  const explorer = explorers[blockchain]
  if (explorer === undefined) return null
  const { path, wire, isUnknown } = explorer
  const spent = await askNodes(blockchain, { path: path(hash), wire, isUnknown }, source)
  if (spent === null) return null
  requireHash(blockchain, hash, spent.hash)
  return toTransaction(blockchain, hash, spent)
}

/** What returns to an address that paid is change, not a payment. */
function toTransaction(blockchain: BlockchainId, hash: string, spent: Spent): ChainTransaction {
  const { inputs, outputs, isMined, atSeconds } = spent
  const sender = inputs.find((address) => address !== null) ?? null
  const own = new Set(inputs)
  const payments = outputs.flatMap(({ address, amount }) =>
    address === null || amount === 0n || own.has(address)
      ? []
      : [{ token: null, amount, from: sender, to: address }],
  )
  return {
    blockchain,
    hash,
    state: isMined ? 'done' : 'waiting',
    atMs: atSeconds === null ? null : atSeconds * 1000,
    sender,
    touched: [],
    payments,
    kind: { is: 'transfer' },
  }
}
