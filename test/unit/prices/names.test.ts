import { expect, test } from 'vitest'

import { allChains, chainById, isEvmChain } from '../../../src/chains/chains.ts'
import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import { type BlockchainId, isBlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Token } from '../../../src/core/token.ts'
import table from '../../../src/prices/data/sources.json' with { type: 'json' }
import { sourceNames } from '../../../src/prices/names.ts'

function native(blockchain: BlockchainId): Token {
  const { native: coin } = chainById(blockchain)
  return { blockchain, ...coin, listed: true, native: true }
}

function erc20(blockchain: BlockchainId, address: string): Token {
  return { blockchain, address, symbol: 'T', name: 'T', decimals: 6, listed: true, native: false }
}

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test.each<[Token, string | null, string | null, string | null]>([
  [
    native('ETH'),
    'coingecko:ethereum',
    'ethereum:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    'ethereum',
  ],
  [
    native('POLYGON'),
    'coingecko:polygon-ecosystem-token',
    'polygon:0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    'polygon-ecosystem-token',
  ],
  [
    native('AVALANCHE'),
    'coingecko:avalanche-2',
    'avalanche:0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    'avalanche-2',
  ],
  [
    native('SOLANA'),
    'coingecko:solana',
    'solana:So11111111111111111111111111111111111111112',
    'solana',
  ],
  [native('MONERO'), 'coingecko:monero', null, 'monero'],
  [native('SEPOLIA'), null, null, null],
  [erc20('ETH', usdc), `ethereum:${usdc}`, `ethereum:${usdc}`, `ethereum:${usdc}`],
  [erc20('AVALANCHE', usdc), `avax:${usdc}`, `avalanche:${usdc}`, `avalanche:${usdc}`],
  [erc20('ZK_SYNC', usdc), `era:${usdc}`, `zksync:${usdc}`, `zksync:${usdc}`],
  [erc20('GNOSIS', usdc), `xdai:${usdc}`, `gnosischain:${usdc}`, `xdai:${usdc}`],
  [erc20('THETA', usdc), `theta:${usdc}`, null, null],
])('%o', (token, llama, dexscreener, coingecko) => {
  const names = sourceNames(token)
  const market = names.dexscreener
  const gecko = names.coingecko
  expect([
    names.llama,
    market && `${market.chain}:${market.address}`,
    gecko && ('id' in gecko ? gecko.id : `${gecko.platform}:${gecko.address}`),
  ]).toEqual([llama, dexscreener, coingecko])
})

test('the table names known chains, and every main network has a coin', () => {
  expect(Object.keys(table).filter((id) => !isBlockchainId(id))).toEqual([])
  const coinless = allChains().filter(
    (chain) => !chain.testnet && sourceNames(native(chain.id)).coingecko === null,
  )
  expect(coinless.map(({ id }) => id)).toEqual([])
})

test('EVM chains with a Dexscreener word have a market for their coin', () => {
  const rows: Readonly<Record<string, { coin: string; dexscreener?: string }>> = table
  const without = allChains().filter(
    (chain) =>
      isEvmChain(chain) &&
      rows[chain.id]?.dexscreener !== undefined &&
      sourceNames(native(chain.id)).dexscreener === null,
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

test('addresses in the table carry their checksum', () => {
  const rows: readonly { coin: string; market?: string[] }[] = Object.values(table)
  const addresses = rows
    .flatMap(({ market }) => market?.[1] ?? [])
    .filter((a) => /^0x.{40}$/.test(a))
  expect(addresses.length).toBeGreaterThan(12)
  expect(addresses.map(toChecksumAddress)).toEqual(addresses)
})
