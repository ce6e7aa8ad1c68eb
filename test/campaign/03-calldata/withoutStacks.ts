import { onTestFinished } from 'vitest'

/** Nine in ten variants are refused by throwing; where from is read by nobody, and costs a third. */
export function withoutStacks(): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}
