import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import { wireUint } from '../http/wire.ts'
import { askNodes, type NodeSource, requireHash } from './nodes.ts'

// Sui by its GraphQL service: https://docs.sui.io/references/sui-graphql (read 2026-11). The public JSON
// nodes were switched off in July 2026.

const blockchain = 'SUI'
const signed = z.string().check(z.regex(/^-?(?:0|[1-9][0-9]{0,29})$/))
const transactionWire = z.object({
  data: z.object({
    transaction: z.nullable(
      z.object({
        digest: z.nullish(z.string()),
        sender: z.nullish(z.object({ address: z.string() })),
        transactionBcs: z.base64(),
        effects: z.nullish(
          z.object({
            status: z.nullish(z.string()),
            timestamp: z.nullish(z.string()),
            gasEffects: z.object({
              gasSummary: z.object({
                computationCost: wireUint,
                storageCost: wireUint,
                storageRebate: wireUint,
              }),
            }),
            balanceChanges: z.object({
              nodes: z.array(
                z.object({
                  owner: z.nullish(z.object({ address: z.string() })),
                  amount: z.nullish(signed),
                  coinType: z.nullish(z.object({ repr: z.string() })),
                }),
              ),
            }),
          }),
        ),
      }),
    ),
  }),
})
const transactionQuery =
  'query($digest:String!){transaction(digest:$digest){digest sender{address} transactionBcs effects{status timestamp gasEffects{gasSummary{computationCost storageCost storageRebate}} balanceChanges(first:50){nodes{owner{address} amount coinType{repr}}}}}}'

const objectsWire = z.object({
  data: z.object({
    multiGetObjects: z.array(
      z.nullable(
        z.object({
          address: z.string(),
          owner: z.nullish(
            z.object({ __typename: z.string(), initialSharedVersion: z.nullish(wireUint) }),
          ),
        }),
      ),
    ),
  }),
})
const objectsQuery =
  'query($keys:[ObjectKey!]!){multiGetObjects(keys:$keys){address owner{__typename ... on Shared{initialSharedVersion}}}}'

const coinsWire = z.object({
  data: z.object({
    address: z.nullish(
      z.object({
        objects: z.object({
          nodes: z.array(
            z.object({
              address: z.string(),
              version: wireUint,
              digest: z.string(),
              contents: z.object({ json: z.object({ balance: wireUint }) }),
            }),
          ),
        }),
      }),
    ),
  }),
})
const coinsQuery =
  'query($owner:SuiAddress!,$type:String!){address(address:$owner){objects(first:50,filter:{type:$type}){nodes{address version digest contents{json}}}}}'

export type MinedSui = {
  bytes: Uint8Array
  sender: string | null
  /** Null while no checkpoint has it. What one has is final. */
  effects: {
    failed: boolean
    /** Unix milliseconds; null where the service does not have it. */
    atMs: number | null
    /** Net cost of gas, MIST; paid by the sender out of SUI. */
    gas: bigint
    /** Gains and losses of accounts, base units. */
    changes: readonly { account: string; coinType: string; change: bigint }[]
  } | null
}

/**
 * Null where the chain does not know it.
 * @param digest 32 bytes in base58
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readSuiTransaction(
  digest: string,
  source: NodeSource,
): Promise<MinedSui | null> {
  const request = { query: transactionQuery, variables: { digest } }
  const { data } = await ask(request, transactionWire, 'the transaction', source)
  const { transaction } = data
  if (transaction === null) return null
  requireHash(blockchain, digest, transaction.digest ?? '')
  const { transactionBcs, sender, effects } = transaction
  return {
    bytes: Buffer.from(transactionBcs, 'base64'),
    sender: sender?.address ?? null,
    effects: effects?.status == null ? null : toEffects(effects),
  }
}

type WireEffects = NonNullable<
  NonNullable<z.output<typeof transactionWire>['data']['transaction']>['effects']
>

function toEffects({
  status,
  timestamp,
  gasEffects,
  balanceChanges,
}: WireEffects): NonNullable<MinedSui['effects']> {
  const { computationCost, storageCost, storageRebate } = gasEffects.gasSummary
  const atMs = Date.parse(timestamp ?? '')
  return {
    failed: status !== 'SUCCESS',
    atMs: Number.isNaN(atMs) ? null : atMs,
    gas: computationCost + storageCost - storageRebate,
    changes: balanceChanges.nodes.flatMap(({ owner, amount, coinType }) => {
      const change = BigInt(amount ?? 0)
      if (owner == null || coinType == null || change === 0n) return []
      return [{ account: owner.address, coinType: coinType.repr, change }]
    }),
  }
}

/** Versions at which objects became shared; those that are not shared are left out. */
export async function sharedVersions(
  ids: readonly string[],
  source: NodeSource,
): Promise<ReadonlyMap<string, bigint>> {
  const keys = ids.map((address) => ({ address }))
  const request = { query: objectsQuery, variables: { keys } }
  const { data } = await ask(request, objectsWire, 'the objects', source)
  return new Map(
    data.multiGetObjects.flatMap((one) =>
      one?.owner?.initialSharedVersion == null
        ? []
        : [[one.address, one.owner.initialSharedVersion] as const],
    ),
  )
}

export type SuiCoin = { id: string; version: bigint; digest: string; balance: bigint }

/** Up to fifty coins of a type that an account has. */
export async function coinsOf(
  owner: string,
  coinType: string,
  source: NodeSource,
): Promise<readonly SuiCoin[]> {
  const variables = { owner, type: `0x2::coin::Coin<${coinType}>` }
  const { data } = await ask({ query: coinsQuery, variables }, coinsWire, 'the coins', source)
  return (data.address?.objects.nodes ?? []).map(({ address: id, version, digest, contents }) => {
    return { id, version, digest, balance: contents.json.balance }
  })
}

/** @throws SwaprouteError CHAIN_UNAVAILABLE */
async function ask<Schema extends z.ZodMiniType>(
  body: { query: string; variables: object },
  wire: Schema,
  what: string,
  source: NodeSource,
): Promise<z.output<Schema>> {
  const found = await askNodes(blockchain, { path: '', body, wire, what }, source)
  if (found !== null) return found
  throw new SwaprouteError('CHAIN_UNAVAILABLE', `The SUI node does not know ${what}.`)
}
