const path = 'dist/esm/crosschain/swapExactIn/feeCollectorSwap.js'
const configPath = 'dist/esm/crosschain/config/mainnet.js'

/** Its fee collectors are our gateways of before; the newer gateways are in no package. */
export async function read({ constants }, ours) {
  const { FEE_COLLECTOR_ADDRESSES } = await constants(path, ['FEE_COLLECTOR_ADDRESSES'])
  const { config } = await constants(configPath, ['config'])
  return [
    ...Object.entries(FEE_COLLECTOR_ADDRESSES).map(([id, value]) => ({
      table: 'service contracts',
      key: `symbiosis_swap ${ours.chainOf(id)} before`,
      value,
      path,
    })),
    ...config.chains.flatMap(({ id, portal, synthesis, metaRouter, metaRouterGateway }) =>
      Object.entries({ portal, synthesis, metaRouter, metaRouterGateway }).map(([role, value]) => ({
        table: 'bridge contracts',
        key: `symbiosis ${ours.chainOf(id)} ${role}`,
        value,
        path: configPath,
      })),
    ),
  ]
}
