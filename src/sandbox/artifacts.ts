import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { packageRoot, resolveChainFile, type ChainPackage } from './packages.ts'

/** Interface and creation code of a contract. */
export type Artifact = { abi: Abi; bytecode: Hex }

const ownContracts = ['SandboxBank', 'SandboxToken', 'SandboxUsdt'] as const

/** The sandbox's own contracts, `src/sandbox/contracts/<name>.sol`. */
export type OwnContract = (typeof ownContracts)[number]

/**
 * A contract of a chain package, read where npm put it: foreign byte code is never copied.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE when the package is missing
 */
export async function readPackageArtifact(name: ChainPackage, file: string): Promise<Artifact> {
  const path = resolveChainFile(name, file)
  return toArtifact(JSON.parse(await readFile(path, 'utf8')), `${name}/${file}`)
}

/**
 * The sandbox's own contracts: built by the build step; in a checkout whose build is missing or
 * older than the source, compiled here.
 */
export async function readOwnArtifacts(): Promise<Record<OwnContract, Artifact>> {
  const root = packageRoot()
  const built = join(root, 'dist', 'sandbox')
  const sourceDir = join(root, 'src', 'sandbox', 'contracts')
  if (!existsSync(sourceDir)) return readCompiled(built)
  const cache = join(root, 'node_modules', '.cache', 'swaproute', 'contracts')
  for (const folder of [built, cache]) {
    if (await isUpToDate(folder, sourceDir)) return readCompiled(folder)
  }
  const { writeContracts } = await import('./compile/compile.ts')
  await writeContracts(sourceDir, cache)
  return readCompiled(cache)
}

async function readCompiled(folder: string): Promise<Record<OwnContract, Artifact>> {
  const read = async (name: OwnContract): Promise<Artifact> =>
    toArtifact(await readDocument(join(folder, `${name}.json`)), join(folder, `${name}.json`))
  return {
    SandboxBank: await read('SandboxBank'),
    SandboxToken: await read('SandboxToken'),
    SandboxUsdt: await read('SandboxUsdt'),
  }
}

async function isUpToDate(folder: string, sourceDir: string): Promise<boolean> {
  const { sourceHash } = await import('./compile/compile.ts')
  for (const name of ownContracts) {
    const document = await readDocument(join(folder, `${name}.json`))
    const source = await readFile(join(sourceDir, `${name}.sol`), 'utf8')
    if (readSourceHash(document) !== sourceHash(source)) return false
  }
  return true
}

async function readDocument(path: string): Promise<unknown> {
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : null
}

function readSourceHash(document: unknown): unknown {
  return typeof document === 'object' && document !== null && 'sourceHash' in document
    ? document.sourceHash
    : null
}

function toArtifact(document: unknown, where: string): Artifact {
  if (typeof document !== 'object' || document === null) throw new Error(`no contract in ${where}`)
  const abi = 'abi' in document ? document.abi : null
  // v2-periphery of 2020 writes the code without 0x, forge nests it.
  const code = 'bytecode' in document ? document.bytecode : null
  const bytecode = typeof code === 'string' && !code.startsWith('0x') ? `0x${code}` : code
  if (!isAbi(abi) || !isHex(bytecode)) throw new Error(`no usable contract in ${where}`)
  return { abi, bytecode }
}

function isAbi(value: unknown): value is Abi {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(value)
}
