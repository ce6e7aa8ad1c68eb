import { describe, expect, test } from 'vitest'
import { getAddress, toEventSelector, toFunctionSelector } from 'viem'

import { allChains, chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import {
  blockchainsById,
  blockchainsWithRows,
  readProviderStates,
} from '../../../src/providers/onchain/registry.ts'
import { chainRows, type DeploymentRow, rowKey } from '../../../src/providers/onchain/rows.ts'
import { nativeNames } from '../../../src/providers/onchain/families/family.ts'
import { rowStatesOf } from '../../../src/providers/onchain/rowStates.ts'
import { topics } from '../../../src/evidence/logs.ts'
import {
  getters,
  helpers,
  poolGetters,
  router02V2Swap,
  unoswaps,
  v2FlagSwaps,
  v2Quote,
  v2ReferrerSwaps,
  v2Swaps,
  v3Quote,
  v3Swaps,
  wrappedGetters,
  wrapping,
} from '../../../src/providers/onchain/families/selectors.ts'

const allRows: DeploymentRow[] = blockchainsWithRows().flatMap((id) => chainRows(id)?.rows ?? [])
const offRows = blockchainsWithRows().flatMap((id) => chainRows(id)?.off ?? [])

test('holds every deployment of every family, used or with the reason why not', () => {
  const count = (family: string): number => allRows.filter((row) => row.family === family).length
  expect({
    ids: blockchainsById().size,
    chains: blockchainsWithRows().length,
    v2: count('uniswap-v2'),
    v3: count('uniswap-v3'),
    wrapped: count('wrapped'),
    others: allRows.filter(({ family }) => !family.startsWith('uniswap') && family !== 'wrapped')
      .length,
    off: offRows.length,
  }).toEqual({ ids: 113, chains: 74, v2: 139, v3: 62, wrapped: 61, others: 78, off: 86 })
  for (const row of offRows) expect(row.off.length).toBeGreaterThan(20)
})

test('every identifier is ready or closed with a reason', () => {
  const states = readProviderStates()
  expect(states.size).toBe(113)
  const closed = [...states].filter(([, { state }]) => state === 'closed')
  for (const [id, found] of closed) {
    expect(found.state === 'closed' && found.reason.length > 20, id).toBe(true)
  }
  expect(closed.map(([id]) => id).toSorted()).toEqual([
    'ALGEBRA_INTEGRAL',
    'ASCENT',
    'BEAM_SWAP',
    'CHERRY_SWAP',
    'EDDY_FINANCE',
    'HYPERCAT',
    'J_SWAP',
    'MOJITO_SWAP',
    'OKC_SWAP',
    'SOLAR_BEAM',
    'STELLA_SWAP',
    'VIPER_SWAP',
    'WARPX_V3',
  ])
  expect(states.get('VIPER_SWAP')).toMatchObject({
    state: 'closed',
    reason: expect.stringMatching(/^HARMONY: the network has ended: /),
  })
  expect(states.get('UNISWAP_V2')).toEqual({ state: 'ready' })
})

describe('nodes', () => {
  /** Whose machine it is: two names under one domain fail together. */
  const operator = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.')

  test('every main network with exchanges has nodes of two operators, or a reason why not', () => {
    const alone = new Set<string>()
    for (const id of new Set(allRows.map(({ blockchain }) => blockchain))) {
      const { testnet, rpcUrls, note } = chainById(id)
      if (testnet || new Set(rpcUrls.map(operator)).size > 1) continue
      expect(note, id).toContain(
        `only one public node is known; name another in SWAPROUTE_RPC_${id}`,
      )
      expect(rpcUrls, id).toHaveLength(1)
      alone.add(id)
    }
    expect([...alone].toSorted()).toEqual(['GRAVITY', 'THETA', 'VELAS', 'ZK_LINK'])
  })

  test('a network that has ended has no exchanges, and nodes only for balances', () => {
    const ended = allChains().filter(({ kind, status }) => kind === 'evm' && status === 'dead')
    expect(ended.map(({ id }) => id)).toEqual([
      'BOBA_BSC',
      'HARMONY',
      'HORIZEN_EON',
      'MOONBEAM',
      'MOONRIVER',
      'OKX',
      'POLYGON_ZKEVM',
      'GOERLI',
      'HOLESKY',
      'MUMBAI',
    ])
    const dated = expect.stringContaining('2026-')
    for (const { id, rpcUrls, note, source } of ended) {
      // Balances are asked for where date and source of the end are public.
      if (rpcUrls.length > 0) expect([source, note], id).toEqual([expect.any(String), dated])
      expect(chainRows(id)?.rows ?? [], id).toEqual([])
    }
  })

  test('no address is in use that is known to be closed, or to answer 429 to everybody', () => {
    const closed =
      /ninerealms\.com|^https:\/\/(?:polygon-rpc\.com|metis\.api\.onfinality\.io|metis-pokt\.nodies\.app|moonriver\.public\.blastapi\.io)|thirdweb\.com/
    const urls = allChains().flatMap(({ rpcUrls }) => rpcUrls)
    expect(urls.length).toBeGreaterThan(130)
    expect(urls.filter((url) => closed.test(url))).toEqual([])
    for (const { id, rpcUrls } of allChains())
      expect(new Set(rpcUrls).size, id).toBe(rpcUrls.length)
  })
})

test('rows that were wrong once', () => {
  const contracts = (blockchain: BlockchainId, id: string) =>
    (chainRows(blockchain)?.rows ?? []).flatMap((row) =>
      row.id === id && row.family === 'uniswap-v2' ? [[row.router, row.factory, row.wrapped]] : [],
    )
  const { wrapped: arbitrum } = chainRows('ARBITRUM') ?? {}
  const { wrapped: polygon } = chainRows('POLYGON') ?? {}
  const { wrapped: sepolia } = chainRows('SEPOLIA') ?? {}
  // Two public lists of routers each, and the constants of Fraxlend for POLYGON (read 2026-11).
  expect(contracts('ARBITRUM', 'FRAX_SWAP_V2')).toEqual([
    [
      '0xCAAaB0A72f781B92bA63Af27477aA46aB8F653E7',
      '0x8374A74A728f06bEa6B7259C68AA7BBB732bfeaD',
      arbitrum,
    ],
  ])
  expect(contracts('POLYGON', 'FRAX_SWAP_V2')).toEqual([
    [
      '0xE52D0337904D4D0519EF7487e707268E1DB6495F',
      '0x54F454D747e037Da288dB568D4121117EAb34e79',
      polygon,
    ],
  ])
  // @uniswap/sdk-core and docs.uniswap.org: the new router has a new factory.
  expect(contracts('SEPOLIA', 'UNISWAP_V2')).toEqual([
    [
      '0xeE567Fe1712Faf6149d80dA1E6934E354124CfE3',
      '0xF62c03E08ada871A0bEb309762E260a7a6a880E6',
      sepolia,
    ],
  ])
  // The package sushi, WNATIVE of chain 1116.
  expect(contracts('CORE', 'SUSHI_SWAP').map(([, , wrapped]) => wrapped)).toEqual([
    '0x40375C92d9FAf44d2f9db9Bd9ba41a3317a2404f',
  ])
  // cronos.org/explorer: the verified CrowRouter was built with this factory and WCRO.
  expect(contracts('CRONOS', 'CROW_FI').map(([router, factory]) => [router, factory])).toEqual([
    ['0xd30d3aC04E2325E19A2227cfE6Bc860376Ba20b1', '0xDdcf30c1A85e5a60d85310d6b0D3952A75a00db4'],
  ])
  // annexfinance/annex-farm-contract README.md; the vendor's app for CRONOS (2024-10).
  expect(contracts('BSC', 'ANNEX').map(([router, factory]) => [router, factory])).toEqual([
    ['0x299385325392F537Fc6B4281d2dbe31280833Dcb', '0x6a616606D9f3BaE02d215db5046b7D1030674622'],
  ])
  expect(contracts('CRONOS', 'ANNEX').map(([router, factory]) => [router, factory])).toEqual([
    ['0xCC4C77aA1311d39bc7Df8b24f1b6E5e095738D0A', '0xFb6FE7d66E55831b7e108B77D11b8e4d479c2986'],
  ])
  expect(offRows.filter(({ id }) => id === 'SOLAR_BEAM')).toMatchObject([
    { blockchain: 'MOONRIVER', off: expect.stringMatching(/^the network has ended: shut down/) },
  ])
})

test('addresses carry their checksum, keys of a chain are unique', () => {
  for (const row of allRows) {
    const addresses = [row.wrapped]
    if (row.family !== 'wrapped') addresses.push(row.router)
    if (row.family === 'uniswap-v3') addresses.push(row.quoter)
    if (row.family !== 'wrapped' && row.factory !== null) addresses.push(row.factory)
    for (const address of addresses) expect(getAddress(address)).toBe(address)
  }
  for (const id of blockchainsWithRows()) {
    const keys = (chainRows(id)?.rows ?? []).map(rowKey)
    expect(new Set(keys).size).toBe(keys.length)
  }
})

test('the special members have their variants', () => {
  const kinds = (id: string): string[] =>
    allRows
      .filter((row) => row.id === id && row.family.startsWith('uniswap'))
      .map((row) => {
        const kind =
          row.family === 'uniswap-v2'
            ? `${row.variant} ${row.nativeWords.join('/')}`
            : row.family === 'uniswap-v3'
              ? `${row.routerKind} ${row.quoterKind} ${row.tiers.join('/')}`
              : ''
        return `${row.blockchain} ${kind}`
      })
  expect(kinds('CAMELOT')).toEqual(['ARBITRUM referrer ETH'])
  expect(kinds('KIM')).toEqual(['MODE referrer ETH'])
  expect(kinds('MUTE_SWAP')).toEqual(['ZK_SYNC stableFlags ETH'])
  expect(new Set(kinds('FRAX_SWAP_V2').map((kind) => kind.split(' ')[1]))).toEqual(
    new Set(['twamm']),
  )
  expect(kinds('AERODROME')).toEqual(
    Array(3).fill('BASE slipstream slipstream 1/10/50/100/200/2000'),
  )
  expect(kinds('HORIZONDEX')).toEqual(['LINEA kyber kyber 8/40/300/1000'])
  expect(kinds('BASE_SWAP')).toEqual([
    'BASE plain ETH',
    'BASE unconfirmed single 80/450/2500/10000',
  ])
  expect(kinds('KODIAK')).toEqual([
    'BERACHAIN router01 single 500/3000/10000/20000',
    'BERACHAIN plain ETH',
  ])
  expect(kinds('PANCAKE_SWAP_V3')).toContain('BSC router02 single 100/500/2500/10000')
  expect(kinds('BULBA_SWAP')).toContain('MORPH router02 path 100/500/3000/10000')
  expect(kinds('JOE')).toEqual(['AVALANCHE plain AVAX', 'MONAD plain ETH/AVAX'])
  expect(kinds('CLAIM_SWAP')).toEqual(['KLAYTN plain KLAY'])
  expect(kinds('NET_SWAP')).toEqual(['METIS plain Metis'])
  expect(kinds('PEGASYS')).toEqual(['SYSCOIN plain SYS'])
  expect(kinds('DRAGON_SWAP')).toEqual(['SEI plain SEI'])
})

test('row states distinguish rows that are off from rows that were not asked yet', () => {
  const states = rowStatesOf('BASE', new Map())
  expect(states.find(({ id }) => id === 'AERODROME')).toMatchObject({
    family: 'solidly',
    state: 'unchecked',
    reason: null,
    confidence: 'high',
  })
  expect(states.find(({ id }) => id === 'ELK')).toMatchObject({
    state: 'off',
    reason: 'only its factory is known: it could be quoted but not executed',
  })
  expect(rowStatesOf('BITCOIN', new Map())).toEqual([])
})

test('the chain table wraps with the same tokens', () => {
  for (const id of blockchainsWithRows()) {
    const { wrappedNative } = chainById(id)
    if (wrappedNative !== null) expect(chainRows(id)?.wrapped).toBe(wrappedNative)
  }
})

const v2Arguments = 'address[],address,uint256'
const single = 'address,address,uint24,address,uint256,uint256,uint256,uint160'
const signatures: [string, string][] = [
  [v2Quote.plain, 'getAmountsOut(uint256,address[])'],
  [v2Quote.referrer, 'getAmountsOut(uint256,address[])'],
  [v2Quote.twamm, 'getAmountsOutWithTwamm(uint256,address[])'],
  [v2Quote.stableFlags, 'getAmountsOut(uint256,address[],bool[])'],
  ...nativeNames.flatMap((word): [string, string][] => [
    [v2Swaps[word].tokens, `swapExactTokensForTokens(uint256,uint256,${v2Arguments})`],
    [v2Swaps[word].nativeIn, `swapExact${word}ForTokens(uint256,${v2Arguments})`],
    [v2Swaps[word].nativeOut, `swapExactTokensFor${word}(uint256,uint256,${v2Arguments})`],
    [wrappedGetters[word], `${word === 'Metis' ? word : `W${word}`}()`],
  ]),
  [v2FlagSwaps.tokens, `swapExactTokensForTokens(uint256,uint256,${v2Arguments},bool[])`],
  [v2FlagSwaps.nativeIn, `swapExactETHForTokens(uint256,${v2Arguments},bool[])`],
  [v2FlagSwaps.nativeOut, `swapExactTokensForETH(uint256,uint256,${v2Arguments},bool[])`],
  ...(['tokens', 'nativeIn', 'nativeOut'] as const).map((direction): [string, string] => {
    const ends = { tokens: 'TokensForTokens', nativeIn: 'ETHForTokens', nativeOut: 'TokensForETH' }
    const amounts = direction === 'nativeIn' ? 'uint256' : 'uint256,uint256'
    const name = `swapExact${ends[direction]}SupportingFeeOnTransferTokens`
    return [v2ReferrerSwaps[direction], `${name}(${amounts},address[],address,address,uint256)`]
  }),
  [v3Quote.single, 'quoteExactInputSingle((address,address,uint256,uint24,uint160))'],
  [v3Quote.slipstreamSingle, 'quoteExactInputSingle((address,address,uint256,int24,uint160))'],
  [v3Quote.path, 'quoteExactInput(bytes,uint256)'],
  [v3Swaps.router01.single, `exactInputSingle((${single}))`],
  [v3Swaps.router01.path, 'exactInput((bytes,address,uint256,uint256,uint256))'],
  [v3Swaps.router02.single, `exactInputSingle((${single.replace(',uint256', '')}))`],
  [router02V2Swap, 'swapExactTokensForTokens(uint256,uint256,address[],address)'],
  [helpers.sweepToken, 'sweepToken(address,uint256,address)'],
  [v3Swaps.router02.path, 'exactInput((bytes,address,uint256,uint256))'],
  [v3Swaps.slipstream.single, `exactInputSingle((${single.replace('uint24', 'int24')}))`],
  [v3Swaps.slipstream.path, 'exactInput((bytes,address,uint256,uint256,uint256))'],
  [v3Swaps.kyber.single, `swapExactInputSingle((${single}))`],
  [v3Swaps.kyber.path, 'swapExactInput((bytes,address,uint256,uint256,uint256))'],
  [helpers.multicall, 'multicall(bytes[])'],
  [helpers.multicallWithDeadline, 'multicall(uint256,bytes[])'],
  [helpers.unwrapWeth9, 'unwrapWETH9(uint256,address)'],
  [helpers.unwrapWeth, 'unwrapWeth(uint256,address)'],
  [unoswaps.tokens[0], 'unoswapTo(uint256,uint256,uint256,uint256,uint256)'],
  [unoswaps.tokens[1], 'unoswapTo2(uint256,uint256,uint256,uint256,uint256,uint256)'],
  [unoswaps.tokens[2], 'unoswapTo3(uint256,uint256,uint256,uint256,uint256,uint256,uint256)'],
  [unoswaps.coins[0], 'ethUnoswapTo(uint256,uint256,uint256)'],
  [unoswaps.coins[1], 'ethUnoswapTo2(uint256,uint256,uint256,uint256)'],
  [unoswaps.coins[2], 'ethUnoswapTo3(uint256,uint256,uint256,uint256,uint256)'],
  [poolGetters.token0, 'token0()'],
  [poolGetters.token1, 'token1()'],
  [poolGetters.fee, 'fee()'],
  [poolGetters.getPair, 'getPair(address,address)'],
  [poolGetters.getPool, 'getPool(address,address,uint24)'],
  [poolGetters.getAmountOut, 'getAmountOut(uint256,uint256,uint256)'],
  [wrapping.deposit, 'deposit()'],
  [wrapping.withdraw, 'withdraw(uint256)'],
  [getters.factory, 'factory()'],
  [getters.weth9, 'WETH9()'],
  [getters.factoryV2, 'factoryV2()'],
]

test.each(signatures)('%s is the selector of %s', (selector, signature) => {
  expect(toFunctionSelector(`function ${signature}`)).toBe(selector)
})

test('topics are those of the events', () => {
  expect(topics).toEqual({
    transfer: toEventSelector('event Transfer(address,address,uint256)'),
    deposit: toEventSelector('event Deposit(address,uint256)'),
    withdrawal: toEventSelector('event Withdrawal(address,uint256)'),
  })
})
