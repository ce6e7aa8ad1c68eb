import { link, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SwaprouteError } from '../core/errors.ts'
import { type AccountBook, checkNewName, findAccount } from './accounts.ts'
import { ensurePrivateDirectory, readKeystoreFile, writeNewSecretFile } from './secretFiles.ts'

/** Folder of removed keystores, which are not accounts. */
const removedFolder = 'removed'

/**
 * Removes an account of this program. Its keystore is moved, not deleted: it is the only copy of
 * the key of an address that may be paid again.
 * @returns where the keystore is now
 * @throws SwaprouteError KEY_UNAVAILABLE, INVALID_ARGUMENT for a keystore of another program
 */
export async function removeAccount(
  book: AccountBook,
  name: string,
  nowMs: number,
): Promise<string> {
  const path = await ownPath(book, name)
  const folder = join(book.folder, removedFolder)
  await ensurePrivateDirectory(folder)
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
  const target = join(folder, `${name}.${stamp}.json`)
  await rename(path, target)
  return target
}

/** @throws SwaprouteError as `removeAccount`, and INVALID_ARGUMENT for an existing name */
export async function renameAccount(book: AccountBook, name: string, next: string): Promise<void> {
  const path = await ownPath(book, name)
  await checkNewName(book, next)
  // A link fails if the name exists by now; a rename would replace the file.
  await link(path, join(book.folder, `${next}.json`))
  await unlink(path)
}

/** Writes the encrypted keystore to a new file, for another program or machine. */
export async function exportAccount(
  book: AccountBook,
  name: string,
  target: string,
): Promise<void> {
  const { bytes } = await readKeystoreFile(await ownPath(book, name))
  await writeNewSecretFile(target, bytes.toString('utf8'))
}

async function ownPath(book: AccountBook, name: string): Promise<string> {
  if (book.sandbox !== null) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'Sandbox accounts cannot be changed.', {
      hint: 'Leave out --sandbox for real accounts.',
    })
  }
  const { found } = await findAccount(book, name)
  const path = found.origin === 'file' ? found.path : null
  if (path !== null && dirname(path) === book.folder) return path
  throw new SwaprouteError('INVALID_ARGUMENT', `${name} is a keystore of another program.`, {
    hint: `It is in ${path ?? 'the sandbox'}, and that program manages it.`,
  })
}
