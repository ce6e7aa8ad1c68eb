import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { SwaprouteError } from '../../core/errors.ts'

export const othersMayWrite = 0o022
/** In a folder like /tmp every user may add entries, but only an entry's owner may move it. */
const sticky = 0o1000

/**
 * The text of a file that decides what is run, asked or paid: a configuration, a token list. Only
 * its owner and root may be able to change or replace it (docs/safety.md K13). Windows has no modes
 * to check.
 * @throws SwaprouteError CONFIG_INVALID with the command that fixes it; the system's own error if
 *   the file cannot be read
 */
export function readOwnFile(path: string): string {
  // Checked on the open file, so that it cannot be exchanged in between.
  const file = openSync(path, 'r')
  try {
    const found = fstatSync(file)
    refuseOthers(path, found)
    // A pipe from a shell is not in any folder.
    if (found.isFile())
      for (const folder of foldersAbove(path)) refuseOthers(folder, statSync(folder))
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** Why someone besides this user and root could change it; null if no one can. */
export function exposureOf(found: Stats): 'owner' | 'mode' | null {
  const self = process.getuid?.()
  if (self === undefined) return null
  if (found.uid !== self && found.uid !== 0) return 'owner'
  const isGuarded = found.isDirectory() && (found.mode & sticky) !== 0
  return (found.mode & othersMayWrite) !== 0 && !isGuarded ? 'mode' : null
}

function refuseOthers(path: string, found: Stats): void {
  const exposure = exposureOf(found)
  if (exposure === 'owner') {
    throw refused(path, 'belongs to another user', `sudo chown "$(id -un)" ${quoted(path)}`)
  }
  if (exposure === 'mode') {
    throw refused(path, 'can be written by other users', `chmod go-w ${quoted(path)}`)
  }
}

/** The folders above the path and, if links lead elsewhere, above the file itself. */
export function foldersAbove(path: string): Set<string> {
  const folders = new Set<string>()
  const named = join(realpathSync(dirname(resolve(path))), basename(path))
  for (const start of [named, realpathSync(path)]) {
    for (let one = dirname(start); !folders.has(one); one = dirname(one)) folders.add(one)
  }
  return folders
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}

function refused(path: string, why: string, command: string): SwaprouteError {
  return new SwaprouteError('CONFIG_INVALID', `${path} ${why}, so settings in it are not used.`, {
    hint: `Check its contents, then run \`${command}\`.`,
    context: { check: 'K13', file: path },
    funds: 'none_moved',
  })
}
