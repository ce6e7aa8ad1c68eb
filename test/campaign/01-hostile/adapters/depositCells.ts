/** Cells of a provider that is paid at an address of its own, from where its answers say what. */
import { listBytes } from '../../../../src/providers/kits/kept.ts'
import type { AskedFor, DepositWire } from '../../../providers/depositWire.ts'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import { minedReceipt } from '../../../support/minedReceipt.ts'
import type { Cell, Cells, Facts, HostileAdapter } from '../kit/adapter.ts'
import { at, put } from '../../../support/bodies.ts'
import {
  approvalTransactions,
  cellsWith,
  evil,
  extraClaims,
  falseEnd,
  hiddenCallCells,
  signatureRequests,
  transport,
  urlsToFetch,
} from '../kit/cells.ts'
import { dai, swapRouter, usdc } from '../kit/contracts.ts'
import { named, pay, resumeWords } from '../kit/payments.ts'
import type { Lie } from '../kit/server.ts'
import type { Stage } from '../kit/stage.ts'
import { paysNoOrder, withoutReceiver } from './depositJudge.ts'
import { bend, claim, terminalTexts, together, type Where, withStatus } from '../kit/wire.ts'

const foreignHash = `0x${'ab'.repeat(32)}`

/** What a provider leaves whose estimate is refused. */
export const noOffer = ['NO_ROUTE', 'UPSTREAM_FAILED', 'UPSTREAM_REFUSED']

export function depositAdapter(
  sandbox: CliSandbox,
  id: string,
  given: DepositWire,
): HostileAdapter {
  const wire = atFront(id, given)
  const who = ['--provider', id, '--account', 'alice']
  const line = ['swap', ...wire.pair, ...who, '--yes', '--no-wait']
  return {
    id,
    providers: [id],
    scenes: scenesOf(line),
    prepare: (stage) => preparePayments(stage, sandbox, id, line),
    cells: (facts) => depositCells(wire, facts),
    ...(wire.differs === true ? { essence: withoutReceiver } : {}),
    judge: (run) => paysNoOrder(run, sandbox, id),
  }
}

/** A payment by `line`, and what follows the two payments of `preparePayments`. */
export function scenesOf(line: string[]): HostileAdapter['scenes'] {
  return {
    pay: { kind: 'pay', words: () => line },
    slow: { kind: 'pay', words: () => [...line, '--timeout', '2'] },
    resume: { kind: 'follow', state: 'stalled', words: (facts) => resumeWords(facts, 'stalled') },
    status: {
      kind: 'follow',
      state: 'stalled',
      words: ({ prepared }) => ['status', prepared['stalledReceipt'] ?? ''],
    },
    delivered: { kind: 'follow', state: 'paid', words: (facts) => resumeWords(facts, 'paid') },
  }
}

/** Answers of the provider alone, not of the chains that the kit fronts besides. */
function atFront(id: string, wire: DepositWire): DepositWire<Where> {
  const own =
    (fits: AskedFor): Where =>
    (exchange) =>
      exchange.front === id && fits(exchange)
  const { quoted, whole, created, echo, state } = wire
  return {
    ...wire,
    quoted: own(quoted),
    ...(whole === undefined ? {} : { whole: own(whole) }),
    created: own(created),
    echo: own(echo),
    state: own(state),
  }
}

/**
 * One order that is paid out, and one that goes no further: any end reported of it is a lie. Both
 * are of one journal: only there is it known which of them a transaction seconds before has paid.
 */
export async function preparePayments(
  stage: Stage,
  sandbox: CliSandbox,
  id: string,
  words: string[],
): Promise<Record<string, string>> {
  const payOne = async (name: string): Promise<Record<string, string>> => {
    // The second one is meant: the same swap twice within ten minutes would be refused.
    const payment = await pay(stage, [...words, '--force'])
    stage.keep(name)
    // Before it is mined the next payment would have its nonce or another, as it happens.
    await minedReceipt(sandbox.reader('ETH').client, payment.hash)
    return named(name, payment)
  }
  stage.restore(null)
  const paid = await payOne('paid')
  const waiting = ['status', paid['paidReceipt'] ?? '', '--wait=18s']
  const { document } = await stage.run(waiting, undefined, { forwards: true })
  const payout: unknown = document.data?.destinationTxHash
  // The journal has its end only once it was resumed.
  await stage.run(resumeWords({ prepared: paid }, 'paid'), undefined, { forwards: true })
  if (typeof payout !== 'string') throw new Error(`nothing came: ${JSON.stringify(document)}`)
  await sandbox.fault('--clear')
  await sandbox.fault(id, 'stall')
  return { ...paid, payout, ...(await payOne('stalled')) }
}

export function depositCells(wire: DepositWire<Where>, { trapUrl, prepared }: Facts): Cells {
  const { quoted, created, echo, state } = wire
  const cell = cellsWith(extra(echo))
  const extras = (values: Record<string, unknown>): Cell => extraClaims('pay', created, values)
  const follow = (lies: readonly Lie[]): Cell => falseEnd(lies, extra(state))
  const call = (data: string): Cell =>
    extras({ data, tx: { to: usdc, data }, calldata: data, to: usdc })
  const told = (values: Record<string, unknown>): Lie => claim(echo, values)
  const { on, scaled } = outputs(wire)
  const everywhere = (address: string): Lie =>
    together(
      claim(created, { [wire.address.created]: address }),
      told({ [wire.address.echo]: address }),
    )
  return {
    'foreign-spender': extras({ approvalAddress: evil, spender: evil, allowanceTarget: evil }),
    'spender-of-another-provider': extras({ approvalAddress: swapRouter }),
    'unlimited-approval-data': extras(approvalTransactions(usdc)),
    'wrong-approval-token': extras(approvalTransactions(dai)),
    'foreign-target': cell(
      [told({ [wire.address.echo]: evil }), claim(created, { [wire.address.created]: evil })],
      ['D3', 'OUTCOME_UNKNOWN'],
      letterCase(wire),
    ),
    'target-without-code': cell(
      [
        everywhere('0x0000000000000000000000000000000000000000'),
        everywhere('0x000000000000000000000000000000000000dEaD'),
      ],
      ['D4', 'D3', 'OUTCOME_UNKNOWN'],
      letterCase(wire),
    ),
    'token-as-target': cell([everywhere(usdc)], ['D4', 'D3', 'OUTCOME_UNKNOWN'], letterCase(wire)),
    'foreign-receiver': cell([told({ [wire.receiver]: evil })], ['D3']),
    'receiver-at-the-tail': cell(
      [
        bend(echo, (body) =>
          put(body, wire.receiver, `${String(at(body, wire.receiver))}${evil.slice(2)}`),
        ),
      ],
      ['D3'],
    ),
    'foreign-refund':
      wire.refund === null
        ? extras({ refundTo: evil })
        : cell([told({ [wire.refund]: evil })], ['D3']),
    'wrong-chain': cell([told(wire.srcCoin)], ['D3', 'D6']),
    'wrong-destination-chain': cell([told(wire.dstChain)], ['D3', 'D6']),
    'other-amount': cell(
      [
        bend(echo, (body) => times(body, wire.amount.echo, 2)),
        bend(echo, (body) => times(body, wire.amount.echo, 0.5)),
      ],
      ['D3', 'D8'],
    ),
    'value-too-high':
      wire.amount.created === null
        ? extras({ value: '1', amountToSend: '99999' })
        : cell(
            [bend(created, (body) => times(body, wire.amount.created ?? '', 10))],
            ['D8', 'D3', 'OUTCOME_UNKNOWN'],
          ),
    'fee-grown': extras({ fee: '999999999', networkFee: 99, gas: '29000000' }),
    'less-in-the-call': cell(
      wire.out.echo.map((path) => bend(echo, (body) => times(body, path, 0.5))),
      ['D3', 'PRICE_MOVED'],
    ),
    'minimum-zero': cell([scaled(0, on.quoted)], noOffer),
    'less-than-quoted': cell([scaled(0.5, on.order)], ['PRICE_MOVED', 'D3']),
    'other-tokens': cell([told(wire.dstCoin)], ['D3', 'D6']),
    'altered-order': cell([told(wire.otherOrder)], ['D3', 'OUTCOME_UNKNOWN']),
    'expired-quote':
      wire.deadline === null
        ? extras({ expiresAt: '2020-01-01T00:00:00Z', deadline: 1 })
        : cell(
            [
              together(
                claim(created, wire.deadline),
                told(
                  Object.fromEntries(
                    Object.entries(wire.deadline).map(([path, value]) => [
                      deadlineInEcho(wire, path),
                      value,
                    ]),
                  ),
                ),
              ),
            ],
            ['D7', 'D3'],
          ),
    ...hiddenCallCells(call),
    'signature-request': extras(signatureRequests),
    'price-tenfold': cell(
      [scaled(10, on.quoted), scaled(10, on.order), scaled(10, on.quoted, on.order)],
      ['PRICE_MOVED', 'P3', 'P6', 'D3', ...noOffer],
    ),
    'price-millionfold': cell(
      [scaled(1_000_000, on.quoted), scaled(1_000_000, on.quoted, on.order)],
      ['PRICE_MOVED', 'P3', 'P6', ...noOffer],
    ),
    'ruinous-price': cell(
      [scaled(0.3, on.quoted, on.order), scaled(0.01, on.quoted, on.order)],
      ['P2', 'CONFIRMATION_REQUIRED', 'D3', ...noOffer],
    ),
    'success-without-hash': follow([claim(state, wire.done(null))]),
    'success-with-foreign-hash': follow([
      claim(state, wire.done(foreignHash)),
      claim(state, wire.done(prepared['stalledHash'] ?? '')),
    ]),
    'success-of-another-swap': follow([claim(state, wire.done(prepared['payout'] ?? ''))]),
    'false-failure': follow([
      claim(state, wire.unknown),
      withStatus(state, 500, { error: 'failed' }),
    ]),
    'refund-elsewhere': follow([
      claim(state, wire.refunded(foreignHash)),
      claim(state, wire.refunded(prepared['paidHash'] ?? '')),
      claim(state, wire.refunded(null)),
    ]),
    'unknown-word': follow([
      claim(state, wire.unknown),
      withStatus(state, 404, { error: 'not found' }),
    ]),
    'terminal-text': {
      ...extras({
        message: terminalTexts[0],
        comment: terminalTexts[1],
        note: terminalTexts[2],
        memoName: terminalTexts[0],
      }),
    },
    'look-alike-symbol': extras({ symbol: 'UЅDC', name: 'USD Соіn', networkName: 'Εthereum' }),
    ...withoutOffer(
      wire.whole === undefined
        ? transport('pay', quoted, trapUrl, 'slow')
        : transport('pay', wire.whole, trapUrl, 'slow', listBytes),
    ),
    'url-to-fetch': urlsToFetch('pay', created, trapUrl),
    'odd-numbers': cell(
      wire.out.quoted.flatMap((path) =>
        [-1, '1e400', '0x', '1,5', {}, ...(path === wire.mayLack ? [] : [null])].map((value) =>
          bend(quoted, (body) => put(body, path, value)),
        ),
      ),
      noOffer,
    ),
    'error-in-2xx': cell(
      [withStatus(quoted, 200, { error: 'internal', message: 'no' }), withStatus(quoted, 200, {})],
      noOffer,
      extra(wire.whole ?? quoted),
    ),
  }
}

function extra(where: Where): Lie {
  return claim(where, { somethingMore: { note: 'all is well' } })
}

function letterCase({ echo, address }: DepositWire<Where>): Lie {
  return bend(echo, (body) => put(body, address.echo, String(at(body, address.echo)).toLowerCase()))
}

/** A number or a text that is one, so many times; base units stay whole. */
function times(body: unknown, path: string, factor: number): void {
  const value = at(body, path)
  if (typeof value === 'number') return put(body, path, Number((value * factor).toPrecision(12)))
  if (typeof value !== 'string') return
  const isWhole = /^\d+$/.test(value)
  const scaled = Number((Number(value) * factor).toPrecision(12))
  put(body, path, isWhole ? String(BigInt(Math.floor(scaled))) : String(scaled))
}

/** The output so many times, in the estimate, in the order (opened and read back), or in both. */
function outputs({ quoted, created, echo, out }: DepositWire<Where>) {
  type Part = readonly (readonly [where: Where, paths: readonly string[]])[]
  const on = {
    quoted: [[quoted, out.quoted]],
    order: [
      [created, out.created],
      [echo, out.echo],
    ],
  } as const satisfies Record<string, Part>
  const scaled = (factor: number, ...parts: readonly Part[]): Lie =>
    together(
      ...parts.flat().map(([where, paths]) =>
        bend(where, (body) => {
          for (const path of paths) times(body, path, factor)
        }),
      ),
    )
  return { on, scaled }
}

/** NEAR Intents and Chainflip return an order inside of another object. */
function deadlineInEcho({ address }: DepositWire<Where>, path: string): string {
  const [outer = ''] = /^(?:quoteResponse|depositChannel)\./.exec(address.echo) ?? []
  return `${outer}${path}`
}

/** Of an estimate: what cannot be read leaves no offer, and the rule is in the list of failures. */
function withoutOffer<Name extends string>(cells: Record<Name, Cell>): Record<Name, Cell> {
  const widened = Object.entries<Cell>(cells).map(([name, cell]): [string, Cell] => [
    name,
    { ...cell, refusals: [...new Set([...cell.refusals, 'NO_ROUTE', 'UPSTREAM_FAILED'])] },
  ])
  return Object.fromEntries(widened) as Record<Name, Cell>
}
