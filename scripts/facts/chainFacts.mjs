/** What a vendor says of a chain by its EIP-155 id, its name or both. */
export function chainFacts({ id, name, coin, multicall3, path }, ours) {
  const facts = []
  const named = name === undefined ? null : ours.chainNamed(name)
  if (named !== null) facts.push({ table: 'chain ids', key: named, value: Number(id), path })
  const chain = ours.chainOf(id)
  if (chain === null) return facts
  if (coin !== undefined) {
    facts.push({ table: 'coins', key: `${chain} symbol`, value: coin.symbol, path })
    facts.push({ table: 'coins', key: `${chain} decimals`, value: coin.decimals, path })
  }
  if (multicall3 !== undefined)
    facts.push({ table: 'multicall3', key: chain, value: multicall3, path })
  return facts
}

/** The wrapped coin is in two of our tables. */
export function wrappedFact(chain, value, path) {
  if (chain === null) return []
  return [chain, `${chain} of pools`].map((key) => ({ table: 'wrapped coins', key, value, path }))
}
