import { chainFacts } from '../chainFacts.mjs'
import { tokenFacts } from '../tokenFacts.mjs'

const path = 'chains.mjs'
const names = [
  'type',
  'chainId',
  'name',
  'nativeCurrency',
  'isTestnet',
  'cctp',
  'usdcAddress',
  'eurcAddress',
]
const tokens = { usdcAddress: 'USDC', eurcAddress: 'EURC' }

/** Circle's own contracts; chains without EVM calls are known by their name. */
export async function read({ members }, ours) {
  const rows = []
  const facts = []
  for (const row of await members(path, names)) {
    if (row.type === undefined) continue
    const { chainId: id, name, nativeCurrency, type, isTestnet } = row
    if (type === 'evm') facts.push(...chainFacts({ id, name, coin: nativeCurrency, path }, ours))
    const chain = type === 'evm' ? ours.chainOf(id) : isTestnet ? null : ours.chainNamed(name)
    if (chain === null) continue
    const domain = row.cctp?.domain
    if (domain !== undefined)
      facts.push({ table: 'circle domains', key: chain, value: domain, path })
    for (const [member, symbol] of Object.entries(tokens)) {
      const address = row[member]
      if (typeof address === 'string') rows.push({ chain, address, decimals: 6, symbol, path })
    }
  }
  return [...facts, ...tokenFacts(rows, ours)]
}
