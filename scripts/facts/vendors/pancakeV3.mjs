import { poolFacts } from '../poolFacts.mjs'

const path = 'dist/index.mjs'

export async function read({ constants }, ours) {
  const { FACTORY_ADDRESSES } = await constants(path, ['FACTORY_ADDRESSES'])
  return poolFacts('PANCAKE_SWAP_V3 uniswap-v3', { factory: FACTORY_ADDRESSES }, path, ours)
}
