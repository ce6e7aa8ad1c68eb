import type { SwapAnswer } from '../../api/schemas.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Token } from '../../core/token.ts'
import type { Repeat, ReviewReason } from '../reviewTypes.ts'
import type { ExecutionContext, SwapOrder } from '../types.ts'

/**
 * A deposit route the user picked, with everything its order is held against. `force` opens it
 * also where the same order is open already.
 */
export type DepositOrder = Omit<SwapOrder, 'fromAddress' | 'maxFeeUsdE18'> & {
  /** Wallet that will pay, where it is known. */
  fromAddress: string | null
}

/** What the user has to send; checked and read back before anybody sees it (D3 to D8). */
export type Instruction = {
  depositAddress: string
  /** Token units, exactly. */
  amountToSend: string
  exchangeId: string
  /** Must go along with the payment; null: the order needs none. */
  memo: { name: string; value: string } | null
  /** Nothing may be paid after this moment; null where the provider names none. Unix ms. */
  expiresAtMs: number | null
}

/**
 * The number by which an order may be spoken of at any time. Null where it is the address itself,
 * which is shown only right after it was read back (D7), or gives the memo away.
 */
export function orderNumber({
  exchangeId,
  depositAddress,
  extraFields,
}: {
  exchangeId: string
  depositAddress: string
  extraFields: { value: string } | null
}): string | null {
  const told = [depositAddress, ...(extraFields === null ? [] : [extraFields.value])]
  return told.some((secret) => exchangeId.includes(secret)) ? null : exchangeId
}

/** What is confirmed before an order is opened. Amounts in base units. */
export type OrderCard = {
  routeId: string
  provider: ProviderId
  rateType: 'fixed' | 'float' | null
  send: { token: Token; amount: bigint; usdE18: bigint | null }
  receive: {
    token: Token
    expected: bigint
    atLeast: bigint
    expectedUsdE18: bigint | null
    atLeastUsdE18: bigint | null
  }
  /** Token units; null where the provider names none. */
  limits: { min: string | null; max: string | null }
  durationSeconds: number
  receiver: string
  refundAddress: string | null
  quoteAgeMs: number
  /** Loss against independent prices; negative is a gain; null when unpriced. */
  lossBps: number | null
  warnings: { code: string; text: string }[]
  /** Of an order that an account of this machine pays; without a person it is refused. */
  repeatOf?: Repeat | null
  /** Not empty: on a terminal the amount has to be typed out. */
  typedReasons: ReviewReason[]
}

/** Everything of the deposit card (cli contract, section 5). */
export type DepositCard = {
  occasion: 'order' | 'resume'
  receiptId: string
  routeId: string
  provider: ProviderId
  rateType: 'fixed' | 'float' | null
  send: { token: Token; amount: bigint }
  receive: { token: Token; expected: bigint; atLeast: bigint }
  instruction: Instruction
  receiver: string
  refundAddress: string | null
  /** What the service answered, for machines. */
  answer: SwapAnswer
}

/** What orders need besides: the user's yes, and somewhere to show where to pay. */
export type DepositContext = ExecutionContext & {
  /** On local chains the accounts of developers may be paid. */
  sandbox: boolean
  /** Returning means yes. Throws DECLINED or CONFIRMATION_REQUIRED; nothing was ordered then. */
  confirmOrder(card: OrderCard): Promise<void>
  /**
   * Shows where to pay, the memo first. Throws DECLINED when the memo is not acknowledged; the
   * address was not shown then.
   */
  present(card: DepositCard): Promise<void>
}
