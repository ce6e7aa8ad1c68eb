import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Abi, Hex } from 'viem'
import { packageRoot, resolveChainFile, type ChainPackage } from './packages.ts'
import { isRecord } from '../../src/core/json.ts'

/** Interface and creation code of a contract. */
export type Artifact = { abi: Abi; bytecode: Hex }

/** The sandbox's own contracts, `src/contracts/<name>.sol`, and the published ones it includes. */
export type OwnContract =
  | 'ERC1967Proxy'
  | 'Ethereum_SpokePool'
  | 'Multicall3'
  | 'MulticallHandler'
  | 'QuoterV2'
  | 'SandboxArbSys'
  | 'SandboxBank'
  | 'SandboxNodeInterface'
  | 'SandboxOft'
  | 'SandboxOneInch'
  | 'SandboxOutbox'
  | 'SandboxRouter'
  | 'SandboxToken'
  | 'SandboxUsdt'
  | 'SwapRouter02'

/**
 * A contract of a chain package, read from where npm installed it.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE when the package is missing
 */
export async function readPackageArtifact(name: ChainPackage, file: string): Promise<Artifact> {
  const path = resolveChainFile(name, file)
  return toArtifact(JSON.parse(await readFile(path, 'utf8')), `${name}/${file}`)
}

/** The contracts of the EVM chains that come with the sandbox. */
export async function readOwnArtifacts(): Promise<Record<OwnContract, Artifact>> {
  const read = await contractReader('compileContracts', '')
  const artifact = async (name: OwnContract): Promise<Artifact> =>
    toArtifact(await read(name), name)
  return {
    ERC1967Proxy: await artifact('ERC1967Proxy'),
    Ethereum_SpokePool: await artifact('Ethereum_SpokePool'),
    Multicall3: await artifact('Multicall3'),
    MulticallHandler: await artifact('MulticallHandler'),
    QuoterV2: await artifact('QuoterV2'),
    SandboxArbSys: await artifact('SandboxArbSys'),
    SandboxBank: await artifact('SandboxBank'),
    SandboxNodeInterface: await artifact('SandboxNodeInterface'),
    SandboxOft: await artifact('SandboxOft'),
    SandboxOneInch: await artifact('SandboxOneInch'),
    SandboxOutbox: await artifact('SandboxOutbox'),
    SandboxRouter: await artifact('SandboxRouter'),
    SandboxToken: await artifact('SandboxToken'),
    SandboxUsdt: await artifact('SandboxUsdt'),
    SwapRouter02: await artifact('SwapRouter02'),
  }
}

/**
 * Reads what the build step compiled from the contracts: a build has it in `dist/contracts`; where the
 * sources themselves are being run, the step is asked (cached, some seconds the first time).
 * @param folder of the sources, below `src/contracts`
 */
export async function contractReader(
  step: 'compileContracts' | 'compileTonContracts',
  folder: string,
): Promise<(name: string) => Promise<unknown>> {
  const root = packageRoot()
  if (fileURLToPath(import.meta.url).startsWith(join(root, 'dist'))) {
    return async (name) => {
      const text = await readFile(join(root, 'dist', 'contracts', `${name}.json`), 'utf8')
      const document: unknown = JSON.parse(text)
      return document
    }
  }
  const script = join(root, 'scripts', 'contracts.mjs')
  const steps: unknown = await import(pathToFileURL(script).href)
  if (!hasStep(steps, step)) throw new Error(`scripts/contracts.mjs has no ${step}`)
  const cache = join(root, 'node_modules', '.cache', 'swaproute')
  const compiled = await steps[step](join(root, 'src', 'contracts', folder), cache)
  return async (name) => (isRecord(compiled) ? compiled[name] : null)
}

function hasStep<Step extends string>(
  value: unknown,
  step: Step,
): value is Record<Step, (sourceDir: string, cacheDir: string) => Promise<unknown>> {
  return isRecord(value) && typeof value[step] === 'function'
}

/**
 * A contract as compilers of Solidity write it.
 * @throws Error for a document without interface or code
 */
export function toArtifact(document: unknown, where: string): Artifact {
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
