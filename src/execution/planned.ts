import type { Route, RouteTerms } from '../api/route.ts'
import type { SwapAnswer } from '../api/schemas.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { SwapType } from '../core/quote.ts'
import type { PlannedApproval, ReviewCard } from '../core/review.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { EvmTransaction, TonMessage, TonTransaction } from '../core/transaction.ts'
import type { UsdPrice } from '../core/usd.ts'
import type { Leg } from '../store/journalTables.ts'
import type { EvmCall, EvmFees } from '../wallet/types.ts'

/** A route the user picked, with everything that `swap` is asked for and checked against. */
export type SwapOrder = {
  /** What the route was quoted for; resent unchanged, as the contract requires. */
  request: RouteRequest
  route: Route
  /** When the route was quoted, our own clock. Unix milliseconds. */
  quotedAtMs: number
  /** The paying account. */
  fromAddress: string
  receiver: string
  /** True if the user named no receiver: it is the paying account's own address. */
  receiverIsDefault?: true
  /** The name it was recorded with, where an earlier run continues (A8). */
  receiverName?: string
  refundAddress: string | null
  /** `--min-receive` in base units of the destination token; null: the route's own minimum. */
  minReceive: bigint | null
  /** `--max-fee-usd`, USD times 10^18. */
  maxFeeUsdE18: bigint | null
  /** Greatest accepted loss against independent prices; null: 5000 (50 %), never more. */
  maxLossBps: number | null
  idempotencyKey: string | null
  /** `--force`: swap again although the key was used. */
  force: boolean
}

/** The calls of a swap in the order of sending. */
export type PlannedCalls = {
  approvals: PlannedApproval[]
  payment: EvmCall
  terms: RouteTerms & { transaction: EvmTransaction }
}

/** The frozen plan: checked, simulated, not yet accepted; nothing is signed or recorded. */
export type PlannedSwap = PlannedEvmSwap | PlannedTonSwap

type PlannedCommon = {
  order: SwapOrder
  provider: ProviderId
  swapType: SwapType
  routeId: string
  answer: SwapAnswer
  /** EIP-155 id, or the global id of a TON network. */
  chainId: number
  dstAmount: bigint
  /** Nothing below this is signed. */
  dstMinAmount: bigint
  /** Confirmed price of the coin that pays the gas, for the caps of E11; null when unpriced. */
  nativePrice: UsdPrice | null
  card: ReviewCard
}

export type PlannedEvmSwap = PlannedCommon & {
  transaction: EvmTransaction
  approvals: PlannedApproval[]
  fees: EvmFees
  /** With headroom; the payment's is estimated again once its approval is in force. */
  gasLimits: Partial<Record<Leg, bigint>>
  unsigned: UnsignedEvmTransaction[]
  /** In no table, but typed in full by the user. */
  acceptedContracts: readonly string[]
  /** The transfer whose money it claims; such a plan does not age. */
  claims?: { blockchain: BlockchainId; hash: string }
}

export type PlannedTonSwap = PlannedCommon & {
  transaction: TonTransaction
  unsigned: UnsignedTonTransfer[]
  /** Why no key of this program could sign for the wallet; null when one can. */
  cannotSign: string | null
}

export function isTonPlan(planned: PlannedSwap): planned is PlannedTonSwap {
  return planned.transaction.kind === 'ton'
}

/**
 * A deposit route the user picked, with everything its order is checked against. `force` opens it
 * also where the same order is open already.
 */
export type DepositOrder = Omit<SwapOrder, 'fromAddress' | 'maxFeeUsdE18'> & {
  /** Wallet that will pay, where it is known. */
  fromAddress: string | null
}

/** A transaction for another signer (`--unsigned`), in the order of sending. */
export type UnsignedTransaction = UnsignedEvmTransaction | UnsignedTonTransfer

/** One transfer of a TON wallet, as wallet connectors take it; sent in mode 3. */
export type UnsignedTonTransfer = {
  leg: 'pay'
  chainId: number
  blockchain: BlockchainId
  from: string
  /** Unix seconds; a wallet refuses it afterwards. */
  validUntilSeconds: number
  messages: TonMessage[]
}

export type UnsignedEvmTransaction = {
  leg: Leg
  chainId: number
  blockchain: BlockchainId
  from: string
  to: string
  data: string
  value: bigint
  /** Null when it cannot be known before the approval is in force. */
  gasLimit: bigint | null
}
