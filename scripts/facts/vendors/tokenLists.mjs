import { tokenFacts } from '../tokenFacts.mjs'

// Packages that are a list in the form of tokenlists.org.
const paths = [
  'build/uniswap-default.tokenlist.json',
  'build/sushiswap-default.tokenlist.json',
  'tokenlist.json',
]

export async function read({ json, has, constants }, ours) {
  const path = paths.find(has)
  const file = 'dist/optimism.tokenlist.mjs'
  const { tokens } =
    path === undefined ? (await constants(file, ['default'])).default : await json(path)
  const rows = tokens.flatMap(({ chainId, address, decimals, symbol }) => {
    const chain = ours.chainOf(chainId)
    return chain === null ? [] : [{ chain, address, decimals, symbol, path: path ?? file }]
  })
  return tokenFacts(rows, ours)
}
