/** After a 429 that names no time, a poll waits twice as long each time. */
import { expect, test } from 'vitest'
import { json, refusal, serve, testClient } from './loopback.ts'

/** Milliseconds between two polls: the first, the growth, the longest. */
const pollers = [
  ['a swap or an order that is followed', 500, 1.5, 10_000],
  ['a status that is waited for', 2_000, 1.5, 15_000],
  ['a payment that is awaited', 1_000, 1.5, 8_000],
  ['routes that are watched', 15_000, 1, 15_000],
  ['a poll that never pauses longer', 200, 1, 200],
] as const

test.each(pollers)('%s', async (_name, first, growth, longest) => {
  let isFull = true
  const sentAt: number[] = []
  const server = await serve((response) => {
    sentAt.push(host.clock.nowMs)
    json(response, {}, isFull ? 429 : 200)
  })
  const host = testClient([server.url])
  const beganAt = host.clock.nowMs
  const poll = async (untilMs: number): Promise<void> => {
    let pause: number = first
    while (host.clock.nowMs < untilMs) {
      const asked = host.get(server.url)
      if (isFull) expect(await refusal(asked)).toMatchObject({ code: 'RATE_LIMITED' })
      else await asked
      host.clock.nowMs += pause
      pause = Math.min(pause * growth, longest)
    }
  }
  await poll(beganAt + 600_000)
  const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0))
  gaps.forEach((gap, index) =>
    expect(gap).toBeGreaterThanOrEqual(Math.min(60_000, 1_000 * 2 ** index)),
  )
  expect(sentAt.length).toBeLessThanOrEqual(16)

  isFull = false
  host.clock.nowMs += 60_000
  sentAt.length = 0
  await poll(host.clock.nowMs + 60_000)
  expect(sentAt.length).toBeGreaterThanOrEqual(4)
})

test('refusals of requests that were under way together count once', async () => {
  const server = await serve((response) => json(response, {}, 429))
  const { get, clock } = testClient([server.url])
  await Promise.all(Array.from({ length: 8 }, () => refusal(get(server.url, { retries: 0 }))))
  expect(server.received).toHaveLength(8)
  const error = await refusal(get(server.url, { deadlineMs: clock.nowMs }))
  expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
})
