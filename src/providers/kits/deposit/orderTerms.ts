import { checkReceiver } from '../../../chains/addresses.ts'
import { type Chain, chainById } from '../../../chains/chains.ts'
import { memoFault } from '../../../chains/receiverMemos.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { DepositMemo } from './coins.ts'
import type { ProviderName } from '../errors.ts'
import { accountKey } from '../../../chains/accountKey.ts'
import type { OrderParties } from './parties.ts'
import type { StoredOrder } from './state.ts'

// The last check of an order before its address is shown.

/** Fields of an order, and their names in a refusal. */
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
 * Terms of an order in comparable texts: coins by the provider's codes, amounts as canonical
 * decimals or base units, times as Unix milliseconds. Null: absent. Undefined: not reported.
 */
export type OrderTerms = { [Field in OrderField]?: string | null | undefined }

export type OrderViews = {
  /** The accepted terms. */
  asked: OrderTerms
  /** The answer to the request that opened it. */
  created: OrderTerms
  /** The same order read back. */
  readBack: OrderTerms
  /** Fields that must be present when read back; others are compared where given. */
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
      throw unsafeDeposit(
        'D3',
        provider,
        `did not return the ${fieldNames[field]} when the order was read back`,
        field,
      )
    }
    const reported = [first, second].filter((value) => value !== undefined)
    if (wanted !== undefined && reported.some((value) => value !== wanted)) {
      const check = field === 'amountToSend' && first !== wanted ? 'D8' : 'D3'
      throw unsafeDeposit(
        check,
        provider,
        `opened an order with a different ${fieldNames[field]}`,
        field,
      )
    }
    if (first !== undefined && second !== undefined && first !== second) {
      const text = `now returns a different ${fieldNames[field]} than when the order was opened`
      throw unsafeDeposit('D3', provider, text, field)
    }
  }
}

const orderFields = Object.keys(fieldNames).filter(isOrderField)

function isOrderField(text: string): text is OrderField {
  return text in fieldNames
}

/** Comparable key of a field: addresses in one spelling; an empty memo equals no memo. */
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

/** Chain of an address field; null for other fields. */
function chainOf(field: OrderField, src: BlockchainId, dst: BlockchainId): BlockchainId | null {
  if (field === 'receiver') return dst
  return field === 'depositAddress' || field === 'refundAddress' ? src : null
}

/**
 * The address fits the source chain and has no other known role (D4).
 * @throws SwaprouteError UNSAFE_ROUTE, never with the address
 */
export function checkDepositAddress(
  provider: ProviderName,
  request: QuoteRequest,
  parties: OrderParties,
  address: string,
): void {
  const { srcToken, dstToken, fromAddress } = request
  const chain = chainById(srcToken.blockchain)
  const own = [fromAddress, parties.refund?.address ?? null].filter((text) => text !== null)
  const others = [...own, srcToken.address, ...receiverThere(chain, dstToken.blockchain, parties)]
  const key = accountKey(chain.id, address)
  if (others.some((other) => accountKey(chain.id, other) === key)) {
    throw unsafeDeposit(
      'D4',
      provider,
      'names a deposit address that has another role in this swap',
      'depositAddress',
    )
  }
  try {
    checkReceiver(chain, address, { knownAddresses: own })
  } catch (cause) {
    if (!(cause instanceof SwaprouteError)) throw cause
    const text = `names an address that must not be paid on ${chain.id}`
    throw unsafeDeposit('D4', provider, text, 'depositAddress')
  }
}

/** The receiver, if its address is valid on the source chain too. */
function receiverThere(chain: Chain, dst: BlockchainId, { receiver }: OrderParties): string[] {
  return chainById(dst).addressFormat === chain.addressFormat ? [receiver.address] : []
}

/**
 * The provider still returns the address of the opened order (D7). Checked by `status`, so that a
 * changed order is not shown again.
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function checkSameDeposit(
  provider: ProviderName,
  { srcToken, depositAddress, depositMemo }: StoredOrder,
  reported: { address: string | null | undefined; memo: string | null | undefined },
): void {
  const { blockchain } = srcToken
  const { address, memo } = reported
  const isOther =
    address != null && accountKey(blockchain, address) !== accountKey(blockchain, depositAddress)
  if (isOther) {
    throw unsafeDeposit('D7', provider, 'now returns a different deposit address', 'depositAddress')
  }
  if (memo !== undefined && (memo ?? '') !== (depositMemo ?? '')) {
    throw unsafeDeposit('D7', provider, 'now returns a different deposit memo', 'depositMemo')
  }
}

/** Chains whose memo field has a different name in every wallet. */
const otherFields: ReadonlySet<BlockchainId> = new Set([
  'ARDOR',
  'CASPER',
  'MINA_PROTOCOL',
  'POLYX',
])

/**
 * The memo can be copied by hand and carried by the chain (D5).
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function checkDepositMemo(
  provider: ProviderName,
  blockchain: BlockchainId,
  memo: string,
  asOutput = false,
): void {
  const hasField = asOutput || otherFields.has(blockchain) || chainById(blockchain).memo !== null
  if (hasField && memoFault(blockchain, memo) === null) return
  throw unsafeDeposit(
    'D5',
    provider,
    `requires a memo that ${blockchain} cannot carry`,
    'depositMemo',
  )
}

/**
 * Chains whose accounts have to hold a reserve, so that exchanges share one: a coin with a memo needs
 * it there. https://xrpl.org/docs/concepts/accounts/reserves,
 * https://developers.stellar.org/docs/learn/fundamentals/lumens (read 2026-11)
 */
const reserveChains: ReadonlySet<BlockchainId> = new Set(['RIPPLE', 'STELLAR'])

/**
 * A payment without the memo that the exchange's own list calls for is lost (D5).
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function requireMemo(
  provider: ProviderName,
  blockchain: BlockchainId,
  listed: DepositMemo | undefined,
  memo: string | null,
): void {
  const isNeeded = listed === 'needed' || (listed === 'known' && reserveChains.has(blockchain))
  if (!isNeeded || (memo ?? '') !== '' || chainById(blockchain).memo === null) return
  throw unsafeDeposit(
    'D5',
    provider,
    `returned no ${chainById(blockchain).memo} for a payment on ${blockchain}, which its own list requires; nothing was paid`,
    'depositMemo',
  )
}

export function unsafeDeposit(
  check: string,
  { name }: ProviderName,
  what: string,
  field: OrderField,
): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${name} ${what}.`, {
    hint: 'The address is not shown. Do not pay; use another provider.',
    context: { check, field },
  })
}
