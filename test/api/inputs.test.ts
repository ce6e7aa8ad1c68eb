/** What the server reads in a request: harmless spellings, unknown members, what is wrong and where. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { embedded, fakeServices, serve, type Served } from '../support/backend.ts'
import { type FakeProvider, fakeProvider, quote, usdc } from '../support/routing.ts'

const zero = '0x0000000000000000000000000000000000000000'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const body = {
  srcTokenAddress: zero,
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: usdc.address,
  dstTokenBlockchain: 'ETH',
}

let served: Served
let provider: FakeProvider

beforeEach(async () => {
  provider = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)])
  served = await serve(embedded(fakeServices([provider], { now: 0 })))
})
afterEach(() => served.stop())

type Told = { status: number; answer: Record<string, unknown> }

async function ask(path: string, text?: string): Promise<Told> {
  const headers = { 'content-type': 'application/json' }
  const init = text === undefined ? {} : { method: 'POST', headers, body: text }
  const response = await fetch(`${served.url}${path}`, init)
  return { status: response.status, answer: JSON.parse(await response.text()) }
}

const quoteWith = (change: object): Promise<Told> =>
  ask('/api/routes/quoteAll', JSON.stringify({ ...body, ...change }))

describe('taken as what they mean', () => {
  test.each([
    [{ slipage: 0.1, fee: 1, feeTarget: alice, ' id': 1 }, {}],
    [{ slippage: null, receiver: null, preferredProvider: null, nativeBlacklist: null }, {}],
    [{ referrer: {}, enableChecks: {}, skipFeeProviders: {} }, { referrer: 'swaproute' }],
    [{ srcTokenAmount: 250 }, { srcAmount: 250n * 10n ** 18n }],
    [{ srcTokenAmount: 0.25 }, { srcAmount: 25n * 10n ** 16n }],
    [{ srcTokenAmount: ' 2.50 ' }, { srcAmount: 25n * 10n ** 17n }],
    [{ timeout: '30', slippage: '0.01' }, { slippageBps: 100 }],
    [{ fromAddress: ` ${alice}\n`, enableChecks: 'false' }, { fromAddress: alice }],
    [{ srcTokenBlockchain: ' ETH ' }, {}],
    [{ foreignBlacklist: { lifi: null, other: ['a'] } }, {}],
  ])('%j', async (change, expected) => {
    const { status, answer } = await quoteWith(change)
    expect([status, answer['errors']]).toEqual([200, undefined])
    expect(provider.asked).toHaveLength(1)
    expect(provider.asked[0]).toMatchObject(expected)
  })

  describe('an exclusion of an unknown provider excludes nothing, with a warning', () => {
    const excluding = { nativeBlacklist: ['stargate', 'via', 'across', 'UNISWAP_V2\u0007'] }
    const note = {
      code: 7102,
      reason: expect.stringMatching(/excludes nothing by stargate, via, UNISWAP_V2:/),
    }
    const post = (path: string, more: object = {}): Promise<Told> =>
      ask(`/api/routes/${path}`, JSON.stringify({ ...body, ...excluding, ...more }))
    const deposit = fakeProvider('exolix', [quote('exolix', 1n, { executionKind: 'deposit' })])
    const depositing = { ...deposit, capabilities: { ...deposit.capabilities, deposit: true } }

    test.each(['quoteAll', 'quoteDepositTrades'])('%s', async (path) => {
      const other = await serve(embedded(fakeServices([provider, depositing], { now: 0 })))
      const response = await fetch(`${other.url}/api/routes/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, ...excluding, showDangerousRoutes: true }),
      })
      const answer = JSON.parse(await response.text())
      await other.stop()
      expect(answer.quote.nativeBlacklist).toEqual(excluding.nativeBlacklist)
      expect(answer.routes.length).toBeGreaterThan(0)
      for (const { warnings } of answer.routes) expect(warnings).toContainEqual(note)
    })

    test('quoteBest, and swap and swapBest with the same body', async () => {
      const best = await post('quoteBest')
      expect([best.status, best.answer['warnings']]).toEqual([200, [note]])
      const more = { fromAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }
      expect(await post('swap', { ...more, id: best.answer['id'] })).toMatchObject({ status: 200 })
      expect(await post('swapBest', more)).toMatchObject({ status: 200 })
    })

    test('no warning where every name is a provider', async () => {
      expect((await post('quoteBest', { nativeBlacklist: ['across'] })).answer['warnings']).toEqual(
        [],
      )
    })
  })

  test('a member of quoteAll in quoteDepositTrades', async () => {
    const text = JSON.stringify({ ...body, fromAddress: alice })
    expect((await ask('/api/routes/quoteDepositTrades', text)).status).toBe(200)
  })

  test('a trailing slash of a path, parameters of other calls, rubicId for id', async () => {
    const best = await ask('/api/routes/quoteBest/', JSON.stringify(body))
    expect(best.status).toBe(200)
    const hash = `0x${'ab'.repeat(32)}`
    const status = await ask(`/api/info/status/?srcTxHash=%20${hash}&foo=1`)
    expect([status.status, status.answer['status']]).toEqual([200, 'NOT_FOUND'])
    const swap = { ...body, id: best.answer['id'], fromAddress: alice }
    await ask('/api/routes/swap', JSON.stringify(swap))
    const query = `rubicId=${String(best.answer['id'])}&srcTxHash=${hash}`
    const byId = await ask(`/api/info/statusExtended?${query}`)
    expect(byId.answer).toMatchObject({ status: 'PENDING', id: best.answer['id'] })
  })
})

describe('refused with the field and the reason', () => {
  test.each([
    [{ srcTokenAmount: undefined }, 1005, 'srcTokenAmount is missing'],
    [{ srcTokenAmount: null }, 1999, 'srcTokenAmount must be a string, not null'],
    [{ srcTokenAmount: [] }, 1999, 'srcTokenAmount must be a string, not an array'],
    [{ srcTokenAmount: 1e21 }, 1999, 'srcTokenAmount must be a string, not a number'],
    [{ srcTokenAmount: 0.1 + 0.2 }, 1999, 'srcTokenAmount must be a string, not a number'],
    [{ slippage: '1%' }, 1999, 'slippage must be a number, not a string'],
    [{ slippage: 0.51 }, 1999, 'slippage must be at most 0.5'],
    [{ timeout: 1 }, 1999, 'timeout must be at least 2'],
    [{ nativeBlacklist: 'across' }, 1999, 'nativeBlacklist must be an array, not a string'],
    [
      { srcTokenBlockchain: 'ARBITRUN' },
      1999,
      'srcTokenBlockchain is "ARBITRUN", which is not one of its values; did you mean ARBITRUM?',
    ],
    [{ enableChecks: 'maybe' }, 1999, 'enableChecks must be a boolean, not a string'],
    [{ referrer: { name: 'x' } }, 1999, 'referrer must be a string, not an object'],
    [{ receiver: 'x'.repeat(257) }, 1999, 'receiver must have at most 256 characters'],
  ])('%j', async (change, code, reason) => {
    const { status, answer } = await quoteWith(change)
    expect([status, answer['errors']]).toEqual([400, [{ code, reason }]])
    expect(provider.asked).toHaveLength(0)
  })

  test('deposit routes without deposits', async () => {
    const text = JSON.stringify({ ...body, depositTradeParams: 'noDeposits' })
    const { status, answer } = await ask('/api/routes/quoteDepositTrades', text)
    expect([status, JSON.stringify(answer['errors'])]).toEqual([
      400,
      expect.stringContaining('depositTradeParams is noDeposits'),
    ])
    expect((await ask('/api/routes/quoteAll', text)).status).toBe(200)
  })

  test.each([{}, { id: null }])('an id that is missing is 1004: %j', async (id) => {
    const { status, answer } = await ask('/api/routes/swap', JSON.stringify({ ...body, ...id }))
    expect([status, answer['errors']]).toMatchObject([422, [{ code: 1004 }]])
  })

  test('a status call without an id or a hash', async () => {
    const { status, answer } = await ask('/api/info/statusExtended')
    expect([status, answer['errors']]).toEqual([
      400,
      [{ code: 1005, reason: 'id or srcTxHash is needed' }],
    ])
  })

  test.each([
    ['at the top', `${JSON.stringify(body).slice(0, -1)},"srcTokenAmount":"2"}`],
    ['spelled with an escape', `${JSON.stringify(body).slice(0, -1)},"srcTokenAmoun\\u0074":"2"}`],
    ['inside', `${JSON.stringify(body).slice(0, -1)},"foreignBlacklist":{"lifi":[],"lifi":[]}}`],
  ])('a name twice, %s', async (_where, text) => {
    const { status, answer } = await ask('/api/routes/quoteAll', text)
    expect([status, JSON.stringify(answer['errors'])]).toEqual([
      400,
      expect.stringMatching(/The body names .*(srcTokenAmount|lifi).* twice/),
    ])
    expect(provider.asked).toHaveLength(0)
  })

  test('accepts the same name in different objects, and as a value', async () => {
    const text = `${JSON.stringify(body).slice(0, -1)},"a":{"srcTokenAmount":1},"b":[{"a":"a"},{"a":"\\"a\\":"}]}`
    expect((await ask('/api/routes/quoteAll', text)).status).toBe(200)
  })

  test('a parameter twice', async () => {
    const { status, answer } = await ask('/api/info/status?srcTxHash=0x12&srcTxHash=0x34')
    expect([status, answer['errors']]).toMatchObject([
      400,
      [{ reason: 'The parameter "srcTxHash" was given more than once.' }],
    ])
  })
})
