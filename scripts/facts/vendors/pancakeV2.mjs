import { wrappedFact } from '../chainFacts.mjs'
import { poolFacts } from '../poolFacts.mjs'

const path = 'dist/index.mjs'

export async function read({ constants }, ours) {
  const { FACTORY_ADDRESS_MAP, WNATIVE } = await constants(path, ['FACTORY_ADDRESS_MAP', 'WNATIVE'])
  const wrapped = Object.entries(WNATIVE).flatMap(([number, token]) =>
    wrappedFact(ours.chainOf(number), token.args?.[1] ?? token.address, path),
  )
  return [...poolFacts('PANCAKE_SWAP uniswap-v2', { factory: FACTORY_ADDRESS_MAP }, path, ours), ...wrapped]
}
