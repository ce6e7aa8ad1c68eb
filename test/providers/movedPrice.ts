import BigNumber from 'bignumber.js'

import { defaultSlippageBps, slippageKind } from '../../src/core/slippage.ts'
import type { HttpRequest } from '../../src/http/types.ts'
import type { ProviderContext } from '../../src/providers/types.ts'
import { at, put } from '../support/bodies.ts'
import { bendCall, type CallCase, lastOf, outAt, putOut, serviceUrl } from './callCase.ts'
import { type Body, type Exchange, play } from './depositSupport.ts'

/** As a request words it, and the share of the amount that it leaves. */
type Slippage = { text: string; left: BigNumber }

/** Of the recorded request and of the one that was sent: by itself, or for the price it builds on. */
type Slippages = { recorded: Slippage; sent: Slippage }

/**
 * The service of a case whose price falls after the quote: the answers to `build` are worth
 * `keptBps` of 10,000. The call keeps the slippage that was sent, as the recorded call keeps the
 * recorded one.
 */
export function movedPrice(it: CallCase, keptBps: number): ProviderContext {
  const { context } = play(serviceUrl, [])
  const kept = new BigNumber(keptBps).div(10_000)
  const none = { text: '', left: new BigNumber(1) }
  let slippages: Slippages = { recorded: none, sent: none }
  let next = 0
  const send = async (sent: HttpRequest) => {
    // A price may be asked for once more than it is recorded.
    const isAgain = next > 1 && !isSameCall(sent, it.honest[next])
    const recorded = it.honest[isAgain ? next - 1 : next]
    if (recorded === undefined || !isSameCall(sent, recorded)) {
      throw new Error(`not recorded: ${sent.method} ${sent.url}`)
    }
    if (!isAgain) next += 1
    slippages = {
      recorded: slippageOf(it, recorded.path, recorded.request) ?? slippages.recorded,
      sent: slippageOf(it, sent.url, sent.body) ?? slippages.sent,
    }
    const body = next === 1 ? recorded.body : movedAnswer(it, recorded, kept, slippages)
    return { status: 200, retryAfterSeconds: null, body }
  }
  return { ...context, http: { ...context.http, send } }
}

function movedAnswer(
  it: CallCase,
  { body: honest }: Exchange,
  kept: BigNumber,
  { recorded, sent }: Slippages,
): Body {
  const { wire, call } = it
  const body: Body = structuredClone(honest)
  const [expected, minimum] = wire.builtOut.map((path) => at(honest, path))
  // An order that is filled exactly or not at all promises what it expects.
  const isExact = minimum !== undefined && minimum === expected
  const least = isExact ? kept : kept.times(sent.left).div(recorded.left)
  for (const paths of [wire.quotedOut, wire.builtOut]) {
    for (const [index, path] of paths.entries()) {
      const amount = outAt(it, honest, path)
      if (typeof amount !== 'string' && typeof amount !== 'number') continue
      const moved = new BigNumber(amount)
        .times(index === 0 ? kept : least)
        .decimalPlaces(wire.outDecimals ?? 0, BigNumber.ROUND_DOWN)
      putOut(it, body, path, typeof amount === 'number' ? moved.toNumber() : moved.toFixed())
    }
  }
  if (honest !== lastOf(it).body || it.made !== undefined) return body
  bendCall(it, body, ({ args }) => {
    for (const path of [call.minimum, ...(call.floors ?? [])].filter((one) => one !== '')) {
      const moved = new BigNumber(String(at(args, path))).times(least)
      put(args, path, BigInt(moved.toFixed(0, BigNumber.ROUND_UP)))
    }
    // A call that repeats the slippage of its request.
    for (const path of call.within ?? [])
      if (at(args, path) === recorded.text) put(args, path, sent.text)
  })
  return body
}

function isSameCall({ method = 'GET', url }: HttpRequest, recorded: Exchange | undefined): boolean {
  if (recorded === undefined || method !== (recorded.method ?? 'GET')) return false
  const pathOf = (text: string): string => new URL(text, serviceUrl).pathname
  return pathOf(url) === pathOf(recorded.path)
}

/** Null if absent from the request. */
function slippageOf(it: CallCase, path: string, body: Body): Slippage | null {
  const members = [...new URL(path, serviceUrl).searchParams, ...Object.entries(body ?? {})]
  const named = members.find(([name]) => /slippage/i.test(name))
  if (named === undefined) return null
  const text = String(named[1])
  const asked = it.request.slippageBps ?? defaultSlippageBps[slippageKind(it.request, false)]
  // A fraction, percent or basis points: what is left of the accepted slippage is at most that.
  const isPlausible = (whole: number): boolean =>
    new BigNumber(text).times(10_000 / whole).lte(asked + 1)
  const whole = [1, 100].find(isPlausible) ?? 10_000
  return { text, left: new BigNumber(1).minus(new BigNumber(text).div(whole)) }
}
