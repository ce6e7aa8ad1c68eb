import { SwaprouteError } from '../../../src/core/errors.ts'
import { findJsonFault } from '../../../src/http/json.ts'
import type { Body } from '../../providers/depositSupport.ts'
import { textsOf, unprintable } from '../../providers/depositHostile.ts'
import type { Random } from '../support/random.ts'
import { mutated, replacedEverywhere } from './mutate.ts'

export type Answer = { status: number; body: Body }

/** Answers that were bent: which, and whether all of them have the same lie. */
export type Told = { answers: readonly Answer[]; bent: number | 'all' }

/** One thing that is asked of an adapter, with the honest answers it takes. */
export type Story = {
  name: string
  /** How often it is played, against the others of the adapter. */
  weight: number
  answers: readonly Answer[]
  /**
   * What a person would be shown.
   * @throws Unsafe where that must never have been accepted
   */
  play(told: Told): Promise<unknown>
}

/** Every story of one adapter. */
export type Subject = { name: string; stories: readonly Story[] }

/** Something was accepted that no honest reader of the bytes would have accepted. */
export class Unsafe extends Error {}

export type Verdict = {
  kind: 'accepted' | 'refused' | 'unsafe' | 'control' | 'crash' | 'hang'
  what: string
}

const hangMs = 2_000

/** One answer of a story is bent, or all of them in the same way; then it is played. */
export async function playBent(story: Story, random: Random): Promise<Verdict> {
  const told = bend(story.answers, random)
  const startedAtMs = performance.now()
  const verdict = await judge(() => story.play(told))
  const took = performance.now() - startedAtMs
  return took > hangMs ? { kind: 'hang', what: `${Math.round(took)} ms` } : verdict
}

export async function playHonest(story: Story): Promise<Verdict> {
  return judge(() => story.play({ answers: story.answers, bent: 'all' }))
}

async function judge(play: () => Promise<unknown>): Promise<Verdict> {
  let said: unknown
  let verdict: Verdict = { kind: 'accepted', what: '' }
  try {
    said = await play()
  } catch (thrown) {
    if (thrown instanceof Unsafe) return { kind: 'unsafe', what: thrown.message }
    if (!(thrown instanceof SwaprouteError)) return { kind: 'crash', what: told(thrown) }
    if (thrown.code === 'INTERNAL') return { kind: 'crash', what: thrown.message }
    said = [thrown.message, thrown.hint, thrown.context]
    verdict = { kind: 'refused', what: `${thrown.code} ${thrown.message}` }
  }
  const bad = textsOf(said).find((text) => unprintable.test(text) || text.length > 1_000)
  return bad === undefined ? verdict : { kind: 'control', what: JSON.stringify(bad.slice(0, 100)) }
}

function told(thrown: unknown): string {
  return thrown instanceof Error
    ? (thrown.stack ?? thrown.message).split('\n').slice(0, 3).join(' ')
    : String(thrown)
}

function bend(answers: readonly Answer[], random: Random): Told {
  if (random.below(5) === 0) {
    const bodies = replacedEverywhere(
      answers.map(({ body }) => body),
      random,
    )
    return {
      bent: 'all',
      answers: answers.map(({ status }, index) => ({ status, body: overTheWire(bodies[index]) })),
    }
  }
  const bent = random.below(answers.length)
  return {
    bent,
    answers: answers.map((answer, index) => {
      if (index !== bent) return answer
      const status =
        random.below(12) === 0
          ? random.pick([200, 201, 204, 400, 401, 403, 404, 409, 422, 429, 500, 503])
          : answer.status
      return { status, body: overTheWire(mutated(answer.body, random)) }
    }),
  }
}

/** Marks what the client refuses before any adapter sees it (H5). */
const refusedByClient = Symbol('refused by the client')

function overTheWire(body: Body): Body {
  const text = JSON.stringify(body) ?? 'null'
  const parsed: unknown = JSON.parse(text)
  return findJsonFault(parsed) === null ? parsed : refusedByClient
}

/**
 * What an adapter gets of an answer.
 * @throws SwaprouteError as the client does
 */
export function bodyOf({ body }: Answer): Body {
  if (body === refusedByClient) {
    throw new SwaprouteError('UPSTREAM_FAILED', 'The answer is out of bounds.', {
      context: { fault: 'malformed' },
    })
  }
  return structuredClone(body)
}
