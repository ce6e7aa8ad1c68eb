import { PassThrough, Writable } from 'node:stream'
import { createChainTable } from '../../src/chains/chainSettings.ts'
import { createTokenList } from '../../src/chains/tokens.ts'
import { createAssets } from '../../src/composition/assets.ts'
import type { Io } from '../../src/commands/frame/io.ts'
import type { Frame, Host } from '../../src/commands/frame/run.ts'
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
  /** Everything as it is written to stderr. */
  onStderr?: (text: string) => void
  /** Hands the interrupt to the test. */
  onReady?: (interrupt: () => void, host: Host, config: Config) => void
}

export type CliRun = { exit: number; stdout: string; stderr: string; calls: RecordedCall[] }

export const fixedNowMs = Date.UTC(2026, 10, 21, 14, 3, 22)

/** Runs the program in this process, with a scripted service; nothing of this machine is used. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const stdout = new TextSink(undefined, options.stdoutFault)
  const stderr = new TextSink(options.onStderr)
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
  const frame: Frame = {
    refuseSecrets: refuseSecretArguments,
    async compose(config, host) {
      options.onReady?.(() => interrupt(), host, config)
      return { ...fakeServices(api), ...options.services }
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

/** What stays on a terminal once everything that was erased is gone. */
export function remaining(text: string): string {
  const [first = '', ...frames] = text.split('\u001b[')
  let shown = first
  for (const frame of frames) {
    const up = /^(\d+)A\r$/.exec(frame)?.[1]
    if (up !== undefined)
      shown = shown
        .split('\n')
        .slice(0, -1 - Number(up))
        .join('\n')
    else if (frame.startsWith('0J')) shown += `${shown === '' ? '' : '\n'}${frame.slice(2)}`
    else shown += `\u001b[${frame}`
  }
  return shown
}

function fakeServices(api: Awaited<ReturnType<Services['api']>>): Services {
  const unscripted = (name: string) => () => {
    throw new Error(`the test did not expect ${name}`)
  }
  return {
    api: async () => api,
    assets: async () => createAssets(createChainTable(), createTokenList()),
    readTokens: unscripted('readTokens'),
    knownAddresses: async () => [],
    findSwap: async () => null,
    lookAt: async () => null,
    heldStatus: async (_receiptId, answer) => answer,
    findQuote: async () => null,
    rememberQuote: async () => undefined,
    payer: unscripted('payer'),
    planning: unscripted('planning'),
    execution: unscripted('execution'),
    journal: unscripted('journal'),
    wallet: unscripted('wallet'),
    sandbox: unscripted('sandbox'),
    serve: unscripted('serve'),
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
  readonly #listener: (text: string) => void
  readonly #fault: string | undefined

  constructor(listener: (text: string) => void = () => undefined, fault?: string) {
    super()
    this.#listener = listener
    this.#fault = fault
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
