import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isSameTonAddress } from '../chains/ton/address.ts'
import type { TonWalletVersion } from '../chains/ton/wallets.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SandboxAccount } from '../core/sandboxPackage.ts'
import { addressOfKey, createEvmKey } from './evmKey.ts'
import { openKeystore, writeKeystore } from './keystore.ts'
import { type KeystoreContent, parseKeystore } from './keystoreFormat.ts'
import { minPasswordBytes } from './passwords.ts'
import {
  type WalletWarning,
  ensurePrivateDirectory,
  readKeystoreFile,
  writeNewSecretFile,
} from './secretFiles.ts'
import type { Account } from './types.ts'
import { isSameAddress, parseWatched, sharedFile } from './watched.ts'

/** The places to search for accounts. Folders that do not exist count as empty. */
export type AccountBook = {
  /** The program's own folder of keystores, `<name>.json`; new ones are written here. */
  folder: string
  /** `~/.foundry/keystores` or null; read-only. */
  foundryFolder: string | null
  /** The only accounts inside a sandbox; null outside. */
  sandbox: readonly SandboxAccount[] | null
}

type Known = {
  account: Account
  /** Of a TON wallet, 64 hex digits, proved to give its address; null if unknown. */
  publicKey: string | null
}

/** A keystore file's account and the file's bytes, still encrypted; `watched`: without a key. */
export type FileAccount = Known & { origin: 'file' | 'watched'; path: string; bytes: Buffer }

/** An account and the location of its key. */
export type FoundAccount = FileAccount | (Known & { origin: 'sandbox'; privateKey: string })

type Read<T extends FoundAccount> = { found: T; warnings: WalletWarning[] }

const nameShape = /^[a-z0-9][a-z0-9_.-]{0,63}$/i

/**
 * All accounts of the run, by name. A file that is not a keystore gives a warning, not an error.
 * Without a password, an address in a file is unproved.
 */
export async function listAccounts(
  book: AccountBook,
): Promise<{ accounts: Account[]; warnings: WalletWarning[] }> {
  if (book.sandbox !== null) {
    return { accounts: book.sandbox.map(toSandboxAccount), warnings: [] }
  }
  const { readable, unreadable } = await readAll(book)
  return {
    accounts: readable.map(({ found }) => found.account),
    warnings: [...readable.flatMap(({ warnings }) => warnings), ...unreadable],
  }
}

/**
 * The account with a name, or with an address in any letter case or form.
 * @param needed the kind that has to sign; selects one of two accounts with the same name, such as
 *   the sandbox's `alice`; null: any
 * @throws SwaprouteError KEY_UNAVAILABLE if there is no such account, if two have the name, if it
 *   is of the other kind, or if the name belongs to the other realm (sandbox or live)
 */
export async function findAccount(
  book: AccountBook,
  nameOrAddress: string,
  needed: Account['kind'] | null = null,
): Promise<Read<FoundAccount>> {
  const wanted = nameOrAddress.toLowerCase()
  const isWanted = ({ name, kind, address }: Account): boolean => {
    if (name.toLowerCase() === wanted) return true
    if (address === null) return false
    return kind === 'ton'
      ? isSameTonAddress(address, nameOrAddress)
      : address.toLowerCase() === wanted
  }

  if (book.sandbox !== null) {
    const named = book.sandbox.filter((account) => isWanted(toSandboxAccount(account)))
    const [first] = named
    if (first === undefined) throw await notInSandbox(book, book.sandbox, nameOrAddress, isWanted)
    const entry = named.find(({ kind }) => kind === (needed ?? kind))
    if (entry === undefined) throw wrongKind(toSandboxAccount(first), needed)
    const { privateKey } = entry
    const known = await knownOf(toSandboxAccount(entry), privateKey)
    return { found: { origin: 'sandbox', ...known, privateKey }, warnings: [] }
  }

  const { readable } = await readAll(book)
  const matches = withoutWatchedTwins(readable.filter(({ found }) => isWanted(found.account)))
  const [match, second] = matches
  if (match === undefined) throw unknownAccount(nameOrAddress, readable)
  if (needed !== null && match.found.account.kind !== needed) {
    throw wrongKind(match.found.account, needed)
  }
  if (second !== undefined) {
    const files = matches.map(({ found }) => found.path).join(' and ')
    throw new SwaprouteError(
      'KEY_UNAVAILABLE',
      `"${nameOrAddress}" matches more than one account.`,
      {
        hint: `Choose one with --keystore FILE: ${files}.`,
      },
    )
  }
  return match
}

/** Where the key of a watched address is here too, its account is meant. */
function withoutWatchedTwins(matches: readonly Read<FileAccount>[]): Read<FileAccount>[] {
  const keyed = matches.filter(({ found }) => found.origin === 'file')
  return matches.filter(({ found: { origin, account } }) => {
    return origin === 'file' || !keyed.some(({ found }) => isSameAddress(found.account, account))
  })
}

/**
 * Reads the keystore file of `--keystore`. The account's name comes from the file name.
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function readAccountFile(path: string): Promise<Read<FileAccount>> {
  const { bytes, warnings } = await readKeystoreFile(path)
  const name = (path.split(/[/\\]/).at(-1) ?? path).replace(/\.json$/i, '')
  const watched = parseWatched(bytes)
  if (watched !== null) {
    if (warnings.length > 0) throw sharedFile(path)
    const account: Account = { name, ...watched, source: path, watchOnly: true }
    return { found: { origin: 'watched', account, publicKey: null, path, bytes }, warnings }
  }
  const { content } = parseKeystore(bytes)
  const account = toAccount(name, path, content)
  const publicKey = content.kind === 'ton' ? content.publicKey : null
  return { found: { origin: 'file', account, publicKey, path, bytes }, warnings }
}

/**
 * A new random TON account; see `createAccount`. `reveal` gets its words once they are on disk.
 */
export async function createTonAccount(
  book: AccountBook,
  name: string,
  password: Uint8Array,
  version: TonWalletVersion,
  reveal: ((words: readonly string[]) => Promise<void>) | null = null,
): Promise<Account> {
  const { createTonSecret } = await import('./tonKey.ts')
  const secret = await createTonSecret()
  try {
    const account = await importTonSecret(book, name, secret, password, version)
    await reveal?.(secret.toString('utf8').split(' '))
    return account
  } finally {
    secret.fill(0)
  }
}

/**
 * Stores an existing TON secret (see `parseTonSecret`) under a name.
 * @throws as createAccount
 */
export async function importTonSecret(
  book: AccountBook,
  name: string,
  secret: Uint8Array,
  password: Uint8Array,
  version: TonWalletVersion,
): Promise<Account> {
  await checkNewAccount(book, name, password)
  const { describeTonSecret } = await import('./tonKeystore.ts')
  const content = await describeTonSecret(secret, version)
  const path = await writeAccount(book, name, await writeKeystore(secret, password, content))
  return toAccount(name, path, content)
}

/**
 * A new random EVM account, encrypted and safely on disk before this returns: only then may its
 * address be shown. The caller overwrites `password`.
 * @throws SwaprouteError INVALID_ARGUMENT (name in use or malformed, password too short),
 * KEY_UNAVAILABLE (the folder cannot be written)
 */
export async function createAccount(
  book: AccountBook,
  name: string,
  password: Uint8Array,
): Promise<Account> {
  const key = createEvmKey()
  try {
    return await importKey(book, name, key, password)
  } finally {
    key.fill(0)
  }
}

/**
 * Stores an existing EVM key (32 bytes, see `parseEvmKey`) under a name. The caller overwrites key
 * and password.
 * @throws as createAccount
 */
export async function importKey(
  book: AccountBook,
  name: string,
  key: Uint8Array,
  password: Uint8Array,
): Promise<Account> {
  await checkNewAccount(book, name, password)
  const address = addressOfKey(key)
  const text = await writeKeystore(key, password, { kind: 'evm', address })
  return { name, kind: 'evm', address, source: await writeAccount(book, name, text) }
}

async function writeAccount(book: AccountBook, name: string, keystore: string): Promise<string> {
  await ensurePrivateDirectory(book.folder)
  const path = join(book.folder, `${name}.json`)
  await writeNewSecretFile(path, keystore)
  return path
}

/**
 * Imports a keystore of another program: opens it with its password and writes it again under a new
 * one (or the same) with the current key derivation.
 * @throws as createAccount, and KEY_UNAVAILABLE for a wrong password
 */
export async function importKeystore(
  book: AccountBook,
  name: string,
  path: string,
  passwords: { old: Uint8Array; new: Uint8Array },
): Promise<Account> {
  await checkNewAccount(book, name, passwords.new)
  const { bytes } = await readKeystoreFile(path)
  const keystore = parseKeystore(bytes)
  const secret = await openKeystore(keystore, passwords.old)
  try {
    if (keystore.content.kind === 'evm') return await importKey(book, name, secret, passwords.new)
    const { describeSeed, seedOfKeystore } = await import('./tonKeystore.ts')
    const seed = await seedOfKeystore(Buffer.from(secret), keystore.content)
    const content = describeSeed(seed, keystore.content.walletVersion)
    const text = await writeKeystore(secret, passwords.new, content)
    return toAccount(name, await writeAccount(book, name, text), content)
  } finally {
    secret.fill(0)
  }
}

async function checkNewAccount(
  book: AccountBook,
  name: string,
  password: Uint8Array,
): Promise<void> {
  await checkNewName(book, name)
  if (password.length >= minPasswordBytes) return
  throw new SwaprouteError('INVALID_ARGUMENT', 'The password is too short.', {
    hint: `Use at least ${minPasswordBytes} characters.`,
  })
}

/**
 * Checked before any password is asked for.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export async function checkNewName(book: AccountBook, name: string): Promise<void> {
  if (book.sandbox !== null) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'The sandbox creates its own accounts.', {
      hint: 'Leave out --sandbox to create a real account.',
    })
  }
  if (!nameShape.test(name) || /^0x[0-9a-f]{40}$/i.test(name) || /\.json$/i.test(name)) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      `"${name.slice(0, 64)}" is not a valid account name.`,
      {
        hint: 'Use up to 64 letters, digits, dots, dashes and underscores, such as "main".',
      },
    )
  }
  // Names are compared case-insensitively, as in some file systems.
  const names = await fileNames(book.folder)
  if (names.some((file) => file.toLowerCase() === `${name.toLowerCase()}.json`)) {
    throw new SwaprouteError('INVALID_ARGUMENT', `An account "${name}" already exists.`, {
      hint: 'Choose another name; an existing keystore is never overwritten.',
    })
  }
}

async function readAll(
  book: AccountBook,
): Promise<{ readable: Read<FileAccount>[]; unreadable: WalletWarning[] }> {
  const { folder, foundryFolder } = book
  const own = (await fileNames(folder)).filter((file) => /\.json$/i.test(file))
  const paths = own.map((file) => join(folder, file))
  if (foundryFolder !== null) {
    paths.push(...(await fileNames(foundryFolder)).map((file) => join(foundryFolder, file)))
  }
  const readable: Read<FileAccount>[] = []
  const unreadable: WalletWarning[] = []
  for (const path of paths) {
    try {
      readable.push(await readAccountFile(path))
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown
      unreadable.push({ code: 'KEYSTORE_UNREADABLE', message: `${path}: ${thrown.message}` })
    }
  }
  return { readable, unreadable }
}

async function fileNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    return files.map(({ name }) => name).sort()
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return []
    throw new SwaprouteError('KEY_UNAVAILABLE', `The folder ${folder} cannot be read.`, {
      hint: 'Check its permissions.',
      cause: thrown,
    })
  }
}

function toAccount(name: string, path: string, content: KeystoreContent): Account {
  const account = { name, kind: content.kind, address: content.address, source: path }
  return content.kind === 'ton' ? { ...account, walletVersion: content.walletVersion } : account
}

/** Derives the wallet contract of a TON account from the sandbox's address and key. */
async function knownOf(account: Account, privateKey: string): Promise<Known> {
  if (account.kind === 'evm' || account.address === null) return { account, publicKey: null }
  const { walletOfSandboxKey } = await import('./tonKeystore.ts')
  const wallet = await walletOfSandboxKey(privateKey, account.address)
  if (wallet !== null) {
    const { walletVersion, publicKey } = wallet
    return { account: { ...account, walletVersion }, publicKey }
  }
  throw new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The address of sandbox account ${account.name} does not belong to its key.`,
    { hint: 'Reset the sandbox: `swaproute sandbox reset`.' },
  )
}

function toSandboxAccount({ name, kind, address }: SandboxAccount): Account {
  return { name, kind, address, source: 'sandbox' }
}

/** The error for an account that cannot sign on the required chain. */
export function wrongKind(account: Account, needed: Account['kind'] | null): SwaprouteError {
  const has = account.kind === 'ton' ? 'a TON wallet' : 'an EVM account'
  const wants = needed === 'ton' ? 'a TON wallet' : 'an EVM account'
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    `${account.name} is ${has}; this command needs ${wants}.`,
    {
      hint: 'Choose another one with --account; `swaproute wallet list` shows the kind of each.',
      context: { kind: account.kind, needed },
    },
  )
}

function unknownAccount(wanted: string, readable: Read<FileAccount>[]): SwaprouteError {
  const names = readable.map(({ found }) => found.account.name)
  return new SwaprouteError('KEY_UNAVAILABLE', `There is no account "${wanted.slice(0, 64)}".`, {
    hint:
      names.length === 0
        ? 'Create one with `swaproute wallet new main`, or use --sandbox with its account alice.'
        : `Known accounts: ${names.join(', ')}. The sandbox has its own (--sandbox).`,
    context: { known: names },
  })
}

/** Each name once: some names have an account of each kind. */
export function sandboxNames(sandbox: readonly SandboxAccount[]): string[] {
  return [...new Set(sandbox.map(({ name }) => name))]
}

async function notInSandbox(
  book: AccountBook,
  sandbox: readonly SandboxAccount[],
  wanted: string,
  isWanted: (account: Account) => boolean,
): Promise<SwaprouteError> {
  const { readable } = await readAll(book)
  const isOwn = readable.some(({ found }) => isWanted(found.account))
  const message = isOwn
    ? `The account "${wanted.slice(0, 64)}" is a real account and cannot sign in the sandbox.`
    : `The sandbox has no account "${wanted.slice(0, 64)}".`
  return new SwaprouteError('KEY_UNAVAILABLE', message, {
    hint: `Use a sandbox account: ${sandboxNames(sandbox).join(', ')}.`,
    context: { sandbox: true },
  })
}
