/** The whole program in this process: only the streams and the environment are the test's own. */
import { PassThrough, Writable } from 'node:stream'
import type { ProgramParts } from '../../../src/program/run.ts'
import { main } from '../../../src/main.ts'

export type RealRun = {
  exit: number
  /** Both streams, in the order they were written. */
  text: string
  stdout: string
}

export type RealOptions = {
  env: Record<string, string>
  folder: string
  stdin?: string
  /** Columns of a terminal; absent: pipes. */
  columns?: number
  frame?: ProgramParts
  /** Called with the interrupt and with all that is written. */
  onText?: (text: string, interrupt: () => void) => void
}

export async function runReal(argv: readonly string[], options: RealOptions): Promise<RealRun> {
  const run = { text: '', stdout: '' }
  let interrupt: () => void = () => undefined
  const sink = (onWrite: (text: string) => void): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        onWrite(chunk.toString('utf8'))
        options.onText?.(run.text, () => interrupt())
        done()
      },
    })
  const stdin = new PassThrough()
  stdin.end(options.stdin ?? '')
  const terminal = options.columns !== undefined
  const exit = await main(
    argv,
    {
      stdin,
      stdout: sink((text) => {
        run.text += text
        run.stdout += text
      }),
      stderr: sink((text) => (run.text += text)),
      terminal: { stdin: false, stdout: terminal, stderr: terminal },
      columns: options.columns ?? null,
      env: { ...options.env },
      cwd: options.folder,
      home: options.folder,
      version: '0.0.0-test',
      nodeVersion: process.versions.node,
      now: Date.now,
      onInterrupt(callback) {
        interrupt = callback
        return () => undefined
      },
    },
    options.frame,
  )
  return { exit, ...run }
}
