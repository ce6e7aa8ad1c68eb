/** Checks and repairs for `doctor` and `live`. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chainById, isEvmChain } from '../chains/chains.ts'
import type { Config } from '../commands/frame/config.ts'
import type { NodeProbe } from '../commands/frame/services.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { LiveQuestions, LiveRow } from '../core/live.ts'
import { headQuestion, readHead } from '../live/heads.ts'
import { checkLive } from '../live/live.ts'
import { hideAddresses, type RecordTools } from '../live/record.ts'
import { type Clients, namedUrls } from './clients.ts'
import type { App } from './parts.ts'
import { createUpstreams, type Upstreams } from './upstreams.ts'

/**
 * Asks the nodes and services of this run; see `checkLive`.
 * @param parties the user's own addresses, which records must not have
 */
export async function live(
  app: App,
  questions: LiveQuestions,
  { onRow, parties }: { onRow: (row: LiveRow) => void; parties: () => Promise<readonly string[]> },
): Promise<LiveRow[]> {
  const clients = await app.clients()
  const { chains, http, rpc, ton, urls, providers, chainId, nodes, now } = clients
  const pools = await providers.pools()
  const services = (await providers.all()).filter((provider) => provider !== pools)
  return checkLive(
    questions,
    {
      http,
      ton,
      rpcUrls: (blockchain) => (rpc.has(blockchain) ? chains.settings(blockchain).rpcUrls : []),
      chainId,
      now,
      sandbox: app.config.sandbox,
      signal: app.host.signal,
      context: { http, rpc, ton, chainId, nodes, now },
      tokens: (await app.tables()).tokens(),
      urls,
      stateOf: providers.stateOf,
      pools,
      services,
      record:
        questions.record === null
          ? null
          : await recordTools(app, clients, { folder: questions.record, parties: await parties() }),
    },
    onRow,
  )
}

/** @param place an existing folder, and the user's own addresses */
async function recordTools(
  app: App,
  { http, urls, chainId, nodes, now }: Clients,
  { folder, parties }: { folder: string; parties: readonly string[] },
): Promise<RecordTools> {
  const { config, host, redactor } = app
  const sandbox = await app.sandbox()
  // Of the records alone: the user's addresses stay on the user's own screen.
  const withoutAddresses = hideAddresses([
    ...parties,
    ...Object.keys(config.integrators),
    ...bookOf(config),
  ])
  // An integrator id is part of every request and would identify its owner.
  const own = Object.entries(config.providers).map(([name, settings]) => {
    const { integratorId: _left, ...others } = settings
    return [name, others] as const
  })
  const fresh = (): Upstreams =>
    createUpstreams(
      { ...config, providers: Object.fromEntries(own) },
      sandbox,
      sandbox === null ? undefined : { maxNodeAgeMs: Number.POSITIVE_INFINITY },
    )
  const { keys } = fresh()
  return {
    http,
    urls,
    chainId,
    nodes,
    now,
    sandbox: sandbox !== null,
    tonKey: keys['TONCENTER'] ?? null,
    program: host.io.version,
    ownUrls: sandbox === null ? namedUrls(config) : [],
    hasKey: (id) => keys[id.toUpperCase()] !== undefined,
    adapterOf: (id) => fresh().providers.find(id),
    conceal: (value) => withoutAddresses(redactor.conceal(value)),
    write: (name, text) => writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' }),
  }
}

function bookOf({ receivers }: Config): string[] {
  return Object.values(receivers).flatMap((chains) => Object.values(chains))
}

/** One call to a chain's node. */
export async function probe(app: App, blockchain: BlockchainId): Promise<NodeProbe> {
  if (chainById(blockchain).kind === 'ton') {
    const { ton } = await app.clients()
    return { kind: 'ton', chainSeconds: await ton.chainTime({ signal: app.host.signal }) }
  }
  if (!isEvmChain(chainById(blockchain))) return await probeHead(app, blockchain)
  const { evmAccess } = await import('./wallets.ts')
  const access = await evmAccess(app)
  const [chainId, { number }] = await Promise.all([
    access.readChainId(blockchain),
    access.readBlock(blockchain),
  ])
  return { kind: 'evm', chainId, blockNumber: number }
}

async function probeHead(app: App, blockchain: BlockchainId): Promise<NodeProbe> {
  const { chains, http } = await app.clients()
  const [url] = chains.settings(blockchain).rpcUrls
  if (url === undefined) return { kind: 'unasked', why: 'no public node is known' }
  const question = headQuestion(blockchain)
  if (question === null) return { kind: 'unasked', why: 'nodes of this chain are not used' }
  const height = await readHead(blockchain, url, question, { http, signal: app.host.signal })
  return { kind: 'other', host: new URL(url).host, height }
}

/**
 * Deletes the caches of earlier runs (caches.ts) and names them; nothing else in the folder is
 * touched.
 */
export async function repair(cache: string): Promise<string[]> {
  const verdicts = await removed(join(cache, 'probes'), /^probe-[A-Z_0-9]+\.json$/)
  const limits = await removed(join(cache, 'nodes'), /^batch-limits\.json$/)
  const lists = await removed(join(cache, 'lists'), /^\w+\.json$/)
  return [
    ...verdicts.map((name) => `verdicts on the exchanges of ${name.slice(6, -5)}`),
    ...limits.map(() => 'how many calls nodes take at a time'),
    ...lists.map((name) => `coins and pools of ${name.slice(0, -5)}`),
  ]
}

async function removed(folder: string, names: RegExp): Promise<string[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => names.test(name))
  for (const name of files) await rm(join(folder, name), { force: true })
  return files
}
