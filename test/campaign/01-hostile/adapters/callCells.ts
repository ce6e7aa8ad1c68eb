/** Cells of a provider that is paid by one call, from the paths of its case. */
import { isDeepStrictEqual } from 'node:util'

import {
  bendCall,
  type CallCase,
  firstOf,
  freePaths,
  type HostileCall,
  lastOf,
  honestArguments,
  outAt,
  place,
  putOut,
} from '../../../providers/callCase.ts'
import { leavesOf } from '../../../providers/judgeCall.ts'
import { formatAmount, parseAmount } from '../../../../src/core/amounts.ts'
import type { MinedCall } from '../../../providers/minedCall.ts'
import { at, put } from '../../../support/bodies.ts'
import type { Exchange as Recorded } from '../../../providers/depositSupport.ts'
import type { Cell, Cells } from '../kit/adapter.ts'
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
import { dai, spokePool, usdc, wrapped } from '../kit/contracts.ts'
import type { Lie } from '../kit/server.ts'
import { bend, claim, terminalTexts, together, type Where, withStatus } from '../kit/wire.ts'

const noOffer = ['UPSTREAM_FAILED', 'UPSTREAM_REFUSED', 'NO_ROUTE']
const foreignHash = `0x${'ab'.repeat(32)}`

/**
 * All 48; without orders the ends are the chain's alone, and no service is asked.
 * @param value of the honest transaction
 */
export function callCells(
  it: CallCase,
  { value, hashes }: { value: bigint; hashes?: MinedCall['hashes'] },
  trapUrl: string,
): Partial<Cells> {
  const { wire, call, orders } = it
  const quoted = answerOf(firstOf(it), it)
  const built = answerOf(lastOf(it), it)
  const well = claim(built, { somethingMore: { note: 'all is well' } })
  const cell = cellsWith(well)
  const extras = (values: Record<string, unknown>): Cell => extraClaims('pay', built, values)
  const inCall = (change: HostileCall[2]): Lie => bend(built, (body) => bendCall(it, body, change))
  const each = (paths: readonly string[], value: unknown): Lie[] =>
    paths.map((path) => inCall(({ args }) => place(args, path, value)))
  const told = (values: Record<string, unknown>): Lie => claim(built, values)
  const { srcAmount } = it.request
  const other = otherToken(it)
  const [otherChains, altered] = [
    it.hostile.filter(([, rule]) => rule === 'E1'),
    it.hostile.filter(([, rule]) => rule !== 'E1'),
  ]
  /** The output so many times, in the quote, in the answer with the call, or in both. */
  const scaled = (times: bigint, by: bigint, ...wheres: readonly Where[]): Lie =>
    together(
      ...wheres.map((where) =>
        bend(where, (body) => {
          for (const path of where === quoted ? wire.quotedOut : wire.builtOut) {
            const { outDecimals: decimals } = wire
            const old = String(outAt(it, body, path))
            const told =
              decimals === undefined
                ? String((BigInt(old) * times) / by)
                : formatAmount((parseAmount(old, decimals) * times) / by, decimals)
            putOut(it, body, path, told)
          }
        }),
      ),
    )
  /** The call goes elsewhere, as far as the answer names its target. */
  const target = (...addresses: readonly string[]): Cell => {
    const { to } = wire
    if (typeof to !== 'string') return extras({ to: addresses[0], target: addresses[0] })
    return cell(
      addresses.map((address) => told({ [to]: address })),
      ['E2'],
    )
  }
  const noNumber = wire.outDecimals === undefined ? '1.5' : '1,5'
  const call_ = (data: string): Cell => cell([told({ [wire.data]: data })], ['E8'])
  const minimum = (change: (old: bigint) => bigint): Lie =>
    inCall(({ args }) => put(args, call.minimum, change(BigInt(at(args, call.minimum) as bigint))))
  /** The call states no minimum: one in an answer changes nothing. */
  const floats = call.minimum === ''
  const terms = [...call.payer, ...call.receiver, ...call.srcToken, ...call.dstToken]
  const { factor, floors = [], within = [] } = call
  const amounts = [
    ...call.srcAmount,
    call.minimum,
    ...floors,
    ...(factor === undefined ? [] : [factor]),
    ...within,
  ]
  const named = new Set([...terms, ...amounts, call.dstChain ?? ''])
  const loose = [...freePaths(call), ...(call.harmless ?? [])]
  const others = leavesOf(honestArguments(it)).filter(
    ([path]) => !named.has(path) && !loose.some((free) => `${path}.`.startsWith(`${free}.`)),
  )
  return {
    'foreign-spender':
      wire.spender === null
        ? extras({ approvalAddress: evil, spender: evil, allowanceTarget: evil })
        : cell([told({ [wire.spender]: evil })], ['E3']),
    'spender-of-another-provider':
      wire.spender === null
        ? extras({ approvalAddress: spokePool })
        : cell([told({ [wire.spender]: spokePool })], ['E3']),
    'unlimited-approval-data': extras(approvalTransactions(usdc)),
    'wrong-approval-token': extras(approvalTransactions(dai)),
    'foreign-target': target(evil, spokePool),
    'target-without-code': target(`0x${'0'.repeat(39)}1`),
    'token-as-target': target(usdc),
    'foreign-receiver': cell(each(call.receiver, evil), ['E8']),
    'receiver-at-the-tail': cell(
      [
        bend(built, (body) => {
          const data = String(at(body, wire.data))
          const own = it.request.receiver.slice(2).toLowerCase()
          const bent = data.replaceAll(own, evil.slice(2).toLowerCase())
          put(body, wire.data, `${bent}${own.padStart(64, '0')}`)
        }),
        bend(built, (body) => put(body, wire.data, `${String(at(body, wire.data))}00`)),
      ],
      ['E8'],
    ),
    'foreign-refund':
      call.payer.length === 0
        ? extras({ refundTo: evil, refundAddress: evil })
        : cell(each(call.payer, evil), ['E8']),
    'wrong-chain':
      otherChains.length === 0
        ? extras({ fromChain: 10, network: 'optimism' })
        : cell(
            otherChains.map(([, , change]) => inCall(change)),
            ['E1'],
          ),
    'wrong-destination-chain':
      call.dstChain === null
        ? extras({ toChain: 10, dstNetwork: 'optimism' })
        : cell(each([call.dstChain], call.otherChain ?? 10n), ['E8']),
    'other-amount': cell(
      [
        ...(call.srcAmount.length === 0
          ? [told({ [wire.value]: String(srcAmount + 1n) })]
          : [
              inCall(({ args }) => {
                for (const path of call.srcAmount) put(args, path, srcAmount + 1n)
              }),
            ]),
        ...(wire.srcAmount === null
          ? []
          : [
              claim(quoted, { [wire.srcAmount]: String(srcAmount * 2n) }),
              claim(quoted, { [wire.srcAmount]: '1' }),
            ]),
      ],
      ['E5', 'UPSTREAM_FAILED'],
    ),
    'value-too-high': cell(
      [told({ [wire.value]: String(value + 1n) }), told({ [wire.value]: String(10n ** 24n) })],
      ['E5'],
    ),
    'fee-grown':
      wire.fee === null
        ? extras({ fee: '999999999', gasFee: 99, networkFee: '29000000' })
        : cell(
            [
              claim(quoted, { [wire.fee]: String(10n ** 18n) }),
              told({ [wire.fee]: String(10n ** 18n), [wire.value]: String(10n ** 18n) }),
            ],
            ['E5'],
          ),
    'less-in-the-call': floats
      ? extras({ minReceived: '1', amountOutMin: '1' })
      : cell([minimum((old) => old / 2n), minimum(() => 1n)], ['E9']),
    'minimum-zero': floats
      ? extras({ minReceived: 0, amountOutMin: '0' })
      : cell([minimum(() => 0n)], ['E9']),
    'less-than-quoted':
      wire.builtOut.length === 0
        ? cell([minimum((old) => (old * 9n) / 10n)], ['E9'])
        : cell([scaled(1n, 2n, built)], ['PRICE_MOVED', 'E9']),
    'other-tokens': cell(
      [
        ...each(call.srcToken, other),
        ...each(call.dstToken, other),
        ...[wire.srcToken, wire.dstToken].flatMap((path) =>
          path === null ? [] : [claim(quoted, { [path]: other })],
        ),
      ],
      ['E8', 'UPSTREAM_FAILED'],
    ),
    'altered-order': cell(
      [
        ...others.map(([path, value]) => inCall(({ args }) => place(args, path, strange(value)))),
        ...altered.map(([, , change]) => inCall(change)),
      ],
      ['E8', 'E2', ...altered.map(([, rule]) => rule)],
    ),
    'expired-quote': extras({ expiresAt: '2020-01-01T00:00:00Z', deadline: 1 }),
    ...hiddenCallCells(call_),
    'signature-request': extras(signatureRequests),
    'price-tenfold': cell(
      [scaled(10n, 1n, quoted), scaled(10n, 1n, quoted, built)],
      ['PRICE_MOVED', 'E9', 'P3', ...noOffer],
    ),
    'price-millionfold': cell(
      [scaled(10n ** 6n, 1n, quoted), scaled(10n ** 6n, 1n, quoted, built)],
      ['PRICE_MOVED', 'E9', 'P3', ...noOffer],
    ),
    'ruinous-price': cell(
      [scaled(3n, 10n, quoted, built), scaled(1n, 100n, quoted, built)],
      ['P2', 'E9'],
    ),
    ...(orders === undefined || hashes === undefined ? {} : ends(it, hashes)),
    'terminal-text': cell(
      [
        ...terminalTexts.map((text) => told({ message: text, note: text, symbol: text })),
        ...it.refusals.flatMap(([status, body]) =>
          terminalTexts.map((text) => withStatus(quoted, status, poisoned(body, text))),
        ),
      ],
      ['ignored', ...noOffer, ...it.refusals.map(([, , code]) => code)],
    ),
    'look-alike-symbol': extras({ symbol: 'UЅDC', name: 'USD Соіn', tokenSymbol: 'Εther' }),
    ...transport('pay', built, trapUrl, 'slow'),
    'url-to-fetch': urlsToFetch('pay', built, trapUrl),
    'odd-numbers': cell(
      wire.quotedOut.flatMap((path) =>
        [-1, '1e30', '0x10', 1e300, noNumber, '', {}].map((value) =>
          claim(quoted, { [path]: value }),
        ),
      ),
      noOffer,
    ),
    'error-in-2xx': cell(
      [
        withStatus(built, 200, { error: 'internal', message: 'no' }),
        withStatus(built, 200, {}),
        withStatus(quoted, 200, {}),
      ],
      noOffer,
    ),
    ...(it.made === undefined ? {} : madeCells(it, extras, cell)),
  }
}

/**
 * Where the program writes the call, one in an answer is ignored; terms of answers are
 * bent by the mutations, and calls of a foreign backend by the suite of the kit.
 */
function madeCells(
  it: CallCase,
  extras: (values: Record<string, unknown>) => Cell,
  cell: ReturnType<typeof cellsWith>,
): Partial<Cells> {
  const { wire, request } = it
  const quoted = answerOf(firstOf(it), it)
  const other = otherToken(it)
  const ignored = extras({ to: evil, data: '0x12345678', value: '1', recipient: evil })
  const echo = (path: string | null, ...values: readonly string[]): Lie[] =>
    path === null ? [] : values.map((value) => claim(quoted, { [path]: value }))
  return {
    'foreign-target': ignored,
    'target-without-code': ignored,
    'token-as-target': ignored,
    'foreign-receiver': ignored,
    'receiver-at-the-tail': ignored,
    'foreign-refund': ignored,
    'wrong-destination-chain': ignored,
    'value-too-high': ignored,
    'less-in-the-call': ignored,
    'minimum-zero': extras({ minReceived: 0, amountOutMin: '0' }),
    'altered-order': ignored,
    'other-amount': cell(echo(wire.srcAmount, String(request.srcAmount * 2n), '1'), [
      'UPSTREAM_FAILED',
    ]),
    'other-tokens': cell(
      [...echo(wire.srcToken, other), ...echo(wire.dstToken, other)],
      ['UPSTREAM_FAILED'],
    ),
    // The price that the call is made of is that of the quote.
    'less-than-quoted': extras({ amountOut: '1', minAmountOut: 0 }),
    ...hiddenCallCells((data) => extras({ data })),
  }
}

/** A token that the swap neither sells nor buys. */
function otherToken({ request: { srcToken, dstToken } }: CallCase): string {
  const isTheirs = (one: string): boolean =>
    [srcToken, dstToken].some(({ address }) => address.toLowerCase() === one.toLowerCase())
  const found = [dai, usdc, wrapped].find((one) => !isTheirs(one))
  if (found === undefined) throw new Error('every token is of the swap')
  return found
}

/** Another value of an argument's type. */
function strange(value: string): unknown {
  if (value.startsWith('0x')) return evil
  if (value === 'true' || value === 'false') return value === 'false'
  return /^\d+$/.test(value) ? BigInt(value) ^ 1n : `${value}s`
}

/** The honest order is under way, and no chain shows an end of it. */
function ends(it: CallCase, hashes: MinedCall['hashes']): Partial<Cells> {
  const { orders } = it
  if (orders === undefined) return {}
  const { done, refunded = done, told, foreign } = orders
  const [state] = told(done)
  if (state === undefined) throw new Error('no call tells a state')
  const where = answerOf(state, it)
  const saying = (...args: Parameters<typeof told>): Lie =>
    withStatus(where, 200, told(...args)[0]?.body)
  const { paid } = hashes
  const payout = { paid, payout: hashes.payout }
  const well = together(saying(done, payout), claim(where, { somethingMore: 'all is well' }))
  const follow = (lies: readonly Lie[]): Cell => falseEnd(lies, well, { scenes: ['status'] })
  return {
    'success-without-hash': follow([saying(done, { paid }), saying(done, { paid, payout: '' })]),
    'success-with-foreign-hash': follow([
      saying(done, { paid, payout: foreignHash }),
      saying(done, { paid, payout: paid }),
    ]),
    'success-of-another-swap': follow([
      saying(done, { paid: foreignHash, payout: hashes.payout }),
      ...foreign.map(([, change]) => together(saying(done, payout), bend(where, change))),
    ]),
    'false-failure': follow([
      saying('Failed', { paid }),
      withStatus(where, 500, { error: 'failed' }),
    ]),
    'refund-elsewhere': follow([
      saying(refunded, { paid, refund: foreignHash }),
      saying(refunded, { paid, refund: paid }),
      saying(refunded, { paid }),
    ]),
    'unknown-word': follow([
      saying('ABRACADABRA', payout),
      withStatus(where, 404, { error: 'not found' }),
    ]),
  }
}

/** The answer to a request; where several requests have one path, by what is asked. */
function answerOf(recorded: Recorded, { honest }: CallCase): Where {
  const { method = 'GET', path, request: wanted } = recorded
  const isShared = honest.some(
    (one) => one.path === path && !isDeepStrictEqual(one.request, wanted),
  )
  return ({ request }) =>
    request.method === method &&
    request.path === path &&
    (!isShared || isDeepStrictEqual(request.body, wanted))
}

/** A refusal whose texts are hostile. */
function poisoned(body: Record<string, unknown>, text: string): Record<string, unknown> {
  const texts = Object.entries(body).map(([key, value]) => [
    key,
    typeof value === 'string' && /\s/.test(value) ? `${value}${text}` : value,
  ])
  return { ...Object.fromEntries(texts), message: text, errorMessage: text }
}
