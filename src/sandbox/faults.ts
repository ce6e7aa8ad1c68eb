import type { FaultDescription } from './types.ts'

/** Every fault of the sandbox. */
export function describeFaults(): FaultDescription[] {
  return []
}
