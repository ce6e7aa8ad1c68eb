/**
 * A service as spec/service.md describes it, and nothing more: five paths, and of every request and
 * answer the members that it names. It is put before an honest service of our own, so that whatever
 * a client needs besides is missed.
 */
import { isRecord } from '../../src/core/json.ts'
import { type LyingProxy, proxyTo } from './lyingProxy.ts'

/** What is let through: a value as it is, each item of a list, or the named members. */
type Shape = true | readonly [Shape] | { readonly [member: string]: Shape }

const named = (names: string): Record<string, true> =>
  Object.fromEntries(names.split(' ').map((name) => [name, true]))

/** Section 2.3; `quoteBest` takes the same (service-facts section 4). */
const quote = {
  ...named(
    'srcTokenAddress srcTokenBlockchain srcTokenAmount dstTokenAddress dstTokenBlockchain receiver',
  ),
  ...named('referrer fromAddress integratorAddress slippage nativeBlacklist preferredProvider'),
  ...named('timeout enableTestnets enableChecks skipFeeProviders showFailedRoutes'),
  ...named('showDangerousRoutes depositTradeParams useDepositTradeIfAvailable'),
  foreignBlacklist: named('lifi rango zerox dflow'),
}
/** Section 4.2. */
const depositQuote: Shape = Object.fromEntries(
  Object.entries(quote).filter(([name]) => name !== 'fromAddress'),
)

/** Section 2.7. */
const estimate = named(
  'destinationTokenAmount destinationTokenMinAmount destinationUsdAmount destinationUsdMinAmount destinationWeiAmount destinationWeiMinAmount durationInMinutes priceImpact slippage',
)

/** Section 2.8: of an EVM route, a TON route and a deposit route. */
const transaction = {
  ...named('approvalAddress to data value'),
  tonMessages: [named('address amount payload')],
  ...named('depositAddress amountToSend exchangeId'),
  extraFields: named('name value'),
} as const

const token = named('address blockchain blockchainId decimals symbol name price amount')
const fixedFee = named('fixedAmount fixedWeiAmount fixedUsdAmount')
const error = named('code reason data')

/** The specification does not show the fields of a route: those of service-facts section 5. */
const route = {
  ...named('id swapType providerType useRubicContract'),
  tokens: { from: token, to: token },
  estimate,
  fees: {
    gasTokenFees: { nativeToken: token, gas: true, protocol: fixedFee, provider: fixedFee },
    percentFees: { percent: true, token },
  },
  routing: [{ ...named('type provider'), path: [token] }],
  transaction,
  warnings: [error],
} as const

const routes = {
  quote,
  routes: [route],
  failed: [{ ...named('id providerType'), data: error }],
} as const
const status = { asked: named('srcTxHash'), answer: named('status destinationTxHash') }

/** Section 4: what goes in at each path, and what comes out. */
const paths: Readonly<Record<string, { asked: Shape; answer: Shape }>> = {
  '/api/routes/quoteAll': { asked: quote, answer: routes },
  '/api/routes/quoteDepositTrades': { asked: depositQuote, answer: routes },
  '/api/routes/quoteBest': { asked: quote, answer: { estimate, transaction, id: true } },
  '/api/routes/swap': { asked: { ...quote, id: true }, answer: { transaction } },
  '/api/info/status': status,
  '/api/routes/status': status,
}

/** Section 7 does not show errors: both envelopes of service-facts section 8.2. */
const failure: Shape = { errors: [error], error, id: true }

/** @param told called with every question that is handed on */
export function fivePathService(
  target: string,
  told: (path: string) => void = () => undefined,
): Promise<LyingProxy> {
  return proxyTo(
    target,
    (path, text) => {
      const rule = paths[path]
      if (rule === undefined) return null
      const answer: unknown = JSON.parse(text)
      const isFailure = isRecord(answer) && ('error' in answer || 'errors' in answer)
      return JSON.stringify(only(isFailure ? failure : rule.answer, answer))
    },
    (asked) => {
      const url = new URL(asked.path, target)
      const rule = paths[url.pathname]
      if (rule === undefined) return null
      told(url.pathname)
      const query = only(rule.asked, Object.fromEntries(url.searchParams))
      const search = isRecord(query) ? new URLSearchParams(query as Record<string, string>) : ''
      const path = asked.method === 'GET' ? `${url.pathname}?${search.toString()}` : url.pathname
      const isJson = asked.method === 'POST' && asked.body !== ''
      const body = isJson ? JSON.stringify(only(rule.asked, JSON.parse(asked.body))) : asked.body
      return { ...asked, path, body }
    },
  )
}

function only(shape: Shape, value: unknown): unknown {
  if (shape === true || value === null) return value
  if (isList(shape)) {
    return Array.isArray(value) ? value.map((item) => only(shape[0], item)) : value
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = shape[name]
      return inner === undefined ? [] : [[name, only(inner, member)]]
    }),
  )
}

function isList(shape: Exclude<Shape, true>): shape is readonly [Shape] {
  return Array.isArray(shape)
}
