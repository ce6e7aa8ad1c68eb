import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { OrderCard, ReviewReason } from '../../core/review.ts'
import { type RouteRequest, slippageBpsOf } from '../../core/routeRequest.ts'
import { defaultSlippageBps } from '../../core/slippage.ts'
import { lossInBps, requireMarket } from './amounts.ts'
import { unsafe } from './unsafe.ts'

type Judged = Pick<OrderCard, 'send' | 'receive' | 'lossBps' | 'typedReasons'>

/** Allowed movement of the pools between the service's reading and the one of this machine. */
const movedBps = 100

/**
 * P9, V9: a remote service's route by the prices and tokens of this machine, however it is paid.
 * @returns why the amount is typed
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function checkRemote(card: Judged, request: RouteRequest): ReviewReason[] {
  requireMarket(card, request)
  return checkDangers(card, request)
}

/**
 * V9: what makes a remote service's route dangerous, by the tokens and prices of this machine. A
 * service that does not report it, or was asked to hide nothing, changes nothing.
 * @returns why the amount is typed, where the user has asked for dangerous routes
 * @throws SwaprouteError UNSAFE_ROUTE where he has not
 */
export function checkDangers(card: Judged, request: RouteRequest): ReviewReason[] {
  const { token: sent } = card.send
  const { token: received } = card.receive
  const unlisted = [sent, received].filter(({ listed }) => !listed)
  const isUnpriced = card.send.usdE18 === null || card.receive.expectedUsdE18 === null
  const dangers = [
    ...unlisted.map(({ symbol, address }) => `${symbol} (${address}) is in no token list`),
    ...(isUnpriced ? ['fewer than two independent sources price it'] : []),
  ]
  if (dangers.length === 0) return []
  const text = `The route is dangerous: ${dangers.join('; ')}.`
  if (request.showDangerousRoutes === true) {
    const isAsked = card.typedReasons.some(({ code }) => code === 'dangerous')
    return isAsked ? [] : [{ code: 'dangerous', text }]
  }
  throw new SwaprouteError('UNSAFE_ROUTE', text, {
    hint: 'Nothing was signed. Choose another route, or add --dangerous if you know these tokens.',
    context: { check: 'V9', dangers },
  })
}

/**
 * V9: pools that this machine can read must give what a remote service reports.
 * @param own what the same pools give by a reading of this machine, base units; null: not readable
 * @throws SwaprouteError UNSAFE_ROUTE
 */
export function requireOwnAmount(
  own: bigint | null,
  { receive }: Judged,
  request: Pick<RouteRequest, 'slippage'>,
): void {
  if (own === null) return
  const slippageBps = slippageBpsOf(request) ?? defaultSlippageBps.pools
  const lost = lossInBps(own, receive.atLeast)
  if (lost === null || lost <= slippageBps + movedBps) return
  const { token, atLeast } = receive
  const [here, there] = [own, atLeast].map((amount) => formatAmount(amount, token.decimals))
  throw unsafe(
    'V9',
    `The pools give ${here} ${token.symbol} by a reading from here; the service guarantees ${there}.`,
    { own: String(own), atLeast: String(atLeast) },
  )
}
