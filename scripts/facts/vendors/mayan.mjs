const path = 'dist/index.mjs'

export async function read({ constants }, ours) {
  const { addresses } = await constants(path, ['addresses'])
  const { chains, evmChainIdMap } = await constants(path, [], ['chains', 'evmChainIdMap'])
  const facts = [
    {
      table: 'bridge contracts',
      key: 'mayan forwarder',
      value: addresses.MAYAN_FORWARDER_CONTRACT,
      path,
    },
  ]
  for (const [name, value] of Object.entries(chains)) {
    const chain = ours.chainNamed(name)
    if (chain === null) continue
    facts.push({ table: 'wormhole numbers', key: chain, value, path })
    facts.push({ table: 'bridge words', key: `mayan ${chain}`, value: name, path })
  }
  void evmChainIdMap
  return facts
}
