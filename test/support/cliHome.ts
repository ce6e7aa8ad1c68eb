/** Runs the built program as a user would, in a home of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { tied, tieSandbox } from './tied.ts'
import { warmCache } from './warmCache.ts'

const program = resolve(import.meta.dirname, '../../bin/swaproute.js')

export type RunResult = { code: number | null; stdout: string; stderr: string }
export type RunOptions = {
  input?: string
  env?: NodeJS.ProcessEnv
  /** Runs under this host name, as in a container of its own; see `canRenameHost`. */
  host?: string
}

/** The one document of `--json`; tests read any member of any answer. */
export type Document = {
  schema: string
  command: string
  ok: boolean
  data?: any // oxlint-disable-line typescript/no-explicit-any -- every command has its own
  error?: any // oxlint-disable-line typescript/no-explicit-any -- as above
  warnings: { code: string; message: string }[]
  funds: string
  meta: { backend: string; sandbox: boolean; version: string }
}

export type CliHome = {
  folder: string
  run(args: readonly string[], options?: RunOptions): Promise<RunResult>
  /** Runs with `--json` and gives the parsed document. */
  json(args: readonly string[], options?: RunOptions): Promise<RunResult & { document: Document }>
  /**
   * `status` in the sandbox. On a busy machine some fall behind the others and are not waited for:
   * then it is asked again, as the error says.
   */
  status(text: string, ...flags: string[]): Promise<RunResult & { document: Document }>
  /** Starts and leaves running. */
  start(args: readonly string[], options?: RunOptions): ChildProcess
  /** Stops the home's sandbox and removes everything. */
  remove(): Promise<void>
}

const notAllAnswered: ReadonlySet<unknown> = new Set(['UPSTREAM_FAILED', 'CHAIN_UNAVAILABLE'])

export function createCliHome(): CliHome {
  const folder = mkdtempSync(join(tmpdir(), 'swaproute-e2e-'))
  if (existsSync(warmCache)) cpSync(warmCache, join(folder, 'cache'), { recursive: true })
  tieSandbox(join(folder, 'state', 'sandbox'))
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: folder, SWAPROUTE_HOME: folder }
  const start: CliHome['start'] = (args, { host, ...options } = {}) => {
    const line = [process.execPath, program, ...args]
    const [command = '', ...rest] = host === undefined ? line : underHost(host, line)
    const child = spawn(command, rest, {
      env: { ...env, ...options.env },
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    return tied(child)
  }
  const run: CliHome['run'] = (args, options = {}) =>
    new Promise((resolveRun, reject) => {
      const child = start(args, options)
      let stdout = ''
      let stderr = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      child.once('error', reject)
      child.once('close', (code) => resolveRun({ code, stdout, stderr }))
      child.stdin?.on('error', () => undefined) // it may end before it has read everything
      child.stdin?.end(options.input ?? '')
    })
  const json: CliHome['json'] = async (args, options) => {
    const result = await run([...args, '--json'], options)
    try {
      return { ...result, document: JSON.parse(result.stdout) }
    } catch {
      throw new Error(
        `no document from ${args.join(' ')} (exit ${result.code}):\n${result.stdout}\n${result.stderr}`,
      )
    }
  }
  return {
    folder,
    start,
    run,
    json,
    status: async (text, ...flags) => {
      for (let left = 4; ; left -= 1) {
        const asked = await json(['status', text, '--sandbox', ...flags])
        if (left === 0 || !notAllAnswered.has(asked.document.error?.code)) return asked
      }
    },
    remove: async () => {
      await run(['sandbox', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Each command becomes the next one, so that a signal reaches the program itself. */
function underHost(host: string, line: readonly string[]): string[] {
  return ['unshare', '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', host, ...line]
}

/** Whether this system lets a process have a host name of its own: on Linux, and as root. */
export function canRenameHost(): boolean {
  const [command = '', ...rest] = underHost('elsewhere', ['true'])
  return spawnSync(command, rest).status === 0
}
