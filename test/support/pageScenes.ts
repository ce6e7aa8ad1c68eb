/** A service whose answers fill the page: one status per hash, one quote per amount. */
import type { Contract } from '../../src/api/contract.ts'
import type { RouteItem, TokenItem } from '../../src/api/routeSchema.ts'
import type { FailedItem, StatusAnswer, StatusExtendedQuery } from '../../src/api/schemas.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { createFakeApi, failedItem, routeItem } from './fakeApi.ts'

export const sceneMs = Date.parse('2026-11-29T12:00:00Z')
const at = (secondsAgo: number): string => new Date(sceneMs - secondsAgo * 1_000).toISOString()

export const hashes = {
  pending: `0x${'b1'.repeat(32)}`,
  success: `0x${'c2'.repeat(32)}`,
  unknown: `0x${'d3'.repeat(32)}`,
  silent: `0x${'e4'.repeat(32)}`,
  claim: `0x${'f5'.repeat(32)}`,
  refunded: `0x${'a6'.repeat(32)}`,
} as const
export const orderNumber = 'ex4GmNqzQ7'

const between: Partial<StatusAnswer> = {
  provider: 'across',
  sourceNetworkTitle: 'ETH',
  destinationNetworkTitle: 'ARBITRUM',
  srcTokenAmount: '250',
  srcTokenSymbol: 'USDC',
  srcTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  fromAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  startedAt: at(95),
  updatedAt: at(3),
}

const statuses = new Map<string, Partial<StatusAnswer>>([
  [hashes.pending, { ...between, status: 'PENDING', providerStatus: 'pending' }],
  [
    hashes.success,
    {
      ...between,
      status: 'SUCCESS',
      providerStatus: 'filled',
      destinationTxHash: `0x${'9f'.repeat(32)}`,
      dstTokenAmount: '249.371204',
      dstTokenSymbol: 'USDC',
      dstTokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    },
  ],
  [hashes.unknown, { status: 'NOT_FOUND' }],
  [hashes.claim, { ...between, provider: 'arbitrum', status: 'READY_TO_CLAIM' }],
  [
    hashes.refunded,
    {
      ...between,
      status: 'REVERTED',
      note: 'The deadline passed before any relayer filled the order.',
      destinationTxHash: `0x${'7e'.repeat(32)}`,
      destinationNetworkTitle: 'ETH',
    },
  ],
  [
    orderNumber,
    {
      provider: 'exolix',
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      sourceNetworkTitle: 'BITCOIN',
      destinationNetworkTitle: 'TON',
      srcTxHash: '5b1f0e7c9a2d4e6f8091a3b5c7d9e1f3a5b7c9d1e3f5a7b9c1d3e5f7a9b1c3d5',
      srcTokenAmount: '0.05',
      srcTokenSymbol: 'BTC',
      providerStatus: 'exchanging',
      updatedAt: at(8),
    },
  ],
])

const tokens: TokenItem[] = [
  ['ETH', '0x0000000000000000000000000000000000000000', 'ETH', 'Ether', 18],
  ['ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 'USD Coin', 6],
  ['ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 'Tether USD', 6],
  ['ETH', '0x4Fabb145d64652a948d72533023f6E7A623C7C53', 'USDC', 'USD Coin (another)', 18],
  ['ARBITRUM', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USDC', 'USD Coin', 6],
  ['ARBITRUM', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 'USDC.e', 'Bridged USDC', 6],
].map(([blockchain, address, symbol, name, decimals]) => ({
  blockchain: String(blockchain),
  address: String(address),
  symbol: String(symbol),
  name: String(name),
  decimals: Number(decimals),
}))

const chainOf = (id: number | null, name: string, type = 'evm'): object => ({
  id,
  name,
  type,
  providers: { crossChain: ['across'], onChain: ['UNI_SWAP_V3'] },
  proxyAvailable: false,
  testnet: false,
})

/** Routes of each kind that the page marks. */
const sceneRoutes: RouteItem[] = [
  routeItem('across', '249.371204', { executionKind: 'evm' }),
  routeItem('stargate_v2', '249.02', {
    executionKind: 'evm',
    rateType: 'float',
    estimate: { durationInMinutes: 4 },
  }),
  routeItem('exolix', '249.3', {
    executionKind: 'deposit',
    rateType: 'fixed',
    estimate: { durationInMinutes: 15 },
  }),
  routeItem('near_intents', '268.44', {
    executionKind: 'deposit',
    rateType: 'float',
    warnings: [
      {
        code: 7013,
        reason: 'near_intents promises over 3% more than the market, and no contract enforces it',
      },
    ],
  }),
]
const dangerousRoute = routeItem('lifi', '310.1', {
  executionKind: 'evm',
  warnings: [{ code: 7004, reason: 'the amount is 24% above the market: too good to be true' }],
})

const failed: FailedItem[] = [
  failedItem('symbiosis', 2001, 'There is no route for this pair.'),
  failedItem('dln', 2005, 'The amount is below the minimum of 300 USDC.'),
  failedItem('orbiter_bridge_v2', 2999, 'The service answered with status 503.'),
  failedItem('lifi', 7004, 'hidden as dangerous: 24% above the market'),
]

/** Amounts of a quote whose answer is not a list of routes. */
export const sceneAmounts = { refused: '13', none: '7', many: '250' } as const

export type Scenes = {
  status?(query: StatusExtendedQuery): Promise<StatusAnswer>
  tokens?: readonly TokenItem[]
  routes?: readonly RouteItem[]
  failed?: readonly FailedItem[]
  /** The reason why every quote is refused. */
  refuse?: string
}

export function sceneContract(change: Scenes = {}): {
  contract: Contract
  calls: { name: string; input: unknown }[]
} {
  const status = async (query: StatusExtendedQuery): Promise<StatusAnswer> => {
    const subject = query.id ?? query.srcTxHash ?? ''
    if (subject === hashes.silent) {
      throw new SwaprouteError(
        'UPSTREAM_FAILED',
        'Not every chain and provider that could know the hash has answered: BSC, lifi.',
        {
          hint: 'Ask again in a minute, or name the chain.',
          context: { notAsked: { chains: ['BSC'], providers: ['lifi'] } },
        },
      )
    }
    const known = statuses.get(subject)
    return { destinationTxHash: null, status: 'NOT_FOUND', ...known }
  }
  const list = change.tokens ?? tokens
  const { contract, calls } = createFakeApi({
    api: {
      status: change.status ?? status,
      statusExtended: change.status ?? status,
      chains: async () =>
        [chainOf(1, 'ETH'), chainOf(42161, 'ARBITRUM'), chainOf(null, 'TON', 'ton')] as Awaited<
          ReturnType<Contract['chains']>
        >,
      tokens: async ({ network, query = '' }) => {
        const wanted = query.toLowerCase()
        const results = list.filter(
          ({ blockchain, symbol, name, address }) =>
            blockchain === network && `${symbol} ${name} ${address}`.toLowerCase().includes(wanted),
        )
        return { count: results.length, next: null, previous: null, results }
      },
      quoteAll: async (body) => {
        if (change.refuse !== undefined) {
          throw new SwaprouteError('UPSTREAM_FAILED', change.refuse)
        }
        if (body.srcTokenAmount === sceneAmounts.refused) {
          throw new SwaprouteError(
            'UNSUPPORTED_RECEIVER',
            'The receiver is not an Arbitrum address.',
          )
        }
        const isNone = body.srcTokenAmount === sceneAmounts.none
        const shown = change.routes ?? [
          ...(body.showDangerousRoutes === true ? [dangerousRoute] : []),
          ...sceneRoutes,
        ]
        const rest = change.failed ?? failed
        return {
          quote: { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' },
          routes: isNone ? [] : [...shown],
          failed: isNone ? rest.filter(({ data }) => data.code < 7000) : [...rest],
        }
      },
    },
  })
  return { contract, calls }
}
