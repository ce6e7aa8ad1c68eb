import type { TonChainTransaction, TonTrace } from '../core/tonChain.ts'
import type { HttpClient } from './types.ts'

export type TonCallOptions = { signal: AbortSignal }

/** An item of a get-method's stack. Cells and slices are bags of cells in base64. */
export type TonStackItem =
  | { type: 'num'; value: bigint }
  | { type: 'cell' | 'slice'; boc: string }
  | { type: 'null' }
  | { type: 'tuple'; items: TonStackItem[] }

/** An account as of one block; all fields are of the same moment. */
export type TonAccountState = {
  /** Nanoton. */
  balance: bigint
  status: 'active' | 'uninitialized' | 'frozen'
  /** Bags of cells in base64; null if the account has none. */
  code: string | null
  data: string | null
  /** Null for an account without any transaction. Hash: 64 lower-case hex digits. */
  lastTransaction: { lt: bigint; hash: string } | null
  /** Unix seconds of the block, by the chain's own clock. */
  atSeconds: number
}

/** A transaction as the chain stores it, for callers that decode it themselves. */
export type TonRawTransaction = {
  /** The transaction's cell as a bag of cells in base64; its hash is the transaction's. */
  boc: string
  lt: bigint
  /** 64 lower-case hex digits. */
  hash: string
}

/** A balance according to the indexer. Addresses raw, in lower case. */
export type TonJettonBalance = { master: string; wallet: string; amount: bigint }

/** Result of emulating a message: decoded by the service, or as the chain would store it. */
export type TonForeseen =
  | { form: 'read'; trace: TonTrace }
  /** The transaction cells, a bag of cells in base64, for callers that decode them themselves. */
  | { form: 'stored'; transactions: { account: string; boc: string }[] }

/** Calls of one host that decide where money goes; a host without one throws. */
export type TonNode = {
  host: string
  runGetMethod: TonCenter['runGetMethod']
  accountState: TonCenter['accountState']
  chainTime: TonCenter['chainTime']
  /**
   * Emulates a message in the current state, whatever its signature; nothing is sent. Null if its
   * contract would not accept it.
   */
  emulate(boc: string, options: TonCallOptions): Promise<TonForeseen | null>
}

/** The available hosts, best first. */
export type TonNodes = {
  /** Whether the user set the node; it needs no second one. */
  own: boolean
  list: readonly TonNode[]
}

/**
 * The TON chain through toncenter: JSON-RPC of version 2 at `<base>/v2/jsonRPC` for calls of a
 * node, REST of version 3 at `<base>/v3/…` for calls of an index, `<base>/emulate/v1/…`. Addresses
 * in any form; hashes as 64 hex digits in any case. Throws SwaprouteError: CHAIN_UNAVAILABLE when
 * it does not answer or its answer is malformed, RATE_LIMITED, TIMED_OUT, INTERRUPTED.
 */
export type TonCenter = {
  /** Whether this run has an address for TON. */
  has(): boolean
  /**
   * Runs a get-method (v2). Slices come back as `cell` from most servers: treat both alike. Throws
   * UPSTREAM_REFUSED with `context.exitCode` when the method fails or does not exist.
   */
  runGetMethod(
    address: string,
    method: string,
    stack: readonly TonStackItem[],
    options: TonCallOptions,
  ): Promise<TonStackItem[]>
  accountState(address: string, options: TonCallOptions): Promise<TonAccountState>
  /** Unix seconds of the last block the node has applied. */
  chainTime(options: TonCallOptions): Promise<number>
  /**
   * Sends an external-in message to the node, exactly once (v2). Throws UPSTREAM_REFUSED with the
   * node's reason, which does not prove anything.
   */
  sendBoc(boc: string, options: TonCallOptions): Promise<{ normalizedHash: string | null }>
  /**
   * Transactions as stored, newest first, from `before` on (inclusive) or from the last one (v2).
   */
  rawTransactions(
    address: string,
    limit: number,
    before: { lt: bigint; hash: string } | null,
    options: TonCallOptions,
  ): Promise<TonRawTransaction[]>
  /** Transactions that processed the message with this hash, normalized or not (v3). */
  transactionsByMessage(hash: string, options: TonCallOptions): Promise<TonChainTransaction[]>
  transactionByHash(hash: string, options: TonCallOptions): Promise<TonChainTransaction | null>
  /** Transactions of an account, newest first (v3). */
  transactions(
    account: string,
    limit: number,
    options: TonCallOptions,
  ): Promise<TonChainTransaction[]>
  /** The trace of a message or transaction, itself included (v3); null while unknown. */
  trace(
    of: { messageHash: string } | { transactionHash: string },
    options: TonCallOptions,
  ): Promise<TonTrace | null>
  /** Jettons an account holds, at most 1000 (v3). */
  jettonBalances(owner: string, options: TonCallOptions): Promise<TonJettonBalance[]>
  /** Its own host and the others, for `tonWitnesses`. */
  nodes(): Promise<TonNodes>
}

export type TonCenterOptions = {
  /** Must have the address as a base. */
  http: HttpClient
  /** Base address of `/v2/jsonRPC`, `/v3/…` and `/emulate/v1/…`; null if TON cannot be reached. */
  baseUrl: string | null
  apiKey: string | null
  /** Whether the user set the address; then no other host is asked. Default: no. */
  own?: boolean
  /** JSON-RPC of version 2 at another host. */
  witnessUrl?: string | null
  tonapi?: { baseUrl: string; apiKey: string | null } | null
}
