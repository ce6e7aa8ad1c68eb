import { poolFacts } from '../poolFacts.mjs'

const folder = '_esm/evm/config/features'

export async function read({ constants }, ours) {
  const of = async (file, roles) => {
    const path = `${folder}/${file}.js`
    const all = await constants(path, Object.values(roles))
    return [
      path,
      Object.fromEntries(Object.entries(roles).map(([role, name]) => [role, all[name]])),
    ]
  }
  const v2 = await of('sushiswap-v2', {
    factory: 'SUSHISWAP_V2_FACTORY_ADDRESS',
    router: 'SUSHISWAP_V2_ROUTER_ADDRESS',
  })
  const v3 = await of('sushiswap-v3', {
    factory: 'SUSHISWAP_V3_FACTORY_ADDRESS',
    quoter: 'SUSHISWAP_V3_QUOTER',
  })
  const uniswapV2 = await of('uniswap-v2', { factory: 'UNISWAP_V2_FACTORY_ADDRESS' })
  const uniswapV3 = await of('uniswap-v3', { factory: 'UNISWAP_V3_FACTORY_ADDRESS' })
  const pancakeV2 = await of('pancakeswap-v2', { factory: 'PANCAKESWAP_V2_FACTORY_ADDRESS' })
  const pancakeV3 = await of('pancakeswap-v3', { factory: 'PANCAKESWAP_V3_FACTORY_ADDRESS' })
  const facts = (key, [path, roles]) => poolFacts(key, roles, path, ours)
  return [
    ...facts('SUSHI_SWAP uniswap-v2', v2),
    ...facts('SUSHI_SWAP uniswap-v3', v3),
    ...facts('UNISWAP_V2 uniswap-v2', uniswapV2),
    ...facts('UNI_SWAP_V3 uniswap-v3', uniswapV3),
    ...facts('PANCAKE_SWAP uniswap-v2', pancakeV2),
    ...facts('PANCAKE_SWAP_V3 uniswap-v3', pancakeV3),
  ]
}
