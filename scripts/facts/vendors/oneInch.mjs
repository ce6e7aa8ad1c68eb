const path = 'dist/esm/constants.js'

export async function read({ constants }) {
  const name = 'ONE_INCH_LIMIT_ORDER_V4'
  const { [name]: value } = await constants(path, [], [name])
  return [{ table: 'service contracts', key: 'one_inch', value, path }]
}
