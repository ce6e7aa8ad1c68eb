/**
 * Vitest global setup of the projects that run the built program: builds dist if it is missing or
 * older than what it is made from, and fills a cache that homes of tests begin with.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { warmCache } from './warmCache.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = join(root, 'dist/packages.json') // carries the time the last build began
const sources = [
  'src',
  'scripts',
  'package.json',
  'sandbox/src',
  'sandbox/scripts',
  'sandbox/package.json',
]

export function setup(): void {
  build()
  if (!existsSync(warmCache) || newest(warmCache) < statSync(stamp).mtimeMs) fillCache()
}

/** Compiled code and seeded chains of a first run, which then need not be made in every home. */
function fillCache(): void {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-warm-'))
  const run = (...words: string[]): boolean => {
    const line = [join(root, 'bin/swaproute.js'), ...words, '--json']
    const env = { PATH: process.env['PATH'], HOME: home, SWAPROUTE_HOME: home }
    return spawnSync(process.execPath, line, { env, stdio: 'ignore' }).status === 0
  }
  const words = 'swap 10 eth:USDC to eth:DAI --account alice --yes --sandbox'.split(' ')
  const isWarm = run('sandbox', 'start') && run(...words)
  run('sandbox', 'stop')
  rmSync(warmCache, { recursive: true, force: true })
  // Without it every home makes its own, and a test of the program reports what is wrong.
  if (isWarm) cpSync(join(home, 'cache'), warmCache, { recursive: true })
  rmSync(home, { recursive: true, force: true })
}

function build(): void {
  const isBuilt = existsSync(stamp) && existsSync(join(root, 'sandbox/dist/packages.json'))
  const builtAt = isBuilt ? statSync(stamp).mtimeMs : 0
  const changedAt = Math.max(...sources.map(newest))
  if (changedAt < builtAt) return
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--prepare'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return
  const problem = `The program could not be built:\n${stderr}`
  // In the middle of an edit the last build still serves; a check starts from a clean checkout.
  if (builtAt === 0 || process.env['CI'] !== undefined) throw new Error(problem)
  process.stderr.write(`${problem}\nThe tests run against the last build.\n`)
}

/** The latest change of a file, or of anything inside a folder. */
function newest(path: string): number {
  const full = resolve(root, path)
  const own = statSync(full)
  if (!own.isDirectory()) return own.mtimeMs
  const inside = readdirSync(full, { recursive: true, encoding: 'utf8' })
  return inside.reduce(
    (max, name) => Math.max(max, statSync(join(full, name)).mtimeMs),
    own.mtimeMs,
  )
}
