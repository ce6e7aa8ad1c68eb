import { chainFacts } from '../chainFacts.mjs'
import { tokenFacts } from '../tokenFacts.mjs'

const folder = 'dist/esm/constants'

export async function read({ constants }, ours) {
  const facts = []
  const { chainIdAndChainEntries } = await constants(
    `${folder}/chains.js`,
    [],
    ['chainIdAndChainEntries'],
  )
  for (const [value, name] of chainIdAndChainEntries) {
    const chain = ours.chainNamed(name)
    if (chain !== null)
      facts.push({ table: 'wormhole numbers', key: chain, value, path: `${folder}/chains.js` })
  }
  const circle = await constants(`${folder}/circle.js`, [], ['circleDomains', 'usdcContracts'])
  for (const [network, rows] of circle.circleDomains) {
    for (const [name, value] of network === 'Mainnet' ? rows : []) {
      const key = ours.chainNamed(name)
      if (key !== null)
        facts.push({ table: 'circle domains', key, value, path: `${folder}/circle.js` })
    }
  }
  const usdc = circle.usdcContracts
    .filter(([network]) => network === 'Mainnet')
    .flatMap(([, rows]) => rows)
    .flatMap(([name, address]) => {
      const chain = ours.chainNamed(name)
      return chain === null
        ? []
        : [{ chain, address, decimals: 6, symbol: 'USDC', path: `${folder}/circle.js` }]
    })
  const { chainNetworkNativeChainIdEntries } = await constants(
    `${folder}/nativeChainIds.js`,
    [],
    ['chainNetworkNativeChainIdEntries'],
  )
  for (const [network, rows] of chainNetworkNativeChainIdEntries) {
    for (const [name, id] of network === 'Mainnet' ? rows : []) {
      if (/^\d+$/.test(id))
        facts.push(...chainFacts({ id, name, path: `${folder}/nativeChainIds.js` }, ours))
    }
  }
  return [...facts, ...tokenFacts(usdc, ours)]
}
