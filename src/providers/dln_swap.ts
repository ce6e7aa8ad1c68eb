// deBridge on one chain: its forwarder swaps by the aggregator that pays best.
//
// API: https://docs.debridge.com/dln-details (read 2026-11); form of the answers as recorded on
// 2026-09-09. Amounts are base units as text, after the protocol's share of the output (8 basis
// points); slippage is a percentage. Quirks: the estimate is wrapped in `estimation`, and the same
// fields of the transaction are not; no spender is named, because the forwarder takes the tokens.
//
// Call: `swap` of DeBridgeRouter, the forwarder's verified contract. It runs the calldata of a
// listed router, compares what is left after all fees with `tokenOutMinAmount`, and reverts below
// it. Of what comes out above the minimum the receiver gets `surplusShareBps`, deBridge's own treasury
// the rest.

import { chainNumbers } from './kits/evm/service.ts'
import type { ServiceOptions } from './kits/service.ts'
import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import { zeroAddress } from '../core/token.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { type AggregatorAsked, evmAggregator } from './kits/evm/aggregator.ts'
import type { Provider } from './types.ts'

const tokenWire = z.object({ address: wireAddress, amount: wireUint })
const gasWire = z.object({
  details: z.nullish(z.object({ gasLimit: z.nullish(wireUint), baseFee: z.nullish(wireUint) })),
})
const estimateWire = z.object({
  estimation: z.object({
    tokenIn: tokenWire,
    tokenOut: tokenWire,
    estimatedTransactionFee: z.nullish(gasWire),
  }),
})
const transactionWire = z.object({
  tokenIn: tokenWire,
  tokenOut: tokenWire,
  tx: z.object({ to: wireAddress, data: wireHex, value: wireUint }),
})
const refusalWire = z.object({ errorId: z.string(), errorMessage: z.nullish(z.string()) })

const swap =
  'function swap(address tokenIn, uint256 amountIn, bytes tokenInPermitEnvelope, (address allowanceAggregator, address swapRouter, bytes swapCalldata, address tokenOut, uint256 tokenOutMinAmount, uint16 surplusShareBps, bytes affiliateFeeEnvelope, address recipient) swapDetails, uint32 referralCode) payable returns (uint256 actualAmountOut)'

/** DeBridgeRouter, the same on these chains by two sources. */
const forwarder = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'

const chains = chainNumbers('ETH OPTIMISM BSC POLYGON BASE ARBITRUM AVALANCHE')

export function createDlnSwapProvider({ baseUrl, apiKey = null }: ServiceOptions): Provider {
  const url = (path: string, asked: AggregatorAsked, accounts: Record<string, string>): string =>
    `${baseUrl}/chain/${path}?${new URLSearchParams({
      chainId: asked.chain,
      tokenIn: asked.srcToken,
      tokenInAmount: asked.srcAmount,
      slippage: percentOf(asked.slippageBps),
      tokenOut: asked.dstToken,
      ...accounts,
      ...(apiKey === null ? {} : { accesstoken: apiKey }),
    }).toString()}`

  return evmAggregator({
    id: 'DLN',
    name: 'deBridge',
    keyVariable: 'SWAPROUTE_DLN_API_KEY',
    hasKey: apiKey !== null,
    // The protocol's share, already deducted.
    chargesFee: true,
    chains,
    contracts: { '*': [forwarder] },
    quote: (asked) => ({
      url: url('estimation', asked, {}),
      read: (body) => {
        const { estimation } = parseWire(estimateWire, body, 'The estimate of deBridge')
        const { tokenIn, tokenOut, estimatedTransactionFee: fee } = estimation
        const { gasLimit: limit, baseFee: price } = fee?.details ?? {}
        return {
          srcToken: tokenIn.address,
          dstToken: tokenOut.address,
          srcAmount: tokenIn.amount,
          dstAmount: tokenOut.amount,
          gas: limit == null || price == null ? null : { limit, price },
          carry: null,
        }
      },
    }),
    build: (asked) => ({
      url: url('transaction', asked, {
        tokenOutRecipient: asked.recipient,
        senderAddress: asked.sender,
      }),
      read: (body) => {
        const { tokenOut, tx } = parseWire(transactionWire, body, 'The transaction of deBridge')
        return { ...tx, spender: tx.to, dstAmount: tokenOut.amount }
      },
    }),
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      return success ? { code: data.errorId, reason: data.errorMessage ?? null } : null
    },
    refusals: {
      ERROR_LOW_GIVE_AMOUNT: 'AMOUNT_TOO_LOW',
      INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT: 'AMOUNT_TOO_LOW',
      UNSUPPORTED_CHAIN: 'NO_ROUTE',
      ESTIMATION_FAILED: 'NO_ROUTE',
      CONNECTOR_1INCH_RETURNED_ERROR: 'NO_ROUTE',
    },
    calls: () => [swapCall],
  })
}

const swapCall: Call = call(swap, ([tokenIn, amountIn, permit, details]) => {
  if (permit !== '0x') throw unsafeCall('deBridge', 'carries a permit')
  if (details.affiliateFeeEnvelope !== '0x') {
    throw unsafeCall('deBridge', 'pays a fee to a third party')
  }
  return {
    recipient: details.recipient === zeroAddress ? null : details.recipient,
    srcToken: tokenIn,
    dstToken: details.tokenOut,
    amountIn,
    minOut: details.tokenOutMinAmount,
    dst: 'same',
    refundTo: null,
  }
})

function percentOf(bps: number): string {
  return `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}`
}
