import type { StatusAnswer } from '../api/schemas.ts'
import { isBlockchainId } from '../core/blockchainIds.ts'
import { type FundsState, SwaprouteError } from '../core/errors.ts'
import { withoutLinks } from '../core/links.ts'
import { isFinalStatus, statusWords, type StatusWord } from '../core/status.ts'
import { renderCard } from '../format/card.ts'
import { plain } from '../format/plain.ts'
import { waitingText } from '../format/progress.ts'
import { hintsOf, statusCard, statusLine, type StatusView } from '../format/status.ts'
import { statusMeaning } from '../format/statusWords.ts'
import type { Ctx } from './frame/context.ts'
import { defineCommand } from './frame/command.ts'
import { readDuration } from './request/duration.ts'
import { withoutOthersEnd } from './status/otherEnd.ts'
import { reportLines } from './status/report.ts'
import { type KnownSwap, lookUp } from './status/subject.ts'

type View = { card: StatusView; report: readonly string[] | null; answer: StatusAnswer }

const defaultWaitMs = 30 * 60_000
const firstPauseMs = 2_000
const longestPauseMs = 15_000
/** Providers of the sandbox take a second for each step. */
const sandboxPauseMs = 400
/** A fresh transaction needs a moment before anybody knows it. */
const notFoundGraceMs = 3 * 60_000

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Where a swap is, in plain words',
  usage: '<hash, order id or receipt id>',
  about:
    'Works for swaps this machine never saw. --wait blocks until the swap ends, at most 30 minutes\n' +
    'or the time given; --exit-status maps the state to the exit code (0 delivered, 7 failed,\n' +
    '8 not known yet, 12 to be claimed, 13 not found).',
  examples: [
    'swaproute status 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    'swaproute status 0x5c50…2060 --chain arb --wait=10m --exit-status',
    'swaproute status 2f6c1c38-93a7-4a0f-8d5c-1be0f2d7c604 --report',
  ],
  flags: [
    { name: 'chain', value: 'CHAIN', hint: 'Source chain, narrows the search' },
    { name: 'watch', hint: 'Draw the state again until the swap ends' },
    { name: 'wait', optionalValue: 'TIME', hint: 'Block until the swap ends, at most 30m or TIME' },
    { name: 'exit-status', hint: 'Map the state to the exit code' },
    { name: 'report', hint: 'A text for a support ticket, with nothing secret in it' },
  ],
  maxWords: 1,
  async run(input, ctx) {
    const [text] = input.words
    if (text === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'The hash or id of the swap is missing.', {
        hint: 'Give the hash of the source transaction, an order id or a receipt id.',
      })
    }
    const waits = input.flags.on('wait') || input.flags.on('watch')
    const waitMs = input.flags.on('wait')
      ? readDuration(input.flags.text('wait'), defaultWaitMs)
      : Number.POSITIVE_INFINITY
    const chainText = input.flags.text('chain')
    const assets = await ctx.services.assets()
    const chain = chainText === undefined ? null : assets.chain(chainText).id
    const swap = await lookUp(text, chain, ctx)

    const answer = waits ? await follow(swap, waitMs, ctx) : await ask(swap, ctx)
    warnOfClaim(answer, swap, ctx)
    const data: StatusAnswer = {
      ...answer,
      id: answer.id ?? swap.id,
      srcTxHash: answer.srcTxHash ?? swap.srcTxHash,
      ...(swap.srcTransactionHash === undefined
        ? {}
        : { srcTransactionHash: swap.srcTransactionHash }),
      ...(swap.hashKind === undefined ? {} : { hashKind: swap.hashKind }),
    }
    const card = await toView(data, swap, ctx)
    const { funds } = statusMeaning(answer.status, hintsOf(card))
    return {
      data,
      view: { card, answer: data, report: input.flags.on('report') ? reportLines(card) : null },
      funds,
      ...(ctx.signal.aborted ? { failure: interrupted(funds) } : {}),
      exit: input.flags.on('exit-status') || input.flags.on('wait') ? exitOf(answer.status) : 0,
    }
  },
  screen: (view: View, { width, paint }) =>
    view.report ?? renderCard(statusCard(view.card), width, paint),
  plain: ({ card, report }: View) =>
    report ?? [
      ['status', 'subStatus', 'provider', 'srcTxHash', 'destinationTxHash', 'updatedAt'].join('\t'),
      [
        card.status,
        card.subStatus ?? '',
        card.provider ?? '',
        card.source.hash ?? '',
        card.destination.hash ?? '',
        card.updatedAtMs === null ? '' : new Date(card.updatedAtMs).toISOString(),
      ]
        .map((cell) => plain(cell))
        .join('\t'),
    ],
})

function interrupted(funds: FundsState): SwaprouteError {
  return new SwaprouteError('INTERRUPTED', 'Interrupted; above is what was known last.', { funds })
}

/** A remote service cannot vouch for itself, and without a record nothing can be held against it. */
function warnOfClaim({ status }: StatusAnswer, { receiptId }: KnownSwap, ctx: Ctx): void {
  if (ctx.config.backend !== 'remote' || receiptId !== null) return
  if (exitOf(status) !== 0 && exitOf(status) !== exits.FAIL) return
  ctx.warn(
    'NOT_VERIFIED',
    'This is the word of the service: this machine has no record of the swap to hold it against.',
  )
}

/** One call for what is known now. */
async function ask(swap: KnownSwap, ctx: Ctx): Promise<StatusAnswer> {
  const answer = await askService(swap, ctx)
  const { receiptId } = swap
  const held = receiptId === null ? answer : await ctx.services.heldStatus(receiptId, answer)
  return withoutOthersEnd(held, swap, ctx)
}

async function askService(swap: KnownSwap, ctx: Ctx): Promise<StatusAnswer> {
  const api = await ctx.services.api()
  const call = { signal: ctx.signal }
  if (swap.id === null && swap.srcTxHash !== null) {
    const where = swap.srcBlockchain === null ? {} : { srcTokenBlockchain: swap.srcBlockchain }
    return api.status({ srcTxHash: swap.srcTxHash, ...where }, call)
  }
  return api.statusExtended(
    {
      ...(swap.id === null ? {} : { id: swap.id }),
      ...(swap.srcTxHash === null ? {} : { srcTxHash: swap.srcTxHash }),
      ...(swap.srcBlockchain === null ? {} : { srcTokenBlockchain: swap.srcBlockchain }),
    },
    call,
  )
}

/** Asks again, slower and slower, until the swap ends, the time is over or the user interrupts. */
async function follow(swap: KnownSwap, waitMs: number, ctx: Ctx): Promise<StatusAnswer> {
  const startedAtMs = ctx.io.now()
  let answer = await ask(swap, ctx)
  let told = ''
  ctx.live.start(() => [
    waitingText(statusLine(answer.status, answer.subStatus ?? null), ctx.io.now() - startedAtMs),
  ])
  const longest = ctx.config.sandbox ? sandboxPauseMs : longestPauseMs
  for (
    let pauseMs = Math.min(firstPauseMs, longest);
    ;
    pauseMs = Math.min(longest, pauseMs * 1.5)
  ) {
    const word = `${answer.status} ${answer.subStatus ?? ''}`
    if (word !== told) ctx.emit({ type: 'status', status: answer })
    told = word
    const elapsedMs = ctx.io.now() - startedAtMs
    if (isOver(answer.status, elapsedMs) || elapsedMs + pauseMs > waitMs || ctx.signal.aborted)
      break
    await ctx.services.sleep(pauseMs)
    if (ctx.signal.aborted) break
    answer = await ask(swap, ctx)
  }
  ctx.live.stop()
  return answer
}

function isOver(status: string, elapsedMs: number): boolean {
  if (status === 'NOT_FOUND') return elapsedMs >= notFoundGraceMs
  const word = statusWords.find((known) => known === status)
  return word !== undefined && isFinalStatus(word)
}

/** The exit code of a state (cli contract, section 4); a word nobody knows is not known yet. */
export function exitOf(status: string): number {
  const word = statusWords.find((known) => known === status)
  return word === undefined ? exits.PENDING : exits[word]
}

const exits: Record<StatusWord, number> = {
  SUCCESS: 0,
  FAIL: 7,
  REVERT: 7,
  REVERTED: 7,
  PENDING: 8,
  LONG_PENDING: 8,
  INDETERMINATE: 8,
  WAITING_FOR_TRUSTLINE: 8,
  WAITING_FOR_REFUND_TRUSTLINE: 8,
  READY_TO_CLAIM: 12,
  NOT_FOUND: 13,
}

async function toView(answer: StatusAnswer, swap: KnownSwap, ctx: Ctx): Promise<StatusView> {
  const assets = await ctx.services.assets()
  const link = (blockchain: string | null, hash: string | null): string | null =>
    blockchain !== null && hash !== null && isBlockchainId(blockchain)
      ? assets.transactionLink(blockchain, hash)
      : null
  const srcChain = answer.sourceNetworkTitle ?? swap.srcBlockchain
  const srcHash = answer.srcTxHash ?? null
  const dstChain = answer.destinationNetworkTitle ?? swap.dstBlockchain
  const updated = answer.updatedAt == null ? Number.NaN : Date.parse(answer.updatedAt)
  return {
    status: answer.status,
    subStatus: answer.subStatus ?? null,
    provider: answer.provider ?? swap.provider,
    id: answer.id ?? null,
    providerStatus: answer.providerStatus ?? null,
    note: answer.note ?? null,
    source: { blockchain: srcChain, hash: srcHash, link: link(srcChain, srcHash) },
    destination: {
      blockchain: dstChain,
      hash: answer.destinationTxHash,
      link: link(dstChain, answer.destinationTxHash),
    },
    updatedAtMs: Number.isFinite(updated) ? updated : null,
    nowMs: ctx.io.now(),
    receiver: swap.receiver,
    order: swap.order,
    srcTransactionHash: answer.srcTransactionHash ?? null,
    hashKind: answer.hashKind ?? null,
    next: nextStep(answer.status, srcHash ?? swap.id, swap.receiptId, ctx.repeated),
  }
}

function nextStep(
  status: string,
  subject: string | null,
  receiptId: string | null,
  repeated: string,
): string | null {
  const word = statusWords.find((known) => known === status)
  const over = word !== undefined && isFinalStatus(word)
  if (over || subject === null || status === 'NOT_FOUND') return null
  // It may come from outside and would be pasted into a shell.
  if (!/^[\w:+/=.-]{1,200}$/.test(subject) || withoutLinks(subject) !== subject) return null
  const step = receiptId === null ? `status ${subject} --watch` : `resume ${receiptId}`
  return `swaproute ${step}${repeated}`
}
