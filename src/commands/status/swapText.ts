/** What a pasted text may name, by its form alone: no journal, no network. */
import type { StatusAnswer } from '../../api/schemas.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { readTonHash, type TonHashKind } from '../../core/tonHash.ts'
import type { Assets } from '../frame/services.ts'

/** Identifies the swap; members are null if unknown. */
export type KnownSwap = {
  kind: 'swap'
  id: string | null
  receiptId: string | null
  srcTxHash: string | null
  srcBlockchain: BlockchainId | null
  dstBlockchain: BlockchainId | null
  provider: string | null
  receiver: string | null
  /** Its deposit order, of swaps of this machine. */
  order: { number: string | null } | null
  /** Chain on which the text is an address; then only an order paid to it can be found. */
  addressOf: BlockchainId | null
  /** TON, of swaps of this machine: the wallet's transaction, and the kind of the given hash. */
  srcTransactionHash?: string
  hashKind?: TonHashKind
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/**
 * Hashes of the chains: hex with or without 0x, base58, base64, and forms of explorers; order ids
 * and deposit addresses. The shortest has ten characters.
 */
const hashLike = /^[A-Za-z0-9+/=_:.~@-]{10,200}$/
/** Shortened forms in tables and chats: `0x4123…ad545e`, `0x4123...ad545e`. */
const shortened = /^([\w+/=-]{3,})(?:…|\.{2,3})([\w+/=-]{3,})$/
const hashDigits = 64
/** Characters copied along with a hash. */
const wrapping = /^["'`“”‘’„«»<>()[\]{},;]+|["'`“”‘’„«»<>()[\]{},;.!]+$/gu
/** Chains whose addresses could otherwise be read as order ids. */
const addressChains = [
  'ETH',
  'TON',
  'BITCOIN',
  'LITECOIN',
  'DOGECOIN',
  'TRON',
  'RIPPLE',
  'SOLANA',
] as const

/**
 * The hashes, ids and links in typed or pasted text, separated by blanks, line breaks or commas. A
 * hash broken in two by a terminal counts as one.
 */
export function readSubjects(words: readonly string[]): string[] {
  const parts = words
    .flatMap((word) => word.split(/[\s,;]+/))
    .map((part) => part.replace(wrapping, ''))
    .filter((part) => part !== '')
  const joined = parts.join('')
  return parts.length > 1 && isWholeHash(joined) ? [joined] : [...new Set(parts)]
}

/**
 * The swap that a hash, an order id or a deposit address names; null for any other text.
 * @throws SwaprouteError INVALID_ARGUMENT for a hash of the wrong length
 */
export function swapNamed(
  text: string,
  chain: BlockchainId | null,
  assets: Assets,
): KnownSwap | null {
  const nothing = {
    kind: 'swap' as const,
    receiptId: null,
    srcBlockchain: chain,
    dstBlockchain: null,
    provider: null,
    receiver: null,
    order: null,
    addressOf: null,
  }
  if (uuid.test(text)) return { ...nothing, id: text.toLowerCase(), srcTxHash: null }
  const addressOf = readTonHash(text) === null ? addressChain(text, chain, assets) : null
  if (addressOf === null) refuseDigits(text, chain)
  if (!hashLike.test(text) || text.includes('://')) return null
  return { ...nothing, id: null, srcTxHash: text, addressOf }
}

/**
 * The swap that a text from elsewhere names, explorer links included, for readers without a
 * journal.
 * @throws SwaprouteError INVALID_ARGUMENT for any other text
 */
export function swapOfText(text: string, assets: Assets): KnownSwap {
  const page = assets.explorerPage(text)
  if (page?.kind === 'address') throw notATransaction(hashHint)
  if (readShortened(text) !== null) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'This hash is shortened.', {
      hint: 'Give the whole hash.',
    })
  }
  const whole = page?.value ?? orderInLink(text) ?? text
  const swap = swapNamed(whole, page?.blockchain ?? null, assets)
  if (swap === null) throw notASwap(hashHint)
  return swap
}

const hashHint = 'Give the hash of the payment, the number of the order or an explorer link.'

export function notASwap(hint: string): SwaprouteError {
  return new SwaprouteError(
    'INVALID_ARGUMENT',
    'Not a transaction hash, order id, receipt id or explorer link.',
    { hint },
  )
}

/** The error for an address without swaps on this machine, or where there is no journal. */
export function notATransaction(hint: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', 'This is an address, not a transaction.', { hint })
}

/** The two ends of a shortened hash, in lower case; null for any other text. */
export function readShortened(text: string): { start: string; end: string } | null {
  const [, start, end] = shortened.exec(text.toLowerCase()) ?? []
  return start === undefined || end === undefined ? null : { start, end }
}

/**
 * Finds an order by its deposit address; refuses any other address.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export async function orderPaidTo(
  address: string,
  answer: Promise<StatusAnswer>,
  hint = hashHint,
): Promise<StatusAnswer> {
  // A hash of SUI or NEAR has the form of a SOLANA address.
  const mayBeHash = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(address)
  const order = await answer.catch((thrown: unknown) => {
    if (thrown instanceof SwaprouteError && thrown.retry === 'later' && !mayBeHash) return null
    throw thrown
  })
  const isTransaction = order?.transactionKind != null
  if (order === null || (order.status === 'NOT_FOUND' && !isTransaction)) {
    throw notATransaction(hint)
  }
  return order
}

/** The number of an order in a link to a provider's own page, as opposed to an explorer. */
export function orderInLink(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const { pathname, searchParams } = new URL(text)
  const candidates = [
    ...['id', 'orderId', 'order', 'txid'].flatMap((name) => searchParams.get(name) ?? []),
    pathname.split('/').findLast((part) => part !== '') ?? '',
  ]
  return candidates.find((part) => /^(?=.*\d)[A-Za-z0-9-]{8,80}$/.test(part)) ?? null
}

function isWholeHash(text: string): boolean {
  return new RegExp(`^(?:0x)?[0-9a-f]{${hashDigits}}$`, 'i').test(text)
}

/** @throws SwaprouteError INVALID_ARGUMENT for a hash of the wrong length */
function refuseDigits(text: string, chain: BlockchainId | null): void {
  const [, prefix, digits] = /^(0x)?([0-9a-f]+)$/i.exec(text) ?? []
  // Order ids are short, and Starknet omits leading zeros of a hash.
  const isHash = digits !== undefined && (prefix === undefined ? digits.length >= 56 : true)
  if (!isHash || digits.length === hashDigits || chain === 'STARKNET') return
  if (prefix === undefined && digits.length > 72) return
  throw new SwaprouteError(
    'INVALID_ARGUMENT',
    `A transaction hash has ${hashDigits} digits; this has ${digits.length}.`,
    { hint: 'Copy it again, whole.' },
  )
}

function addressChain(
  text: string,
  named: BlockchainId | null,
  assets: Assets,
): BlockchainId | null {
  const isAddress = (chain: BlockchainId): boolean => {
    try {
      assets.account(chain, text)
      return true
    } catch (thrown) {
      if (thrown instanceof SwaprouteError) return false
      throw thrown
    }
  }
  const isPossible = (chain: BlockchainId): boolean =>
    chain !== 'SOLANA' || named === null || named === chain
  return addressChains.find((chain) => isPossible(chain) && isAddress(chain)) ?? null
}
