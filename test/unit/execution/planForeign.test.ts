import { plainParties } from '../../support/partyFacts.ts'
/** Swaps that other wallets sign: what is printed is read from the transaction, from any service. */
import { describe, expect, test } from 'vitest'

import { readSwapAnswer, toWireTransaction } from '../../../src/api/builtRoute.ts'
import { toRoute } from '../../../src/api/route.ts'
import type { WireTransaction } from '../../../src/api/schemas.ts'
import { swapElsewhere } from '../../../src/commands/swap/elsewhere.ts'
import { nativeToken } from '../../../src/chains/tokens.ts'
import {
  type ForeignKind,
  foreignKindOf,
  isForeignKind,
} from '../../../src/core/foreignTransaction.ts'
import type { PlanContext } from '../../../src/execution/context.ts'
import { planForeign } from '../../../src/execution/foreign/plan.ts'
import type { SwapOrder } from '../../../src/execution/planned.ts'
import { catalogRow, hasAdapter } from '../../../src/providers/catalog.ts'
import { proofOf } from '../../../src/providers/types.ts'
import { serviceUrl } from '../../providers/callCase.ts'
import { foreignCases } from '../../providers/cases.ts'
import { nowMs, play, quoteOf, refusal } from '../../providers/depositSupport.ts'
import { routeItem } from '../../support/fakeApi.ts'

/** Each with a transaction of its own: those that are reached through another provider are left out. */
const subjects = foreignCases.filter(([, it]) => {
  const [id] = it.create(serviceUrl).ids
  const row = id === undefined ? null : catalogRow(id)
  return row !== null && hasAdapter(row) && row.onlyNamed !== true
})

const wallets: Readonly<Record<ForeignKind, string>> = {
  cosmos: 'Keplr',
  near: 'Meteor',
  solana: 'Phantom',
  starknet: 'Braavos',
  stellar: 'Freighter',
  sui: 'Slush',
  tron: 'TronLink',
}

describe.each(subjects)('%s', (_id, it) => {
  const provider = it.create(serviceUrl)
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')

  /** The order of a quote, and a service whose answer may be another one. */
  const world = async (bend: (wire: WireTransaction) => WireTransaction = (wire) => wire) => {
    const { request, honest } = it
    const tape = play(serviceUrl, [...honest.quote, ...honest.build], honest.chains)
    const quote = await quoteOf(provider, request, tape.context)
    const built = await provider.build(quote, tape.context)
    const wire = bend(toWireTransaction(built.transaction))
    const { srcToken, dstToken, srcAmount, fromAddress } = request
    const item = routeItem(id, '1', { executionKind: quote.executionKind })
    const terms = {
      dstAmount: quote.dstAmount,
      dstMinAmount: quote.dstMinAmount,
      slippageBps: quote.slippageBps,
      durationSeconds: quote.durationSeconds,
      priceImpactPercent: null,
      protocolFee: 0n,
      providerFee: 0n,
      gasLimit: null,
      gasCost: null,
      percentFee: 0,
    }
    const slippage = request.slippageBps === null ? undefined : request.slippageBps / 10_000
    const order: SwapOrder = {
      request: { srcToken, dstToken, srcAmount, srcAmountText: '1', slippage },
      route: toRoute(item, terms),
      quotedAtMs: nowMs,
      fromAddress,
      receiver: request.receiver ?? fromAddress,
      refundAddress: null,
      minReceive: null,
      maxFeeUsdE18: null,
      maxLossBps: null,
      idempotencyKey: null,
      force: false,
    }
    const context = {
      api: { swap: async () => readSwapAnswer({ transaction: wire }, srcToken, 'payment') },
      decodeForeign: async (_provider: unknown, transaction: never, swap: never) =>
        await proofOf(provider, 'foreign')?.decode(transaction, swap, tape.context),
      pinned: async () => provider.pinned(id, srcToken.blockchain),
      nativeToken,
      facts: plainParties,
      hasChain: () => true,
      priceOf: async () => null,
      onEvent: () => undefined,
      now: () => nowMs,
      signal: new AbortController().signal,
    } as unknown as PlanContext
    return { order, context, wire, quote }
  }

  test('the transaction comes back from the wire, checked, with its approval before it', async () => {
    const { order, context, wire } = await world()
    const { unsigned, card } = await planForeign(order, context)
    const { srcToken, srcAmount } = order.request
    const pay = unsigned.at(-1)
    expect(isForeignKind(pay?.kind ?? null)).toBe(true)
    const { approvalAddress: _, ...members } = wire
    expect(pay).toMatchObject({ leg: 'pay', from: order.fromAddress, transaction: members })
    expect(card).toMatchObject({ chainId: null, simulation: { kind: 'read' }, yesBlockedBy: null })
    const approves = srcToken.blockchain === 'TRON' && !srcToken.native
    expect(unsigned.map(({ leg }) => leg)).toEqual(approves ? ['approve', 'pay'] : ['pay'])
    if (!approves) return
    expect(unsigned[0]?.transaction).toMatchObject({
      to: srcToken.address,
      signature: 'approve(address,uint256)',
      callValue: '0',
    })
    const words = unsigned[0]?.transaction.rawParameter ?? ''
    expect(BigInt(`0x${words.slice(64)}`)).toBe(srcAmount)
  })

  test.each([
    ['another receiver', { receiver: 'the payer of another swap' }, 'E8'],
    ['another payer', { fromAddress: 'somebody' }, 'E8'],
    ['a larger minimum', { minReceive: 10n ** 30n }, 'E9'],
  ] as const)('is refused for %s', async (_name, change, check) => {
    const { order, context } = await world()
    const error = await refusal(planForeign({ ...order, ...change }, context))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test('is refused for another amount, and for tokens the other way round', async () => {
    const { order, context } = await world()
    const { request } = order
    const more = { ...order, request: { ...request, srcAmount: request.srcAmount + 1n } }
    expect((await refusal(planForeign(more, context))).context).toMatchObject({ check: 'E5' })
    const { srcToken: dstToken, dstToken: srcToken } = request
    const round = { ...order, request: { ...request, srcToken, dstToken } }
    expect((await refusal(planForeign(round, context))).code).toBe('UNSAFE_ROUTE')
  })

  test('P9: far below the market, it is refused to a remote service and typed of one’s own', async () => {
    const { order, context, quote } = await world()
    const { request } = order
    const dollar = 10n ** 18n
    // What is paid is worth 100 dollars, what arrives 80.
    const worth = (usd: bigint, amount: bigint, decimals: number) => ({
      e18: (usd * dollar * 10n ** BigInt(decimals)) / amount,
      confirmed: true,
      sources: ['one', 'another'],
    })
    const priced = {
      ...context,
      priceOf: async ({ address, decimals }: typeof request.srcToken) =>
        address === request.srcToken.address
          ? worth(100n, request.srcAmount, decimals)
          : address === request.dstToken.address
            ? worth(80n, quote.dstAmount, decimals)
            : null,
    }
    const { card } = await planForeign(order, priced)
    expect(card.typedReasons.map(({ code }) => code)).toContain('market')
    const remote = { ...priced, ownReading: {} } as unknown as PlanContext
    const error = await refusal(planForeign(order, remote))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'P9' } })
  })

  test('T7: a memo of the receiver that it cannot carry is refused', async () => {
    const { order, context } = await world()
    const request = { ...order.request, receiverMemo: '12345' }
    const error = await refusal(planForeign({ ...order, request }, context))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'T7' } })
  })

  test('a service that returns nothing to sign is reported', async () => {
    const { order, context } = await world(() => ({ depositAddress: 'a', amountToSend: '1' }))
    expect((await refusal(planForeign(order, context))).code).toBe('UPSTREAM_REFUSED')
  })

  test('without --unsigned the wallets are named, and without a payer nothing is asked', async () => {
    const { order } = await world()
    const ctx = { services: {} } as never
    const input = (on: string) => ({ [on]: true }) as never
    const elsewhere = await refusal(swapElsewhere(order, input(''), ctx))
    expect(elsewhere.code).toBe('INVALID_ARGUMENT')
    expect(elsewhere.hint).toContain('--unsigned')
    const kind = foreignKindOf(it.request.srcToken.blockchain)
    expect(elsewhere.hint).toContain(kind === null ? 'no wallet' : wallets[kind])
    const nobody = await refusal(
      swapElsewhere({ ...order, fromAddress: null }, input('unsigned'), ctx),
    )
    expect(nobody.hint).toContain('--from-address')
  })
})
