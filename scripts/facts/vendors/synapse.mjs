const path = 'dist/sdk-router.esm.js'

export async function read({ constants }, ours) {
  const { ROUTER_ADDRESS_MAP } = await constants(path, [], ['ROUTER_ADDRESS_MAP'])
  return Object.entries(ROUTER_ADDRESS_MAP).map(([id, value]) => ({
    table: 'pools',
    key: `SYNAPSE synapse ${ours.chainOf(id)} router`,
    value,
    path,
  }))
}
