/** Orders of deposit routes: each is opened once, however often it is requested. */
import type { BuiltTransaction } from '../api/builtRoute.ts'
import { chainById, isEvmChain } from '../chains/chains.ts'
import { encodeTransfer } from '../chains/evm/erc20.ts'
import { parseAmount } from '../core/amounts.ts'
import { type ErrorCode, errorCodes, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { Quote } from '../core/quote.ts'
import type { EvmTransaction, RouteTransaction } from '../core/transaction.ts'
import type { BackendServices } from './services.ts'
import type { BuiltQuote, StoredQuote, StoredQuotes } from './storedQuotes.ts'

/** Time to wait for the order of another caller. */
const waitMs = 40_000
/** Time to wait for a store that is away, with an order that has to be in it before it is shown. */
const storeWaitMs = 20_000
const pauseMs = 150

/** After these errors an order may exist at the provider, although none was shown. */
const maybeOpened: ReadonlySet<ErrorCode> = new Set([
  'OUTCOME_UNKNOWN',
  'UNSAFE_ROUTE',
  'PRICE_MOVED',
  'INTERNAL',
  'INTERRUPTED',
])

/** Errors of orders whose answer arrived and was refused; a repeat gives the same refusal. */
const refused: ReadonlySet<ErrorCode> = new Set(['UNSAFE_ROUTE', 'PRICE_MOVED'])

/**
 * Runs `open` for exactly one caller of all processes (D2), and stores its order; the others get the
 * stored result. The claim is on disk before `open` begins (D1), so that an order is not opened twice
 * after a crash.
 * @param open calls `onOpened` as soon as the provider has answered with an order
 * @throws SwaprouteError what `open` throws; OUTCOME_UNKNOWN where an earlier order may exist whose
 *   answer was lost, and where the order could not be stored
 */
export async function openOnce(
  services: Pick<BackendServices, 'now' | 'pause'>,
  quotes: StoredQuotes,
  stored: StoredQuote,
  signal: AbortSignal,
  open: OpenOrder,
): Promise<BuiltQuote> {
  const deadline = services.now() + waitMs
  for (;;) {
    const claim = await quotes.claimOrder(stored.id)
    if (claim === 'claimed') {
      await claimOffer(quotes, stored)
      return await openClaimed(services, quotes, stored, open)
    }
    if (claim === 'built') {
      const built = await quotes.find(stored.id)
      if (built?.swap != null) return { ...built, swap: built.swap }
    }
    if (claim === 'lost') throw (await quotes.findLoss(stored.id)) ?? orderLost(stored, claim)
    if (services.now() >= deadline) throw orderLost(stored, claim)
    await services.pause(pauseMs, signal)
    if (signal.aborted) throw new SwaprouteError('INTERRUPTED', 'The request was ended.')
  }
}

/** @throws SwaprouteError QUOTE_EXPIRED where another caller of the same offer was first */
async function claimOffer(quotes: StoredQuotes, { id, quote }: StoredQuote): Promise<void> {
  if (quote.offer === undefined || (await quotes.claimOrder(quote.offer)) === 'claimed') return
  await quotes.releaseOrder(id)
  const text = `This offer of ${quote.provider} was taken by another caller who asked for the same.`
  throw new SwaprouteError('QUOTE_EXPIRED', text, { hint: 'Get a new quote and use the new id.' })
}

type OpenOrder = (onOpened: () => void) => Promise<BuiltQuote>

async function openClaimed(
  services: Pick<BackendServices, 'now' | 'pause'>,
  quotes: StoredQuotes,
  stored: StoredQuote,
  open: OpenOrder,
): Promise<BuiltQuote> {
  let isOpened = false
  try {
    const built = await open(() => (isOpened = true))
    return await storeOrder(services, quotes, built)
  } catch (thrown) {
    // The claim of an unreachable store stays, and with it no other order is opened.
    await endClaim(quotes, stored, isOpened, toSwaprouteError(thrown)).catch(() => undefined)
    throw thrown
  }
}

async function endClaim(
  quotes: StoredQuotes,
  { id, quote: { offer } }: StoredQuote,
  isOpened: boolean,
  error: SwaprouteError,
): Promise<void> {
  if (isOpened || maybeOpened.has(error.code)) {
    await quotes.loseOrder(id, refused.has(error.code) ? error : null)
    return
  }
  await quotes.releaseOrder(id)
  if (offer !== undefined) await quotes.releaseOrder(offer)
}

/** An order that is not stored is not shown: a repeat of the call would not find it. */
async function storeOrder(
  services: Pick<BackendServices, 'now' | 'pause'>,
  quotes: StoredQuotes,
  built: BuiltQuote,
): Promise<BuiltQuote> {
  const deadline = services.now() + storeWaitMs
  for (;;) {
    try {
      return await quotes.saveSwap(built)
    } catch (thrown) {
      const { code } = toSwaprouteError(thrown)
      const mayComeBack = errorCodes[code].retry === 'later'
      if (!mayComeBack || services.now() >= deadline) throw orderUnstored(built, thrown)
    }
    // Also for a caller who has left: others may ask for the same order.
    await services.pause(pauseMs, new AbortController().signal)
  }
}

function orderUnstored({ quote }: StoredQuote, cause: unknown): SwaprouteError {
  const text = `${quote.provider} opened an order for this id, which could not be stored.`
  return new SwaprouteError('OUTCOME_UNKNOWN', text, {
    hint: lostHint,
    context: { check: 'D2', provider: quote.provider },
    cause,
  })
}

const lostHint =
  'No address was shown and nothing can have been paid; an unpaid order simply ends. Get a new quote.'

function orderLost({ quote }: StoredQuote, claim: string): SwaprouteError {
  const what =
    claim === 'lost'
      ? `${quote.provider} was asked to open an order for this id, but its answer was lost.`
      : `${quote.provider} is still being asked to open the order for this id.`
  return new SwaprouteError('OUTCOME_UNKNOWN', what, {
    hint: lostHint,
    context: { check: 'D2', provider: quote.provider },
  })
}

/**
 * Requires that the order names exactly the accepted amount, whichever adapter built it (D8).
 * @returns its amount in base units; null if it is not an order
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function checkOrderAmount(
  transaction: RouteTransaction,
  { request, provider }: Quote,
): bigint | null {
  if (transaction.kind !== 'deposit') return null
  const { srcAmount, srcToken } = request
  const amount = parseAmount(transaction.amountToSend, srcToken.decimals)
  if (amount === srcAmount) return amount
  throw new SwaprouteError('UNSAFE_ROUTE', `${provider} asks for a different amount.`, {
    hint: 'The address is not shown; do not pay. Use another provider.',
    context: { check: 'D8', field: 'amountToSend' },
  })
}

/**
 * An order as the transfer that an EVM wallet signs (service-facts section 7). Null if a transfer
 * cannot pay it: another kind of chain, or a memo, which a plain transfer cannot carry.
 */
export function toTransfer(order: BuiltTransaction, { request }: Quote): EvmTransaction | null {
  const { srcToken, srcAmount } = request
  if (order.kind !== 'deposit' || order.memo !== null) return null
  if (!isEvmChain(chainById(srcToken.blockchain))) return null
  const { depositAddress } = order
  const transfer = srcToken.native
    ? { to: depositAddress, data: '0x', value: srcAmount }
    : { to: srcToken.address, data: encodeTransfer(depositAddress, srcAmount), value: 0n }
  return { kind: 'evm', ...transfer, approvalAddress: null }
}
