// What Rango's answers on one chain and between chains share, by the types of its client,
// https://www.npmjs.com/package/rango-types (0.1.100).

import { randomUUID } from 'node:crypto'
import { formatAmount } from '../../../src/core/amounts.ts'
import type {
  AggregatorEngine,
  Asked,
  BridgeDialect,
  BridgeEngine,
  Offer,
  Place,
  Refusal,
  Token,
} from '../calls/dialect.ts'

/** The same on every chain: https://docs.rango.exchange (read 2026-11). */
export const diamond = '0x69460570c93f9DE5E2edbC3052bf10125f0Ca22d'
export const zero = '0x0000000000000000000000000000000000000000'

/** Its names of chains. */
export const chains = { ETH: 'ETH', BSC: 'BSC', ARBITRUM: 'ARBITRUM', POLYGON: 'POLYGON' } as const
const coins: Readonly<Record<string, string>> = {
  ETH: 'ETH',
  BSC: 'BNB',
  ARBITRUM: 'ETH',
  POLYGON: 'POL',
}

type Engine = AggregatorEngine | BridgeEngine

const noRoute = (): Refusal => refuse('NO_ROUTE')

/** Refusals are answers of 200. */
export const refusals: Pick<
  BridgeDialect,
  'coin' | 'rateLimited' | 'broken' | 'unauthorized' | 'noRoute' | 'outOfRange' | 'badAddress'
> = {
  coin: zero,
  unauthorized: { error: 'API key is invalid', errorCode: 1001, traceId: 1 },
  rateLimited: { error: 'Too many requests' },
  broken: { error: 'Internal server error' },
  noRoute,
  outOfRange: (side, { token, amount }) => {
    const limit = formatAmount(amount, token.decimals)
    const range = side === 'min' ? { min: limit, max: null } : { min: null, max: limit }
    return refuse('INPUT_LIMIT_ISSUE', { amountRestriction: { ...range, type: 'INCLUSIVE' } })
  },
  badAddress: () => ({
    status: 400,
    body: { error: 'Invalid address', errorCode: 1202, traceId: 1 },
  }),
}

function refuse(resultType: string, route: object | null = null): Refusal {
  const body = { requestId: randomUUID(), resultType, route, error: null, errorCode: null }
  return { status: 200, body: { ...body, traceId: null } }
}

/** @throws for a client that does not want the only swapper there is */
export function offerOf({ query }: Asked, swapper: string, engine: Engine): Offer {
  const groups = query('swapperGroups').split(',')
  const isExcluding = query('swappersGroupsExclude') === 'true'
  const isWanted = query('swapperGroups') === '' || groups.includes(swapper) !== isExcluding
  if (!isWanted) throw engine.refuse(noRoute())
  return engine.offer({
    from: placeOf(query('from')),
    to: placeOf(query('to')),
    amount: query('amount'),
  })
}

/** `ETH.ETH` is a coin, `ETH--0x…` and `ETH.USDC--0x…` are tokens. */
function placeOf(asset: string): Place {
  const [named = '', token] = asset.split('--')
  const [chain = '', symbol = ''] = named.split('.')
  return { chain, token: token ?? (coins[chain] === symbol ? zero : '') }
}

/** Least that is paid out, by a slippage in percent. */
export function leastOf({ amountOut }: Offer, { query }: Asked): bigint {
  const slippageBps = Math.round(Number(query('slippage')) * 100)
  const leastBps = BigInt(10_000 - Math.min(10_000, Math.max(0, slippageBps || 0)))
  return (amountOut * leastBps + 9_999n) / 10_000n
}

type PrintedTerms = { requestId: string; swapper: string; type: 'DEX' | 'BRIDGE'; seconds: number }

export function printRoute(
  offer: Offer,
  asked: Asked,
  terms: PrintedTerms,
  engine: Engine,
): object {
  const { from, to, amountIn, amountOut } = offer
  const [src, dst] = [printToken(from, engine), printToken(to, engine)]
  const swapper = {
    id: terms.swapper,
    title: terms.swapper,
    logo: '',
    swapperGroup: terms.swapper,
    types: [terms.type],
    enabled: true,
  }
  return {
    requestId: terms.requestId,
    resultType: 'OK',
    route: {
      from: src,
      to: dst,
      outputAmount: String(amountOut),
      outputAmountMin: String(leastOf(offer, asked)),
      outputAmountUsd: Number(engine.usd(amountOut, to)),
      swapper,
      path: [
        {
          swapper,
          swapperType: terms.type,
          from: src,
          to: dst,
          inputAmount: String(amountIn),
          expectedOutput: String(amountOut),
          estimatedTimeInSeconds: terms.seconds,
        },
      ],
      fee: [],
      feeUsd: 0,
      amountRestriction: null,
      estimatedTimeInSeconds: terms.seconds,
    },
    error: null,
    errorCode: null,
    traceId: null,
  }
}

/** The transaction of an answer. */
export function printCall(
  { from, amountIn }: Offer,
  sender: string,
  data: string,
  engine: Engine,
): object {
  return {
    type: 'EVM',
    from: sender,
    approveTo: from.native ? null : from.address,
    approveData: null,
    txTo: diamond,
    txData: data,
    value: from.native ? `0x${amountIn.toString(16)}` : null,
    gasLimit: '0x3d090',
    gasPrice: String(engine.gasPrice(from)),
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
  }
}

export function printToken(token: Token, engine: Engine): object {
  const { blockchain, native, symbol, name, address, decimals } = token
  return {
    blockchain: chains[blockchain],
    chainId: String(engine.chainIdOf(token)),
    symbol,
    name,
    address: native ? null : address.toLowerCase(),
    decimals,
    image: '',
    blockchainImage: '',
    usdPrice: Number(engine.usd(10n ** BigInt(decimals), token)),
    isPopular: true,
    supportedSwappers: [],
  }
}
