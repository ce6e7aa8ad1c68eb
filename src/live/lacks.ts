import { base58 } from '@scure/base'

import type { BlockchainId } from '../core/blockchainIds.ts'
import { toSwaprouteError } from '../core/errors.ts'
import { possibleHashes } from '../evidence/hashes.ts'
import { canReadTransactions, readChainTransaction } from '../evidence/transactions/readers.ts'
import { createRpcClient } from '../http/rpc.ts'
import { isMissingMethod } from '../http/rpcWire.ts'
import type { HttpClient, RpcAnswer, RpcCall } from '../http/types.ts'

// Required calls of a node besides its height: each is one that quotes and swaps use, with a
// sentence that names the missing call and what fails without it.

type Need = { call: RpcCall; without: string }

/** The deployer of the common Multicall3: an account of every EVM chain. */
export const someAccount = '0x05f32b3cc3888453ff71b01135b34ff8e41263f2'
const noHash = `0x${'b2'.repeat(32)}`
/** Any program's address, so that nothing is created or changed. */
const solanaProgram = '11111111111111111111111111111111'

const plainTransfer = { from: someAccount, to: someAccount, value: '0x0' }
const newestLogs = { address: someAccount, fromBlock: 'latest', toBlock: 'latest' }

/** Besides the chain id, the newest block and the reads of a quote (nodes.ts). */
export const evmNeeds: readonly Need[] = [
  {
    call: { method: 'eth_gasPrice', params: [] },
    without: 'no eth_gasPrice: no gas costs in quotes',
  },
  {
    call: { method: 'eth_feeHistory', params: ['0x14', 'latest', [50]] },
    without: 'no eth_feeHistory: gas prices cannot be bounded by it',
  },
  {
    call: { method: 'eth_getBalance', params: [someAccount, 'latest'] },
    without: 'no eth_getBalance: no swap can start',
  },
  {
    call: { method: 'eth_getTransactionCount', params: [someAccount, 'latest'] },
    without: 'no eth_getTransactionCount: no swap can start',
  },
  {
    call: { method: 'eth_estimateGas', params: [plainTransfer] },
    without: 'no eth_estimateGas: no swap can start',
  },
  {
    call: { method: 'eth_getTransactionReceipt', params: [noHash] },
    without: 'no eth_getTransactionReceipt: payments cannot be followed',
  },
  {
    call: { method: 'eth_getLogs', params: [newestLogs] },
    without: 'no eth_getLogs: some arrivals cannot be found',
  },
]

const solanaNeeds: readonly Need[] = [
  {
    call: { method: 'getMultipleAccounts', params: [[solanaProgram], { encoding: 'base64' }] },
    without: 'no getMultipleAccounts: no swap can be checked',
  },
  {
    // Not a valid transaction.
    call: { method: 'simulateTransaction', params: ['AA==', { encoding: 'base64' }] },
    without: 'no simulateTransaction: no swap can be simulated',
  },
]

/** Sentences for the calls that the node refuses; `answers` in their order. */
export function unmet(
  needs: readonly Need[],
  answers: readonly (RpcAnswer | undefined)[],
  isMet: (answer: RpcAnswer | undefined) => boolean = (answer) => answer?.ok === true,
): string[] {
  return needs.flatMap(({ without }, at) => (isMet(answers[at]) ? [] : [without]))
}

/**
 * Missing calls of a node or index of a chain without EVM: it is asked for a nonexistent
 * transaction, which it must report as unknown.
 */
export async function lacksOf(
  blockchain: BlockchainId,
  url: string,
  { http, signal, now }: { http: HttpClient; signal: AbortSignal; now: () => number },
): Promise<string[]> {
  const rpc = createRpcClient({ http, endpoints: { [blockchain]: [url] } })
  const nodes = (): readonly string[] => [url]
  const hash = unknownHash(blockchain)
  const [unseen, unable] = await Promise.all([
    hash !== null && canReadTransactions(blockchain, nodes)
      ? readChainTransaction(blockchain, hash, { http, rpc, signal, now, nodes }).then(
          (): string[] => [],
          (thrown: unknown) => [
            `no transactions by their hash: payments cannot be followed. ${toSwaprouteError(thrown).message}`,
          ],
        )
      : [],
    blockchain === 'SOLANA'
      ? rpc
          .batch(
            blockchain,
            solanaNeeds.map(({ call }) => call),
            { signal },
          )
          .then((answers) => unmet(solanaNeeds, answers, isThere))
          // Without an answer it has none of them.
          .catch(() => unmet(solanaNeeds, []))
      : [],
  ])
  return [...unseen, ...unable]
}

/** Any answer except a missing method, since the sent bytes are not a transaction. */
function isThere(answer: RpcAnswer | undefined): boolean {
  return answer !== undefined && (answer.ok || !isMissingMethod(answer))
}

/** In the chain's own spelling; null if none of the usual forms fits. */
function unknownHash(blockchain: BlockchainId): string | null {
  const of = (bytes: number): string => base58.encode(new Uint8Array(bytes).fill(0xb2))
  for (const text of [noHash, of(64), of(32)]) {
    const [found] = possibleHashes(text, blockchain)
    if (found !== undefined) return found.hash
  }
  return null
}
