import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startAnvil } from '../anvil.ts'
import { sandboxChains, type SandboxBlockchain, type SandboxChain } from '../chains.ts'
import { chainPackages } from '../packages.ts'
import { endProcess, type ProcessId } from '../processes.ts'
import { stripHistory } from '../stateFile.ts'
import { readArtifacts, type Artifacts } from './contracts.ts'
import { seedChain } from './seedChain.ts'

export type SeedOptions = {
  /** Folder of the seeded states of all versions. */
  cacheDir: string
  /** Fingerprint of the code that seeds; states of other code are not used. */
  codeHash: string
  log: (line: string) => void
  /** A chain is started for seeding; it ends again before this is done. */
  onSeeding: (process: ProcessId) => void
}

const mostSeeds = 3
const abandonedMs = 600_000

/**
 * Folder with one seeded state per chain, `<CHAIN>.json`: built once per version of code and chain
 * packages (about a second), found again afterwards.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE when a chain package is missing
 */
export async function seededStates(options: SeedOptions): Promise<string> {
  const artifacts = await readArtifacts()
  const folder = join(options.cacheDir, `seed-${seedKey(artifacts, options.codeHash)}`)
  if (existsSync(folder)) {
    await utimes(folder, new Date(), new Date()) // the ones in use are the last to be dropped
    return folder
  }

  await mkdir(options.cacheDir, { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(join(options.cacheDir, 'making-'))
  try {
    const seeds = sandboxChains.map((chain) => makeSeed(chain, artifacts, draft, options))
    await Promise.allSettled(seeds) // so that no seed is written after the folder is removed
    await Promise.all(seeds)
    await rm(join(draft, 'anvil.log'), { force: true })
    await rename(draft, folder)
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw thrown // another process was first: its seed is as good
  }
  await dropOldSeeds(options.cacheDir)
  return folder
}

export async function copySeed(
  seedDir: string,
  blockchain: SandboxBlockchain,
  stateFile: string,
): Promise<void> {
  await copyFile(join(seedDir, `${blockchain}.json`), stateFile)
}

async function makeSeed(
  chain: SandboxChain,
  artifacts: Artifacts,
  folder: string,
  { log, onSeeding }: SeedOptions,
): Promise<void> {
  const stateFile = join(folder, `${chain.blockchain}.json`)
  const anvil = await startAnvil({
    chainId: chain.chainId,
    port: await freePort(),
    stateFile,
    logFile: join(folder, 'anvil.log'),
    onSpawn: onSeeding,
  })
  try {
    const report = await seedChain(anvil.rpc, chain, artifacts)
    log(`${chain.blockchain}: seeded ${JSON.stringify(report)}`)
  } finally {
    anvil.rpc.disconnect()
    await endProcess(anvil.process)
  }
  await stripHistory(stateFile)
}

function seedKey(artifacts: Artifacts, codeHash: string): string {
  const hash = createHash('sha256').update(codeHash).update(JSON.stringify(chainPackages))
  for (const [name, artifact] of Object.entries(artifacts)) {
    hash.update(name).update(artifact.bytecode)
  }
  return hash.digest('hex').slice(0, 16)
}

async function dropOldSeeds(cacheDir: string): Promise<void> {
  const names = (await readdir(cacheDir)).filter((name) => /^(?:seed|making)-/.test(name))
  const folders = await Promise.all(
    names.map(async (name) => ({ name, mtimeMs: (await stat(join(cacheDir, name))).mtimeMs })),
  )
  folders.sort((a, b) => b.mtimeMs - a.mtimeMs)
  const seeds = folders.filter(({ name }) => name.startsWith('seed-')).slice(mostSeeds)
  const abandoned = folders.filter(
    ({ name, mtimeMs }) => name.startsWith('making-') && Date.now() - mtimeMs > abandonedMs,
  )
  for (const { name } of [...seeds, ...abandoned]) {
    await rm(join(cacheDir, name), { recursive: true, force: true })
  }
}
