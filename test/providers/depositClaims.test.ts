/**
 * The order that a remote service reports is compared with its provider's own answer (D3): for every
 * deposit adapter, by recorded answers of the provider.
 */
import { describe, expect, test } from 'vitest'
import { formatAmount } from '../../src/core/amounts.ts'
import type { OrderFacts } from '../../src/core/order.ts'
import type { Quote } from '../../src/core/quote.ts'
import { confirmAtProvider } from '../../src/execution/deposit/confirmAtProvider.ts'
import type { Instruction } from '../../src/execution/state.ts'
import type { HttpClient } from '../../src/http/types.ts'
import { depositCases } from './cases.ts'
import { depositAddress, type DepositCase } from './depositContract.ts'
import {
  btc,
  evm,
  type Exchange,
  expectNotToShow,
  orderCallsOf,
  play,
  quoteOf,
  refusal,
  tokenOf,
} from './depositSupport.ts'
import { type BuiltSwap, type ProviderContext, proofOf } from '../../src/providers/types.ts'

type Plan = Parameters<typeof confirmAtProvider>[0]

/** An order that the service reports, and the recorded calls that show the provider's answer. */
type Told = { it: DepositCase; look: readonly Exchange[] }

const told: Record<string, Told> = Object.fromEntries(
  depositCases.map(([id, it]) => [id, { it, look: it.look ?? [it.readBack, ...(it.after ?? [])] }]),
)

type Claim = { plan: Plan; instruction: Instruction; dstMinAmount: bigint }

/** What an honest service would answer, of the same recordings. */
async function honest({ it }: Told): Promise<Claim> {
  const { provider, baseUrl, request } = it
  const quote: Quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
  const { context } = play(baseUrl, orderCallsOf(it))
  const built: BuiltSwap = await provider.build(quote, context)
  if (built.transaction.kind !== 'deposit') throw new Error('no deposit')
  const { kind: _kind, extraFields: memo, ...rest } = built.transaction
  const { srcToken, dstToken, srcAmount } = request
  return {
    plan: {
      provider: quote.provider,
      srcToken,
      dstToken,
      srcAmount: String(srcAmount),
      fromAddress: request.fromAddress,
      receiver: request.receiver ?? '',
      refundAddress: request.refundAddress,
    } as Plan,
    instruction: { ...rest, memo },
    dstMinAmount: built.dstMinAmount,
  }
}

async function confirm(
  { it, look }: Told,
  { plan, ...opened }: Claim,
  options: { check?: 'D3' | 'D7'; bend?: (facts: OrderFacts) => OrderFacts } = {},
): Promise<void> {
  const { provider, baseUrl } = it
  await confirmAtProvider(
    plan,
    opened,
    {
      sleep: async () => {},
      ownReading: {
        obstacle: async () => null,
        poolAmount: async () => null,
        read: async (_id, claim) => {
          const facts =
            (await proofOf(provider, 'order')?.read(claim, elsewhereUnknown(baseUrl, look))) ?? null
          return facts === null || options.bend === undefined ? facts : options.bend(facts)
        },
        status: () => Promise.reject(new Error('not asked')),
      },
    },
    options.check ?? 'D3',
  )
}

/** What was not recorded is unknown. */
function elsewhereUnknown(baseUrl: string, look: readonly Exchange[]): ProviderContext {
  const { context } = play(baseUrl, look)
  const send: HttpClient['send'] = async (request) => {
    try {
      return await context.http.send(request)
    } catch (thrown) {
      if (!(thrown instanceof Error) || !thrown.message.startsWith('not recorded')) throw thrown
      return { status: 404, retryAfterSeconds: null, body: {} }
    }
  }
  return { ...context, http: { ...context.http, send } }
}

const change = (claim: Claim, more: Partial<Instruction>, plan: Partial<Plan> = {}): Claim => ({
  ...claim,
  plan: { ...claim.plan, ...plan },
  instruction: { ...claim.instruction, ...more },
})

/** Exolix returns its contracts, which the adapter compares itself (D6). */
function checkOf(name: string, field: string): string {
  return name === 'exolix' && field === 'dstToken' ? 'D6' : 'D3'
}

const silent = Object.entries(told).filter(([, { it }]) => it.tellsNoRefund === true)

test.each(silent)('%s returns no refund address: no claim is confirmed', async (_name, row) => {
  const error = await refusal(confirm(row, await honest(row)).then(() => null))
  expect(error.context).toMatchObject({ check: 'D3', field: 'refundAddress' })
  expect(error.message).toContain('did not return the refund address')
  expectNotToShow(error, depositAddress)
})

const telling = Object.entries(told).filter(([, { it }]) => it.tellsNoRefund !== true)

describe.each(telling)('%s', (name, row) => {
  test('confirms an order that the provider returns unchanged', async () => {
    await confirm(row, await honest(row))
    await confirm(row, await honest(row), { check: 'D7' })
  })

  test('an address that the provider does not name is never shown', async () => {
    const mallory = btc('mallory')
    const claim = change(await honest(row), {
      depositAddress: mallory,
      // There the order is its address.
      ...(name === 'near_intents' ? { exchangeId: mallory } : {}),
    })
    // Asked for another address, the provider may know nothing, or return the order all the same.
    const anyway = row.look.map((call) => ({
      ...call,
      path: call.path.replaceAll(depositAddress, mallory),
    }))
    for (const look of [row.look, anyway]) {
      const error = await refusal(confirm({ ...row, look }, claim).then(() => null))
      expect([error.code, error.context['check']]).toEqual(['UNSAFE_ROUTE', 'D3'])
      expectNotToShow(error, mallory)
    }
  })

  test.each<[string, (claim: Claim) => Claim]>([
    ['receiver', (claim) => change(claim, {}, { receiver: evm('another') })],
    ['refundAddress', (claim) => change(claim, {}, { refundAddress: btc('another') })],
    ['dstToken', (claim) => change(claim, {}, { dstToken: tokenOf('ETH', 'DAI') })],
    ['memo', (claim) => change(claim, { memo: { name: 'memo', value: '=:ETH.ETH:0xdead' } })],
  ])('an order with another %s is not the accepted one', async (field, bend) => {
    const error = await refusal(confirm(row, bend(await honest(row))).then(() => null))
    // There is no pool for the other token.
    if (name === 'thorchain' && field === 'dstToken') expect(error.code).toBe('NO_ROUTE')
    else
      expect([error.code, error.context['check']]).toEqual(['UNSAFE_ROUTE', checkOf(name, field)])
    expectNotToShow(error, depositAddress)
  })

  test('an order for another amount is not the accepted one', async () => {
    // THORChain orders no amount: what is paid is swapped.
    if (name === 'thorchain') return
    const claim = await honest(row)
    const more = BigInt(claim.plan.srcAmount) + 1n
    const { decimals } = claim.plan.srcToken
    const bent = change(
      claim,
      { amountToSend: formatAmount(more, decimals) },
      { srcAmount: String(more) },
    )
    const error = await refusal(confirm(row, bent).then(() => null))
    expect(error.context).toMatchObject({ check: 'D3', field: 'amountToSend' })
  })

  test('an order that pays out less is not the accepted one', async () => {
    const claim = await honest(row)
    const greedy = { ...claim, dstMinAmount: claim.dstMinAmount * 2n }
    const error = await refusal(confirm(row, greedy).then(() => null))
    expect(error.context).toMatchObject({ check: 'D3', field: 'dstAmount' })
    // Afterwards a floating rate may move.
    await confirm(row, greedy, { check: 'D7' })
  })

  test.each([
    'orderId',
    'depositAddress',
    'depositMemo',
    'srcToken',
    'dstToken',
    'srcAmount',
    'receiver',
    'refundAddress',
    'dstAmount',
  ] as const)('does not believe what the provider does not return: %s', async (field) => {
    const claim = await honest(row)
    const asked = confirm(row, claim, { bend: (facts) => ({ ...facts, [field]: undefined }) })
    const error = await refusal(asked.then(() => null))
    expect(error.code).toBe('UNSAFE_ROUTE')
    expect(error.message).toContain('did not return')
  })

  test('never shows an order its provider does not know', async () => {
    const [first, ...rest] = row.look
    if (first === undefined) throw new Error('no call')
    const lost = { ...first, status: 404, body: {} }
    const gone = { ...row, look: [lost, ...(row.it.lookAgain ?? []), ...rest] }
    const error = await refusal(confirm(gone, await honest(row)).then(() => null))
    expect([error.code === 'NO_ROUTE' || error.context['check']]).toEqual([
      name === 'thorchain' ? true : 'D3',
    ])
    expectNotToShow(error, depositAddress)
  })

  test('an outage confirms nothing, and is the end of nothing that was confirmed before', async () => {
    const claim = await honest(row)
    const down = { ...row, look: row.look.map((call) => ({ ...call, status: 503, body: {} })) }
    const first = await refusal(confirm(down, claim).then(() => null))
    expect(first.context['check']).toBe('D3')
    const later = await refusal(confirm(down, claim, { check: 'D7' }).then(() => null))
    expect(later.code).toBe('UPSTREAM_FAILED')
  })
})

test('a deadline later than the provider’s is not believed', async () => {
  const row = told['near_intents']
  if (row === undefined) throw new Error('no row')
  const claim = await honest(row)
  const late = change(claim, { expiresAtMs: (claim.instruction.expiresAtMs ?? 0) + 600_000 })
  const error = await refusal(confirm(row, late).then(() => null))
  expect(error.context).toMatchObject({ check: 'D3', field: 'expiresAt' })
  // A new order takes the deadline from its provider; one that was shown without any is another.
  const none = change(claim, { expiresAtMs: null })
  await confirm(row, none)
  const later = await refusal(confirm(row, none, { check: 'D7' }).then(() => null))
  expect(later.context).toMatchObject({ field: 'expiresAt' })
  await confirm(row, change(claim, { expiresAtMs: (claim.instruction.expiresAtMs ?? 0) - 1 }))
})

test('a service of this process has asked already', async () => {
  const row = told['exolix']
  if (row === undefined) throw new Error('no row')
  const { plan, ...opened } = await honest(row)
  await confirmAtProvider(plan, opened, { sleep: async () => {} }, 'D3')
})

test('without a way to ask nothing is ordered', async () => {
  const row = told['changenow']
  if (row === undefined) throw new Error('no row')
  const { plan, ...opened } = await honest(row)
  const ownReading = {
    obstacle: async () => ({
      reason: 'there is no key.',
      hint: 'Set SWAPROUTE_CHANGENOW_API_KEY.',
    }),
    read: async () => null,
    poolAmount: async () => null,
    status: () => Promise.reject(new Error('not asked')),
  }
  const asked = confirmAtProvider(plan, opened, { sleep: async () => {}, ownReading }, 'D3')
  const error = await refusal(asked.then(() => null))
  expect(error.context['check']).toBe('D3')
  expect(error.hint).toContain('SWAPROUTE_CHANGENOW_API_KEY')
  expect(error.hint).toContain('--backend embedded')
})
