import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SwaprouteError } from '../core/errors.ts'

/**
 * The chain software, in the exact versions the sandbox was tested with. It is not part of the
 * published package (licences: GPL, BUSL, AGPL): who wants a sandbox installs it.
 */
export const chainPackages = {
  '@foundry-rs/anvil': '1.7.1',
  '@uniswap/v2-core': '1.0.1',
  '@uniswap/v2-periphery': '1.1.0-beta.0',
  '@uniswap/v3-core': '1.0.1',
  '@uniswap/v3-periphery': '1.4.4',
  '@uniswap/swap-router-contracts': '1.3.1',
  '@across-protocol/contracts': '5.0.27',
} as const

export type ChainPackage = keyof typeof chainPackages

/**
 * What the TON chain needs on top; without it the sandbox runs, only TON is missing. The library of
 * cells names the one for hashes as a peer, which `--legacy-peer-deps` leaves out.
 */
export const tonPackages = {
  '@ton/sandbox': '0.41.0',
  '@ton/core': '0.63.1',
  '@ton/crypto': '3.3.0',
} as const

const anvilPlatforms: Record<string, string> = {
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'win32-x64': '@foundry-rs/anvil-win32-amd64',
}

/** Folder of the running package: the nearest one above this file that has a package.json. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder)
  }
  return folder
}

/**
 * Path of a file inside a chain package, looked for beside this package and then in the current
 * folder.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE naming the command that installs what is missing
 */
export function resolveChainFile(name: string, file: string): string {
  for (const base of [packageRoot(), process.cwd()]) {
    try {
      return createRequire(join(base, 'noop.js')).resolve(`${name}/${file}`)
    } catch (thrown) {
      if (!isNotFound(thrown)) throw thrown
    }
  }
  throw missingPackages(name)
}

/** @throws SwaprouteError SANDBOX_UNAVAILABLE when any package is missing */
export function requireChainPackages(): void {
  for (const name of Object.keys(chainPackages)) resolveChainFile(name, 'package.json')
  anvilBinary()
}

/** Whether the sandbox can have a TON chain. */
export function hasTonPackages(): boolean {
  try {
    for (const name of Object.keys(tonPackages)) resolveChainFile(name, 'package.json')
    return true
  } catch {
    return false
  }
}

/** @throws SwaprouteError SANDBOX_UNAVAILABLE on a platform anvil is not built for */
export function anvilBinary(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = anvilPlatforms[platform]
  if (name === undefined) {
    throw new SwaprouteError(
      'SANDBOX_UNAVAILABLE',
      `The local chain software (anvil) is not built for ${platform}.`,
      { hint: 'Use the sandbox on Linux (glibc), macOS or Windows on x64; quotes work anywhere.' },
    )
  }
  const anvil = createRequire(resolveChainFile('@foundry-rs/anvil', 'package.json'))
  try {
    return anvil.resolve(`${name}/bin/${process.platform === 'win32' ? 'anvil.exe' : 'anvil'}`)
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown
    throw missingPackages(name)
  }
}

/**
 * The npm command that installs the chain software where this package will find it.
 * `--legacy-peer-deps` keeps npm from adding Hardhat, which one package names as a peer.
 */
export function installCommand(root: string = packageRoot()): string {
  const holder = dirname(root)
  const isGlobal =
    holder.endsWith('node_modules') && !existsSync(join(dirname(holder), 'package.json'))
  const all = { ...chainPackages, ...tonPackages }
  const names = Object.entries(all).map(([name, version]) => `${name}@${version}`)
  return `npm install ${isGlobal ? '--global ' : ''}--legacy-peer-deps ${names.join(' ')}`
}

function missingPackages(name: string): SwaprouteError {
  return new SwaprouteError(
    'SANDBOX_UNAVAILABLE',
    `The sandbox needs the package ${name}, which is not installed.`,
    { hint: `Install the chain software: ${installCommand()}`, context: { missing: name } },
  )
}

function isNotFound(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    (thrown.code === 'MODULE_NOT_FOUND' || thrown.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
  )
}
