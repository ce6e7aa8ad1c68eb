import type { SandboxBlockchain } from '../chains.ts'

// The exchanges on the sandbox chains, at their production addresses (the same as in the program's
// own registry, which a test compares). Forks run the Uniswap code their family is named after.
// Registry rows that are not here stay without code on purpose: the probe of the on-chain provider
// has to switch them off.

/** A Uniswap V2 factory with its router; `pairs` are written `A/B`, `W` is the wrapped native. */
export type PairExchange = {
  family: 'uniswap-v2'
  provider: string
  factory: string
  router: string
  /** Deviation of its prices from the fair one, so that exchanges compete. */
  skewBps: number
  /** Both sides of each pair together, in US dollars. */
  depthUsd: number
  pairs: string
}

/** A Uniswap V3 factory with what belongs to it; `pools` are `A/B fee depth-in-million-dollars`,
 * with commas between. */
export type PoolExchange = {
  family: 'uniswap-v3'
  provider: string
  factory: string
  /** SwapRouter02 code. */
  router: string
  quoter: string
  positionManager: string
  /** Whose V2 pairs its router joins with its pools. */
  joins: string
  swapRouterV1: string | null
  /** Tiers other than 500, 3000 and 10000, which the factory has from the start: fee and tick spacing. */
  extraTiers: readonly (readonly [fee: number, spacing: number])[]
  skewBps: number
  pools: string
}

export type SandboxExchange = PairExchange | PoolExchange

/** Uniswap V3 on ETH, POLYGON and ARBITRUM. */
const uniswapV3 = {
  family: 'uniswap-v3',
  provider: 'UNI_SWAP_V3',
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
  joins: 'UNISWAP_V2',
  swapRouterV1: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
  extraTiers: [[100, 1]],
} as const

/** PancakeSwap V3 on ETH and BSC; ARBITRUM has a different router. */
const pancakeV3 = {
  family: 'uniswap-v3',
  provider: 'PANCAKE_SWAP_V3',
  factory: '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865',
  router: '0x13f4EA83D0bd40E75C8222255bc855a974568Dd4',
  quoter: '0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997',
  positionManager: '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364',
  joins: 'PANCAKE_SWAP',
  swapRouterV1: null,
  extraTiers: [
    [100, 1],
    [2500, 50],
  ],
} as const

function v2(
  provider: string,
  factory: string,
  router: string,
  skewBps: number,
  depthUsd: number,
  pairs: string,
): PairExchange {
  return { family: 'uniswap-v2', provider, factory, router, skewBps, depthUsd, pairs }
}

export const exchanges: Record<SandboxBlockchain, readonly SandboxExchange[]> = {
  ETH: [
    v2(
      'UNISWAP_V2',
      '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      0,
      8_000_000,
      'USDC/W USDT/W DAI/W WBTC/W LINK/W UNI/W AAVE/W CRV/W LDO/W SHIB/W PEPE/W MKR/W USDC/USDT',
    ),
    v2(
      'SUSHI_SWAP',
      '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac',
      '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F',
      4,
      3_000_000,
      'USDC/W USDT/W DAI/W WBTC/W LINK/W AAVE/W',
    ),
    v2(
      'PANCAKE_SWAP',
      '0x1097053Fd2ea711dad45caCcc45EfF7548fCB362',
      '0xEfF92A263d31888d860bD50809A8D171709b7b1c',
      -5,
      1_500_000,
      'USDC/W USDT/W',
    ),
    v2(
      'SHIBA_SWAP',
      '0x115934131916C8b277DD010Ee02de363c09d037c',
      '0x03f7724180AA6b939894B5Ca4314783B0b36b329',
      7,
      900_000,
      'USDC/W USDT/W SHIB/W',
    ),
    v2(
      'VERSE',
      '0xee3E9E46E34a27dC755a63e2849C9913Ee1A06E2',
      '0xB4B0ea46Fe0E9e8EAB4aFb765b527739F2718671',
      -9,
      500_000,
      'USDC/W WBTC/W',
    ),
    {
      ...uniswapV3,
      skewBps: 1,
      pools:
        'USDC/W 500 60, USDC/W 3000 25, USDT/W 500 30, USDT/W 3000 10, DAI/W 3000 8, ' +
        'WBTC/W 500 20, WBTC/W 3000 40, wstETH/W 100 40, LINK/W 3000 9, UNI/W 3000 9, ' +
        'AAVE/W 3000 6, PEPE/W 10000 5, USDC/USDT 100 50, USDC/DAI 100 30, PYUSD/USDC 100 8, ' +
        'USDe/USDT 100 12, FRAX/USDC 500 6, cbBTC/WBTC 100 15',
    },
    {
      ...pancakeV3,
      skewBps: 3,
      pools: 'USDC/W 500 12, USDT/W 500 9, WBTC/W 2500 6, USDC/USDT 100 15',
    },
  ],
  // No pool joins WBTC with USDT or with WPOL here: those pairs need two hops.
  POLYGON: [
    v2(
      'QUICK_SWAP',
      '0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32',
      '0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff',
      0,
      4_000_000,
      'USDC/W USDC.e/W USDT/W DAI/W WETH/W QUICK/W LINK/W AAVE/W CRV/W WBTC/WETH USDC/WETH',
    ),
    v2(
      'SUSHI_SWAP',
      '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
      '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
      5,
      1_500_000,
      'USDC/W WETH/W SUSHI/W USDC/WETH',
    ),
    v2(
      'UNISWAP_V2',
      '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
      '0xedf6066a2b290C185783862C7F4776A2C8077AD1',
      -4,
      2_000_000,
      'USDC/W USDT/W WETH/W UNI/WETH',
    ),
    v2(
      'APE_SWAP',
      '0xCf083Be4164828f00cAE704EC15a36D711491284',
      '0xC0788A3aD43d79aa53B09c2EaCc313A787d1d607',
      8,
      600_000,
      'USDC/W USDT/W DAI/W',
    ),
    v2(
      'DFYN',
      '0xE7Fb3e833eFE5F9c441105EB65Ef8b261266423B',
      '0xA102072A4C07F06EC3B4900FDC4C7B80b6c57429',
      -7,
      400_000,
      'USDC/W WETH/W',
    ),
    {
      ...uniswapV3,
      skewBps: 1,
      pools:
        'USDC/W 500 20, USDC/W 3000 6, USDT/W 500 8, WETH/W 500 15, USDC/WETH 500 25, ' +
        'WBTC/WETH 500 12, WBTC/USDC 3000 6, USDC/USDT 100 20, USDC/USDC.e 100 30, ' +
        'USDC/DAI 100 10, LINK/W 3000 3, AAVE/WETH 3000 3, UNI/WETH 3000 2',
    },
  ],
  ARBITRUM: [
    v2(
      'SUSHI_SWAP',
      '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
      '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
      0,
      3_000_000,
      'USDC/W USDC.e/W USDT/W DAI/W WBTC/W LINK/W GMX/W',
    ),
    v2(
      'UNISWAP_V2',
      '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
      '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      4,
      1_200_000,
      'USDC/W USDT/W ARB/W',
    ),
    v2(
      'PANCAKE_SWAP',
      '0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E',
      '0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb',
      -6,
      800_000,
      'USDC/W USDT/W ARB/W',
    ),
    v2(
      'ZIP_SWAP',
      '0x9e343Bea27a12B23523ad88333a1B0f68cc1F05E',
      '0x4D70D768f5E1e6a7062973aFB0c7FBDa9bBb42b3',
      9,
      200_000,
      'USDC/W',
    ),
    {
      ...uniswapV3,
      skewBps: 1,
      pools:
        'USDC/W 500 40, USDC/W 3000 8, USDC.e/W 500 15, USDT/W 500 20, WBTC/W 500 25, ' +
        'WBTC/W 3000 8, ARB/W 500 10, ARB/USDC 500 6, LINK/W 3000 5, UNI/W 3000 3, ' +
        'GMX/W 10000 4, PENDLE/W 3000 4, wstETH/W 100 20, USDC/USDT 100 40, ' +
        'USDC/USDC.e 100 30, USDC/DAI 100 15',
    },
    {
      ...pancakeV3,
      router: '0x32226588378236Fd0c7c4053999F88aC0e5cAc77',
      skewBps: -3,
      pools: 'USDC/W 500 10, USDT/W 500 6, WBTC/W 500 6, ARB/W 500 5, USDC/USDT 100 10',
    },
  ],
  // No pool joins BTCB with USDC or CAKE with USDC here: those pairs need two hops.
  BSC: [
    v2(
      'PANCAKE_SWAP',
      '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
      '0x10ED43C718714eb63d5aA57B78B54704E256024E',
      0,
      10_000_000,
      'USDT/W USDC/W DAI/W ETH/W BTCB/W CAKE/W XRP/W LINK/W DOGE/W BUSD/W FDUSD/USDT USDC/USDT',
    ),
    v2(
      'UNISWAP_V2',
      '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      4,
      1_000_000,
      'USDT/W ETH/W',
    ),
    v2(
      'SUSHI_SWAP',
      '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
      '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
      -6,
      700_000,
      'USDT/W ETH/W',
    ),
    v2(
      'APE_SWAP',
      '0x0841BD0B734E4F5853f0dD8d7Ea041c241fb0Da6',
      '0xcF0feBd3f17CEf5b47b0cD257aCf6025c5BFf3b7',
      6,
      1_000_000,
      'USDT/W BTCB/W BUSD/W',
    ),
    v2(
      'BI_SWAP',
      '0x858E3312ed3A876947EA49d572A7C42DE08af7EE',
      '0x3a6d8cA21D1CF76F653A67577FA0D27453350dD8',
      -3,
      900_000,
      'USDT/W BTCB/USDT ETH/USDT',
    ),
    v2(
      'MDEX',
      '0x3CD1C46068dAEa5Ebb0d3f55F6915B10648062B8',
      '0x7DAe51BD3E3376B8c7c4900E9107f12Be3AF1bA8',
      10,
      400_000,
      'USDT/W',
    ),
    {
      family: 'uniswap-v3',
      provider: 'UNI_SWAP_V3',
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
      quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      positionManager: '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613',
      joins: 'UNISWAP_V2',
      swapRouterV1: null,
      extraTiers: [[100, 1]],
      skewBps: 1,
      pools:
        'USDT/W 500 15, USDT/W 3000 5, BTCB/USDT 500 10, ETH/USDT 500 10, ETH/W 3000 5, ' +
        'USDC/USDT 100 30',
    },
    {
      ...pancakeV3,
      skewBps: -2,
      pools:
        'USDT/W 500 25, USDC/W 500 8, ETH/W 500 10, BTCB/W 2500 9, CAKE/W 2500 10, ' +
        'CAKE/USDT 2500 5, USDC/USDT 100 40, FDUSD/USDT 100 10',
    },
  ],
}
