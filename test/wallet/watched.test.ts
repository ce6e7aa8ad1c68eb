import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountBook,
  createAccount,
  findAccount,
  importKey,
  listAccounts,
} from '../../src/wallet/accounts.ts'
import { addressOfKey } from '../../src/wallet/evmKey.ts'
import {
  exportAccount,
  removeAccount,
  renameAccount,
  watchAddress,
} from '../../src/wallet/keystoreFiles.ts'
import { chooseKey } from '../../src/wallet/keys.ts'

const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
const ton = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'
const tonBounceable = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'
const password = Buffer.from('long enough a password')

let book: AccountBook
beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'swaproute-watched-'))
  book = { folder: join(home, 'accounts'), foundryFolder: null, sandbox: null }
})
afterEach(() => rm(join(book.folder, '..'), { recursive: true }))

const cold = { kind: 'evm', address: evm } as const

describe('a watched address', () => {
  test.each([
    [cold, evm],
    [{ kind: 'ton', address: ton } as const, ton],
    [{ kind: 'ton', address: tonBounceable } as const, ton],
  ])('%j is listed, for its owner alone, without a secret', async (watched, address) => {
    const made = await watchAddress(book, 'cold', watched)
    const source = join(book.folder, 'cold.json')
    expect(made).toEqual({ name: 'cold', kind: watched.kind, address, source, watchOnly: true })
    expect((await listAccounts(book)).accounts).toEqual([made])
    expect((await stat(source)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(source, 'utf8'))).toEqual({
      swaproute: 'watch-only',
      version: 1,
      kind: watched.kind,
      address,
    })
  })

  test('is found by name and address, renamed and removed', async () => {
    await watchAddress(book, 'cold', cold)
    for (const text of ['cold', 'COLD', evm, evm.toLowerCase()]) {
      expect((await findAccount(book, text)).found.account.name).toBe('cold')
    }
    await renameAccount(book, 'cold', 'vault')
    expect(await removeAccount(book, 'vault', 0)).toBeNull()
    expect(await readdir(book.folder)).toEqual([])
  })

  test('never signs, and has no key to copy', async () => {
    await watchAddress(book, 'cold', cold)
    const refused = { code: 'KEY_UNAVAILABLE', message: expect.stringContaining('is watch only') }
    await expect(exportAccount(book, 'cold', join(book.folder, 'out'))).rejects.toMatchObject(
      refused,
    )
    const request = { account: 'cold', keystore: null, keyStdin: false, signer: null } as const
    const source = await chooseKey({
      request: { ...request, kind: 'evm', defaultAccount: null },
      book,
      environmentKey: null,
      readStdin: null,
      onSecret: () => undefined,
    })
    expect(source.account.watchOnly).toBe(true)
    const sources = { passwordFile: null, promptHidden: null, onSecret: () => undefined }
    await expect(source.unlock(sources)).rejects.toMatchObject(refused)
  })

  test.each([
    ['watched already', () => watchAddress(book, 'cold', cold), /^cold watches 0x5290\S+ already/],
    [
      'under a name in use',
      () => createAccount(book, 'again', password),
      /An account "again" already/,
    ],
  ])('is refused where it is %s', async (_case, before, message) => {
    await before()
    await expect(watchAddress(book, 'again', cold)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    })
  })

  test('is refused where its key is here, and gives way to a key that comes later', async () => {
    const key = Buffer.alloc(32, 7)
    const mine = { kind: 'evm', address: addressOfKey(key) } as const
    await watchAddress(book, 'cold', mine)
    await importKey(book, 'main', Buffer.from(key), password)
    expect((await findAccount(book, mine.address)).found.account.name).toBe('main')
    expect((await findAccount(book, 'cold')).found.account.watchOnly).toBe(true)
    await removeAccount(book, 'cold', 0)
    await expect(watchAddress(book, 'cold', mine)).rejects.toThrow(
      `main has the key of ${mine.address}.`,
    )
  })

  test.each([
    ['another address', { address: evm.replace('0x52', '0x53') }],
    ['a lower-case address', { address: evm.toLowerCase() }],
    ['an address of the other kind', { kind: 'ton' }],
    ['an unknown member', { key: '0x01' }],
    ['another version', { version: 2 }],
  ])('a file with %s is no account', async (_case, change) => {
    await watchAddress(book, 'cold', cold)
    const path = join(book.folder, 'cold.json')
    const content = { swaproute: 'watch-only', version: 1, ...cold, ...change }
    await writeFile(path, JSON.stringify(content))
    const { accounts, warnings } = await listAccounts(book)
    expect([accounts, warnings.map(({ code }) => code)]).toEqual([[], ['KEYSTORE_UNREADABLE']])
  })

  test('a file that others may change is refused like a keystore (K4)', async () => {
    await watchAddress(book, 'cold', cold)
    await chmod(join(book.folder, 'cold.json'), 0o666)
    expect((await listAccounts(book)).accounts).toEqual([])
  })
})
