import { link, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { showTonAddress } from '../chains/ton/address.ts'
import { SwaprouteError } from '../core/errors.ts'
import {
  type AccountBook,
  checkNewName,
  type FileAccount,
  findAccount,
  listAccounts,
} from './accounts.ts'
import { ensurePrivateDirectory, readKeystoreFile, writeNewSecretFile } from './secretFiles.ts'
import type { Account } from './types.ts'
import { isSameAddress, type Watched, withoutKey, writtenWatched } from './watched.ts'

/** Folder of removed keystores, which are not accounts. */
const removedFolder = 'removed'

/**
 * Removes an account of this program. Its keystore is moved, not deleted: it is the only copy of
 * the key of an address that may be paid again.
 * @returns where the keystore is now; null for an account that has none
 * @throws SwaprouteError KEY_UNAVAILABLE, INVALID_ARGUMENT for a keystore of another program
 */
export async function removeAccount(
  book: AccountBook,
  name: string,
  nowMs: number,
): Promise<string | null> {
  const { path, origin } = await ownFile(book, name)
  if (origin === 'watched') {
    await unlink(path)
    return null
  }
  const folder = join(book.folder, removedFolder)
  await ensurePrivateDirectory(folder)
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
  const target = join(folder, `${name}.${stamp}.json`)
  await rename(path, target)
  return target
}

/** @throws SwaprouteError as `removeAccount`, and INVALID_ARGUMENT for an existing name */
export async function renameAccount(book: AccountBook, name: string, next: string): Promise<void> {
  const { path } = await ownFile(book, name)
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
  const { path, origin, account } = await ownFile(book, name)
  if (origin === 'watched') throw withoutKey(account)
  const { bytes } = await readKeystoreFile(path)
  await writeNewSecretFile(target, bytes.toString('utf8'))
}

/**
 * Stores an address without a key under a name.
 * @throws SwaprouteError as `checkNewName`, and INVALID_ARGUMENT if an account has the address
 */
export async function watchAddress(
  book: AccountBook,
  name: string,
  { kind, address: given }: Watched,
): Promise<Account> {
  await checkNewName(book, name)
  const address = kind === 'ton' ? showTonAddress(given, 'wallet') : given
  const { accounts } = await listAccounts(book)
  const other = accounts.find((one) => isSameAddress(one, { address }))
  if (other !== undefined) throw alreadyHere(other)
  await ensurePrivateDirectory(book.folder)
  const path = join(book.folder, `${name}.json`)
  await writeNewSecretFile(path, writtenWatched({ kind, address }))
  return { name, kind, address, source: path, watchOnly: true }
}

function alreadyHere({ name, address, watchOnly }: Account): SwaprouteError {
  const message =
    watchOnly === true
      ? `${name} watches ${address} already.`
      : `${name} has the key of ${address}.`
  return new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: `Use ${name} wherever an account is named.`,
    context: { account: name, address },
  })
}

async function ownFile(book: AccountBook, name: string): Promise<FileAccount> {
  if (book.sandbox !== null) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'Sandbox accounts cannot be changed.', {
      hint: 'Leave out --sandbox for real accounts.',
    })
  }
  const { found } = await findAccount(book, name)
  if (found.origin !== 'sandbox' && dirname(found.path) === book.folder) return found
  const path = found.origin === 'sandbox' ? null : found.path
  throw new SwaprouteError('INVALID_ARGUMENT', `${name} is a keystore of another program.`, {
    hint: `It is in ${path ?? 'the sandbox'}, and that program manages it.`,
  })
}
