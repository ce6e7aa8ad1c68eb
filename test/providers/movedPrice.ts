import BigNumber from 'bignumber.js'

import { defaultSlippageBps, slippageKind } from '../../src/core/slippage.ts'
import type { HttpRequest } from '../../src/http/types.ts'
import type { ProviderContext } from '../../src/providers/types.ts'
import { at, put } from '../support/bodies.ts'
import { bendCall, type CallCase, serviceUrl } from './callCase.ts'
import { type Body, type Exchange, play } from './depositSupport.ts'

/**
 * The service of a case whose price falls after the quote: the answers to `build` are worth
 * `keptBps` of 10,000. The call keeps the slippage that was sent with the request for it, as the
 * recorded call keeps the recorded one.
 */
export function movedPrice(it: CallCase, keptBps: number): ProviderContext {
  const left = [...it.honest]
  const { context } = play(serviceUrl, [])
  const kept = new BigNumber(keptBps).div(10_000)
  const send = async (sent: HttpRequest) => {
    const recorded = left.shift()
    if (recorded === undefined || !isSameCall(sent, recorded)) {
      throw new Error(`not recorded: ${sent.method} ${sent.url}`)
    }
    const isQuote = left.length === it.honest.length - 1
    const isCall = left.length === 0 && it.made === undefined
    const body = isQuote ? recorded.body : movedAnswer(it, recorded, sent, kept, isCall)
    return { status: 200, retryAfterSeconds: null, body }
  }
  return { ...context, http: { ...context.http, send } }
}

function movedAnswer(
  it: CallCase,
  recorded: Exchange,
  sent: HttpRequest,
  kept: BigNumber,
  isCall: boolean,
): Body {
  const { wire, call } = it
  const body: Body = structuredClone(recorded.body)
  const then = slippageOf(it, recorded.path, recorded.request)
  const now = slippageOf(it, sent.url, sent.body)
  const [expected, minimum] = wire.builtOut.map((path) => at(body, path))
  // An order that is filled exactly or not at all promises what it expects.
  const least =
    minimum !== undefined && minimum === expected ? kept : kept.times(now.left).div(then.left)
  for (const paths of [wire.quotedOut, wire.builtOut]) {
    for (const [index, path] of paths.entries()) {
      const amount = at(recorded.body, path)
      if (typeof amount !== 'string' && typeof amount !== 'number') continue
      const moved = new BigNumber(amount)
        .times(index === 0 ? kept : least)
        .decimalPlaces(wire.outDecimals ?? 0, BigNumber.ROUND_DOWN)
      put(body, path, typeof amount === 'number' ? moved.toNumber() : moved.toFixed())
    }
  }
  if (!isCall) return body
  bendCall(it, body, ({ args }) => {
    for (const path of [call.minimum, ...(call.floors ?? [])].filter((one) => one !== '')) {
      const moved = new BigNumber(String(at(args, path))).times(least)
      put(args, path, BigInt(moved.toFixed(0, BigNumber.ROUND_UP)))
    }
    // A call that repeats the slippage of its request.
    for (const path of call.within ?? [])
      if (at(args, path) === then.text) put(args, path, now.text)
  })
  return body
}

function isSameCall({ method = 'GET', url }: HttpRequest, recorded: Exchange): boolean {
  const pathOf = (text: string): string => new URL(text, serviceUrl).pathname
  return method === (recorded.method ?? 'GET') && pathOf(url) === pathOf(recorded.path)
}

/** The slippage a request names, in whatever unit, and the share that it leaves. */
function slippageOf(it: CallCase, path: string, body: Body): { text: string; left: BigNumber } {
  const members = [...new URL(path, serviceUrl).searchParams, ...Object.entries(body ?? {})]
  const [, value = 0] = members.find(([name]) => /slippage/i.test(name)) ?? []
  const text = String(value)
  const asked = it.request.slippageBps ?? defaultSlippageBps[slippageKind(it.request, false)]
  // A fraction, percent or basis points: what is left of the accepted slippage is at most that.
  const whole = [1, 100, 10_000].find((one) =>
    new BigNumber(text).times(10_000 / one).lte(asked + 1),
  )
  return { text, left: new BigNumber(1).minus(new BigNumber(text).div(whole ?? 10_000)) }
}
