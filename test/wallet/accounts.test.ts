import fs, { chmod, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import {
  type AccountBook,
  createAccount,
  findAccount,
  importKey,
  importKeystore,
  listAccounts,
  readAccountFile,
} from '../../src/wallet/accounts.ts'
import { openKeystore } from '../../src/wallet/keystore.ts'
import { parseKeystore } from '../../src/wallet/keystoreFormat.ts'
import { whileFailing } from '../support/whileFailing.ts'
import { watchWiped } from '../support/wiped.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { temporaryFolder } from './support/temporary.ts'
import { officialAddress, officialKeystores } from './vectors/keystores.ts'

const [, , cheap] = officialKeystores
const cheapAddress = privateKeyToAddress(`0x${cheap.key}`)
const password = Buffer.from('correct horse')
const alice = {
  name: 'alice',
  kind: 'evm',
  address: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
  privateKey: `0x${'46'.repeat(32)}`,
} as const

async function book(change: Partial<AccountBook> = {}): Promise<AccountBook> {
  const home = await temporaryFolder()
  return {
    folder: join(home, 'accounts'),
    foundryFolder: join(home, 'foundry'),
    sandbox: null,
    ...change,
  }
}

async function put(folder: string, name: string, content: unknown, mode = 0o600): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  await chmod(path, mode)
  return path
}

describe('making accounts', () => {
  test('a new one can be listed, found and opened', async () => {
    const accounts = await book()
    const wiped = watchWiped()
    const made = await createAccount(accounts, 'main', password)
    const path = join(accounts.folder, 'main.json')
    expect(made).toEqual({ name: 'main', kind: 'evm', address: made.address, source: path })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(accounts.folder)).mode & 0o777).toBe(0o700)
    expect(await listAccounts(accounts)).toEqual({ accounts: [made], warnings: [] })
    for (const wanted of ['main', 'MAIN', made.address ?? '', made.address?.toLowerCase() ?? '']) {
      expect((await findAccount(accounts, wanted)).found.account).toEqual(made)
    }
    const key = await openKeystore(parseKeystore(await readFile(path)), password)
    // As it was made, and what the file was opened to just now.
    expect(wiped(key)).toBe(2)
    expect(privateKeyToAddress(`0x${key.toString('hex')}`)).toBe(made.address)
  })

  test('an imported key keeps its address', async () => {
    const accounts = await book()
    const key = Buffer.from(cheap.key, 'hex')
    const made = await importKey(accounts, 'old', key, password)
    expect(made.address).toBe(cheapAddress)
    expect(key.toString('hex')).toBe(cheap.key)
  })

  test('an imported keystore is written anew under a new password', async () => {
    const accounts = await book()
    const path = await put(await temporaryFolder(), 'UTC--x', cheap.json)
    const passwords = { old: Buffer.from(cheap.password), new: password }
    const wiped = watchWiped()
    const made = await importKeystore(accounts, 'old', path, passwords)
    expect(wiped(Buffer.from(cheap.key, 'hex'))).toBe(1)
    expect(made.address).toBe(cheapAddress)
    const text = await readFile(join(accounts.folder, 'old.json'))
    expect(JSON.parse(text.toString())).toMatchObject({ crypto: { kdfparams: { n: 262144 } } })
    expect((await openKeystore(parseKeystore(text), password)).toString('hex')).toBe(cheap.key)
    const wrong = { old: Buffer.from('wrong'), new: password }
    const error = await thrownBy(() => importKeystore(accounts, 'b', path, wrong))
    expect(error.code).toBe('KEY_UNAVAILABLE')
    expect(await readdir(accounts.folder)).toEqual(['old.json'])
  })

  test.each([
    '',
    '.hidden',
    '../main',
    'a/b',
    'a\\b',
    'a b',
    'main.json',
    officialAddress,
    'x'.repeat(65),
    'naïve',
  ])('the name %j is refused', async (name) => {
    const accounts = await book()
    const error = await thrownBy(() => createAccount(accounts, name, password))
    expect(error.code).toBe('INVALID_ARGUMENT')
    await expect(readdir(accounts.folder)).rejects.toThrow('ENOENT')
  })

  test('a taken name is refused, also in other letter case', async () => {
    const accounts = await book()
    const path = await put(accounts.folder, 'main.json', cheap.json)
    await put(accounts.folder, 'other.json', cheap.json)
    for (const name of ['main', 'Main']) {
      const error = await thrownBy(() => createAccount(accounts, name, password))
      expect(error.message).toContain('already exists')
    }
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(cheap.json)
  })

  test('a short password is refused', async () => {
    const accounts = await book()
    const error = await thrownBy(() => createAccount(accounts, 'main', Buffer.from('seven77')))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
    const { name } = await createAccount(accounts, 'main', Buffer.from('eight888'))
    expect(name).toBe('main')
  })

  test('not in a sandbox', async () => {
    const accounts = await book({ sandbox: [alice] })
    const error = await thrownBy(() => createAccount(accounts, 'main', password))
    expect(error.code).toBe('INVALID_ARGUMENT')
  })
})

describe('finding accounts', () => {
  test('also in Foundry’s folder, without an address', async () => {
    const accounts = await book()
    const path = await put(accounts.foundryFolder ?? '', 'deployer', cheap.json)
    const { accounts: listed } = await listAccounts(accounts)
    expect(listed).toEqual([{ name: 'deployer', kind: 'evm', address: null, source: path }])
    const { found } = await findAccount(accounts, 'deployer')
    expect(found).toMatchObject({ origin: 'file', path })
    expect((await thrownBy(() => findAccount(accounts, cheapAddress))).context).toEqual({
      known: ['deployer'],
    })
  })

  test('warns about a file that is not a keystore or that others may read', async () => {
    const accounts = await book()
    await put(accounts.folder, 'broken.json', '{')
    await put(accounts.folder, 'open.json', { ...cheap.json, address: cheapAddress }, 0o644)
    await put(accounts.folder, 'notes.txt', 'no account')
    await put(accounts.folder, '.hidden.json', '{')
    await mkdir(join(accounts.folder, 'old.json'))
    const { accounts: listed, warnings } = await listAccounts(accounts)
    expect(listed.map(({ name }) => name)).toEqual(['open'])
    expect(warnings.map(({ code }) => code)).toEqual(['KEYSTORE_READABLE', 'KEYSTORE_UNREADABLE'])
    const { warnings: own } = await findAccount(accounts, cheapAddress)
    expect(own.map(({ code }) => code)).toEqual(['KEYSTORE_READABLE'])
  })

  test('a name in both folders is ambiguous; its file decides', async () => {
    const accounts = await book()
    await put(accounts.folder, 'main.json', cheap.json)
    const foreign = await put(accounts.foundryFolder ?? '', 'main', cheap.json)
    const error = await thrownBy(() => findAccount(accounts, 'main'))
    expect(error.message).toContain('more than one')
    expect(error.hint).toContain(foreign)
    expect((await readAccountFile(foreign)).found.account.name).toBe('main')
  })

  test('an unknown name lists the known ones', async () => {
    const accounts = await book()
    await put(accounts.folder, 'main.json', cheap.json)
    const error = await thrownBy(() => findAccount(accounts, 'mian'))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', exit: 3 })
    expect(error.message).toBe('There is no account "mian".')
    expect(error.hint).toContain('Known accounts: main.')
    const long = await thrownBy(() => findAccount(accounts, `y${'x'.repeat(80)}`))
    expect(long.message).toBe(`There is no account "y${'x'.repeat(63)}".`)
  })

  test('a disk that fails is not taken for a file that is not a keystore', async () => {
    const accounts = await book()
    await put(accounts.folder, 'main.json', cheap.json)
    await whileFailing(fs, 'open', 'EIO', async () => {
      const { warnings } = await listAccounts(accounts)
      expect(warnings.map(({ code }) => code)).toEqual(['KEYSTORE_UNREADABLE'])
    })
    const reading = await watchReading(join(accounts.folder, 'main.json'))
    reading.mockRejectedValueOnce(new Error('EIO'))
    await expect(listAccounts(accounts)).rejects.toThrow('EIO')
    expect((await listAccounts(accounts)).accounts).toHaveLength(1)
  })

  test('is empty without folders', async () => {
    expect(await listAccounts(await book({ foundryFolder: null }))).toEqual({
      accounts: [],
      warnings: [],
    })
  })
})

describe('in a sandbox', () => {
  test('there are only its own accounts', async () => {
    const accounts = await book({ sandbox: [alice] })
    await put(accounts.folder, 'main.json', cheap.json)
    const { privateKey: _, ...shown } = alice
    const expected = { ...shown, source: 'sandbox' }
    expect((await listAccounts(accounts)).accounts).toEqual([expected])
    expect((await findAccount(accounts, 'Alice')).found.account).toEqual(expected)
    expect((await findAccount(accounts, alice.address)).found.origin).toBe('sandbox')
  })

  test('a user’s own account is refused by its name', async () => {
    const accounts = await book({ sandbox: [alice] })
    await put(accounts.folder, 'main.json', cheap.json)
    await put(accounts.folder, 'other.json', cheap.json)
    const own = await thrownBy(() => findAccount(accounts, 'main'))
    expect(own.message).toBe('The account "main" is a real account and cannot sign in the sandbox.')
    expect(own.context).toEqual({ sandbox: true })
    const unknown = await thrownBy(() => findAccount(accounts, 'carol'))
    expect(unknown.message).toBe('The sandbox has no account "carol".')
    expect(unknown.hint).toBe('Use a sandbox account: alice.')
    const name = `y${'x'.repeat(63)}`
    const long = await thrownBy(() => findAccount(accounts, `${name}x`))
    expect(long.message).toBe(`The sandbox has no account "${name}".`)
    await put(accounts.folder, `${name}xx.json`, cheap.json)
    const longer = await thrownBy(() => findAccount(accounts, `${name}xx`))
    expect(longer.message).toContain(`The account "${name}" is a real account`)
  })

  test('its accounts do not exist outside', async () => {
    const error = await thrownBy(async () => findAccount(await book(), 'alice'))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE' })
    expect(error.hint).toBe(
      'Create one with `swaproute wallet new main`, or use --sandbox with its account alice.',
    )
  })
})

test('reports a folder that cannot be read instead of taking it for an empty one', async () => {
  const accounts = await book()
  await put(join(accounts.folder, '..'), 'accounts', 'a file where the folder should be')
  const error = await thrownBy(() => listAccounts(accounts))
  expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', exit: 3 })
  expect(error.message).toContain('cannot be read')
})

/** Reading from files, to make it fail. */
async function watchReading(path: string): Promise<MockInstance<FileHandle['read']>> {
  const handle = await open(path)
  await handle.close()
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  const spy = vi.spyOn(prototype, 'read')
  onTestFinished(() => spy.mockRestore())
  return spy
}
