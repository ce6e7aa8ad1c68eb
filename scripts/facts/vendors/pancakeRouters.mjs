import { poolFacts } from '../poolFacts.mjs'

export async function read({ constants, find }, ours) {
  const path = await find('dist', '.mjs', 'var SMART_ROUTER_ADDRESSES =')
  const names = ['SMART_ROUTER_ADDRESSES', 'V2_ROUTER_ADDRESS', 'V3_QUOTER_ADDRESSES']
  const all = await constants(path, names)
  const v3 = { router: all.SMART_ROUTER_ADDRESSES, quoter: all.V3_QUOTER_ADDRESSES }
  return [
    ...poolFacts('PANCAKE_SWAP_V3 uniswap-v3', v3, path, ours),
    ...poolFacts('PANCAKE_SWAP uniswap-v2', { router: all.V2_ROUTER_ADDRESS }, path, ours),
  ]
}
