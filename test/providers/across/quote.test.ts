import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Quote, QuoteRequest } from '../../../src/core/quote.ts'
import { createAcrossProvider } from '../../../src/providers/across/across.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import {
  alice,
  answer,
  type Answer,
  arbWeth,
  baseUrl,
  bob,
  type Body,
  ether,
  load,
  play,
  type Recording,
  request,
  token,
  usdc,
} from './support.ts'

const provider = createAcrossProvider({ baseUrl, integratorId: '0x00aa' })
const pool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const wanted = new Set(['across'] as const)
const mallory = '0xb063b120e898232aaa43428fbece4343525ae918'

async function quoteOf(asked: QuoteRequest, context: ProviderContext): Promise<Quote> {
  const { quotes } = await provider.quote(asked, wanted, context)
  const [quote] = quotes
  if (quote === undefined || quotes.length > 1) throw new Error('expected one quote')
  return quote
}

async function refusal(promise: Promise<unknown>): Promise<object> {
  const thrown = await promise.then(
    () => new Error('expected a refusal'),
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof SwaprouteError)) throw thrown
  return { code: thrown.code, message: thrown.message, context: thrown.context }
}

/** Only the quote of a recording, as one that is never paid. */
function quoteOnly(recording: Recording): Recording {
  const recorded = Object.entries(recording.recorded).filter(([key]) => key.startsWith('/swap/'))
  return { ...recording, recorded: Object.fromEntries(recorded) }
}

describe('quote', () => {
  test('asks the documented URL and maps the answer', async () => {
    const tape = play([quoteOnly(load('filled'))])
    const quote = await quoteOf(request(), tape.context)
    expect(tape.unused()).toEqual([])
    expect(tape.asked).toMatchObject([{ effect: 'read', headers: {} }])
    expect(quote).toMatchObject({
      provider: 'across',
      swapType: 'cross-chain',
      executionKind: 'evm',
      dstAmount: 249_168_750n,
      dstMinAmount: 249_168_750n,
      slippageBps: 0,
      durationSeconds: 2,
      priceImpactPercent: null,
      spender: pool,
      expiresAtMs: null,
      warnings: [],
      fees: { protocolFixed: 0n, providerFixed: 0n, percent: { percent: 0.3325, token: usdc } },
      steps: [{ type: 'cross-chain', provider: 'across' }],
    })
    expect(quote.fees.gas?.limit).toBe(110_000n)
  })

  test('names a neutral account for a request without a payer, and passes on what was asked for', async () => {
    const recording = quoteOnly(load('filled'))
    const [body] = Object.values(recording.recorded)
    const query = new URLSearchParams({
      tradeType: 'exactInput',
      amount: '250000000',
      inputToken: usdc.address,
      outputToken: request().dstToken.address,
      originChainId: '13370001',
      destinationChainId: '13370003',
      depositor: '0x000000000000000000000000000000000000dEaD',
      recipient: '0x000000000000000000000000000000000000dEaD',
      slippage: '0.00450',
      refundAddress: mallory,
      refundOnOrigin: 'true',
      routingPreference: 'across',
      skipOriginTxEstimation: 'true',
      skipChecks: 'true',
      appFee: '0.0025',
      appFeeRecipient: bob,
    })
    const tape = play([
      {
        hash: '',
        recorded: { [`/swap/approval?${query.toString()}`]: body ?? { status: 0, body: null } },
      },
    ])
    const keyed = createAcrossProvider({ baseUrl, apiKey: 'k-1' })
    const asked = request({
      fromAddress: null,
      receiver: null,
      slippageBps: 50,
      refundAddress: mallory,
      integratorAddress: bob,
      integratorFeeBps: 25,
    })
    await expect(keyed.quote(asked, wanted, tape.context)).resolves.toMatchObject({ failed: [] })
    expect(tape.asked[0]?.headers).toEqual({ authorization: 'Bearer k-1' })
  })

  test('a native coin needs no spender', async () => {
    const tape = play([quoteOnly(load('wrapped'))])
    const asked = request({ srcToken: ether, dstToken: arbWeth, srcAmount: 10n ** 17n })
    await expect(quoteOf(asked, tape.context)).resolves.toMatchObject({ spender: null })
  })

  test('a swap before the bridge is a step of its own, and its price a name on one line', async () => {
    const recording = quoteOnly(load('filled'))
    answer(recording, '/swap/').body.steps.originSwap = {
      outputAmount: '249900000',
      tokenOut: { address: usdc.address, symbol: 'US\u202EDC\n', decimals: 6 },
      swapProvider: { name: 'uni https://evil.example', sources: [] },
    }
    const { steps, fees } = await quoteOf(request(), play([recording]).context)
    expect(steps.map(({ type, provider: name }) => [type, name])).toEqual([
      ['on-chain', 'uni [link removed]'],
      ['cross-chain', 'across'],
    ])
    expect(steps[0]?.to).toMatchObject({ amount: 249_900_000n, token: { symbol: 'US DC' } })
    expect(fees.gas?.limit).toBe(450_000n)
  })

  test.each([
    ['quoteExpiryTimestamp', 1_790_000_000, { expiresAtMs: 1_790_000_000_000 }],
    ['expectedFillTime', 0, { durationSeconds: 1 }],
    ['minOutputAmount', '246676800', { dstMinAmount: 246_676_800n, slippageBps: 100 }],
    ['fees', { total: { pct: '-250000000000000' } }, { fees: { percent: null } }],
    ['fees', { total: { pct: '1' } }, { fees: { percent: { percent: 0.000001 } } }],
    ['fees', undefined, { fees: { percent: null } }],
    ['fees', integratorFee('431200000000000'), { fees: { percent: { percent: 0.34312 } } }],
    ['fees', integratorFee('3431200000000000'), { fees: { percent: { percent: 0.34312 } } }],
  ])('%s %j', async (field, value, expected) => {
    const recording = quoteOnly(load('filled'))
    answer(recording, '/swap/').body[field] = value
    await expect(quoteOf(request(), play([recording]).context)).resolves.toMatchObject(expected)
  })

  test.each<[string, (body: Body) => void, string]>([
    ['another input', (body) => (body.inputAmount = '249999999'), 'UPSTREAM_FAILED'],
    ['no output', (body) => (body.minOutputAmount = '0'), 'UPSTREAM_FAILED'],
    [
      'a minimum above the output',
      (body) => (body.minOutputAmount = '249168751'),
      'UPSTREAM_FAILED',
    ],
    ['another bridge', (body) => (body.steps.bridge.provider = 'cctp'), 'UPSTREAM_FAILED'],
    ['a swap on arrival', (body) => (body.steps.destinationSwap = { tokenIn: {} }), 'NO_ROUTE'],
    ['a fraction of a unit', (body) => (body.expectedOutputAmount = '1.5'), 'UPSTREAM_FAILED'],
    ['a number beyond exactness', (body) => (body.expectedOutputAmount = 1e21), 'UPSTREAM_FAILED'],
    ['no transaction', (body) => delete body.swapTx, 'UPSTREAM_FAILED'],
    [
      'a spender that is no address',
      (body) => (body.checks.allowance.spender = '0x'),
      'UPSTREAM_FAILED',
    ],
    ['a week of waiting', (body) => (body.expectedFillTime = 700_000), 'UPSTREAM_FAILED'],
  ])('refuses %s', async (_name, change, code) => {
    const recording = quoteOnly(load('filled'))
    change(answer(recording, '/swap/').body)
    const refused = refusal(quoteOf(request(), play([recording]).context))
    await expect(refused).resolves.toMatchObject({ code })
  })
})

describe('errors', () => {
  const asked = request({ srcAmount: 1n, slippageBps: 50 })

  test('a limit comes with its number in token units', async () => {
    const tape = play([load('misc')])
    await expect(refusal(provider.quote(asked, wanted, tape.context))).resolves.toEqual({
      code: 'AMOUNT_TOO_LOW',
      message: 'Across takes at least 2.476484 USDC on this route.',
      context: { tokenSymbol: 'USDC', minAmount: '2.476484' },
    })
    const high = load('misc')
    answer(high, '/swap/').body.code = 'AMOUNT_TOO_HIGH'
    await expect(
      refusal(provider.quote(asked, wanted, play([high]).context)),
    ).resolves.toMatchObject({
      code: 'AMOUNT_TOO_HIGH',
      context: { tokenSymbol: 'USDC', maxAmount: '199999750.83125' },
    })
  })

  test.each<[string, (limits: Answer) => void]>([
    ['refused', (limits) => (limits.status = 500)],
    ['malformed', (limits) => (limits.body = { minDeposit: -1 })],
  ])('a limit that is %s leaves the error without a number', async (_name, change) => {
    const recording = load('misc')
    change(answer(recording, '/limits'))
    await expect(
      refusal(provider.quote(asked, wanted, play([recording]).context)),
    ).resolves.toMatchObject({ code: 'AMOUNT_TOO_LOW', context: { tokenSymbol: 'USDC' } })
  })

  test.each([
    [400, { code: 'ROUTE_NOT_ENABLED', message: 'x' }, 'NO_ROUTE'],
    [400, { code: 'SWAP_QUOTE_UNAVAILABLE' }, 'NO_ROUTE'],
    [400, { code: 'SWAP_LIQUIDITY_INSUFFICIENT' }, 'NO_ROUTE'],
    [400, { code: 'INVALID_PARAM', param: 'originChainId' }, 'NO_ROUTE'],
    [400, { code: 'INVALID_PARAM', param: 'slippage' }, 'UPSTREAM_REFUSED'],
    [400, { code: 'SIMULATION_ERROR' }, 'UPSTREAM_REFUSED'],
    [404, { message: 'Unable to find tokenDetails' }, 'NO_ROUTE'],
    [502, { code: 'UPSTREAM_RPC_ERROR' }, 'UPSTREAM_FAILED'],
    [500, '<html>', 'UPSTREAM_FAILED'],
    [418, null, 'UPSTREAM_REFUSED'],
  ])('%i %j is %s', async (status, body, code) => {
    const recording = load('misc')
    Object.assign(answer(recording, '/swap/'), { status, body })
    await expect(
      refusal(provider.quote(asked, wanted, play([recording]).context)),
    ).resolves.toMatchObject({ code })
  })

  test('its words are quoted on one line without links', async () => {
    const recording = load('misc')
    const message = 'no\nroute \u001b[31m see https://evil.example/pay'
    Object.assign(answer(recording, '/swap/'), {
      status: 400,
      body: { code: 'ROUTE_NOT_ENABLED', message },
    })
    await expect(
      refusal(provider.quote(asked, wanted, play([recording]).context)),
    ).resolves.toMatchObject({
      message: 'Across does not offer this swap. Its message: "no route [31m see [link removed]".',
    })
  })

  test.each([
    [null, 'Across needs a key: SWAPROUTE_ACROSS_API_KEY.'],
    ['k-1', 'Across refuses the key in SWAPROUTE_ACROSS_API_KEY.'],
  ])('401 with the key %s', async (apiKey, message) => {
    const recording = load('misc')
    Object.assign(answer(recording, '/swap/'), { status: 401, body: { message: 'Unauthorized' } })
    const keyed = createAcrossProvider({ baseUrl, apiKey, integratorId: '0x00aa' })
    await expect(
      refusal(keyed.quote(asked, wanted, play([recording]).context)),
    ).resolves.toMatchObject({ code: 'UPSTREAM_REFUSED', message })
  })

  test('a chain without an id in this run is not asked for', async () => {
    const polygon = token('POLYGON', usdc.address, 'USDC', 6)
    const tape = play([])
    await expect(
      refusal(provider.quote(request({ dstToken: polygon }), wanted, tape.context)),
    ).resolves.toMatchObject({ code: 'NO_ROUTE' })
    expect(tape.asked).toEqual([])
  })
})

describe('build', () => {
  async function built(recording: Recording, asked = request()): Promise<unknown> {
    const fresh = play([quoteOnly(load(asked.srcToken === usdc ? 'filled' : 'wrapped'))])
    const quote = await quoteOf(asked, fresh.context)
    return provider.build(quote, play([quoteOnly(recording)]).context)
  }

  test('asks again and hands over the transaction', async () => {
    await expect(built(load('filled'))).resolves.toMatchObject({
      transaction: { kind: 'evm', to: pool, value: 0n, approvalAddress: pool },
      dstAmount: 249_168_750n,
      dstMinAmount: 249_168_750n,
      orderId: null,
      uniqueInfo: { acrossId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
  })

  test('a native coin is sent along, a wrapped one is delivered by the handler', async () => {
    const asked = request({ srcToken: ether, dstToken: arbWeth, srcAmount: 10n ** 17n })
    await expect(built(load('wrapped'), asked)).resolves.toMatchObject({
      transaction: { to: pool, value: 10n ** 17n, approvalAddress: null },
    })
  })

  test('a lower minimum than quoted is not accepted', async () => {
    const recording = load('filled')
    answer(recording, '/swap/').body.minOutputAmount = '249168749'
    await expect(refusal(built(recording))).resolves.toMatchObject({
      code: 'PRICE_MOVED',
      context: { quoted: '249168750', now: '249168749' },
    })
  })

  test('a payer is needed', async () => {
    const quote = await quoteOf(request(), play([quoteOnly(load('filled'))]).context)
    const unpaid = { ...quote, request: request({ fromAddress: null }) }
    await expect(refusal(provider.build(unpaid, play([]).context))).resolves.toMatchObject({
      code: 'MISSING_FIELD',
    })
  })

  const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
  const swapped = (body: Body, from: string, to: string): void => {
    body.swapTx.data = body.swapTx.data.toLowerCase().replace(word(from), word(to))
  }

  test.each<[string, string, (body: Body) => void]>([
    ['another chain', 'E1', (body) => (body.swapTx.chainId = 1)],
    ['another target', 'E2', (body) => (body.swapTx.to = mallory)],
    ['another spender', 'E3', (body) => (body.checks.allowance.spender = mallory)],
    ['native coins on top', 'E5', (body) => (body.swapTx.value = '1')],
    ['another receiver', 'E8', (body) => swapped(body, bob, mallory)],
    ['a refund to another account', 'E8', (body) => swapped(body, alice, mallory)],
    ['another destination chain', 'E8', (body) => swapped(body, (13370003).toString(16), '1')],
    [
      'another destination token',
      'E8',
      (body) => swapped(body, request().dstToken.address, mallory),
    ],
    ['another source token', 'E8', (body) => swapped(body, usdc.address, mallory)],
    ['another amount', 'E5', (body) => swapped(body, (250_000_000).toString(16), 'ee6b281')],
    ['a lower guarantee', 'E9', (body) => swapped(body, (249_168_750).toString(16), 'ed9ff6d')],
    [
      'another method',
      'E8',
      (body) => (body.swapTx.data = `0x12345678${body.swapTx.data.slice(10)}`),
    ],
    ['data behind the call', 'E8', (body) => (body.swapTx.data += 'ff')],
    ['half a call', 'E8', (body) => (body.swapTx.data = body.swapTx.data.slice(0, 400))],
    ['no call', 'E8', (body) => (body.swapTx.data = '0x')],
  ])('refuses %s (%s)', async (_name, check, change) => {
    const recording = load('filled')
    const { body } = answer(recording, '/swap/')
    const before = JSON.stringify(body).toLowerCase()
    change(body)
    expect(JSON.stringify(body).toLowerCase()).not.toBe(before)
    await expect(refusal(built(recording))).resolves.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check },
    })
  })

  test('refuses a native coin sent short', async () => {
    const recording = load('wrapped')
    answer(recording, '/swap/').body.swapTx.value = String(10n ** 17n - 1n)
    const asked = request({ srcToken: ether, dstToken: arbWeth, srcAmount: 10n ** 17n })
    await expect(refusal(built(recording, asked))).resolves.toMatchObject({
      context: { check: 'E5' },
    })
  })
})

describe('support', () => {
  test.each([
    [usdc, request().dstToken, ['across']],
    [usdc, usdc, []],
    [usdc, token('BITCOIN', '0x0000000000000000000000000000000000000000', 'BTC', 8), []],
    [token('SEPOLIA', usdc.address, 'USDC', 6), usdc, []],
  ])('%#', (srcToken, dstToken, ids) => {
    expect(provider.supports(request({ srcToken, dstToken }))).toEqual(ids)
  })

  test('pins its contracts on each of its chains, and no contract elsewhere', () => {
    expect(provider.pinned('across', 'ETH').targets).toContain(pool)
    expect(provider.pinned('across', 'ETH').spenders).toContain(pool)
    expect(provider.pinned('across', 'BITCOIN')).toEqual({ targets: [], spenders: [] })
    expect(provider.blockchains('across')).toContain('ARBITRUM')
  })
})

/** A total with and without the integrator's 0.3 %, listed beside the bridge's own fee. */
function integratorFee(pct: string) {
  const details = { bridge: { pct: '431200000000000' }, app: { pct: '3000000000000000' } }
  return { total: { pct, details } }
}
