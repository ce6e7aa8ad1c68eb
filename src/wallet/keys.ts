import type { TonWalletVersion } from '../chains/ton/wallets.ts'
import { SwaprouteError } from '../core/errors.ts'
import {
  type AccountBook,
  type FoundAccount,
  findAccount,
  readAccountFile,
  sandboxNames,
  wrongKind,
} from './accounts.ts'
import { environmentKeyName } from './environmentKey.ts'
import { addressOfKey, parseEvmKey } from './evmKey.ts'
import { type PasswordSources, readPassword } from './passwords.ts'
import type { Realm } from './realm.ts'
import type { WalletWarning } from './secretFiles.ts'
import type { Account, KeyChoice } from './types.ts'
import { withoutKey } from './watched.ts'

/** The user's settings for the key of this run. */
export type KeySettings = KeyChoice & {
  /** SWAPROUTE_ACCOUNT or the configuration: used without a flag and an environment key. */
  defaultAccount: string | null
}

export type KeyOptions = {
  request: KeySettings
  book: AccountBook
  /** From `takeEnvironmentKey` (environmentKey.ts). */
  environmentKey: Buffer | null
  /** Reads all of standard input, at most a few kilobytes; null if it is a terminal or in use. */
  readStdin: (() => Promise<Uint8Array>) | null
  /** Receives every secret that enters the process (K9); as text, keys in hex. */
  onSecret: (secret: string) => void
}

/** A plain key, or a keystore with its password; overwritten once it is passed on. */
export type SignerSecret =
  | { kind: 'key'; key: Buffer }
  | { kind: 'keystore'; text: Buffer; password: Buffer }
  /** The content of a TON keystore: 24 words, or 64 hexadecimal digits. */
  | { kind: 'ton'; secret: Buffer; walletVersion: TonWalletVersion }

/**
 * The one key source of this run (docs/safety.md K1). `account.address` is null for Foundry's
 * keystores.
 */
export type KeySource = {
  account: Account
  /** Of a TON wallet, 64 hex digits; null if its keystore does not include it. */
  publicKey: string | null
  realm: Realm
  warnings: WalletWarning[]
  /** Asks for the password if needed; called only right before the first signature. */
  unlock(sources: PasswordSources): Promise<SignerSecret>
}

/**
 * Selects the key of this run and its account; opens nothing (`--dry-run` needs no more, K11).
 * Flags come before the environment's key, which comes before the default account.
 * @throws SwaprouteError INVALID_ARGUMENT if two flags select a key, KEY_UNAVAILABLE if there is no
 *   key or it cannot be used
 */
export async function chooseKey(options: KeyOptions): Promise<KeySource> {
  const { request, book, environmentKey } = options
  const { account, keystore, keyStdin, defaultAccount } = request
  const flags = [account !== null, keystore !== null, keyStdin].filter(Boolean).length
  if (flags > 1) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'More than one key is selected.', {
      hint: 'Use only one of --account, --keystore and --key-stdin.',
      context: { check: 'K1' },
    })
  }
  const unused =
    flags === 1 && environmentKey !== null
      ? [{ code: 'ENVIRONMENT_KEY_UNUSED', message: `${environmentKeyName} is set but not used.` }]
      : []

  const source = await chosenSource(options)
  if (source !== null) return { ...source, warnings: [...source.warnings, ...unused] }
  if (defaultAccount !== null) return await fromAccount(book, defaultAccount, request.kind)
  throw new SwaprouteError('KEY_UNAVAILABLE', 'No signing account selected.', {
    hint:
      book.sandbox === null
        ? 'Choose one with --account; `swaproute wallet list` shows them.'
        : `Choose one with --account (${sandboxNames(book.sandbox).join(', ')}).`,
  })
}

async function chosenSource(options: KeyOptions): Promise<KeySource | null> {
  const { request, book, environmentKey, onSecret } = options
  if (request.account !== null) return await fromAccount(book, request.account, request.kind)
  if (request.keystore !== null) {
    refuseInSandbox(book)
    const { found, warnings } = await readAccountFile(request.keystore)
    if (found.account.kind !== (request.kind ?? found.account.kind)) {
      throw wrongKind(found.account, request.kind)
    }
    return fromFound(found, warnings)
  }
  if (request.keyStdin) {
    refuseInSandbox(book)
    return evmOnly(fromText(await stdinBytes(options), 'stdin', [], onSecret), request)
  }
  if (environmentKey === null || request.kind === 'ton') return null
  if (book.sandbox !== null && request.defaultAccount !== null) return null
  refuseInSandbox(book)
  const warning = {
    code: 'ENVIRONMENT_KEY',
    message:
      `The key comes from ${environmentKeyName}: anyone who can read this process's ` +
      'environment or the settings of the build has it. Prefer a keystore outside CI.',
  }
  return evmOnly(fromText(environmentKey, 'environment', [warning], onSecret), request)
}

/** A bare key is an EVM key: on TON one key has an address per wallet contract. */
function evmOnly(source: KeySource, { kind }: KeySettings): KeySource {
  if (kind === 'ton') throw wrongKind(source.account, kind)
  return source
}

async function fromAccount(
  book: AccountBook,
  name: string,
  kind: KeySettings['kind'],
): Promise<KeySource> {
  const { found, warnings } = await findAccount(book, name, kind)
  return fromFound(found, warnings)
}

function fromFound(found: FoundAccount, warnings: WalletWarning[]): KeySource {
  const { account, publicKey } = found
  if (found.origin === 'sandbox') {
    const { privateKey } = found
    return {
      account,
      publicKey,
      realm: 'sandbox',
      warnings,
      unlock: async () => {
        const text = Buffer.from(privateKey, 'utf8')
        if (account.kind === 'evm') return { kind: 'key', key: parseEvmKey(text) }
        const { walletVersion } = account
        if (walletVersion === undefined) throw new Error('a TON account without a wallet version')
        const { parseTonSecret } = await import('./tonKey.ts')
        return { kind: 'ton', secret: await parseTonSecret(text), walletVersion }
      },
    }
  }
  return {
    account,
    publicKey,
    realm: 'live',
    warnings,
    unlock: async (sources) => {
      if (found.origin === 'watched') throw withoutKey(account)
      const password = await readPassword(sources, account.name)
      return { kind: 'keystore', text: Buffer.from(found.bytes), password }
    },
  }
}

/** Consumes the text: it is overwritten as soon as the key is parsed. */
function fromText(
  text: Uint8Array,
  source: 'stdin' | 'environment',
  warnings: WalletWarning[],
  onSecret: (secret: string) => void,
): KeySource {
  onSecret(Buffer.from(text).toString('utf8').trim())
  let key: Buffer | null
  try {
    key = parseEvmKey(text)
  } finally {
    text.fill(0)
  }
  onSecret(`0x${key.toString('hex')}`)
  const account: Account = { name: source, kind: 'evm', address: addressOfKey(key), source }
  return {
    account,
    publicKey: null,
    realm: 'live',
    warnings,
    unlock: async () => {
      if (key === null) throw new Error('a key from outside can be used only once')
      const secret: SignerSecret = { kind: 'key', key }
      key = null
      return secret
    },
  }
}

async function stdinBytes({ readStdin }: KeyOptions): Promise<Uint8Array> {
  if (readStdin !== null) return await readStdin()
  throw new SwaprouteError('KEY_UNAVAILABLE', 'No key can be read from standard input.', {
    hint: 'Pipe the key in, for example `pass show key | swaproute swap … --key-stdin`.',
  })
}

function refuseInSandbox(book: AccountBook): void {
  if (book.sandbox === null) return
  throw new SwaprouteError('KEY_UNAVAILABLE', 'In the sandbox only its own accounts can sign.', {
    hint: `Use --account ${sandboxNames(book.sandbox).join(' or ')}.`,
    context: { sandbox: true },
  })
}
