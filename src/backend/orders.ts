/** Orders of deposit routes: each is opened once, whoever asks and how often. */
import type { BuiltTransaction } from '../api/builtRoute.ts'
import { chainById, isEvmChain } from '../chains/chains.ts'
import { encodeTransfer } from '../chains/evm/erc20.ts'
import { parseAmount } from '../core/amounts.ts'
import { type ErrorCode, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { Quote } from '../core/quote.ts'
import type { EvmTransaction, RouteTransaction } from '../core/transaction.ts'
import type { BackendServices } from './services.ts'
import type { BuiltQuote, StoredQuote, StoredQuotes } from './storedQuotes.ts'

/** How long the order of another caller is waited for. */
const waitMs = 40_000
const pauseMs = 150

/** After these an order may exist at the provider, although nobody was shown one. */
const maybeOpened: ReadonlySet<ErrorCode> = new Set([
  'OUTCOME_UNKNOWN',
  'UNSAFE_ROUTE',
  'PRICE_MOVED',
  'INTERNAL',
  'INTERRUPTED',
])

/** Orders whose answer arrived and was refused: asking again gives the same refusal. */
const refused: ReadonlySet<ErrorCode> = new Set(['UNSAFE_ROUTE', 'PRICE_MOVED'])

/**
 * Runs `open` for exactly one of all callers in all processes (D2); the others get what it stored.
 * The claim is on disk before `open` begins (D1), so that a process that dies in it opens nothing
 * twice either.
 * @throws SwaprouteError what `open` throws; OUTCOME_UNKNOWN where an earlier order may exist that
 *   nobody has the answer of
 */
export async function openOnce(
  services: Pick<BackendServices, 'now' | 'pause'>,
  quotes: StoredQuotes,
  stored: StoredQuote,
  signal: AbortSignal,
  open: () => Promise<BuiltQuote>,
): Promise<BuiltQuote> {
  const deadline = services.now() + waitMs
  for (;;) {
    const claim = await quotes.claimOrder(stored.id)
    if (claim === 'claimed') return await openClaimed(quotes, stored.id, open)
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

async function openClaimed(
  quotes: StoredQuotes,
  id: string,
  open: () => Promise<BuiltQuote>,
): Promise<BuiltQuote> {
  try {
    return await open()
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    const { code } = error
    if (maybeOpened.has(code)) await quotes.loseOrder(id, refused.has(code) ? error : null)
    else await quotes.releaseOrder(id)
    throw thrown
  }
}

function orderLost({ quote }: StoredQuote, claim: string): SwaprouteError {
  const what =
    claim === 'lost'
      ? `${quote.provider} was asked to open an order for this id, but its answer is lost.`
      : `${quote.provider} is still being asked to open the order for this id.`
  return new SwaprouteError('OUTCOME_UNKNOWN', what, {
    hint: 'No address was shown and nothing can have been paid; an unpaid order simply ends. Get a new quote.',
    context: { check: 'D2', provider: quote.provider },
  })
}

/**
 * The order names exactly the accepted amount, whatever adapter made it (D8).
 * @returns what it names in base units; null for what is not an order
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
  throw new SwaprouteError('UNSAFE_ROUTE', `${provider} wants another amount to be paid.`, {
    hint: 'The address is not shown and nothing must be paid. Use another provider.',
    context: { check: 'D8', field: 'amountToSend' },
  })
}

/**
 * An order as the transfer that an EVM wallet signs (service-facts section 7). Null where it cannot
 * be paid by one: another kind of chain, or a memo that a plain transfer has no place for.
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
