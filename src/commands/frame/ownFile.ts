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

const othersMayWrite = 0o022
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

function refuseOthers(path: string, found: Stats): void {
  const { uid, mode } = found
  const self = process.getuid?.()
  if (self === undefined) return
  if (uid !== self && uid !== 0) {
    throw refused(path, 'belongs to another user', `sudo chown "$(id -un)" ${quoted(path)}`)
  }
  const isGuarded = found.isDirectory() && (mode & sticky) !== 0
  if ((mode & othersMayWrite) !== 0 && !isGuarded) {
    throw refused(path, 'can be written by other users', `chmod go-w ${quoted(path)}`)
  }
}

/** The folders above the path and, if links lead elsewhere, above the file itself. */
function foldersAbove(path: string): Set<string> {
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
