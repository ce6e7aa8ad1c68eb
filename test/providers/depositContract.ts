import { describe, expect, test } from 'vitest'

import { checkAddress } from '../../src/chains/addresses.ts'
import { chainById } from '../../src/chains/chains.ts'
import { formatAmount } from '../../src/core/amounts.ts'
import { blockchainIds } from '../../src/core/blockchainIds.ts'
import type { SwaprouteError } from '../../src/core/errors.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { OrderField } from '../../src/providers/kits/deposit/orderTerms.ts'
import type { BuiltSwap, Provider } from '../../src/providers/types.ts'
import {
  bent,
  type Body,
  btc,
  evm,
  evmPayment,
  type Exchange,
  expectNotToShow,
  hash,
  lost,
  nowMs,
  type OrderCalls,
  orderCallsOf,
  plainHash,
  play,
  quoteOf,
  refOf,
  refusal,
  rpcKey,
  type Tape,
  tokenOf,
} from './depositSupport.ts'
import type { CaseSource } from './caseSource.ts'
import { describeHostileAnswers } from './depositHostile.ts'
import type { DepositWire } from './depositWire.ts'
import { describeOffers, type OfferCases } from './depositOffers.ts'

// What every deposit adapter must do, run over each of them: BITCOIN to a token on ETH, for
// `receiver` and, where money comes back, to `refund`.

export const receiver = evm('receiver')
export const refund = btc('refund')
export const depositAddress = btc('deposit')

export type DepositCase = OrderCalls &
  OfferCases & {
    source?: CaseSource
    provider: Provider
    baseUrl: string
    /** From native BITCOIN to a token on ETH. */
    request: QuoteRequest
    /** Calls of a quote for the request. */
    quote: readonly Exchange[]
    rates: readonly Quote['rateType'][]
    limits: Quote['limits']
    /** The kind of rate that is ordered. */
    rate: Quote['rateType']
    /** What is asked besides, each time the echo is not there. */
    lookAgain?: readonly Exchange[]
    /** A later poll of the order by itself; absent: the echo and what follows it. */
    look?: readonly Exchange[]
    built: {
      orderId: string
      memo: { name: string; value: string } | null
      uniqueInfo: Record<string, string>
      expiresAtMs: number | null
    }
    /** One change of the echo for every field the provider returns. */
    bends: Partial<Record<OrderField, (body: Body) => void>>
    /** Puts another address into order and echo. */
    redirect: (body: Body, address: string) => void
    /** What must never be shown when an order is refused. */
    secret: string
    /** The status call when the order has this word. */
    words: readonly [name: string, exchanges: readonly Exchange[], expected: Partial<SwapStatus>][]
    unknownWord: readonly Exchange[]
    notFound: readonly Exchange[]
    /** Where only the payment identifies an order: its hash, without which no call is made. */
    paidBy?: string
    /**
     * The provider reports that it has paid `amount` base units in `hash`; it may name `hash('swap')`
     * besides, which no chain has.
     */
    paid: (hash: string | null, amount: bigint) => readonly Exchange[]
    /** The provider reports a refund in `hash`. */
    refunded: (hash: string | null) => readonly Exchange[]
    /** Orders read back lack the refund address, so a foreign claim is never confirmed. */
    tellsNoRefund?: true
    /** Where its answers say what; absent where nothing is ordered. */
    wire?: DepositWire
  }

const day = 86_400_000

export function describeDepositProvider(name: string, it: DepositCase): void {
  const { provider, request, baseUrl } = it
  const { srcToken, dstToken } = request
  const isEcho = (call: Exchange): boolean =>
    call === it.readBack || it.after?.includes(call) === true

  const quoted = (): Promise<Quote> =>
    quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
  const opened = async (): Promise<{ quote: Quote; built: BuiltSwap }> => {
    const quote = await quoted()
    return { quote, built: await provider.build(quote, play(baseUrl, orderCallsOf(it)).context) }
  }
  /** Builds from bent calls, and hands back the refusal after looking that it shows nothing. */
  const refused = async (calls: Exchange[]): Promise<SwaprouteError> => {
    const quote = await quoted()
    const error = await refusal(provider.build(quote, play(baseUrl, calls).context))
    expectNotToShow(error, it.secret)
    return error
  }

  const statusOf = async (quote: Quote, built: BuiltSwap, tape: Tape): Promise<SwapStatus> => {
    const [id] = provider.ids
    if (id === undefined) throw new Error('no identifier')
    return provider.status(id, refOf(quote, built, { srcTxHash: it.paidBy ?? null }), tape.context)
  }

  describe(`${name} keeps the deposit contract`, () => {
    test('declares what it is', () => {
      expect(provider.capabilities).toMatchObject({
        deposit: true,
        crossChain: true,
        recipient: true,
      })
      const [id] = provider.ids
      if (id === undefined) throw new Error('no identifier')
      expect(provider.blockchains(id)).toEqual(expect.arrayContaining(['BITCOIN', 'ETH']))
      expect(provider.pinned(id, 'ETH')).toEqual({ targets: [], spenders: [] })
      expect(provider.proofs.map(({ kind }) => kind)).toEqual(['order'])
    })

    test('knows offline whom it serves', () => {
      const [id] = provider.ids
      if (id === undefined) throw new Error('no identifier')
      const served = provider.blockchains(id)
      const blockchain = blockchainIds.find((chain) => !served.includes(chain))
      if (blockchain === undefined) throw new Error('it serves every chain')
      expect(provider.supports(request)).toEqual(provider.ids)
      expect(provider.supports({ ...request, srcToken: tokenOf('ETH', 'ETH') })).toEqual([])
      expect(provider.supports({ ...request, dstToken: { ...dstToken, blockchain } })).toEqual([])
    })

    test('quotes without ordering anything', async () => {
      const tape = play(baseUrl, it.quote)
      const { quotes, failed } = await provider.quote(request, new Set(provider.ids), tape.context)
      expect(failed).toEqual([])
      expect(tape.unused()).toEqual([])
      expect(tape.asked.map(({ effect }) => effect)).toEqual(tape.asked.map(() => 'read'))
      expect(quotes.map(({ rateType }) => rateType)).toEqual(it.rates)
      for (const quote of quotes) {
        expect(quote).toMatchObject({
          executionKind: 'deposit',
          swapType: 'cross-chain',
          spender: null,
        })
        expect(quote.limits).toEqual(it.limits)
        expect(quote.dstAmount >= quote.dstMinAmount && quote.dstMinAmount > 0n).toBe(true)
        expect(quote.steps).toHaveLength(1)
        expect(JSON.parse(JSON.stringify(quote.providerState))).toEqual(quote.providerState)
      }
    })

    test('opens one order, reads it again, and shows it', async () => {
      const quote = await quoted()
      const tape = play(baseUrl, orderCallsOf(it))
      const built = await provider.build(quote, tape.context)
      expect(tape.unused()).toEqual([])
      const orders = tape.asked.filter(({ effect }) => effect === 'order')
      expect(orders).toHaveLength(it.create === null ? 0 : 1)
      if (it.create !== null) expect(tape.asked.at(-1)?.effect).toBe('read')
      const { orderId, memo, uniqueInfo, expiresAtMs } = it.built
      expect(built).toMatchObject({ orderId, uniqueInfo })
      expect(built.transaction).toEqual({
        kind: 'deposit',
        depositAddress,
        amountToSend: formatAmount(request.srcAmount, srcToken.decimals),
        exchangeId: orderId,
        extraFields: memo,
        expiresAtMs,
      })
      expect(built.dstAmount >= built.dstMinAmount).toBe(true)
      expect(JSON.parse(JSON.stringify(built.providerState))).toEqual(built.providerState)
    })

    test('sends the receiver that was named, and no other account', async () => {
      const quote = await quoted()
      const tape = play(baseUrl, orderCallsOf(it))
      await provider.build(quote, tape.context)
      const sent = JSON.stringify(
        tape.asked.map(({ url, body }) => [decodeURIComponent(url), body]),
      )
      expect(sent.toLowerCase()).toContain(receiver.toLowerCase())
      const nobody = { ...quote, request: { ...request, receiver: null } }
      const error = await refusal(provider.build(nobody, play(baseUrl, []).context))
      expect(error.code).toBe('RECEIVER_REQUIRED')
    })

    test.each(Object.entries(it.bends))(
      'never shows an order whose %s changed',
      async (field, bend) => {
        const readBack = { ...it.readBack, body: bent(it.readBack.body, bend) }
        const calls = orderCallsOf(it).map((call) => (call === it.readBack ? readBack : call))
        const error = await refused(calls)
        expect(error.code).toBe('UNSAFE_ROUTE')
        expect(error.context).toMatchObject({ check: expect.stringMatching(/^D[368]$/), field })
      },
    )

    test.each<[string, string]>([
      ['the receiver', receiver],
      ['the refund address', refund],
      ['no address at all', 'bc1qnonsense'],
      ['an address of another chain', evm('elsewhere')],
      ['a burn address', '1BitcoinEaterAddressDontSendf59kuE'],
    ])('never shows an order that is to be paid to %s', async (_name, address) => {
      const redirected = (call: Exchange): Exchange => ({
        ...call,
        path: call.path.replaceAll(depositAddress, encodeURIComponent(address)),
        body: bent(call.body, (body) => it.redirect(body, address)),
      })
      const error = await refused(
        orderCallsOf(it, redirected).map((call) => (isEcho(call) ? redirected(call) : call)),
      )
      expect(error.code).toBe('UNSAFE_ROUTE')
      expectNotToShow(error, address)
    })

    test('shows nothing when the order cannot be read again', async () => {
      const calls = orderCallsOf(it).filter((call) => !isEcho(call))
      const lost = Array.from({ length: 4 }, () => [
        { ...it.readBack, status: 404, body: {} },
        ...(it.lookAgain ?? []),
      ])
      const error = await refused([...calls, ...lost.flat()])
      expect(error.code).toBe(it.create === null ? 'NO_ROUTE' : 'OUTCOME_UNKNOWN')
    })

    test.each<[string, Partial<Exchange>]>([
      ['is lost', { fails: lost('TIMED_OUT', { sent: true }) }],
      ['breaks off', { fails: lost('UPSTREAM_FAILED', { sent: true, fault: 'closed' }) }],
      ['is no JSON', { fails: lost('UPSTREAM_FAILED', { fault: 'malformed' }) }],
      ['is a failure of the server', { status: 500, body: { message: 'internal' } }],
      ['is of another shape', { body: { surprise: true } }],
    ])('does not know the outcome when the reply %s', async (_name, change) => {
      if (it.create === null) return
      const calls = orderCallsOf(it, (call) => ({ ...call, ...change }))
      const error = await refused(calls)
      expect([error.code, error.retry]).toEqual(['OUTCOME_UNKNOWN', 'never'])
    })

    test('an order that never left is a plain failure', async () => {
      if (it.create === null) return
      const fails = lost('UPSTREAM_FAILED', { sent: false, fault: 'unreachable' })
      const error = await refused(orderCallsOf(it, (call) => ({ ...call, fails })))
      expect(error.code).toBe('UPSTREAM_FAILED')
    })

    test('an order that promises less than was accepted is not shown', async () => {
      const quote = await quoted()
      const greedy = {
        ...quote,
        dstAmount: quote.dstAmount * 2n,
        dstMinAmount: quote.dstAmount * 2n,
      }
      const error = await refusal(provider.build(greedy, play(baseUrl, orderCallsOf(it)).context))
      expect(error.code).toBe('PRICE_MOVED')
      expectNotToShow(error, it.secret)
    })

    test.each(it.words)('status %s', async (_name, exchanges, expected) => {
      const { quote, built } = await opened()
      const tape = play(baseUrl, exchanges)
      const status = await statusOf(quote, built, tape)
      expect(status).toMatchObject(expected)
      expect(tape.unused()).toEqual([])
    })

    const unlisted = ['meditating', 'constructor', 'toString', '__proto__'] // three are inherited
    test.each(unlisted)('the unknown word %s is PENDING', async (word) => {
      const { quote, built } = await opened()
      const told = JSON.parse(JSON.stringify(it.unknownWord).replace(/meditat\w+/gi, word))
      const status = await statusOf(quote, built, play(baseUrl, told))
      expect(status).toMatchObject({ status: 'PENDING', destinationTxHash: null })
    })

    test('an unknown order is not a failure', async () => {
      const { quote, built } = await opened()
      const status = await statusOf(quote, built, play(baseUrl, it.notFound))
      expect(status.status).toBe(it.paidBy === undefined ? 'NOT_FOUND' : 'PENDING')
    })

    test('a quote without an order has no status', async () => {
      const quote = await quoted()
      const { built } = await opened()
      const ref = { ...refOf(quote, built), orderId: null, providerState: quote.providerState }
      const [id] = provider.ids
      if (id === undefined) throw new Error('no identifier')
      const status = await provider.status(id, ref, play(baseUrl, []).context)
      expect(status.status).toBe('NOT_FOUND')
    })

    const payout = hash('payout')
    const paidOf = async (
      amount: bigint,
      payment: Partial<Parameters<typeof evmPayment>[0]> | null,
      told: string | null = payout,
    ): Promise<SwapStatus> => {
      const { quote, built } = await opened()
      const rpc =
        payment === null
          ? { [rpcKey('ETH', 'eth_getTransactionReceipt', [payout])]: null }
          : evmPayment({ token: dstToken, to: receiver, amount, hash: payout, ...payment })
      const swap = { [rpcKey('ETH', 'eth_getTransactionReceipt', [hash('swap')])]: null }
      const chain = { rpc: { ...swap, ...rpc }, nodes: ['ETH'] as const }
      const tape = play(baseUrl, it.paid(told, amount), chain)
      return statusOf(quote, built, tape)
    }

    test('SUCCESS once the chain shows the payment', async () => {
      const { built } = await opened()
      const status = await paidOf(built.dstAmount, {})
      expect(status).toMatchObject({
        status: 'SUCCESS',
        destinationTxHash: payout,
        receivedAmount: built.dstAmount,
        destinationBlockchain: 'ETH',
      })
    })

    test.each<[string, Partial<Parameters<typeof evmPayment>[0]> | null, string | null]>([
      ['names no transaction', {}, null],
      ['names what is no hash', {}, 'soon'],
      ['names a transaction the chain does not have', null, payout],
      ['names a transaction that failed', { reverted: true }, payout],
      ['names a payment to another account', { to: evm('mallory') }, payout],
      ['names a payment of another token', { token: tokenOf('ETH', 'DAI') }, payout],
      ['names a payment from long ago', { atMs: nowMs - day }, payout],
    ])('a success that %s is a claim', async (_name, payment, told) => {
      const { built } = await opened()
      const status = await paidOf(built.dstAmount, payment, told)
      expect(status).toMatchObject({ status: 'PENDING', destinationTxHash: null })
    })

    const parts = [['INDETERMINATE', 25n] as const, ['SUCCESS', 40n] as const]
    test.each(parts)('%s with both amounts for a payout of %s%%', async (expected, percent) => {
      const { built } = await opened()
      const amount = (built.dstAmount * percent) / 100n
      const status = await paidOf(built.dstAmount, { amount })
      expect(status).toMatchObject({
        status: expected,
        destinationTxHash: payout,
        receivedAmount: amount,
        note: expect.stringMatching(/paid out \S+ \S+ instead of \S+ \S+\.$/),
      })
    })

    test('without a node for the chain a success is a claim', async () => {
      const { quote, built } = await opened()
      const tape = play(baseUrl, it.paid(payout, built.dstAmount))
      const status = await statusOf(quote, built, tape)
      expect(status).toMatchObject({ status: 'PENDING', destinationTxHash: null })
    })

    test('a refund counts with its transaction', async () => {
      const { quote, built } = await opened()
      const back = plainHash('refund')
      const seen = play(baseUrl, it.refunded(back))
      await expect(statusOf(quote, built, seen)).resolves.toMatchObject({
        status: 'REVERTED',
        destinationTxHash: back,
      })
      const claimed = play(baseUrl, it.refunded(null))
      await expect(statusOf(quote, built, claimed)).resolves.toMatchObject({
        status: 'LONG_PENDING',
        destinationTxHash: null,
      })
    })

    test('an outage of the provider decides nothing', async () => {
      const { quote, built } = await opened()
      const [first] = it.notFound
      if (first === undefined) throw new Error('no status call')
      const tape = play(baseUrl, [{ ...first, status: 503, body: { message: 'down' } }])
      await expect(statusOf(quote, built, tape)).rejects.toMatchObject({
        code: 'UPSTREAM_FAILED',
      })
    })

    describeOffers(it)
    describeHostileAnswers(it)

    test('its addresses are well formed', () => {
      expect(checkAddress(chainById('BITCOIN'), depositAddress).address).toBe(depositAddress)
    })
  })
}
