import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'

import { encodeUint } from '../../../src/chains/evm/hex.ts'
import type { PoolRow } from '../../../src/providers/onchain/families/families.ts'
import { decodeQuote, encodeQuote, quoteTarget } from '../../../src/providers/onchain/quoteCalls.ts'
import { blockchainsWithRows } from '../../../src/providers/onchain/registry.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'

const tokens = [
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
] as const
const amount = 1_234_567_890_123_456_789n
const lowest = 4_295_128_739n
const highest = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

function rowOf(id: string, blockchain: string, family: PoolRow['family']): PoolRow {
  const rows = blockchainsWithRows().flatMap((chain) => chainRows(chain)?.rows ?? [])
  const row = rows.find(
    (each) => each.id === id && each.blockchain === blockchain && each.family === family,
  )
  if (row === undefined || row.family === 'wrapped') throw new Error(`no row ${id} ${blockchain}`)
  return row
}

const v2 = rowOf('UNISWAP_V2', 'ETH', 'uniswap-v2')
const frax = rowOf('FRAX_SWAP_V2', 'ARBITRUM', 'uniswap-v2')
const mute = rowOf('MUTE_SWAP', 'ZK_SYNC', 'uniswap-v2')
const v3 = rowOf('UNI_SWAP_V3', 'ETH', 'uniswap-v3')
const pathOnly = rowOf('BULBA_SWAP', 'MORPH', 'uniswap-v3')
const slipstream = rowOf('AERODROME', 'BASE', 'uniswap-v3')
const kyber = rowOf('HORIZONDEX', 'LINEA', 'uniswap-v3')

const pair = tokens.slice(0, 2)
const packed = (fees: readonly number[]): Hex =>
  fees.length === 1
    ? encodePacked(['address', 'uint24', 'address'], [tokens[0], fees[0] ?? 0, tokens[1]])
    : encodePacked(
        ['address', 'uint24', 'address', 'uint24', 'address'],
        [tokens[0], fees[0] ?? 0, tokens[1], fees[1] ?? 0, tokens[2]],
      )
const quotePath = parseAbi(['function quoteExactInput(bytes path, uint256 amountIn)'])
const amounts = parseAbi(['function getAmountsOut(uint256 amountIn, address[] path)'])

const cases: [string, PoolRow, readonly string[], readonly number[], Hex][] = [
  ['V2', v2, pair, [], encodeFunctionData({ abi: amounts, args: [amount, tokens.slice(0, 2)] })],
  [
    'V2 over a connector',
    v2,
    tokens,
    [],
    encodeFunctionData({ abi: amounts, args: [amount, tokens] }),
  ],
  [
    'Fraxswap',
    frax,
    tokens,
    [],
    encodeFunctionData({
      abi: parseAbi(['function getAmountsOutWithTwamm(uint256 amountIn, address[] path)']),
      args: [amount, tokens],
    }),
  ],
  [
    'Mute',
    mute,
    tokens,
    [0, 1],
    encodeFunctionData({
      abi: parseAbi(['function getAmountsOut(uint256 amountIn, address[] path, bool[] stable)']),
      args: [amount, tokens, [false, true]],
    }),
  ],
  [
    'QuoterV2, one hop',
    v3,
    pair,
    [500],
    encodeFunctionData({
      abi: parseAbi([
        'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96) params)',
      ]),
      args: [
        {
          tokenIn: tokens[0],
          tokenOut: tokens[1],
          amountIn: amount,
          fee: 500,
          sqrtPriceLimitX96: 0n,
        },
      ],
    }),
  ],
  [
    'QuoterV2, two hops',
    v3,
    tokens,
    [100, 10_000],
    encodeFunctionData({ abi: quotePath, args: [packed([100, 10_000]), amount] }),
  ],
  [
    'unknown quoter, one hop',
    pathOnly,
    pair,
    [500],
    encodeFunctionData({ abi: quotePath, args: [packed([500]), amount] }),
  ],
  [
    'Slipstream, one hop',
    slipstream,
    pair,
    [200],
    encodeFunctionData({
      abi: parseAbi([
        'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, int24 tickSpacing, uint160 sqrtPriceLimitX96) params)',
      ]),
      args: [
        {
          tokenIn: tokens[0],
          tokenOut: tokens[1],
          amountIn: amount,
          tickSpacing: 200,
          sqrtPriceLimitX96: 0n,
        },
      ],
    }),
  ],
  [
    'Kyber Elastic, one hop',
    kyber,
    pair,
    [40],
    encodeFunctionData({
      abi: parseAbi([
        'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 feeUnits, uint160 limitSqrtP) params)',
      ]),
      args: [
        { tokenIn: tokens[0], tokenOut: tokens[1], amountIn: amount, feeUnits: 40, limitSqrtP: 0n },
      ],
    }),
  ],
]

test.each(cases)('%s: bytes equal to viem', (_, row, path, params, expected) => {
  expect(encodeQuote({ row, tokens: path, params }, encodeUint(amount))).toBe(expected)
  expect(quoteTarget({ row, tokens: path, params })).toBe(
    row.family === 'uniswap-v3' ? row.quoter : row.router,
  )
})

const one = parseAbiParameters('uint256')
const list = parseAbiParameters('uint256[]')
const muteAnswer = parseAbiParameters('uint256[], bool[], uint256[]')
const four = parseAbiParameters('uint256, uint160, uint32, uint256')
const pathAnswer = parseAbiParameters('uint256, uint160[], uint32[], uint256')
const kyberAnswer = parseAbiParameters('uint256, uint256, uint160, uint32, uint256')

const answers: [string, PoolRow, number, Hex, unknown][] = [
  [
    'V2 one hop',
    v2,
    2,
    encodeAbiParameters(list, [[amount, 42n]]),
    { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
  ],
  [
    'V2 two hops return the amount between them',
    v2,
    3,
    encodeAbiParameters(list, [[amount, 7n, 42n]]),
    { amountOut: 42n, amountMiddle: 7n, ticksCrossed: null },
  ],
  [
    'Mute answers three lists',
    mute,
    3,
    encodeAbiParameters(muteAnswer, [
      [amount, 7n, 42n],
      [false, true, false],
      [1n, 2n, 0n],
    ]),
    { amountOut: 42n, amountMiddle: 7n, ticksCrossed: null },
  ],
  [
    'Mute without a pair answers zero',
    mute,
    2,
    encodeAbiParameters(muteAnswer, [
      [amount, 0n],
      [false, false],
      [0n, 0n],
    ]),
    null,
  ],
  [
    // 500,000 USDC to WETH on the third factory's pool, as a public repository printed it in 2026.
    'Slipstream one hop, recorded on BASE',
    slipstream,
    2,
    encodeAbiParameters(four, [
      181_935_574_191_822_746_722n,
      4_154_737_035_924_951_891_520_381n,
      1,
      189_393n,
    ]),
    { amountOut: 181_935_574_191_822_746_722n, amountMiddle: null, ticksCrossed: 1 },
  ],
  [
    'QuoterV2 one hop',
    v3,
    2,
    encodeAbiParameters(four, [42n, 1n << 96n, 3, 90_000n]),
    { amountOut: 42n, amountMiddle: null, ticksCrossed: 3 },
  ],
  [
    'QuoterV2 that ran out of liquidity downwards',
    v3,
    2,
    encodeAbiParameters(four, [42n, lowest + 1n, 3, 90_000n]),
    null,
  ],
  [
    'QuoterV2 that ran out of liquidity upwards',
    v3,
    2,
    encodeAbiParameters(four, [42n, highest - 1n, 3, 90_000n]),
    null,
  ],
  [
    'QuoterV2 two hops',
    v3,
    3,
    encodeAbiParameters(pathAnswer, [42n, [1n << 96n, 1n << 95n], [3, 4], 190_000n]),
    { amountOut: 42n, amountMiddle: null, ticksCrossed: 7 },
  ],
  [
    'QuoterV2 two hops, the second out of liquidity',
    v3,
    3,
    encodeAbiParameters(pathAnswer, [42n, [1n << 96n, highest - 1n], [3, 4], 190_000n]),
    null,
  ],
  [
    'the first Quoter answers one word',
    pathOnly,
    2,
    encodeAbiParameters(one, [42n]),
    { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
  ],
  [
    'Kyber Elastic',
    kyber,
    2,
    encodeAbiParameters(kyberAnswer, [amount, 42n, 1n << 96n, 2, 90_000n]),
    { amountOut: 42n, amountMiddle: null, ticksCrossed: 2 },
  ],
  [
    'Kyber Elastic that used a part of the input',
    kyber,
    2,
    encodeAbiParameters(kyberAnswer, [amount - 1n, 42n, 1n << 96n, 2, 90_000n]),
    null,
  ],
  ['no contract', v2, 2, '0x', null],
  ['an offset out of the data', v2, 2, encodeAbiParameters(one, [1n << 40n]), null],
  [
    'a list cut short',
    v2,
    2,
    encodeAbiParameters(parseAbiParameters('uint256, uint256'), [32n, 2n]),
    null,
  ],
  ['an empty list', v2, 2, encodeAbiParameters(list, [[]]), null],
]

test.each(answers)('%s', (_, row, count, returnData, expected) => {
  const path = { row, tokens: tokens.slice(0, count), params: [500, 500].slice(0, count - 1) }
  expect(decodeQuote(path, { success: true, returnData }, amount)).toEqual(expected)
  expect(decodeQuote(path, { success: false, returnData }, amount)).toBeNull()
})
