import { PassThrough } from 'node:stream'
import type { CliOptions } from './runMain.ts'

/** Keys that are pressed once these words are on the screen. */
export type Answer = [words: string, keys: string]

/** A terminal at which keys are pressed, one answer after the other; `unanswered`: those left. */
export function answering(
  ...script: readonly Answer[]
): CliOptions & { unanswered: readonly Answer[] } {
  const stdin = new PassThrough()
  const unanswered = [...script]
  return {
    columns: 80,
    stdinTerminal: true,
    stdinStream: stdin,
    unanswered,
    onStderr: (text) => {
      const [next] = unanswered
      if (next === undefined || !text.replaceAll(/\s+/g, ' ').includes(next[0])) return
      unanswered.shift()
      setImmediate(() => stdin.write(next[1]))
    },
  }
}
