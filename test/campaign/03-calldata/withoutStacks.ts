import { onTestFinished } from 'vitest'

/** Nine in ten variants are refused by throwing; the stack is never read, and costs a third. */
export function withoutStacks(): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}
