/** Across: its API is the hostile party; the chains are honest. */
import type { Hex } from 'viem'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import type { Cell, Cells, Facts, HostileAdapter } from '../kit/adapter.ts'
import { put, textAt } from '../../../support/bodies.ts'
import {
  approvalTransactions,
  cellsWith,
  evil,
  extraClaims,
  falseEnd,
  hiddenCallCells,
  hostileTexts,
  signatureRequests,
  transport,
  urlsToFetch,
} from '../kit/cells.ts'
import { dai, emptyPlace, spokePool, swapRouter, usdc, wrapped } from '../kit/contracts.ts'
import { readWordAt, replaceWord, transferCall } from '../kit/evmCalls.ts'
import { payAndKeep, resumeWords } from '../kit/payments.ts'
import type { Lie } from '../kit/server.ts'
import type { Stage } from '../kit/stage.ts'
import { bend, claim, inserted, rewrite, together, type Where, withStatus } from '../kit/wire.ts'

/** P3 leaves no route where the only offer is too good; its call would be refused by E9. */
const tooGood = ['NO_ROUTE']

/** Quotes are honest; what is to become the transaction is not. */
const built: Where = ({ front, call, count }) =>
  front === 'across' && call.endsWith('/swap/approval') && count >= 2
const quoted: Where = ({ front, call }) => front === 'across' && call.endsWith('/swap/approval')
const asked: Where = ({ front, call }) => front === 'across' && call.endsWith('/deposit/status')

export function acrossAdapter(sandbox: CliSandbox): HostileAdapter {
  const who = ['--provider', 'across', '--account', 'alice']
  const native = ['swap', '0.01', 'eth:ETH', 'to', 'arb:ETH', ...who]
  const token = ['swap', '10', 'eth:USDC', 'to', 'arb:USDC', ...who]
  const sending = ['--yes', '--no-wait']
  return {
    id: 'across',
    providers: ['across'],
    scenes: {
      pay: { kind: 'pay', words: () => [...native, ...sending] },
      slippage: { kind: 'pay', words: () => [...native, ...sending, '--slippage', '0.5%'] },
      slow: { kind: 'pay', words: () => [...native, ...sending, '--timeout', '2'] },
      token: { kind: 'unsigned', words: () => [...token, '--unsigned'] },
      resume: { kind: 'follow', state: 'stalled', words: (facts) => resumeWords(facts, 'stalled') },
      status: {
        kind: 'follow',
        words: ({ prepared }) => ['status', prepared['stalledHash'] ?? ''],
      },
      delivered: { kind: 'follow', state: 'paid', words: (facts) => resumeWords(facts, 'paid') },
    },
    prepare: (stage) => preparePayments(stage, sandbox, [...native, ...sending]),
    cells: (facts) => acrossCells(facts),
  }
}

/** One swap that is delivered, and one that is never filled: any end reported of it is a lie. */
async function preparePayments(
  stage: Stage,
  sandbox: CliSandbox,
  words: string[],
): Promise<Record<string, string>> {
  await sandbox.fault('--clear')
  // So that its journal ends before the delivery, which is then to be reported.
  await sandbox.fault('across', 'slow', '3')
  const paid = await payAndKeep(stage, 'paid', words)
  const waiting = ['status', paid['paidHash'] ?? '', '--wait=15s']
  const { document } = await stage.run(waiting, undefined, { forwards: true })
  const paidFill: unknown = document.data?.destinationTxHash
  if (typeof paidFill !== 'string') throw new Error(`not delivered: ${JSON.stringify(document)}`)
  await sandbox.fault('--clear')
  await sandbox.fault('across', 'stall')
  return { ...paid, paidFill, ...(await payAndKeep(stage, 'stalled', words)) }
}

function acrossCells({ trapUrl, prepared }: Facts): Cells {
  const deposit = (index: number, value: string | bigint): Lie =>
    bend(built, (body) => put(body, 'swapTx.data', withArgument(body, index, value)))
  const cell = cellsWith(letterCase)
  const call = (data: Hex): Cell => cell([claim(built, { 'swapTx.data': data })], ['E8'], upperData)
  const status = (lies: readonly Lie[]): Cell => falseEnd(lies, extraStatus, { everywhere: true })
  return {
    'foreign-spender': cell(
      [claim(built, { 'checks.allowance.spender': evil })],
      'E3',
      spenderCase,
      'token',
    ),
    'spender-of-another-provider': cell(
      [claim(built, { 'checks.allowance.spender': swapRouter })],
      'E3',
      spenderCase,
      'token',
    ),
    'unlimited-approval-data': {
      ...extraClaims('token', built, approvalTransactions(usdc), { approvalTxns: [] }),
    },
    'wrong-approval-token': {
      ...extraClaims(
        'token',
        built,
        { ...approvalTransactions(dai), 'checks.allowance.token': dai },
        { 'checks.allowance.token': usdc.toLowerCase() },
      ),
    },
    'foreign-target': cell([claim(built, { 'swapTx.to': evil })], 'E2'),
    'target-without-code': cell([claim(built, { 'swapTx.to': emptyPlace })], 'E2'),
    'token-as-target': cell(
      [
        claim(built, { 'swapTx.to': usdc, 'swapTx.data': transferCall(evil, 10_000_000n) }),
        claim(built, { 'swapTx.to': wrapped }),
      ],
      'E2',
    ),
    'foreign-receiver': cell([deposit(1, evil)], 'E8', upperData),
    'receiver-at-the-tail': cell(
      [
        bend(built, (body) => {
          const own = readWordAt(textAt(body, 'swapTx.data'), 1)
          put(body, 'swapTx.data', `${withArgument(body, 1, evil)}${own}`)
        }),
        // As the message: 32 bytes behind the head's twelve words.
        bend(built, (body) => {
          const own = readWordAt(textAt(body, 'swapTx.data'), 1)
          const head = withArgument(body, 1, evil).slice(0, 2 + 8 + 12 * 64)
          put(body, 'swapTx.data', `${head}${'20'.padStart(64, '0')}${own}73c0de`)
        }),
      ],
      'E8',
      upperData,
    ),
    'foreign-refund': cell([deposit(0, evil)], 'E8', upperData),
    'wrong-chain': cell(
      [claim(built, { 'swapTx.chainId': 1 }), claim(built, { 'swapTx.chainId': 13_370_002 })],
      'E1',
      claim(built, { 'swapTx.network': 'mainnet' }),
    ),
    'wrong-destination-chain': cell([deposit(6, 13_370_002n)], 'E8', upperData),
    'other-amount': cell([deposit(4, 10n ** 16n + 1n), deposit(4, 10n ** 15n)], 'E5', upperData),
    'value-too-high': cell(
      [
        claim(built, { 'swapTx.value': '10000000000000001' }),
        claim(built, { 'swapTx.value': '20000000000000000' }),
        claim(built, { 'swapTx.value': null }),
      ],
      'E5',
      inserted(built, '"value":"1","swapTx.value":"7"'),
    ),
    'fee-grown': extraClaims(
      'pay',
      built,
      { 'fees.total.pct': '30000000000000000', 'swapTx.gas': '29000000', 'fees.fixed': '1' },
      { 'fees.total.pct': '1200000000000000' },
    ),
    'less-in-the-call': cell(
      [
        bend(built, (body) => lessInCall(body, 1n)),
        bend(built, (body) => lessInCall(body, 10n ** 14n)),
      ],
      'E9',
      bend(built, (body) => lessInCall(body, -1n)),
      'pay',
      'other',
    ),
    'minimum-zero': cell(
      [
        claim(built, { minOutputAmount: '0' }),
        bend(built, (body) => {
          put(body, 'minOutputAmount', '0')
          put(body, 'swapTx.data', withArgument(body, 5, 0n))
        }),
        atLeast(1n),
        // As much more promised as passes for a good offer.
        atLeast(1n, 119n),
      ],
      ['UPSTREAM_FAILED', 'E9'],
      bend(built, (body) =>
        put(body, 'expectedOutputAmount', less(body, 'expectedOutputAmount', -5n)),
      ),
      ['pay', 'slippage'],
    ),
    'less-than-quoted': cell(
      [
        bend(built, (body) => {
          const worse = less(body, 'minOutputAmount', 10n ** 13n)
          put(body, 'minOutputAmount', worse)
          put(body, 'swapTx.data', withArgument(body, 5, BigInt(worse)))
        }),
      ],
      'PRICE_MOVED',
      bend(built, (body) => {
        const better = less(body, 'minOutputAmount', -(10n ** 13n))
        put(body, 'minOutputAmount', better)
        put(body, 'expectedOutputAmount', better)
        put(body, 'swapTx.data', withArgument(body, 5, BigInt(better)))
      }),
      'pay',
      'other',
    ),
    'other-tokens': cell([deposit(2, usdc), deposit(3, evil), deposit(3, '0x0')], 'E8', upperData),
    'altered-order': cell(
      [
        claim(built, { inputAmount: '20000000000000000' }),
        claim(built, { 'steps.bridge.provider': 'mallory' }),
        claim(built, { 'steps.destinationSwap': { tokenOut: dai } }),
      ],
      ['UPSTREAM_FAILED', 'NO_ROUTE'],
      claim(built, { 'steps.bridge.note': 'as ordered' }),
    ),
    'expired-quote': cell(
      [
        claim(quoted, { quoteExpiryTimestamp: 1_600_000_000 }),
        // The time to fill: over, and years away.
        deposit(9, 1_600_000_000n),
        deposit(9, 4_000_000_000n),
        // One relayer alone, for an hour and until a moment far off.
        onlyFor(3_600n),
        onlyFor(4_000_000_000n),
      ],
      ['QUOTE_EXPIRED', 'NO_ROUTE', 'E8'],
      together(claim(quoted, { quoteExpiryTimestamp: 4_000_000_000 }), onlyFor(12n)),
      'pay',
      'other',
    ),
    ...hiddenCallCells(call),
    'signature-request': extraClaims('pay', built, signatureRequests),
    'price-tenfold': cell([timesOutput(10n)], tooGood, timesOutput(1n, 10n ** 12n)),
    'price-millionfold': cell([timesOutput(1_000_000n)], tooGood, timesOutput(1n, 10n ** 11n)),
    'ruinous-price': cell(
      [wholeOutput(quoted, 3n), wholeOutput(quoted, 100n)],
      ['P2', 'NO_ROUTE'],
      wholeOutput(quoted, 1n, 10n ** 13n),
      'pay',
      'other',
    ),
    'success-without-hash': status([
      claim(asked, { status: 'filled', fillTx: null, fillTxnRef: null }),
    ]),
    'success-with-foreign-hash': status([
      claim(asked, filled(`0x${'ab'.repeat(32)}`)),
      claim(asked, filled(prepared['stalledHash'] ?? '')),
    ]),
    'success-of-another-swap': status([claim(asked, filled(prepared['paidFill'] ?? ''))]),
    'false-failure': status([
      claim(asked, { status: 'expired' }),
      claim(asked, { status: 'failed' }),
      claim(asked, { status: 'refunded' }),
    ]),
    'refund-elsewhere': status([
      claim(asked, { status: 'refunded', ...refund(prepared['paidHash'] ?? '') }),
      claim(asked, { status: 'refunded', ...refund(`0x${'cd'.repeat(32)}`) }),
    ]),
    'unknown-word': status([
      claim(asked, { status: 'ABRACADABRA' }),
      claim(asked, { status: '' }),
      withStatus(asked, 404, { error: 'DepositNotFoundException', message: 'Deposit not found' }),
      withStatus(asked, 500, {}),
    ]),
    'terminal-text': hostileTexts(
      'pay',
      quoted,
      /^(?:symbol|name|id|message|ecosystem|crossSwapType)$/,
    ),
    'look-alike-symbol': extraClaims(
      'pay',
      quoted,
      { 'outputToken.symbol': 'ЕTH', 'outputToken.address': evil, 'inputToken.symbol': 'ETΗ' },
      { 'outputToken.name': 'Äther' },
    ),
    ...transport('pay', built, trapUrl, 'slow'),
    'url-to-fetch': urlsToFetch('pay', quoted, trapUrl),
    'odd-numbers': cell(
      [
        claim(built, { minOutputAmount: -1 }),
        claim(built, { expectedOutputAmount: '1e30' }),
        claim(built, { expectedOutputAmount: 1e300 }),
        claim(built, { inputAmount: 0.5 }),
        claim(built, { 'swapTx.chainId': '13370001' }),
        claim(built, { 'swapTx.value': `1${'0'.repeat(90)}` }),
        claim(built, { expectedFillTime: 1e99 }),
        rewrite(built, (text) =>
          text.replace(/"expectedFillTime":\d+/, '"expectedFillTime":1e999'),
        ),
      ],
      ['UPSTREAM_FAILED'],
      claim(built, { expectedFillTime: 3 }),
    ),
    'error-in-2xx': cell(
      [
        withStatus(built, 200, { type: 'AcrossApiError', code: 'AMOUNT_TOO_LOW', status: 400 }),
        rewrite(built, () => '{}'),
        rewrite(built, () => 'null'),
      ],
      // A refusal in the words of the service is one, whatever its status.
      ['UPSTREAM_FAILED', 'AMOUNT_TOO_LOW'],
      claim(built, { error: null }),
    ),
  }
}

/** The same contracts, written in another letter case. */
const letterCase: Lie = bend(built, (body) =>
  put(body, 'swapTx.to', textAt(body, 'swapTx.to').toLowerCase()),
)
const spenderCase: Lie = claim(built, { 'checks.allowance.spender': spokePool.toLowerCase() })
const upperData: Lie = bend(built, (body) =>
  put(body, 'swapTx.data', `0x${textAt(body, 'swapTx.data').slice(2).toUpperCase()}`),
)
const extraStatus: Lie = claim(asked, { note: 'all is well', pagination: { currentIndex: 7 } })

/** Quote, answer and call guarantee this much; the expectation is honest, or this part of it. */
function atLeast(least: bigint, percent = 100n): Lie {
  return bend(quoted, (body) => {
    const expected = BigInt(textAt(body, 'expectedOutputAmount'))
    put(body, 'expectedOutputAmount', String((expected * percent) / 100n))
    put(body, 'minOutputAmount', String(least))
    put(body, 'swapTx.data', withArgument(body, 5, least))
  })
}

/** Exclusivity of a relayer that was not asked for. */
function onlyFor(seconds: bigint): Lie {
  return bend(built, (body) => {
    put(body, 'swapTx.data', withArgument(body, 7, evil))
    put(body, 'swapTx.data', withArgument(body, 10, seconds))
  })
}

function filled(hash: string): Record<string, unknown> {
  return { status: 'filled', fillTx: hash, fillTxnRef: hash }
}

function refund(hash: string): Record<string, unknown> {
  return { depositRefundTxHash: hash, depositRefundTxnRef: hash }
}

/** Words of `deposit`: depositor, recipient, tokens, amounts, chain, relayer, times, message. */
function withArgument(body: unknown, index: number, value: string | bigint): string {
  return replaceWord(textAt(body, 'swapTx.data'), index, value)
}

function less(body: unknown, path: string, by: bigint): string {
  return String(BigInt(textAt(body, path)) - by)
}

function lessInCall(body: unknown, by: bigint): void {
  put(body, 'swapTx.data', withArgument(body, 5, BigInt(less(body, 'minOutputAmount', by))))
}

/** The quote and the answer promise so many times as much, the call does not. */
function timesOutput(factor: bigint, more = 0n): Lie {
  return bend(quoted, (body) => {
    for (const path of ['expectedOutputAmount', ...(more === 0n ? ['minOutputAmount'] : [])]) {
      put(body, path, String(BigInt(textAt(body, path)) * factor + more))
    }
  })
}

/** All of quote, answer and call say this part of the amount. */
function wholeOutput(where: Where, divisor: bigint, minus = 0n): Lie {
  return bend(where, (body) => {
    const worse = BigInt(textAt(body, 'minOutputAmount')) / divisor - minus
    put(body, 'minOutputAmount', String(worse))
    put(body, 'expectedOutputAmount', String(worse))
    put(body, 'swapTx.data', withArgument(body, 5, worse))
  })
}
