import { wrappedFact } from '../chainFacts.mjs'

const path = 'dist/index.mjs'

export async function read({ constants }, ours) {
  const { VAULT_V2, NATIVE_ASSETS } = await constants(path, ['VAULT_V2', 'NATIVE_ASSETS'])
  const vaults = Object.entries(VAULT_V2).map(([id, value]) => ({
    table: 'pools',
    key: `BALANCER balancer-v2 ${ours.chainOf(id)} router`,
    value,
    path,
  }))
  const wrapped = Object.entries(NATIVE_ASSETS).flatMap(([id, coin]) =>
    wrappedFact(ours.chainOf(id), coin.wrapped, path),
  )
  return [...vaults, ...wrapped]
}
