import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'

// Sui by its GraphQL service: https://docs.sui.io/references/sui-graphql (read 2026-11). The public JSON
// nodes were switched off in July 2026.

type SuiSource = { http: HttpClient; signal: AbortSignal }

const signed = z.string().check(z.regex(/^-?(?:0|[1-9][0-9]{0,29})$/))
const answerWire = z.object({ data: z.nullish(z.unknown()) })
const transactionWire = z.object({
  transaction: z.nullish(
    z.object({
      transactionBcs: z.base64(),
      effects: z.nullish(
        z.object({
          status: z.string(),
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
})
const transactionQuery =
  'query($digest:String!){transaction(digest:$digest){transactionBcs effects{status gasEffects{gasSummary{computationCost storageCost storageRebate}} balanceChanges(first:50){nodes{owner{address} amount coinType{repr}}}}}}'

const objectsWire = z.object({
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
})
const objectsQuery =
  'query($keys:[ObjectKey!]!){multiGetObjects(keys:$keys){address owner{__typename ... on Shared{initialSharedVersion}}}}'

const coinsWire = z.object({
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
})
const coinsQuery =
  'query($owner:SuiAddress!,$type:String!){address(address:$owner){objects(first:50,filter:{type:$type}){nodes{address version digest contents{json}}}}}'

/** A transaction with its effects, which are final. */
type SuiMined = {
  bytes: Uint8Array
  failed: boolean
  /** Net cost of gas, MIST; paid by the sender out of SUI. */
  gas: bigint
  /** Change of an account's balance of a coin type, base units. */
  changeOf(account: string, coinType: string): bigint
}

/**
 * Null while no checkpoint has it.
 * @param service base address of GraphQL
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function readSuiMined(
  service: string,
  digest: string,
  source: SuiSource,
): Promise<SuiMined | null> {
  const found = await ask(service, transactionQuery, { digest }, source)
  const { transaction } = parseWire(transactionWire, found, "Sui's transaction")
  if (transaction?.effects == null) return null
  const { status, gasEffects, balanceChanges } = transaction.effects
  const { computationCost, storageCost, storageRebate } = gasEffects.gasSummary
  return {
    bytes: Buffer.from(transaction.transactionBcs, 'base64'),
    failed: status !== 'SUCCESS',
    gas: computationCost + storageCost - storageRebate,
    changeOf: (account, coinType) =>
      balanceChanges.nodes.reduce(
        (sum, { owner, amount, coinType: of }) =>
          owner?.address === account && of?.repr === coinType ? sum + BigInt(amount ?? 0) : sum,
        0n,
      ),
  }
}

/** Versions at which objects became shared; those that are not shared are left out. */
export async function sharedVersions(
  service: string,
  ids: readonly string[],
  source: SuiSource,
): Promise<ReadonlyMap<string, bigint>> {
  const keys = ids.map((address) => ({ address }))
  const found = await ask(service, objectsQuery, { keys }, source)
  const { multiGetObjects } = parseWire(objectsWire, found, "Sui's objects")
  return new Map(
    multiGetObjects.flatMap((one) =>
      one?.owner?.initialSharedVersion == null
        ? []
        : [[one.address, one.owner.initialSharedVersion] as const],
    ),
  )
}

export type SuiCoin = { id: string; version: bigint; digest: string; balance: bigint }

/** Up to fifty coins of a type that an account has. */
export async function coinsOf(
  service: string,
  owner: string,
  coinType: string,
  source: SuiSource,
): Promise<readonly SuiCoin[]> {
  const type = `0x2::coin::Coin<${coinType}>`
  const found = await ask(service, coinsQuery, { owner, type }, source)
  const { address } = parseWire(coinsWire, found, "Sui's coins")
  return (address?.objects.nodes ?? []).map(({ address: id, version, digest, contents }) => {
    return { id, version, digest, balance: contents.json.balance }
  })
}

async function ask(
  url: string,
  query: string,
  variables: object,
  { http, signal }: SuiSource,
): Promise<unknown> {
  const body = { query, variables }
  const answer = await http.send({ method: 'POST', url, body, effect: 'read', signal })
  const { success, data } = z.safeParse(answerWire, answer.body)
  if (answer.status < 400 && success && data.data != null) return data.data
  throw new SwaprouteError('UPSTREAM_FAILED', `The node of SUI answered ${answer.status}.`, {
    context: { status: answer.status },
  })
}
