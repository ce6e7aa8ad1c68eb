// Native on one chain: market makers sign a firm quote, which its router V6 takes from a pool.
//
// API: https://docs.native.org/native-dev/build-with-native/swap-aggregators (read 2026-11). Every request
// needs a key, in the header `apiKey`. Amounts are base units as text, slippage is in percent, and answers
// may name native coins by the zero address. Quirks: refusals come with HTTP 200 and a number, and
// documents show an indicative quote both as itself and as a list of one.
//
// Call: the vendor has not published the signature of V6. This one is that of V4, whose source is
// verified, with seven words more: it gives the selector of the call that propeller-heads/tycho recorded
// (crates/tycho-execution/contracts/test/protocols/Native.t.sol, September 2026) and reads it. Six of the
// words are zero there and one is true. Any other value is refused, like another pool than the chain's
// (contract reference of 2026-10-05), more than one hop, a fee, and an amount or a minimum that replaces
// the signed one.
//
// Deadlines: market makers sign for the seconds they are asked for, and the call recorded without any
// has 70. A call has to have a minute left for approval and payment (E8), so two are asked for; where
// makers sign for less than is left, the call is refused, and a later attempt has a new quote.

import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { isSameAddress, zeroAddress } from '../core/token.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { type AggregatorAsked, evmAggregator } from './kits/evm/aggregator.ts'
import type { KeyedServiceOptions } from './kits/service.ts'
import type { CallSite, Provider } from './types.ts'

const priceWire = z.object({
  sellerToken: wireAddress,
  buyerToken: wireAddress,
  sellerTokenAmountWei: wireUint,
  buyerTokenAmountWei: wireUint,
})
const indicativeWire = z.union([
  priceWire,
  z.pipe(
    z.tuple([priceWire]),
    z.transform(([price]) => price),
  ),
])
const firmWire = z.object({
  success: z.literal(true),
  amountOut: wireUint,
  txRequest: z.object({ target: wireAddress, calldata: wireHex, value: wireUint }),
})
const codeWire = z.object({ code: z.int(), message: z.nullish(z.string()) })
const failureWire = z.object({ success: z.literal(false), errorMessage: z.nullish(z.string()) })

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const chains = { ARBITRUM: 'arbitrum', BASE: 'base', BSC: 'bsc', ETH: 'ethereum' }

const routers = {
  ARBITRUM: ['0x0183D055c77310aF03dCB397eFAA7E9cfB6dB59b'],
  BASE: ['0x9706D3fff42571305Fc201F996ADC0e768d72911'],
  BSC: ['0x1fDED89D98CBeADd96a109D28689c2638025dad3'],
  ETH: ['0x4777A6B3A9A889ABfd4C7666Bdd2a7AB633293be'],
}

const pools: Readonly<Partial<Record<BlockchainId, string>>> = {
  ARBITRUM: '0x230840ee2ea20e17a96DFf9debf1e9Ee8dEEc3DF',
  BASE: '0x72574feeFB0197271f63E263CC158D8941f12454',
  BSC: '0x8Ac1009D5f13660CE7089901E51459142ad50793',
  ETH: '0xEF435b99C2108D0309211d0Cc05B70D202C0b5dF',
}

const expirySeconds = 120

const tradeRFQT =
  'function tradeRFQT((address pool, address signer, address recipient, address sellerToken, address buyerToken, uint256 sellerTokenAmount, uint256 buyerTokenAmount, uint256 amountOutMinimum, uint256 deadlineTimestamp, uint256 nonce, uint256 confidenceT, uint256 confidenceN, uint256 confidenceE, uint256 confidenceM, address unknownA, address unknownB, uint256 unknownC, uint256 unknownD, uint256 unknownE, uint256 unknownF, bytes16 quoteId, bool multiHop, bool unknownG, bytes signature, (address feeRecipient, uint256 feeRate) widgetFee, bytes widgetFeeSignature) quote, uint256 actualSellerAmount, uint256 actualMinOutputAmount) payable'

export function createNativeProvider({ baseUrl, apiKey }: KeyedServiceOptions): Provider {
  const urlOf = (asked: AggregatorAsked, path: string, more: Record<string, string>): string =>
    `${baseUrl}/${path}?${new URLSearchParams({
      // A price needs an account too.
      from_address: asked.sender ?? zeroAddress,
      src_chain: asked.chain,
      dst_chain: asked.chain,
      token_in: asked.srcToken,
      token_out: asked.dstToken,
      amount_wei: asked.srcAmount,
      ...more,
    }).toString()}`

  return evmAggregator({
    id: 'NATIVE_ROUTER',
    name: 'Native',
    keyVariable: 'SWAPROUTE_NATIVE_ROUTER_API_KEY',
    hasKey: true,
    headers: { apiKey },
    contracts: routers,
    coins: { '*': coin },
    chains,
    quote: (asked) => ({
      url: urlOf(asked, 'indicative-quote', {}),
      read: (body) => {
        const wire = parseWire(indicativeWire, body, 'The price of Native')
        return {
          srcToken: coinOr(wire.sellerToken),
          dstToken: coinOr(wire.buyerToken),
          srcAmount: wire.sellerTokenAmountWei,
          dstAmount: wire.buyerTokenAmountWei,
          gas: null,
          carry: null,
        }
      },
    }),
    build: (asked) => ({
      url: urlOf(asked, 'firm-quote', {
        to_address: asked.recipient,
        beneficiary_address: asked.sender,
        slippage: String(asked.slippageBps / 100),
        expiry_time: String(expirySeconds),
        version: '6',
        allow_multihop: 'false',
      }),
      read: (body) => {
        const { amountOut, txRequest } = parseWire(firmWire, body, 'The firm quote of Native')
        const { target: to, calldata: data, value } = txRequest
        return { to, data, value, spender: to, dstAmount: amountOut }
      },
    }),
    refusal: (body) => {
      const numbered = z.safeParse(codeWire, body)
      if (numbered.success) {
        const { code, message } = numbered.data
        return { code: String(code), reason: message ?? null }
      }
      const { success, data } = z.safeParse(failureWire, body)
      return success ? { code: data.errorMessage ?? '', reason: data.errorMessage ?? null } : null
    },
    refusals: {
      'Pair not supported': 'NO_ROUTE',
      // Tokens, pairs and amounts that no maker quotes.
      '101007': 'NO_ROUTE',
      '101010': 'NO_ROUTE',
      '171011': 'NO_ROUTE',
      '171015': 'NO_ROUTE',
      '171037': 'NO_ROUTE',
      '171055': 'AMOUNT_TOO_LOW',
    },
    calls: nativeCalls,
  })
}

function nativeCalls({ blockchain }: CallSite): readonly Call[] {
  return [
    call(tradeRFQT, ([quote, actualSellerAmount, actualMinOutputAmount]) => {
      if (!isSameAddress(quote.pool, pools[blockchain] ?? zeroAddress)) {
        throw invalidCall('takes from a pool that is not known')
      }
      if (actualSellerAmount !== 0n || actualMinOutputAmount !== 0n) {
        throw invalidCall('replaces the amounts that are signed')
      }
      const isRecorded =
        quote.unknownA === zeroAddress &&
        quote.unknownB === zeroAddress &&
        [quote.unknownC, quote.unknownD, quote.unknownE, quote.unknownF].every(
          (word) => word === 0n,
        ) &&
        quote.unknownG
      if (!isRecorded || quote.multiHop) throw invalidCall('sets options that are not known')
      if (quote.widgetFee.feeRate !== 0n) throw invalidCall('takes a fee')
      const { buyerTokenAmount: most, amountOutMinimum: least } = quote
      return {
        recipient: quote.recipient,
        srcToken: namedToken(quote.sellerToken),
        dstToken: namedToken(quote.buyerToken),
        amountIn: quote.sellerTokenAmount,
        // Nothing above the quoted amount is paid.
        minOut: most < least ? most : least,
        deadlineSeconds: quote.deadlineTimestamp,
        dst: 'same',
        refundTo: null,
      }
    }),
  ]
}

/** The router knows native coins by the zero address only. */
function namedToken(token: string): string {
  if (isSameAddress(token, coin)) throw invalidCall('names the native coin differently')
  return coinOr(token)
}

function coinOr(token: string): string {
  return isSameAddress(token, zeroAddress) ? coin : token
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Native', what)
}
