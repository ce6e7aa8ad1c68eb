/** Runs mutants in a process that stays warm; one that never ends is ended with its process. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export const root = resolve(import.meta.dirname, '../../..')

export type Fate = { fate: 'killed' | 'survived' | 'unseen' | 'endless'; by: string | null }
export type Attempt = { file: string; text: string; tests: readonly string[] }

export type Warm = {
  run(attempt: Attempt): Promise<Fate>
  close(): void
}

/** Tests pass within seconds; what takes longer does not come to an end. */
const endlessMs = 90_000

export function createWarm(): Warm {
  type Child = ChildProcessByStdio<Writable, Readable, null>
  let child: Child | null = null
  let lines: Interface | null = null
  const start = (): Child => {
    const started = spawn(process.execPath, [join(import.meta.dirname, 'runner.mjs')], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
      // A group of its own: a mutant that never ends runs in a child of it.
      detached: true,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    })
    lines = createInterface({ input: started.stdout })
    return started
  }
  const stop = (): void => {
    if (child?.pid !== undefined) endGroup(child.pid)
    child = null
    lines?.close()
  }
  return {
    run: async ({ file, text, tests }) => {
      child ??= start()
      const { stdin } = child
      const answer = new Promise<Fate>((done) => {
        const timer = setTimeout(() => {
          stop()
          done({ fate: 'endless', by: null })
        }, endlessMs)
        lines?.once('line', (line: string) => {
          clearTimeout(timer)
          done(JSON.parse(line) as Fate)
        })
        child?.once('exit', () => {
          clearTimeout(timer)
          stop()
          done({ fate: 'endless', by: 'the process ended' })
        })
      })
      const paths = tests.map((name) => join(root, name))
      stdin.write(`${JSON.stringify({ file: join(root, file), text, tests: paths })}\n`)
      const fate = await answer
      child?.removeAllListeners('exit')
      return fate
    },
    close: stop,
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}
