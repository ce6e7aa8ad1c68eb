import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import type { TonChainTransaction, TonTrace } from '../../../src/core/tonChain.ts'
import type { TonCase } from '../../providers/tonCase.ts'
import { nowMs, ton } from '../../providers/depositSupport.ts'
import {
  excesses,
  friend,
  jettonsCome,
  mallory,
  paidRef,
  payer,
  raw,
  showing,
  tonComes,
  traceOf,
  transaction,
  type usdt,
  walletSends,
} from '../../providers/tonSupport.ts'
import { builtSwaps, type BuiltOnTon } from '../02-mutations/tonSwaps.ts'
import type { Liar, Lie } from './lies.ts'

/** Lies of an index about swaps on TON, whose exchanges are never believed: only traces are. */
export async function tonLiar(name: string, it: TonCase): Promise<Liar> {
  const lies = (await builtSwaps(it)).map((swap) => liesOf(swap))
  return {
    name,
    lies: lies.flatMap((one) => one.lies),
    truths: lies.flatMap((one) => one.truths),
  }
}

function liesOf({ provider, quote, built, context }: BuiltOnTon): Omit<Liar, 'name'> {
  const { request } = quote
  const { srcToken, dstToken, srcAmount } = request
  const [id] = provider.ids
  if (id === undefined || built.transaction.kind !== 'ton') throw new Error('not on TON')
  const { messages } = built.transaction
  const minimum = built.dstMinAmount
  const pair = `${srcToken.symbol} to ${dstToken.symbol}`

  const ask = (
    trace: TonTrace | null | SwaprouteError,
    more: Partial<SwapRef> = {},
  ): Promise<SwapStatus> => {
    const given = trace instanceof SwaprouteError ? null : trace
    const find = async (): Promise<TonTrace | null> => {
      if (trace instanceof SwaprouteError) throw trace
      return trace
    }
    return provider.status(id, paidRef(quote, built, more), {
      ...context,
      // The node lies with the index: its cells say the same.
      ton: { ...context.ton, ...showing(given === null ? {} : { given }), trace: find },
    })
  }
  const sent = walletSends(messages)
  const comes = (token: typeof usdt, owner: string, amount: bigint): TonChainTransaction =>
    token.native ? tonComes(owner, amount) : jettonsCome(token.address, owner, amount)
  const pays = (amount: bigint, owner = payer, token = dstToken): TonChainTransaction =>
    comes(token, owner, amount)
  const lie = (
    what: string,
    trace: TonTrace | null | SwaprouteError,
    more?: Partial<SwapRef>,
  ): Lie => ({ name: `${pair}: ${what}`, ask: () => ask(trace, more) })
  const whole = pays(minimum)
  const bentSend = (change: Partial<TonChainTransaction>): TonChainTransaction => ({
    ...sent,
    ...change,
  })
  const inMessage = (one: TonChainTransaction, change: object): TonChainTransaction => ({
    ...one,
    inMessage: one.inMessage === null ? null : { ...one.inMessage, ...change },
  })
  const other = ton('another token', true)
  const strangerSends = transaction(mallory, { from: null }, { outMessages: sent.outMessages })

  const lies: Lie[] = [
    lie('no trace', null),
    lie('an empty trace', traceOf([])),
    lie('a trace without the payment', traceOf([whole])),
    lie('a payout in a foreign trace', traceOf([strangerSends, whole])),
    lie('a payout of yesterday', traceOf([bentSend({ atSeconds: nowMs / 1000 - 86_400 }), whole])),
    lie('a payout of 1970', traceOf([sent, { ...whole, atSeconds: 1 }])),
    lie('only the payment', traceOf([sent])),
    lie('only the payment, and not all of it', traceOf([sent], false)),
    lie('one unit less than the minimum', traceOf([sent, pays(minimum - 1n)])),
    lie('0.3 of the minimum', traceOf([sent, pays((minimum * 3n) / 10n)])),
    lie('dust', traceOf([sent, pays(1n)])),
    lie('nothing', traceOf([sent, pays(0n)])),
    lie('a payout to a stranger', traceOf([sent, pays(minimum, mallory)])),
    lie('a payout to a friend', traceOf([sent, pays(minimum, friend)])),
    lie('a payout of another token', traceOf([sent, jettonsCome(other, payer, minimum)])),
    lie('a payout that is only foreseen', traceOf([sent, { ...whole, emulated: true }])),
    lie(
      'a payout that bounced',
      traceOf([sent, inMessage(whole, { bounced: true, opcode: 0xffffffff })]),
    ),
    lie(
      'left-over fees for a payout',
      traceOf([sent, inMessage(excesses(payer, 30_000_000n), {})]),
    ),
    lie('left-over fees as large as the payout', traceOf([sent, excesses(payer, minimum)])),
    lie(
      'a notice without jettons',
      traceOf([sent, inMessage(excesses(payer, 1n), { opcode: 0x7362d09c })]),
    ),
    lie('part of a refund', traceOf([sent, comes(srcToken, payer, srcAmount / 2n)])),
    lie('a refund to a stranger', traceOf([sent, comes(srcToken, mallory, srcAmount)])),
    lie(
      'a refund that is only foreseen',
      traceOf([sent, { ...comes(srcToken, payer, srcAmount), emulated: true }]),
    ),
    lie(
      'a refund in a trace that goes on',
      traceOf([sent, comes(srcToken, payer, srcAmount - 1n)], false),
    ),
    lie('a refund in a foreign trace', traceOf([strangerSends, comes(srcToken, payer, srcAmount)])),
    lie(
      'a payment that is only foreseen to fail',
      traceOf([bentSend({ outMessages: [], emulated: true })], false),
    ),
    lie('TON does not answer', new SwaprouteError('CHAIN_UNAVAILABLE', 'It did not answer.')),
    lie('TON does not answer in time', new SwaprouteError('TIMED_OUT', 'It did not answer.')),
    lie('TON was asked too often', new SwaprouteError('RATE_LIMITED', 'Too often.')),
    lie('a swap without its state', traceOf([sent, whole]), { providerState: null }),
    lie('an invalid hash', traceOf([sent, whole]), { srcTxHash: 'soon' }),
    lie('no hash', traceOf([sent, whole]), { srcTxHash: null }),
    lie('a swap of another payer', traceOf([sent, whole]), {
      fromAddress: mallory,
      receiver: mallory,
    }),
    lie('a payout to the payer, where a friend is to get it', traceOf([sent, whole]), {
      receiver: friend,
    }),
    ...(dstToken.native
      ? []
      : [
          lie(
            'jettons at a wallet of another owner',
            traceOf([sent, { ...whole, account: raw(mallory) }]),
          ),
          lie(
            'jettons that were refused',
            traceOf([sent, { ...whole, aborted: true, compute: { success: false, exitCode: 1 } }]),
          ),
        ]),
  ]
  const truths: Liar['truths'] = [
    { name: `${pair}: paid`, word: 'SUCCESS', ask: () => ask(traceOf([sent, whole])) },
    {
      name: `${pair}: more than the minimum`,
      word: 'SUCCESS',
      ask: () => ask(traceOf([sent, pays(minimum * 3n)])),
    },
    {
      name: `${pair}: given back`,
      word: 'REVERTED',
      ask: () => ask(traceOf([sent, comes(srcToken, payer, srcAmount)])),
    },
    {
      name: `${pair}: nothing was sent`,
      word: 'FAIL',
      ask: () => ask(traceOf([bentSend({ outMessages: [] })])),
    },
  ]
  return { lies, truths }
}
