import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'
import { parseWire } from '../http/wire.ts'

// A Cosmos chain by its REST node: https://docs.cosmos.network, /cosmos/tx/v1beta1/txs/{hash} (read
// 2026-11). A block is final when it is shown.

const transactionWire = z.object({
  tx: z.object({
    body: z.object({ messages: z.array(z.looseObject({ '@type': z.string() })) }),
  }),
  tx_response: z.object({
    txhash: z.string(),
    code: z.int(),
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
const missingWire = z.object({ code: z.literal(5) })

type CosmosEvent = {
  type: string
  attributes: { key: string; value?: string | null | undefined }[]
}

/** A transaction that is in a block. */
type CosmosMined = {
  /** Type URL and members of each message. */
  messages: { url: string; value: Record<string, unknown> }[]
  failed: boolean
  /** What the messages brought to an account of a denomination, what it paid of it deducted. */
  gainOf(account: string, denom: string): bigint
}

/**
 * Null while the chain does not know it.
 * @param node base address without a trailing slash
 * @param hash 64 capital hexadecimal digits
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function readCosmosTransaction(
  node: string,
  hash: string,
  { http, signal }: { http: HttpClient; signal: AbortSignal },
): Promise<CosmosMined | null> {
  const url = `${node}/cosmos/tx/v1beta1/txs/${hash}`
  const { status, body } = await http.send({ url, effect: 'read', signal })
  if (status === 404 || z.safeParse(missingWire, body).success) return null
  if (status >= 400) {
    const text = `The node of the chain answered ${status}.`
    throw new SwaprouteError('UPSTREAM_FAILED', text, { context: { status } })
  }
  const { tx, tx_response: told } = parseWire(transactionWire, body, 'The transaction')
  if (told.txhash.toUpperCase() !== hash) return null
  const events = told.events ?? []
  return {
    messages: tx.body.messages.map(({ '@type': type, ...value }) => ({ url: type, value })),
    failed: told.code !== 0,
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
