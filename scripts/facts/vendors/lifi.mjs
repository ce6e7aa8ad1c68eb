import { chainFacts, wrappedFact } from '../chainFacts.mjs'
import { tokenFacts } from '../tokenFacts.mjs'

// LI.FI's numbers of chains that have none of EIP-155.
const numbers = { 1151111081099710: 'SOLANA', 728126428: 'TRON', 9270000000000000: 'SUI' }

export async function read({ constants }, ours) {
  const path = 'src/_esm/index.js'
  const names = ['supportedEVMChains', 'defaultCoins', 'wrappedTokens']
  const { supportedEVMChains, defaultCoins, wrappedTokens } = await constants(path, names)
  const chainOf = (number) => ours.chainOf(number) ?? numbers[number] ?? null
  const facts = supportedEVMChains.flatMap(({ id, name, metamask, multicallAddress }) =>
    chainFacts(
      { id, name, coin: metamask.nativeCurrency, multicall3: multicallAddress, path },
      ours,
    ),
  )
  for (const [id, { address }] of Object.entries(wrappedTokens)) {
    facts.push(...wrappedFact(ours.chainOf(id), address, path))
  }
  const rows = [
    ...defaultCoins.flatMap(({ chains }) => Object.entries(chains)),
    ...Object.entries(wrappedTokens),
  ]
  const tokens = rows.flatMap(([id, { address, decimals, symbol }]) => {
    const chain = chainOf(id)
    const isCoin = /^(0x0+|1{32})$/.test(address)
    return chain === null || isCoin ? [] : [{ chain, address, decimals, symbol, path }]
  })
  return [...facts, ...tokenFacts(tokens, ours)]
}
