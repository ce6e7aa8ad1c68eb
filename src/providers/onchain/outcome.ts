import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Quote } from '../../core/quote.ts'
import type { QuoteOutcome } from '../types.ts'
import { chooseWay, createNet, type Ends, type Measured, type Net, type Reading } from './choose.ts'
import {
  askedOfCross,
  chooseCross,
  type CrossQuestion,
  type CrossWay,
  proposeCross,
} from './cross.ts'
import type { PoolRow } from './families/families.ts'
import type { Direction } from './families/family.ts'
import { mixedPlans } from './mix.ts'
import { coinsOf, directionOf, pooledAddress } from './paths.ts'
import type { AskedWay } from './plan.ts'
import { type ProbeVerdict, verdictOf } from './probe.ts'
import { nothingProposed, type OfferedWay, type PoolQuestion, type Proposed } from './question.ts'
import { noRoute, switchedOff, unchecked } from './refusals.ts'
import { type DeploymentRow, rowKey } from './rows.ts'
import { proposeSplits } from './split.ts'
import { untaxed } from './taxes.ts'
import { type QuoteFacts, toPoolQuote, toWrapQuote } from './toQuote.ts'
import { choosePlan, type Plan, type Venue, venueOf, type VenueQuestion } from './venue.ts'
import { createLookup, type Lookup } from './walk.ts'

// What the answers of one request come to: an offer or a refusal of each exchange, and what a second
// request should ask.

/** A way to be asked for an exchange; its pools may be another one's. */
export type Promising = { id: ProviderId; way: AskedWay }

export type Offers = QuoteOutcome & {
  /** Ways that would bring more than what is offered, if their quotes are what was computed. */
  promising: readonly Promising[]
  proposed: Proposed
  /** The ways that are offered. */
  offered: readonly OfferedWay[]
  /** The most that any of them brings after gas; null without an offer. */
  mostNet: bigint | null
}

/** What is known when the answers of a request are there. */
export type Facts = {
  question: PoolQuestion
  reading: Reading
  judged: ReadonlyMap<string, ProbeVerdict>
  probed: ReadonlyMap<string, ProbeVerdict>
  /** Wei per unit of gas; null when unknown. */
  gasPrice: bigint | null
  /** Ways through pools of several exchanges, with what was read of their pools. */
  cross: readonly CrossWay[]
}

type Offer = { quote: Quote; way: Measured | null }

export function toOutcome(facts: Facts): Offers {
  const { question, judged, probed } = facts
  const { rows, verdicts } = question
  const lookup = createLookup(facts.reading)
  const plans = new Map<PoolRow, readonly Plan[]>()
  const promising: Promising[] = []
  const offers = new Map<ProviderId, Offer>()
  const failed: { provider: ProviderId; error: SwaprouteError }[] = []
  for (const id of new Set(rows.map((row) => row.id))) {
    const ofId = rows.filter((row) => row.id === id)
    const on = ofId.filter(isOn(judged))
    if (on.length === 0) {
      const isProved = ofId.every((row) => [verdicts, probed].some((some) => some.has(rowKey(row))))
      const error = isProved ? switchedOff(id, ofId, judged) : unchecked(id, ofId, judged)
      failed.push({ provider: id, error })
      continue
    }
    const found = bestOf(id, facts, on, lookup, plans)
    promising.push(...found.promising.map((way) => ({ id, way })))
    if (found.offer instanceof SwaprouteError) failed.push({ provider: id, error: found.offer })
    else offers.set(id, found.offer)
  }
  const mostNet = most([question.mostNet ?? null, ...[...offers.values()].map(netOf)])
  const cross = crossOf(facts, lookup, new Set(offers.keys()), mostNet)
  promising.push(...cross.promising)
  // With the own way of an exchange whose place is taken: the next quote compares them again.
  const offered = [...offers.values(), ...(cross.best === null ? [] : [cross.best])]
  if (cross.best !== null) offers.set(cross.best.quote.provider, cross.best)
  return {
    quotes: [...offers.values()].map(({ quote }) => quote),
    failed: failed.filter(({ provider }) => !offers.has(provider)),
    promising,
    proposed: { plans, cross: cross.ways },
    offered: offered.flatMap(({ way }) => way ?? []),
    mostNet,
  }
}

function netOf({ way }: Offer): bigint | null {
  return way === null ? null : way.net
}

function most(nets: readonly (bigint | null)[]): bigint | null {
  return nets.reduce(
    (best, net) => (net !== null && (best === null || net > best) ? net : best),
    null,
  )
}

type Found = { offer: Offer | SwaprouteError; promising: readonly AskedWay[] }

/** The best way of an exchange through the pools of any of its rows. */
function bestOf(
  id: ProviderId,
  facts: Facts,
  rows: readonly DeploymentRow[],
  lookup: Lookup,
  proposed: Map<PoolRow, readonly Plan[]>,
): Found {
  const { question, reading, gasPrice } = facts
  const { request, chain, amounts, taxes, known } = question
  const promising: AskedWay[] = []
  let best: Measured | null = null
  let why: 'none' | 'too thin' = 'none'
  for (const row of rows) {
    if (row.family === 'wrapped') {
      const quote = toWrapQuote(request, row, { gasPrice })
      return { offer: { quote, way: null }, promising: [] }
    }
    const ends = endsOf(question, row, directionOf(row, request) ?? 'tokens')
    const net = createNet(reading, chain, ends, gasPrice)
    const choice = chooseWay(row, chain, reading, ends, net)
    promising.push(...choice.promising)
    if (choice.best === 'too thin') why = choice.best
    const own = typeof choice.best === 'string' ? null : choice.best
    const venue = taxes === untaxed ? venueFor(row, facts) : null
    const planned =
      venue === null
        ? null
        : findPlan(question, { venue, chain, reading, lookup, ends, amounts, known, net }, own?.net)
    proposed.set(row, planned?.proposed ?? [])
    promising.push(...(planned?.asked ?? []))
    const better = planned?.best ?? null
    const measured = better === null || own === null ? (better ?? own) : { ...better, single: own }
    if (measured !== null && (best === null || measured.net > best.net)) best = measured
  }
  if (best === null) return { offer: noRoute(id, request, why), promising }
  return { offer: toOffer(facts, best) ?? noRoute(id, request, 'none'), promising }
}

function endsOf(
  { request, amounts }: PoolQuestion,
  pools: Pick<PoolRow, 'wrapped'>,
  direction: Direction,
): Ends {
  return {
    tokenIn: pooledAddress(request.srcToken, pools),
    tokenOut: pooledAddress(request.dstToken, pools),
    amountIn: amounts[0] ?? 0n,
    direction,
  }
}

/** What a row's router joins; null for a row whose router takes one path. */
function venueFor(row: PoolRow, { question, judged }: Facts): Venue | null {
  const verdict = verdictOf(judged, row)
  if (verdict?.state !== 'on') return null
  return venueOf(row, verdict, question.allRows.filter(isOn(judged)))
}

/** The best of what the router can run: what earlier requests proposed, and what is found now. */
function findPlan(
  { proposed = nothingProposed, read }: PoolQuestion,
  question: VenueQuestion,
  least: bigint | null = null,
): ReturnType<typeof choosePlan> & { proposed: readonly Plan[] } {
  const isFirst = read === undefined && question.known !== null
  const splits = isFirst ? proposeSplits(question, least) : []
  const plans = [...(proposed.plans.get(question.venue.v3) ?? []), ...splits]
  return { proposed: plans, ...choosePlan(question, [...plans, ...mixedPlans(question)], least) }
}

/** The best way through pools of several exchanges, where it brings more than each of them alone. */
function crossOf(
  facts: Facts,
  lookup: Lookup,
  offered: ReadonlySet<ProviderId>,
  least: bigint | null,
): { best: Offer | null; ways: readonly CrossWay[]; promising: Promising[] } {
  const { question, reading, judged, gasPrice } = facts
  const { chain, amounts, taxes, known } = question
  const rows = question.rows.filter(isOn(judged)).filter((row) => row.family !== 'wrapped')
  if (rows.length === 0 || taxes !== untaxed) return { best: null, ways: [], promising: [] }
  const ends = endsOf(question, chain, coinsOf(question.request))
  const net: Net = createNet(reading, chain, ends, gasPrice)
  const venues = rows.flatMap((each) => venueFor(each, facts) ?? [])
  const cross: CrossQuestion = { rows, venues, chain, reading, lookup, ends, amounts, known, net }
  const isFirst = question.read === undefined && known !== null
  const ways = [...facts.cross, ...(isFirst ? proposeCross(cross, offered, least) : [])]
  const best = chooseCross(cross, ways, least)
  return {
    best: best === null ? null : toOffer(facts, best),
    ways,
    promising: askedOfCross(cross, ways),
  }
}

function toOffer({ question, judged, gasPrice }: Facts, best: Measured): Offer | null {
  const facts: QuoteFacts = { gasPrice, taxes: question.taxes }
  const verdict = verdictOf(judged, best.path.row)
  if (verdict?.state !== 'on') return null
  const quote = toPoolQuote(question.request, best, verdict, facts)
  return quote === null ? null : { quote, way: best }
}

function isOn(verdicts: ReadonlyMap<string, ProbeVerdict>): (row: DeploymentRow) => boolean {
  return (row) => verdictOf(verdicts, row)?.state === 'on'
}
