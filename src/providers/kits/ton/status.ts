import { toRawTonAddress } from '../../../chains/ton/address.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import type { TonTrace } from '../../../core/tonChain.ts'
import { readTonHash } from '../../../core/tonHash.ts'
import type { ProviderContext } from '../../types.ts'
import { jettonWalletOf } from '../../../evidence/tonContracts.ts'
import { allCoins, gainsIn, type Gain, happened, type Purse, sumOf } from '../../../evidence/ton.ts'
import { hasTraceEnded, isAbout, readTrace } from '../../../evidence/tonTraces.ts'
import { readSwapState, type TonSwapState } from './state.ts'
import { withStored } from './stored.ts'

/** Allowed difference between the clocks of chain and machine. */
const clockMarginMs = 120_000
const longFromMs = 30 * 60_000

/** Terms of a swap; amounts in base units. */
export type TonTerms = {
  sold: Purse & { amount: bigint }
  bought: Purse & { minimum: bigint }
}

/** Terms of a foreign swap, and the account whose transaction shows them. */
export type ReportedTerms = TonTerms & { reportedBy: string }

/** Reads terms from a trace; null: not a swap. */
export type ReadReportedTerms = (
  trace: TonTrace,
  context: ProviderContext,
) => Promise<ReportedTerms | null>

/**
 * Status of a TON swap, by the chain alone: no exchange's claim ends it. Delivered when the
 * receiver got at least the minimum of the bought token, refunded when the payer has the sold token
 * again, failed when the wallet sent nothing. The index is enough for a pending swap; an end needs
 * the chain's own cells of the accounts that paid and were paid.
 * @param foreignTerms null for exchanges whose swaps are followed only if this program sent them
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not answer
 */
export async function readTonSwapStatus(
  ref: SwapRef,
  foreignTerms: ReadReportedTerms | null,
  context: ProviderContext,
): Promise<SwapStatus> {
  const hash = readTonHash(ref.srcTxHash ?? '')?.hex
  const state = readSwapState(ref.providerState)
  if (hash === undefined || (state === null && foreignTerms === null)) return notFound
  const trace =
    (await readTrace(context, { messageHash: hash }, { recent: true })) ??
    (await readTrace(context, { transactionHash: hash }))
  if (trace === null || isOlder(trace, ref)) return notFound
  const own = state === null ? null : await ownTerms(state, ref, context)
  const read = async (one: TonTrace): Promise<Reading> => {
    const foreign = state === null ? ((await foreignTerms?.(one, context)) ?? null) : null
    const terms = own ?? foreign
    if (terms === null || !isPaidBy(one, terms.sold.owner)) return nothing
    const status = judge(one, terms, ref, context)
    const accounts = [terms.sold.owner, placeOfEnd(status, terms)]
    return { status, accounts: foreign === null ? accounts : [...accounts, foreign.reportedBy] }
  }
  const { status, accounts } = await read(trace)
  if (openStatuses.has(status.status)) return onTon(status)
  const named = trace.transactions.filter((one) => isAbout(one, hash))
  const witnesses = new Set([...accounts, ...named.map(({ account }) => account)])
  const stored = await withStored(trace, witnesses, context)
  const { status: proved } = await read(stored)
  const isAsked = stored.transactions.some((one) => isAbout(one, hash))
  return onTon(isAsked && proved.status === status.status ? proved : waiting(false, ref, context))
}

/** Status of a trace, and the accounts whose transactions show it. */
type Reading = { status: SwapStatus; accounts: readonly string[] }

const notFound: SwapStatus = { status: 'NOT_FOUND', destinationTxHash: null }
const nothing: Reading = { status: notFound, accounts: [] }
const openStatuses: ReadonlySet<string> = new Set(['PENDING', 'LONG_PENDING', 'NOT_FOUND'])

function onTon(status: SwapStatus): SwapStatus {
  return status.status === 'NOT_FOUND' ? status : { ...status, sourceBlockchain: 'TON' }
}

/** The account whose transactions show the end. */
function placeOfEnd({ status }: SwapStatus, { sold, bought }: TonTerms): string {
  const { owner, jettonWallet } = status === 'SUCCESS' ? bought : sold
  return jettonWallet ?? owner
}

async function ownTerms(
  state: TonSwapState,
  { fromAddress, receiver }: SwapRef,
  context: ProviderContext,
): Promise<TonTerms | null> {
  const payer = toRawTonAddress(fromAddress ?? '')
  const to = toRawTonAddress(receiver ?? fromAddress ?? '')
  if (payer === null || to === null) return null
  const walletOf = (master: string | null, owner: string): Promise<string> | null =>
    master === null ? null : jettonWalletOf(master, owner, context)
  const [soldWallet, boughtWallet] = [
    await walletOf(state.srcMaster, payer),
    await walletOf(state.dstMaster, to),
  ]
  return {
    sold: { owner: payer, jettonWallet: soldWallet, amount: state.srcAmount },
    bought: { owner: to, jettonWallet: boughtWallet, minimum: state.minAmount },
  }
}

/** The trace must begin with the paying wallet, so that a foreign swap does not count. */
function isPaidBy({ transactions }: TonTrace, payer: string): boolean {
  return transactions.some(
    ({ account, inMessage }) =>
      account === payer && inMessage !== null && inMessage.source === null,
  )
}

function isOlder({ transactions }: TonTrace, { startedAtMs }: SwapRef): boolean {
  if (startedAtMs === null) return false
  return transactions.some(({ atSeconds }) => atSeconds * 1000 < startedAtMs - clockMarginMs)
}

function judge(
  trace: TonTrace,
  { sold, bought }: TonTerms,
  ref: SwapRef,
  context: ProviderContext,
): SwapStatus {
  const isOver = hasTraceEnded(trace)
  const done = happened(trace)
  const [came, back, all] = [gainsIn(done, bought), gainsIn(done, sold), allCoins(done, sold.owner)]
  const isWhole = isOver && isGivenBack(trace, sold, sumOf(back), sumOf(all))
  // Jettons sold for TON: excess fees may return with unknown payloads, so the jettons decide.
  if (isWhole && (sold.jettonWallet !== null || sumOf(came) < bought.minimum)) {
    return {
      status: 'REVERTED',
      destinationTxHash: hashOf(back) ?? hashOf(all),
      receivedAmount: sold.amount,
      note: 'The exchange did not execute the swap and returned the money.',
    }
  }
  const receivedAmount = sumOf(came)
  if (receivedAmount > 0n && receivedAmount >= bought.minimum) {
    return { status: 'SUCCESS', destinationTxHash: hashOf(came), receivedAmount }
  }
  if (isOver && hasSentNothing(trace, sold.owner)) {
    const note = 'The wallet rejected the transfer; nothing was sent.'
    return { status: 'FAIL', destinationTxHash: null, note }
  }
  return waiting(isOver, ref, context)
}

/** Hash of the last gain; null without one. */
function hashOf(gains: readonly Gain[]): string | null {
  return gains.at(-1)?.transaction.hash ?? null
}

/** The payer has the sold token back; for TON, all that left except fees. */
function isGivenBack(
  trace: TonTrace,
  { owner, jettonWallet, amount }: TonTerms['sold'],
  back: bigint,
  all: bigint,
): boolean {
  if (back >= amount) return true
  if (jettonWallet !== null) return false
  // Bounced or with an unknown payload: more came back than was attached for fees.
  return all >= amount && all > paidOut(trace, owner) - amount
}

/** TON that left the wallet with the swap's messages. */
function paidOut({ transactions }: TonTrace, owner: string): bigint {
  return transactions
    .filter(({ account, inMessage }) => account === owner && inMessage?.source === null)
    .flatMap(({ outMessages }) => outMessages)
    .reduce((sum, { value }) => sum + value, 0n)
}

function hasSentNothing({ transactions }: TonTrace, owner: string): boolean {
  const own = transactions.filter(
    ({ account, inMessage }) => account === owner && inMessage?.source === null,
  )
  return own.length > 0 && own.every(({ outMessages }) => outMessages.length === 0)
}

/** Pending: an end without evidence does not count. */
function waiting(isOver: boolean, ref: SwapRef, { now }: ProviderContext): SwapStatus {
  const { startedAtMs, seenAtMs = null, durationSeconds } = ref
  const begunAtMs = startedAtMs ?? seenAtMs
  const limitMs = Math.max(longFromMs, (durationSeconds ?? 0) * 3_000)
  const isLong = begunAtMs !== null && now() - begunAtMs > limitMs
  const note = 'All messages have ended; neither the bought nor the sold token arrived.'
  return {
    status: isLong ? 'LONG_PENDING' : 'PENDING',
    destinationTxHash: null,
    ...(isOver ? { note } : {}),
  }
}
