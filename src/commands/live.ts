import { mkdir, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { LiveQuestions, LiveRow } from '../core/live.ts'
import type { CheckRow } from '../format/checks.ts'
import type { ReportFacts } from '../format/live.ts'
import { SwaprouteError, systemFault } from '../core/errors.ts'
import { secondsText } from '../core/figures.ts'
import { countText } from '../format/numbers.ts'
import { waitingText } from '../format/progress.ts'
import type { Ctx } from './frame/command.ts'
import type { Flag } from './inputs/input.ts'

/** Chains checked by default: their nodes and exchanges. */
export const usualEvmChains: readonly BlockchainId[] = [
  'ETH',
  'ARBITRUM',
  'BASE',
  'BSC',
  'OPTIMISM',
  'POLYGON',
]

const shownNames = 3

export const recordFlag = {
  name: 'record',
  value: 'DIR',
  group: 'output',
  values: 'file',
  hint: 'Also write each exchange with a provider to this new folder',
} as const satisfies Flag

/**
 * Creates the folder of `--record`, for its owner alone; null without the flag.
 * @throws SwaprouteError INVALID_ARGUMENT for a folder that has files or cannot be created
 */
export async function createRecordFolder(
  given: string | undefined,
  { io }: Pick<Ctx, 'io'>,
): Promise<string | null> {
  if (given === undefined) return null
  const folder = resolve(io.cwd, given)
  const refused = (what: string, cause?: unknown): SwaprouteError =>
    new SwaprouteError('INVALID_ARGUMENT', `${folder} ${what}.`, {
      hint: 'Give --record a new folder.',
      cause,
    })
  let files: string[]
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    files = await readdir(folder)
  } catch (thrown) {
    throw refused(`cannot be created: ${systemFault(thrown)}`, thrown)
  }
  if (files.length > 0) throw refused('is not empty')
  return folder
}

/** The last line of a screen: how many records there are, and what to do with them. */
export async function recordLines(folder: string | null): Promise<string[]> {
  if (folder === null) return []
  const records = (await readdir(folder)).length
  const where = 'https://github.com/swaproute/swaproute/blob/main/docs/witness.md'
  return ['', `${countText(records, 'record')} in ${folder}. How to send them: ${where}`]
}

/** Runs the checks and shows how many have answered. */
export async function askLive(questions: LiveQuestions, ctx: Ctx<'live'>): Promise<LiveRow[]> {
  const startedAtMs = ctx.io.now()
  const answered: string[] = []
  ctx.live.start(() => {
    const last = answered.slice(-shownNames).join(', ')
    const what = `${answered.length} have answered${last === '' ? '' : `, last ${last}`}`
    return [waitingText(what, ctx.io.now() - startedAtMs)]
  })
  try {
    return await ctx.services.live(questions, (row) => {
      answered.push(row.name)
      const { kind, name, host, state, findings } = row
      ctx.emit({ type: 'progress', step: kind, state, text: findings.join('; '), name, host })
    })
  } finally {
    ctx.live.stop()
  }
}

/** Whether something required returned no usable answer; one of several nodes is enough. */
export function isUnreachable(rows: readonly LiveRow[]): boolean {
  const isUsable = ({ state }: LiveRow): boolean => state === 'ok' || state === 'skipped'
  return rows.some(
    (row) =>
      row.state === 'down' &&
      !(row.kind === 'node' && rows.some((other) => other.name === row.name && isUsable(other))),
  )
}

/** The same answer among the rows of `doctor --json`. */
export function toCheckRow(row: LiveRow): CheckRow & { live: LiveRow } {
  const states = { ok: 'good', unexpected: 'warn', down: 'bad', skipped: 'none' } as const
  const time = row.latencyMs === null ? [] : [secondsText(row.latencyMs)]
  return {
    name: [row.kind, row.name, ...(row.host === null ? [] : [row.host])].join(' '),
    state: states[row.state],
    finding: [...time, ...row.findings].join('; '),
    action: null,
    live: row,
  }
}

export function reportFacts({ io }: Ctx): ReportFacts {
  return {
    version: io.version,
    nodeVersion: io.nodeVersion,
    platform: process.platform,
    at: new Date(io.now()).toISOString(),
  }
}
