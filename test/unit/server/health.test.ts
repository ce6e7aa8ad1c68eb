import { expect, test, vi } from 'vitest'
import { noLog } from '../../../src/core/log.ts'
import { createReadiness, type Probe } from '../../../src/server/health.ts'

function probe(name: string, check: Probe['check']): Probe {
  return { name, part: `the ${name}`, check }
}

test('all parts answer, or the failing ones are named', async () => {
  const good = probe('store', async () => undefined)
  const bad = probe('nodes', () => Promise.reject(new Error('no node answers')))
  expect(await createReadiness([good], () => 0, noLog)()).toEqual({ failing: [] })
  expect(await createReadiness([good, bad], () => 0, noLog)()).toEqual({ failing: [bad] })
  expect(await createReadiness([], () => 0, noLog)()).toEqual({ failing: [] })
})

test('any number of callers cause one check, and an answer is kept for three seconds', async () => {
  let now = 0
  let checks = 0
  let answer = (): void => undefined
  const slow = probe('store', () => {
    checks += 1
    return new Promise<void>((resolve) => (answer = resolve))
  })
  const readiness = createReadiness([slow], () => now, noLog)
  const asked = Array.from({ length: 100 }, () => readiness())
  expect(checks).toBe(1)
  answer()
  expect(new Set((await Promise.all(asked)).map(({ failing }) => failing.length))).toEqual(
    new Set([0]),
  )
  now = 2_999
  await readiness()
  expect(checks).toBe(1)
  now = 3_000
  const again = readiness()
  expect(checks).toBe(2)
  answer()
  await again
})

test('a part that does not answer within two seconds counts as failing, and is called off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ends: boolean[] = []
  const silent = probe('store', (signal) => {
    signal.addEventListener('abort', () => ends.push(true))
    return new Promise(() => undefined)
  })
  const asked = createReadiness([silent], () => 0, noLog)()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await asked).toEqual({ failing: [silent] })
  expect(ends).toEqual([true])
  vi.useRealTimers()
})

test('a change is logged once, not each check', async () => {
  let now = 0
  let isBroken = true
  const lines: unknown[] = []
  const part = probe('store', async () => {
    if (isBroken) throw new Error('gone')
  })
  const log = {
    ...noLog,
    warn: (fields: object, text: string) => lines.push([text, fields]),
    info: (fields: object, text: string) => lines.push([text, fields]),
  }
  const readiness = createReadiness([part], () => now, log)
  for (now = 0; now <= 9_000; now += 3_000) await readiness()
  isBroken = false
  for (now = 12_000; now <= 18_000; now += 3_000) await readiness()
  expect(lines).toEqual([
    ['not ready', { failing: ['the store'] }],
    ['ready again', {}],
  ])
})
