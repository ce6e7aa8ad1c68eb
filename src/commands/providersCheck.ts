import type { BlockchainId } from '../core/blockchainIds.ts'
import type { LiveRow } from '../core/live.ts'
import type { ProviderId } from '../core/providerIds.ts'
import { liveReport, liveScreen, plainLive, type ReportFacts } from '../format/live.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import {
  askLive,
  createRecordFolder,
  isUnreachable,
  recordFlag,
  recordLines,
  reportFacts,
  usualEvmChains,
} from './live.ts'
import { readProvider } from './inputs/values.ts'

const mostNames = 40

export const providersCheckCommand = defineCommand({
  name: 'providers check',
  summary: 'Send each provider one cheap request and check the answer against its documentation',
  usage: '[id…]',
  about:
    'A price for a common pair, by the same code that quotes. Nothing is signed, no order is\n' +
    'opened. Exit code 5 when one of them does not answer.',
  examples: [
    'swaproute providers check',
    'swaproute providers check across UNI_SWAP_V3',
    'swaproute providers check --report > report.txt',
    'swaproute providers check across lifi --record records',
  ],
  flags: [
    { name: 'report', group: 'output', hint: 'A report to attach to an issue, without secrets' },
    recordFlag,
  ],
  maxWords: mostNames,
  wordValues: ['provider'],
  async run(input, ctx: Ctx<'assets' | 'lists' | 'live' | 'wallet'>) {
    const named = input.words.map(readProvider)
    const record = await createRecordFolder(input.record, ctx)
    const providers = named.length === 0 ? null : named
    const pools = await (named.length === 0 ? localPools(ctx) : poolsOf(named, ctx))
    const rows = await askLive({ nodes: [], prices: false, providers, pools, record }, ctx)
    const view: View = {
      rows,
      report: input.report ? reportFacts(ctx) : null,
      recorded: await recordLines(record),
    }
    if (input.report) ctx.note(view.recorded)
    return { data: rows, view, exit: isUnreachable(rows) ? 5 : 0 }
  },
  screen: ({ rows, report, recorded }, { width, paint }) =>
    report === null ? [...liveScreen(rows, width, paint), ...recorded] : liveReport(rows, report),
  plain: ({ rows }) => plainLive(rows),
})

/** `recorded`: the lines about records, which a report does not have. */
type View = { rows: LiveRow[]; report: ReportFacts | null; recorded: string[] }

/** The default chains; in a sandbox, its own. */
async function localPools(ctx: Ctx<'wallet'>): Promise<readonly BlockchainId[]> {
  return ctx.config.sandbox ? (await ctx.services.wallet()).chains('evm') : usualEvmChains
}

/** Chains on which a named exchange is read from its pools. */
async function poolsOf(
  named: readonly ProviderId[],
  ctx: Ctx<'assets' | 'lists'>,
): Promise<readonly BlockchainId[]> {
  const lists = await ctx.services.lists()
  const { onChain } = await lists.providers({ includeTestnets: false }, { signal: ctx.signal })
  const assets = await ctx.services.assets()
  const blockchains = onChain
    .filter(({ name, state }) => named.some((id) => id === name) && state === 'ready')
    .flatMap((item) => item.blockchains)
  const chains = [...new Set(blockchains)].map((id) => assets.chain(id))
  return chains.filter(({ kind }) => kind === 'evm').map(({ id }) => id)
}
