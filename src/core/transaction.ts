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
}
