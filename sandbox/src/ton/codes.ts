import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { packageRoot } from '../packages.ts'
import { isRecord } from '../../../src/core/json.ts'

const contracts = [
  'SandboxTonPool',
  'SandboxTonProxyMinter',
  'SandboxTonProxyWallet',
  'SandboxTonRouter',
  'TonJettonMinter',
  'TonJettonWallet',
  'TonWalletV4R2',
  'TonWalletV5R1',
] as const

/** Code of a contract of the chain, a bag of cells in base64. */
export type TonCodes = (contract: (typeof contracts)[number]) => string

/**
 * The contracts of a build lie in `dist/contracts`; where the sources themselves are being run, the
 * build step is asked (cached, some seconds the first time).
 */
export async function readTonCodes(): Promise<TonCodes> {
  const root = packageRoot()
  const isBuild = fileURLToPath(import.meta.url).startsWith(join(root, 'dist'))
  const read = isBuild ? readBuilt(join(root, 'dist', 'contracts')) : await compileSources(root)
  const found = new Map<string, string>()
  await Promise.all(contracts.map(async (name) => found.set(name, codeIn(await read(name), name))))
  return (name) => found.get(name) ?? missing(name)
}

/** Names this set of contracts: a chain that was made of others has other addresses. */
export function codesFingerprint(codes: TonCodes): string {
  const hash = createHash('sha256')
  for (const contract of contracts) hash.update(`${contract} ${codes(contract)} `)
  return hash.digest('hex').slice(0, 16)
}

type Reader = (name: string) => Promise<unknown>

function readBuilt(folder: string): Reader {
  return async (name) => {
    const document: unknown = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))
    return document
  }
}

async function compileSources(root: string): Promise<Reader> {
  const path = pathToFileURL(join(root, 'scripts', 'contracts.mjs')).href
  const step: unknown = await import(path)
  if (!hasCompiler(step)) throw new Error('scripts/contracts.mjs has no compileTonContracts')
  const compiled = await step.compileTonContracts(
    join(root, 'src', 'contracts', 'ton'),
    join(root, 'node_modules', '.cache', 'swaproute'),
  )
  return async (name) => (isRecord(compiled) ? compiled[name] : null)
}

function hasCompiler(
  value: unknown,
): value is { compileTonContracts: (sourceDir: string, cacheDir: string) => Promise<unknown> } {
  return isRecord(value) && typeof value['compileTonContracts'] === 'function'
}

function codeIn(document: unknown, name: string): string {
  const code = isRecord(document) ? document['code'] : null
  return typeof code === 'string' ? code : missing(name)
}

function missing(name: string): never {
  throw new Error(`the build has no code of ${name}`)
}
