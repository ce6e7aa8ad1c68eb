import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { onAbort } from '../../../src/core/deadline.ts'
import { warningsDuring } from '../../support/warnings.ts'

test('calls once when the signal ends, now if it has', () => {
  const controller = new AbortController()
  const listener = vi.fn<() => void>()
  onAbort(controller.signal, listener)
  expect(listener).not.toHaveBeenCalled()
  controller.abort()
  expect(listener).toHaveBeenCalledTimes(1)
  onAbort(controller.signal, listener)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('what is taken back is not called, and holds nothing', () => {
  const controller = new AbortController()
  const listener = vi.fn<() => void>()
  onAbort(controller.signal, listener)()
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  controller.abort()
  expect(listener).not.toHaveBeenCalled()
})

test('many may wait for one signal without a word on the terminal', async () => {
  const many = Array.from({ length: 50 }, () => (): void => undefined)
  const { signal } = new AbortController()
  expect(
    await warningsDuring(async () => {
      for (const listener of many) onAbort(signal, listener)
      await turn()
    }),
  ).toEqual([])
})
