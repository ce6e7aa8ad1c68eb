import { base58 } from '@scure/base'
import * as z from 'zod/mini'

import type { LoadedAddresses, LookupTables } from '../chains/solana/message.ts'
import { SwaprouteError } from '../core/errors.ts'
import { differentAnswers } from '../http/agreed.ts'
import type { RpcAnswer, RpcClient } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'

// Solana by any JSON-RPC node: https://solana.com/docs/rpc (read 2026-11).

type SolanaSource = { rpc: RpcClient; signal: AbortSignal }

const lookupProgram = 'AddressLookupTab1e1111111111111111111111111'
/** Where the addresses of a lookup table begin in its account. */
const tableHeader = 56

const accountsWire = z.object({
  value: z.array(
    z.nullable(z.object({ owner: z.string(), data: z.tuple([z.base64(), z.literal('base64')]) })),
  ),
})

/**
 * The content of lookup tables, of two hosts that agree (N1); those that do not exist are left out.
 * @throws SwaprouteError CHAIN_UNAVAILABLE, UPSTREAM_FAILED, UNSAFE_ROUTE
 */
export async function readLookupTables(
  addresses: readonly string[],
  { rpc, signal }: SolanaSource,
): Promise<LookupTables> {
  const params = [addresses, { encoding: 'base64', commitment: 'confirmed' }]
  const { answers } = await rpc.witnesses(
    'SOLANA',
    async (batch) => {
      const [answer] = await batch([{ method: 'getMultipleAccounts', params }])
      if (answer?.ok === true) return tablesIn(answer.result, addresses)
      throw new SwaprouteError('UPSTREAM_FAILED', 'The SOLANA node does not return accounts.')
    },
    { signal },
  )
  const [{ host, answer: tables }, second] = answers
  if (second !== undefined && JSON.stringify(second.answer) !== JSON.stringify(tables)) {
    throw differentAnswers('SOLANA', [host, second.host])
  }
  return tables
}

function tablesIn(result: unknown, addresses: readonly string[]): LookupTables {
  const { value } = parseWire(accountsWire, result, "Solana's lookup tables")
  const tables: Record<string, string[]> = {}
  for (const [index, account] of value.entries()) {
    const address = addresses[index]
    if (address === undefined || account?.owner !== lookupProgram) continue
    const bytes = Buffer.from(account.data[0], 'base64')
    const list: string[] = []
    for (let at = tableHeader; at + 32 <= bytes.length; at += 32) {
      list.push(base58.encode(bytes.subarray(at, at + 32)))
    }
    tables[address] = list
  }
  return tables
}

const tokenBalance = z.object({
  mint: z.string(),
  owner: z.nullish(z.string()),
  uiTokenAmount: z.object({ amount: wireUint, decimals: z.nullish(z.int()) }),
})
const transactionWire = z.nullable(
  z.object({
    blockTime: z.nullish(z.int()),
    transaction: z.tuple([z.base64(), z.literal('base64')]),
    meta: z.object({
      err: z.unknown(),
      fee: wireUint,
      preBalances: z.array(wireUint),
      postBalances: z.array(wireUint),
      preTokenBalances: z.nullish(z.array(tokenBalance)),
      postTokenBalances: z.nullish(z.array(tokenBalance)),
      loadedAddresses: z.nullish(
        z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }),
      ),
    }),
  }),
)
const statusesWire = z.object({
  value: z.array(z.nullable(z.object({ confirmationStatus: z.nullish(z.string()) }))),
})

/** A transaction that is in a block. */
export type SolanaMined = {
  bytes: Uint8Array
  loaded: LoadedAddresses
  failed: boolean
  /** Final: no fork can drop it. */
  isFinal: boolean
  /** Unix milliseconds; null if the node does not return it. */
  atMs: number | null
  /** What the first signer gained in lamports, the network's fee left out. */
  payerGain: bigint
  /** What an owner gained of a mint, base units. */
  gainOf(owner: string, mint: string): bigint
  /** Every account's gain or loss of every mint, base units. */
  changes: readonly SolanaChange[]
}

export type SolanaChange = { owner: string; mint: string; change: bigint; decimals: number | null }

/** Whether a text can be a transaction's signature: 64 bytes in base58. */
export function isSolanaSignature(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(text)) return false
  return base58.decode(text).length === 64
}

/**
 * Null while the chain does not know it. Public nodes drop old transactions: where one has no record, the
 * next is asked.
 * @throws SwaprouteError CHAIN_UNAVAILABLE, UPSTREAM_FAILED
 */
export async function readSolanaTransaction(
  signature: string,
  { rpc, signal }: SolanaSource,
): Promise<SolanaMined | null> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const calls = [
    { method: 'getTransaction', params: [signature, options] },
    {
      method: 'getSignatureStatuses',
      params: [[signature], { searchTransactionHistory: true }],
    },
  ]
  const suits = ([answer]: readonly RpcAnswer[]): boolean =>
    answer?.ok === true && answer.result !== null
  const [found, statuses] = await rpc.batch('SOLANA', calls, { signal, suits })
  if (found?.ok !== true || statuses?.ok !== true) {
    throw new SwaprouteError('UPSTREAM_FAILED', 'The SOLANA node does not return transactions.')
  }
  const wire = parseWire(transactionWire, found.result, "Solana's transaction")
  const { value } = parseWire(statusesWire, statuses.result, "Solana's signature status")
  if (wire === null) return null
  const { meta, transaction, blockTime } = wire
  const [before = 0n] = meta.preBalances
  const [after = 0n] = meta.postBalances
  const changes = changesOf(meta.preTokenBalances ?? [], meta.postTokenBalances ?? [])
  return {
    bytes: Buffer.from(transaction[0], 'base64'),
    loaded: meta.loadedAddresses ?? { writable: [], readonly: [] },
    failed: meta.err !== null && meta.err !== undefined,
    isFinal: value[0]?.confirmationStatus === 'finalized',
    atMs: blockTime == null ? null : blockTime * 1000,
    payerGain: after - before + meta.fee,
    gainOf: (owner, mint) =>
      changes.find((one) => one.owner === owner && one.mint === mint)?.change ?? 0n,
    changes,
  }
}

type TokenBalance = z.output<typeof tokenBalance>

function changesOf(
  before: readonly TokenBalance[],
  after: readonly TokenBalance[],
): SolanaChange[] {
  const changes = new Map<string, SolanaChange>()
  const count = ({ owner, mint, uiTokenAmount }: TokenBalance, sign: bigint): void => {
    if (owner == null) return
    const { amount, decimals = null } = uiTokenAmount
    const key = `${owner} ${mint}`
    const known = changes.get(key) ?? { owner, mint, change: 0n, decimals }
    changes.set(key, { ...known, change: known.change + sign * amount })
  }
  for (const balance of before) count(balance, -1n)
  for (const balance of after) count(balance, 1n)
  return [...changes.values()].filter(({ change }) => change !== 0n)
}
