import { type Token, zeroAddress } from '../../../src/core/token.ts'
import { encodeCall } from '../callCase.ts'
import { type Body, evm, type Exchange } from '../depositSupport.ts'

// What the cases of `lifi` and `LIFI` share: types of the diamond's arguments, by
// https://github.com/lifinance/contracts, and the answer that quotes and builds.

const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const forwarder = '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd'
/** Of answers of li.quest; so is the fee step. */
const lifiCollector = '0xC06ebbefD94032B85424D51906e2A335EFAe264B'
const alice = evm('alice')
const exchange = evm('exchange')

export const swapType =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit) swapData'
export const swapsType = swapType.replace(') swapData', ')[] swapData')
export const bridgeData =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData'
export const acrossData =
  '(bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) acrossData'
export const deBridgeData =
  '(bytes receivingAssetId, bytes receiver, bytes orderAuthorityDst, uint256 minAmountOut) deBridgeData'

/** Small, so that it is below 0.25% of every amount that the suites put beside it. */
export const feeShape = {
  amount: 2_500n,
  signature:
    'function forwardERC20Fees(address token, (address recipient, uint256 amount)[] distributions)',
  native: 'function forwardNativeFees((address recipient, uint256 amount)[] distributions) payable',
}

/** The step that sends LI.FI its fee. */
export function feeOf({ address, native }: Token, fromAmount: bigint): Body {
  const shares = [{ recipient: lifiCollector, amount: feeShape.amount }]
  return {
    callTo: forwarder,
    approveTo: forwarder,
    sendingAssetId: address,
    receivingAssetId: address,
    fromAmount,
    callData: native
      ? encodeCall(feeShape.native, [shares])
      : encodeCall(feeShape.signature, [address, shares]),
    requiresDeposit: true,
  }
}

/** A swap by some exchange. */
export function stepOf(src: Token, dst: Token, fromAmount: bigint, isFirst = false): Body {
  return {
    callTo: exchange,
    approveTo: exchange,
    sendingAssetId: src.address,
    receivingAssetId: dst.address,
    fromAmount,
    callData: '0x12345678',
    requiresDeposit: isFirst,
  }
}

type Given = {
  src: Token
  dst: Token
  amount: bigint
  out: bigint
  tool: string
  slippage: string
  query?: Record<string, string>
  /** Guaranteed at least; absent: all of it. */
  least?: bigint
  fixedFee?: bigint
  /** With one, the answer is that of a call, for a receiver. */
  data?: string
}

const numbers: Partial<Record<Token['blockchain'], number>> = { ETH: 1, ARBITRUM: 42161, BSC: 56 }

/** What LI.FI is asked for, and what it answers. */
export function swapOf(given: Given): Exchange {
  const { src, dst, amount, out, tool, slippage, fixedFee = 0n, data, least = out } = given
  const [fromChainId = 0, toChainId = 0] = [numbers[src.blockchain], numbers[dst.blockchain]]
  const isOneChain = fromChainId === toChainId
  const { allowBridges = '', ...query } = given.query ?? {}
  const asked = new URLSearchParams({
    fromChain: String(fromChainId),
    toChain: String(toChainId),
    fromToken: src.address,
    toToken: dst.address,
    fromAmount: String(amount),
    fromAddress: alice,
    ...(data === undefined ? {} : { toAddress: evm('bob') }),
    slippage,
    integrator: 'swaproute',
    order: 'CHEAPEST',
    ...(isOneChain ? {} : { allowBridges, allowDestinationCall: 'false' }),
    ...query,
  })
  const named = ({ blockchain, address, symbol, decimals }: Token) => ({
    address,
    symbol,
    decimals,
    chainId: numbers[blockchain],
  })
  const coin = { address: zeroAddress, symbol: 'ETH', decimals: 18, chainId: fromChainId }
  const value = fixedFee + (src.native ? amount : 0n)
  const body: Body = {
    type: 'lifi',
    id: 'f5f60983-01f7-43af-a37a-52770fb58f8f:0',
    tool,
    toolDetails: { key: tool, name: tool, logoURI: '' },
    action: {
      fromChainId,
      toChainId,
      fromToken: named(src),
      toToken: named(dst),
      fromAmount: String(amount),
      fromAddress: alice,
      slippage: Number(slippage),
    },
    estimate: {
      tool,
      approvalAddress: diamond,
      toAmount: String(out),
      toAmountMin: String(least),
      fromAmount: String(amount),
      executionDuration: 12,
      feeCosts: [
        { name: 'LIFI Fixed Fee', amount: '2500', included: true, token: named(src) },
        ...(fixedFee === 0n
          ? []
          : [{ name: 'Protocol Fee', amount: String(fixedFee), included: false, token: coin }]),
      ],
      gasCosts: [{ type: 'SEND', price: '140787609', limit: '740754', token: coin }],
    },
    includedSteps: [
      { type: 'protocol', tool: 'feeCollection' },
      { type: isOneChain ? 'swap' : 'cross', tool },
    ],
    integrator: 'swaproute',
    transactionRequest: {
      value: `0x${value.toString(16)}`,
      to: diamond,
      data: data ?? '0x',
      from: alice,
      chainId: fromChainId,
      gasPrice: '0x8643f99',
      gasLimit: '0xb4d92',
    },
  }
  return { path: `/quote?${asked.toString()}`, body }
}
