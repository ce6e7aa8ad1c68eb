/** What an agent may carry out with an account, and what only a person may. */
import type { ElicitResult } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import type { ReviewReason } from '../../src/core/review.ts'
import { connect, record, type Session } from '../support/agentClient.ts'
import { type CliOptions, fixedNowMs } from '../support/runMain.ts'
import { alice, ether, receiptOf, type SwapScript } from '../support/swapScript.ts'

const pair = { amount: '250', from: 'eth:USDC', to: 'arb:USDC' }
const trading = ['--account', 'main', '--max-usd', '1000']
const stranger = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('with an account and a limit', () => {
  async function prepared(
    script: SwapScript = {},
    flags: string[] = trading,
    options: CliOptions = {},
    user?: (question: string) => ElicitResult,
  ): Promise<Session & { plan: Record<string, unknown> }> {
    const services = { journal: async () => journal([]), ...options.services }
    const session = await connect(flags, script, { ...options, services }, user)
    const { document, isError } = await session.call('prepare', pair)
    expect(isError ? document : 'planned').toBe('planned')
    return { ...session, plan: record(document['data']) }
  }

  test('a prepared swap is carried out once, by the gates of --yes', async () => {
    const { plan, call, asked } = await prepared()
    const input = { planId: plan['planId'], amount: '250' }
    const { document } = await call('swap', input)
    expect(document).toMatchObject({ ok: true, funds: 'delivered' })
    expect(asked.reviews).toBe(1)
    expect(asked.executed).toEqual([{ wait: false }])
    const { idempotencyKey } = asked.orders.at(-1) ?? {}
    // 250 and 1 USD of gas, with a twentieth above: 263.55 and a cent of rounding.
    expect(idempotencyKey).toBe(`mcp:26356:${String(plan['planId'])}`)
    const again = await call('swap', input)
    expect(again.error['code']).toBe('QUOTE_EXPIRED')
    expect(asked.executed).toHaveLength(1)
  })

  test.each([
    ['another amount', { amount: '25' }, {}, 'CONFIRMATION_REQUIRED'],
    ['an unknown plan', { planId: '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000' }, {}, 'QUOTE_EXPIRED'],
  ])('%s is refused', async (_, change, script, code) => {
    const { plan, call, asked } = await prepared(script)
    const { error } = await call('swap', { planId: plan['planId'], amount: '250', ...change })
    expect(error['code']).toBe(code)
    expect(asked.executed).toEqual([])
  })

  test('a plan is over after ten minutes', async () => {
    let nowMs = fixedNowMs
    const { plan, call } = await prepared({}, trading, { now: () => nowMs })
    nowMs += 10 * 60_000
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe('QUOTE_EXPIRED')
  })

  const earlier = (agoMs: number, cents: number): ReturnType<typeof receiptOf> =>
    receiptOf({
      createdAtMs: fixedNowMs - agoMs,
      idempotencyKey: `mcp:${cents}:x`,
      send: { ...receiptOf().send, amount: 1n },
    })
  const hourMs = 60 * 60_000

  test.each([
    ['within the limit', [earlier(hourMs, 70_000)], true],
    ['together above it', [earlier(hourMs, 40_000), earlier(2 * hourMs, 40_000)], false],
    ['a day later', [earlier(24 * hourMs, 80_000)], true],
  ])('the limit holds for 24 hours, in the journal: %s', async (_, swaps, isAllowed) => {
    const { plan, call, asked } = await prepared({}, trading, {
      services: { journal: async () => journal(swaps) },
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe(isAllowed ? undefined : 'CONFIRMATION_REQUIRED')
    expect(asked.executed).toHaveLength(isAllowed ? 1 : 0)
  })

  test('the limit counts a day, however many swaps were made in it (K14)', async () => {
    const small = Array.from({ length: 1_500 }, (_, index) => earlier(index, 60))
    const { plan, call, asked } = await prepared({}, trading, {
      services: { journal: async () => journal(small) },
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect([error['code'], record(error['details'])['check']]).toEqual([
      'CONFIRMATION_REQUIRED',
      'K14',
    ])
    expect(asked.executed).toEqual([])
  })

  const typedCodes = [
    'value_unknown',
    'gas_unknown',
    'price_impact',
    'loss',
    'gain',
    'market',
    'slippage',
    'dangerous',
    'unreadable',
    'no_minimum',
    'trusted',
    'growth',
    'one_node',
    'no_contract',
    'name_moved',
    'journal_unread',
    'refund',
  ] as const satisfies readonly ReviewReason['code'][]
  /** Those that only an execution adds, and the amount itself. */
  type Other = 'value' | 'worse' | 'repeat'
  type Left = Exclude<ReviewReason['code'], (typeof typedCodes)[number] | Other>
  test('every reason is in this table', () => {
    const isWhole: [Left] extends [never] ? true : false = true
    expect(isWhole).toBe(true)
  })
  const typed = (code: ReviewReason['code']): SwapScript => ({
    card: { typedReasons: [{ code, text: `It is ${code}.` }] },
  })

  test.each(typedCodes)('an agent cannot answer for a person: %s (K14)', async (code) => {
    const { plan, call, asked } = await prepared(typed(code))
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', details: { check: 'K14' } })
    expect(error['hint']).toContain(`It is ${code}.`)
    expect(asked.executed).toEqual([])
  })

  test('a limit answers for the value of the amount, and for no other reason', async () => {
    const { plan, call, asked } = await prepared(typed('value'))
    const { document } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(document).toMatchObject({ ok: true })
    expect(asked.executed).toHaveLength(1)
  })

  test.each([
    ['types the amount', { action: 'accept', content: { amount: '250' } }, undefined],
    [
      'types another amount',
      { action: 'accept', content: { amount: '25' } },
      'CONFIRMATION_REQUIRED',
    ],
    ['declines', { action: 'decline' }, 'DECLINED'],
    ['closes the question', { action: 'cancel' }, 'DECLINED'],
  ] as const)('the user is asked in person, and %s', async (_, answer, code) => {
    const questions: string[] = []
    const { plan, call, asked } = await prepared(typed('loss'), trading, {}, (question) => {
      questions.push(question)
      return { ...answer, ...('content' in answer ? { content: { ...answer.content } } : {}) }
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe(code)
    expect(asked.executed).toHaveLength(code === undefined ? 1 : 0)
    expect(questions).toEqual([
      `Pay 250 USDC on ETH by across, for at least 248.46234 USDC on ARBITRUM to ${alice}? It is loss. Type 250 to sign and send it. This cannot be undone.`,
    ])
  })

  test('a name is asked together with its address (A8)', async () => {
    const questions: string[] = []
    const card = { ...typed('loss').card, receiverName: 'bob' }
    const { plan, call } = await prepared({ card }, trading, {}, (question) => {
      questions.push(question)
      return { action: 'decline' }
    })
    await call('swap', { planId: plan['planId'], amount: '250' })
    expect(questions).toEqual([expect.stringContaining(`to bob (${alice})?`)])
  })

  test.each([
    ['a worse one', { typedReasons: [{ code: 'loss', text: 'It loses 20%.', size: 20 }] }],
    ['another receiver', { receiver: stranger }],
    [
      'less',
      { receive: { ...receiptOf().receive, atLeast: 1n, expectedUsdE18: 1n, atLeastUsdE18: 1n } },
    ],
    ['more gas', { maxGasCost: { token: ether, amount: 10n ** 18n } }],
  ] as const)('what was planned is carried out, not %s (P7)', async (_, change) => {
    const script: SwapScript = {}
    const { plan, call, asked } = await prepared(script)
    Object.assign(script, { card: change })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error).toMatchObject({ code: 'PRICE_MOVED', details: { check: 'P7' } })
    expect(asked.executed).toEqual([])
  })

  test('without a whole journal no limit can be known', async () => {
    const damaged = { ...journal([]), damage: () => 'three records are lost' }
    const { plan, call, asked } = await prepared({}, trading, {
      services: { journal: async () => damaged },
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe('STORE_DAMAGED')
    expect(asked.executed).toEqual([])
  })

  test('the same swap again needs a word of the user', async () => {
    const services = {
      journal: async () => journal([receiptOf({ createdAtMs: fixedNowMs - 60_000 })]),
    }
    const { plan, call, asked } = await prepared({}, trading, { services })
    const input = { planId: plan['planId'], amount: '250' }
    expect((await call('swap', input)).error['code']).toBe('DUPLICATE')
    expect(asked.executed).toEqual([])
    expect((await call('swap', { ...input, again: true })).isError).toBe(false)
  })

  test('a receiver must be the account or named at the start', async () => {
    const script = { card: { receiver: stranger, receiverIsSender: false } }
    const unnamed = await connect(trading, script)
    const { error } = await unnamed.call('prepare', { ...pair, receiver: stranger })
    expect(error['code']).toBe('CONFIRMATION_REQUIRED')
    const named = await connect([...trading, '--allow-receiver', stranger], script)
    const { document } = await named.call('prepare', { ...pair, receiver: stranger })
    expect(record(document['data'])['planId']).toEqual(expect.any(String))
  })

  test('what has no price cannot be limited', async () => {
    const { call } = await connect(trading, {
      card: { send: { ...receiptOf().send, usdE18: null } },
    })
    const { error } = await call('prepare', pair)
    expect(error['code']).toBe('UNSAFE_ROUTE')
  })

  test('what only a person may confirm stays refused', async () => {
    const { plan, call, asked } = await prepared({
      card: { yesBlockedBy: 'The contract is in no table.' },
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe('CONFIRMATION_REQUIRED')
    expect(asked.reviews).toBe(0)
  })
})

function journal(swaps: ReturnType<typeof receiptOf>[]): {
  history: () => typeof swaps
  openSwaps: () => []
  countOpen: () => number
  receipt: (id: string) => (typeof swaps)[number]
  find: () => null
  keysSince: (beginning: string, sinceMs: number) => string[]
  damage: () => null
} {
  const named = swaps.map((swap, index) => ({ ...swap, receiptId: `r${index}` }))
  return {
    history: () => named,
    openSwaps: () => [],
    countOpen: () => 0,
    receipt: (id) => named.find(({ receiptId }) => receiptId === id) ?? receiptOf(),
    find: () => null,
    keysSince: (beginning, sinceMs) =>
      named.flatMap(({ createdAtMs, idempotencyKey }) =>
        createdAtMs > sinceMs && idempotencyKey?.startsWith(beginning) === true
          ? [idempotencyKey]
          : [],
      ),
    damage: () => null,
  }
}
