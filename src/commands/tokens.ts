import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { plainTokens, tokensScreen } from '../format/lists.ts'
import type { Assets } from './frame/services.ts'
import { type Ctx, defineCommand } from './frame/command.ts'

export const tokensCommand = defineCommand({
  name: 'tokens',
  summary: 'Listed tokens with their addresses',
  usage: '[query]',
  about:
    'The query is a chain, or part of a symbol, name or address, or both: `arb:usd`. Your own tokens\n' +
    'come from tokens.json in the configuration folder. An unlisted token is given by its address.',
  examples: ['swaproute tokens usdc', 'swaproute tokens arb', 'swaproute tokens base:dai --json'],
  flags: [{ name: 'chain', value: 'CHAIN', values: 'chain', hint: 'Only tokens of this chain' }],
  maxWords: 1,
  wordValues: ['asset'],
  async run(input, ctx: Ctx<'assets'>) {
    const assets = await ctx.services.assets()
    const [query = ''] = input.words
    const named = input.chain
    const chain = named === undefined ? null : assets.chain(named).id
    const rows = find(query, chain, assets)
    return {
      data: rows.map(({ blockchain, address, symbol, name, decimals, native }) => ({
        blockchain,
        address,
        symbol,
        name,
        decimals,
        native,
      })),
      view: rows,
    }
  },
  screen: (rows, { tableWidth, paint }) => tokensScreen(rows, tableWidth, paint),
  plain: (rows) => plainTokens(rows),
})

function find(query: string, chain: BlockchainId | null, assets: Assets): readonly Token[] {
  const colon = query.indexOf(':')
  if (chain === null && colon !== -1) {
    return matching(query.slice(colon + 1), assets.tokens(assets.chain(query.slice(0, colon)).id))
  }
  const whole = chain === null ? chainOf(query, assets) : null
  return whole === null ? matching(query, assets.tokens(chain)) : assets.tokens(whole)
}

/** The chain of a query; null if it is part of a token's name. */
function chainOf(query: string, assets: Assets): BlockchainId | null {
  if (query === '') return null
  try {
    return assets.chain(query).id
  } catch (error) {
    if (error instanceof SwaprouteError && error.code === 'UNKNOWN_CHAIN') return null
    throw error
  }
}

function matching(text: string, tokens: readonly Token[]): readonly Token[] {
  const wanted = text.toLowerCase()
  return tokens.filter(({ symbol, name, address }) =>
    [symbol, name, address].some((word) => word.toLowerCase().includes(wanted)),
  )
}
