import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { RpcClient } from '../../http/types.ts'
import type { NodeSource } from '../nodes.ts'

// One transaction as its chain shows it, from any account: for finding out which provider carried it,
// and for telling what was paid. Nothing here ends a swap; adapters judge that (S1 to S5).

/** What one account paid another; amounts in base units. */
export type ChainPayment = {
  /** Null: the coin of the chain. */
  token: string | null
  amount: bigint
  from: string | null
  to: string | null
  /** As the chain's own record has them, for tokens on no list. */
  decimals?: number
  symbol?: string
}

export type ChainTransaction = {
  blockchain: BlockchainId
  /** In the chain's own spelling. */
  hash: string
  /** `waiting`: in no block yet. */
  state: 'waiting' | 'done' | 'failed'
  /** Unix milliseconds; null where it is not known. */
  atMs: number | null
  /** Who signed it, or paid its first input. */
  sender: string | null
  /** Contracts and programs; the one that was called is the first. */
  touched: readonly string[]
  payments: readonly ChainPayment[]
  kind:
    | { is: 'call' }
    /** It moves money from one account to another, and calls nothing else. */
    | { is: 'transfer' }
    /** It moves nothing: it lets a spender take tokens later. */
    | { is: 'approval'; token: string; spender: string; amount: bigint }
}

/** Dependencies of the readers. */
export type TransactionSource = NodeSource & {
  rpc: RpcClient
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Reads one transaction.
 * @param hash in the chain's own spelling
 * @returns null for one that the chain does not know
 * @throws SwaprouteError CHAIN_UNAVAILABLE where no node answers
 */
export type TransactionReader = (
  blockchain: BlockchainId,
  hash: string,
  source: TransactionSource,
) => Promise<ChainTransaction | null>

/** What an account gained of each token, less what it paid; the token null is the coin. */
export function netOf(
  payments: readonly ChainPayment[],
  isOwn: (account: string) => boolean,
): ChainPayment[] {
  const net = new Map<string, ChainPayment>()
  for (const payment of payments) {
    const came = payment.to !== null && isOwn(payment.to) ? payment.amount : 0n
    const went = payment.from !== null && isOwn(payment.from) ? payment.amount : 0n
    if (came === went) continue
    const key = payment.token ?? ''
    const known = net.get(key) ?? { ...payment, amount: 0n }
    net.set(key, { ...known, amount: known.amount + came - went })
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n)
}
