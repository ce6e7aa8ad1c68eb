/** `swaproute serve` as a process of its own. */
import { once } from 'node:events'
import type { CliHome, RunOptions } from './cliHome.ts'

export type ServeProgram = {
  url: string
  pid: number
  /** Everything it wrote so far. */
  output(): string
  /** Asks it to stop, as a service manager does; its exit code. */
  stop(): Promise<number | null>
}

export async function serveProgram(
  home: CliHome,
  flags: readonly string[] = [],
  options: RunOptions = {},
): Promise<ServeProgram> {
  const child = home.start(['serve', '--port', '0', ...flags], options)
  const ended = once(child, 'close')
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ready = new Promise<string>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const url = /Serving on (http:\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    void ended.then(() => reject(new Error(`the server ended:\n${output}`)))
  })
  child.stdin?.end()
  return {
    url: await ready,
    pid: child.pid ?? 0,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM') // one that ended by itself is not there any more
      await ended
      return child.exitCode
    },
  }
}
