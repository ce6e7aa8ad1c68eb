// Data of the TON chain in the form used above the wire. Addresses are raw (`0:` and 64 lower-case
// hex digits), hashes 64 lower-case hex digits, amounts nanoton.

/** A message that a transaction received or sent. */
export type TonChainMessage = {
  hash: string
  /** External-in messages: hash of the normalized form (TEP-467); null for all others. */
  normalizedHash: string | null
  /** Null for an external-in message. */
  source: string | null
  /** Null for an external-out message (a log). */
  destination: string | null
  value: bigint
  /** Forward fee paid by the sender; not part of any transaction's fees. */
  forwardFee: bigint
  bounced: boolean
  /** First 32 bits of the body as a number; null for a shorter body. */
  opcode: number | null
  /** Bag of cells in base64; null if the body is empty or missing in the answer. */
  body: string | null
}

/** One transaction of one account. */
export type TonChainTransaction = {
  account: string
  hash: string
  lt: bigint
  /** Unix seconds of its block. */
  atSeconds: number
  /** Masterchain block that includes it; null if not included yet or missing in the answer. */
  blockSeqno: number | null
  traceId: string | null
  inMessage: TonChainMessage | null
  outMessages: TonChainMessage[]
  /** True: only its fees took effect. */
  aborted: boolean
  /** Null: the phase was skipped (no code, no gas). */
  compute: { success: boolean; exitCode: number } | null
  /** Null: the action phase did not run, because the compute phase failed. */
  action: { success: boolean; resultCode: number; skippedActions: number } | null
  /** Fees of the account, without the `forwardFee` of its messages. */
  totalFees: bigint
  /** True if it is only emulated and not in a block. */
  emulated: boolean
}

/** All transactions caused by one message so far. */
export type TonTrace = {
  id: string
  /** False while messages are still in flight. */
  complete: boolean
  /** In chronological order. */
  transactions: TonChainTransaction[]
}
