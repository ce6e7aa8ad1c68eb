import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Abi, Hex } from 'viem'
import { packageRoot, resolveChainFile, type ChainPackage } from './packages.ts'
import { isRecord } from '../../src/core/json.ts'

/** Interface and creation code of a contract. */
export type Artifact = { abi: Abi; bytecode: Hex }

/** The sandbox's own contracts, `src/contracts/<name>.sol`. */
export type OwnContract = 'SandboxBank' | 'SandboxToken' | 'SandboxUsdt'

/**
 * A contract of a chain package, read from where npm installed it: foreign bytecode is never
 * copied.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE when the package is missing
 */
export async function readPackageArtifact(name: ChainPackage, file: string): Promise<Artifact> {
  const path = resolveChainFile(name, file)
  return toArtifact(JSON.parse(await readFile(path, 'utf8')), `${name}/${file}`)
}

/**
 * The sandbox's own contracts: a build has them in `dist/contracts`; where the sources themselves
 * are being run, the build step's compiler is asked (cached, 1.5 s the first time).
 */
export async function readOwnArtifacts(): Promise<Record<OwnContract, Artifact>> {
  const root = packageRoot()
  const isBuild = fileURLToPath(import.meta.url).startsWith(join(root, 'dist'))
  const read = isBuild ? readBuilt(join(root, 'dist', 'contracts')) : await compileSources(root)
  const [bank, token, usdt] = await Promise.all([
    read('SandboxBank'),
    read('SandboxToken'),
    read('SandboxUsdt'),
  ])
  return { SandboxBank: bank, SandboxToken: token, SandboxUsdt: usdt }
}

type Reader = (name: OwnContract) => Promise<Artifact>

function readBuilt(folder: string): Reader {
  return async (name) => {
    const path = join(folder, `${name}.json`)
    return toArtifact(JSON.parse(await readFile(path, 'utf8')), path)
  }
}

async function compileSources(root: string): Promise<Reader> {
  const path = pathToFileURL(join(root, 'scripts', 'contracts.mjs')).href
  const step: unknown = await import(path)
  if (!hasCompiler(step)) throw new Error('scripts/contracts.mjs has no compileContracts')
  const compiled = await step.compileContracts(
    join(root, 'src', 'contracts'),
    join(root, 'node_modules', '.cache', 'swaproute'),
  )
  return async (name) => toArtifact(isRecord(compiled) ? compiled[name] : null, `${name}.sol`)
}

function hasCompiler(
  value: unknown,
): value is { compileContracts: (sourceDir: string, cacheDir: string) => Promise<unknown> } {
  return isRecord(value) && typeof value['compileContracts'] === 'function'
}

function toArtifact(document: unknown, where: string): Artifact {
  if (!isRecord(document)) throw new Error(`no contract in ${where}`)
  const { abi, bytecode: code } = document
  // The packages of 2020 write the code without 0x.
  const bytecode = typeof code === 'string' && !code.startsWith('0x') ? `0x${code}` : code
  if (!isAbi(abi) || !isHex(bytecode)) throw new Error(`no usable contract in ${where}`)
  return { abi, bytecode }
}

function isAbi(value: unknown): value is Abi {
  return Array.isArray(value) && value.every((item) => isRecord(item))
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(value)
}
