import { chainFacts } from '../chainFacts.mjs'

const path = 'dist/chainMetadata.js'

// Its `availability` is about Hyperlane itself: chains that it left are alive.
export async function read({ constants }, ours) {
  const { chainMetadata } = await constants(path, ['chainMetadata'])
  return Object.values(chainMetadata).flatMap((row) => {
    if (row.protocol !== 'ethereum') return []
    const { chainId: id, displayName: name, nativeToken: coin } = row
    return chainFacts({ id, name, coin, path }, ours)
  })
}
