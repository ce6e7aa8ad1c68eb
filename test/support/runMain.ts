import { clearLine, cursorTo, moveCursor } from 'node:readline'
import { PassThrough, Writable } from 'node:stream'
import { requestOf } from '../../src/api/request.ts'
import { namedTokens, resolveTokens } from '../../src/backend/interpret.ts'
import { createChainTable } from '../../src/chains/chainSettings.ts'
import { createTokenList } from '../../src/chains/tokens.ts'
import { createAssets } from '../../src/app/assets.ts'
import type { Io } from '../../src/commands/frame/shapes.ts'
import type { Host } from '../../src/commands/frame/command.ts'
import type { ProgramParts } from '../../src/program/run.ts'
import type { Services } from '../../src/commands/frame/services.ts'
import type { Config } from '../../src/commands/frame/config.ts'
import { main } from '../../src/main.ts'
import { refuseSecretArguments } from '../../src/wallet/secretArguments.ts'
import { createFakeApi, type ApiScript, type RecordedCall } from './fakeApi.ts'

export type CliOptions = ApiScript & {
  /** Columns of a terminal on stdout and stderr; absent: both are pipes. */
  columns?: number
  /** Whether standard input is a terminal too. */
  stdinTerminal?: boolean
  env?: Record<string, string>
  /** Text on standard input. */
  stdin?: string
  /** What every write to stdout fails with, such as ENOSPC. */
  stdoutFault?: string
  /** Standard input itself, for questions. */
  stdinStream?: PassThrough
  services?: Partial<Services>
  now?: () => number
  /** Everything as it is written to stdout. */
  onStdout?: (text: string) => void
  /** Everything as it is written to stderr. */
  onStderr?: (text: string) => void
  /** Hands the interrupt to the test. */
  onReady?: (interrupt: () => void, host: Host, config: Config) => void
}

export type CliRun = { exit: number; stdout: string; stderr: string; calls: RecordedCall[] }

export const fixedNowMs = Date.UTC(2026, 10, 21, 14, 3, 22)

/** Runs the program in this process, with a scripted service; nothing of this machine is used. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const stdout = new TextSink(options.onStdout, options.stdoutFault)
  const stderr = new TextSink(options.onStderr, undefined, options.columns)
  const { api, calls } = createFakeApi(options)
  const terminal = options.columns !== undefined
  let interrupt: () => void = () => undefined
  const io: Io = {
    stdin: options.stdinStream ?? readable(options.stdin ?? ''),
    stdout,
    stderr,
    terminal: { stdin: options.stdinTerminal ?? false, stdout: terminal, stderr: terminal },
    columns: options.columns ?? null,
    // Colours are a matter of their own tests.
    env: { SWAPROUTE_HOME: '/nonexistent/swaproute', NO_COLOR: '1', ...options.env },
    cwd: '/nonexistent',
    home: '/nonexistent',
    version: '0.0.0-test',
    nodeVersion: '20.19.4',
    now: options.now ?? (() => fixedNowMs),
    onInterrupt(callback) {
      interrupt = callback
      return () => undefined
    },
  }
  const frame: ProgramParts = {
    refuseSecrets: refuseSecretArguments,
    async compose(config, host) {
      options.onReady?.(() => interrupt(), host, config)
      return { ...fakeServices(api, options.services?.readTokens), ...options.services }
    },
  }
  const exit = await main(argv, io, frame)
  return { exit, stdout: stdout.text, stderr: stderr.text, calls }
}

/** The one document of a `--json` run. */
export function documentOf({ stdout }: CliRun): Record<string, unknown> {
  const document: unknown = JSON.parse(stdout)
  if (typeof document !== 'object' || document === null) throw new Error('no JSON object')
  return { ...document }
}

/** What stays on a terminal once everything that was erased is gone; colours stay in the text. */
export function remaining(text: string): string {
  const lines: string[][] = [[]]
  let row = 0
  let column = 0
  const put = (cell: string): void => {
    const line = (lines[row] ??= [])
    while (line.length < column) line.push(' ')
    line[column] = cell
    column += 1
  }
  for (const [part] of text.matchAll(/\p{Cc}\[[?\d;]*[A-Za-z]|[^]/gu)) {
    const [, digits = '', letter = ''] = /^.\[([?\d;]*)([A-Za-z])$/s.exec(part) ?? []
    const count = Number(digits) || 1
    if (part === '\n') {
      row += 1
      column = 0
      lines[row] ??= []
    } else if (part === '\r') column = 0
    else if (letter === 'A') row = Math.max(0, row - count)
    else if (letter === 'G') column = count - 1
    else if (letter === 'K') lines[row]?.splice(column)
    else if (letter === 'J') {
      lines[row]?.splice(column)
      lines.splice(row + 1)
    } else if (!digits.startsWith('?')) put(part)
  }
  const texts = lines.map((line) => line.join('').trimEnd())
  const last = texts.findLastIndex((line) => line !== '')
  return texts.slice(0, Math.max(row, last) + 1).join('\n')
}

const unscripted = (name: string) => () => {
  throw new Error(`the test did not expect ${name}`)
}

function fakeServices(
  api: Awaited<ReturnType<Services['api']>>,
  readTokens: Services['readTokens'] = unscripted('readTokens'),
): Services {
  return {
    api: async () => api,
    lists: async () => api,
    assets: async () => createAssets(createChainTable(), createTokenList()),
    readTokens,
    knownAddresses: async () => [],
    findSwap: async () => null,
    checkOwnSwap: async () => null,
    verifiedStatus: async (_receiptId, answer) => answer,
    findQuote: async () => null,
    rememberQuote: async () => undefined,
    rememberShown: async () => undefined,
    shownRoutes: async () => null,
    readRequest: async (body) => {
      const tokens = createTokenList()
      const [srcToken, dstToken] = await resolveTokens(
        namedTokens(body),
        { findToken: (chain, address) => tokens.byAddress(chain, address), readTokens },
        new AbortController().signal,
      )
      return requestOf(body, { srcToken, dstToken })
    },
    payer: unscripted('payer'),
    hasEnvironmentKey: () => false,
    openPage: unscripted('openPage'),
    planning: unscripted('planning'),
    execution: unscripted('execution'),
    journal: unscripted('journal'),
    wallet: unscripted('wallet'),
    keystores: unscripted('keystores'),
    spendable: unscripted('spendable'),
    addressOfName: unscripted('addressOfName'),
    nameParty: () => undefined,
    sandbox: unscripted('sandbox'),
    serve: unscripted('serve'),
    checkServe: unscripted('checkServe'),
    migrateStore: unscripted('migrateStore'),
    live: unscripted('live'),
    repair: unscripted('repair'),
    probe: unscripted('probe'),
    sleep: async () => undefined,
    redact: (text) => text,
    close: async () => undefined,
  }
}

class TextSink extends Writable {
  text = ''
  /** As of a terminal, where it has columns. */
  readonly isTTY: boolean
  readonly #listener: (text: string) => void
  readonly #fault: string | undefined

  constructor(
    listener: (text: string) => void = () => undefined,
    fault?: string,
    columns?: number,
  ) {
    super()
    this.isTTY = columns !== undefined
    this.#listener = listener
    this.#fault = fault
  }

  cursorTo(x: number): boolean {
    return cursorTo(this, x)
  }

  moveCursor(x: number, y: number): boolean {
    return moveCursor(this, x, y)
  }

  clearLine(direction: -1 | 0 | 1): boolean {
    return clearLine(this, direction)
  }

  /** As with the streams of a process, a question that is answered does not end it. */
  override end(): this {
    return this
  }

  override _write(chunk: Buffer, _encoding: string, done: (fault?: Error) => void): void {
    if (this.#fault !== undefined) {
      const text = this.#fault === 'ENOSPC' ? 'no space left on device' : 'broken pipe'
      const fault = new Error(`${this.#fault}: ${text}, write`)
      done(Object.assign(fault, { code: this.#fault }))
      return
    }
    this.text += chunk.toString('utf8')
    this.#listener(chunk.toString('utf8'))
    done()
  }
}

function readable(text: string): PassThrough {
  const stream = new PassThrough()
  stream.end(text)
  return stream
}
