import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { showTonAddress, toRawTonAddress } from '../../src/chains/ton/address.ts'
import { walletAddress } from '../../src/chains/ton/wallets.ts'
import {
  type AccountBook,
  createTonAccount,
  findAccount,
  importKey,
  importKeystore,
  importTonSecret,
  listAccounts,
  readAccountFile,
} from '../../src/wallet/accounts.ts'
import { chooseKey, type KeySettings, type KeySource } from '../../src/wallet/keys.ts'
import { openKeystore, writeKeystore } from '../../src/wallet/keystore.ts'
import { parseKeystore } from '../../src/wallet/keystoreFormat.ts'
import { tonNetworkIds } from '../../src/wallet/realm.ts'
import { tonPublicKey, tonSeedOf } from '../../src/wallet/tonKey.ts'
import { watchWiped } from '../support/wiped.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { tonAddressOf, tonSeed } from '../unit/wallet/support/tonPlans.ts'
import { temporaryFolder } from './support/temporary.ts'

const password = Buffer.from('correct horse')
const secret = Buffer.from(tonSeed.toString('hex'))

const publicKeyLine = /,\s*"publicKey": "[0-9a-f]+"/

async function emptyBook(): Promise<AccountBook> {
  return { folder: await temporaryFolder(), foundryFolder: null, sandbox: null }
}

function choose(book: AccountBook, request: Partial<KeySettings>): Promise<KeySource> {
  const none = {
    account: null,
    keystore: null,
    keyStdin: false,
    signer: null,
    kind: null,
    defaultAccount: null,
  }
  return chooseKey({
    request: { ...none, ...request },
    book,
    environmentKey: null,
    readStdin: async () => Buffer.from('46'.repeat(32)),
    onSecret: () => {},
  })
}

describe('keystores of TON wallets', { timeout: 60_000 }, () => {
  test('hold the secret and say address and wallet version (K7)', async () => {
    const book = await emptyBook()
    const account = await importTonSecret(book, 'ton', secret, password, 'v4r2')
    const address = showTonAddress(tonAddressOf('v4r2'), 'wallet')
    expect(address).toMatch(/^UQ/)
    expect(account).toMatchObject({ name: 'ton', kind: 'ton', address, walletVersion: 'v4r2' })
    expect((await stat(account.source)).mode & 0o777).toBe(0o600)
    const text = await readFile(account.source)
    expect(text.toString('utf8')).not.toContain(secret.toString('utf8'))
    const keystore = parseKeystore(text)
    const publicKey = tonPublicKey(tonSeed).toString('hex')
    const content = { kind: 'ton', address, walletVersion: 'v4r2', publicKey }
    expect(keystore.content).toEqual(content)
    expect((await openKeystore(keystore, password)).equals(secret)).toBe(true)
    expect((await listAccounts(book)).accounts).toEqual([account])

    // Taken over under another name and password.
    const fresh = Buffer.from('another horse')
    const wiped = watchWiped()
    const again = await importKeystore(book, 'copy', account.source, { old: password, new: fresh })
    expect(again).toMatchObject({ kind: 'ton', address, walletVersion: 'v4r2' })
    // The secret as it was opened, the copy that its address is proved with, and the seed.
    expect([wiped(secret), wiped(tonSeed)]).toEqual([2, 1])
    const copy = parseKeystore(await readFile(again.source))
    expect(copy.content).toEqual(content)
    expect((await openKeystore(copy, fresh)).equals(secret)).toBe(true)
    expect(await choose(book, { account: 'ton', kind: 'ton' })).toMatchObject({ publicKey })
  })

  test('of other makers need not name the public key, and get it when they are taken over', async () => {
    const book = await emptyBook()
    const { source } = await importTonSecret(book, 'ton', secret, password, 'v5r1')
    const text = await readFile(source, 'utf8')
    const bare = text.replace(publicKeyLine, '')
    expect(bare).not.toBe(text)
    await writeFile(source, bare)
    expect(await choose(book, { account: 'ton', kind: 'ton' })).toMatchObject({ publicKey: null })
    await importKeystore(book, 'copy', source, { old: password, new: password })
    expect(await choose(book, { account: 'copy', kind: 'ton' })).toMatchObject({
      publicKey: tonPublicKey(tonSeed).toString('hex'),
    })
  })

  test('with the public key of another wallet are not read', async () => {
    const book = await emptyBook()
    const { source } = await importTonSecret(book, 'ton', secret, password, 'v5r1')
    const text = await readFile(source, 'utf8')
    const own = tonPublicKey(tonSeed).toString('hex')
    await writeFile(source, text.replace(own, tonPublicKey(Buffer.alloc(32, 9)).toString('hex')))
    const error = await thrownBy(() => readAccountFile(source))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K5' } })
  })

  test('of new wallets open to 24 words', async () => {
    const book = await emptyBook()
    const wiped = watchWiped()
    const account = await createTonAccount(book, 'new', password, 'v5r1')
    expect(account).toMatchObject({ name: 'new', kind: 'ton', walletVersion: 'v5r1' })
    const opened = await openKeystore(parseKeystore(await readFile(account.source)), password)
    expect(opened.toString('utf8').split(' ')).toHaveLength(24)
    expect([wiped(opened), wiped(await tonSeedOf(opened))]).toEqual([1, 1])
  })

  test('with a changed address are not taken over', async () => {
    const book = await emptyBook()
    const { source, address } = await importTonSecret(book, 'ton', secret, password, 'v4r2')
    const text = await readFile(source, 'utf8')
    const stranger = showTonAddress(`0:${'11'.repeat(32)}`, 'wallet')
    const changed = text.replace(address ?? '', stranger)
    const passwords = { old: password, new: password }
    const wiped = watchWiped()
    // Without the public key it is the secret that shows it.
    for (const written of [changed, changed.replace(publicKeyLine, '')]) {
      await writeFile(source, written)
      const error = await thrownBy(() => importKeystore(book, 'copy', source, passwords))
      expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K5' } })
      expect(error.message).toContain(`states ${stranger} but has the key of ${address}`)
    }
    expect([wiped(secret), wiped(tonSeed)]).toEqual([2, 1])
    expect(await readdir(book.folder)).toEqual(['ton.json'])
  })

  test('that hold no secret of a TON wallet are not taken over, and overwritten', async () => {
    const book = await emptyBook()
    const address = showTonAddress(tonAddressOf('v4r2'), 'wallet')
    const content = { kind: 'ton', address, walletVersion: 'v4r2', publicKey: null } as const
    const other = Buffer.from('something else')
    const path = join(book.folder, 'other.json')
    await writeFile(path, await writeKeystore(other, password, content), { mode: 0o600 })
    const passwords = { old: password, new: password }
    const wiped = watchWiped()
    const error = await thrownBy(() => importKeystore(book, 'copy', path, passwords))
    expect(error.hint).toBe('The keystore has different content.')
    expect(wiped(other)).toBe(2)
  })

  test('are not made under a taken name or a short password', async () => {
    const book = await emptyBook()
    const { source } = await importTonSecret(book, 'ton', secret, password, 'v4r2')
    const short = Buffer.from('seven77')
    const taken = 'An account "ton" already exists.'
    for (const [action, message] of [
      [() => importTonSecret(book, 'ton', secret, password, 'v5r1'), taken],
      [() => importTonSecret(book, 'new', secret, short, 'v5r1'), 'The password is too short.'],
      [() => importKeystore(book, 'ton', source, { old: short, new: password }), taken],
      [
        () => importKeystore(book, 'new', source, { old: password, new: short }),
        'The password is too short.',
      ],
    ] as const) {
      const error = await thrownBy(action)
      expect([error.code, error.message]).toEqual(['INVALID_ARGUMENT', message])
    }
    expect(await readdir(book.folder)).toEqual(['ton.json'])
  })
})

describe('finding', { timeout: 60_000 }, () => {
  test('by name and by every written form of the address', async () => {
    const book = await emptyBook()
    const { address } = await importTonSecret(book, 'Ton', secret, password, 'v5r1')
    const raw = toRawTonAddress(address ?? '') ?? ''
    for (const text of [
      'ton',
      address ?? '',
      raw,
      raw.toUpperCase(),
      showTonAddress(raw, 'contract'),
    ]) {
      expect((await findAccount(book, text, 'ton')).found.account.name).toBe('Ton')
    }
  })

  test('refuses an account of the other kind by name', async () => {
    const book = await emptyBook()
    await importTonSecret(book, 'ton', secret, password, 'v5r1')
    await importKey(book, 'evm', Buffer.alloc(32, 0x46), password)
    const wrong = await thrownBy(() => findAccount(book, 'evm', 'ton'))
    expect(wrong.message).toBe('evm is an EVM account; this command needs a TON wallet.')
    expect(wrong.context).toEqual({ kind: 'evm', needed: 'ton' })
    expect((await thrownBy(() => findAccount(book, 'ton', 'evm'))).message).toBe(
      'ton is a TON wallet; this command needs an EVM account.',
    )
    expect((await choose(book, { account: 'ton', kind: 'ton' })).account.kind).toBe('ton')
    const keystore = `${book.folder}/ton.json`
    expect((await choose(book, { keystore, kind: 'ton' })).account.walletVersion).toBe('v5r1')
    for (const request of [
      { keystore, kind: 'evm' as const },
      { defaultAccount: 'evm', kind: 'ton' as const },
      { keyStdin: true, kind: 'ton' as const },
    ]) {
      expect((await thrownBy(() => choose(book, request))).code).toBe('KEY_UNAVAILABLE')
    }
  })
})

describe('the sandbox', () => {
  const publicKey = tonPublicKey(tonSeed)
  const address = walletAddress('v4r2', publicKey, tonNetworkIds.sandbox)
  const evm = {
    name: 'alice',
    kind: 'evm',
    address: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
    privateKey: `0x${'46'.repeat(32)}`,
  } as const
  const ton = { name: 'alice', kind: 'ton', address, privateKey: tonSeed.toString('hex') } as const
  const book: AccountBook = { folder: '/nowhere', foundryFolder: null, sandbox: [evm, ton] }

  test('has accounts of both kinds under one name', async () => {
    expect((await choose(book, { account: 'alice', kind: 'evm' })).account.kind).toBe('evm')
    expect((await choose(book, { account: 'alice' })).account.kind).toBe('evm')
    const source = await choose(book, { account: 'alice', kind: 'ton' })
    expect(source).toMatchObject({
      realm: 'sandbox',
      account: { kind: 'ton', walletVersion: 'v4r2' },
      publicKey: publicKey.toString('hex'),
    })
    const unlocked = await source.unlock({
      passwordFile: null,
      promptHidden: null,
      onSecret: () => {},
    })
    expect(unlocked).toEqual({
      kind: 'ton',
      secret: Buffer.from(ton.privateKey),
      walletVersion: 'v4r2',
    })
  })

  test('names the account whose kind does not fit', async () => {
    for (const [one, needed] of [
      [evm, 'ton'],
      [ton, 'evm'],
    ] as const) {
      const only = { ...book, sandbox: [one] }
      const error = await thrownBy(() => findAccount(only, 'alice', needed))
      expect(error.context).toEqual({ kind: one.kind, needed })
    }
  })

  test('whose address and key do not belong together is refused', async () => {
    const broken = { ...ton, address: `0:${'11'.repeat(32)}` }
    const error = await thrownBy(() => choose({ ...book, sandbox: [broken] }, { account: 'alice' }))
    expect(error.message).toContain('does not belong to its key')
  })
})
