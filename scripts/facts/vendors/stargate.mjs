const assets = { Native: 'ETH', USDC: 'USDC', USDT: 'USDT' }

export async function read({ json, has, folders }, ours) {
  const facts = []
  for (const network of await folders('deployments')) {
    const [name, stage] = network.split('-')
    const chain = stage === 'mainnet' ? (words[name] ?? ours.chainNamed(name)) : null
    if (chain === null) continue
    for (const [asset, symbol] of Object.entries(assets)) {
      const path = `deployments/${network}/StargatePool${asset}.json`
      if (!has(path)) continue
      const { address: value } = await json(path)
      facts.push({ table: 'bridge contracts', key: `stargate_v2 ${chain} ${symbol}`, value, path })
    }
  }
  return facts
}

// Stargate's names of chains that are none of ours.
const words = { bera: 'BERACHAIN' }
