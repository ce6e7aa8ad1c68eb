import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ensurePrivateDirectory,
  readKeystoreFile,
  readPlainSecretFile,
  writeNewSecretFile,
} from '../../src/wallet/secretFiles.ts'
import { openDescriptors, showsDescriptors } from '../support/descriptors.ts'
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

describe('a secret in the clear', () => {
  test.each([0o600, 0o400])('is read from a file with mode %i', async (mode) => {
    const path = await file(await temporaryFolder(), mode)
    expect((await readPlainSecretFile(path)).toString()).toBe('hunter2')
  })

  test.each([0o644, 0o640, 0o604, 0o660, 0o602, 0o610])('mode %i is refused', async (mode) => {
    const path = await file(await temporaryFolder(), mode)
    const error = await thrownBy(() => readPlainSecretFile(path))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', exit: 3, context: { check: 'K4' } })
    expect(error.hint).toContain('chmod 600')
  })

  test('a link is refused', async () => {
    const folder = await temporaryFolder()
    const target = await file(folder, 0o600)
    const link = join(folder, 'link')
    await symlink(target, link)
    expect((await thrownBy(() => readPlainSecretFile(link))).message).toContain('is a link')
  })

  test('a pipe is refused at once, although nobody writes to it', async () => {
    const pipe = join(await temporaryFolder(), 'pipe')
    makePipe(pipe)
    expect((await thrownBy(() => readPlainSecretFile(pipe))).message).toContain('not a plain file')
  })

  test('a folder, a device, a missing and a huge file are refused', async () => {
    const folder = await temporaryFolder()
    const huge = await file(folder, 0o600, 'x'.repeat(70_000))
    for (const path of [folder, '/dev/null', join(folder, 'none'), huge]) {
      expect((await thrownBy(() => readPlainSecretFile(path))).code).toBe('KEY_UNAVAILABLE')
    }
  })

  // Only root can give a file away.
  test.skipIf(process.getuid?.() !== 0)('another user’s file is refused', async () => {
    const path = await file(await temporaryFolder(), 0o600)
    expect(spawnSync('chown', ['12345', path]).status).toBe(0)
    const error = await thrownBy(() => readPlainSecretFile(path))
    expect(error.message).toContain('belongs to another user')
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

  test('an open folder is tightened', async () => {
    const folder = join(await temporaryFolder(), 'accounts')
    await mkdir(folder)
    await chmod(folder, 0o755)
    await ensurePrivateDirectory(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('a folder that is a link or a file is refused', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'real'))
    await symlink(join(folder, 'real'), join(folder, 'link'))
    await writeFile(join(folder, 'file'), '')
    for (const name of ['link', 'file']) {
      const error = await thrownBy(() => ensurePrivateDirectory(join(folder, name)))
      expect(error.code).toBe('KEY_UNAVAILABLE')
    }
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
