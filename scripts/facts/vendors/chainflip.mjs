const path = 'dist/chainflip.mjs'

export async function read({ constants }) {
  const { assetConstants } = await constants(path, ['assetConstants'])
  return Object.entries(assetConstants).map(([value, { chain, symbol }]) => ({
    table: 'service words',
    key: `chainflip ${chain} ${symbol}`,
    value,
    path,
  }))
}
