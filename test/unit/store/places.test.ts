/** Where the stores may be: in folders and files of this user, which no other user can exchange. */
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createJsonFiles } from '../../../src/store/jsonFiles.ts'
import { openJournal } from '../../../src/store/journal.ts'
import { createLocalQuotes } from '../../../src/store/localQuotes.ts'
import { whileFailing } from '../../support/whileFailing.ts'
import { planned } from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'

const isPosix = process.platform !== 'win32'
const isRoot = process.getuid?.() === 0
const now = (): number => 1_000
const hint = 'Set SWAPROUTE_HOME to a folder you can write.'
const modeOf = (path: string): number => statSync(path).mode & 0o7777

/** `<folder>/state`, as below SWAPROUTE_HOME. */
function stateFolder(): string {
  const home = temporaryFolder()
  mkdirSync(home, { mode: 0o700 })
  return join(home, 'state')
}

async function open(folder: string): Promise<void> {
  const journal = await openJournal(folder, { now })
  journal.create('one', planned())
  journal.close()
}

describe('a folder that cannot be used is a mistake of the set-up', () => {
  test.each([
    ['EACCES', 'mkdirSync'],
    ['EROFS', 'mkdirSync'],
    ['EACCES', 'accessSync'],
    ['EROFS', 'accessSync'],
  ] as const)('%s of %s', async (code, name) => {
    const folder = stateFolder()
    await expect(whileFailing(fs, name, code, () => open(folder))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exit: 3,
      message: expect.stringContaining(`The folder ${folder} cannot be used: `),
      hint,
    })
    await open(folder)
  })

  test('a folder that cannot be made is said to be on a read-only disk, not to be missing', async () => {
    const folder = join(stateFolder(), 'new')
    const opening = whileFailing(fs, 'mkdirSync', 'ENOENT', () =>
      whileFailing(fs, 'accessSync', 'EROFS', () => open(folder)),
    )
    await expect(opening).rejects.toMatchObject({ cause: { code: 'EROFS' }, hint })
  })

  test('below a file', async () => {
    const folder = stateFolder()
    writeFileSync(folder, '')
    await expect(open(join(folder, 'below'))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `The folder ${join(folder, 'below')} cannot be used: not a directory.`,
    })
  })

  test.each(['EACCES', 'EPERM'])('a file of another user (%s)', async (code) => {
    const folder = stateFolder()
    await open(folder)
    chmodSync(join(folder, 'journal.db'), 0o640)
    await expect(whileFailing(fs, 'chmodSync', code, () => open(folder))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(`The file ${join(folder, 'journal.db')} cannot be used`),
    })
    await open(join(folder, 'other'))
  })
})

describe.runIf(isPosix)('other users can neither read nor exchange the folder', () => {
  test('what is ours around it is closed to their writing', async () => {
    const folder = stateFolder()
    chmodSync(dirname(folder), 0o777)
    await open(folder)
    expect(modeOf(dirname(folder))).toBe(0o755)
    expect(modeOf(folder)).toBe(0o700)
  })

  test.runIf(isRoot)('what is not ours has to be closed', async () => {
    const folder = stateFolder()
    chmodSync(dirname(folder), 0o777)
    chownSync(dirname(folder), 65_534, 65_534)
    await expect(open(folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `The folder ${folder} cannot be used: every user can replace it in ${dirname(folder)}.`,
    })
    expect(modeOf(dirname(folder))).toBe(0o777)
  })

  test('one like /tmp, in which only its owner moves what is there, is as good as closed', async () => {
    const folder = stateFolder()
    chmodSync(dirname(folder), 0o1777)
    await open(folder)
    expect(modeOf(dirname(folder))).toBe(0o1777)
  })
})

describe.runIf(isPosix)('no file is opened through a link', () => {
  test.each(['journal.db', 'journal.db-mark', 'journal.db-wal', 'journal.db-shm'])(
    '%s',
    async (name) => {
      const folder = stateFolder()
      await open(folder)
      const precious = join(dirname(folder), 'precious')
      writeFileSync(precious, 'years of work')
      fs.rmSync(join(folder, name), { force: true })
      symlinkSync(precious, join(folder, name))
      await expect(open(folder)).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: `${join(folder, name)} is a link, which is not followed.`,
      })
      expect(readFileSync(precious, 'utf8')).toBe('years of work')
    },
  )

  test('not the mark of a new journal either', async () => {
    const folder = stateFolder()
    mkdirSync(folder, { mode: 0o700 })
    const precious = join(dirname(folder), 'precious')
    writeFileSync(precious, 'years of work')
    symlinkSync(precious, join(folder, 'journal.db-mark'))
    await open(folder) // an old mark goes, whatever it is
    expect(readFileSync(precious, 'utf8')).toBe('years of work')
  })

  test('nor one that is not there yet', async () => {
    const folder = stateFolder()
    mkdirSync(folder, { mode: 0o700 })
    symlinkSync(join(dirname(folder), 'elsewhere'), join(folder, 'quotes.db'))
    const store = createLocalQuotes(folder, { now })
    await expect(store.find('x')).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    expect(existsSync(join(dirname(folder), 'elsewhere'))).toBe(false)
  })

  test('small stored values replace a link', () => {
    const folder = stateFolder()
    const precious = join(dirname(folder), 'precious')
    mkdirSync(folder)
    writeFileSync(precious, 'years of work')
    symlinkSync(precious, join(folder, `prices.json.${process.pid}`))
    createJsonFiles(folder).write('prices', { a: 1 })
    expect(createJsonFiles(folder).read('prices')).toEqual({ a: 1 })
    expect(readFileSync(precious, 'utf8')).toBe('years of work')
  })
})

describe('a disk that fails', () => {
  test.each(['EFBIG', 'ENOSPC', 'EIO'])('at the mark (%s) stops with exit 14', async (code) => {
    const folder = stateFolder()
    await expect(whileFailing(fs, 'openSync', code, () => open(folder))).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      exit: 14,
    })
    await open(folder)
  })

  test('after a record is written, at its mark: nothing is written any more', async () => {
    const journal = await openJournal(stateFolder(), { now })
    await expect(
      whileFailing(fs, 'writeSync', 'ENOSPC', () => journal.create('one', planned())),
    ).rejects.toMatchObject({ code: 'STORE_DAMAGED', exit: 14 })
    expect(() => journal.create('two', planned())).toThrow('a write failed')
    journal.close()
  })
})
