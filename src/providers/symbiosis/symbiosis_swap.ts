// Symbiosis on one chain: a gateway that calls an aggregator and takes a fee in native coins.
//
// API: https://api.symbiosis.finance/crosschain/docs (read 2026-11). Amounts are base units as text,
// slippage is in basis points, and native coins are the empty text. Quirks: one request prices and
// builds, so that the fee, which no field names, is what the transaction sends on top; the input is
// not repeated; without `disabledProviders` it may answer with aggregators whose calls are not known
// here. About one request a second is answered.
//
// Call: `onswap` of the gateway around `swap` of 1inch's verified AggregationRouterV6, which pays the
// receiver what it got of the token bought and reverts below `minReturnAmount`. Four bytes may follow
// its arguments: a mark of who asked. Gateways: symbiosis-finance/sdk-types, src/onchainRouters.ts
// (2026-08-07); the fee collectors before them answer to the same call.

import { isBlockchainId, type BlockchainId } from '../../core/blockchainIds.ts'
import { chainNumbers } from '../kits/evm/service.ts'
import * as z from 'zod/mini'

import { type Call, call, type CallTerms, unsafeCall } from '../../chains/evm/calls.ts'
import { zeroAddress } from '../../core/token.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../../http/wire.ts'
import { refusal, refusals, upstreamToken } from './words.ts'
import { type AggregatorAsked, evmAggregator } from '../kits/evm/aggregator.ts'
import type { ServiceAsk } from '../kits/service.ts'
import type { CallSite, Provider } from '../types.ts'

const tokenWire = z.object({ address: z.string(), chainId: z.int(), amount: wireUint })
const swapWire = z.object({
  tokenAmountOut: tokenWire,
  approveTo: z.nullish(z.string()),
  type: z.nullish(z.string()),
  tx: z.object({
    chainId: z.int(),
    to: wireAddress,
    data: wireHex,
    value: z.nullish(wireUint),
  }),
})

/** Gateways; the second of a chain: its fee collector. */
const gateways: Readonly<Partial<Record<BlockchainId, readonly [string, ...string[]]>>> = {
  ETH: ['0xE7e68D336F90f98D22A479253eafA5f2424aCaD8', '0xff9b21c3bfa4bce9b20b55fed56d102ced48b0f6'],
  BSC: ['0xf97fd9feEe8afFDbaeCE1dF54341537460D2E24d', '0x0425841529882628880fBD228AC90606e0c2e09A'],
  ARBITRUM: ['0xda5b1347D43C5b8BF4e334C0bB6f01D1F1070994'],
  BASE: ['0x291A42bDFFe3754eb3C8B69b4D232Fa1d4a46608'],
  OPTIMISM: ['0xca506793A420E901BbCa8066be5661E3C52c84c2'],
  POLYGON: ['0xa1262496e84a9663b7AB64ed96C152A23d0B7214'],
  AVALANCHE: ['0x844e4a0ade23b1BA5642A8d0010E42aE4434Df30'],
  LINEA: ['0x70A16EB2B39A5573A8138b18582111bBA480fb8F'],
}
const chains = chainNumbers(Object.keys(gateways).join(' '))

/** AggregationRouterV6 of 1inch, the same on all of them. */
const oneInch = '0x111111125421ca6dc452d289314280a0f8842a65'
const oneInchCoin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Every other aggregator it knows. */
const disabledProviders = 'open-ocean,kyber-swap,0x,bitget,uni-v4,uni-v2,uni-v3,izumi'

const onswap =
  'function onswap(address token, uint256 amount, address dex, address dexgateway, bytes data) payable'
const oneInchSwap =
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)'

const milli = 10n ** 15n

/** @param options.baseUrl without a trailing slash */
export function createSymbiosisSwapProvider({ baseUrl }: { baseUrl: string }): Provider {
  /** A price is asked for as if the gateway itself swapped. */
  const ask = (
    asked: AggregatorAsked,
    accounts: { from: string; to: string },
  ): Omit<ServiceAsk<never>, 'read'> => {
    const chainId = Number(asked.chain)
    return {
      url: `${baseUrl}/v2/swap`,
      body: {
        tokenAmountIn: {
          chainId,
          address: upstreamToken(asked.srcToken),
          decimals: asked.srcDecimals,
          amount: asked.srcAmount,
        },
        tokenOut: { chainId, address: upstreamToken(asked.dstToken), decimals: asked.dstDecimals },
        ...accounts,
        slippage: asked.slippageBps,
        disabledProviders,
      },
    }
  }
  return evmAggregator({
    id: 'SYMBIOSIS_SWAP',
    name: 'Symbiosis',
    headers: { 'X-Partner-Id': 'swaproute' },
    chains,
    contracts: gateways,
    mostFixedFee: {
      '*': milli / 2n,
      BSC: 2n * milli,
      POLYGON: 5_000n * milli,
      AVALANCHE: 50n * milli,
    },
    chargesFee: true,
    quote: (asked) => {
      const from = asked.sender ?? gatewayOf(asked.chain)
      return {
        ...ask(asked, { from, to: from }),
        read: (body) => {
          const { tokenAmountOut: out, tx } = parseWire(swapWire, body, 'The swap of Symbiosis')
          return {
            srcToken: asked.srcToken,
            dstToken: out.address === '' ? zeroAddress : out.address,
            srcAmount: BigInt(asked.srcAmount),
            dstAmount: String(out.chainId) === asked.chain ? out.amount : 0n,
            fixedFee: feeOf(asked, tx.value ?? 0n),
            gas: null,
            carry: null,
          }
        },
      }
    },
    build: (asked) => ({
      ...ask(asked, { from: asked.sender, to: asked.recipient }),
      read: (body) => {
        const wire = parseWire(swapWire, body, 'The swap of Symbiosis')
        const { chainId, to, data, value } = wire.tx
        // The gateway holds the allowance, whether or not one is needed.
        const spender = wire.approveTo == null || wire.approveTo === '' ? to : wire.approveTo
        const dstAmount = wire.tokenAmountOut.amount
        return { chainId, to, data, value: value ?? 0n, spender, dstAmount }
      },
    }),
    refusal,
    refusals,
    calls: symbiosisCalls,
  })
}

function symbiosisCalls(_site: CallSite): readonly Call[] {
  return [
    call(onswap, ([token, amount, dex, dexGateway, data], inside) => {
      if (dex !== oneInch || (dexGateway !== oneInch && dexGateway !== zeroAddress)) {
        throw invalidCall('swaps by a contract that is not known')
      }
      const { sold, ...terms } = inside.call([innerSwap], data)
      if (sold.token !== token || sold.amount !== amount) {
        throw invalidCall('swaps a payment other than the one it takes')
      }
      return { ...terms, srcToken: token, amountIn: amount }
    }),
  ]
}

type Inner = CallTerms & { sold: { token: string; amount: bigint } }

const innerSwap: Call<Inner> = call(
  oneInchSwap,
  ([, desc]) => {
    // Flags allow partial fills, or more than this program reads.
    if (desc.flags !== 0n) throw invalidCall('sets flags')
    if (desc.dstReceiver === zeroAddress) throw invalidCall('pays the gateway')
    const token = fromOneInch(desc.srcToken)
    return {
      sold: { token, amount: desc.amount },
      recipient: desc.dstReceiver,
      srcToken: token,
      dstToken: fromOneInch(desc.dstToken),
      amountIn: desc.amount,
      minOut: desc.minReturnAmount,
      dst: 'same',
      refundTo: null,
    }
  },
  /^[\da-f]{8}$/,
)

function fromOneInch(token: string): string {
  // The router takes it for native coins as well, and is never asked for them by that name.
  if (token === zeroAddress) throw invalidCall('names the native coin differently')
  return token === oneInchCoin ? zeroAddress : token
}

/** Native coins sent on top of the payment. */
function feeOf({ srcToken, srcAmount }: AggregatorAsked, value: bigint): bigint {
  const paid = srcToken === zeroAddress ? BigInt(srcAmount) : 0n
  return value > paid ? value - paid : 0n
}

function gatewayOf(chain: string): string {
  const id = Object.keys(gateways)
    .filter(isBlockchainId)
    .find((one) => chains[one] === chain)
  return (id === undefined ? undefined : gateways[id]?.[0]) ?? zeroAddress
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Symbiosis', what)
}
