const path = 'dist/esm/crosschain/config/mainnet.js'

export async function read({ constants }, ours) {
  const { config } = await constants(path, ['config'])
  return config.chains.flatMap(({ id, metaRouter, metaRouterGateway }) => {
    const key = `symbiosis ${ours.chainOf(id)}`
    return [
      { table: 'bridge contracts', key: `${key} router`, value: metaRouter, path },
      { table: 'bridge contracts', key: `${key} gateway`, value: metaRouterGateway, path },
    ]
  })
}
