const path = 'dist/esm/crosschain/swapExactIn/feeCollectorSwap.js'

/** Its fee collectors are our gateways of before; the newer ones are in no package. */
export async function read({ constants }, ours) {
  const { FEE_COLLECTOR_ADDRESSES } = await constants(path, ['FEE_COLLECTOR_ADDRESSES'])
  return Object.entries(FEE_COLLECTOR_ADDRESSES).map(([id, value]) => ({
    table: 'service contracts',
    key: `symbiosis_swap ${ours.chainOf(id)} before`,
    value,
    path,
  }))
}
