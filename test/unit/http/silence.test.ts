import { expect, test } from 'vitest'
import { createSilenceFiles } from '../../../src/app/caches.ts'
import { outwaited } from '../../../src/core/lateness.ts'
import type { JsonFiles } from '../../../src/store/jsonFiles.ts'
import { json, serve, testClient } from './loopback.ts'

const tenMinutesMs = 10 * 60_000

/** Files of one home, in memory. */
function home(): JsonFiles {
  const files = new Map<string, string>()
  return {
    read: (name) => JSON.parse(files.get(name) ?? 'null') as unknown,
    write: (name, value) => void files.set(name, JSON.stringify(value)),
  }
}

/** A host that is silent until it is woken, and a client of it. */
async function world(files = home()) {
  const held: (() => void)[] = []
  const state = { silent: true }
  const server = await serve((response) => {
    if (!state.silent) return json(response, {})
    return new Promise((resolve) => {
      held.push(() => resolve())
    })
  })
  const { client, clock } = testClient([server.url], { silences: createSilenceFiles(files) })
  const url = `${server.url}/x`
  /** A request that is ended after `ms`, for `reason`. */
  const endedAfter = async (ms: number, reason: unknown): Promise<unknown> => {
    const controller = new AbortController()
    const count = held.length
    const sent = client
      .send({ url, effect: 'read', signal: controller.signal, retries: 0 })
      .catch((error: unknown) => error)
    await expect.poll(() => held.length).toBe(count + 1)
    clock.nowMs += ms
    controller.abort(reason)
    return await sent
  }
  return { client, clock, state, url, files, endedAfter }
}

test.each<[string, number, unknown, boolean]>([
  ['the others had answered long ago', 1_000, outwaited(), true],
  ['its time is over', 1_000, new DOMException('over', 'TimeoutError'), true],
  ['it had less than a second', 999, outwaited(), false],
  ['the user stopped waiting', 5_000, undefined, false],
])('silent: %s, after %i ms', async (_name, ms, reason, isSilent) => {
  const { client, url, endedAfter } = await world()
  await endedAfter(ms, reason)
  expect(client.isSilent?.(url)).toBe(isSilent)
})

test('it is remembered for ten minutes from the first silence, in later runs too', async () => {
  const { client, url, clock, files, endedAfter } = await world()
  await endedAfter(1_000, outwaited())
  clock.nowMs += tenMinutesMs - 2_000
  await endedAfter(1_000, outwaited())
  expect(client.isSilent?.(url)).toBe(true)
  const silences = createSilenceFiles(files)
  expect(silences.read(new URL(url).host)).toBe(clock.nowMs - tenMinutesMs + 1_000)
  clock.nowMs += 1_000
  expect(client.isSilent?.(url)).toBe(false)
})

test('a byte of an answer ends it, on disk as well', async () => {
  const { client, url, state, files, endedAfter } = await world()
  await endedAfter(1_000, outwaited())
  state.silent = false
  const { signal } = new AbortController()
  await client.send({ url, effect: 'read', signal })
  expect(client.isSilent?.(url)).toBe(false)
  expect(files.read('silences')).toEqual({})
})

test('a short wait of others does not open the breaker: the next order is sent', async () => {
  const { client, url, state, endedAfter } = await world()
  for (let time = 0; time < 6; time++) await endedAfter(1_000, outwaited())
  state.silent = false
  const { signal } = new AbortController()
  await expect(client.send({ url, effect: 'order', signal })).resolves.toMatchObject({
    status: 200,
  })
})

test.each([null, [], { a: 'x' }, 'text'])('a damaged file is no memory: %j', (value) => {
  const silences = createSilenceFiles({ read: () => value, write: () => {} })
  expect(silences.read('a')).toBeNull()
})
