import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkLive } from '../live/live.ts'
import type { LiveQuestions, LiveRow } from '../core/live.ts'
import type { Run } from './types.ts'

/** Asks the nodes and services of this run; see `checkLive`. */
export async function live(
  run: Run,
  questions: LiveQuestions,
  onRow: (row: LiveRow) => void,
): Promise<LiveRow[]> {
  const { world, providers } = await run.network()
  const { chains, http, rpc, ton, urls } = world
  const { now } = run.host.io
  const { pools } = providers
  const services = (await providers.all()).filter((provider) => provider !== pools)
  const chainId = (blockchain: LiveQuestions['nodes'][number]): number | null =>
    chains.settings(blockchain).chainId
  return checkLive(
    questions,
    {
      http,
      ton,
      rpcUrls: (blockchain) => (rpc.has(blockchain) ? chains.settings(blockchain).rpcUrls : []),
      chainId,
      now,
      signal: run.host.signal,
      context: { http, rpc, ton, chainId, now },
      tokens: run.tokens(),
      urls,
      stateOf: providers.stateOf,
      pools,
      services,
    },
    onRow,
  )
}

/** What earlier runs learned of nodes and contracts is made anew; nothing else is touched. */
export async function repair(run: Run): Promise<string[]> {
  const { cache } = run.config.folders
  const verdicts = await removed(join(cache, 'probes'), /^probe-[A-Z_0-9]+\.json$/)
  const limits = await removed(join(cache, 'nodes'), /^batch-limits\.json$/)
  return [
    ...verdicts.map((name) => `verdicts on the exchanges of ${name.slice(6, -5)}`),
    ...limits.map(() => 'how many calls nodes take at a time'),
  ]
}

async function removed(folder: string, names: RegExp): Promise<string[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => names.test(name))
  for (const name of files) await rm(join(folder, name), { force: true })
  return files
}
