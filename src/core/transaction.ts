/** What the user signs or sends: one of three shapes, told apart by `kind` inside the program. */
export type RouteTransaction = EvmTransaction | TonTransaction | DepositTransaction

export type EvmTransaction = {
  kind: 'evm'
  to: string
  /** 0x-prefixed call data; `0x` for a plain transfer. */
  data: string
  /** Native base units. */
  value: bigint
  /** Spender of the source token; null when no approval is needed. */
  approvalAddress: string | null
}

export type TonTransaction = {
  kind: 'ton'
  messages: { address: string; amount: bigint; payload: string | null; stateInit: string | null }[]
}

export type DepositTransaction = {
  kind: 'deposit'
  depositAddress: string
  /** Token units, never rescaled. */
  amountToSend: string
  exchangeId: string
  /** Memo, tag or comment the payment must carry. */
  extraFields: { name: string; value: string } | null
  /** Nothing may be paid after this moment; null where the provider names none. Unix milliseconds. */
  expiresAtMs: number | null
}

/**
 * What call data of a known contract says, decoded by our own code and never by the backend that
 * made it (SAFETY.md E8, E9). Amounts in base units; null: the call does not say.
 */
export type DecodedCall = {
  /** Method in the contract's spelling (`exactInput`, `depositV3`, `transfer`). */
  method: string
  /** Who receives on the destination chain; null means the sender himself, by design of the call. */
  recipient: string | null
  /** Token addresses as the call names them; the zero address is the native coin. */
  srcToken: string | null
  dstToken: string | null
  amountIn: bigint | null
  /** Least output that the call itself enforces. */
  minOut: bigint | null
  /** EIP-155 id of the destination chain; null for a call that stays on its chain. */
  dstChainId: number | null
  /** Who gets the money back if the call is not carried out; null where nobody is named. */
  refundTo: string | null
}
