import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SwaprouteError } from '../../src/core/errors.ts'
import manifest from '../package.json' with { type: 'json' }

/**
 * The chain software and its exact versions: npm installs it with this package.
 */
export const chainPackages: Readonly<Record<string, string>> = manifest.dependencies

export type ChainPackage = keyof typeof manifest.dependencies

const anvilPlatforms: Record<string, string> = {
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'win32-x64': '@foundry-rs/anvil-win32-amd64',
}

/** Folder of this package: the nearest one above this file that has a package.json. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder)
  }
  return folder
}

/**
 * Path of a file inside a chain package.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE when the installation is not complete
 */
export function resolveChainFile(name: string, file: string): string {
  try {
    return createRequire(join(packageRoot(), 'package.json')).resolve(`${name}/${file}`)
  } catch (thrown) {
    throw isNotFound(thrown) ? incomplete(name) : thrown
  }
}

/**
 * The program that runs the sandbox, as it is built.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE when there is none
 */
export function daemonEntry(): string {
  const built = join(packageRoot(), 'dist', 'sandboxd.cjs')
  if (existsSync(built)) return built
  throw new SwaprouteError('SANDBOX_UNAVAILABLE', 'This installation has no sandbox program.', {
    hint: 'Install swaproute-sandbox again, or run `npm run build` in a checkout.',
  })
}

/** @throws SwaprouteError SANDBOX_UNAVAILABLE when any package is missing */
export function requireChainPackages(): void {
  for (const name of Object.keys(chainPackages)) resolveChainFile(name, 'package.json')
  anvilBinary()
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
    throw isNotFound(thrown) ? incomplete(name) : thrown
  }
}

function incomplete(name: string): SwaprouteError {
  return new SwaprouteError(
    'SANDBOX_UNAVAILABLE',
    `${manifest.name} needs the package ${name}, which is not installed.`,
    {
      hint: `Install ${manifest.name}@${manifest.version} again, without --omit=optional.`,
      context: { missing: name },
    },
  )
}

function isNotFound(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    (thrown.code === 'MODULE_NOT_FOUND' || thrown.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
  )
}
