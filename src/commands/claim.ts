import type { StatusAnswer } from '../api/schemas.ts'
import { isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isProviderId } from '../core/providerIds.ts'
import type { ClaimOrder } from '../execution/claim/plan.ts'
import { renderCard } from '../format/card.ts'
import { waitingText } from '../format/progress.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import {
  type AnswerValues,
  chainFlag,
  confirmAmountFlag,
  confirmGasFlag,
  keyFlags,
  type KeyValues,
  openFlag,
} from './inputs/flags.ts'
import type { ExecutionTools, RequestServices } from './frame/services.ts'
import type { Answer } from './frame/shapes.ts'
import { ask, lookingText } from './status/ask.ts'
import { historyHint, lookUp } from './status/subject.ts'
import { notATransaction, readSubjects } from './status/swapText.ts'
import { confirmReview } from './swap/confirm.ts'
import { dryAnswer, receiptAnswer, type SwapView, warnOfReasons } from './swap/answers.ts'
import { followExecution } from './swap/follow.ts'
import { outcomeAnswer } from './swap/outcome.ts'
import { isKeyNamed, payingAddress, readFromAddress } from './request/payer.ts'
import { completeSubject } from './guide/askMissing.ts'
import { sidesOf, withPage } from './watch/openPage.ts'

const flags = [
  ...keyFlags,
  chainFlag,
  {
    name: 'from-address',
    value: 'ADDR',
    group: 'parties',
    values: 'account',
    hint: 'Paying wallet or account, for --dry-run without a key',
  },
  { name: 'dry-run', group: 'safety', hint: 'Plan, check and simulate; sign nothing' },
  { name: 'yes', short: 'y', group: 'safety', hint: 'Answer confirmations; gas up to 100 USD' },
  confirmAmountFlag,
  confirmGasFlag,
  { name: 'no-wait', group: 'output', hint: 'Return once everything is sent' },
  openFlag,
] as const

export const claimCommand = defineCommand({
  name: 'claim',
  money: 'moves',
  summary: 'Claim a transfer that waits on its destination chain',
  usage: '<hash, receipt id or link>',
  about:
    'For transfers that `status` shows as READY_TO_CLAIM, made here or elsewhere. The call is built and\n' +
    'checked on this machine; it always pays the receiver of the transfer and costs gas only.\n' +
    'Everything is shown before anything is signed.',
  examples: [
    'swaproute claim 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060 --account main',
    'swaproute claim 0x5c50…2060 --chain arb --account main --yes --json',
    'swaproute claim 0x5c50…2060 --dry-run --from-address 0x…',
  ],
  flags,
  conflicts: [['open', 'dry-run']],
  maxWords: 1,
  wordValues: ['receipt'],
  async run(
    given,
    ctx: Ctx<
      | RequestServices
      | 'api'
      | 'execution'
      | 'findSwap'
      | 'verifiedStatus'
      | 'journal'
      | 'checkOwnSwap'
      | 'openPage'
      | 'planning'
    >,
  ): Promise<Answer<SwapView>> {
    const input = await completeSubject(given, ctx)
    const startedAtMs = ctx.io.now()
    const [text] = readSubjects(input.words)
    if (text === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'The hash of the transfer is missing.', {
        hint: 'Give the hash of the source transaction.',
      })
    }
    const chainText = input.chain
    const assets = await ctx.services.assets()
    const chain = chainText === undefined ? null : assets.chain(chainText).id
    const swap = await lookUp(text, chain, ctx)
    if (swap.kind === 'address') throw notATransaction(historyHint)
    ctx.live.start(() => [waitingText(lookingText(swap, ctx), ctx.io.now() - startedAtMs)])
    const { answer } = await ask(swap, ctx)
    const found = transferOf({
      ...answer,
      provider: answer.provider ?? swap.provider,
      sourceNetworkTitle: answer.sourceNetworkTitle ?? swap.srcBlockchain,
      srcTxHash: answer.srcTxHash ?? swap.srcTxHash,
    })
    const fromAddress = await claimant(input, found.destination, ctx)
    const order: ClaimOrder = { ...found, fromAddress }
    if (input.dryRun) {
      const { planClaim } = await ctx.services.planning({ onEvent: followExecution(ctx) })
      const planned = await planClaim(order)
      ctx.live.stop()
      warnOfReasons(planned.card, ctx)
      return dryAnswer(planned, ctx)
    }
    const wait = !input.noWait
    const tools = await claimTools(input, ctx)
    const planned = await tools.planClaim(order)
    const outcome = await tools.executeSwap(planned, { wait })
    // With its claim the transfer has ended. Whatever fails here, its next check sees that.
    if (swap.receiptId !== null && outcome.status.status === 'SUCCESS') {
      await ctx.services.checkOwnSwap(swap.receiptId).catch(() => null)
    }
    ctx.live.stop()
    const claimed = receiptAnswer(await outcomeAnswer(outcome, wait, planned.order.receiver, ctx))
    return withPage(claimed, { open: input.open, sides: sidesOf(outcome) }, ctx)
  },
  screen: (view, screen) =>
    'shown' in view
      ? view.shown.lines(screen)
      : [...renderCard(view.card(), screen.width, screen.paint), ...view.below(screen)],
  brief: ({ brief, plain }) => brief ?? plain(),
  plain: ({ plain }) => plain(),
})

type Found = Omit<ClaimOrder, 'fromAddress'> & {
  destination: ClaimOrder['source']['blockchain']
}

/** @throws SwaprouteError for a transfer that is not claimable */
function transferOf({
  status,
  note,
  provider,
  sourceNetworkTitle: blockchain,
  srcTxHash: hash,
  destinationNetworkTitle: destination,
}: StatusAnswer): Found {
  const isNamed =
    provider != null &&
    isProviderId(provider) &&
    blockchain != null &&
    isBlockchainId(blockchain) &&
    destination != null &&
    isBlockchainId(destination) &&
    hash != null
  if (status === 'READY_TO_CLAIM' && isNamed) {
    return { provider, source: { blockchain, hash }, destination }
  }
  const detail = note == null ? '' : ` ${note}`
  switch (status) {
    case 'NOT_FOUND':
      throw new SwaprouteError('SWAP_NOT_FOUND', `No transfer has this hash.${detail}`, {
        hint: 'Check the hash, and name the source chain with --chain.',
      })
    case 'PENDING':
    case 'LONG_PENDING':
    case 'READY_TO_CLAIM':
      throw new SwaprouteError('OUTCOME_UNKNOWN', `There is nothing to claim yet.${detail}`, {
        hint: 'Follow it with `swaproute status` and the same hash.',
        funds: 'sent',
      })
    default:
      throw new SwaprouteError(
        'INVALID_ARGUMENT',
        `There is nothing to claim: the transfer is ${status}.${detail}`,
        { hint: 'See `swaproute status` with the same hash.' },
      )
  }
}

/** The execution tools with the confirmation of a claim. */
async function claimTools(
  input: Omit<AnswerValues, 'acceptContract' | 'trust'>,
  ctx: Ctx<'execution' | 'journal'>,
): Promise<ExecutionTools> {
  const answers = {
    yes: input.yes,
    confirmAmount: input.confirmAmount ?? null,
    confirmGas: input.confirmGas ?? null,
    trust: null,
  }
  const noOrder = (): Promise<never> => Promise.reject(new Error('a claim opens no order'))
  const journal = await ctx.services.journal()
  const tools = await ctx.services.execution({
    onEvent: followExecution(ctx, { journal, shown: () => null }),
    review: async (card) => {
      ctx.live.stop()
      await confirmReview(card, tools.confirmationFor(card), answers, ctx)
    },
    confirmOrder: noOrder,
    present: noOrder,
  })
  return tools
}

/** The account that signs; a dry run takes any address. */
async function claimant(
  input: KeyValues & { fromAddress: string | undefined; dryRun: boolean },
  blockchain: Found['destination'],
  ctx: Ctx<RequestServices>,
): Promise<string> {
  const text = input.fromAddress
  const named = text === undefined ? null : await readFromAddress(text, blockchain, ctx)
  if (input.dryRun && named !== null && !isKeyNamed(input)) return named
  return await payingAddress(input, named, blockchain, ctx, input.dryRun ? 'plan' : 'sign')
}
