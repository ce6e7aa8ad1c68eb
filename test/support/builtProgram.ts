/**
 * Vitest global setup of the projects that run the built program: builds dist if it is missing or
 * older than what it is made from.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export function setup(): void {
  const stamp = join(root, 'dist/packages.json') // carries the time the last build began
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
  const changedAt = Math.max(...['src', 'scripts', 'package.json'].map(newest))
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
  const full = join(root, path)
  const own = statSync(full)
  if (!own.isDirectory()) return own.mtimeMs
  const inside = readdirSync(full, { recursive: true, encoding: 'utf8' })
  return inside.reduce(
    (max, name) => Math.max(max, statSync(join(full, name)).mtimeMs),
    own.mtimeMs,
  )
}
