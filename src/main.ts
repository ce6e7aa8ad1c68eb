import { readFileSync } from 'node:fs'
import { config } from 'zod/v4/core'
import { catalog } from './program/catalog.ts'
import { rootHelp } from './program/help/rootHelp.ts'
import type { Io } from './commands/frame/shapes.ts'
import { systemFault } from './core/errors.ts'
import type { ProgramParts } from './program/run.ts'

// Before the first schema: zod would compile a parser for each with `Function` (docs/safety.md L4).
config({ jitless: true })

/**
 * The program: reads the line, runs one command, prints its answer and returns the exit status.
 * `--version` and the list of commands load nothing else.
 */
export async function main(
  argv: readonly string[],
  io: Io = processIo(),
  frame?: ProgramParts,
): Promise<number> {
  const short = shortAnswer(argv, io)
  if (short !== null) {
    return await writeShort(short, io)
  }
  if (frame === undefined) {
    const { keepCompiledCode } = await import('./program/compiledCode.ts')
    await keepCompiledCode(io)
  }
  const { run } = await import('./program/run.ts')
  return run(argv, io, frame ?? (await realFrame()))
}

/** A closed pipe: the reader needs no more output. */
function writeShort(text: string, { stdout, stderr }: Io): Promise<number> {
  stdout.on('error', () => undefined)
  return new Promise((resolve) => {
    stdout.write(text, (fault) => {
      const isLost = fault != null && !('code' in fault && fault.code === 'EPIPE')
      if (isLost) stderr.write(`could not write the answer to stdout: ${systemFault(fault)}.\n`)
      resolve(isLost ? 1 : 0)
    })
  })
}

function shortAnswer(argv: readonly string[], { version }: Io): string | null {
  const [only = '--help', more] = argv
  if (more !== undefined) return null
  if (only === '--version') return `${version}\n`
  return only === '--help' || only === '-h' ? rootHelp(catalog, version) : null
}

async function realFrame(): Promise<ProgramParts> {
  const { refuseSecretArguments } = await import('./wallet/secretArguments.ts')
  return {
    refuseSecrets: refuseSecretArguments,
    // Loaded only after the line is parsed: help and usage errors need none of the layers.
    compose: async (config, host) => {
      const { compose } = await import('./app.ts')
      return compose(config, host)
    },
  }
}

/**
 * The streams, environment and clock of this process. Each part is created on first use, so that
 * `--version` creates none it does not need.
 */
function processIo(): Io {
  return {
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return process.stdout
    },
    get stderr() {
      return process.stderr
    },
    terminal: {
      // Without opening the stream, which would start reading it.
      get stdin() {
        return process.getBuiltinModule('node:tty').isatty(0)
      },
      get stdout() {
        return isTerminal(process.stdout)
      },
      get stderr() {
        return isTerminal(process.stderr)
      },
    },
    get rows() {
      return this.terminal.stderr ? process.stderr.rows : undefined
    },
    get columns() {
      if (this.terminal.stdout) return process.stdout.columns
      return this.terminal.stderr ? process.stderr.columns : null
    },
    env: process.env,
    get cwd() {
      return process.cwd()
    },
    get home() {
      return homeFolder()
    },
    get version() {
      return readVersion()
    },
    nodeVersion: process.versions.node,
    now: Date.now,
    onInterrupt(callback) {
      process.on('SIGINT', callback)
      process.on('SIGTERM', callback)
      return () => {
        process.off('SIGINT', callback)
        process.off('SIGTERM', callback)
      }
    },
  }
}

/** A pipe or a file has no such property. */
function isTerminal({ isTTY }: { isTTY?: boolean }): boolean {
  return isTTY === true
}

/** Empty for a user without an entry in the system's list. */
function homeFolder(): string {
  try {
    return process.getBuiltinModule('node:os').homedir()
  } catch {
    return ''
  }
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return known ? String(manifest.version) : 'unknown'
}
