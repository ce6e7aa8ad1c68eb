const services = {
  changehero: 'change_hero',
  changelly: 'changelly',
  changenow: 'changenow',
  exolix: 'exolix',
  rango: 'rango',
  thorchain: 'thorchain',
}

export async function read({ constants }, ours) {
  const facts = []
  for (const [file, name] of Object.entries(services)) {
    const path = `lib/mappings/${file}.js`
    const { [file]: rows } = await constants(path, [file])
    for (const [word, value] of Object.entries(rows)) {
      const chain = words[word] ?? ours.chainNamed(word)
      if (chain === null || value === null) continue
      facts.push({ table: 'service words', key: `${name} ${chain}`, value, path })
    }
  }
  return facts
}

// Edge's names of chains that are none of ours.
const words = {
  binance: null,
  cosmoshub: 'COSMOS',
  thorchainrune: 'THOR_CHAIN',
  zksync: 'ZK_SYNC',
  hyperevm: 'HYPER_EVM',
}
