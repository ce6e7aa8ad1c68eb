/** A home of the program whose providers and chains are reached through the hostile kit only. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Sqlite } from '../../../support/sqlite.ts'
import { sandboxChains } from '../../../../sandbox/src/chains.ts'
import { type CliHome, createCliHome, type Document } from '../../../support/cliHome.ts'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import { isRecord } from '../../../support/bodies.ts'
import { honest, type FrontOptions, type KitServer, type Lie, startKitServer } from './server.ts'

/** What one run of the program came to, and what reached the chains meanwhile. */
export type Run = {
  code: number | null
  stdout: string
  stderr: string
  document: Document
  /** Different signed bytes handed to any chain. */
  sent: string[]
  /** Records of the journal that say something was signed. */
  signed: number
  /** Records of the journal that say how a swap ended. */
  ended: number
  trapped: number
  seconds: number
}

export type Stage = {
  kit: KitServer
  home: CliHome
  /** `--sandbox --json` are added. Signed bytes stay in the kit unless `forwards`. */
  run(words: readonly string[], lie?: Lie, options?: { forwards?: boolean }): Promise<Run>
  /** Journal and quotes become those stored under the name, or empty. */
  restore(name: string | null): void
  keep(name: string): void
  close(): Promise<void>
}

export type StageOptions = {
  sandbox: CliSandbox
  /** Providers, by id, that the kit is put before; it is before all chains anyway. */
  providers: readonly string[]
  /** A backend of ours that the kit is put before. */
  remoteUrl?: string | null
  /** Folder of stored journals, shared by the stages of an adapter. */
  kept: string
}

/** More than any deadline of the commands that are run here. */
const runLimitSeconds = 40

export async function openStage(options: StageOptions): Promise<Stage> {
  const { sandbox, providers, remoteUrl = null, kept } = options
  const { info } = sandbox
  const chains = info.chains.filter(({ blockchain }) => blockchain !== 'TON')
  const urlOf = (id: string): string => {
    const found = info.providers.find((one) => one.id === id)
    if (found === undefined) throw new Error(`the sandbox has no ${id}`)
    return found.url
  }
  const fronts: FrontOptions[] = [
    ...chains.map(({ blockchain, rpcUrl }) => ({
      name: blockchain,
      target: rpcUrl,
      replays: false,
    })),
    { name: 'toncenter', target: urlOf('toncenter'), replays: false },
    ...providers.map((id) => ({ name: id, target: urlOf(id), replays: true })),
    ...(remoteUrl === null ? [] : [{ name: 'remote', target: remoteUrl, replays: true }]),
  ]
  const kit = await startKitServer(fronts)
  const home = createCliHome()
  const place = join(home.folder, 'state/sandbox')
  mkdirSync(place, { recursive: true })
  const file = join(sandbox.folder, 'state/sandbox/sandbox.json')
  writeFileSync(join(place, 'sandbox.json'), redirected(readFileSync(file, 'utf8'), kit), {
    mode: 0o600,
  })
  const swaps = join(home.folder, 'state/sandbox-swaps')
  const restore: Stage['restore'] = (name) => {
    rmSync(swaps, { recursive: true, force: true })
    if (name !== null) cpSync(join(kept, name), swaps, { recursive: true })
  }
  return {
    kit,
    home,
    restore,
    keep: (name) => cpSync(swaps, join(kept, name), { recursive: true, force: true }),
    run: async (words, lie = honest, { forwards = false } = {}) => {
      const before = recordsOf(swaps)
      kit.begin(lie, { forwards })
      const startedAt = performance.now()
      const { code, stdout, stderr } = await runProgram(home, [...words, '--sandbox', '--json'])
      const seconds = (performance.now() - startedAt) / 1000
      if (forwards) await feesEvenedOut(sandbox)
      const after = recordsOf(swaps)
      return {
        code,
        stdout,
        stderr,
        document: documentOf(stdout, stderr, words),
        sent: kit.sent(),
        signed: after.signed - before.signed,
        ended: after.ended - before.ended,
        trapped: kit.trapped(),
        seconds,
      }
    },
    close: async () => {
      await kit.close()
      // Without the record its `sandbox stop` finds nothing: the sandbox is another home's.
      rmSync(place, { recursive: true, force: true })
      rmSync(home.folder, { recursive: true, force: true })
    },
  }
}

/** The record of the sandbox with other addresses; nothing else differs. */
function redirected(text: string, { fronts }: KitServer): string {
  const record: unknown = JSON.parse(text)
  if (!isRecord(record)) throw new Error('the sandbox has no record')
  const { chains, providers, ton } = record
  const urls = new Map(fronts.map(({ name, url }) => [name, url]))
  const swap = (list: unknown, name: string, url: string): void => {
    for (const one of Array.isArray(list) ? list : []) {
      const front = isRecord(one) ? urls.get(String(one[name])) : undefined
      if (isRecord(one) && front !== undefined) one[url] = front
    }
  }
  swap(chains, 'blockchain', 'rpcUrl')
  swap(providers, 'id', 'url')
  const toncenter = urls.get('toncenter')
  if (isRecord(ton) && toncenter !== undefined) ton['rpcUrl'] = `${toncenter}/v2/jsonRPC`
  return JSON.stringify(record)
}

/**
 * The sandbox evens out the next block's fee a moment after one was mined; bytes signed before
 * would differ from all later ones.
 */
async function feesEvenedOut({ reader }: CliSandbox): Promise<void> {
  for (const { blockchain, baseFee } of sandboxChains) {
    const { client } = reader(blockchain)
    for (let look = 0; look < 100; look += 1) {
      const history = await client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] })
      if (history.baseFeePerGas.at(-1) === baseFee) break
      await pause(50)
    }
  }
}

type Ended = { code: number | null; stdout: string; stderr: string }

async function runProgram(home: CliHome, words: readonly string[]): Promise<Ended> {
  const child = home.start(words)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin?.end()
  const limit = setTimeout(() => child.kill('SIGKILL'), runLimitSeconds * 1000)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(limit)
  return { code, stdout, stderr }
}

function documentOf(stdout: string, stderr: string, words: readonly string[]): Document {
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(
      `no document from ${words.join(' ')}: ${stdout.slice(0, 300)} ${stderr.slice(0, 300)}`,
    )
  }
}

/**
 * Counted in the file itself, by no code of the product; in a copy, since a connection that is
 * collected late removes the write-ahead log by its path, whichever journal has taken it by then.
 */
function recordsOf(folder: string): { signed: number; ended: number } {
  if (!existsSync(join(folder, 'journal.db'))) return { signed: 0, ended: 0 }
  const copy = mkdtempSync(join(tmpdir(), 'swaproute-journal-'))
  cpSync(folder, copy, { recursive: true })
  const database = new Sqlite(join(copy, 'journal.db'))
  const count = (...types: string[]): number => {
    const fits = types.map((type) => `event LIKE '%"type":"${type}"%'`).join(' OR ')
    const [row] = database.prepare(`SELECT count(*) AS count FROM events WHERE ${fits}`).all()
    return isRecord(row) ? Number(row['count']) : 0
  }
  try {
    return {
      signed: count('signed', 'ton_signed'),
      ended: count('done', 'refunded', 'failed'),
    }
  } finally {
    database.close()
    rmSync(copy, { recursive: true, force: true })
  }
}
