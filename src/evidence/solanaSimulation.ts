import { base58 } from '@scure/base'
import * as z from 'zod/mini'

import { isTokenProgram } from '../chains/solana/addresses.ts'
import { readU64 } from '../chains/solana/message.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { RpcClient } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'

// What a transaction would do to accounts: https://solana.com/docs/rpc/http/simulatetransaction (read
// 2026-11). Accounts of tokens: https://github.com/solana-program/token, interface/src/state.rs.

const accountWire = z.nullable(
  z.object({
    owner: z.string(),
    lamports: wireUint,
    data: z.tuple([z.base64(), z.literal('base64')]),
  }),
)
const beforeWire = z.object({ value: z.array(accountWire) })
const afterWire = z.object({
  value: z.object({ err: z.unknown(), accounts: z.nullish(z.array(accountWire)) }),
})

type SolanaAccount = {
  lamports: bigint
  /** Null for an account that holds no token. */
  token: SolanaTokenAccount | null
}

type SolanaTokenAccount = {
  mint: string
  owner: string
  amount: bigint
  /** Delegate, state and authority to close, as they are stored. */
  powers: string
}

/** An account before and after; null where it does not exist. */
export type SimulatedAccount = {
  address: string
  before: SolanaAccount | null
  after: SolanaAccount | null
}

/**
 * Runs an unsigned transaction on the node. Null where it fails there.
 * @param data the transaction in base64
 * @throws SwaprouteError CHAIN_UNAVAILABLE, UPSTREAM_FAILED
 */
export async function simulateOnSolana(
  data: string,
  addresses: readonly string[],
  { rpc, signal }: { rpc: RpcClient; signal: AbortSignal },
): Promise<readonly SimulatedAccount[] | null> {
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const accounts = { encoding: 'base64', addresses }
  const calls = [
    { method: 'getMultipleAccounts', params: [addresses, options] },
    { method: 'simulateTransaction', params: [data, { ...options, sigVerify: false, accounts }] },
  ]
  const [found, ran] = await rpc.batch('SOLANA', calls, { signal })
  if (found?.ok !== true || ran?.ok !== true) {
    throw new SwaprouteError('UPSTREAM_FAILED', 'The SOLANA node cannot simulate.')
  }
  const { value: before } = parseWire(beforeWire, found.result, "Solana's accounts")
  const { value: outcome } = parseWire(afterWire, ran.result, "Solana's simulation")
  if (outcome.err !== null && outcome.err !== undefined) return null
  const after = outcome.accounts ?? []
  if (before.length !== addresses.length || after.length !== addresses.length) {
    throw new SwaprouteError('UPSTREAM_FAILED', 'The SOLANA node did not return all accounts.')
  }
  return addresses.map((address, index) => ({
    address,
    before: toAccount(before[index] ?? null),
    after: toAccount(after[index] ?? null),
  }))
}

function toAccount(wire: z.output<typeof accountWire>): SolanaAccount | null {
  if (wire === null || wire.lamports === 0n) return null
  const bytes = Buffer.from(wire.data[0], 'base64')
  const isToken = isTokenProgram(wire.owner) && bytes.length >= 165
  return {
    lamports: wire.lamports,
    token: isToken
      ? {
          mint: base58.encode(bytes.subarray(0, 32)),
          owner: base58.encode(bytes.subarray(32, 64)),
          amount: readU64(bytes, 64),
          // The reserve of wrapped SOL is in between.
          powers: Buffer.concat([bytes.subarray(72, 109), bytes.subarray(121, 165)]).toString(
            'hex',
          ),
        }
      : null,
  }
}
