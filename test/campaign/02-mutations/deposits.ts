import { bech32, bech32m, createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'

import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { Quote } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { readOrderAnswer } from '../../../src/execution/deposit/orderTerms.ts'
import type { BuiltSwap, ProviderContext } from '../../../src/providers/types.ts'
import {
  depositAddress,
  type DepositCase,
  receiver,
  refund,
} from '../../providers/depositContract.ts'
import {
  type Body,
  evmPayment,
  type Exchange,
  hash,
  nowMs,
  orderCallsOf,
  plainHash,
  quoteOf,
  refOf,
} from '../../providers/depositSupport.ts'
import { looseServer } from './looseServer.ts'
import { type Answer, type Story, type Subject, type Told, Unsafe } from './story.ts'
import { answerOf, routeOf } from './wireAnswer.ts'
import { requestFor } from '../../support/requests.ts'
import { readRouteItem } from '../../../src/api/route.ts'

// BITCOIN to a token on ETH, at each provider of deposits. What is accepted is judged without any
// of the code under test: by the recorded order itself, and by the addresses' own check sums.

const base58check = createBase58check(sha256)
const payout = hash('payout')
const payment = plainHash('in')

/** Stories of a provider, from its recorded answers. */
export async function depositSubject(name: string, it: DepositCase): Promise<Subject> {
  const { provider, baseUrl, request } = it
  const { id, calls, quote, built } = await openedOrder(it)
  const rpc = evmPayment({
    token: request.dstToken,
    to: receiver,
    amount: built.dstAmount,
    hash: payout,
  })

  const quoting: Story = {
    name: 'quote',
    weight: 3,
    answers: honest(it.quote),
    play: async ({ answers }) => {
      const { context } = looseServer(baseUrl, it.quote, answers)
      const { quotes } = await provider.quote(request, new Set(provider.ids), context)
      for (const one of quotes) checkQuote(one, it)
      return quotes
    },
  }
  const ordering: Story = {
    name: 'order',
    weight: 6,
    answers: honest(calls),
    play: async (told) => {
      const { context, asked } = looseServer(baseUrl, calls, told.answers)
      const again = await provider.build(quote, context)
      const facts = {
        request: requestFor(request),
        fromAddress: request.fromAddress,
        refundAddress: request.refundAddress,
        receiver,
        minReceive: null,
        route: readRouteItem(routeOf(quote)),
      }
      readOrderAnswer(answerOf(quote, again), facts, nowMs, { sandbox: false })
      checkOrder(it, quote, again, told, calls)
      const sent = decodeURIComponent(
        JSON.stringify(asked.map(({ url, body }) => [url, body])).replaceAll('%', '%25'),
      ).toLowerCase()
      if (!decodeURIComponent(sent).includes(receiver.toLowerCase()))
        throw new Unsafe('the receiver was never named')
      return again.transaction
    },
  }
  const statusStory = (what: string, weight: number, exchanges: readonly Exchange[]): Story => ({
    name: `status ${what}`,
    weight,
    answers: honest(exchanges),
    play: async ({ answers }) => {
      const { context } = looseServer(baseUrl, exchanges, answers, rpc)
      const status = await provider.status(id, refOf(quote, built, { srcTxHash: payment }), context)
      checkStatus(it, status, built, answers)
      return status
    },
  })
  const words = it.words.map(([word, exchanges]) =>
    statusStory(word, 3 / it.words.length, exchanges),
  )
  return {
    name,
    stories: [
      quoting,
      ordering,
      ...words,
      statusStory('paid', 2, it.paid(payout, built.dstAmount)),
      statusStory('refunded', 1, it.refunded(plainHash('refund'))),
    ],
  }
}

/** The order as its recorded calls open it. */
export async function openedOrder(
  it: DepositCase,
): Promise<{ id: ProviderId; calls: Exchange[]; quote: Quote; built: BuiltSwap }> {
  const { provider, baseUrl, request, rate } = it
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const played = (calls: readonly Exchange[]): ProviderContext =>
    looseServer(baseUrl, calls, honest(calls)).context
  const calls = orderCallsOf(it)
  const quote = await quoteOf(provider, request, played(it.quote), rate)
  return { id, calls, quote, built: await provider.build(quote, played(calls)) }
}

export function honest(exchanges: readonly Exchange[]): Answer[] {
  return exchanges.map(({ status = 200, body }) => ({ status, body }))
}

function checkQuote(quote: Quote, { request }: DepositCase): void {
  const { dstAmount, dstMinAmount, spender, executionKind } = quote
  if (executionKind !== 'deposit' || spender !== null)
    throw new Unsafe('a deposit that wants more than a deposit')
  if (quote.request.srcAmount !== request.srcAmount)
    throw new Unsafe('the amount of the offer is not the asked one')
  if (dstMinAmount <= 0n || dstMinAmount > dstAmount)
    throw new Unsafe(`at least ${dstMinAmount} of ${dstAmount}`)
}

function checkOrder(
  it: DepositCase,
  quote: Quote,
  built: BuiltSwap,
  { bent, answers }: Told,
  calls: readonly Exchange[],
): void {
  const { transaction } = built
  if (transaction.kind !== 'deposit') throw new Unsafe('no deposit')
  if (transaction.amountToSend !== '0.015')
    throw new Unsafe(`${transaction.amountToSend} are to be sent`)
  if (built.dstMinAmount < quote.dstMinAmount || built.dstAmount < built.dstMinAmount) {
    throw new Unsafe(`at least ${built.dstMinAmount} where ${quote.dstMinAmount} were accepted`)
  }
  const { expiresAtMs } = transaction
  if (expiresAtMs !== null && !(expiresAtMs > nowMs)) throw new Unsafe('its time is over')
  // Upper case is the same address where check sums are case-blind.
  const isTold = isSame(transaction.depositAddress, depositAddress)
  // Quickex does not return the address again before the payment.
  const isToldTwice = JSON.stringify(it.readBack.body).includes(depositAddress)
  if (!isTold && isToldTwice && bent !== 'all')
    throw new Unsafe('one of two answers changed the address')
  if (!isTold) checkBitcoinAddress(transaction.depositAddress)
  if ([receiver, refund].some((own) => isSame(own, transaction.depositAddress)))
    throw new Unsafe('pays its own parties')
  checkMemo(it, quote, transaction.extraFields?.value ?? null)
  checkParties(it, answers, calls)
}

/** THORChain's memo is the order itself; no other provider may want one on BITCOIN. */
function checkMemo({ create }: DepositCase, quote: Quote, memo: string | null): void {
  if (create !== null) {
    if (memo !== null) throw new Unsafe('a memo that BITCOIN has no place for')
    return
  }
  const [action, asset = '', to = '', limit = '', ...more] = (memo ?? '').split(':')
  const wanted = quote.dstMinAmount * 100n
  const isSound =
    action === '=' && asset.startsWith('ETH.USDC') && isSame(to, receiver) && more.length === 0
  if (!isSound || !/^\d+$/.test(limit) || BigInt(limit) < wanted)
    throw new Unsafe(`the memo ${memo}`)
}

/** Where the honest answers name receiver, refund or deposit address, no answer names another. */
function checkParties(
  it: DepositCase,
  answers: readonly Answer[],
  calls: readonly Exchange[],
): void {
  const own = [receiver, refund]
  for (const [index, { body }] of calls.entries()) {
    // Estimates are no orders: they have no receiver.
    if (it.before?.includes(calls[index] as Exchange) === true) continue
    for (const { way, value } of textsIn(body)) {
      if (way.includes('user') || way.includes('metadata')) continue // Relay's words for lists
      const party = own.find((address) => isSame(address, value))
      if (party === undefined) continue
      const answer = answers[index]
      if (answer === undefined || answer.status >= 400 || isForeign(body, answer.body)) continue
      const told: Body = way.reduce<Body>((place, key) => place?.[key], answers[index]?.body)
      if (typeof told === 'string' && told !== '' && !isSame(told, party)) {
        throw new Unsafe(`${way.join('.')} of answer ${index} named ${told.slice(0, 60)}`)
      }
    }
  }
}

/** A list whose entry has another number shows nothing of the order. */
function isForeign(honestBody: Body, told: Body): boolean {
  const id = honestBody.requests?.[0]?.id
  return id !== undefined && told?.requests?.[0]?.id !== id
}

function textsIn(value: Body, way: string[] = []): { way: string[]; value: string }[] {
  if (typeof value === 'string') return [{ way, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => textsIn(value[key], [...way, key]))
}

function checkBitcoinAddress(text: string): void {
  try {
    const lower = text.toLowerCase()
    if (lower.startsWith('bc1')) {
      const { words, prefix } = (lower.startsWith('bc1q') ? bech32 : bech32m).decode(
        lower as `bc1${string}`,
      )
      if (prefix === 'bc' && words.length > 10) return
    } else if ([0, 5].includes(base58check.decode(text)[0] ?? -1)) return
  } catch {
    // Reported below.
  }
  throw new Unsafe(`${text} is no address of BITCOIN`)
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Ends need evidence: the recorded payout on ETH, or a hash the answer itself names on BITCOIN. */
function checkStatus(
  it: DepositCase,
  { status, destinationTxHash, receivedAmount }: SwapStatus,
  built: BuiltSwap,
  answers: readonly Answer[],
): void {
  const bodies = answers.map(({ body }) => (typeof body === 'symbol' ? null : body))
  if (status === 'SUCCESS') {
    if (destinationTxHash === payout && receivedAmount === built.dstAmount) return
    throw new Unsafe(`SUCCESS by ${destinationTxHash} of ${receivedAmount}`)
  }
  if (status === 'REVERTED') {
    const named = destinationTxHash ?? ''
    const isSaid = JSON.stringify(bodies).toLowerCase().includes(named.toLowerCase())
    if (/^(?:0x)?[0-9a-f]{64}$/i.test(named) && isSaid && !isSame(named, payment)) return
    throw new Unsafe(`REVERTED by ${named}`)
  }
  if (status === 'FAIL' && !saysFailed(it, bodies)) throw new Unsafe('FAIL without a report of it')
}

/** Whether an answer holds what only answers about failed orders hold. */
function saysFailed({ words, readBack }: DepositCase, bodies: readonly Body[]): boolean {
  const told = (isFailure: boolean): string[] =>
    words
      .filter(([, , { status }]) => (status === 'FAIL') === isFailure && status !== 'REVERT')
      .flatMap(([, calls]) => marksOf(calls.map(({ body }) => body)))
  const usual = new Set([...told(false), ...marksOf([readBack.body])])
  const marks = new Set(told(true).filter((mark) => !usual.has(mark)))
  return marksOf(bodies).some((mark) => marks.has(mark))
}

/** Every name and value of an answer, as texts to compare. */
function marksOf(bodies: readonly Body[]): string[] {
  const marks = (value: Body, key: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) =>
          marks(one, Array.isArray(value) ? key : name),
        )
      : [`${key}=${String(value)}`]
  return bodies.flatMap((body) => marks(body, ''))
}
