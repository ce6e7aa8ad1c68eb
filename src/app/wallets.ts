import { join } from 'node:path'
import inspector from 'node:inspector'
import { usualCall } from '../chains/evm/dataFees.ts'
import { chainById, isEvmChain } from '../chains/chains.ts'
import { isSameTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import type {
  KeyImport,
  KeyRequest,
  KeystoreTools,
  PayingAccount,
  WalletTools,
} from '../commands/frame/services.ts'
import { blockchainIds } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isSameToken, type Token } from '../core/token.ts'
import { maxFeeOf, mostDataFee } from '../execution/checks/gas.ts'
import type { TonTools } from '../execution/context.ts'
import { proofOf, providerContext } from '../providers/types.ts'
import { packageRoot } from './packageRoot.ts'
import {
  type AccountBook,
  checkNewName,
  createAccount,
  createTonAccount,
  importKey,
  importKeystore,
  importTonSecret,
  listAccounts,
} from '../wallet/accounts.ts'
import { createEvmAccess } from '../wallet/evm.ts'
import { parseEvmKey } from '../wallet/evmKey.ts'
import { isPhrase, keyOfPhrase } from '../wallet/evmPhrase.ts'
import { createProcessSigner } from '../wallet/evmSigner.ts'
import type { ProcessSignerOptions } from '../wallet/signerProcess.ts'
import {
  exportAccount,
  removeAccount,
  renameAccount,
  watchAddress,
} from '../wallet/keystoreFiles.ts'
import { chooseKey, type KeySource } from '../wallet/keys.ts'
import { withoutKey } from '../wallet/watched.ts'
import { readNewPassword, readPassword, type PasswordSources } from '../wallet/passwords.ts'
import { tonNetworkIds } from '../wallet/realm.ts'
import type { Account, AccountChoice, EvmAccess, EvmSigner, TonSigner } from '../wallet/types.ts'
import type { Clients } from './clients.ts'
import type { ExternalKey } from './externalKey.ts'
import { type App, once } from './parts.ts'

/** The key of this run: opened by this program with its password file, or in another program. */
export type ChosenKey =
  | { source: KeySource; passwordFile: string | null }
  | { external: ExternalKey }

/** Maximum bytes of a key on standard input. */
const maxStdinBytes = 4_096

export async function accountBook(app: App): Promise<AccountBook> {
  const sandbox = await app.sandbox()
  return {
    folder: join(app.config.folders.config, 'accounts'),
    foundryFolder: join(app.host.io.home, '.foundry', 'keystores'),
    sandbox: sandbox?.accounts ?? null,
  }
}

export async function evmAccess(app: App): Promise<EvmAccess> {
  const { rpc } = await app.clients()
  return createEvmAccess({ rpc, signal: app.host.signal, now: app.host.io.now })
}

/** Selects the key of this run; opens nothing. */
export async function chosenKey(app: App, request: KeyRequest): Promise<ChosenKey> {
  const { io, warn } = app.host
  if (request.signer !== null) {
    const { externalKey } = await import('./externalKey.ts')
    return { external: await externalKey(app, request.signer, request) }
  }
  const source = await chooseKey({
    request: { ...request, defaultAccount: app.config.account },
    book: await accountBook(app),
    environmentKey: app.environmentKey,
    readStdin: io.terminal.stdin ? null : () => readAll(app),
    onSecret: (secret) => app.redactor.addSecret(secret),
  })
  for (const { code, message } of source.warnings) warn(code, message)
  // Before anything is quoted, shown or asked; the key source refuses as well.
  if (request.signs === true && source.account.watchOnly === true) throw withoutKey(source.account)
  return { source, passwordFile: request.passwordFile }
}

function accountOf(key: ChosenKey): Account {
  return 'external' in key ? key.external.account : key.source.account
}

export function toPayer(key: ChosenKey): PayingAccount {
  const account = accountOf(key)
  const { name, address, kind, watchOnly } = account
  return { name, address, kind, ...(watchOnly === undefined ? {} : { watchOnly }) }
}

/** The signer of an EVM address, in a separate process; asks for the password if needed. */
export async function openSigner(app: App, key: ChosenKey, address: string): Promise<EvmSigner> {
  const account = accountOf(key)
  if (account.address !== null && account.address.toLowerCase() !== address.toLowerCase()) {
    throw otherAccount(account, address)
  }
  if ('external' in key) return key.external.open()
  const { source, passwordFile } = key
  const signer = await createProcessSigner({
    ...signerProcess(app, source, address),
    secret: await source.unlock(passwordSources(app, passwordFile)),
  })
  app.onClose(() => signer.close())
  return signer
}

/** The signer of a TON wallet; as `openSigner`. */
export async function openTonSigner(app: App, key: ChosenKey, address: string): Promise<TonSigner> {
  const account = accountOf(key)
  if ('external' in key) throw otherAccount(account, address)
  const { source, passwordFile } = key
  if (account.address !== null && !isSameTonAddress(account.address, address)) {
    throw otherAccount(account, address)
  }
  const { createTonSigner } = await import('../wallet/tonSigner.ts')
  const signer = await createTonSigner({
    ...signerProcess(app, source, address),
    secret: await source.unlock(passwordSources(app, passwordFile)),
  })
  app.onClose(() => signer.close())
  return signer
}

function otherAccount({ name }: Account, address: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', `${name} is not the account ${address}.`, {
    hint: `Choose the account of ${address} with --account.`,
  })
}

function signerProcess(
  { host }: App,
  { realm }: KeySource,
  expectedAddress: string,
): Omit<ProcessSignerOptions, 'secret'> {
  return {
    entry: join(packageRoot(), 'dist', 'signer.cjs'),
    expectedAddress,
    realm,
    runtime: {
      nodeOptions: host.io.env['NODE_OPTIONS'],
      execArgv: process.execArgv,
      inspectorUrl: inspector.url(),
    },
  }
}

/** Accounts of this machine, or of the sandbox. */
export async function walletTools(app: App): Promise<WalletTools> {
  const book = await accountBook(app)
  const { rpc, ton, loadPrices } = await app.clients()
  return {
    folder: book.folder,
    list: () => listAccounts(book),
    create: async (name, choice, passwordFile, reveal) => {
      await checkNewName(book, name)
      const password = await readNewPassword(passwordSources(app, passwordFile), name)
      return wiped([password], () =>
        choice.kind === 'ton'
          ? createTonAccount(book, name, password, choice.walletVersion, reveal)
          : createAccount(book, name, password),
      )
    },
    import: (name, source, choice, passwordFile) =>
      importAccount(app, book, name, source, choice, passwordFile),
    balances: async (blockchain, owner) => {
      if (chainById(blockchain).kind === 'ton') return await tonBalances(app, owner)
      const tokens = (await app.tables()).tokens().ofChain(blockchain)
      const access = await evmAccess(app)
      const addresses = tokens.map((token) => token.address)
      const amounts = await access.readBalances(blockchain, owner, addresses)
      return tokens.flatMap((token, index) => {
        const amount = amounts[index]
        return amount === undefined ? [] : [{ token, amount }]
      })
    },
    ...(app.config.backend === 'remote'
      ? {}
      : { prices: (tokens) => loadPrices(tokens, app.host.signal) }),
    chains: (kind) =>
      kind === 'ton'
        ? blockchainIds.filter((id) => chainById(id).kind === 'ton' && ton.has())
        : blockchainIds.filter((id) => isEvmChain(chainById(id)) && rpc.has(id)),
  }
}

/** Accounts of this program as files. */
export async function keystoreTools(app: App): Promise<KeystoreTools> {
  const book = await accountBook(app)
  return {
    watch: (name, watched) => watchAddress(book, name, watched),
    remove: (name) => removeAccount(book, name, app.host.io.now()),
    rename: (name, next) => renameAccount(book, name, next),
    export: (name, target) => exportAccount(book, name, target),
  }
}

/**
 * Gas that `max` reserves: a swap through several pools with an approval, times two for a price
 * that rises before the payment.
 */
const reservedGas = 1_200_000n
/** Nanoton: the value that exchanges require with a message, and the wallet's storage. */
const tonReserve = 600_000_000n

/** The amount of a token that an account can pay, and the reserve for gas. */
export async function spendable(
  app: App,
  token: Token,
  owner: string,
): Promise<{ amount: bigint; reserve: bigint }> {
  const { blockchain, native } = token
  if (chainById(blockchain).kind === 'ton') {
    const found = (await tonBalances(app, owner)).find((row) => isSameToken(row.token, token))
    return withReserve(found?.amount ?? 0n, native ? tonReserve : 0n)
  }
  const access = await evmAccess(app)
  const [[amount = 0n], { fees }, dataFee] = await Promise.all([
    access.readBalances(blockchain, owner, [token.address]),
    access.readFees(blockchain),
    // An approval and a swap, or a swap with a long path.
    native ? access.readDataFee(blockchain, [usualCall, usualCall]) : 0n,
  ])
  const gas = maxFeeOf(fees) * reservedGas
  return withReserve(amount, native ? gas + mostDataFee(dataFee, gas, undefined) : 0n)
}

function withReserve(amount: bigint, reserve: bigint): { amount: bigint; reserve: bigint } {
  return amount > reserve ? { amount: amount - reserve, reserve } : { amount: 0n, reserve: amount }
}

async function importAccount(
  app: App,
  book: AccountBook,
  name: string,
  source: KeyImport,
  choice: AccountChoice,
  passwordFile: string | null,
): ReturnType<WalletTools['import']> {
  await checkNewName(book, name)
  const sources = passwordSources(app, passwordFile)
  if (source.kind === 'keystore') {
    const old = await readPassword(sources, source.path)
    const fresh = await readNewPassword(sources, name)
    return wiped([old, fresh], () => importKeystore(book, name, source.path, { old, new: fresh }))
  }
  const text =
    source.kind === 'stdin'
      ? await readAll(app)
      : Buffer.from(await app.host.ask.hidden(questionFor(choice)), 'utf8')
  if (choice.kind === 'ton') {
    const { parseTonSecret } = await import('../wallet/tonKey.ts')
    app.redactor.addSecret(text.toString('utf8').trim())
    const secret = await parseTonSecret(text)
    app.redactor.addSecret(secret.toString('utf8'))
    const password = await readNewPassword(sources, name)
    return wiped([text, secret, password], () =>
      importTonSecret(book, name, secret, password, choice.walletVersion),
    )
  }
  if (isPhrase(text)) app.redactor.addSecret(text.toString('utf8').trim())
  const key = isPhrase(text) ? await keyOfPhrase(text, choice.index ?? 0) : parseEvmKey(text)
  app.redactor.addSecret(key.toString('hex'))
  const password = await readNewPassword(sources, name)
  return wiped([text, key, password], () => importKey(book, name, key, password))
}

function questionFor({ kind }: AccountChoice): string {
  return kind === 'ton' ? 'The 24 words, or the secret key' : 'Private key or seed phrase'
}

function passwordSources(app: App, passwordFile: string | null): PasswordSources {
  const { ask } = app.host
  return {
    passwordFile: passwordFile ?? app.config.passwordFile,
    promptHidden: ask.possible ? (question) => ask.hidden(question) : null,
    onSecret: (secret) => app.redactor.addSecret(secret),
  }
}

/** Runs `work`, then overwrites the secrets. */
async function wiped<T>(secrets: readonly Buffer[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    for (const secret of secrets) secret.fill(0)
  }
}

async function readAll(app: App): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of app.host.io.stdin) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), 'utf8')
    length += bytes.length
    if (length > maxStdinBytes) {
      throw new SwaprouteError('KEY_UNAVAILABLE', 'Standard input is too long for a key.')
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** TON from the node, jettons from the index; for display only. */
async function tonBalances(app: App, owner: string): ReturnType<WalletTools['balances']> {
  const [{ ton }, { tokens }] = await Promise.all([app.clients(), app.tables()])
  const { signal } = app.host
  const [state, jettons] = await Promise.all([
    ton.accountState(owner, { signal }),
    ton.jettonBalances(owner, { signal }),
  ])
  const balances = new Map(jettons.map(({ master, amount }) => [master, amount]))
  return tokens()
    .ofChain('TON')
    .map((token) => ({
      token,
      amount: token.native
        ? state.balance
        : (balances.get(toRawTonAddress(token.address) ?? '') ?? 0n),
    }))
}

/**
 * TON for the execution, loaded on the first call. `keyOf` finds the key of an address among the
 * user's accounts.
 */
export function tonTools(
  { host: { signal, io }, config }: Pick<App, 'host' | 'config'>,
  clients: Clients,
  keyOf: (address: string, kind: 'ton') => Promise<ChosenKey>,
): TonTools {
  const agreed = once(async () => {
    const { createAgreedTon } = await import('../evidence/tonAgreed.ts')
    return createAgreedTon(clients.ton)
  })
  const access = once(async () => {
    const { createTonAccess } = await import('../wallet/ton.ts')
    return createTonAccess({ ton: clients.ton, agreed: await agreed(), signal, now: io.now })
  })
  return {
    networkId: tonNetworkIds[config.sandbox ? 'sandbox' : 'live'],
    hasOwnClock: config.sandbox,
    ownerOf: async (wallet) => {
      const key = await keyOf(wallet, 'ton').catch(keyUnavailableAsNull)
      if (key === null || 'external' in key) return null
      const { account, publicKey } = key.source
      if (publicKey === null) return null
      const { address, walletVersion } = account
      if (address === null || !isSameTonAddress(address, wallet)) return null
      return walletVersion === undefined ? null : { walletVersion, publicKey }
    },
    access: {
      readWallet: async (...given) => (await access()).readWallet(...given),
      readBalance: async (...given) => (await access()).readBalance(...given),
      readJettonWallet: async (...given) => (await access()).readJettonWallet(...given),
      agreedJettonWallet: async (...given) => (await access()).agreedJettonWallet(...given),
      agreedStatus: async (...given) => (await access()).agreedStatus(...given),
      simulate: async (...given) => (await access()).simulate(...given),
      broadcast: async (...given) => (await access()).broadcast(...given),
      findTransaction: async (...given) => (await access()).findTransaction(...given),
      findStored: async (...given) => (await access()).findStored(...given),
      readTransaction: async (...given) => (await access()).readTransaction(...given),
      readTrace: async (...given) => (await access()).readTrace(...given),
      readTraceOf: async (...given) => (await access()).readTraceOf(...given),
    },
    decodeMessage: async (id, message, swap) => {
      const proof = proofOf(await clients.providers.adapterOf(id), 'ton')
      const { ton, isOneNode } = (await agreed()).noted()
      const reading = { ...providerContext(clients, signal), ton }
      const decoded = (await proof?.decode(message, swap, reading)) ?? null
      return decoded !== null && isOneNode() ? { ...decoded, oneNode: true } : decoded
    },
  }
}

function keyUnavailableAsNull(thrown: unknown): null {
  if (thrown instanceof SwaprouteError && thrown.code === 'KEY_UNAVAILABLE') return null
  throw thrown
}
