import { tokenKey } from './ours.mjs'

/**
 * What a list of tokens says about ours. Its rows are `{ chain, address, decimals, symbol, path }`, with
 * our name of the chain. An address is compared by symbol only where the list does not have ours.
 */
export function tokenFacts(rows, { tokens }) {
  const listed = new Set(rows.map(({ chain, address }) => tokenKey(chain, address)))
  const bySymbol = new Map()
  for (const row of rows) {
    const key = `${row.chain} ${row.symbol.toUpperCase()}`
    bySymbol.set(key, [...(bySymbol.get(key) ?? []), row])
  }
  const facts = []
  for (const { chain, address, symbols, table, addressOnly } of tokens) {
    if (addressOnly || listed.has(tokenKey(chain, address))) continue
    const [first, ...others] = bySymbol.get(`${chain} ${symbols[0].toUpperCase()}`) ?? []
    if (first === undefined) continue
    const value = [first, ...others].map((other) => other.address)
    facts.push({
      table,
      key: `${tokenKey(chain, address)} symbol`,
      value: value.map((one) => `${first.symbol} at ${one}`),
      path: first.path,
    })
  }
  for (const { chain, address, decimals, symbol, path } of rows) {
    const key = tokenKey(chain, address)
    for (const table of ['tokens', 'connectors', 'bridge tokens']) {
      facts.push({ table, key: `${key} decimals`, value: decimals, path })
      facts.push({ table, key: `${key} symbol`, value: symbol, path })
    }
  }
  return facts
}
