import { createCliHome } from '../../support/cliHome.ts'
import { refusal, serve, testClient } from '../../unit/http/loopback.ts'
import { defineRow } from '../support/row.ts'
import { type HostileAnswer, harmlessAnswers, hostileAnswers } from './answers.ts'
import { quoteFrom } from './program.ts'

const mebibyte = 1_048_576
const mostMemory = 64 * mebibyte
const mostSeconds = 3

defineRow(
  {
    number: 13,
    title: 'redirects, bombs, deep JSON, polluting keys',
    cases: { fast: 20, full: 20 },
  },
  async (row) => {
    const trap = await serve((response) => void response.end('{}'))
    let answer: Pick<HostileAnswer, 'give'> = { give: (response) => void response.end('{}') }
    const hostile = await serve((response) => answer.give(response, trap.url))
    /** A client of its own for each: after five failures a host is not asked for a while (H8). */
    const ask = (): Promise<string> =>
      outcomeOf(testClient([hostile.url, trap.url]).get, hostile.url)
    const home = createCliHome()
    try {
      const honest = await quoteFrom(home, hostile.url)
      let worst = { memory: 0, seconds: 0 }
      // Programs cost a third of a second each: in the fast size a bomb and a redirect.
      const throughProgram = row.sized({ full: hostileAnswers.length, fast: 2 })
      for (const [index, one] of hostileAnswers.entries()) {
        answer = one
        await row.check(one.name, async () => {
          const asked = hostile.received.length
          const found = await measured(ask)
          if (found.value !== (one.refusal ?? 'answered')) {
            throw new Error(`${found.value} instead of ${one.refusal ?? 'an answer'}`)
          }
          if (hostile.received.length !== asked + 1) throw new Error('asked again')
          requireCheap('the client', found)
          worst = { memory: Math.max(worst.memory, found.memory), seconds: found.seconds }
          const place = index % (hostileAnswers.length / 2)
          if (throughProgram === hostileAnswers.length || place === 1) {
            const { document, seconds, peak } = await quoteFrom(home, hostile.url)
            if (document.ok) throw new Error('the program took the answer')
            if (document.error.code !== 'UPSTREAM_FAILED') throw new Error(document.error.code)
            const memory = peak === null || honest.peak === null ? 0 : peak - honest.peak
            requireCheap('the program', { memory, seconds: seconds - honest.seconds })
            worst = { memory: Math.max(worst.memory, memory), seconds: worst.seconds }
          }
          if (trap.received.length > 0) throw new Error('the address of an answer was asked')
          if (Object.hasOwn(Object.prototype, 'polluted')) throw new Error('polluted')
        })
      }
      for (const one of harmlessAnswers) {
        answer = one
        await row.twin(one.name, async () => {
          const { value } = await measured(ask)
          if (value !== 'answered') throw new Error(value)
        })
      }
      row.note(`memory at most + ${Math.ceil(worst.memory / mebibyte)} MB`)
    } finally {
      await home.remove()
    }
  },
)

/** `answered`, or the rule that refused it. */
async function outcomeOf(get: ReturnType<typeof testClient>['get'], url: string): Promise<string> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('too slow')), 10_000)
  const outcome = get(url, { signal: controller.signal })
  try {
    await outcome
    return 'answered'
  } catch {
    const { check, fault } = await refusal(outcome)
    return String(check ?? fault)
  } finally {
    clearTimeout(timer)
  }
}

type Cost = { memory: number; seconds: number }

/** The most memory while it ran, above what there was before. */
async function measured<T>(work: () => Promise<T>): Promise<Cost & { value: T }> {
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 2)
  const startedAt = performance.now()
  try {
    const value = await work()
    most = Math.max(most, process.memoryUsage.rss())
    return { value, memory: most - before, seconds: (performance.now() - startedAt) / 1000 }
  } finally {
    clearInterval(sampling)
  }
}

function requireCheap(who: string, { memory, seconds }: Cost): void {
  if (memory > mostMemory) throw new Error(`${who} took ${Math.ceil(memory / mebibyte)} MB more`)
  if (seconds > mostSeconds) throw new Error(`${who} took ${seconds.toFixed(1)} s`)
}
