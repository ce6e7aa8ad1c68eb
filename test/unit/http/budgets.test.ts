/** A rate limit that several processes share: together they never exceed it, whatever they do. */
import { describe, expect, test } from 'vitest'
import {
  type Bucket,
  type Budgets,
  partOf,
  type Rate,
  takePart,
} from '../../../src/core/budgets.ts'
import { createHostShare, type HostShare } from '../../../src/http/hostShare.ts'
import { refusal, serve, testClient, json } from './loopback.ts'

type World = {
  clock: { nowMs: number }
  budgets: Budgets
  /** Calls of `take`, and whether the store is away. */
  store: { taken: number; isAway: boolean }
  share(): HostShare
  /** Runs until a moment: whoever sleeps wakes in order. */
  runUntil(ms: number): Promise<void>
}

/** Several processes with one clock, which moves from one sleeper to the next. */
function world(rate: Rate): World {
  const clock = { nowMs: 1_000_000 }
  const store = { taken: 0, isAway: false }
  const sleepers: { atMs: number; wake: () => void }[] = []
  let bucket: Bucket | null = null
  const budgets: Budgets = {
    take: async (_host, given, wanted) => {
      store.taken += 1
      if (store.isAway) throw new Error('away')
      const taken = takePart(bucket, given, wanted, clock.nowMs)
      bucket = taken.bucket
      return taken.part
    },
    pause: async (_host, forMs) => {
      if (bucket !== null) bucket = { ...bucket, pausedUntilMs: clock.nowMs + forMs }
    },
  }
  const sleep = (ms: number): Promise<void> =>
    new Promise((wake) => void sleepers.push({ atMs: clock.nowMs + ms, wake }))
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return {
    clock,
    budgets,
    store,
    share: () =>
      createHostShare({
        host: 'host',
        origin: 'https://host',
        rate,
        budgets,
        now: () => clock.nowMs,
        sleep,
      }),
    runUntil: async (ms) => {
      await settle()
      for (;;) {
        sleepers.sort((a, b) => a.atMs - b.atMs)
        const next = sleepers[0]
        if (next === undefined || next.atMs > ms) break
        sleepers.shift()
        clock.nowMs = Math.max(clock.nowMs, next.atMs)
        next.wake()
        await settle()
      }
      clock.nowMs = ms
    },
  }
}

/** The most that was sent above the rate and burst in any window; at most 0 is right. */
function excess(sentAtMs: readonly number[], { perSecond, burst }: Rate): number {
  const sorted = sentAtMs.toSorted((a, b) => a - b)
  let most = Number.NEGATIVE_INFINITY
  for (const [from, start] of sorted.entries()) {
    for (let to = from; to < sorted.length; to += 1) {
      const seconds = ((sorted[to] ?? 0) - start) / 1000
      most = Math.max(most, to - from + 1 - (perSecond * seconds + burst))
    }
  }
  return most
}

const { signal } = new AbortController()
const rates: readonly Rate[] = [
  { perSecond: 20, burst: 40 },
  { perSecond: 5, burst: 30 },
  { perSecond: 2, burst: 2 },
  { perSecond: 0.7, burst: 8 },
  { perSecond: 0.2, burst: 5 },
]

describe.each(rates)('$perSecond requests a second, $burst at once', (rate) => {
  test.each([1, 3, 8])('%i processes under load stay below it in every window', async (count) => {
    const { clock, share, runUntil } = world(rate)
    const processes = Array.from({ length: count }, share)
    const sent: number[] = []
    let random = 7
    const next = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647
    const demand = (rate.perSecond * 2 * 0.125) / count // twice the rate, in a step of 125 ms
    for (let step = 0; step < 400; step += 1) {
      for (const one of processes) {
        for (let left = demand; next() < left; left -= 1) {
          one.enter(5_000, signal).then(
            () => sent.push(clock.nowMs),
            () => undefined,
          )
        }
      }
      await runUntil(clock.nowMs + 25 + Math.floor(next() * 200))
    }
    const seconds = (clock.nowMs - 1_000_000) / 1000
    expect(excess(sent, rate)).toBeLessThanOrEqual(0)
    // And most of it is used.
    expect(sent.length).toBeGreaterThan(rate.perSecond * seconds * 0.7)
  })
})

test('a busy host costs two statements a second, an idle one none', async () => {
  const { clock, store, share, runUntil } = world({ perSecond: 100, burst: 200 })
  const one = share()
  let sent = 0
  for (let step = 0; step < 1_000; step += 1) {
    void one.enter(5_000, signal).then(() => (sent += 1))
    await runUntil(clock.nowMs + 10)
  }
  expect(sent).toBeGreaterThan(900)
  expect(store.taken).toBeLessThanOrEqual(21)
  const before = store.taken
  await runUntil(clock.nowMs + 60_000)
  expect(store.taken).toBe(before)
})

test('while the store is away, a process has its last part again, and never more than the rate', async () => {
  const rate = { perSecond: 10, burst: 20 }
  const { clock, store, share, runUntil } = world(rate)
  const [busy, quiet] = [share(), share()]
  const sent: number[] = []
  const ask = (one: HostShare): void => {
    one.enter(5_000, signal).then(
      () => sent.push(clock.nowMs),
      () => undefined,
    )
  }
  for (let count = 0; count < 6; count += 1) ask(busy)
  await runUntil(clock.nowMs + 2_000)
  store.isAway = true
  const awayAtMs = clock.nowMs
  for (let step = 0; step < 100; step += 1) {
    ask(busy)
    ask(quiet) // has never had a part
    await runUntil(clock.nowMs + 100)
  }
  const during = sent.filter((at) => at >= awayAtMs)
  expect(during.length).toBeGreaterThan(10)
  expect(during.length).toBeLessThanOrEqual(6 * 11)
  store.isAway = false
  await runUntil(clock.nowMs + 5_000)
  ask(quiet)
  const before = sent.length
  await runUntil(clock.nowMs + 2_000)
  expect(sent.length).toBe(before + 1)
})

test('a caller that would wait too long is refused with the time', async () => {
  const { share, runUntil, clock } = world({ perSecond: 0.2, burst: 2 })
  const one = share()
  await one.enter(0, signal)
  const refused = one.enter(400, signal).catch((thrown: unknown) => thrown)
  await runUntil(clock.nowMs + 1_000)
  expect(await refused).toMatchObject({ code: 'RATE_LIMITED', context: { host: 'host' } })
  await runUntil(clock.nowMs + 10_000)
  await one.enter(0, signal)
})

test('a part and the bucket leave room for requests that were taken before', () => {
  for (const rate of rates) {
    const { lifeMs, capacity } = partOf(rate)
    expect(capacity + (rate.perSecond * lifeMs) / 1000).toBeCloseTo(rate.burst)
    expect(capacity).toBeGreaterThanOrEqual(1)
  }
})

test('clients that share a budget share its pauses', async () => {
  const { budgets } = world({ perSecond: 10, burst: 20 })
  let isFull = true
  const server = await serve((response) => {
    if (isFull) response.writeHead(429, { 'retry-after': '30' }).end()
    else json(response, {})
  })
  const rates = { [server.url]: { perSecond: 10, burst: 20 } }
  const [one, other] = [0, 1].map(() => testClient([server.url], { rates, budgets }))
  expect(await refusal(one?.get(server.url, { retries: 0 }) ?? Promise.resolve())).toMatchObject({
    code: 'RATE_LIMITED',
  })
  isFull = false
  expect(await refusal(other?.get(server.url) ?? Promise.resolve())).toMatchObject({
    code: 'RATE_LIMITED',
  })
  expect(server.received).toHaveLength(1)
})
