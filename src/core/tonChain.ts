// What the TON chain says, in the shapes that every layer above the wire uses. Addresses are raw
// (`0:` and 64 lower-case hex digits), hashes 64 lower-case hex digits, amounts nanoton.

/** A message as a transaction took or made it. */
export type TonChainMessage = {
  hash: string
  /** Of messages from outside: hash of the normalized form (TEP-467); null for all others. */
  normalizedHash: string | null
  /** Null: it came from outside. */
  source: string | null
  /** Null: it went outside (a log). */
  destination: string | null
  value: bigint
  /** What its sender paid besides for its way, and is in no transaction's fees. */
  forwardFee: bigint
  bounced: boolean
  /** First 32 bits of the body as a number; null for a shorter body. */
  opcode: number | null
  /** Bag of cells in base64; null where the body is empty or was not told. */
  body: string | null
}

/** One transaction of one account. */
export type TonChainTransaction = {
  account: string
  hash: string
  lt: bigint
  /** Unix seconds of its block. */
  atSeconds: number
  /** Of the masterchain block that holds it; null while there is none, or it was not told. */
  blockSeqno: number | null
  traceId: string | null
  inMessage: TonChainMessage | null
  outMessages: TonChainMessage[]
  /** True: nothing of it took effect but its fees. */
  aborted: boolean
  /** Null: the phase was skipped (no code, no gas). */
  compute: { success: boolean; exitCode: number } | null
  /** Null: there was no action phase, because the one before failed. */
  action: { success: boolean; resultCode: number; skippedActions: number } | null
  /** Fees of the account, without the `forwardFee` of its messages. */
  totalFees: bigint
  /** True while it is only foreseen and in no block. */
  emulated: boolean
}

/** Everything that followed from one message, as far as it happened. */
export type TonTrace = {
  id: string
  /** False while messages are still under way. */
  complete: boolean
  /** In the order in which they happened. */
  transactions: TonChainTransaction[]
}
