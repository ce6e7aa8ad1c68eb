import { constants } from 'node:fs'
import { type FileHandle, chmod, lstat, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SwaprouteError } from '../core/errors.ts'

/** A problem with a key, a file or a folder for the user; `code` is stable. */
export type WalletWarning = { code: string; message: string }

/** Limit for keystores, keys and password files. */
const maxFileBytes = 64 * 1024
const othersMayRead = 0o077
const groupMayRead = 0o040

/**
 * Bytes of a file with a plain secret (a password). It must be a regular file owned by the user and
 * readable by no one else: links, pipes, devices, foreign owners and open permissions are refused
 * (docs/safety.md K4). The caller overwrites the bytes after use.
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function readPlainSecretFile(path: string): Promise<Buffer> {
  // Checked on the open file, not on its name, so that it cannot be exchanged in between.
  const flags = constants.O_RDONLY | optional(constants.O_NOFOLLOW) | optional(constants.O_NONBLOCK)
  const file = await openFile(path, flags)
  try {
    const { uid, mode } = await checkRegular(file, path)
    if (isPosix() && uid !== process.getuid?.()) {
      throw refused(path, 'belongs to another user', 'Copy the secret into your own file.')
    }
    if (isPosix() && (mode & othersMayRead) !== 0) {
      throw refused(path, 'can be read by other users', `Run \`chmod 600 ${path}\`.`)
    }
    return await readAll(file, path)
  } finally {
    await file.close()
  }
}

/**
 * Bytes of a file with the tokens of a server's callers. Other than a password it may be a link, and
 * belong to root where only root and a group of this process can read it: Kubernetes mounts secrets
 * as links into a folder that it replaces as a whole, owned by root. Which file is read is decided
 * by its owner and mode, not by its name (docs/safety.md K4).
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function readMountedSecretFile(path: string): Promise<Buffer> {
  const file = await openFile(path, constants.O_RDONLY | optional(constants.O_NONBLOCK))
  try {
    const { uid, mode } = await checkRegular(file, path)
    const isOwn = uid === process.getuid?.()
    if (isPosix() && !isOwn && uid !== 0) {
      throw refused(path, 'belongs to another user', 'Copy the secret into your own file.')
    }
    const others = isOwn ? othersMayRead : othersMayRead & ~groupMayRead
    if (isPosix() && (mode & others) !== 0) {
      const hint = `Run \`chmod 600 ${path}\`; in Kubernetes set \`defaultMode: 0400\` and an \`fsGroup\`.`
      throw refused(path, 'can be read by other users', hint)
    }
    return await readAll(file, path)
  } finally {
    await file.close()
  }
}

/**
 * Bytes of an encrypted keystore. Any regular file is accepted; one that other users can read or
 * own gives a warning, because they can then try passwords offline.
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function readKeystoreFile(
  path: string,
): Promise<{ bytes: Buffer; warnings: WalletWarning[] }> {
  const file = await openFile(path, constants.O_RDONLY | optional(constants.O_NONBLOCK))
  try {
    const { uid, mode } = await checkRegular(file, path)
    const warnings: WalletWarning[] = []
    if (isPosix() && (mode & othersMayRead) !== 0) {
      const message = `The keystore ${path} can be read by other users; run \`chmod 600 ${path}\`.`
      warnings.push({ code: 'KEYSTORE_READABLE', message })
    }
    if (isPosix() && uid !== process.getuid?.()) {
      const message = `The keystore ${path} belongs to another user, who can replace it.`
      warnings.push({ code: 'KEYSTORE_FOREIGN_OWNER', message })
    }
    return { bytes: await readAll(file, path), warnings }
  } finally {
    await file.close()
  }
}

/**
 * Creates a folder only its owner can enter; restricts an existing one to that.
 * @throws SwaprouteError KEY_UNAVAILABLE for a link, a file, or another user's folder
 */
export async function ensurePrivateDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const found = await lstat(path)
    // A link is refused as well, wherever it leads.
    if (!found.isDirectory()) {
      throw refused(path, 'is not a folder', 'Choose another folder with SWAPROUTE_HOME.')
    }
    if (!isPosix()) return
    if (found.uid !== process.getuid?.()) {
      throw refused(path, 'belongs to another user', 'Choose another folder with SWAPROUTE_HOME.')
    }
    if ((found.mode & othersMayRead) !== 0) await chmod(path, 0o700)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) throw thrown
    throw new SwaprouteError('KEY_UNAVAILABLE', `The folder ${path} cannot be created.`, {
      hint: 'Check its permissions, or choose another folder with SWAPROUTE_HOME.',
      cause: thrown,
    })
  }
}

/**
 * Creates a file with mode 0600 and returns once it is on disk; an existing file is never
 * overwritten.
 * @throws SwaprouteError INVALID_ARGUMENT when the file exists, KEY_UNAVAILABLE when it cannot be
 *   written
 */
export async function writeNewSecretFile(path: string, text: string): Promise<void> {
  try {
    await writeAndSync(path, text)
    // Without this a power failure could lose the file's name although its bytes are safe, and with
    // it the key of an address that may already have been funded.
    if (isPosix()) await syncDirectory(dirname(path))
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) {
      throw new SwaprouteError('INVALID_ARGUMENT', `The file ${path} already exists.`, {
        hint: 'Choose another name; an existing keystore is never overwritten.',
        cause: thrown,
      })
    }
    throw new SwaprouteError('KEY_UNAVAILABLE', `The file ${path} cannot be written.`, {
      hint: 'Check the free space and the permissions of its folder.',
      cause: thrown,
    })
  }
}

async function writeAndSync(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text, 'utf8')
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function openFile(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags)
  } catch (thrown) {
    if (hasCode(thrown, 'ELOOP')) {
      throw refused(path, 'is a link', 'Give the path of the file itself.', thrown)
    }
    const missing = hasCode(thrown, 'ENOENT')
    throw new SwaprouteError(
      'KEY_UNAVAILABLE',
      missing ? `There is no file ${path}.` : `The file ${path} cannot be opened.`,
      { hint: 'Check the path and its permissions.', cause: thrown },
    )
  }
}

async function checkRegular(
  file: FileHandle,
  path: string,
): Promise<{ uid: number; mode: number }> {
  const found = await file.stat()
  if (!found.isFile()) {
    throw refused(path, 'is not a regular file', 'Pipes, devices and folders are refused.')
  }
  return { uid: found.uid, mode: found.mode }
}

async function readAll(file: FileHandle, path: string): Promise<Buffer> {
  // One byte more than allowed, to detect a file that grows while it is read.
  const buffer = Buffer.alloc(maxFileBytes + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  if (length > maxFileBytes) {
    buffer.fill(0)
    throw refused(path, 'is too large for a key or a password', 'Check the path.')
  }
  const bytes = Buffer.from(buffer.subarray(0, length))
  buffer.fill(0)
  return bytes
}

function refused(path: string, why: string, hint: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', `The file ${path} is refused: it ${why}.`, {
    hint,
    context: { check: 'K4' },
    cause,
  })
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}

/** Flags that Windows does not have are undefined there, despite their type. */
function optional(flag: number | undefined): number {
  return flag ?? 0
}

function isPosix(): boolean {
  return process.platform !== 'win32'
}
