/** A backend of ours that turns hostile after an honest quote; the chains are honest. */
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
import { dai, emptyPlace, swapRouter, usdc } from '../kit/contracts.ts'
import { readWordAt, replaceWord, transferCall } from '../kit/evmCalls.ts'
import { pay, payAndKeep, resumeWords } from '../kit/payments.ts'
import type { Lie } from '../kit/server.ts'
import type { Stage } from '../kit/stage.ts'
import { bend, claim, inserted, rewrite, together, type Where, withStatus } from '../kit/wire.ts'

const built: Where = ({ front, call }) => front === 'remote' && call === '/api/routes/swap'
const quoted: Where = ({ front, call }) => front === 'remote' && call.includes('/routes/quote')
const asked: Where = ({ front, call }) => front === 'remote' && call.includes('/info/status')
const both: Where = (exchange) => built(exchange) || quoted(exchange)

export function remoteAdapter(sandbox: CliSandbox): HostileAdapter {
  const remote = ({ urls }: Facts): string[] => [
    '--backend',
    'remote',
    '--url',
    urls['remote'] ?? '',
  ]
  const who = ['--account', 'alice']
  const bridged = ['swap', '0.01', 'eth:ETH', 'to', 'arb:ETH', '--provider', 'across', ...who]
  const bridgedToken = ['swap', '10', 'eth:USDC', 'to', 'arb:USDC', '--provider', 'across', ...who]
  const traded = ['swap', '0.01', 'eth:ETH', 'to', 'eth:USDC', '--provider', 'UNI_SWAP_V3', ...who]
  const sending = ['--yes', '--no-wait']
  const follow = (facts: Facts, name: string): string[] => [
    ...resumeWords(facts, name),
    ...remote(facts),
  ]
  return {
    id: 'remote',
    providers: [],
    scenes: {
      pay: { kind: 'pay', words: (facts) => [...bridged, ...sending, ...remote(facts)] },
      trade: { kind: 'pay', words: (facts) => [...traded, ...sending, ...remote(facts)] },
      slippage: {
        kind: 'pay',
        words: (facts) => [...bridged, ...sending, ...remote(facts), '--slippage', '0.5%'],
      },
      slow: {
        kind: 'pay',
        words: (facts) => [...bridged, ...sending, ...remote(facts), '--timeout', '2'],
      },
      token: {
        kind: 'unsigned',
        words: (facts) => [...bridgedToken, '--unsigned', ...remote(facts)],
      },
      resume: { kind: 'follow', state: 'stalled', words: (facts) => follow(facts, 'stalled') },
      status: {
        kind: 'follow',
        state: 'stalled',
        words: (facts) => ['status', facts.prepared['stalledHash'] ?? '', ...remote(facts)],
      },
      delivered: { kind: 'follow', state: 'paid', words: (facts) => follow(facts, 'paid') },
    },
    prepare: async (stage, facts) =>
      preparePayments(stage, sandbox, [...bridged, ...sending, ...remote(facts)]),
    cells: remoteCells,
  }
}

/** As with Across; and swaps of another account, which gets about as much of the same native coin. */
async function preparePayments(
  stage: Stage,
  sandbox: CliSandbox,
  words: string[],
): Promise<Record<string, string>> {
  await sandbox.fault('--clear')
  // So that its journal ends before the delivery, which is then to be reported.
  await sandbox.fault('across', 'slow', '3')
  const paid = await payAndKeep(stage, 'paid', words)
  await stage.run(['status', paid['paidHash'] ?? '', '--wait=15s'], undefined, { forwards: true })
  await sandbox.fault('--clear')
  await sandbox.fault('across', 'stall')
  const stalled = await payAndKeep(stage, 'stalled', words)
  const others: Record<string, string> = {}
  for (const chain of ['eth', 'arb']) {
    const line = ['swap', '30.3', `${chain}:USDC`, 'to', `${chain}:ETH`]
    stage.restore(null)
    const by = ['--provider', 'UNI_SWAP_V3', '--account', 'bob', '--yes']
    const { hash } = await pay(stage, [...line, ...by])
    others[`${chain}Other`] = hash
  }
  return { ...paid, ...stalled, ...others }
}

function remoteCells({ trapUrl, prepared }: Facts): Cells {
  const data = (index: number, value: string | bigint): Lie =>
    bend(built, (body) =>
      put(body, 'transaction.data', replaceWord(textAt(body, 'transaction.data'), index, value)),
    )
  const cell = cellsWith(letterCase)
  const tx = (members: Record<string, unknown>): Lie =>
    claim(
      built,
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [`transaction.${name}`, value]),
      ),
    )
  const call = (hidden: Hex): Cell => ({
    ...cell([tx({ data: hidden }), tx({ data: hidden, to: usdc, value: '0' })], 'E4', upperData),
    scenes: ['pay', 'trade'],
  })
  const status = (lies: readonly Lie[]): Cell => falseEnd(lies, extraStatus, { everywhere: true })
  const estimate = (change: (amount: bigint) => bigint, where: Where, names = amountNames): Lie =>
    bend(where, (body) => {
      for (const name of names) {
        const path = `estimate.${name}`
        put(body, path, String(change(BigInt(textAt(body, path)))))
      }
    })
  const minimumAtLeast = 'destinationWeiMinAmount'
  const fee = (amount: bigint): Lie =>
    bend(built, (body) => {
      put(body, providerFee, String(amount))
      put(body, 'transaction.value', String(10n ** 16n + amount))
    })
  return {
    'foreign-spender': cell([tx({ approvalAddress: evil })], 'E3', spenderCase, 'token'),
    'spender-of-another-provider': cell(
      [tx({ approvalAddress: swapRouter }), tx({ approvalAddress: usdc })],
      'E3',
      spenderCase,
      'token',
    ),
    'unlimited-approval-data': extraClaims('token', built, approvalTransactions(usdc)),
    'wrong-approval-token': extraClaims('token', built, {
      ...approvalTransactions(dai),
      'transaction.approvalToken': dai,
    }),
    'foreign-target': cell([tx({ to: evil }), tx({ to: swapRouter })], 'E2'),
    'target-without-code': cell([tx({ to: emptyPlace })], 'E2'),
    'token-as-target': cell(
      [
        tx({ to: usdc, data: transferCall(evil, 10_000_000n), approvalAddress: null }),
        tx({ to: usdc, data: transferCall(evil, 9_999_999n), approvalAddress: null }),
      ],
      'E2',
      spenderCase,
      'token',
    ),
    'foreign-receiver': cell([data(1, evil)], 'E8', upperData),
    'receiver-at-the-tail': cell(
      [
        bend(built, (body) => {
          const honest = textAt(body, 'transaction.data')
          put(body, 'transaction.data', `${replaceWord(honest, 1, evil)}${readWordAt(honest, 1)}`)
        }),
      ],
      'E8',
      upperData,
    ),
    'foreign-refund': cell([data(0, evil)], 'E8', upperData),
    'wrong-chain': extraClaims('pay', built, {
      'transaction.chainId': 1,
      'quote.srcTokenBlockchain': 'BSC',
      'transaction.from': evil,
    }),
    'wrong-destination-chain': cell([data(6, 13_370_002n)], 'E8', upperData),
    'other-amount': cell([data(4, 10n ** 16n + 1n), data(4, 10n ** 15n)], 'E5', upperData),
    'value-too-high': cell(
      [tx({ value: '10000000000000001' }), tx({ value: '0x4563918244f40000' }), tx({ value: '0' })],
      'E5',
      tx({ value: '0x2386f26fc10000' }),
    ),
    'fee-grown': cell(
      [
        fee(10n ** 15n),
        claim(built, { 'fees.gasTokenFees.protocol.fixedWeiAmount': '1' }),
        // Reported from the quote on, so that nothing has grown.
        together(claim(quoted, { [providerFee]: String(10n ** 18n) }), fee(10n ** 18n)),
      ],
      'E5',
      claim(built, { 'fees.gasTokenFees.provider.fixedUsdAmount': 0.01 }),
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
        data(5, 0n),
        estimate(() => 0n, built, [minimumAtLeast]),
        together(
          estimate(() => 1n, both, [minimumAtLeast]),
          data(5, 1n),
        ),
        // With a fifth more promised, and a slippage that covers it all.
        together(
          estimate(() => 1n, both, [minimumAtLeast]),
          estimate((amount) => (amount * 119n) / 100n, both, ['destinationWeiAmount']),
          claim(both, { 'estimate.slippage': 0.005 }),
          data(5, 1n),
        ),
      ],
      'E9',
      estimate((amount) => amount + 1n, built, ['destinationWeiAmount']),
      ['pay', 'slippage'],
    ),
    'less-than-quoted': cell(
      [
        estimate((amount) => amount / 2n, both, [minimumAtLeast]),
        estimate((amount) => amount - 1n, built, [minimumAtLeast]),
      ],
      'E9',
      estimate((amount) => amount + 1n, built, ['destinationWeiAmount']),
      ['pay', 'trade'],
    ),
    'other-tokens': cell([data(2, usdc), data(3, evil)], 'E8', upperData),
    'altered-order': cell(
      [
        claim(built, { 'quote.srcTokenAmount': '5' }),
        claim(built, { 'quote.dstTokenAddress': evil, providerType: 'UNI_SWAP_V3' }),
        claim(built, { id: '00000000-0000-4000-8000-000000000000' }),
      ],
      ['ignored', 'QUOTE_MISMATCH'],
      claim(built, { 'quote.note': 'as ordered' }),
    ),
    'expired-quote': cell(
      [
        withStatus(built, 422, { errors: [{ code: 1004, reason: 'The quote has expired' }] }),
        data(9, 1_600_000_000n),
        data(9, 4_000_000_000n),
        together(data(7, evil), data(10, 3_600n)),
      ],
      ['QUOTE_EXPIRED', 'E8'],
      claim(built, { 'transaction.expiresAt': '2099-01-01T00:00:00Z' }),
    ),
    ...hiddenCallCells(call),
    'signature-request': {
      ...extraClaims('pay', built, {
        ...signatureRequests,
        'transaction.typedData': signatureRequests['typedData'],
      }),
      lies: [
        claim(built, signatureRequests),
        tx({ typedData: signatureRequests['typedData'] }),
        tx({ permit2Address: evil }),
      ],
      refusals: ['ignored', 'E4'],
    },
    'price-tenfold': cell([estimate((amount) => amount * 10n, quoted)], 'E9', extraQuote),
    'price-millionfold': cell(
      [estimate((amount) => amount * 1_000_000n, quoted)],
      'E9',
      extraQuote,
    ),
    'ruinous-price': cell(
      [
        // All of quote, answer and call say a third.
        bend(both, (body) => {
          for (const name of amountNames) {
            const path = `estimate.${name}`
            put(body, path, String(BigInt(textAt(body, path)) / 3n))
          }
        }),
      ],
      'P2',
      extraQuote,
    ),
    'success-without-hash': status([claim(asked, { status: 'SUCCESS', destinationTxHash: null })]),
    'success-with-foreign-hash': status([
      claim(asked, { status: 'SUCCESS', destinationTxHash: `0x${'ab'.repeat(32)}` }),
      claim(asked, { status: 'SUCCESS', destinationTxHash: prepared['stalledHash'] }),
    ]),
    'success-of-another-swap': status([
      claim(asked, { status: 'SUCCESS', destinationTxHash: prepared['arbOther'] }),
    ]),
    'false-failure': status([
      claim(asked, { status: 'FAIL', destinationTxHash: null }),
      claim(asked, { status: 'REVERTED', destinationTxHash: null }),
      claim(asked, { status: 'REVERTED', destinationTxHash: `0x${'ab'.repeat(32)}` }),
      claim(asked, { status: 'REVERT', destinationTxHash: null }),
      claim(asked, { status: 'INDETERMINATE', destinationTxHash: null }),
      claim(asked, { status: 'NOT_FOUND', destinationTxHash: null }),
    ]),
    'refund-elsewhere': status([
      claim(asked, { status: 'REVERTED', destinationTxHash: prepared['ethOther'] }),
      claim(asked, { status: 'REVERTED', destinationTxHash: prepared['stalledHash'] }),
    ]),
    'unknown-word': status([
      claim(asked, { status: 'ABRACADABRA' }),
      claim(asked, { status: '\u001b[31mSUCCESS' }),
      withStatus(asked, 404, { error: { code: 3999, reason: 'gone' }, id: 'x' }),
      withStatus(asked, 500, {}),
    ]),
    'terminal-text': hostileTexts('pay', both, /^(?:symbol|name|reason|type|provider|swapType)$/),
    'look-alike-symbol': extraClaims(
      'pay',
      both,
      {
        'tokens.to.symbol': 'ЕTH',
        'tokens.from.symbol': 'ETΗ',
        'tokens.to.name': 'Ether (official)',
      },
      { 'tokens.to.name': 'Äther' },
    ),
    ...transport('pay', built, trapUrl, 'slow'),
    'url-to-fetch': urlsToFetch('pay', both, trapUrl),
    'odd-numbers': cell(
      [
        claim(built, { 'estimate.destinationWeiMinAmount': '-1' }),
        claim(built, { 'estimate.destinationWeiMinAmount': '1e30' }),
        claim(built, { 'estimate.slippage': '1' }),
        claim(built, { 'estimate.durationInMinutes': 'soon' }),
        tx({ value: '1.5' }),
        tx({ value: `1${'0'.repeat(90)}` }),
        tx({ value: 10 ** 16 }),
        rewrite(built, (text) => text.replace(/"slippage":[\d.]+/, '"slippage":1e999')),
      ],
      // A slippage that is claimed decides nothing, whatever it is.
      ['UPSTREAM_FAILED', 'UPSTREAM_REFUSED', 'E9', 'E5', 'ignored'],
      claim(built, { 'estimate.durationInMinutes': 0.5 }),
    ),
    'error-in-2xx': cell(
      [
        withStatus(built, 200, { error: { code: 3007, reason: 'no' }, id: 'x' }),
        withStatus(built, 200, { errors: [{ code: 2001, reason: 'no' }] }),
        rewrite(built, () => '{}'),
      ],
      ['UPSTREAM_FAILED', 'UPSTREAM_REFUSED', 'NO_ROUTE'],
      inserted(built, '"error":null'),
    ),
  }
}

const providerFee = 'fees.gasTokenFees.provider.fixedWeiAmount'
const amountNames = ['destinationWeiAmount', 'destinationWeiMinAmount']
const letterCase: Lie = bend(built, (body) =>
  put(body, 'transaction.to', textAt(body, 'transaction.to').toLowerCase()),
)
const spenderCase: Lie = bend(built, (body) =>
  put(
    body,
    'transaction.approvalAddress',
    textAt(body, 'transaction.approvalAddress').toLowerCase(),
  ),
)
const upperData: Lie = bend(built, (body) =>
  put(body, 'transaction.data', `0x${textAt(body, 'transaction.data').slice(2).toUpperCase()}`),
)
const extraStatus: Lie = claim(asked, { note: 'all is well', progress: 7 })
const extraQuote: Lie = claim(quoted, { rank: 1 })

function lessInCall(body: unknown, by: bigint): void {
  const least = BigInt(textAt(body, 'estimate.destinationWeiMinAmount')) - by
  put(body, 'transaction.data', replaceWord(textAt(body, 'transaction.data'), 5, least))
}
