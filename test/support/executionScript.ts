import { execFile, execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Makes a program of its own out of TypeScript text (imports relative to the repository's root,
 * `./src/…`), so that a test can run it as another process and kill it.
 */
export function buildScript(folder: string, source: string): string {
  const file = join(folder, 'script.mjs')
  const libsql = createRequire(import.meta.url).resolve('libsql')
  buildSync({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { libsql, vitest: join(root, 'test/support/withoutVitest.ts') },
    external: [libsql],
    logLevel: 'error',
  })
  return file
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
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...values], (_error, stdout, stderr) => {
      resolve({ stdout, stderr, signal: child.signalCode, code: child.exitCode })
    })
  })
}
