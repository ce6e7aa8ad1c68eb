// Velora (formerly ParaSwap), by its Market API: an aggregator of pools and market makers.
//
// API: https://developers.velora.xyz/api/velora-api/velora-market-api (read 2026-11). Amounts are base
// units as text, slippage is basis points. A route goes back unchanged, signed by its `hmac`, within a
// minute. Routes between related tokens carry a fee of Velora's own (`partnerFee`, 0.01 percent), paid
// to an account that no document names: they are not taken.
//
// Calls: Augustus v6.2, src/abi/augustus-v6/ABI.json of VeloraDEX/paraswap-dex-lib (2026-08-21). The
// contract takes exactly `fromAmount` and compares what came in with `toAmount`. Then it retains what is
// above `quotedAmount`, and one unit of the rest, so that the lower of the two less one is what a call
// guarantees (AugustusFees.sol). Calls that hide a token or fill orders of market makers in part are
// left out of the request, and refused: BalancerV2, AugustusRFQ, MakerPSM and all of exact output. The
// callback for a pool of Uniswap V3 takes the token which that pool sells from the payer, whatever
// `srcToken` is (UniswapV3Utils.sol): with an approval of old it would be another one.

import { chainNumbers } from './kits/evm/service.ts'
import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../core/token.ts'
import { SwaprouteError } from '../core/errors.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { evmAggregator } from './kits/evm/aggregator.ts'
import type { Provider } from './types.ts'

const routeWire = z.object({ priceRoute: z.json() })
const summaryWire = z.object({
  srcToken: wireAddress,
  srcAmount: wireUint,
  destToken: wireAddress,
  destAmount: wireUint,
  tokenTransferProxy: wireAddress,
  partnerFee: z.nullish(z.number()),
  gasCost: z.nullish(wireUint),
})
const transactionWire = z.object({
  to: wireAddress,
  data: wireHex,
  value: wireUint,
  chainId: z.nullish(z.int()),
})
const refusalWire = z.object({ error: z.string() })

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** Augustus v6.2, the same on every chain; it takes the tokens itself. */
const augustus = '0x6A000F20005980200259B80c5102003040001068'

/** Methods whose calls name both tokens, the receiver and the minimum. */
const methods = [
  'swapExactAmountIn',
  'swapExactAmountInOnUniswapV2',
  'swapExactAmountInOnUniswapV3',
  'swapExactAmountInOnCurveV1',
  'swapExactAmountInOnCurveV2',
]

const amounts = 'uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata'
const generic = `(address srcToken, address destToken, ${amounts}, address beneficiary) swapData`
const uniswap = `(address srcToken, address destToken, ${amounts}, address beneficiary, bytes pools) uniData`

/** `IS_CAP_SURPLUS_MASK`: Velora retains at most one percent of what is above the quoted amount. */
const capsSurplus = 1n << 92n

/** Units that a call guarantees less than its `toAmount`, and those lost when slippage is rounded. */
const rounding = 2n

/** @param options.baseUrl without a trailing slash */
export function createParaSwapProvider({ baseUrl }: { baseUrl: string }): Provider {
  return evmAggregator({
    id: 'PARA_SWAP',
    name: 'Velora',
    contracts: { '*': [augustus] },
    coins: { '*': coin },
    // src/config.ts of VeloraDEX/paraswap-dex-lib (2026-08-21), without SONIC, which has no id here.
    chains: chainNumbers('ETH OPTIMISM BSC GNOSIS UNICHAIN POLYGON BASE PLASMA ARBITRUM AVALANCHE'),
    rounding,
    quote: (asked) => ({
      url: `${baseUrl}/prices?${new URLSearchParams({
        srcToken: asked.srcToken,
        srcDecimals: String(asked.srcDecimals),
        destToken: asked.dstToken,
        destDecimals: String(asked.dstDecimals),
        amount: asked.srcAmount,
        side: 'SELL',
        network: asked.chain,
        version: '6.2',
        includeContractMethods: methods.join(','),
        // Signed orders, which the service only builds after it has checked the balance.
        excludeDEXS: 'ParaSwapPool,ParaSwapLimitOrders',
        // This program has a limit of its own, and prices of its own.
        maxImpact: '100',
        ignoreBadUsdPrice: 'true',
        ...(asked.sender === null ? {} : { userAddress: asked.sender }),
      }).toString()}`,
      read: (body) => {
        const { priceRoute } = parseWire(routeWire, body, 'The route of Velora')
        const wire = parseWire(summaryWire, priceRoute, 'The route of Velora')
        if ((wire.partnerFee ?? 0) !== 0) throw feeTaken()
        return {
          srcToken: wire.srcToken,
          dstToken: wire.destToken,
          srcAmount: wire.srcAmount,
          dstAmount: wire.destAmount,
          gas: null,
          gasLimit: wire.gasCost ?? 0n,
          carry: priceRoute,
        }
      },
    }),
    build: (asked, priceRoute) => ({
      url: `${baseUrl}/transactions/${asked.chain}?ignoreChecks=true`,
      body: {
        srcToken: asked.srcToken,
        srcDecimals: asked.srcDecimals,
        destToken: asked.dstToken,
        destDecimals: asked.dstDecimals,
        srcAmount: asked.srcAmount,
        slippage: asked.slippageBps,
        userAddress: asked.sender,
        receiver: asked.recipient,
        priceRoute,
      },
      read: (body) => {
        const wire = parseWire(transactionWire, body, 'The transaction of Velora')
        const route = parseWire(summaryWire, priceRoute, 'The route of Velora')
        const { to, data, value, chainId } = wire
        const { tokenTransferProxy: spender, destAmount: dstAmount } = route
        return { to, data, value, spender, dstAmount, ...(chainId == null ? {} : { chainId }) }
      },
    }),
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      return success ? { code: codeOf(data.error), reason: data.error } : null
    },
    refusals: { noRoute: 'NO_ROUTE', moved: 'PRICE_MOVED' },
    calls: () => augustusCalls,
  })
}

/** Refusals have no code but their text. */
function codeOf(text: string): string {
  if (/^No routes found|^Token not found|^Invalid tokens|^Bad USD price/i.test(text))
    return 'noRoute'
  // A signed route expires with the blocks it was signed for.
  return /rate has changed|price.*(?:changed|expired)/i.test(text) ? 'moved' : 'other'
}

function feeTaken(): SwaprouteError {
  return new SwaprouteError(
    'NO_ROUTE',
    'Velora takes a fee on this pair, paid to an account it does not name.',
  )
}

type Amounts = {
  srcToken: string
  destToken: string
  fromAmount: bigint
  toAmount: bigint
  quotedAmount: bigint
  beneficiary: string
}

function termsOf(swap: Amounts, partnerAndFee: bigint, permit: string): ReturnType<Call['read']> {
  if (permit !== '0x') throw invalidCall('carries a permit')
  if ((partnerAndFee & ~capsSurplus) !== 0n) throw invalidCall('pays a partner')
  const { toAmount, quotedAmount, beneficiary } = swap
  const least = quotedAmount < toAmount ? quotedAmount : toAmount
  return {
    recipient: beneficiary === zeroAddress ? null : beneficiary,
    srcToken: swap.srcToken,
    dstToken: swap.destToken,
    amountIn: swap.fromAmount,
    minOut: least === 0n ? 0n : least - 1n,
    dst: 'same',
    refundTo: null,
  }
}

/**
 * Three words a pool: the lower token, with the top bit if it is sold, the higher one, the fee.
 * Coins are wrapped before, and Augustus pays the pool itself.
 */
function requireFirstPool({ srcToken, pools }: { srcToken: string; pools: string }): void {
  const matched = /^0x([08])0{23}([\da-f]{40})0{24}([\da-f]{40})[\da-f]{64}/.exec(pools)
  const [, direction, lower, higher] = matched ?? []
  const token = direction === '8' ? lower : higher
  if (token === undefined) throw invalidCall('names its pools in an unknown form')
  if (srcToken === coin.toLowerCase() || isSameAddress(srcToken, `0x${token}`)) return
  throw invalidCall('takes a token from the payer other than the one it names')
}

const augustusCalls: readonly Call[] = [
  call(
    `function swapExactAmountIn(address executor, ${generic}, uint256 partnerAndFee, bytes permit, bytes executorData) payable`,
    ([, swap, fee, permit]) => termsOf(swap, fee, permit),
  ),
  call(
    `function swapExactAmountInOnUniswapV2(${uniswap}, uint256 partnerAndFee, bytes permit) payable`,
    ([swap, fee, permit]) => termsOf(swap, fee, permit),
  ),
  call(
    `function swapExactAmountInOnUniswapV3(${uniswap}, uint256 partnerAndFee, bytes permit) payable`,
    ([swap, fee, permit]) => {
      requireFirstPool(swap)
      return termsOf(swap, fee, permit)
    },
  ),
  call(
    `function swapExactAmountInOnCurveV1((uint256 curveData, uint256 curveAssets, address srcToken, address destToken, ${amounts}, address beneficiary) curveV1Data, uint256 partnerAndFee, bytes permit) payable`,
    ([swap, fee, permit]) => termsOf(swap, fee, permit),
  ),
  call(
    `function swapExactAmountInOnCurveV2((uint256 curveData, uint256 i, uint256 j, address poolAddress, address srcToken, address destToken, ${amounts}, address beneficiary) curveV2Data, uint256 partnerAndFee, bytes permit) payable`,
    ([swap, fee, permit]) => termsOf(swap, fee, permit),
  ),
]

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Velora', what)
}
