import { chainFacts } from '../chainFacts.mjs'

const path = 'dist/chainMetadata.js'

export async function read({ constants }, ours) {
  const { chainMetadata } = await constants(path, ['chainMetadata'])
  return Object.values(chainMetadata).flatMap((row) => {
    if (row.protocol !== 'ethereum') return []
    const { chainId: id, displayName: name, nativeToken: coin, availability } = row
    const chain = ours.chainOf(id)
    const isDead = availability?.status === 'disabled' && availability.reasons.includes('deprecated')
    return [
      ...chainFacts({ id, name, coin, path }, ours),
      ...(chain !== null && isDead ? [{ table: 'dead chains', key: chain, value: 'dead', path }] : []),
    ]
  })
}
