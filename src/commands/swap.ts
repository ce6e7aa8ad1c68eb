import { SwaprouteError } from '../core/errors.ts'
import { renderCard } from '../format/card.ts'
import type { Card } from '../format/card.ts'
import { receiptCard } from '../format/receipt.ts'
import { reviewCard } from '../format/review.ts'
import { defineCommand } from './frame/command.ts'
import type { Answer, Input } from './frame/shapes.ts'
import type { PlannedSwap, UnsignedTransaction } from '../execution/types.ts'
import { confirmReview } from './swap/confirm.ts'
import { type SwapFlag, swapFlags } from './swap/flags.ts'
import { followExecution } from './swap/follow.ts'
import { readOrder } from './swap/order.ts'
import { outcomeAnswer } from './swap/outcome.ts'
import { plainReceipt } from './swap/plain.ts'

type View = { card: Card; plain: readonly string[]; below: readonly string[] }

export const swapCommand = defineCommand({
  name: 'swap',
  summary: 'Swap: review, approve exactly, sign, send, follow to the end',
  usage: '[<amount> <from> [to] <to>]',
  about:
    'Takes the best route, or one of an earlier quote by --id, or the JSON of a quote by --quote.\n' +
    'Everything is shown before anything is signed. In scripts: --yes covers up to 100 USD,\n' +
    '--confirm-amount N is needed above that and where the value is not known.',
  examples: [
    'swaproute swap 250 eth:USDC to arb:USDC --account main',
    'swaproute swap 250 eth:USDC to arb:USDC --account main --yes --confirm-amount 250 --json',
    'swaproute best 1 eth:ETH to eth:USDC --json | swaproute swap --quote - --dry-run --from-address 0x…',
  ],
  flags: swapFlags,
  maxWords: 4,
  async run(input, ctx): Promise<Answer<View>> {
    refuseContradictions(input)
    const onEvent = followExecution(ctx)
    const order = await readOrder(input, ctx)
    if (input.flags.on('dry-run') || input.flags.on('unsigned')) {
      const { planSwap } = await ctx.services.planning({ onEvent })
      const planned = await planSwap(order)
      ctx.live.stop()
      return input.flags.on('unsigned') ? unsignedAnswer(planned) : dryAnswer(planned)
    }
    const given = {
      yes: input.flags.on('yes'),
      confirmAmount: input.flags.text('confirm-amount') ?? null,
    }
    const tools = await ctx.services.execution({
      onEvent,
      review: async (card) => {
        ctx.live.stop()
        await confirmReview(card, tools.confirmationFor(card), given, ctx)
      },
    })
    const planned = await tools.planSwap(order)
    const wait = !input.flags.on('no-wait')
    const outcome = await tools.executeSwap(planned, { wait })
    ctx.live.stop()
    const answer = await outcomeAnswer(outcome, wait, order.receiver, ctx)
    return {
      ...answer,
      view: { card: receiptCard(answer.view), plain: plainReceipt(answer.view), below: [] },
    }
  },
  screen: ({ card, below }, { width, paint }) => [...renderCard(card, width, paint), ...below],
  plain: ({ plain }) => plain,
})

function refuseContradictions({ flags: given }: Input<SwapFlag>): void {
  const pairs = [
    ['id', 'quote'],
    ['dry-run', 'unsigned'],
    ['unsigned', 'yes'],
  ] as const
  for (const [one, other] of pairs) {
    if (!given.on(one) || !given.on(other)) continue
    throw new SwaprouteError('INVALID_ARGUMENT', `--${one} and --${other} exclude each other.`, {
      hint: 'Keep one of them.',
    })
  }
  if (given.on('key-stdin') && given.text('quote') === '-') {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      'Standard input cannot carry both the key and the quote.',
      { hint: 'Give the quote as a file.' },
    )
  }
}

/** `--dry-run`: the review card of a plan that passed every check; nothing is signed. */
function dryAnswer(planned: PlannedSwap): Answer<View> {
  return {
    data: { ...planData(planned), review: planned.card },
    view: {
      card: { ...reviewCard(planned.card), footer: 'Dry run: nothing was signed or sent.' },
      plain: planLines(planned),
      below: [],
    },
  }
}

/** `--unsigned`: what another signer has to sign, in the order of sending. */
function unsignedAnswer(planned: PlannedSwap): Answer<View> {
  return {
    data: { ...planData(planned), unsigned: planned.unsigned },
    view: {
      card: {
        ...reviewCard(planned.card),
        footer: 'Nothing was signed or sent. To sign, in order:',
      },
      plain: planLines(planned),
      below: planned.unsigned.flatMap((transaction, index) => [
        '',
        `${index + 1}. ${transaction.leg} on ${transaction.blockchain} (chain id ${transaction.chainId})`,
        `   from  ${transaction.from}`,
        ...unsignedLines(transaction),
      ]),
    },
  }
}

function unsignedLines(transaction: UnsignedTransaction): string[] {
  if ('messages' in transaction) {
    const { validUntilSeconds, messages } = transaction
    return [
      `   until ${new Date(validUntilSeconds * 1000).toISOString()}`,
      ...messages.flatMap(({ address, amount, payload, stateInit }) => [
        `   to    ${address}`,
        `   value ${amount}`,
        `   body  ${payload ?? 'none'}`,
        ...(stateInit === null ? [] : [`   state ${stateInit}`]),
      ]),
    ]
  }
  const { to, value, gasLimit, data } = transaction
  return [
    `   to    ${to}`,
    `   value ${value}`,
    `   gas   ${gasLimit ?? 'estimate it once the approval is in force'}`,
    `   data  ${data}`,
  ]
}

function planData({ routeId, order, answer }: PlannedSwap): Record<string, unknown> {
  return {
    id: routeId,
    route: order.route,
    transaction: answer.transaction,
    hashes: {},
    status: null,
  }
}

function planLines({ unsigned }: PlannedSwap): string[] {
  const rows = unsigned.flatMap((transaction) => {
    const { leg, blockchain, chainId, from } = transaction
    const common = [leg, blockchain, chainId, from]
    if (!('messages' in transaction)) {
      const { to, value, gasLimit, data } = transaction
      return [[...common, to, value, gasLimit ?? '', data]]
    }
    return transaction.messages.map(({ address, amount, payload }) => [
      ...common,
      address,
      amount,
      '',
      payload ?? '',
    ])
  })
  const members = ['leg', 'blockchain', 'chainId', 'from', 'to', 'value', 'gasLimit', 'data']
  return [members, ...rows].map((row) => row.join('\t'))
}
