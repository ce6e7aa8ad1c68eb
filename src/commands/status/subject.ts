import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import type { Ctx } from '../frame/command.ts'
import type { OwnSwap } from '../frame/services.ts'
import {
  type KnownSwap,
  notASwap,
  notATransaction,
  orderInLink,
  readShortened,
  swapNamed,
} from './swapText.ts'

/** An address with swaps of this machine, newest first. */
export type KnownAddress = { kind: 'address'; address: string; swaps: readonly SwapReceipt[] }

export const historyHint =
  'Give the hash of the payment; `swaproute history` lists the swaps of this machine.'
const mostSwaps = 1_000
const mostNamed = 5
/** Of the beginning of an id. */
const shortestId = 4

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
    if (known === null) throw notATransaction(historyHint)
    return known
  }
  const chain = chainOf(page?.blockchain ?? null, onlyChain)
  const whole = page?.value ?? orderInLink(given) ?? (await unshortened(given, ctx)) ?? given
  const own = await findOwn(whole, ctx)
  if (own !== null) {
    return { ...own, kind: 'swap', srcBlockchain: chain ?? own.srcBlockchain, addressOf: null }
  }
  const swap = swapNamed(whole, chain, assets)
  if (swap === null) throw notASwap(await hintFor(whole, ctx))
  const known = swap.addressOf === null ? null : await swapsOf(whole, ctx)
  return known ?? swap
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
  const ends = readShortened(text)
  if (ends === null) return null
  const { start, end } = ends
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
