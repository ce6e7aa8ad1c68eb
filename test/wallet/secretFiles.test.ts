import { spawnSync } from 'node:child_process'
import fs, { chmod, mkdir, open, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  ensurePrivateDirectory,
  readKeystoreFile,
  readPlainSecretFile,
  writeNewSecretFile,
} from '../../src/wallet/secretFiles.ts'
import { asPlatform } from '../support/asPlatform.ts'
import { openDescriptors, showsDescriptors } from '../support/descriptors.ts'
import { whileFailing } from '../support/whileFailing.ts'
import { watchWiped } from '../support/wiped.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { temporaryFolder } from './support/temporary.ts'

async function file(folder: string, mode: number, text = 'hunter2'): Promise<string> {
  const path = join(folder, 'secret')
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

function makePipe(path: string): void {
  const { status } = spawnSync('/bin/sh', ['-c', 'mkfifo -m 600 "$0"', path])
  expect(status).toBe(0)
}

function asAnotherUser(): void {
  const uid = (process.getuid?.() ?? 0) + 1
  const spy = vi.spyOn(process, 'getuid').mockReturnValue(uid)
  onTestFinished(() => spy.mockRestore())
}

/** What is forced to the disk from here to the end of the test, in order. */
async function watchSynced(): Promise<string[]> {
  const synced: string[] = []
  const handle = await open(await file(await temporaryFolder(), 0o600))
  await handle.close()
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const found = await this.stat()
    synced.push(found.isDirectory() ? 'a folder' : `x.json of ${found.size} bytes`)
  })
  onTestFinished(() => spy.mockRestore())
  return synced
}

describe('a secret in the clear', () => {
  test.each([0o600, 0o400])('is read from a file with mode %i', async (mode) => {
    const path = await file(await temporaryFolder(), mode)
    expect((await readPlainSecretFile(path)).toString()).toBe('hunter2')
  })

  test.each([0o644, 0o640, 0o604, 0o660, 0o602, 0o610, 0o601])(
    'mode %i is refused',
    async (mode) => {
      const path = await file(await temporaryFolder(), mode)
      const error = await thrownBy(() => readPlainSecretFile(path))
      expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', exit: 3, context: { check: 'K4' } })
      expect(error.hint).toContain('chmod 600')
    },
  )

  test('a link is refused', async () => {
    const folder = await temporaryFolder()
    const target = await file(folder, 0o600)
    const link = join(folder, 'link')
    await symlink(target, link)
    expect((await thrownBy(() => readPlainSecretFile(link))).message).toContain('is a link')
  })

  test('a pipe is refused at once, although it has no writer', async () => {
    const pipe = join(await temporaryFolder(), 'pipe')
    makePipe(pipe)
    expect((await thrownBy(() => readPlainSecretFile(pipe))).message).toContain(
      'not a regular file',
    )
  })

  test('a folder, a device, a missing and a huge file are refused', async () => {
    const folder = await temporaryFolder()
    const huge = await file(folder, 0o600, 'x'.repeat(70_000))
    for (const path of [folder, '/dev/null', join(folder, 'none'), huge]) {
      expect((await thrownBy(() => readPlainSecretFile(path))).code).toBe('KEY_UNAVAILABLE')
    }
  })

  test('another user’s file is refused', async () => {
    const path = await file(await temporaryFolder(), 0o600)
    asAnotherUser()
    const error = await thrownBy(() => readPlainSecretFile(path))
    expect(error.message).toContain('belongs to another user')
    expect(error.context).toEqual({ check: 'K4' })
  })

  test('is read up to 64 KiB, and not beyond', async () => {
    const folder = await temporaryFolder()
    const largest = await file(folder, 0o600, 'x'.repeat(65_536))
    expect((await readPlainSecretFile(largest)).toString()).toBe('x'.repeat(65_536))
    const tooLarge = await file(folder, 0o600, 'x'.repeat(65_537))
    const wiped = watchWiped()
    const error = await thrownBy(() => readPlainSecretFile(tooLarge))
    expect(wiped(Buffer.alloc(65_537, 'x'))).toBe(1)
    expect(error.message).toContain('is too large')
  })

  test('is overwritten where it was read into', async () => {
    const path = await file(await temporaryFolder(), 0o600)
    const wiped = watchWiped()
    await readPlainSecretFile(path)
    expect(wiped(Buffer.concat([Buffer.from('hunter2')], 65_537))).toBe(1)
  })
})

describe('a keystore', () => {
  test('of mode 0600 is read without a word', async () => {
    const path = await file(await temporaryFolder(), 0o600, '{}')
    const { bytes, warnings } = await readKeystoreFile(path)
    expect(bytes.toString()).toBe('{}')
    expect(warnings).toEqual([])
  })

  test('that others may read is read with a warning', async () => {
    const path = await file(await temporaryFolder(), 0o644, '{}')
    const { warnings } = await readKeystoreFile(path)
    expect(warnings).toMatchObject([{ code: 'KEYSTORE_READABLE' }])
  })

  test('of another user is read with a warning', async () => {
    const path = await file(await temporaryFolder(), 0o600, '{}')
    asAnotherUser()
    const { warnings } = await readKeystoreFile(path)
    expect(warnings).toMatchObject([{ code: 'KEYSTORE_FOREIGN_OWNER' }])
  })

  // Files of the system say that they are empty.
  test.runIf(process.platform === 'linux')('that grows while it is read is refused', async () => {
    const refused = await thrownBy(() => readKeystoreFile('/proc/self/smaps'))
    expect(refused.message).toContain('is too large')
    expect((await readKeystoreFile('/proc/self/stat')).bytes.toString()).toMatch(/^\d+ \(/)
  })

  test('behind a pipe is refused', async () => {
    const pipe = join(await temporaryFolder(), 'pipe')
    makePipe(pipe)
    expect((await thrownBy(() => readKeystoreFile(pipe))).code).toBe('KEY_UNAVAILABLE')
  })
})

test.runIf(showsDescriptors)('no file stays open, read or refused', async () => {
  const folder = await temporaryFolder()
  const path = await file(folder, 0o600)
  await readPlainSecretFile(path)
  await readKeystoreFile(path)
  await chmod(path, 0o644)
  await thrownBy(() => readPlainSecretFile(path))
  expect(openDescriptors(path)).toBe(0)
  const written = join(folder, 'new')
  await writeNewSecretFile(written, 'text')
  expect([openDescriptors(written), openDescriptors(folder)]).toEqual([0, 0])
})

describe('writing', () => {
  test('folders get 0700 and files 0600, whatever the umask', async () => {
    const folder = join(await temporaryFolder(), 'a', 'accounts')
    const before = process.umask(0)
    try {
      await ensurePrivateDirectory(folder)
      await writeNewSecretFile(join(folder, 'x.json'), 'text')
    } finally {
      process.umask(before)
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'x.json'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(folder, 'x.json'), 'utf8')).toBe('text')
  })

  test.each([0o755, 0o750, 0o701])('a folder of mode %i is tightened', async (mode) => {
    const folder = join(await temporaryFolder(), 'accounts')
    await mkdir(folder)
    await chmod(folder, mode)
    await ensurePrivateDirectory(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('a new folder is never open, not for a moment', async () => {
    const folder = join(await temporaryFolder(), 'accounts')
    await whileFailing(fs, 'chmod', 'EPERM', () => ensurePrivateDirectory(folder))
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('another user’s folder is refused', async () => {
    const folder = join(await temporaryFolder(), 'accounts')
    await mkdir(folder)
    asAnotherUser()
    const error = await thrownBy(() => ensurePrivateDirectory(folder))
    expect(error.message).toContain('belongs to another user')
    expect(error.context).toEqual({ check: 'K4' })
  })

  test('a file is on the disk, and its name with it, before anybody hears of it', async () => {
    const folder = await temporaryFolder()
    const synced = await watchSynced()
    await writeNewSecretFile(join(folder, 'x.json'), 'text')
    expect(synced).toEqual(['x.json of 4 bytes', 'a folder'])
  })

  test('a file in a folder that is missing or broken is an error', async () => {
    const folder = await temporaryFolder()
    for (const path of [
      join(folder, 'none', 'x.json'),
      join(await file(folder, 0o600), 'x.json'),
    ]) {
      const error = await thrownBy(() => writeNewSecretFile(path, 'text'))
      expect(error.code).toBe('KEY_UNAVAILABLE')
    }
  })

  test('a folder that is a link or a file is refused', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'real'))
    await symlink(join(folder, 'real'), join(folder, 'link'))
    await writeFile(join(folder, 'file'), '')
    const refused = await thrownBy(() => ensurePrivateDirectory(join(folder, 'link')))
    expect(refused).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K4' } })
    expect(refused.message).toContain('is not a folder')
    const failed = await thrownBy(() => ensurePrivateDirectory(join(folder, 'file')))
    expect(failed).toMatchObject({ code: 'KEY_UNAVAILABLE' })
  })

  test('an existing file and a link in its place stay as they are', async () => {
    const folder = await temporaryFolder()
    const path = await file(folder, 0o600, 'old')
    await symlink(join(folder, 'elsewhere'), join(folder, 'link'))
    for (const target of [path, join(folder, 'link')]) {
      const error = await thrownBy(() => writeNewSecretFile(target, 'new'))
      expect(error.code).toBe('INVALID_ARGUMENT')
    }
    expect(await readFile(path, 'utf8')).toBe('old')
    await expect(stat(join(folder, 'elsewhere'))).rejects.toThrow('ENOENT')
  })
})

describe('where files have no modes and no owners', () => {
  test('they are not asked for them', async () => {
    const folder = await temporaryFolder()
    const path = await file(folder, 0o644)
    await chmod(folder, 0o755)
    asPlatform('win32')
    asAnotherUser()
    expect((await readPlainSecretFile(path)).toString()).toBe('hunter2')
    expect((await readKeystoreFile(path)).warnings).toEqual([])
    await ensurePrivateDirectory(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
    const synced = await watchSynced()
    await writeNewSecretFile(join(folder, 'x.json'), 'text')
    expect(synced).toEqual(['x.json of 4 bytes'])
  })
})
