import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { Token } from '../../../core/token.ts'
import type { ProviderContext } from '../../types.ts'
import { noRoute } from '../errors.ts'
import type { LoadList, requestsOf } from './ask.ts'
import { type Coin, isContractOf } from './coins.ts'
import { takesNoMemo } from './orders.ts'
import {
  exactAmount,
  type ExchangeCoin,
  type RatedExchange,
  type RateRules,
  type WantedPair,
  type WantedSwap,
} from './rate.ts'
import { isOtherContract, type SnapshotCoin } from './snapshot.ts'

// The coins of a swap in the exchange's terms, by its lists.

export type CoinRules<List> = {
  blockchains: readonly BlockchainId[]
  /** Offline: whether the token may be traded on that side. */
  serves(token: Token, side: 'src' | 'dst'): boolean
  /** The exchange's coin for a token; null where it is not traded on that side. */
  find(
    token: Token,
    side: 'src' | 'dst',
    load: LoadList<List>,
    context: ProviderContext,
  ): Promise<ExchangeCoin | null>
  /** Contract of a coin that `find` returns without one, compared before a quote or order (A7, D6). */
  contractOf?(coin: ExchangeCoin, load: LoadList<List>): Promise<string | null | undefined>
  /**
   * The coin that the adapter's own table has for a token: its rate is asked for while the lists that
   * have to confirm it load. Absent: only the lists know.
   */
  presumed?(token: Token): Coin | null
  /** The token of a coin in an order; null for an unknown one. */
  tokenOf(coin: SnapshotCoin, load: LoadList<List>, context: ProviderContext): Promise<Token | null>
}

export type SwapFinder = {
  /**
   * For an order: by lists that this process has loaded.
   * @throws SwaprouteError NO_ROUTE
   */
  pair(tokens: Tokens, context: ProviderContext): Promise<WantedPair>
  /**
   * For an order.
   * @throws SwaprouteError NO_ROUTE, TOO_MANY_DECIMALS, UNSUPPORTED_RECEIVER
   */
  ordered(request: QuoteRequest, context: ProviderContext): Promise<WantedSwap>
  /**
   * For a quote: asks for rates as soon as both coins are known, by lists at hand or by a table of
   * the adapter's own, which the lists then have to confirm.
   * @throws SwaprouteError NO_ROUTE, TOO_MANY_DECIMALS, UNSUPPORTED_RECEIVER
   */
  quoted<T>(
    request: QuoteRequest,
    context: ProviderContext,
    rates: (swap: WantedSwap) => Promise<T>,
  ): Promise<T>
}

type Tokens = Pick<QuoteRequest, 'srcToken' | 'dstToken'>
type PairedExchange<List> = Pick<RatedExchange, 'name' | 'keyVariable'> & {
  coins: CoinRules<List>
  rate: Pick<RateRules, 'amounts'>
}

export function swapFinder<List>(
  exchange: PairedExchange<List>,
  { listsOf, renewLists }: Pick<ReturnType<typeof requestsOf<List>>, 'listsOf' | 'renewLists'>,
): SwapFinder {
  const { coins } = exchange

  const coinIn = async (
    load: LoadList<List>,
    token: Token,
    side: 'src' | 'dst',
    context: ProviderContext,
  ): Promise<ExchangeCoin> => {
    const coin = await coins.find(token, side, load, context)
    if (coin === null || isOtherContract(token, coin.contract)) throw noRoute(exchange)
    if (token.native || coins.contractOf === undefined) return coin
    // A code may mean a different contract of the same name, such as a bridged dollar.
    const contract = await coins.contractOf(coin, load)
    if (!isContractOf(token, contract ?? '')) throw noRoute(exchange)
    return coin
  }

  const pairIn = async (
    load: LoadList<List>,
    { srcToken, dstToken }: Tokens,
    context: ProviderContext,
  ): Promise<WantedPair> => {
    const [src, dst] = await Promise.all([
      coinIn(load, srcToken, 'src', context),
      coinIn(load, dstToken, 'dst', context),
    ])
    return { src, dst }
  }

  const withAmount = (request: QuoteRequest, pair: WantedPair): WantedSwap => ({
    request,
    ...pair,
    ...exactAmount(exchange, request, pair.src),
  })

  const swapIn = async (
    load: LoadList<List>,
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<WantedSwap> => {
    const pair = await pairIn(load, request, context)
    if (request.receiverMemo !== undefined && pair.dst.takesMemo === false) {
      throw takesNoMemo(exchange.name)
    }
    return withAmount(request, pair)
  }

  /** Null where lists at hand are missing, or too old for the refusal they come to. */
  const swapAtHand = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<WantedSwap | null> => {
    const { load, isIncomplete } = listsOf('any', context)
    try {
      return await swapIn(load, request, context)
    } catch (thrown) {
      if (isIncomplete()) return null
      throw thrown
    }
  }

  const presumed = (request: QuoteRequest): WantedSwap | null => {
    const src = coins.presumed?.(request.srcToken) ?? null
    const dst = coins.presumed?.(request.dstToken) ?? null
    return src === null || dst === null ? null : withAmount(request, { src, dst })
  }

  return {
    pair: (tokens, context) => pairIn(listsOf('own', context).load, tokens, context),
    ordered: (request, context) => swapIn(listsOf('own', context).load, request, context),
    quoted: async (request, context, rates) => {
      try {
        const known = await swapAtHand(request, context)
        if (known !== null) return await rates(known)
        const early = presumed(request)
        const asked = early === null ? null : rates(early)
        // Of no interest where the lists refuse the pair.
        asked?.catch(() => undefined)
        const swap = await swapIn(listsOf('young', context).load, request, context)
        const isSame = isSameCoin(early?.src, swap.src) && isSameCoin(early?.dst, swap.dst)
        return await (isSame && asked !== null ? asked : rates(swap))
      } finally {
        renewLists(context)
      }
    },
  }
}

function isSameCoin(one: Coin | undefined, other: Coin): boolean {
  return one?.code === other.code && one.network === other.network
}
