import { checkReceiver } from '../../../chains/addresses.ts'
import { type Chain, chainById } from '../../../chains/chains.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { ProviderName } from './errors.ts'
import { accountKey } from '../../../chains/accountKey.ts'
import type { Parties } from './parties.ts'
import type { DepositOrder } from './state.ts'

// The last look at an order before its address is shown to somebody who will pay it.

/** What an order says, and how each of it is called in a refusal. */
const fieldNames = {
  orderId: 'order number',
  srcCoin: 'coin to pay',
  dstCoin: 'coin to receive',
  amountToSend: 'amount',
  depositAddress: 'deposit address',
  depositMemo: 'deposit memo',
  receiver: 'receiver',
  receiverMemo: "receiver's memo",
  refundAddress: 'refund address',
  refundMemo: 'memo for refunds',
  rateType: 'kind of rate',
  dstAmount: 'expected amount',
  expiresAt: 'deadline',
} as const

export type OrderField = keyof typeof fieldNames

/**
 * Terms of an order in comparable texts: coins in the provider's words, amounts as canonical
 * decimals or base units, times as Unix milliseconds. Null: there is none. Undefined: not said.
 */
export type OrderTerms = { [Field in OrderField]?: string | null | undefined }

export type OrderViews = {
  /** What was accepted by the user. */
  asked: OrderTerms
  /** The answer to the request that opened it. */
  created: OrderTerms
  /** The same order asked for again. */
  readBack: OrderTerms
  /** What reading it back must say; everything else is compared where it is said. */
  required: readonly OrderField[]
}

/**
 * Compares every field of the three views (D3, D8).
 * @throws SwaprouteError UNSAFE_ROUTE naming the field, never its value
 */
export function compareOrder(
  provider: ProviderName,
  { srcToken, dstToken }: QuoteRequest,
  { asked, created, readBack, required }: OrderViews,
): void {
  for (const field of orderFields) {
    const key = keyOf(field, srcToken.blockchain, dstToken.blockchain)
    const [wanted, first, second] = [asked[field], created[field], readBack[field]].map(key)
    if (second === undefined && required.includes(field)) {
      throw unsafe(
        'D3',
        provider,
        `does not tell the ${fieldNames[field]} of the order again`,
        field,
      )
    }
    const told = [first, second].filter((value) => value !== undefined)
    if (wanted !== undefined && told.some((value) => value !== wanted)) {
      const check = field === 'amountToSend' && first !== wanted ? 'D8' : 'D3'
      throw unsafe(check, provider, `opened an order with another ${fieldNames[field]}`, field)
    }
    if (first !== undefined && second !== undefined && first !== second) {
      const text = `now tells another ${fieldNames[field]} than when the order was opened`
      throw unsafe('D3', provider, text, field)
    }
  }
}

const orderFields = Object.keys(fieldNames).filter(isOrderField)

function isOrderField(text: string): text is OrderField {
  return text in fieldNames
}

/** Addresses are equal in every spelling of theirs; no memo is no memo, however it is written. */
function keyOf(
  field: OrderField,
  src: BlockchainId,
  dst: BlockchainId,
): (value: string | null | undefined) => string | null | undefined {
  const chain = chainOf(field, src, dst)
  if (chain === null) return (value) => (value === '' ? null : value)
  return (value) => {
    if (value === undefined) return undefined
    return value === null || value === '' ? null : accountKey(chain, value)
  }
}

/** Chain of a field that holds an address; null for every other one. */
function chainOf(field: OrderField, src: BlockchainId, dst: BlockchainId): BlockchainId | null {
  if (field === 'receiver') return dst
  return field === 'depositAddress' || field === 'refundAddress' ? src : null
}

/**
 * The address fits the source chain and is nobody's we know in another role (D4).
 * @throws SwaprouteError UNSAFE_ROUTE, never with the address
 */
export function checkDepositAddress(
  provider: ProviderName,
  request: QuoteRequest,
  parties: Parties,
  address: string,
): void {
  const { srcToken, dstToken, fromAddress } = request
  const chain = chainById(srcToken.blockchain)
  const own = [fromAddress, parties.refund?.address ?? null].filter((text) => text !== null)
  const others = [...own, srcToken.address, ...receiverThere(chain, dstToken.blockchain, parties)]
  const key = accountKey(chain.id, address)
  if (others.some((other) => accountKey(chain.id, other) === key)) {
    throw unsafe('D4', provider, 'names an address of another role to be paid', 'depositAddress')
  }
  try {
    checkReceiver(chain, address, { knownAddresses: own })
  } catch (cause) {
    if (!(cause instanceof SwaprouteError)) throw cause
    const text = `names an address that must not be paid on ${chain.id}`
    throw unsafe('D4', provider, text, 'depositAddress')
  }
}

/** The receiver, where his address could be one of the source chain. */
function receiverThere(chain: Chain, dst: BlockchainId, { receiver }: Parties): string[] {
  return chainById(dst).addressFormat === chain.addressFormat ? [receiver.address] : []
}

/**
 * The provider still tells the address it told when the order was opened (D7): who asks for the
 * status before he shows an order again is told when it must not be shown.
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function checkSameDeposit(
  provider: ProviderName,
  { srcToken, depositAddress, depositMemo }: DepositOrder,
  told: { address: string | null | undefined; memo: string | null | undefined },
): void {
  const { blockchain } = srcToken
  const { address, memo } = told
  const isOther =
    address != null && accountKey(blockchain, address) !== accountKey(blockchain, depositAddress)
  if (isOther) {
    throw unsafe('D7', provider, 'now tells another deposit address', 'depositAddress')
  }
  if (memo !== undefined && (memo ?? '') !== (depositMemo ?? '')) {
    throw unsafe('D7', provider, 'now tells another deposit memo', 'depositMemo')
  }
}

/** Chains whose payments have a field that is called differently by every wallet. */
const otherFields: ReadonlySet<BlockchainId> = new Set([
  'ARDOR',
  'CASPER',
  'MINA_PROTOCOL',
  'POLYX',
])
const longestMemo: Partial<Record<BlockchainId, number>> = { STELLAR: 28, TON: 120 }

/**
 * A memo a person can copy and the chain can carry (D5).
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function checkDepositMemo(
  provider: ProviderName,
  blockchain: BlockchainId,
  memo: string,
  asOutput = false,
): void {
  const hasField = asOutput || otherFields.has(blockchain) || chainById(blockchain).memo !== null
  const isTag = blockchain === 'RIPPLE'
  const isSound = isTag
    ? /^(?:0|[1-9]\d{0,9})$/.test(memo) && Number(memo) <= 0xffff_ffff
    : /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(memo) &&
      memo.length <= (longestMemo[blockchain] ?? 256)
  if (isSound && hasField) return
  throw unsafe('D5', provider, `wants a memo that ${blockchain} cannot carry`, 'depositMemo')
}

export function unsafe(
  check: string,
  { name }: ProviderName,
  what: string,
  field: OrderField,
): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${name} ${what}.`, {
    hint: 'The address is not shown and nothing must be paid. Use another provider.',
    context: { check, field },
  })
}
