import type { BlockchainId } from '../core/blockchainIds.ts'

/**
 * An account as it is listed; never a secret. `address` is null where the keystore does not say
 * it (Foundry leaves it out): only opening it with its password tells. `source` is the file, or
 * one of the words `sandbox`, `environment` and `stdin`.
 */
export type Account = {
  name: string
  kind: 'evm' | 'ton'
  address: string | null
  source: string
}

export type EvmCall = { from: string; to: string; data: string; value: bigint }

export type EvmFees =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/** A transaction with every field chosen: exactly what is signed, frozen before it is shown. */
export type EvmPlan = EvmCall & {
  blockchain: BlockchainId
  chainId: number
  nonce: number
  gasLimit: bigint
  fees: EvmFees
}

/** The fields that were read back out of signed bytes, and who signed them. */
export type DecodedEvm = EvmCall & {
  chainId: number
  nonce: number
  gasLimit: bigint
  fees: EvmFees
  hash: string
}

/**
 * `raw` is the 0x-prefixed signed transaction; `hash` its keccak, known before broadcast;
 * `decoded` what independent code read out of `raw`: summaries are printed from it (E13).
 */
export type SignedEvm = { raw: string; hash: string; decoded: DecodedEvm }

/** A receipt, reduced to what decides; amounts in base units. */
export type EvmReceipt = {
  hash: string
  succeeded: boolean
  blockNumber: bigint
  blockHash: string
  from: string
  to: string | null
  gasUsed: bigint
  effectiveGasPrice: bigint
  logs: { address: string; topics: string[]; data: string }[]
}

/** What a simulated sequence of calls did to `owner`; negative leaves the account. */
export type Simulation =
  | {
      kind: 'simulated'
      /** Index of the first failing call and its reason in plain words; null when all passed. */
      failure: { index: number; reason: string } | null
      /** Per token address (zero address = native coin, without gas): change of the owner. */
      changes: { token: string; delta: bigint }[]
      /**
       * Approvals the owner would have given: the largest `amount` approved in the sequence and
       * what of it is left at its end (null where the contract does not tell).
       */
      approvals: { token: string; spender: string; amount: bigint; remaining: bigint | null }[]
      /** Per call, without the share of L2 chains for their L1; a limit needs a margin on top. */
      gasUsed: bigint[]
    }
  /** The node cannot simulate; blocks `--yes` (E10). */
  | { kind: 'unavailable'; reason: string }

/**
 * Reads and broadcasts on EVM chains; holds no secret. With a key loaded only the plan's RPC host
 * is reached (E14). Throws SwaprouteError CHAIN_UNAVAILABLE, never a library's error.
 */
export type EvmAccess = {
  readChainId(blockchain: BlockchainId): Promise<number>
  readCode(blockchain: BlockchainId, address: string): Promise<string>
  /** Zero address reads the native balance; one batched request. */
  readBalances(blockchain: BlockchainId, owner: string, tokens: string[]): Promise<bigint[]>
  readAllowance(
    blockchain: BlockchainId,
    token: string,
    owner: string,
    spender: string,
  ): Promise<bigint>
  readNonce(blockchain: BlockchainId, address: string): Promise<{ latest: number; pending: number }>
  readFees(blockchain: BlockchainId): Promise<EvmFees>
  /**
   * A gas limit: the node's estimate and a margin. Throws SIMULATION_FAILED with the reason in
   * plain words where the call would fail, NOT_ENOUGH_NATIVE where its value cannot be paid.
   */
  estimateGas(blockchain: BlockchainId, call: EvmCall): Promise<bigint>
  /**
   * Runs the calls one after another in one pending block (`eth_simulateV1`). Balances are
   * measured for every token that names the owner in a log, and for those in `watched`.
   */
  simulate(
    blockchain: BlockchainId,
    owner: string,
    calls: EvmCall[],
    watched?: readonly string[],
  ): Promise<Simulation>
  /** Hands the bytes to the node; its refusal decides nothing and is only returned as text. */
  broadcast(blockchain: BlockchainId, raw: string): Promise<{ refusal: string | null }>
  /** Whether the node knows the transaction, mined or not. */
  knowsTransaction(blockchain: BlockchainId, hash: string): Promise<boolean>
  readReceipt(blockchain: BlockchainId, hash: string): Promise<EvmReceipt | null>
  readBlock(blockchain: BlockchainId): Promise<{ number: bigint; timestampSeconds: number }>
}

/** Signs one frozen plan; the secret lives behind it, in its own short process (K8). */
export type EvmSigner = {
  address: string
  /** Bytes are decoded by independent code and compared with the plan before they are returned (E13). */
  sign(plan: EvmPlan): Promise<SignedEvm>
  /** Ends the signer process; its memory goes with it. */
  close(): Promise<void>
}
