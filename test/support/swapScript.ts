import { readRouteItem } from '../../src/api/route.ts'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import type { ExecutionTools, Services } from '../../src/commands/frame/services.ts'
import type { Token } from '../../src/core/token.ts'
import type { ReviewCard } from '../../src/core/review.ts'
import type { ExecutionEvent } from '../../src/execution/context.ts'
import { orderConfirmation } from '../../src/execution/deposit/plan.ts'
import type { SwapOutcome } from '../../src/execution/outcome.ts'
import type { ClaimOrder } from '../../src/execution/claim/plan.ts'
import type { PlannedEvmSwap, SwapOrder } from '../../src/execution/planned.ts'
import type { SwapReceipt } from '../../src/execution/receipts.ts'
import { confirmationFor } from '../../src/execution/review.ts'
import type { Account } from '../../src/wallet/types.ts'
import { routeItem } from './fakeApi.ts'

export const alice = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const spender = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
export const receiptId = '7c1e4f0a-1111-4222-8333-444455556666'
export const hashes = {
  approve: `0x${'a'.repeat(64)}`,
  source: `0x${'b'.repeat(64)}`,
  destination: `0x${'c'.repeat(64)}`,
}

const usd = 10n ** 18n

export const ether = token('ETH', 'ETH', '0x0000000000000000000000000000000000000000', 18)
export const usdc = token('ETH', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6)
export const usdcOnArbitrum = token(
  'ARBITRUM',
  'USDC',
  '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  6,
)

/** The card of 250 USDC to ARBITRUM; `change` replaces members. */
export function reviewOf(change: Partial<ReviewCard> = {}): ReviewCard {
  const amount = change.send?.amount ?? 250_000_000n
  return {
    occasion: 'swap',
    routeId: '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000',
    provider: 'across',
    swapType: 'cross-chain',
    send: { token: usdc, amount, usdE18: 250n * usd },
    receive: {
      token: usdcOnArbitrum,
      expected: 249_712_340n,
      atLeast: 248_462_340n,
      expectedUsdE18: 249n * usd,
      atLeastUsdE18: 248n * usd,
    },
    quoted: { expected: 249_712_340n, atLeast: 248_462_340n },
    priceImpactPercent: 0.04,
    slippageBps: 50,
    durationSeconds: 120,
    fees: [
      {
        name: 'gas',
        token: ether,
        amount: 410_000_000_000_000n,
        percent: null,
        usdE18: usd,
        included: false,
      },
      {
        name: 'percent',
        token: usdc,
        amount: 250_000n,
        percent: 0.1,
        usdE18: usd / 4n,
        included: true,
      },
    ],
    feesUsdE18: usd + usd / 4n,
    target: spender,
    spender,
    from: alice,
    receiver: alice,
    receiverIsSender: true,
    refundAddress: null,
    quoteAgeMs: 2_000,
    chainId: 1,
    approvals: [{ leg: 'approve', token: usdc, spender, amount }],
    maxGasCost: { token: ether, amount: 600_000_000_000_000n },
    simulation: {
      kind: 'passed',
      changes: [{ address: usdc.address, token: usdc, delta: -250_000_000n }],
      gasUsed: 142_503n,
    },
    lossBps: 12,
    warnings: [],
    typedReasons: [],
    yesBlockedBy: null,
    ...change,
  }
}

function plannedOf(order: SwapOrder, card: ReviewCard): PlannedEvmSwap {
  return {
    order,
    provider: 'across',
    swapType: 'cross-chain',
    routeId: card.routeId,
    answer: {
      estimate: order.route.item.estimate,
      transaction: { to: spender, data: '0xabcdef01', value: '0', approvalAddress: spender },
    },
    transaction: {
      kind: 'evm',
      to: spender,
      data: '0xabcdef01',
      value: 0n,
      approvalAddress: spender,
    },
    chainId: 1,
    approvals: card.approvals,
    dstAmount: card.receive.expected,
    dstMinAmount: card.receive.atLeast,
    fees: { type: 'legacy', gasPrice: 1_000_000_000n },
    nativePrice: null,
    gasLimits: { approve: 60_000n },
    unsigned: [unsigned('approve', usdc.address, 60_000n), unsigned('pay', spender, null)],
    acceptedContracts: [],
    card,
  }
}

function claimedOrder({ fromAddress }: ClaimOrder): SwapOrder {
  return {
    request: { srcToken: ether, dstToken: ether, srcAmount: 0n, srcAmountText: '0' },
    route: readRouteItem(routeItem('across', '249.71234')),
    quotedAtMs: 0,
    fromAddress,
    receiver: alice,
    refundAddress: null,
    minReceive: null,
    maxFeeUsdE18: null,
    maxLossBps: null,
    idempotencyKey: null,
    force: false,
  }
}

function outcomeOf(route: RouteItem, change: Partial<SwapOutcome> = {}): SwapOutcome {
  return {
    id: route.id ?? '',
    receiptId,
    provider: 'across',
    send: { token: usdc, amount: 250_000_000n },
    dstToken: usdcOnArbitrum,
    route,
    transaction: { to: spender, data: '0xabcdef01', value: '0', approvalAddress: spender },
    hashes,
    status: { status: 'SUCCESS', destinationTxHash: hashes.destination },
    funds: 'delivered',
    received: { token: usdcOnArbitrum, amount: 249_712_340n },
    spent: { token: usdc, amount: 250_000_000n },
    feesPaid: null,
    gasSpent: { token: ether, amount: 256_681_425_838_680n },
    allowanceLeft: 0n,
    warnings: [],
    givenUp: null,
    ...change,
  }
}

export function receiptOf(change: Partial<SwapReceipt> = {}): SwapReceipt {
  return {
    receiptId,
    id: '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000',
    provider: 'across',
    createdAtMs: Date.UTC(2026, 10, 21, 14, 0, 0),
    updatedAtMs: Date.UTC(2026, 10, 21, 14, 2, 0),
    state: 'done',
    open: false,
    status: 'SUCCESS',
    subStatus: null,
    action: null,
    isDeposit: false,
    funds: 'delivered',
    send: { token: usdc, amount: 250_000_000n },
    receive: { token: usdcOnArbitrum, expected: 249_712_340n, atLeast: 248_462_340n },
    received: { token: usdcOnArbitrum, amount: 249_712_340n },
    hashes,
    givenUp: null,
    fromAddress: alice,
    receiver: alice,
    refundAddress: null,
    spender,
    idempotencyKey: null,
    paidAtMs: Date.UTC(2026, 10, 21, 14, 0, 5),
    endedAtMs: Date.UTC(2026, 10, 21, 14, 2, 0),
    expectedMinutes: 1,
    statusAnswer: { status: 'SUCCESS', destinationTxHash: hashes.destination },
    spent: { token: usdc, amount: 250_000_000n },
    feesPaid: null,
    gasSpent: { token: ether, amount: 256_681_425_838_680n },
    allowanceLeft: 0n,
    values: {
      sent: 250n * 10n ** 18n,
      received: 249_712_340n * 10n ** 12n,
      networkFee: 77n * 10n ** 16n,
      otherFees: 0n,
    },
    events: [
      {
        sequence: 1,
        atMs: Date.UTC(2026, 10, 21, 14, 0, 0),
        type: 'planned',
        text: 'planned',
        hash: null,
      },
      {
        sequence: 2,
        atMs: Date.UTC(2026, 10, 21, 14, 0, 5),
        type: 'sent',
        text: 'paid',
        hash: hashes.source,
      },
    ],
    ...change,
  }
}

export type SwapScript = {
  card?: Partial<ReviewCard>
  outcome?: Partial<SwapOutcome>
  /** Reported while the swap runs, after the review. */
  events?: readonly ExecutionEvent[]
  /** What goes wrong in place of an outcome. */
  failure?: Error
  /** Called right before the outcome. */
  before?: () => void
}

/** Services of a machine with one account, and a record of what was asked of the execution. */
export function swapServices(script: SwapScript = {}): {
  services: Partial<Services>
  asked: {
    orders: SwapOrder[]
    claims: ClaimOrder[]
    executed: unknown[]
    resumed: unknown[]
    reviews: number
  }
} {
  const asked = {
    orders: [] as SwapOrder[],
    claims: [] as ClaimOrder[],
    executed: [] as unknown[],
    resumed: [] as unknown[],
    reviews: 0,
  }
  const card = (): ReviewCard => reviewOf(script.card)
  const planClaim = async (order: ClaimOrder): Promise<PlannedEvmSwap> => {
    asked.claims.push(order)
    return plannedOf(claimedOrder(order), {
      ...card(),
      occasion: 'claim',
      provider: order.provider,
    })
  }
  const end = (route: RouteItem): SwapOutcome => {
    script.before?.()
    if (script.failure !== undefined) throw script.failure
    return outcomeOf(route, script.outcome)
  }
  const services: Partial<Services> = {
    payer: async () => ({ name: 'main', address: alice, kind: 'evm' }),
    planning: async ({ onEvent }) => ({
      planForeign: noOrder,
      planOrder: noOrder,
      planClaim,
      planSwap: async (order) => {
        asked.orders.push(order)
        onEvent(step('plan', 'done', 'Transaction checked', null))
        return plannedOf(order, card())
      },
    }),
    execution: async ({ review, reserve, onEvent }): Promise<ExecutionTools> => ({
      planClaim,
      planSwap: async (order) => {
        asked.orders.push(order)
        return plannedOf(order, card())
      },
      executeSwap: async (planned, options) => {
        await review(planned.card)
        reserve?.(planned.card)
        asked.reviews += 1
        asked.executed.push(options)
        for (const event of script.events ?? []) onEvent(event)
        return end(planned.order.route.item)
      },
      resumeSwap: async (id, options) => {
        asked.resumed.push({ id, ...options })
        for (const event of script.events ?? []) onEvent(event)
        return end(routeItem('across', '249.71234'))
      },
      planOrder: noOrder,
      executeDeposit: noOrder,
      payDeposit: noOrder,
      confirmationFor,
      orderConfirmation,
    }),
    journal: async () => ({
      history: () => [receiptOf()],
      openSwaps: () => [],
      countOpen: () => 0,
      receipt: () => receiptOf(),
      find: (text) => (receiptId.startsWith(text) ? receiptId : null),
      keysSince: () => [],
      damage: () => null,
    }),
  }
  return { services, asked }
}

const noOrder = (): Promise<never> => Promise.reject(new Error('no order in these tests'))

export function step(
  name: 'plan' | 'approve' | 'pay' | 'deliver',
  state: 'started' | 'waiting' | 'sent' | 'done',
  text: string,
  hash: string | null,
): ExecutionEvent {
  return { type: 'step', step: name, state, text, blockchain: 'ETH', hash }
}

function unsigned(
  leg: 'approve' | 'pay',
  to: string,
  gasLimit: bigint | null,
): PlannedEvmSwap['unsigned'][number] {
  return {
    leg,
    chainId: 1,
    blockchain: 'ETH',
    from: alice,
    to,
    data: '0xabcdef01',
    value: 0n,
    gasLimit,
  }
}

function token(
  blockchain: Token['blockchain'],
  symbol: string,
  address: string,
  decimals: number,
): Token {
  const native = address === '0x0000000000000000000000000000000000000000'
  return { blockchain, symbol, address, decimals, name: symbol, listed: true, native }
}

/** The wallet's tools, whose import makes this account; those listed are on the machine by then. */
export function importing(
  account: Account,
  accounts: readonly Account[] = [account],
): Services['wallet'] {
  return async () => ({
    list: async () => ({ accounts: [...accounts], warnings: [] }),
    create: () => Promise.reject(new Error('no create')),
    import: async () => account,
    balances: async () => [],
    chains: () => [],
    folder: '/a',
  })
}
