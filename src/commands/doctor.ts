import { stat } from 'node:fs/promises'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { toSwaprouteError } from '../core/errors.ts'
import { checksScreen, type CheckRow, plainChecks } from '../format/checks.ts'
import { waitingText } from '../format/progress.ts'
import type { Ctx } from './frame/context.ts'
import { defineCommand } from './frame/command.ts'

const oldestNode: readonly [major: number, minor: number] = [20, 19]
/** Chains whose nodes are tested when none is named. */
const usualChains: readonly BlockchainId[] = [
  'ETH',
  'ARBITRUM',
  'BASE',
  'BSC',
  'OPTIMISM',
  'POLYGON',
  'TON',
]

/** SAFETY.md T6. */
const maxClockSkewSeconds = 30

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check this machine: runtime, folders, keys, journal, nodes',
  usage: '',
  about: 'Changes nothing. Exit code 3 when something has to be fixed before money can move.',
  examples: ['swaproute doctor', 'swaproute doctor --chain base --json'],
  flags: [
    { name: 'chain', value: 'CHAIN', repeatable: true, hint: 'Test the node of this chain' },
    { name: 'offline', hint: 'Do not call any node' },
  ],
  maxWords: 0,
  async run(input, ctx) {
    const assets = await ctx.services.assets()
    const named = input.flags.list('chain').map((text) => assets.chain(text).id)
    const local = ctx.config.sandbox ? await localChains(ctx) : null
    const configured = assets.chains().flatMap(({ id }) => (ctx.config.rpc[id] ? [id] : []))
    const chains =
      named.length > 0 ? named : (local ?? [...new Set([...usualChains, ...configured])])
    const startedAtMs = ctx.io.now()
    ctx.live.start(() => [waitingText('Checking', ctx.io.now() - startedAtMs)])
    const rows: CheckRow[] = [
      nodeVersion(ctx),
      nodeOptions(ctx),
      ...(await folders(ctx)),
      await journal(ctx),
      await keys(ctx),
      ...(input.flags.on('offline')
        ? []
        : await Promise.all(chains.map((chain) => node(chain, ctx)))),
    ]
    ctx.live.stop()
    return { data: rows, view: rows, exit: rows.some(({ state }) => state === 'bad') ? 3 : 0 }
  },
  screen: (rows, { width, paint }) => checksScreen(rows, width, paint),
  plain: (rows) => plainChecks(rows),
})

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
  const intrusive = /(?:^|\s)(?:-r\b|--(?:require|import|loader|experimental-loader|inspect))/.test(
    text,
  )
  return {
    name: 'NODE_OPTIONS',
    state: intrusive ? 'bad' : 'good',
    finding:
      text === '' ? 'not set' : intrusive ? 'loads foreign code into this program' : 'harmless',
    action: intrusive ? 'Unset it: nothing is signed while it is there.' : null,
  }
}

/** What is ours must not be readable or writable by others. */
async function folders({ config }: Ctx): Promise<CheckRow[]> {
  return Promise.all(
    (['config', 'state'] as const).map(async (name): Promise<CheckRow> => {
      const path = config.folders[name]
      const found = await stat(path).catch(() => null)
      const open = found !== null && (found.mode & 0o077) !== 0
      return {
        name: `Folder of ${name === 'config' ? 'configuration' : 'state'}`,
        state: found === null ? 'none' : open ? 'warn' : 'good',
        finding: found === null ? `${path} is made when it is needed` : path,
        action: open ? `Others can look into it: chmod 700 ${path}` : null,
      }
    }),
  )
}

async function journal(ctx: Ctx): Promise<CheckRow> {
  const name = 'Journal'
  try {
    const tools = await ctx.services.journal()
    const damage = tools.damage()
    const open = tools.openSwaps().length
    if (damage !== null)
      return { name, state: 'bad', finding: damage, action: 'Nothing is sent until it is mended.' }
    return {
      name,
      state: open === 0 ? 'good' : 'warn',
      finding: open === 0 ? 'whole, no swap is open' : `whole, ${open} not ended`,
      action: open === 0 ? null : 'swaproute resume',
    }
  } catch (thrown) {
    const { message, hint } = toSwaprouteError(thrown)
    return { name, state: 'bad', finding: message, action: hint ?? null }
  }
}

async function keys(ctx: Ctx): Promise<CheckRow> {
  const name = 'Accounts'
  try {
    const wallet = await ctx.services.wallet()
    const { accounts, warnings } = await wallet.list()
    const [warning] = warnings
    return {
      name,
      state: warning !== undefined ? 'warn' : accounts.length === 0 ? 'none' : 'good',
      finding: warning?.message ?? `${accounts.length} in ${wallet.folder}`,
      action: accounts.length === 0 ? 'swaproute wallet new <name>' : null,
    }
  } catch (thrown) {
    const { message, hint } = toSwaprouteError(thrown)
    return { name, state: 'bad', finding: message, action: hint ?? null }
  }
}

async function node(blockchain: BlockchainId, ctx: Ctx): Promise<CheckRow> {
  const name = `Node of ${blockchain}`
  const startedAtMs = ctx.io.now()
  try {
    const probe = await ctx.services.probe(blockchain)
    if (probe.kind === 'ton') return tonNode(name, probe.chainSeconds, startedAtMs, ctx)
    const { chainId, blockNumber } = probe
    const assets = await ctx.services.assets()
    const expected = assets.chain(blockchain).chainId
    const right = expected === null || expected === chainId
    return {
      name,
      state: right ? 'good' : 'bad',
      finding: `chain id ${chainId}, block ${blockNumber}, ${ctx.io.now() - startedAtMs} ms`,
      action: right ? null : `This node is of another chain; ${blockchain} has id ${expected}.`,
    }
  } catch (thrown) {
    const { message } = toSwaprouteError(thrown)
    return {
      name,
      state: 'warn',
      finding: message,
      action: `Name your own node with SWAPROUTE_RPC_${blockchain}.`,
    }
  }
}

async function localChains(ctx: Ctx): Promise<BlockchainId[]> {
  const wallet = await ctx.services.wallet()
  return [...wallet.chains('evm'), ...wallet.chains('ton')]
}

/** Payments on TON are good for some minutes by the chain's clock: ours must not be far off (T6). */
function tonNode(name: string, chainSeconds: number, startedAtMs: number, ctx: Ctx): CheckRow {
  const nowMs = ctx.io.now()
  const skew = Math.round(nowMs / 1000) - chainSeconds
  const right = Math.abs(skew) <= maxClockSkewSeconds
  return {
    name,
    state: right ? 'good' : 'bad',
    finding: `its clock differs by ${Math.abs(skew)} s, ${nowMs - startedAtMs} ms`,
    action: right ? null : 'Set the clock of this machine: payments on TON are refused until then.',
  }
}
