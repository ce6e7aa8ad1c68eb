import { existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { Io } from './shapes.ts'

export type Folders = { config: string; state: string; cache: string }

const name = 'swaproute'

/** Fallback home that cannot store anything, for users without one. */
const noHome = '/dev/null'

/**
 * Configuration, state and cache: all in SWAPROUTE_HOME, or each in its XDG folder. On macOS and
 * Windows, without XDG variables, the system's own locations are used, unless an earlier version
 * has created a folder at the XDG location.
 */
export async function foldersOf({ env, home, cwd }: Io): Promise<Folders> {
  const own = env['SWAPROUTE_HOME']
  if (own !== undefined && own !== '') {
    const root = resolve(cwd, own)
    return { config: join(root, 'config'), state: join(root, 'state'), cache: join(root, 'cache') }
  }
  const native = isAbsolute(home) ? await nativeFolders() : null
  // The XDG specification asks to ignore relative paths; a relative home is ignored too.
  const place = (kind: keyof Folders, variable: string, fallback: string): string => {
    const base = env[variable] ?? ''
    if (isAbsolute(base)) return join(base, name)
    const usual = join(isAbsolute(home) ? home : noHome, fallback, name)
    if (native === null) return usual
    // An existing folder wins, so that the journal does not move between versions.
    return !existsSync(native[kind]) && existsSync(usual) ? usual : native[kind]
  }
  return {
    config: place('config', 'XDG_CONFIG_HOME', '.config'),
    state: place('state', 'XDG_STATE_HOME', join('.local', 'state')),
    cache: place('cache', 'XDG_CACHE_HOME', '.cache'),
  }
}

/** Null on systems that use XDG, for which the library has no state folder. */
async function nativeFolders(): Promise<Folders | null> {
  if (process.platform !== 'darwin' && process.platform !== 'win32') return null
  const { default: envPaths } = await import('env-paths')
  const { config, data, cache } = envPaths(name, { suffix: '' })
  return [config, data, cache].every(isAbsolute) ? { config, state: data, cache } : null
}
