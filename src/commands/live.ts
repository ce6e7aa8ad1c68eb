import type { BlockchainId } from '../core/blockchainIds.ts'
import type { LiveQuestions, LiveRow } from '../core/live.ts'
import type { CheckRow } from '../format/checks.ts'
import type { ReportFacts } from '../format/live.ts'
import { secondsText } from '../core/figures.ts'
import { waitingText } from '../format/progress.ts'
import type { Ctx } from './frame/command.ts'

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
  const states = { ok: 'good', odd: 'warn', down: 'bad', skipped: 'none' } as const
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
