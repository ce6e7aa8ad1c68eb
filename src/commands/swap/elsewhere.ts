import { blockchainName } from '../../core/blockchainNames.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { foreignKindOf, foreignRowOf } from '../../core/foreignTransaction.ts'
import type { PlannedForeign, UnsignedForeign } from '../../execution/foreign/plan.ts'
import type { SwapOrder } from '../../execution/planned.ts'
import type { Card } from '../../format/card.ts'
import { reviewCard } from '../../format/review.ts'
import { withProfile } from './confirm.ts'
import type { Ctx } from '../frame/command.ts'
import type { Answer } from '../frame/shapes.ts'
import { warnOfReasons } from './answers.ts'
import { followExecution } from './follow.ts'
import type { SwapInput } from './order.ts'

type View = { card: () => Card; plain: () => readonly string[]; below: () => readonly string[] }

/**
 * A swap signed by another wallet: its transaction is checked, shown and printed, and nothing is
 * sent.
 * @throws SwaprouteError INVALID_ARGUMENT without `--unsigned` or `--dry-run`, or without a payer
 */
export async function swapElsewhere(
  order: Omit<SwapOrder, 'fromAddress'> & { fromAddress: string | null },
  input: SwapInput,
  ctx: Ctx<'planning'>,
): Promise<Answer<View>> {
  const { blockchain } = order.request.srcToken
  const kind = foreignKindOf(blockchain)
  const signers = kind === null ? 'a wallet of the chain' : foreignRowOf(kind).wallets
  if (!input.unsigned && !input.dryRun) {
    const message = `A swap on ${blockchainName(blockchain)} is signed by a wallet of that chain, not here.`
    throw new SwaprouteError('INVALID_ARGUMENT', message, {
      hint: `Add --unsigned to print the checked transaction, and sign it with ${signers}.`,
      context: { blockchain, provider: order.route.provider },
    })
  }
  const { fromAddress } = order
  if (fromAddress === null) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'The paying account is not named.', {
      hint: 'Name the account of the wallet that signs with --from-address.',
    })
  }
  const { planForeign } = await ctx.services.planning({ onEvent: followExecution(ctx) })
  const planned = await planForeign({ ...order, fromAddress })
  ctx.live.stop()
  warnOfReasons(planned.card, ctx)
  return input.unsigned ? unsignedAnswer(planned, signers, ctx) : dryAnswer(planned, ctx)
}

function dryAnswer(planned: PlannedForeign, ctx: Pick<Ctx, 'config'>): Answer<View> {
  return {
    data: { ...planData(planned), review: planned.card },
    view: {
      card: () => ({
        ...withProfile(reviewCard(planned.card), ctx),
        footer: 'Dry run: nothing was signed or sent.',
      }),
      plain: () => planLines(planned.unsigned),
      below: () => [],
    },
  }
}

function unsignedAnswer(
  planned: PlannedForeign,
  signers: string,
  ctx: Pick<Ctx, 'config'>,
): Answer<View> {
  const { unsigned } = planned
  return {
    data: { ...planData(planned), review: planned.card, unsigned },
    view: {
      card: () => ({
        ...withProfile(reviewCard(planned.card), ctx),
        footer: `Nothing was signed or sent. To sign within a minute, with ${signers}, in order:`,
      }),
      plain: () => planLines(unsigned),
      below: () =>
        unsigned.flatMap((transaction, index) => [
          '',
          `${index + 1}. ${transaction.leg} on ${transaction.blockchain}`,
          `   from  ${transaction.from}`,
          ...membersOf(transaction).map(([name, text]) => `   ${name.padEnd(5)} ${text}`),
        ]),
    },
  }
}

function planData({ routeId, order, answer }: PlannedForeign): Record<string, unknown> {
  return {
    id: routeId,
    route: order.route.item,
    transaction: answer.transaction,
    hashes: {},
    status: null,
  }
}

function planLines(unsigned: readonly UnsignedForeign[]): string[] {
  const names = unsigned.flatMap((one) => membersOf(one).map(([name]) => name))
  const columns = [...new Set(names)]
  return [
    ['leg', 'blockchain', 'from', ...columns],
    ...unsigned.map((one) => {
      const members = new Map(membersOf(one))
      return [one.leg, one.blockchain, one.from, ...columns.map((name) => members.get(name) ?? '')]
    }),
  ].map((row) => row.join('\t'))
}

/** Texts unchanged, lists and objects as JSON, both in the form wallets accept. */
function membersOf({ transaction }: UnsignedForeign): [name: string, text: string][] {
  return Object.entries(transaction).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}
