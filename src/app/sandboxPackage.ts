import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Host } from '../commands/frame/command.ts'
import { isErrorCode, SwaprouteError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import type { Sandbox, SandboxPackage } from '../core/sandboxPackage.ts'
import { prepareFolder } from '../store/database.ts'
import { packageRoot } from './packageRoot.ts'

const packageName = 'swaproute-sandbox'

/**
 * Loads the sandbox package without starting anything.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE if the package is missing or of another version
 */
export function openSandbox({
  host,
  sandboxFolders,
}: {
  host: Pick<Host, 'note'>
  sandboxFolders: { stateDir: string; cacheDir: string }
}): Sandbox {
  const sandbox = loadSandboxPackage(packageRoot()).openSandbox({
    ...sandboxFolders,
    log: (line) => host.note([line]),
  })
  const prepare = (): void => prepareFolder(sandboxFolders.stateDir)
  return {
    info: sandbox.info,
    start: () => (prepare(), ownErrors(sandbox.start())),
    stop: () => ownErrors(sandbox.stop()),
    reset: () => (prepare(), ownErrors(sandbox.reset())),
    fund: (request) => ownErrors(sandbox.fund(request)),
    setFault: (fault) => ownErrors(sandbox.setFault(fault)),
    clearFaults: () => ownErrors(sandbox.clearFaults()),
    faults: sandbox.faults,
    deposits: () => ownErrors(sandbox.deposits()),
    payDeposit: (request) => ownErrors(sandbox.payDeposit(request)),
  }
}

/**
 * The package as Node finds it from the folder of the program: beside it in a project, in the
 * global folder or in the cache of npx, as a workspace in a checkout.
 * @param root folder of the program's own package
 * @throws SwaprouteError SANDBOX_UNAVAILABLE if it is missing or of another version
 */
export function loadSandboxPackage(root: string): SandboxPackage {
  const load = createRequire(join(root, 'package.json'))
  const wanted = versionIn(join(root, 'package.json'))
  const manifest = resolved(load, `${packageName}/package.json`)
  if (manifest === null) {
    throw unavailable(
      `The sandbox is in the package ${packageName}, which is not installed.`,
      installHint(root, wanted),
    )
  }
  const version = versionIn(manifest)
  if (version !== wanted) {
    throw unavailable(
      `${packageName} ${version} does not work with swaproute ${wanted}: both need the same version.`,
      installHint(root, wanted),
    )
  }
  const entry = resolved(load, packageName)
  if (entry === null || !existsSync(entry)) {
    throw unavailable(`${packageName} is not built.`, 'Run `npm run build` in its checkout.')
  }
  const loaded: unknown = load(entry)
  if (!isSandboxPackage(loaded)) throw new Error(`${entry} does not export openSandbox`)
  return loaded
}

function versionIn(file: string): string {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return isRecord(manifest) ? String(manifest['version']) : ''
}

function resolved(load: NodeJS.Require, name: string): string | null {
  try {
    return load.resolve(name)
  } catch {
    return null // not installed, or incomplete
  }
}

/**
 * The install command for the package. `--legacy-peer-deps` keeps npm from adding Hardhat, which a
 * package of the contracts names as a peer.
 */
function installHint(root: string, version: string): string {
  const modules = dirname(root)
  if (basename(modules) !== 'node_modules') return `Run \`npm ci\` in ${root}.`
  const project = dirname(modules)
  const isGlobal = !existsSync(join(project, 'package.json'))
  const place = isGlobal ? '--global ' : project === process.cwd() ? '' : `--prefix "${project}" `
  return `Install it: npm install ${place}--legacy-peer-deps ${packageName}@${version}`
}

function unavailable(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('SANDBOX_UNAVAILABLE', message, { hint })
}

function isSandboxPackage(value: unknown): value is SandboxPackage {
  return isRecord(value) && typeof value['openSandbox'] === 'function'
}

/** Converts errors of the package, which has its own copy of the error class. */
async function ownErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && isErrorCode(thrown.code))) throw thrown
    throw new SwaprouteError(thrown.code, thrown.message, {
      ...('hint' in thrown && typeof thrown.hint === 'string' ? { hint: thrown.hint } : {}),
      ...('context' in thrown && isRecord(thrown.context) ? { context: thrown.context } : {}),
      cause: thrown,
    })
  }
}
