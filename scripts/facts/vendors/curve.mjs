import { wrappedFact } from '../chainFacts.mjs'

const path = 'lib/constants/network_constants.js'

export async function read({ constants }, ours) {
  const { NETWORK_CONSTANTS } = await constants(path, ['NETWORK_CONSTANTS'])
  const facts = []
  for (const [id, row] of Object.entries(NETWORK_CONSTANTS)) {
    const chain = ours.chainOf(id)
    if (chain === null) continue
    const { router } = row.ALIASES
    if (router !== undefined)
      facts.push({ table: 'pools', key: `CURVE curve ${chain} router`, value: router, path })
    facts.push(...wrappedFact(chain, row.NATIVE_COIN.wrappedAddress, path))
    for (const pool of Object.values(row.POOLS_DATA)) {
      const key = `CURVE ${chain} ${pool.swap_address.toLowerCase()} coins`
      facts.push({ table: 'pools', key, value: pool.underlying_coin_addresses.join(' '), path })
      facts.push({ table: 'pools', key, value: pool.wrapped_coin_addresses.join(' '), path })
    }
  }
  return facts
}
