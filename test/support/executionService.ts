import type { SwapAnswer } from '../../src/api/schemas.ts'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import { formatAmount, minimumAfterSlippage } from '../../src/core/amounts.ts'
import type { SwapRequest } from '../../src/core/routeRequest.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import type { DecodedCall } from '../../src/core/transaction.ts'
import { router } from './executionChain.ts'
import { encodeSwapCall, type FakeSwapCall } from './fakeSwapCall.ts'
import { chainById, chainOfNumber } from '../../src/chains/chains.ts'
import { unsafeCall } from '../../src/chains/evm/calls.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'

export const alice = '0x1111111111111111111111111111111111111111'
export const bob = '0x2222222222222222222222222222222222222222'
/** The chains' prices are one to one in base units, so a whole ETH costs 10^12 USD here. */
export const usd = 10n ** 18n

const tokenOn = (
  blockchain: BlockchainId,
  address: string,
  symbol: string,
  decimals: number,
): Token => ({
  blockchain,
  address,
  symbol,
  name: symbol,
  decimals,
  listed: true,
  native: address === zeroAddress,
})

export const eth = tokenOn('ETH', zeroAddress, 'ETH', 18)
export const usdc = tokenOn('ETH', '0x000000000000000000000000000000000000c001', 'USDC', 6)
export const dai = tokenOn('ETH', '0x000000000000000000000000000000000000c002', 'DAI', 6)
export const arbEth = tokenOn('ARBITRUM', zeroAddress, 'ETH', 18)
export const arbUsdc = tokenOn('ARBITRUM', '0x000000000000000000000000000000000000d001', 'USDC', 6)

export function toDecodedCall(call: FakeSwapCall): DecodedCall {
  return {
    method: call.kind,
    recipient: call.recipient,
    srcToken: call.srcToken,
    dstToken: call.dstToken,
    amountIn: call.amountIn,
    minOut: call.minOut,
    dst: call.dstChainId === 0 ? 'same' : chainNamed(call.dstChainId),
    refundTo: null,
  }
}

function chainNamed(chainId: number): BlockchainId {
  const found = chainOfNumber(BigInt(chainId), (blockchain) => chainById(blockchain).chainId)
  if (found === null) throw unsafeCall('the provider', `pays out on chain ${chainId}`)
  return found
}

export function toRoute(
  slippageBps: number,
  srcToken: Token,
  dstToken: Token,
  srcAmount: bigint,
  rate: bigint,
  number: number,
): RouteItem {
  const crossChain = srcToken.blockchain !== dstToken.blockchain
  const out = (srcAmount * rate) / 1000n
  const minimum = minimumAfterSlippage(out, slippageBps)
  const zero = () => ({ fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: 0 })
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    swapType: crossChain ? 'cross-chain' : 'on-chain',
    providerType: crossChain ? 'across' : 'UNI_SWAP_V3',
    tokens: {
      from: { ...srcToken, amount: formatAmount(srcAmount, srcToken.decimals) },
      to: dstToken,
    },
    estimate: {
      destinationTokenAmount: formatAmount(out, dstToken.decimals),
      destinationTokenMinAmount: formatAmount(minimum, dstToken.decimals),
      destinationWeiAmount: String(out),
      destinationWeiMinAmount: String(minimum),
      durationInMinutes: 1,
      priceImpact: 0.1,
      slippage: slippageBps / 10_000,
    },
    fees: {
      gasTokenFees: { nativeToken: eth, gas: null, protocol: zero(), provider: zero() },
      percentFees: { percent: 0, token: null },
    },
    routing: [],
    transaction: srcToken.native ? {} : { approvalAddress: router },
    warnings: [],
  }
}

export function toSwapAnswer(route: RouteItem, request: SwapRequest): SwapAnswer {
  const { srcToken, dstToken, srcAmount } = request
  const crossChain = srcToken.blockchain !== dstToken.blockchain
  const data = encodeSwapCall({
    kind: crossChain ? 'bridge' : 'swap',
    srcToken: srcToken.address,
    dstToken: dstToken.address,
    amountIn: srcAmount,
    minOut: BigInt(route.estimate.destinationWeiMinAmount),
    recipient: request.receiver ?? request.fromAddress ?? alice,
    dstChainId: crossChain ? 42161 : 0,
  })
  const value = srcToken.native ? srcAmount : 0n
  return {
    estimate: structuredClone(route.estimate),
    fees: structuredClone(route.fees),
    transaction: {
      to: router,
      data,
      value: String(value),
      ...(srcToken.native ? {} : { approvalAddress: router }),
    },
    warnings: route.warnings,
  }
}
