import { SwaprouteError } from '../../core/errors.ts'
import type { PlayedPayment, SandboxDeposit } from '../../core/sandboxPackage.ts'
import {
  depositsPlain,
  depositsScreen,
  paymentPlain,
  paymentScreen,
} from '../../format/sandboxDeposits.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import type { DepositPlay } from '../frame/services.ts'
import type { Input } from '../inputs/input.ts'

type View =
  | { kind: 'list'; rows: readonly SandboxDeposit[] }
  | { kind: 'paid'; payment: PlayedPayment }

const flags = [
  {
    name: 'amount',
    value: 'N',
    group: 'swap',
    hint: 'Pay less or more; default: exactly what the order asks',
  },
  { name: 'late', hint: 'Pay as if the order had already expired' },
  { name: 'memo', value: 'TEXT', hint: 'Use a different memo' },
  { name: 'without-memo', hint: 'Leave the memo out' },
  {
    name: 'from',
    value: 'WHO',
    group: 'swap',
    values: 'sandbox-account',
    hint: 'Sandbox account, or an address on the chain',
  },
] as const

export const sandboxDepositCommand = defineCommand({
  name: 'sandbox deposit',
  summary: 'Orders at the exchanges, and their payments',
  usage: '[pay <order>]',
  about:
    'Without arguments: lists every order. `pay` simulates a payment: a transaction where the chain\n' +
    'runs here (EVM chains and TON), by script where it does not (BITCOIN, RIPPLE, TRON ...).\n' +
    'Name an order by its number, receipt id or deposit address.',
  examples: [
    'swaproute sandbox deposit',
    'swaproute sandbox deposit pay ex3f9a2c1b',
    'swaproute sandbox deposit pay ex3f9a2c1b --amount 0.004',
    'swaproute sandbox deposit pay ex3f9a2c1b --without-memo',
  ],
  flags,
  conflicts: [['memo', 'without-memo']],
  maxWords: 2,
  playMoney: true,
  async run(input, ctx: Ctx<'sandbox'>) {
    const sandbox = await ctx.services.sandbox()
    const [verb, order] = input.words
    if (verb === undefined) {
      const rows = await sandbox.deposits()
      const view: View = { kind: 'list', rows }
      return { data: rows, view }
    }
    if (verb !== 'pay' || order === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'The order to pay is missing.', {
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

function readPlay(input: Input<typeof flags>): Omit<DepositPlay, 'order'> {
  const text = input.memo
  return {
    amount: input.amount ?? null,
    late: input.late,
    memo: input.withoutMemo
      ? { kind: 'none' }
      : text === undefined
        ? { kind: 'right' }
        : { kind: 'wrong', text },
    from: input.from ?? null,
  }
}
