const path = 'dist/esm/evm/config/config.js'

export async function read({ constants }, ours) {
  const { default: config } = await constants(path, ['default'])
  return ours.chains.flatMap(({ id, chainId }) => {
    const { pmmSourceAddress: value } = config.chainConfig[chainId] ?? config.defaultAddresses
    return value === undefined
      ? []
      : [{ table: 'bridge contracts', key: `dln ${id} source`, value, path }]
  })
}
