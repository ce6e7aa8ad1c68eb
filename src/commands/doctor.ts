import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError, systemFault, toSwaprouteError } from '../core/errors.ts'
import type { LiveRow } from '../core/live.ts'
import { unsafeNodeOption } from '../core/nodeOptions.ts'
import { checksScreen, type CheckRow, plainChecks } from '../format/checks.ts'
import { liveReport, liveScreen, plainLive, type ReportFacts } from '../format/live.ts'
import { hasLeft } from '../format/funds.ts'
import { countText } from '../format/numbers.ts'
import { waitingText } from '../format/progress.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import {
  askLive,
  createRecordFolder,
  isUnreachable,
  recordFlag,
  recordLines,
  reportFacts,
  toCheckRow,
  usualEvmChains,
} from './live.ts'

const oldestNode: readonly [major: number, minor: number] = [20, 19]
/** Chains tested by default. */
const usualChains: readonly BlockchainId[] = [...usualEvmChains, 'TON']

/** docs/safety.md T6. */
const maxClockSkewSeconds = 30
/** Blocks are seconds apart, so a smaller difference means nothing. */
const sameSeconds = 5

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check this machine: runtime, folders, keys, journal, nodes',
  usage: '',
  about:
    'Changes nothing. --live sends every node, price source and provider one cheap request; it opens\n' +
    'no key and places no order. Exit code 3 when something must be fixed before money can move,\n' +
    '5 when a chain, a price source or a provider does not answer.',
  examples: [
    'swaproute doctor',
    'swaproute doctor --chain base --json',
    'swaproute doctor --live --report > report.txt',
  ],
  flags: [
    {
      name: 'chain',
      value: 'CHAIN',
      repeatable: true,
      values: 'chain',
      hint: 'Test the node of this chain',
    },
    { name: 'offline', hint: 'Do not call any node' },
    { name: 'live', hint: 'Ask every node, price source and provider' },
    {
      name: 'report',
      group: 'output',
      hint: 'With --live: a report to attach to an issue, without secrets',
    },
    {
      ...recordFlag,
      hint: 'With --live: also write each exchange with a provider to this new folder',
    },
    { name: 'repair', hint: 'Forget what earlier runs learned about exchanges and nodes' },
  ],
  conflicts: [['live', 'offline']],
  maxWords: 0,
  async run(input, ctx: Ctx<'assets' | 'journal' | 'live' | 'probe' | 'repair' | 'wallet'>) {
    refuseWithoutLive(input)
    const record = await createRecordFolder(input.record, ctx)
    const assets = await ctx.services.assets()
    const named = input.chain.map((text) => assets.chain(text).id)
    const local = ctx.config.sandbox ? await localChains(ctx) : null
    const configured = assets.chains().flatMap(({ id }) => (ctx.config.rpc[id] ? [id] : []))
    const chains =
      named.length > 0 ? named : (local ?? [...new Set([...usualChains, ...configured])])
    const startedAtMs = ctx.io.now()
    ctx.live.start(() => [waitingText('Checking', ctx.io.now() - startedAtMs)])
    const repaired = input.repair ? [repairRow(await ctx.services.repair())] : []
    const nodes =
      input.offline || input.live ? [] : await Promise.all(chains.map((chain) => node(chain, ctx)))
    const rows: CheckRow[] = [
      ...repaired,
      ...profileRow(ctx),
      nodeVersion(ctx),
      nodeOptions(ctx),
      ...(await folders(ctx)),
      await journal(ctx),
      await keys(ctx),
    ]
    const isBroken = [...rows, ...nodes].some(({ state }) => state === 'bad')
    const isCutOff = nodes.length > 0 && nodes.every(({ state }) => state === 'warn')
    // One failing node is a warning; if all fail, an error.
    rows.push(...nodes.map((row): CheckRow => (isCutOff ? { ...row, state: 'bad' } : row)))
    ctx.live.stop()
    const live = input.live
      ? await askLive(
          { nodes: chains, prices: true, providers: null, pools: poolChains(chains), record },
          ctx,
        )
      : []
    const isDown = isCutOff || isUnreachable(live)
    const view: View = {
      rows,
      live,
      report: input.report ? reportFacts(ctx) : null,
      recorded: await recordLines(record),
    }
    if (input.report) ctx.note(view.recorded)
    return {
      data: [...rows, ...live.map(toCheckRow)],
      view,
      exit: isBroken ? 3 : isDown ? 5 : 0,
    }
  },
  screen: (view, { width, paint }) =>
    view.report !== null
      ? liveReport(view.live, view.report)
      : [
          ...checksScreen(view.rows, width, paint),
          ...(view.live.length === 0 ? [] : ['', ...liveScreen(view.live, width, paint)]),
          ...view.recorded,
        ],
  plain: ({ rows, live }) => [...plainChecks(rows), ...plainLive(live)],
})

type View = { rows: CheckRow[]; live: LiveRow[]; report: ReportFacts | null; recorded: string[] }

type LiveFlags = { live: boolean; report: boolean; record: string | undefined }

function refuseWithoutLive({ live, report, record }: LiveFlags): void {
  const flag = report ? '--report' : record === undefined ? null : '--record'
  if (live || flag === null) return
  const value = flag === '--record' ? ' DIR' : ''
  throw new SwaprouteError('INVALID_ARGUMENT', `${flag} needs --live.`, {
    hint: `Run \`swaproute doctor --live ${flag}${value}\`.`,
  })
}

function repairRow(forgotten: readonly string[]): CheckRow {
  const finding = forgotten.length === 0 ? 'nothing to forget' : `forgot ${forgotten.join(', ')}`
  return { name: 'Repair', state: 'good', finding, action: null }
}

/** Chains whose pools this program reads itself. */
function poolChains(chains: readonly BlockchainId[]): BlockchainId[] {
  return chains.filter((chain) => chain !== 'TON')
}

function profileRow({ config: { profile } }: Ctx): CheckRow[] {
  if (profile === null) return []
  const finding = `${profile.name}, ${profile.file}`
  return [{ name: 'Profile', state: 'good', finding, action: null }]
}

function nodeVersion({ io }: Ctx): CheckRow {
  const [major = 0, minor = 0] = io.nodeVersion.split('.').map(Number)
  const [oldMajor, oldMinor] = oldestNode
  const good = major > oldMajor || (major === oldMajor && minor >= oldMinor)
  return {
    name: 'Node.js',
    state: good ? 'good' : 'bad',
    finding: io.nodeVersion,
    action: good ? null : `Install ${oldestNode.join('.')} or newer.`,
  }
}

function nodeOptions({ io }: Ctx): CheckRow {
  const text = io.env['NODE_OPTIONS'] ?? ''
  const unsafe = unsafeNodeOption(text)
  return {
    name: 'NODE_OPTIONS',
    state: unsafe === null ? 'good' : 'bad',
    finding:
      text === ''
        ? 'not set'
        : unsafe === null
          ? 'harmless'
          : `${unsafe} may run foreign code here`,
    action: unsafe === null ? null : 'Unset it: nothing is signed while it is set.',
  }
}

/** Our folders must be writable by the user and closed to others. */
async function folders({ config }: Ctx): Promise<CheckRow[]> {
  return Promise.all(
    (['config', 'state'] as const).map(async (which): Promise<CheckRow> => {
      const path = config.folders[which]
      const name = `${which === 'config' ? 'Config' : 'State'} folder`
      const found = await stat(path).catch(() => null)
      const place = found === null ? await nearestFolder(path) : path
      const fault = await access(place, constants.W_OK | constants.X_OK).catch(systemFault)
      if (fault !== undefined) {
        const what = found === null ? `cannot be created in ${place}` : 'cannot be written'
        const action = 'Set SWAPROUTE_HOME to a folder you can write.'
        return { name, state: 'bad', finding: `${path} ${what}: ${fault}`, action }
      }
      const open = found !== null && (found.mode & 0o077) !== 0
      return {
        name,
        state: found === null ? 'none' : open ? 'warn' : 'good',
        finding: found === null ? `${path} is created when needed` : path,
        action: open ? `Others can read it: chmod 700 ${path}` : null,
      }
    }),
  )
}

/** The existing folder in which a missing one would be created. */
async function nearestFolder(path: string): Promise<string> {
  const above = dirname(path)
  const found = await stat(above).catch(() => null)
  return found !== null || above === path ? above : nearestFolder(above)
}

async function journal(ctx: Ctx<'journal'>): Promise<CheckRow> {
  const name = 'Journal'
  try {
    const tools = await ctx.services.journal()
    const damage = tools.damage('whole')
    const swaps = tools.openSwaps()
    const open = swaps.length
    const out = swaps.filter(({ funds }) => hasLeft(funds)).length
    if (damage !== null)
      return { name, state: 'bad', finding: damage, action: 'Nothing is sent until it is fixed.' }
    return {
      name,
      state: open === 0 ? 'good' : 'warn',
      finding:
        open === 0
          ? 'OK, no unfinished swaps'
          : `OK, ${countText(open, 'unfinished swap')}${out === 0 ? ', none paid' : `, ${out} paid`}`,
      action:
        open === 0 ? null : `swaproute ${open === 1 ? 'resume' : 'history --open'}${ctx.repeated}`,
    }
  } catch (thrown) {
    const { message, hint } = toSwaprouteError(thrown)
    return { name, state: 'bad', finding: message, action: hint ?? null }
  }
}

async function keys(ctx: Ctx<'wallet'>): Promise<CheckRow> {
  const name = 'Accounts'
  try {
    const wallet = await ctx.services.wallet()
    const { accounts, warnings } = await wallet.list()
    const [warning] = warnings
    return {
      name,
      state: warning !== undefined ? 'warn' : accounts.length === 0 ? 'none' : 'good',
      finding:
        warning?.message ??
        (ctx.config.sandbox
          ? `${accounts.length} of the sandbox`
          : `${accounts.length} in ${wallet.folder}`),
      action: accounts.length === 0 ? `swaproute wallet new main${ctx.repeated}` : null,
    }
  } catch (thrown) {
    const { message, hint } = toSwaprouteError(thrown)
    return { name, state: 'bad', finding: message, action: hint ?? null }
  }
}

async function node(blockchain: BlockchainId, ctx: Ctx<'assets' | 'probe'>): Promise<CheckRow> {
  const name = `Node of ${blockchain}`
  const startedAtMs = ctx.io.now()
  const { status, note } = (await ctx.services.assets()).chain(blockchain)
  if (status === 'dead') {
    return { name, state: 'none', finding: `the network has ended: ${note}`, action: null }
  }
  try {
    const probe = await ctx.services.probe(blockchain)
    if (probe.kind === 'ton') return tonNode(name, probe.chainSeconds, startedAtMs, ctx)
    if (probe.kind === 'unasked') {
      return { name, state: 'none', finding: probe.why, action: null }
    }
    if (probe.kind === 'other') {
      const finding = `${probe.host}, block ${probe.height}, ${ctx.io.now() - startedAtMs} ms`
      return { name, state: 'good', finding, action: null }
    }
    const { chainId, blockNumber } = probe
    const assets = await ctx.services.assets()
    const expected = assets.chain(blockchain).chainId
    const right = expected === null || expected === chainId
    return {
      name,
      state: right ? 'good' : 'bad',
      finding: `chain id ${chainId}, block ${blockNumber}, ${ctx.io.now() - startedAtMs} ms`,
      action: right ? null : `This node serves another chain; ${blockchain} has id ${expected}.`,
    }
  } catch (thrown) {
    const { message, context } = toSwaprouteError(thrown)
    return {
      name,
      // A node of another chain must be replaced before money can move; a failing one may recover.
      state: context['check'] === 'E1' ? 'bad' : 'warn',
      finding: message,
      action: `Set your own node with SWAPROUTE_RPC_${blockchain}.`,
    }
  }
}

async function localChains(ctx: Ctx<'wallet'>): Promise<BlockchainId[]> {
  const wallet = await ctx.services.wallet()
  return [...wallet.chains('evm'), ...wallet.chains('ton')]
}

/**
 * TON payments are valid for some minutes by the chain's clock, so the local clock must be close to
 * it (T6).
 */
function tonNode(name: string, chainSeconds: number, startedAtMs: number, ctx: Ctx): CheckRow {
  const nowMs = ctx.io.now()
  const skew = Math.round(nowMs / 1000) - chainSeconds
  const right = Math.abs(skew) <= maxClockSkewSeconds
  return {
    name,
    state: right ? 'good' : 'bad',
    finding: `${Math.abs(skew) <= sameSeconds ? 'clock in sync' : `clock differs by ${Math.abs(skew)}s`}, ${nowMs - startedAtMs} ms`,
    action: right ? null : 'Set the clock of this machine: payments on TON are refused until then.',
  }
}
