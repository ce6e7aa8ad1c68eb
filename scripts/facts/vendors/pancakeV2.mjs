import { poolFacts } from '../poolFacts.mjs'

const path = 'dist/index.mjs'

export async function read({ constants }, ours) {
  const { FACTORY_ADDRESS_MAP } = await constants(path, ['FACTORY_ADDRESS_MAP'])
  return poolFacts('PANCAKE_SWAP uniswap-v2', { factory: FACTORY_ADDRESS_MAP }, path, ours)
}
