import * as z from 'zod/mini'

import type { BlockchainId } from '../core/blockchainIds.ts'
import type { HttpResponse } from '../http/types.ts'
import { askNodes, isNotFound, type NodeSource, requireHash } from './nodes.ts'

// Cosmos chains by their REST nodes: https://docs.cosmos.network, /cosmos/tx/v1beta1/txs/{hash} (read
// 2026-11). A block is final when it is shown.

const transactionWire = z.object({
  tx: z.object({
    body: z.object({ messages: z.array(z.looseObject({ '@type': z.string() })) }),
  }),
  tx_response: z.object({
    txhash: z.string(),
    code: z.int(),
    timestamp: z.nullish(z.string()),
    events: z.nullish(
      z.array(
        z.object({
          type: z.string(),
          attributes: z.array(z.object({ key: z.string(), value: z.nullish(z.string()) })),
        }),
      ),
    ),
  }),
})
/** Code 5 of gRPC: not found. */
const missingWire = z.object({ code: z.literal(5) })

type CosmosEvent = {
  type: string
  attributes: { key: string; value?: string | null | undefined }[]
}

/** A transaction that is in a block. */
export type CosmosMined = {
  /** Type URL and members of each message. */
  messages: { url: string; value: Record<string, unknown> }[]
  failed: boolean
  /** Unix milliseconds; null where the node does not have it. */
  atMs: number | null
  /** What the messages brought to an account of a denomination, what it paid of it deducted. */
  gainOf(account: string, denom: string): bigint
}

/**
 * Null where no node of the chain knows it.
 * @param hash 64 capital hexadecimal digits
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readCosmosTransaction(
  blockchain: BlockchainId,
  hash: string,
  source: NodeSource,
): Promise<CosmosMined | null> {
  const request = { path: `/cosmos/tx/v1beta1/txs/${hash}`, wire: transactionWire }
  const isUnknown = (answer: HttpResponse): boolean =>
    isNotFound(answer) || z.safeParse(missingWire, answer.body).success
  const found = await askNodes(blockchain, { ...request, isUnknown }, source)
  if (found === null) return null
  const { tx, tx_response: wire } = found
  requireHash(blockchain, hash, wire.txhash)
  const events = wire.events ?? []
  const atMs = Date.parse(wire.timestamp ?? '')
  return {
    messages: tx.body.messages.map(({ '@type': type, ...value }) => ({ url: type, value })),
    failed: wire.code !== 0,
    atMs: Number.isNaN(atMs) ? null : atMs,
    gainOf: (account, denom) =>
      moved(events, 'coin_received', 'receiver', account, denom) -
      moved(events, 'coin_spent', 'spender', account, denom),
  }
}

/** Of the messages' own events: those of the fee have no `msg_index`. */
function moved(
  events: readonly CosmosEvent[],
  type: string,
  role: string,
  account: string,
  denom: string,
): bigint {
  let sum = 0n
  for (const event of events) {
    const valueOf = (name: string): string | null =>
      event.attributes.find(({ key }) => key === name)?.value ?? null
    if (event.type !== type || valueOf(role) !== account || valueOf('msg_index') === null) continue
    for (const coin of (valueOf('amount') ?? '').split(',')) {
      const [, digits, name] = /^([0-9]{1,78})([a-zA-Z].*)$/.exec(coin) ?? []
      if (digits !== undefined && name === denom) sum += BigInt(digits)
    }
  }
  return sum
}
