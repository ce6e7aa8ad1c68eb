import type { Readable, Writable } from 'node:stream'

/** The outside of one run: streams, environment, clock. Tests hand in their own. */
export type Io = {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  /** Decided per stream: a pipe on one says nothing about the others. */
  readonly terminal: { stdin: boolean; stdout: boolean; stderr: boolean }
  /** Width of the terminal; null where there is none. */
  readonly columns: number | null
  /** Writable, because a key in it is taken out as soon as it was read (docs/safety.md K10). */
  env: Record<string, string | undefined>
  readonly cwd: string
  /** Home folder of the user, for the XDG defaults. */
  readonly home: string
  readonly version: string
  /** Of the running Node.js, without the v. */
  nodeVersion: string
  /** Unix milliseconds. */
  now: () => number
  /** Calls back at the user's interrupt; the answer takes the callback away again. */
  onInterrupt: (callback: () => void) => () => void
}
