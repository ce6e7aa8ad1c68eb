const path = 'dist/index.mjs'

export async function read({ constants }, ours) {
  const { MainnetV2EndpointId } = await constants(path, ['MainnetV2EndpointId'])
  return Object.entries(MainnetV2EndpointId).flatMap(([name, value]) => {
    const chain = ours.chainNamed(words[name] ?? name.replace('_V2_MAINNET', ''))
    return chain === null ? [] : [{ table: 'endpoint ids', key: chain, value, path }]
  })
}

// LayerZero's names that are none of ours.
const words = {
  BERA_V2_MAINNET: 'BERACHAIN',
  HYPERLIQUID_V2_MAINNET: 'HYPER_EVM',
  ROOTSTOCK_V2_MAINNET: 'ROOTSTOCK',
}
