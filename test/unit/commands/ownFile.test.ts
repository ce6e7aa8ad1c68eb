/** K13: a file that decides what is run, asked or paid is its user's own. */
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnFile } from '../../../src/commands/frame/ownFile.ts'
import { temporaryFolder } from '../store/support/folder.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534

/** `home/mine/config.json`, closed to others. */
function home(): { root: string; folder: string; file: string } {
  const root = temporaryFolder()
  const folder = join(root, 'mine')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'config.json')
  writeFileSync(file, '{}', { mode: 0o600 })
  return { root, folder, file }
}

/** As if this process belonged to another user. */
function asUser(uid: number): void {
  const { getuid } = process
  process.getuid = () => uid
  onTestFinished(() => void Object.assign(process, { getuid }))
}

type Place = ReturnType<typeof home>

test.each<[string, (place: Place) => void, keyof Place, RegExp]>([
  [
    'all may write it',
    ({ file }) => chmodSync(file, 0o666),
    'file',
    /`chmod go-w \S+config\.json`/,
  ],
  ['its group may write it', ({ file }) => chmodSync(file, 0o620), 'file', /chmod go-w/],
  ['all may write its folder', ({ folder }) => chmodSync(folder, 0o777), 'folder', /chmod go-w/],
  ['a group may write a folder above', ({ root }) => chmodSync(root, 0o770), 'root', /chmod go-w/],
])('refused where %s', (_, change, which, command) => {
  const place = home()
  change(place)
  expect(() => readOwnFile(place.file)).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      hint: expect.stringMatching(command),
      context: { check: 'K13', file: place[which] },
    }),
  )
})

test('refused where it belongs to another user, who is not root', () => {
  const { file } = home()
  if (isRoot) chownSync(file, nobody, nobody)
  else asUser(4_242)
  expect(() => readOwnFile(file)).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('belongs to another user'),
      hint: expect.stringMatching(/sudo chown "\$\(id -un\)" \S+config\.json/),
    }),
  )
})

test('a link is as safe as the folder it is in and the file it leads to', () => {
  const { file } = home()
  const open = join(temporaryFolder(), 'open')
  mkdirSync(open, { recursive: true })
  const link = join(open, 'link.json')
  symlinkSync(file, link)
  expect(readOwnFile(link)).toBe('{}')
  chmodSync(open, 0o777)
  expect(() => readOwnFile(link)).toThrow('can be written by other users')
  chmodSync(open, 0o700)
  chmodSync(file, 0o606)
  expect(() => readOwnFile(link)).toThrow('can be written by other users')
})

test('its own file is read, also where others may read it, in a folder like /tmp', () => {
  const { root, folder, file } = home()
  chmodSync(root, 0o1777)
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)
  expect(readOwnFile(file)).toBe('{}')
})

test('a path is a word of the command, whatever is in it', () => {
  const folder = join(temporaryFolder(), "it's mine")
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'config.json')
  writeFileSync(file, '{}')
  chmodSync(file, 0o666)
  expect(() => readOwnFile(file)).toThrow(
    expect.objectContaining({
      hint: expect.stringContaining(String.raw`it'\''s mine/config.json'`),
    }),
  )
})

test('Windows has no modes', () => {
  const { file } = home()
  chmodSync(file, 0o666)
  const { getuid } = process
  Reflect.deleteProperty(process, 'getuid')
  onTestFinished(() => void Object.assign(process, { getuid }))
  expect(readOwnFile(file)).toBe('{}')
})
