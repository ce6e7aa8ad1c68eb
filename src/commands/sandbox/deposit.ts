import { SwaprouteError } from '../../core/errors.ts'
import type { PlayedPayment, SandboxDeposit } from '../../core/sandboxPackage.ts'
import {
  depositsPlain,
  depositsScreen,
  paymentPlain,
  paymentScreen,
} from '../../format/sandboxDeposits.ts'
import { defineCommand } from '../frame/command.ts'
import type { DepositPlay } from '../frame/services.ts'
import type { Input } from '../frame/shapes.ts'

type View =
  | { kind: 'list'; rows: readonly SandboxDeposit[] }
  | { kind: 'paid'; payment: PlayedPayment }

const flags = [
  { name: 'amount', value: 'N', hint: 'Too little or too much; default: exactly what is asked' },
  { name: 'late', hint: 'Pay after the end of the order, whatever the clock says' },
  { name: 'memo', value: 'TEXT', hint: 'Another memo than the one of the order' },
  { name: 'without-memo', hint: 'Leave the memo out' },
  { name: 'from', value: 'WHO', hint: 'Account of the sandbox, or an address of the chain' },
] as const

export const sandboxDepositCommand = defineCommand({
  name: 'sandbox deposit',
  summary: 'Orders at the exchanges, and their payments',
  usage: '[pay <order>]',
  about:
    'Without words: every order. `pay` plays the payment of one: a transaction where the chain\n' +
    'runs here (EVM chains and TON), by script where it does not (BITCOIN, RIPPLE, TRON ...).\n' +
    'An order goes by its number, receipt id or deposit address.',
  examples: [
    'swaproute sandbox deposit',
    'swaproute sandbox deposit pay ex3f9a2c1b',
    'swaproute sandbox deposit pay ex3f9a2c1b --amount 0.004',
    'swaproute sandbox deposit pay ex3f9a2c1b --without-memo',
  ],
  flags,
  maxWords: 2,
  playMoney: true,
  async run(input, ctx) {
    const sandbox = await ctx.services.sandbox()
    const [verb, order] = input.words
    if (verb === undefined) {
      const rows = await sandbox.deposits()
      const view: View = { kind: 'list', rows }
      return { data: rows, view }
    }
    if (verb !== 'pay' || order === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'Say which order is to be paid.', {
        hint: '`swaproute sandbox deposit` lists them; `sandbox deposit pay <order>` pays one.',
      })
    }
    const payment = await sandbox.payDeposit({ order, ...readPlay(input) })
    const view: View = { kind: 'paid', payment }
    return { data: payment, view }
  },
  screen: (view: View, { width, paint }) =>
    view.kind === 'list' ? depositsScreen(view.rows, width, paint) : paymentScreen(view.payment),
  plain: (view: View) =>
    view.kind === 'list' ? depositsPlain(view.rows) : paymentPlain(view.payment),
})

function readPlay({
  flags: given,
}: Input<(typeof flags)[number]['name']>): Omit<DepositPlay, 'order'> {
  const text = given.text('memo')
  if (text !== undefined && given.on('without-memo')) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'A payment has a memo or none.', {
      hint: 'Give --memo or --without-memo.',
    })
  }
  return {
    amount: given.text('amount') ?? null,
    late: given.on('late'),
    memo: given.on('without-memo')
      ? { kind: 'none' }
      : text === undefined
        ? { kind: 'right' }
        : { kind: 'wrong', text },
    from: given.text('from') ?? null,
  }
}
