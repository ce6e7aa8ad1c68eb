/** Vitest global setup of the projects with tests on PostgreSQL: a keeper for their servers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of the keeper; null: PostgreSQL is not installed. */
    postgresKeeper: number | null
  }
}

let keeper: ChildProcess | null = null

export async function setup(project: TestProject): Promise<void> {
  const bin = programs()
  if (bin === null) {
    const text = 'PostgreSQL is not installed (Debian: apt-get install postgresql)'
    if (process.env['REQUIRE_POSTGRES'] !== undefined) throw new Error(text)
    process.stderr.write(`${text}: its tests are skipped.\n`)
    project.provide('postgresKeeper', null)
    return
  }
  const script = fileURLToPath(new URL('postgresKeeper.mjs', import.meta.url))
  keeper = spawn(process.execPath, [script, bin], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line]: unknown[] = keeper.stdout === null ? [] : await once(keeper.stdout, 'data')
  project.provide('postgresKeeper', Number(String(line)))
}

export async function teardown(): Promise<void> {
  if (keeper === null) return
  const ended = once(keeper, 'exit')
  keeper.stdin?.end()
  await ended
}

/** Folder with initdb and pg_ctl, of the newest version. */
function programs(): string | null {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const found = [...folders, configured()].find((bin) => existsSync(join(bin, 'initdb')))
  return found ?? null
}

function configured(): string {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}
