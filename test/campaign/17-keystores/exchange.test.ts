/** Row 17: keystores go to Foundry's cast and come from it, and hold the same key there. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import {
  type AccountBook,
  findAccount,
  importKey,
  importKeystore,
  listAccounts,
} from '../../../src/wallet/accounts.ts'
import { openKeystore } from '../../../src/wallet/keystore.ts'
import { parseKeystore } from '../../../src/wallet/keystoreFormat.ts'
import { temporaryFolder } from '../../wallet/support/temporary.ts'
import { defineRow } from '../support/row.ts'
import { cast } from './cast.ts'

defineRow(
  {
    number: 17,
    title: 'keystores exchanged with cast',
    cases: { fast: 3, full: 50 },
  },
  async (row) => {
    const home = await temporaryFolder()
    const foundryFolder = join(home, '.foundry', 'keystores')
    await mkdir(foundryFolder, { recursive: true })
    const book: AccountBook = { folder: join(home, 'accounts'), foundryFolder, sandbox: null }
    const foundry = ['--keystore-dir', foundryFolder]

    const fromCast = row.sized({ fast: 2, full: 25 })
    for (let index = 0; index < fromCast; index += 1) {
      const name = `foundry${index}`
      const key = Buffer.from(row.random.bytes(32)).toString('hex')
      const password = passwordOf(index)
      await row.check(`${name}, written by cast`, async () => {
        await cast(
          home,
          'wallet',
          'import',
          name,
          ...foundry,
          '--private-key',
          `0x${key}`,
          '--unsafe-password',
          password,
        )
        const { found } = await findAccount(book, name)
        if (found.origin !== 'file') throw new Error('not a file')
        same(await secretOf(found.bytes, password), key)
        if (row.size === 'fast' || index > 0) return
        // Taken over into the own folder, and from there back to cast.
        const passwords = { old: Buffer.from(password), new: Buffer.from(`${password} again`) }
        const { address } = await importKeystore(book, 'own', found.path, passwords)
        same(address ?? '', privateKeyToAddress(`0x${key}`))
        same(await decrypted(home, book.folder, 'own.json', `${password} again`), key)
      })
    }
    await row.twin('Foundry’s folder is listed', async () => {
      const { accounts } = await listAccounts(book)
      same(
        String(accounts.filter(({ source }) => source.startsWith(foundryFolder)).length),
        String(fromCast),
      )
    })

    const toCast = row.sized({ fast: 1, full: 25 })
    for (let index = 0; index < toCast; index += 1) {
      const name = `made${index}`
      const key = row.random.bytes(32)
      const digits = Buffer.from(key).toString('hex')
      await row.check(`${name}, read by cast`, async () => {
        const password = passwordOf(index + 100)
        await importKey(book, name, key, Buffer.from(password))
        same(await decrypted(home, book.folder, `${name}.json`, password), digits)
      })
    }
    row.note(`${fromCast} from cast, ${toCast} to cast and one there and back in full size`)
  },
)

/** Also long ones, and of other alphabets. */
function passwordOf(index: number): string {
  return (
    ['correct horse', 'pässwörd 密码 😀', 'x'.repeat(200), 'with "quotes" and $HOME'][index % 4] ??
    ''
  )
}

async function decrypted(
  home: string,
  folder: string,
  file: string,
  password: string,
): Promise<string> {
  const text = await cast(
    home,
    'wallet',
    'decrypt-keystore',
    file,
    '--keystore-dir',
    folder,
    '--unsafe-password',
    password,
  )
  return /0x([0-9a-f]{64})$/.exec(text)?.[1] ?? text
}

async function secretOf(bytes: Uint8Array, password: string): Promise<string> {
  return (await openKeystore(parseKeystore(bytes), Buffer.from(password))).toString('hex')
}

function same(found: string, expected: string): void {
  if (found !== expected) throw new Error(`${found} instead of ${expected}`)
}
