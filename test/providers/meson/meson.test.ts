/** What only Meson does: its number, amounts of 6 decimals, and answers without a call to send. */
import { expect, test } from 'vitest'

import type { QuoteRequest } from '../../../src/core/quote.ts'
import { createMesonProvider } from '../../../src/providers/meson.ts'
import { readDeclaredCall } from '../../../src/providers/kits/evm/builtCall.ts'
import { encodeCall, serviceUrl } from '../callCase.ts'
import {
  type Body,
  evm,
  type Exchange,
  play,
  quoteOf,
  refusal,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'
import { callCase } from '../meson.case.ts'
import { contract, signature } from './encodedSwap.ts'

const provider = createMesonProvider({ baseUrl: serviceUrl })
const { request, honest } = callCase
const [quoted, built] = honest
const usdc = tokenOf('ETH', 'USDC')
const bscUsdc = tokenOf('BSC', 'USDC')

/** The swap of the case with its second answer bent. */
async function buildBent(bend: (result: Body) => void): Promise<unknown> {
  const body: Body = structuredClone(built?.body)
  bend(body.result)
  const tape = play(serviceUrl, [quoted, { ...built, body }] as Exchange[])
  return await provider.build(await quoteOf(provider, request, tape.context), tape.context)
}

test('reads a swap that was paid on ETH as its contract does', async () => {
  // 0x21e3f93b8f219ef76d7fb39b4656711e3604d7a617d0757c75d33d42352d0713, 2026-09-28
  const encoded = 0x010004414665d80000000000b8dc1977000001fbd0006ab9d72102ca21003c01n
  const read = await readDeclaredCall(
    provider,
    'meson',
    { blockchain: 'ETH', to: contract, data: encodeCall(signature, [encoded]) },
    play(serviceUrl, []).context,
  )
  expect(read).toMatchObject({
    method: 'simpleExecuteSwap',
    recipient: null,
    receiverBy: 'answer',
    srcToken: usdc.address,
    dstToken: bscUsdc.address,
    amountIn: 71_386_725n,
    minOut: 71_256_725n * 10n ** 12n,
    dst: 'BSC',
    deadlineSeconds: 1_790_564_129n - 3_600n,
  })
})

test.each([
  ['a stablecoin', 0x98, 'USDC', 10_000_000n, 1_300_000n, 8_200_000n],
  ['a large amount of a stablecoin', 0x98, 'USDC', 10_000_000_000n, 0n, 9_995_000_000n],
  ['coins', 0x98, 'ETH', 100_000n, 100n, 99_400n],
  ['less than its fee', 0x98, 'USDC', 400_000n, 0n, 0n],
] as const)(
  'deducts the fee of %s that is not waived',
  async (_what, flag, symbol, sent, fee, left) => {
    const index = symbol === 'ETH' ? 255n : 1n
    const number =
      (1n << 248n) |
      (sent << 208n) |
      (BigInt(flag) << 200n) |
      (fee << 88n) |
      (0x2329n << 32n) |
      (index << 24n) |
      (0x2105n << 8n) |
      index
    const read = await readDeclaredCall(
      provider,
      'meson',
      { blockchain: 'BASE', to: contract, data: encodeCall(signature, [number]) },
      play(serviceUrl, []).context,
    )
    const unit = 10n ** BigInt(tokenOf('BASE', symbol).decimals - 6)
    expect(read).toMatchObject({ amountIn: sent * unit, minOut: left * unit, dst: 'ARBITRUM' })
  },
)

const anonymous: QuoteRequest = requestOf(usdc, bscUsdc, request.srcAmount)
const priced = (result: Body, status = 200): Exchange => ({
  method: 'POST',
  path: '/price',
  request: { from: 'eth:usdc', to: 'bnb:usdc', amount: '71.386725' },
  status,
  body: status === 200 ? { result } : result,
})

test('asks for a price alone while no account is named', async () => {
  const tape = play(serviceUrl, [priced({ serviceFee: '0', lpFee: '0.13', totalFee: '0.13' })])
  const quote = await quoteOf(provider, anonymous, tape.context)
  expect(quote).toMatchObject({ dstAmount: 71_256_725n * 10n ** 12n, rateType: 'float' })
})

test.each([
  ['a fee of more decimals is rounded up', { totalFee: '0.1300001' }, 71_256_724n],
  ['a fee of needless zeros is not', { totalFee: '0.13000000' }, 71_256_725n],
])('%s', async (_what, result, units) => {
  const tape = play(serviceUrl, [priced(result)])
  const { dstAmount } = await quoteOf(provider, anonymous, tape.context)
  expect(dstAmount).toBe(units * 10n ** 12n)
})

test('another token than asked for is no route', async () => {
  const result = { totalFee: '0.1', converted: { amount: '0.002', token: 'btc' } }
  const error = await refusal(
    quoteOf(provider, anonymous, play(serviceUrl, [priced(result)]).context),
  )
  expect(error).toMatchObject({
    code: 'NO_ROUTE',
    message: expect.stringContaining('another token'),
  })
})

test('a refused amount has the limit of its token', async () => {
  const tape = play(serviceUrl, [
    priced({ error: { code: 1, message: 'amount-too-small' } }, 400),
    {
      path: '/limits',
      body: {
        result: [
          { id: 'bnb', tokens: [{ id: 'usdc', addr: usdc.address, min: '1.0', max: '20000' }] },
          {
            id: 'eth',
            tokens: [
              { id: 'eth', min: '0.002', max: '2' },
              { id: 'usdc', addr: usdc.address.toLowerCase(), min: '4.5', max: '20000' },
            ],
          },
        ],
      },
    },
  ])
  const error = await refusal(quoteOf(provider, anonymous, tape.context))
  // A service that finds more than its own minimum too small names no number.
  expect(error).toMatchObject({ code: 'AMOUNT_TOO_LOW' })
  const small = requestOf(usdc, bscUsdc, 4_000_000n)
  const least = play(serviceUrl, [
    { ...priced({ error: { message: 'amount-too-small' } }, 400), request: undefined },
    {
      path: '/limits',
      body: { result: [{ id: 'eth', tokens: [{ addr: usdc.address, min: '4.5' }] }] },
    },
  ])
  expect(await refusal(quoteOf(provider, small, least.context))).toMatchObject({
    code: 'AMOUNT_TOO_LOW',
    message: expect.stringContaining('at least 4.5 USDC'),
  })
})

test('does not round an amount of more than 6 decimals', async () => {
  const dust = requestOf(bscUsdc, usdc, 10n ** 18n + 1n, { fromAddress: evm('alice') })
  const tape = play(serviceUrl, [])
  const error = await refusal(quoteOf(provider, dust, tape.context))
  expect(error).toMatchObject({
    code: 'NO_ROUTE',
    message: 'Meson takes amounts of at most 6 decimals.',
    hint: 'Ask for 1 USDC.',
  })
  expect(tape.asked).toEqual([])
})

test.each<[string, (result: Body) => void]>([
  ['without a transaction', (result) => (result.tx = null)],
  ['with a message to sign', (result) => (result.signingRequest = { message: '0x', hash: '0x' })],
  ['with messages to sign', (result) => (result.dataToSign = [{ message: '0x', hash: '0x' }])],
])('an answer %s is no route', async (_what, bend) => {
  expect(await refusal(buildBent(bend))).toMatchObject({
    code: 'NO_ROUTE',
    message: 'Meson asks for a signed message here, which is never signed.',
  })
})

test.each<[string, (result: Body) => void]>([
  ['another receiver', (result) => (result.recipient = evm('mallory'))],
  ['no receiver', (result) => delete result.recipient],
  ['another payer', (result) => (result.fromAddress = evm('mallory'))],
])('an answer that repeats %s is not built', async (_what, bend) => {
  expect((await refusal(buildBent(bend))).code).toBe('UPSTREAM_FAILED')
})

test('a payer with code is repeated under another name', async () => {
  const own = (result: Body) => {
    result.fromContract = result.fromAddress
    delete result.fromAddress
  }
  await expect(buildBent(own)).resolves.toMatchObject({ namedReceiver: evm('bob').toLowerCase() })
})

test.each([
  ['USDC', 'ETH', false],
  ['ETH', 'USDC', false],
  ['USDC', 'USDT', true],
  ['DAI', 'USDC', false],
])('serves %s on ETH to %s on ARBITRUM: %s', (sold, bought, isServed) => {
  const pair = requestOf(tokenOf('ETH', sold), tokenOf('ARBITRUM', bought), 10n ** 18n)
  expect(provider.supports(pair)).toEqual(isServed ? ['meson'] : [])
})
