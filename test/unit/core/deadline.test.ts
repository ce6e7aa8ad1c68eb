import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDeadline } from '../../../src/core/deadline.ts'

describe('a deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('ends after its time with a TimeoutError', () => {
    const { signal } = startDeadline(new AbortController().signal, 5_000)
    vi.advanceTimersByTime(4_999)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('ends with its parent, for the same reason', () => {
    const parent = new AbortController()
    const { signal } = startDeadline(parent.signal, 5_000)
    parent.abort('the user left')
    expect(signal.reason).toBe('the user left')
  })

  test('has ended when its parent had', () => {
    expect(startDeadline(AbortSignal.abort('gone'), 5_000).signal.reason).toBe('gone')
  })

  test('never ends once its work is over', () => {
    const parent = new AbortController()
    const { signal, end } = startDeadline(parent.signal, 5_000)
    end()
    vi.advanceTimersByTime(60_000)
    parent.abort()
    expect(signal.aborted).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a deadline with a listener is not collected as garbage', async () => {
  setFlagsFromString('--expose_gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('no access to the garbage collector')
  const fired = new Promise((resolve) => {
    const { signal } = startDeadline(new AbortController().signal, 40)
    signal.addEventListener('abort', () => resolve('fired'))
  })
  await turn()
  collect()
  expect(await Promise.race([fired, wait(2_000, 'lost')])).toBe('fired')
})
