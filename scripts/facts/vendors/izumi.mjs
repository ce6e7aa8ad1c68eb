import { chainFacts, wrappedFact } from '../chainFacts.mjs'

const path = 'lib/base/types.js'

export async function read({ constants }, ours) {
  const { initialChainTable } = await constants(path, ['initialChainTable'])
  return Object.values(initialChainTable).flatMap(({ id, name, wrappedToken }) => [
    ...chainFacts({ id, name, path }, ours),
    ...wrappedFact(ours.chainOf(id), wrappedToken.address, path),
  ])
}
