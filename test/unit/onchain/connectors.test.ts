import { getAddress } from 'viem'
import { expect, test } from 'vitest'

import { builtInTokens } from '../../../src/chains/tokens.ts'
import {
  type Connector,
  connectorsFor,
  connectorsOf,
} from '../../../src/providers/onchain/connectors.ts'
import { blockchainsWithRows } from '../../../src/providers/onchain/registry.ts'
import { type ChainRows, chainRows } from '../../../src/providers/onchain/rows.ts'

/** Chains with an exchange in use. */
const traded: ChainRows[] = blockchainsWithRows().flatMap((id) => {
  const chain = chainRows(id)
  return chain?.rows.some(({ family }) => family !== 'wrapped') === true ? [chain] : []
})

const isStable = ({ token }: Connector): boolean =>
  /USD|^(?:DAI|DAI\.e|WXDAI|HONEY)$/.test(token.symbol)

test('every chain with an exchange has its wrapped coin, a stable coin and at most seven connectors', () => {
  expect(traded.length).toBe(60)
  for (const chain of traded) {
    const listed = connectorsOf(chain).filter(({ single }) => !single)
    expect(listed[0]?.token.address, chain.blockchain).toBe(chain.wrapped)
    expect(listed.some(isStable), chain.blockchain).toBe(true)
    expect(listed.length, chain.blockchain).toBeLessThanOrEqual(7)
  }
})

test('the token that a router wraps with is among its connectors', () => {
  for (const chain of traded) {
    for (const { wrapped } of chain.rows) {
      const addresses = connectorsFor(chain, wrapped).map(({ token }) => token.address)
      expect(addresses).toContain(wrapped)
    }
  }
  const eth = chainRows('ETH')
  if (eth === null) throw new Error('no rows on ETH')
  expect(connectorsFor(eth, eth.wrapped).map(({ token }) => token.symbol)).toEqual([
    'WETH',
    'USDC',
    'USDT',
    'DAI',
    'WBTC',
    'cbBTC',
  ])
})

test('a connector stands once, with its checksum and the decimals of the token list', () => {
  for (const chain of traded) {
    const connectors = connectorsOf(chain)
    const known = builtInTokens(chain.blockchain)
    for (const { token } of connectors) {
      expect(getAddress(token.address)).toBe(token.address)
      expect(token.blockchain).toBe(chain.blockchain)
      const same = known.find(({ address }) => address === token.address)
      if (same !== undefined) expect(token.decimals, token.address).toBe(same.decimals)
    }
    const addresses = connectors.map(({ token }) => token.address)
    expect(new Set(addresses).size, chain.blockchain).toBe(addresses.length)
  }
})

test('a unit is one of a stable coin, and no dust and no fortune of another', () => {
  for (const connector of traded.flatMap((chain) => connectorsOf(chain))) {
    const { token, unit } = connector
    const one = 10n ** BigInt(token.decimals)
    const name = `${token.blockchain} ${token.symbol}`
    if (isStable(connector)) expect(unit, name).toBe(one)
    // From a ten-thousandth of a bitcoin to 100,000 PLS.
    expect(unit, name).toBeGreaterThanOrEqual(one / 10_000n)
    expect(unit, name).toBeLessThanOrEqual(one * 100_000n)
  }
})
