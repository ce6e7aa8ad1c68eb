/**
 * Row 17: keystores go to Foundry's cast and come from it, and hold the same key there. What cast wrote
 * and read is recorded (cast.json explains how). A file that cast read is written here again, byte for
 * byte, with the same salt and the same start of the cipher.
 */
import crypto, { type UUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
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
import cast from './cast.json' with { type: 'json' }

defineRow(
  {
    number: 17,
    title: 'keystores exchanged with cast',
    cases: { fast: 4, full: 51 },
  },
  async (row) => {
    onTestFinished(() => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    })
    const home = await temporaryFolder()
    const foundryFolder = join(home, '.foundry', 'keystores')
    await mkdir(foundryFolder, { recursive: true })
    const book: AccountBook = { folder: join(home, 'accounts'), foundryFolder, sandbox: null }

    const fromCast = cast.written.slice(0, row.sized({ fast: 2, full: 25 }))
    for (const [index, { key, password, text }] of fromCast.entries()) {
      const name = `foundry${index}`
      await row.check(`${name}, written by cast`, async () => {
        await writeFile(join(foundryFolder, name), text, { mode: 0o600 })
        const { found } = await findAccount(book, name)
        if (found.origin !== 'file') throw new Error('not a file')
        same(await secretOf(found.bytes, password), key)
      })
    }
    await row.twin('Foundry’s folder is listed', async () => {
      const { accounts } = await listAccounts(book)
      same(
        String(accounts.filter(({ source }) => source.startsWith(foundryFolder)).length),
        String(fromCast.length),
      )
    })

    const toCast = cast.read.slice(-row.sized({ fast: 2, full: 26 }))
    for (const [index, { key, password, text, printed }] of toCast.entries()) {
      const name = `made${index}`
      await row.check(`${name}, read by cast`, async () => {
        same(/0x([0-9a-f]{64})$/.exec(printed)?.[1] ?? printed, key)
        repeatRandom(text)
        const first = cast.written.find((one) => one.key === key)
        if (first === undefined) {
          await importKey(book, name, Buffer.from(key, 'hex'), Buffer.from(password))
        } else {
          const passwords = { old: Buffer.from(first.password), new: Buffer.from(password) }
          const path = join(foundryFolder, 'foundry0')
          const { address } = await importKeystore(book, name, path, passwords)
          same(address ?? '', privateKeyToAddress(`0x${key}`))
        }
        same(await readFile(join(book.folder, `${name}.json`), 'utf8'), text)
      })
    }
    row.note(
      `${fromCast.length} from cast, ${toCast.length} to cast, one of them there and back; recorded`,
    )
  },
)

const randomParts = z.object({
  id: z.uuid(),
  crypto: z.object({
    cipherparams: z.object({ iv: z.string() }),
    kdfparams: z.object({ salt: z.string() }),
  }),
})

/** The next keystore gets what was random in this one. */
function repeatRandom(text: string): void {
  const { id, crypto: parts } = randomParts.parse(JSON.parse(text))
  const salt = Buffer.from(parts.kdfparams.salt, 'hex')
  const iv = Buffer.from(parts.cipherparams.iv, 'hex')
  const bytes = new Map([salt, iv].map((one) => [one.length, one]))
  vi.spyOn(crypto, 'randomBytes').mockImplementation((size: number) => {
    const found = bytes.get(size)
    if (found === undefined) throw new Error(`${size} random bytes are not recorded`)
    return Buffer.from(found)
  })
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id as UUID)
  syncBuiltinESMExports()
}

async function secretOf(bytes: Uint8Array, password: string): Promise<string> {
  return (await openKeystore(parseKeystore(bytes), Buffer.from(password))).toString('hex')
}

function same(found: string, expected: string): void {
  if (found !== expected) throw new Error(`${found} instead of ${expected}`)
}
