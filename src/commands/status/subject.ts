import type { StatusAnswer } from '../../api/schemas.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { readTonHash, type TonHashKind } from '../../core/tonHash.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import type { Ctx } from '../frame/command.ts'
import type { OwnSwap, Services } from '../frame/services.ts'
import { notATransaction } from './address.ts'

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

/** An address with swaps of this machine, newest first. */
export type KnownAddress = { kind: 'address'; address: string; swaps: readonly SwapReceipt[] }

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
const mostSwaps = 1_000
const mostNamed = 5
/** Of the beginning of an id. */
const shortestId = 4

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
 * Finds the swap of a hash, order id, receipt id or explorer link. The journal is asked first; if
 * it is damaged, the service is still asked.
 * @throws SwaprouteError INVALID_ARGUMENT for any other text
 */
export async function lookUp(
  given: string,
  onlyChain: BlockchainId | null,
  ctx: Ctx<'assets' | 'findSwap' | 'journal'>,
): Promise<KnownSwap | KnownAddress> {
  const assets = await ctx.services.assets()
  const page = assets.explorerPage(given)
  if (page?.kind === 'address') {
    const known = await swapsOf(page.value, ctx)
    if (known === null) throw notATransaction()
    return known
  }
  const chain = chainOf(page?.blockchain ?? null, onlyChain)
  const whole = page?.value ?? orderInLink(given) ?? (await unshortened(given, ctx)) ?? given
  const own = await findOwn(whole, ctx)
  if (own !== null) {
    return { ...own, kind: 'swap', srcBlockchain: chain ?? own.srcBlockchain, addressOf: null }
  }
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
  if (uuid.test(whole)) return { ...nothing, id: whole.toLowerCase(), srcTxHash: null }
  const addressOf = readTonHash(whole) === null ? addressChain(whole, chain, assets) : null
  const known = addressOf === null ? null : await swapsOf(whole, ctx)
  if (known !== null) return known
  if (addressOf === null) refuseDigits(whole, chain)
  if (!hashLike.test(whole) || /:\/\//.test(whole)) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      'Not a transaction hash, order id, receipt id or explorer link.',
      { hint: await hintFor(whole, ctx) },
    )
  }
  return { ...nothing, id: null, srcTxHash: whole, addressOf }
}

/**
 * Finds an order by its deposit address; refuses any other address.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export async function orderPaidTo(
  address: string,
  answer: Promise<StatusAnswer>,
): Promise<StatusAnswer> {
  // A hash of SUI or NEAR has the form of a SOLANA address.
  const mayBeHash = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(address)
  const order = await answer.catch((thrown: unknown) => {
    if (thrown instanceof SwaprouteError && thrown.retry === 'later' && !mayBeHash) return null
    throw thrown
  })
  const isTransaction = order?.transactionKind != null
  if (order === null || (order.status === 'NOT_FOUND' && !isTransaction)) {
    throw notATransaction()
  }
  return order
}

/** The matching swaps, if a beginning of an id is ambiguous. */
async function hintFor(text: string, ctx: Ctx<'journal'>): Promise<string> {
  const all = '`swaproute history` lists the swaps of this machine with their ids.'
  if (text.length < shortestId) return all
  const fitting = await fittingSwaps((name) => name.startsWith(text.toLowerCase()), ctx)
  return fitting.length < 2
    ? all
    : `${fitting.length} swaps of this machine begin with it: ${named(fitting)}.`
}

/** The number of an order in a link to a provider's own page, as opposed to an explorer. */
function orderInLink(text: string): string | null {
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

function chainOf(linked: BlockchainId | null, only: BlockchainId | null): BlockchainId | null {
  if (linked === null || only === null || linked === only) return only ?? linked
  throw new SwaprouteError(
    'INVALID_ARGUMENT',
    `The link is to a transaction on ${linked}, but --chain is ${only}.`,
    { hint: 'Leave --chain out: the link already names the chain.' },
  )
}

async function findOwn(text: string, ctx: Ctx<'findSwap'>): Promise<OwnSwap | null> {
  const { findSwap } = ctx.services
  // Copied without its 0x; TON hashes have none.
  const isBare = /^[0-9a-f]{64}$/i.test(text)
  return await fromJournal(
    ctx,
    async () => (await findSwap(text)) ?? (isBare ? await findSwap(`0x${text}`) : null),
  )
}

async function fromJournal<T>(ctx: Ctx, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code !== 'STORE_DAMAGED') throw thrown
    ctx.warn(thrown.code, `${thrown.message} Only the service is asked.`)
    return null
  }
}

/** The full hash or id of a swap of this machine for a shortened one; null: not shortened. */
async function unshortened(text: string, ctx: Ctx<'journal'>): Promise<string | null> {
  const [, start, end] = shortened.exec(text.toLowerCase()) ?? []
  if (start === undefined || end === undefined) return null
  const fitting = await fittingSwaps((name) => name.startsWith(start) && name.endsWith(end), ctx)
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  throw new SwaprouteError(
    'INVALID_ARGUMENT',
    fitting.length === 0
      ? 'No swap on this machine matches this shortened hash.'
      : `${fitting.length} swaps on this machine match this shortened hash: ${named(fitting)}.`,
    { hint: 'Give the whole hash.' },
  )
}

/** Receipt ids of the swaps one of whose ids or hashes fits. */
async function fittingSwaps(
  fits: (name: string) => boolean,
  ctx: Ctx<'journal'>,
): Promise<string[]> {
  const swaps = await fromJournal(ctx, async () =>
    (await ctx.services.journal()).history(mostSwaps),
  )
  return (swaps ?? []).flatMap(({ receiptId, id, hashes }) =>
    [receiptId, id, ...Object.values(hashes)].some((name) => fits(name.toLowerCase()))
      ? [receiptId]
      : [],
  )
}

function named(receiptIds: readonly string[]): string {
  const more = receiptIds.length - mostNamed
  return `${receiptIds.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
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
  assets: Awaited<ReturnType<Services['assets']>>,
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

/** The swaps with this payer, receiver or refund address, newest first; null if there are none. */
async function swapsOf(
  address: string,
  ctx: Ctx<'assets' | 'findSwap' | 'journal'>,
): Promise<KnownAddress | null> {
  const found = await fromJournal(ctx, async () => {
    const journal = await ctx.services.journal()
    const assets = await ctx.services.assets()
    return journal.history(mostSwaps).flatMap(({ receiptId }) => {
      const swap = journal.receipt(receiptId)
      const { fromAddress, receiver, refundAddress, send, receive } = swap
      const isIts =
        [fromAddress, refundAddress].some(
          (one) => one !== null && assets.isSameAccount(send.token.blockchain, one, address),
        ) || assets.isSameAccount(receive.token.blockchain, receiver, address)
      return isIts ? [swap] : []
    })
  })
  return found === null || found.length === 0 ? null : { kind: 'address', address, swaps: found }
}
