import type { Chain as ViemChain } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'

import {
  allChains,
  chainById,
  chainNames,
  findChain,
  isEvmChain,
} from '../../../src/chains/chains.ts'
import { createChainTable } from '../../../src/chains/chainSettings.ts'
import { addressFormats, chainKinds } from '../../../src/chains/chainWords.ts'
import { explorerTxUrl } from '../../../src/chains/explorers.ts'
import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import { blockchainIds, mainnetIds, testnetIds } from '../../../src/core/blockchainIds.ts'
import { zeroAddress } from '../../../src/core/token.ts'

describe('the table', () => {
  test('has exactly the 155 chains of the contract, test networks marked', () => {
    expect(allChains()).toHaveLength(155)
    expect(allChains().map(({ id }) => id)).toEqual([...mainnetIds, ...testnetIds])
    expect(
      new Set(
        allChains()
          .filter(({ testnet }) => testnet)
          .map(({ id }) => id),
      ),
    ).toEqual(new Set(testnetIds))
    for (const id of blockchainIds) expect(chainById(id).id).toBe(id)
  })

  test('uses every word it declares, and 77 chains are driven by EVM transactions', () => {
    expect(new Set(allChains().map(({ kind }) => kind))).toEqual(new Set(chainKinds))
    expect(new Set(allChains().map(({ addressFormat }) => addressFormat))).toEqual(
      new Set(addressFormats),
    )
    const evm = allChains().filter(isEvmChain)
    expect(evm).toHaveLength(77)
    expect(evm.filter(({ kind }) => kind !== 'evm').map(({ id }) => id)).toEqual(['XDC'])
  })

  test('spells native coins as the service does', () => {
    const special = allChains().filter(({ native }) => native.address !== zeroAddress)
    expect(Object.fromEntries(special.map(({ id, native }) => [id, native.address]))).toEqual({
      SOLANA: 'So11111111111111111111111111111111111111111',
      SUI: `0x${'0'.repeat(63)}2::sui::SUI`,
      NEAR: 'near',
    })
  })

  test('agrees with viem on chain ids, coins and Multicall3', () => {
    const known: ViemChain[] = Object.values(viemChains)
    const byId = new Map(known.map((chain) => [chain.id, chain]))
    const differences: string[] = []
    for (const chain of allChains().filter(isEvmChain)) {
      const viemChain = byId.get(chain.chainId)
      if (viemChain === undefined) {
        differences.push(`${chain.id} unknown`)
        continue
      }
      if (viemChain.nativeCurrency.decimals !== chain.native.decimals)
        differences.push(`${chain.id} decimals`)
      const multicall3 = viemChain.contracts?.multicall3?.address
      if (
        multicall3 !== undefined &&
        multicall3.toLowerCase() !== chain.multicall3?.toLowerCase()
      ) {
        differences.push(`${chain.id} multicall3`)
      }
    }
    // viem lacks OASIS and BOBA_BSC; TAIKO and MORPH have a second Multicall3, which routers use.
    expect(differences.sort((a, b) => a.localeCompare(b))).toEqual([
      'BOBA_BSC unknown',
      'MORPH multicall3',
      'OASIS unknown',
      'TAIKO multicall3',
    ])
  })

  test('carries contract addresses in checksum form', () => {
    const evm = allChains().filter(isEvmChain)
    const addresses = evm
      .flatMap(({ multicall3, wrappedNative }) => [multicall3, wrappedNative])
      .filter((address) => address !== null)
    expect(addresses.map(toChecksumAddress)).toEqual(addresses)
    expect(evm.filter(({ multicall3 }) => multicall3 === null)).toEqual([])
  })

  test('explains why a chain is not simply live', () => {
    const silent = allChains().filter(({ status, note }) => status !== 'live' && note === null)
    expect(silent.map(({ id }) => id)).toEqual([])
    expect(chainById('OKX').status).toBe('dead')
    expect(chainById('KLAYTN').status).toBe('renamed')
    expect(chainById('LISK').status).toBe('unverified')
  })
})

describe('names', () => {
  test('no word means two chains', () => {
    const owner = new Map<string, string>()
    for (const chain of allChains()) {
      for (const name of chainNames(chain)) {
        expect(owner.get(name) ?? chain.id, `"${name}"`).toBe(chain.id)
        owner.set(name, chain.id)
      }
    }
    expect(owner.size).toBeGreaterThan(400)
  })

  test('every name finds its chain in any case and with any separator', () => {
    for (const chain of allChains()) {
      for (const name of [chain.id, chain.name, ...chain.aliases]) {
        expect(findChain(name).id).toBe(chain.id)
        expect(findChain(name.toUpperCase()).id).toBe(chain.id)
        expect(findChain(name.replaceAll('_', '-').toLowerCase()).id).toBe(chain.id)
        expect(findChain(` ${name.replaceAll('_', ' ')} `).id).toBe(chain.id)
      }
    }
  })

  test.each([
    ['eth', 'ETH'],
    ['ethereum', 'ETH'],
    ['1', 'ETH'],
    ['mainnet', 'ETH'],
    ['arb', 'ARBITRUM'],
    ['arbitrum', 'ARBITRUM'],
    ['ARBITRUM', 'ARBITRUM'],
    ['42161', 'ARBITRUM'],
    ['Arbitrum One', 'ARBITRUM'],
    ['arbitrum-one', 'ARBITRUM'],
    ['matic', 'POLYGON'],
    ['pol', 'POLYGON'],
    ['polygon', 'POLYGON'],
    ['bnb', 'BSC'],
    ['bsc', 'BSC'],
    ['op', 'OPTIMISM'],
    ['avax', 'AVALANCHE'],
    ['base', 'BASE'],
    ['zksync', 'ZK_SYNC'],
    ['zk-sync', 'ZK_SYNC'],
    ['era', 'ZK_SYNC'],
    ['ftm', 'FANTOM'],
    ['gnosis', 'GNOSIS'],
    ['xdai', 'GNOSIS'],
    ['linea', 'LINEA'],
    ['scroll', 'SCROLL'],
    ['ton', 'TON'],
    ['sol', 'SOLANA'],
    ['trx', 'TRON'],
    ['btc', 'BITCOIN'],
    ['ltc', 'LITECOIN'],
    ['xrp', 'RIPPLE'],
    ['xlm', 'STELLAR'],
    ['ada', 'CARDANO'],
    ['dot', 'POLKADOT'],
    ['atom', 'COSMOS'],
    ['doge', 'DOGECOIN'],
    ['xmr', 'MONERO'],
    ['bch', 'BITCOIN_CASH'],
    ['sui', 'SUI'],
    ['apt', 'APTOS'],
    ['near', 'NEAR'],
    ['hyperliquid', 'HYPER_EVM'],
    ['kaia', 'KLAYTN'],
    ['9999', 'TON'],
    ['7565164', 'SOLANA'],
    ['11155111', 'SEPOLIA'],
  ])('%s is %s', (text, id) => {
    expect(findChain(text).id).toBe(id)
  })

  test.each([
    ['arbitrun', 'ARBITRUM'],
    ['etherium', 'ETH'],
    ['poligon', 'POLYGON'],
    ['avalance', 'AVALANCHE'],
    ['optimsim', 'OPTIMISM'],
    ['42162', 'ARBITRUM'],
  ])('%s is unknown, and %s is suggested', (text, id) => {
    expect(() => findChain(text)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_CHAIN', hint: expect.stringContaining(id) }),
    )
  })

  test.each(['', '   ', 'nowhere-at-all', 'usdc', '0', '-1', '1e0', '\u0415TH', '__proto__'])(
    '%j is unknown',
    (text) => {
      expect(() => findChain(text)).toThrow(expect.objectContaining({ code: 'UNKNOWN_CHAIN' }))
    },
  )

  test('a look-alike letter shows its code, a long text is not repeated', () => {
    expect(() => findChain('\u0415TH')).toThrow('"\\u{0415}TH" is not a known chain.')
    const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
    expect(() => findChain(key)).toThrow('The text is not a known chain.')
  })
})

describe('settings', () => {
  test('come from the table', () => {
    const table = createChainTable()
    expect(table.settings('ETH')).toEqual({ rpcUrls: chainById('ETH').rpcUrls, chainId: 1 })
    expect(table.settings('TON').chainId).toBeNull()
    expect(table.sandbox).toBe(false)
  })

  test('overrides replace addresses and chain id, each on its own', () => {
    const table = createChainTable(
      { ETH: { rpcUrls: ['http://127.0.0.1:8545'], chainId: 31001 }, BSC: { chainId: 31056 } },
      { sandbox: true },
    )
    expect(table.settings('ETH')).toEqual({ rpcUrls: ['http://127.0.0.1:8545'], chainId: 31001 })
    expect(table.settings('BSC')).toEqual({ rpcUrls: chainById('BSC').rpcUrls, chainId: 31056 })
    expect(table.settings('POLYGON').chainId).toBe(137)
    expect(table.sandbox).toBe(true)
  })

  test.each([
    [{ ETH: { rpcUrls: ['rpc.example/secret'] } }, 'An RPC address of ETH'],
    [
      { BSC: { rpcUrls: ['https://ok.example', 'ftp://rpc.example/secret'] } },
      'An RPC address of BSC',
    ],
    [{ ETH: { chainId: 0 } }, 'The chain id of ETH'],
    [{ ETH: { chainId: 1.5 } }, 'The chain id of ETH'],
  ])('%j is refused without repeating it', (overrides, sentence) => {
    const build = (): unknown => createChainTable(overrides)
    expect(build).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }))
    expect(build).toThrow(sentence)
    expect(build).not.toThrow('secret')
  })
})

describe('explorer links', () => {
  const live = createChainTable()
  const sandbox = createChainTable({}, { sandbox: true })

  test.each([
    ['ETH', '0xabc', 'https://etherscan.io/tx/0xabc'],
    ['ARBITRUM', '0xabc', 'https://arbiscan.io/tx/0xabc'],
    ['TON', 'a+b/c=', 'https://tonviewer.com/transaction/a%2Bb%2Fc%3D'],
    ['TRON', 'ff', 'https://tronscan.org/#/transaction/ff'],
  ] as const)('%s transaction %s', (id, hash, url) => {
    expect(explorerTxUrl(chainById(id), hash, live)).toBe(url)
    expect(explorerTxUrl(chainById(id), hash, sandbox)).toBeNull()
  })

  test('nothing for nothing', () => {
    expect(explorerTxUrl(chainById('ETH'), '', live)).toBeNull()
    expect(explorerTxUrl({ ...chainById('ETH'), explorerTx: null }, '0x1', live)).toBeNull()
  })

  test('foreign text can neither leave its place in the link nor start a link of its own', () => {
    const url = (hash: string): string | null => explorerTxUrl(chainById('ETH'), hash, live)
    expect(url('../../x')).toBe('https://etherscan.io/tx/..%2F..%2Fx')
    expect(url('+a/b==')).toBe('https://etherscan.io/tx/%2Ba%2Fb%3D%3D')
    for (const text of ['x?y=$&#z', 'www.evil.example', 'ftp://evil', 'a b', 'a'.repeat(201)]) {
      expect(url(text)).toBeNull()
    }
  })

  test('every link of the table is https with its one place', () => {
    for (const [links, shape] of [
      [allChains().map(({ explorerTx }) => explorerTx), /^https:\/\/[^{}]+\{hash\}[^{}]*$/],
      [allChains().map((chain) => chain.explorerAddress), /^https:\/\/[^{}]+\{address\}[^{}]*$/],
    ] as const) {
      expect(links.filter((link) => link !== null && !shape.test(link))).toEqual([])
    }
  })
})
