import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type AccountBook, importKey, listAccounts } from '../../src/wallet/accounts.ts'
import { derivedKey, isPhrase, keyOfPhrase } from '../../src/wallet/evmPhrase.ts'
import { addressOfKey } from '../../src/wallet/evmKey.ts'
import { exportAccount, removeAccount, renameAccount } from '../../src/wallet/keystoreFiles.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { temporaryFolder } from './support/temporary.ts'

const key = Buffer.from('46'.repeat(32), 'hex')

async function bookOf(...names: string[]): Promise<AccountBook> {
  const book = {
    folder: join(await temporaryFolder(), 'accounts'),
    foundryFolder: null,
    sandbox: null,
  }
  for (const name of names) await importKey(book, name, key, Buffer.from('correct horse'))
  return book
}
const namesOf = async (book: AccountBook): Promise<string[]> =>
  (await listAccounts(book)).accounts.map(({ name }) => name)

describe('keystores as files', () => {
  test('a removed one is out of use, and its bytes remain', async () => {
    const book = await bookOf('main', 'old')
    const bytes = await readFile(join(book.folder, 'old.json'))
    const keptAt = (await removeAccount(book, 'old', Date.UTC(2026, 10, 21))) ?? ''
    expect(await namesOf(book)).toEqual(['main'])
    expect(await readFile(keptAt)).toEqual(bytes)
    expect(dirname(keptAt)).toBe(join(book.folder, 'removed'))
    expect((await stat(dirname(keptAt))).mode & 0o777).toBe(0o700)
  })

  test('a new name replaces nothing', async () => {
    const book = await bookOf('main', 'old')
    expect((await thrownBy(() => renameAccount(book, 'old', 'MAIN'))).message).toContain('already')
    await renameAccount(book, 'old', 'trading')
    expect(await namesOf(book)).toEqual(['main', 'trading'])
    expect(await readdir(book.folder)).toEqual(['main.json', 'trading.json'])
  })

  test('an export is the encrypted file, readable for its owner, and overwrites nothing', async () => {
    const book = await bookOf('main')
    const target = join(book.folder, '..', 'copy.json')
    await exportAccount(book, 'main', target)
    expect(await readFile(target)).toEqual(await readFile(join(book.folder, 'main.json')))
    expect((await stat(target)).mode & 0o777).toBe(0o600)
    const again = await thrownBy(() => exportAccount(book, 'main', target))
    expect(again.message).toContain('already exists')
  })

  test.each(['nobody', '../main'])('%s is refused', async (name) => {
    const book = await bookOf('main')
    expect((await thrownBy(() => removeAccount(book, name, 0))).code).toBe('KEY_UNAVAILABLE')
    expect(await namesOf(book)).toEqual(['main'])
  })
})

describe('a seed phrase', () => {
  // Well-known from Hardhat and Foundry: never funded.
  const phrase = `${'test '.repeat(11)}junk`
  const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

  test.each([
    [phrase, 0, first],
    [`  ${phrase.toUpperCase().replaceAll(' ', '\n')}\n`, 0, first],
    [phrase, 1, second],
  ])('%j at %i', async (text, index, address) => {
    expect(isPhrase(Buffer.from(text))).toBe(true)
    expect(addressOfKey(await keyOfPhrase(Buffer.from(text), index))).toBe(address)
  })

  test.each([
    [phrase.replace('junk', 'jink'), 'Word 12 is not in the BIP-39 list.'],
    [phrase.replace('junk', 'test'), 'The checksum of the seed phrase is wrong.'],
    [phrase.slice(5), 'A seed phrase has 12, 15, 18, 21, 24 words, not 11.'],
  ])('a mistake is named, the words are not', async (text, message) => {
    const error = await thrownBy(() => keyOfPhrase(Buffer.from(text), 0))
    expect(error.message).toBe(message)
    expect(JSON.stringify(error)).not.toContain('jink')
  })

  const hard = 0x8000_0000
  // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki, test vectors 1 and 3 (2026-11)
  test.each([
    [
      '000102030405060708090a0b0c0d0e0f',
      [hard, 1, 2 + hard, 2, 1_000_000_000],
      '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8',
    ],
    [
      '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
      [hard],
      '491f7a2eebc7b57028e0d3faa0acda02e75c33b03c48fb288c41e2ea44e1daef',
    ],
  ])('BIP-32: %s at %j', (seed, path, expected) => {
    expect(derivedKey(Buffer.from(seed, 'hex'), path).toString('hex')).toBe(expected)
  })

  // Other lengths, against the library that viem uses.
  test.each([
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon art',
    'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal will',
  ])('as viem derives it: %s', async (words) => {
    const expected = mnemonicToAccount(words, { addressIndex: 7 }).address
    expect(addressOfKey(await keyOfPhrase(Buffer.from(words), 7))).toBe(expected)
  })
})
