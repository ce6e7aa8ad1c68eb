import { wrappedSol } from '../../src/chains/solana/addresses.ts'
import type { ForeignTransaction } from '../../src/core/foreignTransaction.ts'
import type { Token } from '../../src/core/token.ts'
import { type Chains, rpcKey } from './depositSupport.ts'
import type { MinedAs, Scene } from './foreignCase.ts'

/** A signature of no account. */
export const solanaHash =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const transactionKey = rpcKey('SOLANA', 'getTransaction', [
  solanaHash,
  { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
])
const statusKey = rpcKey('SOLANA', 'getSignatureStatuses', [
  [solanaHash],
  { searchTransactionHistory: true },
])

export const solanaUnknown: Scene = {
  exchanges: [],
  chains: { nodes: ['SOLANA'], rpc: { [transactionKey]: null, [statusKey]: { value: [null] } } },
}

/**
 * A transaction as a node shows it; shapes of https://solana.com/docs/rpc/http/gettransaction.
 * @param loaded what the lookup tables of the transaction hold
 */
export function solanaMined(
  transaction: ForeignTransaction,
  { young, failed, received = 0n }: MinedAs,
  swap: { dstToken: Token; receiver: string },
  loaded: { writable: readonly string[]; readonly: readonly string[] },
): Scene {
  if (transaction.kind !== 'solana') throw new Error('not of Solana')
  const { dstToken, receiver } = swap
  const fee = 18_417
  const gain = dstToken.native ? Number(received) : 0
  const balance = (amount: bigint): object => ({
    accountIndex: 1,
    mint: dstToken.native ? wrappedSol : dstToken.address,
    owner: receiver,
    uiTokenAmount: { amount: String(amount), decimals: dstToken.decimals, uiAmount: null },
  })
  const chains: Chains = {
    nodes: ['SOLANA'],
    rpc: {
      [transactionKey]: {
        slot: 415_000_000,
        blockTime: 1_795_165_210,
        version: 0,
        transaction: [transaction.data, 'base64'],
        meta: {
          err: failed === true ? { InstructionError: [3, { Custom: 6001 }] } : null,
          fee,
          preBalances: [1_000_000_000, 5],
          postBalances: [1_000_000_000 - fee + (failed === true ? 0 : gain), 5],
          preTokenBalances: dstToken.native ? [] : [balance(7n)],
          postTokenBalances: dstToken.native || failed === true ? [] : [balance(7n + received)],
          loadedAddresses: loaded,
          computeUnitsConsumed: 61_000,
          logMessages: [],
        },
      },
      [statusKey]: {
        context: { slot: 415_000_009 },
        value: [
          {
            slot: 415_000_000,
            confirmations: young === true ? 4 : null,
            err: null,
            confirmationStatus: young === true ? 'confirmed' : 'finalized',
          },
        ],
      },
    },
  }
  return { exchanges: [], chains }
}
