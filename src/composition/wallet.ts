import { join } from 'node:path'
import inspector from 'node:inspector'
import { chainById, isEvmChain } from '../chains/chains.ts'
import type {
  AccountChoice,
  KeyImport,
  KeyRequest,
  Payer,
  WalletTools,
} from '../commands/frame/services.ts'
import { blockchainIds } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import {
  type AccountBook,
  createAccount,
  createTonAccount,
  importKey,
  importKeystore,
  importTonSecret,
  listAccounts,
} from '../wallet/accounts.ts'
import { createEvmAccess } from '../wallet/evm.ts'
import { parseEvmKey } from '../wallet/evmKey.ts'
import { createProcessSigner } from '../wallet/evmSigner.ts'
import { chooseKey, type KeySource } from '../wallet/keys.ts'
import { readNewPassword, readPassword, type PasswordSources } from '../wallet/passwords.ts'
import type { EvmAccess, EvmSigner } from '../wallet/types.ts'
import { packageRoot } from './packageRoot.ts'
import { tonBalances } from './tonWallet.ts'
import type { Run } from './types.ts'

/** Longest text standard input may hold as a key. */
const maxStdinBytes = 4_096

export async function accountBook(run: Run): Promise<AccountBook> {
  const sandbox = await run.sandbox()
  return {
    folder: join(run.config.folders.config, 'accounts'),
    foundryFolder: join(run.host.io.home, '.foundry', 'keystores'),
    sandbox: sandbox?.accounts ?? null,
  }
}

export async function evmAccess(run: Run): Promise<EvmAccess> {
  const { rpc } = (await run.network()).world
  return createEvmAccess({ rpc, signal: run.host.signal, now: run.host.io.now })
}

/** Decides which key this run uses; opens nothing. */
export async function keySource(run: Run, request: KeyRequest): Promise<KeySource> {
  const { io, warn } = run.host
  const source = await chooseKey({
    request: { ...request, defaultAccount: run.config.account },
    book: await accountBook(run),
    environmentKey: run.environmentKey,
    readStdin: io.terminal.stdin ? null : () => readAll(run),
    onSecret: (secret) => run.redactor.addSecret(secret),
  })
  for (const { code, message } of source.warnings) warn(code, message)
  return source
}

export function toPayer({ account }: KeySource): Payer {
  return { name: account.name, address: account.address, kind: account.kind }
}

/** The signer of an address, in a process of its own; asks for the password where one is needed. */
export async function openSigner(
  run: Run,
  source: KeySource,
  passwordFile: string | null,
  address: string,
): Promise<EvmSigner> {
  const { account } = source
  if (account.address !== null && account.address.toLowerCase() !== address.toLowerCase()) {
    throw new SwaprouteError('KEY_UNAVAILABLE', `${account.name} is not the account ${address}.`, {
      hint: `Name the account of ${address} with --account.`,
    })
  }
  const signer = await createProcessSigner({
    entry: join(packageRoot(), 'dist', 'signer.js'),
    secret: await source.unlock(passwordSources(run, passwordFile)),
    expectedAddress: address,
    realm: source.realm,
    runtime: {
      nodeOptions: run.host.io.env['NODE_OPTIONS'],
      execArgv: process.execArgv,
      inspectorUrl: inspector.url(),
    },
  })
  run.onClose(() => signer.close())
  return signer
}

/** Accounts of this machine, or of the sandbox. */
export async function walletTools(run: Run): Promise<WalletTools> {
  const book = await accountBook(run)
  const { rpc, ton } = (await run.network()).world
  return {
    folder: book.folder,
    list: () => listAccounts(book),
    create: async (name, choice, passwordFile) => {
      const password = await readNewPassword(passwordSources(run, passwordFile), name)
      return wiped([password], () =>
        choice.kind === 'ton'
          ? createTonAccount(book, name, password, choice.walletVersion)
          : createAccount(book, name, password),
      )
    },
    import: (name, source, choice, passwordFile) =>
      importAccount(run, book, name, source, choice, passwordFile),
    balances: async (blockchain, owner) => {
      if (chainById(blockchain).kind === 'ton') return await tonBalances(run, owner)
      const tokens = run.tokens().ofChain(blockchain)
      const access = await evmAccess(run)
      const addresses = tokens.map((token) => token.address)
      const amounts = await access.readBalances(blockchain, owner, addresses)
      return tokens.flatMap((token, index) => {
        const amount = amounts[index]
        return amount === undefined ? [] : [{ token, amount }]
      })
    },
    chains: (kind) =>
      kind === 'ton'
        ? blockchainIds.filter((id) => chainById(id).kind === 'ton' && ton.has())
        : blockchainIds.filter((id) => isEvmChain(chainById(id)) && rpc.has(id)),
  }
}

async function importAccount(
  run: Run,
  book: AccountBook,
  name: string,
  source: KeyImport,
  choice: AccountChoice,
  passwordFile: string | null,
): ReturnType<WalletTools['import']> {
  const sources = passwordSources(run, passwordFile)
  if (source.kind === 'keystore') {
    const old = await readPassword(sources, source.path)
    const fresh = await readNewPassword(sources, name)
    return wiped([old, fresh], () => importKeystore(book, name, source.path, { old, new: fresh }))
  }
  const text =
    source.kind === 'stdin'
      ? await readAll(run)
      : Buffer.from(await run.host.ask.hidden(questionFor(choice)), 'utf8')
  if (choice.kind === 'ton') {
    const { parseTonSecret } = await import('../wallet/tonKey.ts')
    run.redactor.addSecret(text.toString('utf8').trim())
    const secret = await parseTonSecret(text)
    run.redactor.addSecret(secret.toString('utf8'))
    const password = await readNewPassword(sources, name)
    return wiped([text, secret, password], () =>
      importTonSecret(book, name, secret, password, choice.walletVersion),
    )
  }
  const key = parseEvmKey(text)
  run.redactor.addSecret(key.toString('hex'))
  const password = await readNewPassword(sources, name)
  return wiped([text, key, password], () => importKey(book, name, key, password))
}

function questionFor({ kind }: AccountChoice): string {
  return kind === 'ton' ? 'The 24 words, or the secret key' : 'Private key'
}

export function passwordSources(run: Run, passwordFile: string | null): PasswordSources {
  const { ask } = run.host
  return {
    passwordFile: passwordFile ?? run.config.passwordFile,
    promptHidden: ask.possible ? (question) => ask.hidden(question) : null,
    onSecret: (secret) => run.redactor.addSecret(secret),
  }
}

/** Secrets are overwritten whatever becomes of the work. */
async function wiped<T>(secrets: readonly Buffer[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    for (const secret of secrets) secret.fill(0)
  }
}

async function readAll(run: Run): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of run.host.io.stdin) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), 'utf8')
    length += bytes.length
    if (length > maxStdinBytes) {
      throw new SwaprouteError('KEY_UNAVAILABLE', 'Standard input is too long for a key.')
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
