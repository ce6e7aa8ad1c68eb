import type { Api, QuoteEvent } from '../../src/api/api.ts'
import { type Contract, createRemoteApi } from '../../src/api/contract.ts'
import type {
  FailedItem,
  QuoteAllAnswer,
  QuoteAllBody,
  StatusAnswer,
} from '../../src/api/schemas.ts'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { readRouteItem } from '../../src/api/route.ts'

export type RecordedCall = { name: string; input: unknown }

/** What the fake answers; calls that are not scripted fail the test by throwing. */
export type ApiScript = Partial<{
  routes: RouteItem[]
  failed: FailedItem[]
  /** One after the other, the last one again and again; an error is what the call fails with. */
  status: StatusAnswer | Error | (StatusAnswer | Error)[]
  api: Partial<Contract>
}>

/** A service with scripted answers that keeps what it was asked, in the words of the wire. */
export function createFakeApi(script: ApiScript): {
  api: Api
  contract: Contract
  calls: RecordedCall[]
} {
  const calls: RecordedCall[] = []
  const statuses = [script.status ?? []].flat()
  const { routes = [], failed = [] } = script

  const tell = (onEvent: ((event: QuoteEvent) => void) | undefined): void => {
    const total = routes.length + failed.length
    const open = [...routes, ...failed].map(({ providerType }) => providerType)
    const progress = (calculated: number) => ({
      calculated,
      total,
      waiting: open.slice(calculated),
    })
    onEvent?.({ type: 'started', timeoutSeconds: 30, ...progress(0) })
    routes.forEach((route, index) => {
      onEvent?.({ type: 'route', route: readRouteItem(route), ...progress(index + 1) })
    })
    failed.forEach((item, index) => {
      onEvent?.({ type: 'failed', failed: item, ...progress(routes.length + index + 1) })
    })
  }
  const answerAll = (body: QuoteAllBody): QuoteAllAnswer => ({
    quote: { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' },
    routes,
    ...(body.showFailedRoutes === true ? { failed } : {}),
  })
  const nextStatus = async (): Promise<StatusAnswer> => {
    const next = statuses.length > 1 ? statuses.shift() : statuses[0]
    if (next === undefined) throw unscripted('status')
    if (next instanceof Error) throw next
    return next
  }

  const base: Contract = {
    async quoteAll(body, options) {
      tell(options?.onEvent)
      return answerAll(body)
    },
    async quoteDepositTrades(body, options) {
      tell(options?.onEvent)
      return answerAll(body)
    },
    async quoteBest(body, options) {
      tell(options?.onEvent)
      const [first] = routes
      if (first === undefined) throw new SwaprouteError('NO_ROUTE', 'No provider has a route.')
      return { ...first, quote: answerAll(body).quote }
    },
    async swap() {
      throw unscripted('swap')
    },
    async swapDepositTrade() {
      throw unscripted('swapDepositTrade')
    },
    async swapBest() {
      throw unscripted('swapBest')
    },
    status: nextStatus,
    statusExtended: nextStatus,
    async allowance() {
      throw unscripted('allowance')
    },
    async checkApprove() {
      throw unscripted('checkApprove')
    },
    async claim() {
      throw unscripted('claim')
    },
    async tokens() {
      throw unscripted('tokens')
    },
    async chains() {
      throw unscripted('chains')
    },
    async providers() {
      throw unscripted('providers')
    },
    ...script.api,
  }
  const contract = recorded(base, calls)
  return { api: createRemoteApi(contract), contract, calls }
}

function recorded(contract: Contract, calls: RecordedCall[]): Contract {
  return new Proxy(contract, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...input: unknown[]): unknown => {
        calls.push({ name: String(name), input: input[0] })
        return Reflect.apply(call, target, input)
      }
    },
  })
}

function unscripted(name: string): Error {
  return new Error(`the test did not expect a call of ${name}`)
}

const usdcOnEth = {
  blockchain: 'ETH',
  blockchainId: 1,
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}
const usdcOnArbitrum = {
  ...usdcOnEth,
  blockchain: 'ARBITRUM',
  blockchainId: 42161,
  address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
}
const ether = {
  blockchain: 'ETH',
  blockchainId: 1,
  address: '0x0000000000000000000000000000000000000000',
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
}

/** A route of 250 USDC from ETH to ARBITRUM; `change` replaces members of the estimate. */
export function routeItem(
  providerType: string,
  received: string,
  change: Omit<Partial<RouteItem>, 'estimate'> & {
    estimate?: Partial<RouteItem['estimate']>
  } = {},
): RouteItem {
  const least = Number(received) - 1.25
  const weiOf = (units: number): string => String(Math.round(units * 1e6))
  const { estimate, ...rest } = change
  return {
    id: `2f6c1c38-93a7-4a0f-8d5c-${providerType
      .padEnd(12, '0')
      .slice(0, 12)
      .replace(/[^0-9a-f]/g, 'a')}`,
    swapType: 'cross-chain',
    providerType,
    tokens: { from: { ...usdcOnEth, amount: '250' }, to: usdcOnArbitrum },
    estimate: {
      destinationTokenAmount: received,
      destinationTokenMinAmount: String(least),
      destinationWeiAmount: weiOf(Number(received)),
      destinationWeiMinAmount: weiOf(Math.max(least, 0)),
      destinationUsdAmount: Number(received),
      destinationUsdMinAmount: least,
      durationInMinutes: 2,
      priceImpact: 0.04,
      slippage: 0.005,
      ...estimate,
    },
    fees: {
      gasTokenFees: {
        nativeToken: ether,
        gas: { gasLimit: '150000', totalWeiAmount: '410000000000000', totalUsdAmount: 1.02 },
        protocol: { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: 0 },
        provider: { fixedAmount: '0.0004', fixedWeiAmount: '400000000000000', fixedUsdAmount: 1 },
      },
      percentFees: { percent: 0, token: null },
    },
    routing: [
      {
        type: 'cross-chain',
        provider: providerType,
        path: [
          { ...usdcOnEth, amount: '250' },
          { ...usdcOnArbitrum, amount: received },
        ],
      },
    ],
    transaction: { approvalAddress: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5' },
    warnings: [],
    useRubicContract: false,
    ...rest,
  }
}

export function failedItem(providerType: string, code: number, reason: string): FailedItem {
  return { providerType, data: { code, reason }, id: null }
}
