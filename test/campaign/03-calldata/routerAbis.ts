import {
  type AbiFunction,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  parseAbi,
} from 'viem'
import { toFunctionSelector } from 'viem/utils'

// What the routers of the registry understand, as their sources say: the oracle's own table, which
// shares nothing with the program's. https://github.com/Uniswap/v2-periphery, v3-periphery,
// swap-router-contracts, KyberNetwork/ks-elastic-sc-legacy, aerodrome-finance/slipstream,
// camelotlabs/periphery, Mute's MuteSwitchRouterDynamic (read 2026-11)

export type Call = { name: string; args: readonly unknown[]; isCanonical: boolean }
export type Reader = (data: Hex) => Call | null

/** How a router spells the native coin. */
const words = ['ETH', 'AVAX', 'KLAY', 'Metis', 'SYS', 'SEI']

const v2 = (word: string): string[] => [
  'function swapExactTokensForTokens(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 out, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  `function swapExact${word}ForTokens(uint256 min, address[] path, address to, uint256 deadline) payable`,
  `function swapExactTokensFor${word}(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline)`,
  `function swap${word}ForExactTokens(uint256 out, address[] path, address to, uint256 deadline) payable`,
  `function swapTokensForExact${word}(uint256 out, uint256 amountInMax, address[] path, address to, uint256 deadline)`,
  `function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline)`,
  `function swapExact${word}ForTokensSupportingFeeOnTransferTokens(uint256 min, address[] path, address to, uint256 deadline) payable`,
  `function swapExactTokensFor${word}SupportingFeeOnTransferTokens(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline)`,
]
const referrer = [
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 min, address[] path, address to, address referrer, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 min, address[] path, address to, address referrer, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 min, address[] path, address to, address referrer, uint256 deadline)',
]
const flags = [
  'function swapExactTokensForTokens(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline, bool[] stable)',
  'function swapExactETHForTokens(uint256 min, address[] path, address to, uint256 deadline, bool[] stable) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline, bool[] stable)',
]
const periphery = [
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 min, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 min, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function sweepToken(address token, uint256 min, address recipient) payable',
  'function sweepTokenWithFee(address token, uint256 min, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function refundETH() payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
]
const router01 = [
  ...periphery,
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 min, uint160 limit) params) payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 min) params) payable',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 max, uint160 limit) params) payable',
  'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 max) params) payable',
]
const router02 = [
  ...periphery,
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function multicall(bytes32 previousBlockhash, bytes[] data) payable',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 min, uint160 limit) params) payable',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 min) params) payable',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 max, uint160 limit) params) payable',
  'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 max) params) payable',
  'function unwrapWETH9(uint256 min) payable',
  'function sweepToken(address token, uint256 min) payable',
  'function pull(address token, uint256 value) payable',
  'function wrapETH(uint256 value) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 min, address[] path, address to) payable',
  'function approveMax(address token) payable',
]
const slipstream = [
  ...router01.filter((text) => !text.includes('Single(')),
  'function exactInputSingle((address tokenIn, address tokenOut, int24 tickSpacing, address recipient, uint256 deadline, uint256 amountIn, uint256 min, uint160 limit) params) payable',
]
const kyber = [
  'function multicall(bytes[] data) payable',
  'function unwrapWeth(uint256 min, address recipient) payable',
  'function transferAllTokens(address token, uint256 min, address recipient) payable',
  'function refundEth() payable',
  'function swapExactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 min, uint160 limit) params) payable',
  'function swapExactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 min) params) payable',
]
const weth = [
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
]

/** AggregationRouterV6, whose addresses are words with flags in them. */
const unoswap = ['', '2', '3'].flatMap((count, at) => {
  const pools = ['dex', 'dex2', 'dex3'].slice(0, at + 1).map((name) => `uint256 ${name}`)
  const taken = ['uint256 token', 'uint256 amount', 'uint256 minReturn']
  return [
    `function unoswap${count}(${[...taken, ...pools].join(', ')})`,
    `function unoswapTo${count}(${['uint256 to', ...taken, ...pools].join(', ')})`,
    `function ethUnoswap${count}(${['uint256 minReturn', ...pools].join(', ')}) payable`,
    `function ethUnoswapTo${count}(${['uint256 to', 'uint256 minReturn', ...pools].join(', ')}) payable`,
  ]
})

/** A reader of the calls in a list, by viem. Null: no such call, or it cannot be read. */
function readerOf(signatures: readonly string[]): Reader {
  const functions = new Map<string, AbiFunction>()
  for (const item of parseAbi(signatures)) {
    if (typeof item === 'object' && 'name' in item) {
      const found = item as AbiFunction // only functions are listed
      functions.set(toFunctionSelector(found), found)
    }
  }
  return (data) => {
    const item = functions.get(data.slice(0, 10).toLowerCase())
    if (item === undefined) return null
    const body: Hex = `0x${data.slice(10).toLowerCase()}`
    try {
      const args = item.inputs.length === 0 ? [] : decodeAbiParameters(item.inputs, body)
      return { name: item.name, args, isCanonical: isCanonical(item, args, body) }
    } catch {
      return null
    }
  }
}

/** Whether the ABI's own encoder writes the arguments in just these bytes. */
function isCanonical(item: AbiFunction, args: readonly unknown[], body: Hex): boolean {
  try {
    return encodeAbiParameters(item.inputs, args) === body
  } catch {
    return false // a number that is too wide for its type
  }
}

export type RouterKind = 'router01' | 'router02' | 'slipstream' | 'kyber'

export const readers = {
  v2: new Map(words.map((word) => [word, readerOf(v2(word))])),
  referrer: readerOf(referrer),
  stableFlags: readerOf(flags),
  router01: readerOf(router01),
  router02: readerOf(router02),
  slipstream: readerOf(slipstream),
  kyber: readerOf(kyber),
  weth: readerOf(weth),
  unoswap: readerOf(unoswap),
}
