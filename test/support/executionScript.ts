import { execFile, execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const libsql = createRequire(import.meta.url).resolve('libsql')

/**
 * Makes a program of its own out of TypeScript text (imports relative to the repository's root,
 * `./src/…`), so that a test can run it as another process and kill it.
 */
export async function buildScript(folder: string, source: string): Promise<string> {
  const entry = join(root, 'script.ts')
  await build({
    input: entry,
    platform: 'node',
    resolve: { alias: { vitest: join(root, 'test/support/withoutVitest.ts') } },
    external: /^libsql$/,
    plugins: [
      {
        name: 'the script itself',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    output: { file: join(folder, 'script.mjs'), codeSplitting: false, paths: { libsql } },
  })
  return join(folder, 'script.mjs')
}

export function runScript(file: string, ...values: string[]): string {
  return execFileSync(process.execPath, [file, ...values], { encoding: 'utf8', stdio: 'pipe' })
}

export type ScriptEnd = {
  stdout: string
  stderr: string
  signal: string | null
  code: number | null
}

/** Like `runScript`, beside others; a kill or an error is an answer and not an exception. */
export function startScript(file: string, ...values: string[]): Promise<ScriptEnd> {
  return startNode([], file, ...values)
}

/** With options of Node itself. */
export function startNode(options: readonly string[], ...args: string[]): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...options, ...args], (_error, stdout, stderr) => {
      resolve({ stdout, stderr, signal: child.signalCode, code: child.exitCode })
    })
  })
}
