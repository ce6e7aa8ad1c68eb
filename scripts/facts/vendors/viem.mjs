import { chainFacts } from '../chainFacts.mjs'

const path = '_esm/chains/index.js'

export async function read({ namespace }, ours) {
  const chains = await namespace(path)
  return Object.values(chains).flatMap((chain) => {
    if (chain?.id === undefined || ours.chainOf(chain.id) === null) return []
    const multicall3 = chain.contracts?.multicall3?.address
    return chainFacts({ id: chain.id, name: chain.name, coin: chain.nativeCurrency, multicall3, path }, ours)
  })
}
