import type { ProvidersAnswer } from '../api/schemas.ts'
import { plainProviders, type ProviderRow, providersScreen } from '../format/lists.ts'
import { type Ctx, defineCommand } from './frame/command.ts'

export const providersCommand = defineCommand({
  name: 'providers',
  summary: 'Every provider and whether it is ready',
  usage: '[query]',
  about:
    'A provider is ready, needs a key (its variable is shown), is disabled by the setting\n' +
    'disabledProviders, or is closed; the sandbox does not serve all. The screen lists closed ones\n' +
    'only with --all, --state or a query.',
  examples: [
    'swaproute providers',
    'swaproute providers --state needs_key',
    'swaproute providers uni',
  ],
  flags: [
    {
      name: 'state',
      value: 'STATE',
      choices: ['ready', 'misconfigured', 'needs_key', 'not_in_sandbox', 'disabled', 'closed'],
      hint: 'Only providers in this state',
    },
    { name: 'all', hint: 'Also closed ones' },
    { name: 'testnets', group: 'route', hint: 'Count test networks too' },
  ],
  maxWords: 1,
  wordValues: ['provider'],
  async run(input, ctx: Ctx<'lists'>) {
    const lists = await ctx.services.lists()
    const includeTestnets = input.testnets
    const answer = await lists.providers({ includeTestnets }, { signal: ctx.signal })
    const state = input.state
    const wanted = input.words[0]?.toLowerCase() ?? ''
    const isShown = (item: { name: string; state: string }): boolean =>
      (state === undefined || item.state === state) && item.name.toLowerCase().includes(wanted)
    const data: ProvidersAnswer = {
      ...answer,
      crossChain: answer.crossChain.filter(isShown),
      onChain: answer.onChain.filter(isShown),
    }
    const view = [
      ...data.crossChain.map((item) => toRow(item, 'cross-chain')),
      ...data.onChain.map((item) => toRow(item, 'on-chain')),
    ]
    const isShort = wanted === '' && state === undefined && !input.all
    return { data, view: { rows: view, isShort } }
  },
  screen: ({ rows, isShort }, { tableWidth, paint }) =>
    providersScreen(rows, tableWidth, paint, isShort),
  plain: ({ rows }) => plainProviders(rows),
})

function toRow(
  item: ProvidersAnswer['crossChain'][number],
  group: ProviderRow['group'],
): ProviderRow {
  const { name, blockchains, state, deposit } = item
  return {
    name,
    group,
    deposit,
    ...(item.extension === true ? { extension: true } : {}),
    state,
    blockchains,
    variable: item.variable ?? null,
    reason: item.reason ?? null,
    proof: item.proof ?? null,
  }
}
