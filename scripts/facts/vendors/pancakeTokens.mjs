import { tokenFacts } from '../tokenFacts.mjs'

const path = 'dist/index.mjs'
const lists = [
  'arbitrumTokens',
  'baseTokens',
  'bscTokens',
  'ethereumTokens',
  'lineaTokens',
  'monadTokens',
  'opBnbTokens',
  'zksyncTokens',
]

export async function read({ constants }, ours) {
  const all = await constants(path, lists)
  const rows = lists
    .flatMap((list) => Object.values(all[list]))
    .flatMap((token) => {
      const [chainId, address, decimals, symbol] = token?.args ?? []
      const chain = ours.chainOf(chainId)
      return chain === null ? [] : [{ chain, address, decimals, symbol, path }]
    })
  return tokenFacts(rows, ours)
}
