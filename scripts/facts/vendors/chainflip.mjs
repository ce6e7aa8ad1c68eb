const path = 'dist/chainflip.mjs'

/** Assets that Chainflip has and their decimals, which ours are taken from the table of tokens for. */
export async function read({ constants }, ours) {
  const { assetConstants } = await constants(path, ['assetConstants'])
  return Object.entries(assetConstants).flatMap(([asset, { chain, symbol, decimals }]) => {
    const id = ours.chainNamed(chain)
    return [
      { table: 'service words', key: `chainflip ${chain} ${symbol}`, value: asset, path },
      ...(id === null ? [] : [{ table: 'token decimals', key: `${id} ${symbol}`, value: decimals, path }]),
    ]
  })
}
