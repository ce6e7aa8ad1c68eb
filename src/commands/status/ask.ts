import { lacksCallById } from '../../api/missingCall.ts'
import type { StatusAnswer } from '../../api/schemas.ts'
import { SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import { isFinalStatus } from '../../core/status.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import { statusLine } from '../../format/status.ts'
import { type WatchStep, watchLines } from '../../format/watch.ts'
import type { Sides } from '../watch/openPage.ts'
import type { Ctx } from '../frame/command.ts'
import type { Warning } from '../frame/shapes.ts'
import { watchedSwap } from '../swap/follow.ts'
import { historyHint } from './subject.ts'
import { type KnownSwap, orderPaidTo } from './swapText.ts'

const firstPauseMs = 2_000
const longestPauseMs = 15_000
/** Sandbox providers take about a second per step. */
const sandboxPauseMs = 400
/** A new transaction can take a moment to appear. */
const notFoundGraceMs = 3 * 60_000

/** Text of the progress line. */
export function lookingText(
  { provider, srcBlockchain, receiptId }: KnownSwap,
  { config }: Pick<Ctx, 'config'>,
): string {
  if (receiptId !== null && provider !== null) return `Asking ${provider} and the chains`
  if (config.backend === 'remote') {
    const { url } = config
    return `Asking ${url !== null && URL.canParse(url) ? new URL(url).host : 'the service'}`
  }
  return srcBlockchain === null
    ? 'Asking every chain and provider'
    : `Asking ${srcBlockchain} and the providers`
}

/** The sources asked, for a report; without the address of a service, unlike the progress line. */
export function askedText(
  { provider, srcBlockchain, receiptId }: KnownSwap,
  { config }: Pick<Ctx, 'config'>,
): string {
  if (config.backend === 'remote') return 'a remote service'
  if (receiptId !== null && provider !== null) return `${provider} and the chains`
  return srcBlockchain === null
    ? 'every chain and provider that could know'
    : `${srcBlockchain} and the providers that could know`
}

/** Chains and providers without an answer, from an outage that names them. */
export function silentIn({ context }: SwaprouteError): string[] {
  const { notAsked } = context
  const lists = typeof notAsked === 'object' && notAsked !== null ? Object.values(notAsked) : []
  const names = lists.flat().filter((name): name is string => typeof name === 'string')
  return names.length === 0 ? ['not known'] : names
}

/** A status answer; `own`: the swap in this machine's journal. */
export type AskedStatus = {
  answer: StatusAnswer
  own: SwapReceipt | null
  warnings: readonly Warning[]
}

/**
 * Checks a swap once. A swap of this machine is checked by its journal and chains, so that all
 * commands agree; if another process works on it, only the service is asked.
 */
export async function ask(
  swap: KnownSwap,
  ctx: Ctx<'api' | 'verifiedStatus' | 'journal' | 'checkOwnSwap'>,
): Promise<AskedStatus> {
  const { receiptId } = swap
  if (receiptId === null) return { answer: await askService(swap, ctx), own: null, warnings: [] }
  const check = await ctx.services.checkOwnSwap(receiptId)
  if (check !== null) {
    const { receipt, warnings } = check
    return { answer: receipt.statusAnswer, own: receipt, warnings }
  }
  try {
    const verified = await ctx.services.verifiedStatus(receiptId, await askService(swap, ctx))
    return { answer: await withoutOthersEnd(verified, swap, ctx), own: null, warnings: [] }
  } catch (thrown) {
    if (!isHiccup(thrown) && !lacksCallById(thrown)) throw thrown
    const own = (await ctx.services.journal()).receipt(receiptId)
    return { answer: own.statusAnswer, own, warnings: [silenceOf(thrown)] }
  }
}

/** Whether the check of a sent swap of this machine returned no status. */
export function lacksStatus(own: SwapReceipt | null, warnings: readonly Warning[]): boolean {
  const isOut =
    own !== null && own.open && own.funds !== 'none_moved' && own.funds !== 'approved_only'
  return isOut && warnings.some(({ code }) => code === 'NOT_ASKED')
}

/** Whether a retry may succeed: an outage rather than a refused request. */
function isHiccup(thrown: unknown): thrown is SwaprouteError {
  return thrown instanceof SwaprouteError && thrown.retry === 'later' && !lacksCallById(thrown)
}

function silenceOf({ message }: SwaprouteError): Warning {
  return {
    code: 'NOT_ASKED',
    message: `The last request got no answer; this is what is known. ${message}`,
  }
}

async function askService(swap: KnownSwap, ctx: Ctx<'api'>): Promise<StatusAnswer> {
  const api = await ctx.services.api()
  const call = { signal: ctx.signal }
  if (swap.id === null && swap.srcTxHash !== null) {
    const where = swap.srcBlockchain === null ? {} : { srcTokenBlockchain: swap.srcBlockchain }
    const answer = api.status({ srcTxHash: swap.srcTxHash, ...where }, call)
    return swap.addressOf === null ? answer : orderPaidTo(swap.srcTxHash, answer, historyHint)
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

type FollowCtx = Ctx<
  'api' | 'assets' | 'verifiedStatus' | 'journal' | 'checkOwnSwap' | 'openPage' | 'sleep'
>

/**
 * Polls with growing pauses until the swap ends, time is up or the user interrupts. An outage does
 * not end it. On a terminal, a key opens the explorer's page of what is known so far.
 * @throws SwaprouteError the last outage, if there was never an answer
 */
export async function followStatus(
  swap: KnownSwap,
  waitMs: number,
  ctx: FollowCtx,
): Promise<AskedStatus> {
  const follow = { waitMs, leaving: 'Ctrl-C stops watching; the swap goes on' }
  if (!ctx.ask.possible || !ctx.live.draws) {
    return await poll(swap, { ...follow, onAnswer: () => undefined }, ctx)
  }
  const [{ listenForKeys }, { openPage }] = await Promise.all([
    import('../frame/keyPress.ts'),
    import('../watch/openPage.ts'),
  ])
  let sides: Sides = [{ name: 'payment', blockchain: swap.srcBlockchain, hash: swap.srcTxHash }]
  const show = async (): Promise<void> => {
    const lines = await openPage(sides, ctx)
    ctx.live.interject(() => {
      ctx.note(lines)
    })
  }
  const stop = listenForKeys(ctx.io, (key) => {
    if (key === 'o') void show()
  })
  const onAnswer = ({ answer }: AskedStatus): void => {
    sides = statusSides(answer, swap)
  }
  const leaving = `o opens the explorer · ${follow.leaving}`
  try {
    return await poll(swap, { waitMs, leaving, onAnswer }, ctx)
  } finally {
    stop()
  }
}

async function poll(
  swap: KnownSwap,
  follow: { waitMs: number; leaving: string; onAnswer: (asked: AskedStatus) => void },
  ctx: FollowCtx,
): Promise<AskedStatus> {
  const { waitMs, leaving, onAnswer } = follow
  const startedAtMs = ctx.io.now()
  let asked: AskedStatus | null = null
  let silence: SwaprouteError | null = null
  let last = ''
  const draw = (): void => {
    const [known, line] = [asked, lineOf(asked, silence)]
    ctx.live.start(() =>
      watchLines(
        {
          ...(known?.own == null ? { title: null, expectedMinutes: null } : watchedSwap(known.own)),
          steps: known === null ? [] : stepsOf(known, swap),
          doing: line,
          elapsedMs: ctx.io.now() - startedAtMs,
          deadline: null,
          leaving,
        },
        ctx.notes.width,
        ctx.notes.paint,
      ),
    )
  }
  draw()
  const longest = ctx.config.sandbox ? sandboxPauseMs : longestPauseMs
  for (
    let pauseMs = Math.min(firstPauseMs, longest);
    ;
    pauseMs = Math.min(longest, pauseMs * 1.5)
  ) {
    try {
      asked = await ask(swap, ctx)
      onAnswer(asked)
      silence = null
    } catch (thrown) {
      // After an interrupt, the last known answer is returned.
      if (!isHiccup(thrown) && !(ctx.signal.aborted && asked !== null)) throw thrown
      silence = toSwaprouteError(thrown)
    }
    draw()
    const current = asked === null ? '' : `${asked.answer.status} ${asked.answer.subStatus ?? ''}`
    if (asked !== null && current !== last) ctx.emit({ type: 'status', status: asked.answer })
    last = current
    const elapsedMs = ctx.io.now() - startedAtMs
    if (asked !== null && silence === null && isOver(asked, elapsedMs)) break
    if (elapsedMs + pauseMs > waitMs || ctx.signal.aborted) break
    await ctx.services.sleep(pauseMs)
    if (ctx.signal.aborted) break
  }
  ctx.live.stop()
  if (asked === null) throw silence ?? new SwaprouteError('INTERRUPTED', 'Interrupted.')
  if (silence === null || ctx.signal.aborted) return asked
  return { ...asked, warnings: [silenceOf(silence)] }
}

/** The two ends of a swap, for its explorer pages. */
export function statusSides(answer: StatusAnswer, swap: KnownSwap): Sides {
  const isBack = answer.status === 'REVERTED'
  return [
    {
      name: isBack ? 'refund' : 'delivery',
      blockchain: answer.destinationNetworkTitle ?? swap.dstBlockchain,
      hash: answer.destinationTxHash,
    },
    {
      name: 'payment',
      blockchain: answer.sourceNetworkTitle ?? swap.srcBlockchain,
      hash: answer.srcTxHash ?? swap.srcTxHash,
    },
  ]
}

/** The two ends of a swap, each if known. */
function stepsOf({ answer }: AskedStatus, { srcTxHash }: KnownSwap): WatchStep[] {
  const paid = answer.srcTxHash ?? srcTxHash
  const { destinationTxHash, status } = answer
  const isBack = status === 'REVERTED'
  const isThere = destinationTxHash !== null && isFinalStatus(status)
  return [
    { name: 'Payment', state: paid === null ? 'open' : 'done', hash: paid },
    {
      name: isBack ? 'Refund' : 'Delivery',
      state: isThere ? 'done' : paid === null ? 'open' : 'now',
      hash: destinationTxHash,
    },
  ]
}

function lineOf(asked: AskedStatus | null, silence: SwaprouteError | null): string {
  if (silence !== null) return 'No answer; asking again'
  if (asked === null) return 'Asking where the swap is'
  return statusLine(asked.answer.status, asked.answer.subStatus ?? null)
}

function isOver({ answer: { status }, own }: AskedStatus, elapsedMs: number): boolean {
  if (own !== null && !own.open) return true
  if (status === 'NOT_FOUND') return elapsedMs >= notFoundGraceMs
  return isFinalStatus(status)
}

/**
 * A transaction that ended another swap of this machine does not end this one on the service's
 * claim alone (S2, S5): if it paid both, `resume` finds that on chain. Ends in the journal are
 * kept.
 */
async function withoutOthersEnd(
  answer: StatusAnswer,
  { receiptId }: KnownSwap,
  { services }: Ctx<'journal'>,
): Promise<StatusAnswer> {
  const hash = answer.destinationTxHash
  const isEnd = answer.status === 'SUCCESS' || answer.status === 'REVERTED'
  if (!isEnd || hash === null || receiptId === null) return answer
  const journal = await services.journal()
  const other = findOwner(hash, journal.find)
  if (other === null || other === receiptId) return answer
  const { destination, refund } = journal.receipt(receiptId).hashes
  if (destination === hash || refund === hash) return answer
  const note = `The transaction reported for it belongs to another swap of yours; \`swaproute resume ${receiptId}\` checks the chain.`
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/** Null if the journal is damaged. */
function findOwner(hash: string, find: (text: string) => string | null): string | null {
  try {
    return find(hash)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return null
    throw thrown
  }
}
