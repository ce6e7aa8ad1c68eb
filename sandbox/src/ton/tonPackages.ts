import { createRequire } from 'node:module'
import type * as Core from '@ton/core'
import type { Executor } from '@ton/sandbox'
import { resolveChainFile } from '../packages.ts'

/** The cell library that the emulator itself uses: objects of another copy would not pass. */
export type TonCore = typeof Core

export type TonPackages = {
  core: TonCore
  /** The virtual machine of TON's node, compiled to WebAssembly. */
  Executor: typeof Executor
  /** Prices and limits of the main network; a bag of cells in base64. */
  config: string
}

/**
 * Loads the emulator where npm put it; takes some 0.2 s, so only who uses TON calls it. Of
 * @ton/sandbox only these two files: its index would load a debugger as well.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE naming the command that installs what is missing
 */
export function loadTonPackages(): TonPackages {
  const home = resolveChainFile('@ton/sandbox', 'package.json')
  resolveChainFile('@ton/core', 'package.json')
  const load = createRequire(home)
  const core: unknown = load('@ton/core')
  const executor: unknown = load('./dist/executor/Executor.js')
  const config: unknown = load('./dist/config/defaultConfig.js')
  if (!isCore(core) || !hasExecutor(executor) || !hasConfig(config)) {
    throw new Error('@ton/sandbox is not the version this program was made for')
  }
  return { core, Executor: executor.Executor, config: config.defaultConfig }
}

function isCore(value: unknown): value is TonCore {
  return isObject(value) && 'loadTransaction' in value && 'storeShardAccount' in value
}

function hasExecutor(value: unknown): value is { Executor: typeof Executor } {
  return isObject(value) && 'Executor' in value && typeof value.Executor === 'function'
}

function hasConfig(value: unknown): value is { defaultConfig: string } {
  return isObject(value) && 'defaultConfig' in value && typeof value.defaultConfig === 'string'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
