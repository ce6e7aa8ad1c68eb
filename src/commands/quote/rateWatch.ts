/** What `quote --watch` waits for: a rate (`--until`), or a change of it (`--alert`). */
import type { Route } from '../../api/route.ts'
import { formatAmount } from '../../core/amounts.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import { mostReceived } from '../../format/facts.ts'
import { plain } from '../../format/plain.ts'
import { rateText } from '../../format/rate.ts'
import type { Ctx } from '../frame/command.ts'
import { notify } from '../watch/ends.ts'

/** Destination tokens for a whole source token, times 10^18, and basis points. */
export type RateTargets = {
  until?: bigint | undefined
  alert?: number | undefined
  notifyCommand?: string | undefined
}

type Pair = Pick<RouteRequest, 'srcToken' | 'dstToken' | 'srcAmount'>

export type RateWatch = {
  /** Takes the routes of a round; a sentence when the rate is reached. */
  reached(routes: readonly Route[]): Promise<string | null>
}

/** Rates of the route that pays most of those that may be chosen by themselves. */
export function createRateWatch(targets: RateTargets, request: Pair, ctx: Ctx): RateWatch {
  const { until, alert } = targets
  let told: bigint | null = null // the rate of the first round, or of the last alert
  const tell = async (status: string, provider: string, rate: bigint): Promise<void> => {
    ctx.live.bell()
    const swap = { receiptId: null, srcTxHash: null, destinationTxHash: null }
    await notify(targets, { status, provider, ...swap, rate: formatAmount(rate, 18) }, ctx)
  }
  return {
    reached: async (routes) => {
      const best = mostReceived(routes)
      if (best === undefined || 'invalid' in best.terms) return null
      const rate = rateOf(best.terms.dstAmount, request)
      if (until !== undefined && rate >= until) {
        await tell('RATE_REACHED', best.provider, rate)
        return `Reached: ${rateLine(rate, request) ?? ''}.`
      }
      if (told === null) told = rate
      else if (alert !== undefined && hasMoved(told, rate, alert)) {
        told = rate
        await tell('RATE_CHANGED', best.provider, rate)
      }
      return null
    },
  }
}

function rateLine(rate: bigint, { srcToken, dstToken }: Pair): string | null {
  const receive = { amount: formatAmount(rate, 18), symbol: plain(dstToken.symbol, 16) }
  return rateText({ amount: '1', symbol: plain(srcToken.symbol, 16) }, receive)
}

/** Rounded down. */
function rateOf(dstAmount: bigint, { srcToken, dstToken, srcAmount }: Pair): bigint {
  return (
    (dstAmount * 10n ** BigInt(18 + srcToken.decimals)) /
    (srcAmount * 10n ** BigInt(dstToken.decimals))
  )
}

function hasMoved(before: bigint, rate: bigint, bps: number): boolean {
  const change = rate > before ? rate - before : before - rate
  return change * 10_000n >= before * BigInt(bps)
}
