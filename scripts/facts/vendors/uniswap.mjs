import { wrappedFact } from '../chainFacts.mjs'

const path = 'dist/esm/src/addresses.js'

export async function read({ constants }, ours) {
  const names = ['CHAIN_TO_ADDRESSES_MAP', 'V2_FACTORY_ADDRESSES', 'V2_ROUTER_ADDRESSES']
  const all = await constants(path, names)
  const coins = await constants('dist/esm/src/entities/weth9.js', ['WETH9'])
  const { ChainId } = await constants('dist/esm/src/chains.js', ['ChainId'])
  const facts = []
  const pool = (id, family, number, role, value) => {
    const chain = ours.chainOf(number)
    if (chain === null || value === undefined) return
    facts.push({ table: 'pools', key: `${id} ${family} ${chain} ${role}`, value, path })
  }
  for (const [number, row] of Object.entries(all.CHAIN_TO_ADDRESSES_MAP)) {
    for (const id of ['UNI_SWAP_V3', 'OKU_SWAP']) {
      pool(id, 'uniswap-v3', number, 'factory', row.v3CoreFactoryAddress)
      pool(id, 'uniswap-v3', number, 'quoter', row.quoterAddress)
      pool(id, 'uniswap-v3', number, 'router', row.swapRouter02Address)
    }
  }
  const v2 = { factory: all.V2_FACTORY_ADDRESSES, router: all.V2_ROUTER_ADDRESSES }
  for (const [role, addresses] of Object.entries(v2)) {
    for (const [number, address] of Object.entries(addresses)) {
      pool('UNISWAP_V2', 'uniswap-v2', number, role, address)
    }
  }
  for (const [number, { args }] of Object.entries(coins.WETH9)) {
    if (args === undefined) continue
    facts.push(...wrappedFact(ours.chainOf(number), args[1], 'dist/esm/src/entities/weth9.js'))
  }
  for (const [name, id] of Object.entries(ChainId)) {
    const chain = ours.chainNamed(name)
    if (chain !== null)
      facts.push({ table: 'chain ids', key: chain, value: id, path: 'dist/esm/src/chains.js' })
  }
  return facts
}
