import { chainFacts } from '../chainFacts.mjs'
import { tokenFacts } from '../tokenFacts.mjs'

const path = 'dist/esm/tokens.js'

export async function read({ constants }, ours) {
  const { CHAIN_IDs } = await constants('dist/esm/networks.js', ['CHAIN_IDs'])
  const { TOKEN_SYMBOLS_MAP } = await constants(path, ['TOKEN_SYMBOLS_MAP'])
  const facts = Object.entries(CHAIN_IDs)
    .filter(([name]) => name !== 'MAINNET')
    .flatMap(([name, id]) => chainFacts({ id, name, path: 'dist/esm/networks.js' }, ours))
  const rows = Object.values(TOKEN_SYMBOLS_MAP).flatMap(({ symbol, decimals, addresses }) =>
    Object.entries(addresses).flatMap(([id, address]) => {
      const chain = ours.chainOf(id)
      return chain === null ? [] : [{ chain, address, decimals, symbol, path }]
    }),
  )
  return [...facts, ...tokenFacts(rows, ours)]
}
