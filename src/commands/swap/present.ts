import { isUtf8 } from '../../format/ascii.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { DepositCard } from '../../execution/context.ts'
import { renderCard } from '../../format/card.ts'
import { type DepositCardFacts, depositCard, memoBox } from '../../format/deposit.ts'
import { noPaint, type Paint } from '../../format/paint.ts'
import { plain } from '../../format/plain.ts'
import type { Token } from '../../core/token.ts'
import type { Ctx } from '../frame/command.ts'
import type { StopListening } from '../frame/keyPress.ts'
import type { Assets } from '../frame/services.ts'
import type { Screen } from '../frame/shapes.ts'

export type QrChoice = 'always' | 'auto' | 'never'

/** Presents the order of a run. */
export type Presenter = {
  present(card: DepositCard): Promise<void>
  /** Null until the order was read back and may be shown. */
  shown(): ShownDeposit | null
  /** No payment is expected any more, or the run has ended: copy keys are off. */
  end(): void
}

/** A deposit card, to draw wherever it fits. */
export type ShownDeposit = {
  card: DepositCard
  facts: DepositCardFacts
  lines(screen: Screen): string[]
}

const acknowledgedLetters = 4

/**
 * Shows where to pay: first the memo, which has to be acknowledged, then the rest in the order of
 * the cli contract (section 5).
 * @param now false: the card is the answer of the command, and only the memo is handled here
 */
export function createPresenter(
  options: { qr: QrChoice; yes: boolean; now: boolean },
  ctx: Ctx<'assets'>,
): Presenter {
  let shown: ShownDeposit | null = null
  let stopListening: StopListening = () => undefined
  return {
    shown: () => shown,
    end: () => {
      stopListening()
    },
    present: async (card) => {
      ctx.live.stop()
      const deposit = await toShown(card, options, ctx)
      const isAsked = ctx.ask.possible && !options.yes
      if (card.instruction.memo !== null && isAsked) {
        await acknowledge(card.instruction.memo, card.receiptId, ctx)
      }
      shown = deposit
      emitCard(card, ctx)
      if (!options.now) return
      const lines = deposit.lines({ ...ctx.notes, nowMs: ctx.io.now() })
      if (!ctx.ask.possible || !ctx.live.draws) {
        ctx.show(['', ...lines, ''])
        return
      }
      const { copyHint, listenForCopies } = await import('./copyKeys.ts')
      ctx.show(['', ...lines, '', copyHint(deposit.facts), ''])
      stopListening()
      stopListening = listenForCopies(deposit.facts, ctx)
    },
  }
}

/** @throws SwaprouteError DECLINED; then the address was not shown */
async function acknowledge(
  memo: { name: string; value: string },
  receiptId: string,
  ctx: Ctx,
): Promise<void> {
  const { width, paint } = ctx.notes
  ctx.show(['', ...memoBox(memo, width, paint), ''])
  const wanted = memo.value.trim().replace(/\s+/g, ' ').slice(-acknowledgedLetters).trim()
  const question = `Type the last ${acknowledgedLetters} characters of the ${plain(memo.name, 30)}:`
  const mismatch = `That doesn't match. Type its last ${acknowledgedLetters} characters.`
  if (await ctx.ask.typed(question, { accepts: (text) => text === wanted, mismatch })) return
  throw new SwaprouteError('DECLINED', 'The memo was not acknowledged; no address was shown.', {
    hint: `\`swaproute resume ${receiptId}${ctx.repeated}\` shows it again.`,
    context: { receiptId },
  })
}

async function toShown(
  card: DepositCard,
  { qr: asked, now }: { qr: QrChoice; now: boolean },
  ctx: Ctx<'assets'>,
): Promise<ShownDeposit> {
  const assets = await ctx.services.assets()
  // A QR code cannot be drawn in ASCII.
  const qr = isUtf8(ctx.io.env) ? asked : 'never'
  const { token } = card.send
  const { depositAddress, amountToSend, exchangeId, memo, expiresAtMs } = card.instruction
  const payment = {
    token,
    address: depositAddress,
    amount: amountToSend,
    memo: memo?.value ?? null,
  }
  const code = qr === 'never' ? null : assets.paymentCode(payment)
  const chain = assets.chain(token.blockchain)
  const facts: DepositCardFacts = {
    provider: card.provider,
    token,
    amountToSend,
    networkName: chain.name,
    otherNetworks: otherNetworksOf(token, assets),
    depositAddress,
    exchangeId,
    memo,
    withoutMemo: memo === null ? chain.memo : null,
    expiresAtMs,
    nowMs: ctx.io.now(),
    refundAddress: card.refundAddress,
    receiver: { address: card.receiver, memo: card.receiverMemo },
    receiptId: card.receiptId,
    resume: `swaproute resume ${card.receiptId}${ctx.repeated}`,
    play: ctx.config.sandbox ? `swaproute sandbox deposit pay ${card.receiptId}` : null,
    withoutQr: null,
  }
  const { terminal } = ctx.io
  const isDrawn = qr === 'always' || (now ? terminal.stderr : terminal.stdout)
  const draw = code !== null && isDrawn ? await qrOf(code) : null
  return {
    card,
    facts,
    lines: ({ width, paint, nowMs }) => {
      const isPlain = qr === 'auto' && paint === noPaint
      const drawing = isPlain ? null : (draw?.(width, paint) ?? null)
      const why =
        isPlain && draw !== null ? plainTerminal : whyNoQr(code, memo, qr, ctx.config.sandbox)
      const withoutQr = qr === 'never' || drawing !== null ? null : why
      return [
        ...(memo === null ? [] : [...memoBox(memo, width, paint), '']),
        ...renderCard(depositCard({ ...facts, nowMs, withoutQr }), width, paint),
        ...(drawing === null ? [] : ['', ...drawing]),
      ]
    },
  }
}

/** Networks that users send a token on by mistake, the most common first. */
const usualNetworks = ['ETH', 'TRON', 'BSC', 'SOLANA', 'POLYGON', 'ARBITRUM', 'BASE', 'TON']

function otherNetworksOf({ symbol, blockchain }: Token, assets: Assets): string[] {
  const networks = new Set<string>(
    assets
      .tokens(null)
      .filter((token) => token.symbol === symbol && token.blockchain !== blockchain)
      .map((token) => token.blockchain),
  )
  return usualNetworks.filter((id) => networks.has(id)).map((id) => assets.chain(id).name)
}

/** A QR code needs dark on light; without colours the background of the terminal is unknown. */
export const plainTerminal = 'none without colours; --qr always draws one for a dark terminal'

/** Shown where a user may expect the missing code. */
function whyNoQr(
  code: string | null,
  memo: { name: string } | null,
  qr: QrChoice,
  isSandbox: boolean,
): string | null {
  if (code === null && memo !== null) return `none: it could not carry the ${plain(memo.name, 30)}`
  if (code === null && isSandbox)
    return 'none: a wallet would pay this play address with real money'
  return qr === 'always' ? 'none: there is no room for it' : null
}

/** The encoding library is loaded only if a code is drawn. */
export async function qrOf(
  code: string,
): Promise<(width: number, paint: Paint) => string[] | null> {
  const { qrLines } = await import('../../format/qr.ts')
  return (width, paint) => qrLines(code, width, paint !== noPaint)
}

/** For `--ndjson`. */
function emitCard({ receiptId, routeId, provider, answer }: DepositCard, ctx: Ctx): void {
  ctx.emit({
    type: 'progress',
    step: 'deposit',
    state: 'waiting',
    text: 'Waiting for the deposit',
    id: routeId,
    receiptId,
    provider,
    transaction: answer.transaction,
  })
}
