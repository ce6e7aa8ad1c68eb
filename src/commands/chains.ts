import type { ChainsAnswer } from '../api/schemas.ts'
import { type ChainRow, chainsScreen, plainChains } from '../format/lists.ts'
import type { Assets } from './frame/services.ts'
import { type Ctx, defineCommand } from './frame/command.ts'

export const chainsCommand = defineCommand({
  name: 'chains',
  summary: 'Chains, their aliases, and how many providers serve them',
  usage: '[query]',
  about:
    'The screen lists only chains that a provider serves, unless --all or a query asks for more;\n' +
    '--json and --plain always list all.',
  examples: ['swaproute chains', 'swaproute chains arb', 'swaproute chains --testnets --json'],
  flags: [
    { name: 'all', hint: 'Also chains that no provider serves' },
    { name: 'testnets', group: 'route', hint: 'Test networks too' },
  ],
  maxWords: 1,
  wordValues: ['chain'],
  async run(input, ctx: Ctx<'assets' | 'lists'>) {
    const lists = await ctx.services.lists()
    const includeTestnets = input.testnets
    const answer = await lists.chains({ includeTestnets }, { signal: ctx.signal })
    const rows = toRows(answer, await ctx.services.assets())
    const [query] = input.words
    const shown = query === undefined ? rows : rows.filter((row) => fits(row, query))
    const names = new Set(shown.map(({ id }) => id))
    const isShort = query === undefined && !input.all
    return {
      data: answer.filter(({ name }) => names.has(name)),
      view: { rows: shown, isShort },
    }
  },
  screen: ({ rows, isShort }, { tableWidth, paint }) =>
    chainsScreen(rows, tableWidth, paint, isShort),
  plain: ({ rows }) => plainChains(rows),
})

/** Coverage comes from the service, names and aliases from the local table. */
function toRows(answer: ChainsAnswer, assets: Assets): ChainRow[] {
  const known = new Map(assets.chains().map((chain) => [String(chain.id), chain]))
  return answer.map(({ id, name, type, providers, testnet }) => {
    const chain = known.get(name)
    return {
      id: name,
      name: chain?.name ?? name,
      kind: chain?.kind ?? type,
      chainId: chain?.chainId ?? id,
      nativeSymbol: chain?.native.symbol ?? '',
      testnet,
      providers: new Set([...providers.crossChain, ...providers.onChain]).size,
      aliases: chain?.aliases ?? [],
      note: chain?.note ?? null,
    }
  })
}

function fits(row: ChainRow, query: string): boolean {
  const wanted = query.toLowerCase()
  const words = [row.id, row.name, String(row.chainId ?? ''), row.nativeSymbol, ...row.aliases]
  return words.some((word) => word.toLowerCase().includes(wanted))
}
