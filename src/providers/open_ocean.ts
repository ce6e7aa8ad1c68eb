// OpenOcean: an aggregator of pools on EVM chains.
//
// API: https://apis.openocean.finance/developer/apis/swap-api/api-v4 (read 2026-11). Amounts are base
// units as text or number, slippage is percent. The gas price that every request has to name weighs
// routes against each other and nothing else, so it is a fixed one and saves a request: two a second
// are free. Market makers are left out, whose quotes expire within the call. An answer is an error by
// its `code`, whatever its HTTP status.
//
// Calls: OpenOceanExchange of https://github.com/dev0xstar/OpenOceanExchangeV2, and its newer
// `simpleSwap` without the guaranteed amount. The exchange hands the input to an executor of any
// address and compares the growth of the receiver's balance with the minimum; the other arguments
// only appear in its event. `callUniswapTo` and `uniswapV3SwapTo` do not name the bought token.

import { chainNumbers } from './kits/evm/service.ts'
import type { ServiceOptions } from './kits/service.ts'
import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../core/token.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { type AggregatorAsked, evmAggregator } from './kits/evm/aggregator.ts'
import type { CallSite, Provider } from './types.ts'

const tokenWire = z.object({ address: wireAddress })
const quoteWire = z.object({
  data: z.object({
    inToken: tokenWire,
    outToken: tokenWire,
    inAmount: wireUint,
    outAmount: wireUint,
    estimatedGas: z.nullish(wireUint),
  }),
})
const swapWire = z.object({
  data: z.object({
    outAmount: wireUint,
    to: wireAddress,
    data: wireHex,
    value: wireUint,
    chainId: z.nullish(z.int()),
  }),
})
const refusalWire = z.object({
  code: z.int(),
  data: z.nullish(z.unknown()),
  error: z.nullish(z.string()),
  errorMsg: z.nullish(z.string()),
  message: z.nullish(z.string()),
})

/** The same address on every chain served: config/whitelist.json of lifinance/contracts (2026-08-21). */
const exchange = '0x6352a56caadC4F1E25CD6c75970Fa768A3304e64'

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** Where it is another one: openOceanTrade.ts of symbiosis-finance/js-sdk (2026-05). */
const coins: Readonly<Partial<Record<BlockchainId, string>>> = {
  POLYGON: '0x0000000000000000000000000000000000001010',
  METIS: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
  AVALANCHE: zeroAddress,
  GNOSIS: zeroAddress,
  MANTLE: zeroAddress,
  CRONOS: zeroAddress,
  SEI: zeroAddress,
  TELOS: zeroAddress,
  GRAVITY: zeroAddress,
  BERACHAIN: zeroAddress,
  PLASMA: zeroAddress,
  HYPER_EVM: zeroAddress,
  MONAD: zeroAddress,
}

/** Its names of chains are their EIP-155 ids as well. */
const chains = chainNumbers(
  'ETH OPTIMISM CRONOS ROOTSTOCK TELOS BSC GNOSIS POLYGON MONAD HYPER_EVM METIS SEI GRAVITY MANTLE BASE PLASMA MODE ARBITRUM AVALANCHE LINEA BERACHAIN BLAST SCROLL',
)

const swap =
  'function swap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 guaranteedAmount, uint256 flags, address referrer, bytes permit) desc, (uint256 target, uint256 gasLimit, uint256 value, bytes data)[] calls) payable returns (uint256 returnAmount)'
const simpleSwap =
  'function simpleSwap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, address referrer, bytes permit) desc, (uint256 target, uint256 gasLimit, uint256 value, bytes data)[] calls) payable returns (uint256 returnAmount)'

/** The exchange takes the tokens from the payer. Bit 0 would allow a partial fill. */
const claims = 0x02n

export function createOpenOceanProvider({ baseUrl, apiKey = null }: ServiceOptions): Provider {
  const urlOf = (asked: AggregatorAsked, path: string, more: Record<string, string>): string =>
    `${baseUrl}/${asked.chain}/${path}?${new URLSearchParams({
      inTokenAddress: asked.srcToken,
      outTokenAddress: asked.dstToken,
      amountDecimals: asked.srcAmount,
      gasPriceDecimals: '1000000000',
      disableRfq: 'true',
      ...more,
    }).toString()}`

  return evmAggregator({
    id: 'OPEN_OCEAN',
    growthOnly: true,
    name: 'OpenOcean',
    keyVariable: 'SWAPROUTE_OPEN_OCEAN_API_KEY',
    hasKey: apiKey !== null,
    ...(apiKey === null ? {} : { headers: { apikey: apiKey } }),
    contracts: { '*': [exchange] },
    coins: { '*': coin, ...coins },
    chains,
    mostSlippageBps: 5_000,
    quote: (asked) => ({
      url: urlOf(asked, 'quote', {}),
      read: (body) => {
        const { data: wire } = parseWire(quoteWire, body, 'The quote of OpenOcean')
        return {
          srcToken: asRequested(wire.inToken.address, asked.srcToken),
          dstToken: asRequested(wire.outToken.address, asked.dstToken),
          srcAmount: wire.inAmount,
          dstAmount: wire.outAmount,
          gas: null,
          gasLimit: wire.estimatedGas ?? 0n,
          carry: null,
        }
      },
    }),
    build: (asked) => ({
      url: urlOf(asked, 'swap', {
        slippage: String(asked.slippageBps / 100),
        account: asked.recipient,
        ...(isSameAddress(asked.sender, asked.recipient) ? {} : { sender: asked.sender }),
      }),
      read: (body) => {
        const { data: wire } = parseWire(swapWire, body, 'The transaction of OpenOcean')
        const { to, data, value, outAmount: dstAmount, chainId } = wire
        return { to, data, value, spender: to, dstAmount, ...(chainId == null ? {} : { chainId }) }
      },
    }),
    refusal: (body) => {
      const { success, data: wire } = z.safeParse(refusalWire, body)
      if (!success) return null
      const reason = wire.errorMsg ?? wire.error ?? wire.message ?? null
      if (wire.code !== 200) return { code: String(wire.code), reason }
      return wire.data == null ? { code: 'empty', reason } : null
    },
    refusals: { empty: 'NO_ROUTE', 204: 'NO_ROUTE', 404: 'NO_ROUTE' },
    calls: openOceanCalls,
  })
}

/** What both calls say of a swap. */
type Description = {
  srcToken: string
  dstToken: string
  dstReceiver: string
  amount: bigint
  minReturnAmount: bigint
  flags: bigint
  referrer: string
  permit: string
}

function openOceanCalls({ blockchain }: CallSite): readonly Call[] {
  const nativeName = coins[blockchain] ?? coin
  const termsOf = (desc: Description): ReturnType<Call['read']> => {
    const { srcToken, dstReceiver, flags } = desc
    const isNative = isCoin(srcToken)
    if (desc.permit !== '0x') throw invalidCall('carries a permit')
    if (desc.referrer !== zeroAddress) throw invalidCall('names a referrer')
    if (flags !== (isNative ? 0n : claims)) {
      throw invalidCall(`sets the flags 0x${flags.toString(16)}`)
    }
    return {
      recipient: dstReceiver === zeroAddress ? null : dstReceiver,
      srcToken: isNative ? nativeName : srcToken,
      dstToken: asRequested(desc.dstToken, nativeName),
      amountIn: desc.amount,
      minOut: desc.minReturnAmount,
      dst: 'same',
      refundTo: null,
      growthOnly: true,
    }
  }
  return [call(swap, ([, desc]) => termsOf(desc)), call(simpleSwap, ([, desc]) => termsOf(desc))]
}

/** A token as it is asked for: answers and calls may name the native coin otherwise. */
function asRequested(address: string, nativeName: string): string {
  return isCoin(address) && isCoin(nativeName) ? nativeName : address
}

/** All of them are the native coin to the exchange. */
function isCoin(address: string): boolean {
  return [coin, ...Object.values(coins)].some((each) => isSameAddress(each, address))
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('OpenOcean', what)
}
