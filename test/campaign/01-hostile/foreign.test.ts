/**
 * Row 1 for providers of chains that other wallets sign: each from its case. The service asks for
 * what only it could hide in a transaction, answers for other swaps, or does not answer at all; what
 * is left is compared with what was accepted. Lies about an end are those of the chain's nodes, which
 * row 11 plays.
 */
import { SwaprouteError } from '../../../src/core/errors.ts'
import { serviceUrl } from '../../providers/callCase.ts'
import { foreignCases } from '../../providers/cases.ts'
import { textsOf, unprintable } from '../../providers/depositHostile.ts'
import {
  bent,
  type Body,
  type Chains,
  type Exchange,
  play,
  quoteOf,
} from '../../providers/depositSupport.ts'
import type { ForeignCase } from '../../providers/foreignCase.ts'
import { at, put } from '../../support/bodies.ts'
import {
  type BuiltForeign,
  builtForeign,
  foreignOf,
  judgeForeign,
} from '../support/foreignSwaps.ts'
import { defineRow } from '../support/row.ts'
import { terminalTexts } from './kit/wire.ts'

const noOffer = ['UPSTREAM_FAILED', 'UPSTREAM_REFUSED', 'NO_ROUTE', 'AMOUNT_TOO_LOW', 'PRICE_MOVED']

/** What the service does, and the words of which one has to be the answer. */
type Lie = {
  name: string
  /** What the chain's node returns in place of the truth. */
  chains?: Chains
  quote?: (one: Exchange) => Exchange
  build?: (one: Exchange, at: number, last: number) => Exchange
  words: readonly string[]
}

for (const [id, it] of foreignCases) {
  const lies = liesOf(it)
  const { transactions = [], hostileChains = [] } = it
  const count = lies.length + transactions.length + hostileChains.length
  defineRow(
    { number: 1, title: `a hostile ${id}, from its case`, cases: { fast: count, full: count } },
    async (row) => {
      const built = await builtForeign(it)
      await row.twin(id, async () => {
        const word = await enact(it, built, {})
        if (word !== 'accepted') throw new Error(word)
        const extras = { note: 'all is well', receiver: 'mallory', to: 'mallory', feeBps: 9_999 }
        // What is asked later may repeat an answer: only nothing is asked after the last one.
        const told = await enact(it, built, {
          build: (one, at, last) =>
            at === last ? { ...one, body: withClaims(one.body, extras) } : one,
        })
        if (told !== 'accepted') throw new Error(`what nobody reads: ${told}`)
      })
      for (const { name, words, ...lie } of lies) {
        await row.check(`${id}: ${name}`, async () => {
          const word = await enact(it, built, lie)
          if (!words.includes(word)) throw new Error(`${word} instead of ${words.join(' or ')}`)
        })
      }
      for (const [name, rule, chains] of hostileChains) {
        await row.check(`${id}: a chain that shows ${name}`, async () => {
          const word = await enact(it, built, { chains })
          if (word !== rule) throw new Error(`${word} instead of ${rule}`)
        })
      }
      for (const [name, rule, bend] of transactions) {
        await row.check(`${id}: a backend's ${name}`, async () => {
          const judged = await judgeForeign(it, built, bend(built.transaction))
          if (judged.rule !== rule) throw new Error(`${judged.rule} instead of ${rule}`)
        })
      }
    },
  )
}

function liesOf(it: ForeignCase): Lie[] {
  const { wire, hostile, refusals, bentAt } = it
  const inQuote =
    (path: string, value: unknown) =>
    (one: Exchange): Exchange => ({
      ...one,
      body: bent(one.body, (body) => put(body, path, value)),
    })
  const other = it.request.fromAddress
  const answers: readonly (readonly [string, number, Body])[] = [
    ['a failure', 500, { error: 'internal' }],
    ['a gateway', 502, '<html>'],
    ['a refusal', 403, { message: 'forbidden' }],
    ['an error in a success', 200, { error: 'internal', message: 'no' }],
    ['an empty object', 200, {}],
    ['a list', 200, []],
    ['nothing', 200, null],
    ['a text', 200, 'ok'],
    ['a number', 200, 7],
  ]
  const failing = [...noOffer, 'RATE_LIMITED', 'CHAIN_UNAVAILABLE', 'TIMED_OUT']
  return [
    ...hostile.map(([name, rule, bend]): Lie => ({
      name,
      words: [rule],
      build: (one, at, last) =>
        at === (bentAt ?? last) ? { ...one, body: bent(one.body, bend) } : one,
    })),
    ...(
      [
        ['another token sold', wire.srcToken, other],
        ['another token bought', wire.dstToken, other],
        ['another amount', wire.srcAmount, '1'],
        ['twice the amount', wire.srcAmount, String(it.request.srcAmount * 2n)],
        ...[-1, '1e30', '0x10', 1e300, '1,5', '', {}, null, '0'].map(
          (value) => [`an output of ${JSON.stringify(value)}`, wire.dstAmount, value] as const,
        ),
      ] as const
    ).flatMap(([name, path, value]): Lie[] =>
      // Amounts in hex are what some services answer with.
      path === null || (value === '0x10' && isHex(it, path))
        ? []
        : [{ name, words: noOffer, quote: inQuote(path, value) }],
    ),
    ...answers.flatMap(([name, status, body]): Lie[] => [
      { name: `${name} to a quote`, words: failing, quote: (one) => ({ ...one, status, body }) },
      {
        name: `${name} in place of a transaction`,
        words: [...failing, 'E8'],
        build: (one, at, last) => (at === last ? { ...one, status, body } : one),
      },
    ]),
    ...refusals.flatMap(([status, body, code]) =>
      terminalTexts.map((text, index): Lie => ({
        name: `a refusal ${code} with terminal text ${index}`,
        words: [...failing, code],
        quote: (one) => ({ ...one, status, body: poisoned(body, text) }),
      })),
    ),
  ]
}

/**
 * How a swap ends under a lie: a rule, a code, or accepted.
 * @throws Error for an unprintable text
 */
async function enact(
  it: ForeignCase,
  built: BuiltForeign,
  { quote: inQuote, build: inBuild, chains }: Pick<Lie, 'quote' | 'build' | 'chains'>,
): Promise<string> {
  const { request, honest } = it
  const { provider, id } = built
  const last = honest.build.length - 1
  const asked = honest.quote.map((one) => inQuote?.(one) ?? one)
  const building = honest.build.map((one, at) => inBuild?.(one, at, last) ?? one)
  const { context } = play(serviceUrl, [...asked, ...building], chains ?? honest.chains)
  try {
    const quote = await quoteOf(provider, request, context)
    const made = await provider.build(quote, context)
    const { rule } = await judgeForeign(it, { provider, id, terms: built.terms }, foreignOf(made))
    return rule === 'ok' ? 'accepted' : rule
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    const { message, hint, context: facts, code } = thrown
    const bad = textsOf([message, hint, facts]).find((text) => unprintable.test(text))
    if (bad !== undefined) throw new Error(`unprintable: ${JSON.stringify(bad)}`, { cause: thrown })
    const { check } = facts
    return typeof check === 'string' ? check : code
  }
}

function withClaims(body: Body, claims: Record<string, unknown>): Body {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? { ...body, somethingMore: claims } : body
}

/** A refusal whose texts are hostile. */
function poisoned(body: Body, text: string): Body {
  const replaced: unknown = JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
    typeof value === 'string' && /\s/.test(value) ? `${value}${text}` : value,
  )
  return replaced as Body
}

function isHex({ honest }: ForeignCase, path: string): boolean {
  return honest.quote.some(({ body }) => String(at(body, path)).startsWith('0x'))
}
