import { onTestFinished, vi } from 'vitest'

/**
 * Counts the copies of some bytes that are overwritten with zeros, from here to the end of the test.
 */
export function watchWiped(): (bytes: Uint8Array) => number {
  const { fill } = Uint8Array.prototype
  const wiped: Buffer[] = []
  const spy = vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function (
    this: Buffer,
    value,
    ...range
  ) {
    const before = Buffer.from(this)
    fill.call(this, Number(value))
    if (range.length === 0 && value === 0) wiped.push(before)
    return this
  })
  onTestFinished(() => spy.mockRestore())
  return (bytes) => wiped.filter((one) => one.equals(bytes)).length
}
