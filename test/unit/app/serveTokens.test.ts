/** Which files the tokens of a server are read from (docs/safety.md K4), and when. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noLog } from '../../../src/core/log.ts'
import { openTokens, readTokenFile } from '../../../src/app/serveTokens.ts'

const shop = 'token-of-the-shop-1'
const desk = 'token-of-the-desk-1'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-tokens-'))
  file = join(folder, 'tokens')
  writeFileSync(file, `shop ${shop}`, { mode: 0o600 })
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const names = async (path: string): Promise<string[]> =>
  (await readTokenFile(path)).map(({ name }) => name)

const isRoot = process.getuid?.() === 0
const isWindows = process.platform === 'win32'

describe.skipIf(isWindows)('a file', () => {
  test.each([0o600, 0o400])('of mode %o is read', async (mode) => {
    chmodSync(file, mode)
    await expect(names(file)).resolves.toEqual(['shop'])
  })

  test.each([0o640, 0o644, 0o604, 0o620, 0o601])('of mode %o is refused', async (mode) => {
    chmodSync(file, mode)
    await expect(names(file)).rejects.toMatchObject({
      code: 'KEY_UNAVAILABLE',
      context: { check: 'K4' },
      message: expect.stringContaining('can be read by other users'),
    })
  })

  test('is found through links, as Kubernetes mounts it', async () => {
    mkdirSync(join(folder, '..2026'))
    renameSync(file, join(folder, '..2026', 'tokens'))
    symlinkSync('..2026', join(folder, '..data'))
    symlinkSync(join('..data', 'tokens'), file)
    await expect(names(file)).resolves.toEqual(['shop'])
    chmodSync(join(folder, '..2026', 'tokens'), 0o644)
    await expect(names(file)).rejects.toMatchObject({ context: { check: 'K4' } })
  })

  test.each([
    ['a folder', () => folder],
    ['a device', () => '/dev/zero'],
    ['no file', () => join(folder, 'none')],
  ])('that is %s is refused', async (_what, path) => {
    await expect(names(path())).rejects.toMatchObject({ code: 'KEY_UNAVAILABLE' })
  })

  describe.skipIf(!isRoot)('of another user', () => {
    test.each([
      ['root, for itself', 0, 0o400, true],
      ['root, for a group', 0, 0o440, true],
      ['root, for everyone', 0, 0o444, false],
      ['root, written by a group', 0, 0o660, false],
      ['somebody else', 12_345, 0o400, false],
    ])('%s', async (_who, owner, mode, isRead) => {
      chownSync(file, owner, 0)
      chmodSync(file, mode)
      if (process.getuid !== undefined) vi.spyOn(process, 'getuid').mockReturnValue(1_000)
      const reading = names(file)
      if (isRead) await expect(reading).resolves.toEqual(['shop'])
      else await expect(reading).rejects.toMatchObject({ context: { check: 'K4' } })
    })
  })
})

test('a file that is read again replaces all tokens; one that cannot be used changes nothing', async () => {
  const logged: unknown[] = []
  const log = {
    ...noLog,
    info: (fields: object, message: string): void => void logged.push([message, fields]),
    error: (fields: object, message: string): void => void logged.push([message, fields]),
  }
  const tokens = await openTokens(file)
  const known = (): string[] => tokens.current.map(({ name }) => name)
  writeFileSync(file, `desk ${desk}\nshop-2 ${shop}`)
  await tokens.reload(log)
  expect(known()).toEqual(['desk', 'shop-2'])
  writeFileSync(file, `desk ${desk}\nshop-2 short`)
  await tokens.reload(log)
  expect(known()).toEqual(['desk', 'shop-2'])
  rmSync(file)
  await tokens.reload(log)
  expect(known()).toEqual(['desk', 'shop-2'])
  expect(logged).toEqual([
    ['tokens read again', { tokens: 2 }],
    [
      'tokens unchanged: their file cannot be used',
      {
        code: 'CONFIG_INVALID',
        error: `Line 2 of ${file} has a token that is too short to be safe.`,
      },
    ],
    [
      'tokens unchanged: their file cannot be used',
      { code: 'KEY_UNAVAILABLE', error: `There is no file ${file}.` },
    ],
  ])
})
