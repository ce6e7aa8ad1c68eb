/** Plays an adapter's cells and judges each run from outside. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import type { Row } from '../../support/row.ts'
import type { Cell, Facts, HostileAdapter, Scene } from './adapter.ts'
import { type BehaviourName, behaviourNames, behaviours } from './behaviours.ts'
import { openStage, type Run, type Stage } from './stage.ts'
import { honest, type Lie } from './server.ts'

export type PlayOptions = {
  sandbox: CliSandbox
  adapter: HostileAdapter
  /** All where left out. */
  names?: readonly BehaviourName[]
  /** Whose honest counterparts are played; all where left out. */
  twins?: readonly BehaviourName[]
  remoteUrl?: string
  /** Only the first lie of each cell, in its first scene. */
  brief?: boolean
  /** Runs of the program at a time. */
  stages?: number
}

/** What the honest run of a scene came to on one stage. */
type Baselines = ReadonlyMap<string, Run>
type Player = { stage: Stage; facts: Facts; baselines: Baselines }

/** What is not final: an unknown end stops the waiting, but the swap stays open (exit code 8). */
export const openWords: ReadonlySet<unknown> = new Set([
  'PENDING',
  'LONG_PENDING',
  'NOT_FOUND',
  'INDETERMINATE',
])
/** What a terminal would obey, or what turns text around (X1). */
const obeyed =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u
/** A transaction may take 10 s to be built, its service 5 more; the rest is a busy machine. */
const longestSeconds = 35

export async function playAdapter(row: Row, options: PlayOptions): Promise<void> {
  const { adapter, names = behaviourNames, twins = names } = options
  const kept = mkdtempSync(join(tmpdir(), 'swaproute-kept-'))
  const stages: Stage[] = []
  try {
    const { sandbox, remoteUrl = null } = options
    const { providers } = adapter
    for (let index = 0; index < (options.stages ?? 2); index += 1) {
      stages.push(await openStage({ sandbox, providers, remoteUrl, kept }))
    }
    const [first] = stages
    if (first === undefined) return
    const used = new Set([...names, ...twins])
    const prepared = await preparedFor(adapter, first, used)
    const players = await Promise.all(
      stages.map((stage) => openPlayer(stage, adapter, prepared, used)),
    )
    const jobs = [
      ...names.map((name) => (player: Player) => playCell(row, options, player, name)),
      ...twins.map((name) => (player: Player) => playTwin(row, adapter, player, name)),
    ]
    await Promise.all(players.map((player) => work(jobs, player)))
  } finally {
    for (const stage of stages) await stage.close()
    rmSync(kept, { recursive: true, force: true })
  }
}

async function work(jobs: ((player: Player) => Promise<void>)[], player: Player): Promise<void> {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job(player)
}

/** Runs every scene that is needed honestly; one that does not succeed would prove nothing. */
async function openPlayer(
  stage: Stage,
  adapter: HostileAdapter,
  prepared: Record<string, string>,
  used: ReadonlySet<BehaviourName>,
): Promise<Player> {
  const facts = factsOf(stage, prepared)
  const cells = adapter.cells(facts)
  const wanted = new Set(
    [...used].flatMap((name) => [...cells[name].scenes, cells[name].twin.scene ?? []].flat()),
  )
  const baselines = new Map<string, Run>()
  for (const name of wanted) {
    const scene = sceneOf(adapter, name)
    const run = await enact(stage, scene, facts, honest)
    const complaint = !run.document.ok
      ? JSON.stringify(run.document.error)
      : scene.kind === 'pay' && run.sent.length === 0
        ? 'nothing was sent'
        : null
    if (complaint !== null) throw new Error(`${adapter.id}, honest ${name}: ${complaint}`)
    baselines.set(name, run)
  }
  return { stage, facts, baselines }
}

/** Payments are made only where a scene follows one. */
async function preparedFor(
  adapter: HostileAdapter,
  stage: Stage,
  used: ReadonlySet<BehaviourName>,
): Promise<Record<string, string>> {
  const facts = factsOf(stage, {})
  const cells = adapter.cells(facts)
  const scenes = [...used].flatMap((name) => [...cells[name].scenes, cells[name].twin.scene ?? []])
  const follows = scenes.flat().some((name) => sceneOf(adapter, name).kind === 'follow')
  return follows ? ((await adapter.prepare?.(stage, facts)) ?? {}) : {}
}

function factsOf({ kit }: Stage, prepared: Record<string, string>): Facts {
  const urls = Object.fromEntries(kit.fronts.map(({ name, url }) => [name, url]))
  return { trapUrl: kit.trapUrl, urls, prepared }
}

async function enact(stage: Stage, scene: Scene, facts: Facts, lie: Lie): Promise<Run> {
  stage.restore(scene.state ?? null)
  return await stage.run(scene.words(facts), lie)
}

async function playCell(
  row: Row,
  { adapter, brief = false }: PlayOptions,
  player: Player,
  name: BehaviourName,
): Promise<void> {
  const cell = adapter.cells(player.facts)[name]
  const lies = brief ? cell.lies.slice(0, 1) : cell.lies
  await row.check(`${adapter.id}: ${name}`, async () => {
    requireAllowed(name, cell)
    for (const [index, lie] of lies.entries()) {
      const isWide = !brief && (index === 0 || cell.everywhere === true)
      for (const sceneName of isWide ? cell.scenes : cell.scenes.slice(0, 1)) {
        const scene = sceneOf(adapter, sceneName)
        const bent = watched(lie)
        const before = await adapter.taken?.()
        const run = await enact(player.stage, scene, player.facts, bent.lie)
        if ((await adapter.taken?.()) !== before) run.signed += 1
        const what = `${adapter.id}, ${name}, lie ${index}, ${sceneName}`
        judgeHarm(row, what, run)
        const unsafe = (await adapter.judge?.(run)) ?? null
        if (unsafe !== null) row.harm('unsafe signature', `${what}: ${unsafe}`)
        if (bent.failure() !== null)
          throw new Error(`lie ${index}: ${bent.failure()}; ${ended(run)}`)
        const end = endOf(adapter, scene, run, need(player.baselines.get(sceneName)))
        if (cell.refusals.includes(end.word)) continue
        // Anything signed that is not the honest bytes has got past every check.
        if (end.word !== 'ignored' && (run.sent.length > 0 || run.signed > 0)) {
          row.harm('unsafe signature', what)
        }
        throw new Error(
          `lie ${index} in ${sceneName} ended in ${end.word} instead of ` +
            `${cell.refusals.join(' or ')}: ${end.detail}`,
        )
      }
    }
  })
}

async function playTwin(
  row: Row,
  adapter: HostileAdapter,
  player: Player,
  name: BehaviourName,
): Promise<void> {
  const { scenes, twin } = adapter.cells(player.facts)[name]
  await row.twin(`${adapter.id}: ${name}`, async () => {
    const sceneName = twin.scene ?? need(scenes[0])
    const scene = sceneOf(adapter, sceneName)
    const bent = watched(twin.lie)
    const run = await enact(player.stage, scene, player.facts, bent.lie)
    judgeHarm(row, `${adapter.id}, twin of ${name}`, run)
    if (bent.failure() !== null) throw new Error(`${bent.failure()}; ${ended(run)}`)
    const { word, detail } = endOf(adapter, scene, run, need(player.baselines.get(sceneName)))
    const isAccepted =
      word === 'ignored' ||
      word === 'accepted' ||
      (twin.bytes === 'other' && word === 'other bytes')
    if (!isAccepted) throw new Error(`ended in ${word}: ${detail}`)
  })
}

/** How a run ended, in the words of the behaviours' table. */
function endOf(
  adapter: HostileAdapter,
  scene: Scene,
  run: Run,
  baseline: Run,
): { word: string; detail: string } {
  const { document, sent, signed, trapped, seconds } = run
  const { error } = document
  const detail = JSON.stringify(error ?? document.data?.status ?? {}).slice(0, 600)
  if (trapped > 0) return { word: 'the trap was asked', detail }
  if (seconds > longestSeconds) return { word: `an end after ${seconds.toFixed(1)} s`, detail }
  if (scene.kind === 'follow') {
    if (sent.length > 0 || signed > 0) return { word: 'another signature', detail }
    const word: unknown = document.data?.status?.status ?? document.data?.status
    if (word === statusOf(baseline) && !openWords.has(word)) return { word: 'accepted', detail }
    // Whatever is shown: what the journal has ended is never looked at again.
    if (run.ended > 0) return { word: 'an end in the journal', detail }
    const isOpen = document.ok ? openWords.has(word) : openErrors.has(error?.code)
    return { word: isOpen ? 'not endorsed' : `the end ${String(word ?? error?.code)}`, detail }
  }
  if (!document.ok) {
    if (sent.length > 0 || signed > 0) return { word: 'a refusal after signing', detail }
    if (document.funds !== 'none_moved') return { word: `funds ${document.funds}`, detail }
    return { word: String(error?.details?.check ?? error?.code), detail }
  }
  const essence = adapter.essence ?? allBytes
  const same = isDeepStrictEqual(essence(run, scene), essence(baseline, scene))
  return {
    word: same ? 'ignored' : 'other bytes',
    detail: `${detail.slice(0, 90)} ${sent.join(' ')}; honest: ${baseline.sent.join(' ')}`,
  }
}

/** Errors that leave open what became of a payment. */
const openErrors: ReadonlySet<unknown> = new Set([
  'OUTCOME_UNKNOWN',
  'UPSTREAM_FAILED',
  'TIMED_OUT',
  'BACKEND_UNREACHABLE',
  'CHAIN_UNAVAILABLE',
  'SWAP_NOT_FOUND',
])

/** Signed bytes, or what would be signed. */
function allBytes(run: Run, scene: Scene): unknown {
  return scene.kind === 'pay' ? run.sent : run.document.data?.unsigned
}

function ended({ document: { error, data } }: Run): string {
  return JSON.stringify(error ?? data?.status ?? null).slice(0, 300)
}

function statusOf({ document }: Run): unknown {
  return document.data?.status?.status ?? document.data?.status
}

function judgeHarm(row: Row, what: string, { stdout, stderr }: Run): void {
  const found = obeyed.exec(`${stdout}${stderr}`)
  if (found === null) return
  const code = found[0].codePointAt(0)?.toString(16) ?? ''
  row.harm('control byte printed', `${what}: U+${code.padStart(4, '0')}`)
}

/** A lie that came to nothing proves nothing: it has to reach an answer. */
export function watched(lie: Lie): { lie: Lie; failure(): string | null } {
  let failed: string | null = null
  let asked = 0
  let bent = 0
  return {
    lie: (exchange) => {
      asked += 1
      const before = JSON.stringify(exchange.answer)
      try {
        lie(exchange)
      } catch (thrown) {
        failed = thrown instanceof Error ? thrown.message : String(thrown)
      }
      if (exchange.deliver !== null || JSON.stringify(exchange.answer) !== before) bent += 1
    },
    failure: () => failed ?? (bent === 0 ? `none of ${asked} answers was bent` : null),
  }
}

export function requireAllowed(name: BehaviourName, { refusals }: Cell): void {
  const own: readonly string[] = behaviours[name].refusals
  const foreign = refusals.find((word) => !own.includes(word))
  if (foreign !== undefined) throw new Error(`${foreign} is no refusal of ${name}`)
}

function sceneOf(adapter: HostileAdapter, name: string): Scene {
  return need(adapter.scenes[name], `${adapter.id} has no scene ${name}`)
}

function need<T>(value: T | undefined, message = 'missing'): T {
  if (value === undefined) throw new Error(message)
  return value
}
