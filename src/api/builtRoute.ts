/** The one reader of the swaps that services answer with, and the one printer of transactions. */
import { formatAmount, parseAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { type ForeignTransaction, isForeignKind } from '../core/foreignTransaction.ts'
import type { EvmTransaction, RouteTransaction, TonMessage } from '../core/transaction.ts'
import { noSpender, readSpender } from './approvals.ts'
import { readForeign, writeForeign } from './foreignWire.ts'
import {
  type EstimateTerms,
  type FeeTerms,
  isWei,
  type InvalidField,
  readEstimateTerms,
  readFeeTerms,
} from './route.ts'
import type { SwapAnswer, WireTransaction } from './schemas.ts'
import type { ErrorObject } from './routeSchema.ts'

/** A built route: what is signed or paid, and its document in the contract's form. */
export type BuiltRoute = {
  /** Null: not repeated by the service; the route's own applies. */
  estimate: EstimateTerms | InvalidField | null
  /** Null: as above. */
  fees: FeeTerms | InvalidField | null
  transaction: BuiltTransaction
  /** Null: those of the route apply. */
  warnings: readonly ErrorObject[] | null
  /** The swapped tokens, if the service repeats them. */
  pair: { src: TokenName; dst: TokenName } | null
  /** The contract's document: printed once, or as received, unknown members included. */
  answer: SwapAnswer
}

type TokenName = { blockchain: string; address: string }

/** `none`: it contains nothing that pays on the source chain. */
export type BuiltTransaction =
  | BuiltCall
  | { kind: 'ton'; messages: TonMessage[] | InvalidField }
  | BuiltDeposit
  | ForeignTransaction
  | { kind: 'none' }

export type BuiltCall = Omit<EvmTransaction, 'value' | 'approvalAddress'> & {
  value: bigint | InvalidField
  /** Undefined: the service names it with the route only. */
  approvalAddress: string | null | undefined
  permit2Address: string | null
}

/** A deposit order, with the members the service returned. */
export type BuiltDeposit = {
  kind: 'deposit'
  depositAddress: string
  /** Token units, for display. */
  amountToSend: string | null
  /** `amountToSend` in base units; null if it is not an amount of the token. */
  amount: bigint | null
  exchangeId: string | null
  memo: { name: string; value: string } | null
  /** Unix milliseconds; null if the provider sets no limit. */
  expiresAtMs: number | null | InvalidField
}

/** What the caller needs: any transaction that pays the route, or the order of a deposit route. */
export type Wanted = 'payment' | 'order'

/** @param srcToken token paid: some answers contain a transaction for several kinds of wallet */
export function readSwapAnswer(answer: SwapAnswer, srcToken: Token, wanted: Wanted): BuiltRoute {
  const { estimate, fees, transaction } = answer
  return toBuiltRoute(answer, {
    estimate: estimate === undefined ? null : readEstimateTerms(estimate),
    fees: fees === undefined ? null : readFeeTerms(fees),
    transaction: readTransaction(transaction, answer, srcToken, wanted),
  })
}

/** @param numbers those of the document, if already read */
export function toBuiltRoute(
  answer: SwapAnswer,
  numbers: Pick<BuiltRoute, 'estimate' | 'fees' | 'transaction'>,
): BuiltRoute {
  const { warnings = null, quote } = answer
  const pair =
    quote === undefined
      ? null
      : {
          src: { blockchain: quote.srcTokenBlockchain, address: quote.srcTokenAddress },
          dst: { blockchain: quote.dstTokenBlockchain, address: quote.dstTokenAddress },
        }
  return { ...numbers, warnings, pair, answer }
}

/** @param amount of a deposit order, base units */
export function toBuiltTransaction(
  transaction: RouteTransaction,
  amount: bigint | null,
): BuiltTransaction {
  if (transaction.kind === 'evm') return { ...transaction, permit2Address: null }
  if (transaction.kind === 'ton' || isForeign(transaction)) return transaction
  const { extraFields, expiresAtMs, ...order } = transaction
  return {
    ...order,
    amount,
    memo: readMemo(extraFields),
    // To the millisecond, as the document has it: every later answer is compared with this one.
    expiresAtMs: expiresAtMs === null ? null : Math.trunc(expiresAtMs),
  }
}

/** @param unapproved the spender to write where nothing is approved */
export function toWireTransaction(
  transaction: RouteTransaction,
  unapproved: Pick<WireTransaction, 'approvalAddress'> = { approvalAddress: noSpender },
): WireTransaction {
  if (isForeign(transaction)) return writeForeign(transaction, unapproved)
  switch (transaction.kind) {
    case 'evm': {
      const { to, data, value, approvalAddress } = transaction
      const spender = approvalAddress === null ? unapproved : { approvalAddress }
      return { to, data, value: value.toString(), ...spender }
    }
    case 'ton':
      return {
        tonMessages: transaction.messages.map(({ address, amount, payload, stateInit }) => ({
          address,
          amount: amount.toString(),
          ...(payload === null ? {} : { payload }),
          ...(stateInit === null ? {} : { stateInit }),
        })),
      }
    case 'deposit': {
      const { depositAddress, amountToSend, exchangeId, extraFields, expiresAtMs } = transaction
      return {
        depositAddress,
        amountToSend,
        exchangeId,
        extraFields,
        ...(expiresAtMs === null ? {} : { expiresAt: new Date(expiresAtMs).toISOString() }),
      }
    }
  }
}

function isForeign(transaction: RouteTransaction): transaction is ForeignTransaction {
  return isForeignKind(transaction.kind)
}

function readTransaction(
  transaction: WireTransaction,
  answer: Pick<SwapAnswer, 'uniqueInfo'>,
  srcToken: Token,
  wanted: Wanted,
): BuiltTransaction {
  const { to, tonMessages } = transaction
  const foreign = wanted === 'payment' ? readForeign(transaction, srcToken.blockchain) : null
  if (foreign !== null) return foreign
  const onTon = srcToken.blockchain === 'TON'
  if (wanted === 'payment' && onTon && tonMessages != null) {
    return { kind: 'ton', messages: readMessages(tonMessages) }
  }
  if (wanted === 'payment' && !onTon && to != null) return readCall(transaction, to)
  return readDeposit(
    wanted === 'order' ? asOrder(transaction, answer, srcToken) : transaction,
    srcToken,
  )
}

/**
 * An order that a service writes as the transfer that pays it, its number beside it
 * (service-facts sections 6 and 7).
 */
function asOrder(
  transaction: WireTransaction,
  { uniqueInfo }: Pick<SwapAnswer, 'uniqueInfo'>,
  { address, decimals, native }: Token,
): WireTransaction {
  const { depositAddress, to = depositAddress, data, value } = transaction
  const paid = transferOf(native ? null : address, { to, data, value })
  const numbers = Object.entries(uniqueInfo ?? {}).flatMap(([name, number]) =>
    name.endsWith('Id') && typeof number === 'string' ? [number] : [],
  )
  return {
    ...(paid === null
      ? {}
      : { depositAddress: paid.to, amountToSend: formatAmount(paid.amount, decimals) }),
    ...(numbers.length === 1 ? { exchangeId: numbers[0] } : {}),
    ...Object.fromEntries(Object.entries(transaction).filter(([, member]) => member != null)),
  }
}

/** ERC-20 `transfer(address,uint256)`. */
const tokenTransfer = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i

/** @param token null: the native coin */
function transferOf(
  token: string | null,
  { to, data, value }: Pick<WireTransaction, 'to' | 'data' | 'value'>,
): { to: string; amount: bigint } | null {
  const isPlain = data == null || data === '' || data === '0x'
  if (token === null) {
    return to != null && isPlain && value != null && isWei(value)
      ? { to, amount: BigInt(value) }
      : null
  }
  const [, payee, amount] = (data == null ? null : tokenTransfer.exec(data)) ?? []
  const isOfToken = to?.toLowerCase() === token.toLowerCase()
  return isOfToken && payee !== undefined
    ? { to: `0x${payee}`, amount: BigInt(`0x${amount}`) }
    : null
}

function readMessages(
  messages: NonNullable<WireTransaction['tonMessages']>,
): TonMessage[] | InvalidField {
  if (!messages.every(({ amount }) => isWei(amount))) return { invalid: 'tonMessages.amount' }
  return messages.map(({ address, amount, payload, stateInit }) => ({
    address,
    amount: BigInt(amount),
    payload: payload ?? null,
    stateInit: stateInit ?? null,
  }))
}

function readCall(
  { data, value, approvalAddress, permit2Address }: WireTransaction,
  to: string,
): BuiltCall {
  const text = value ?? '0'
  return {
    kind: 'evm',
    to,
    data: data ?? '0x',
    value: isWei(text) ? BigInt(text) : { invalid: 'value' },
    approvalAddress: approvalAddress === undefined ? undefined : readSpender(approvalAddress),
    permit2Address: permit2Address ?? null,
  }
}

function readDeposit(
  { depositAddress, amountToSend, exchangeId, extraFields, expiresAt }: WireTransaction,
  { decimals }: Token,
): BuiltTransaction {
  if (depositAddress == null) return { kind: 'none' }
  return {
    kind: 'deposit',
    depositAddress,
    amountToSend: amountToSend ?? null,
    amount: amountToSend == null ? null : amountIn(amountToSend, decimals),
    exchangeId: exchangeId ?? null,
    memo: readMemo(extraFields),
    expiresAtMs: readTime(expiresAt),
  }
}

function amountIn(text: string, decimals: number): bigint | null {
  try {
    return parseAmount(text, decimals)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}

/** `{name, value}`, or BITCOIN's `{memo}` (service-facts section 7); absent and empty mean none. */
function readMemo(extra: WireTransaction['extraFields']): BuiltDeposit['memo'] {
  const value = extra?.value ?? extra?.memo ?? ''
  if (value === '') return null
  const name = extra?.name ?? ''
  return { name: name === '' ? 'memo' : name, value }
}

function readTime(text: string | null | undefined): BuiltDeposit['expiresAtMs'] {
  if (text == null) return null
  const time = Date.parse(text)
  return Number.isFinite(time) ? time : { invalid: 'expiresAt' }
}
