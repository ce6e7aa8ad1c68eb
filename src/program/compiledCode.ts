import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Io } from '../commands/frame/shapes.ts'
import { foldersOf } from '../commands/frame/folders.ts'
import { exposureOf, foldersAbove, othersMayWrite } from '../commands/frame/ownFile.ts'

/**
 * Lets Node keep the code it compiles, where it can (22.1): it checks each piece against its source
 * and its own checksum, and replaces what does not fit. Compiled code is code: only a folder of this
 * user, closed to others, below folders that no one else can change (docs/safety.md L4).
 */
export async function keepCompiledCode(io: Io): Promise<void> {
  const builtin: object = process.getBuiltinModule('node:module')
  if (!canKeep(builtin)) return
  const { cache } = await foldersOf(io)
  const folder = join(cache, 'compiled')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isClosed(folder)) builtin.enableCompileCache(folder)
  } catch {
    // a read-only disk: everything is compiled anew
  }
}

/** Absent from the types of Node 20. */
function canKeep(builtin: object): builtin is { enableCompileCache(folder: string): unknown } {
  return 'enableCompileCache' in builtin
}

function isClosed(folder: string): boolean {
  const user = process.getuid?.()
  if (user === undefined) return true
  const { uid, mode } = statSync(folder)
  return (
    uid === user &&
    (mode & othersMayWrite) === 0 &&
    realpathSync(folder) === folder &&
    [...foldersAbove(folder)].every((one) => exposureOf(statSync(one)) === null)
  )
}
