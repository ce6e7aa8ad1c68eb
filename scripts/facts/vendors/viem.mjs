import { chainFacts } from '../chainFacts.mjs'
import { tokenFacts } from '../tokenFacts.mjs'

const path = '_esm/chains/index.js'
const tokensPath = '_esm/tokens/index.js'

export async function read({ members }, ours) {
  const facts = (await members(path, ['id', 'name', 'nativeCurrency', 'contracts'])).flatMap(
    (chain) => {
      const { id, name, nativeCurrency: coin, contracts } = chain
      if (ours.chainOf(id) === null) return []
      return chainFacts({ id, name, coin, multicall3: contracts?.multicall3?.address, path }, ours)
    },
  )
  const tokens = await members(tokensPath, ['addresses', 'decimals', 'symbol'])
  const rows = tokens.flatMap(({ addresses = {}, decimals, symbol }) =>
    Object.entries(addresses).flatMap(([id, address]) => {
      const chain = ours.chainOf(id)
      return chain === null ? [] : [{ chain, address, decimals, symbol, path: tokensPath }]
    }),
  )
  return [...facts, ...tokenFacts(rows, ours)]
}
