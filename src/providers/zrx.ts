// 0x, by its Swap API for AllowanceHolder: an aggregator of pools and market makers. Every request needs
// a key.
//
// API: https://0x.org/docs/api (v2, read 2026-11). Amounts are base units as text, slippage is basis
// points. A pair without a route is a 200 with `liquidityAvailable: false`.
//
// Calls: `exec` of AllowanceHolder, which lends the tokens for one call to a Settler, and in it
// `execute` of the Settler (src/ of 0xProject/0x-settler, 2026-08-21). The Settler runs its actions, and
// at the end pays the receiver, not less than the minimum; calls that leave this check empty, because an
// action has one of its own, are refused. Settlers are replaced every few weeks, and the vendor publishes no
// list of them: the one of a call has to be the present or the previous one of the registry, and at an
// address that only the registry can deploy to, both as the vendor's README describes it. Native coins are
// the zero address to AllowanceHolder. Permit2 needs signatures and is not used.

import { chainNumbers } from './kits/evm/service.ts'
import type { KeyedServiceOptions } from './kits/service.ts'
import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../core/token.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { agreed, callFailed } from '../http/agreed.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { type AggregatorAsked, evmAggregator } from './kits/evm/aggregator.ts'
import type { Provider, Vouching } from './types.ts'

const routeWire = z.nullish(z.object({ fills: z.array(z.object({ source: z.string() })) }))
const priceWire = z.object({
  sellToken: wireAddress,
  buyToken: wireAddress,
  sellAmount: wireUint,
  buyAmount: wireUint,
  gas: z.nullish(wireUint),
  gasPrice: z.nullish(wireUint),
  route: routeWire,
})
const quoteWire = z.object({
  buyAmount: wireUint,
  allowanceTarget: z.nullish(wireAddress),
  transaction: z.object({ to: wireAddress, data: wireHex, value: wireUint }),
  route: routeWire,
})
const noLiquidityWire = z.object({ liquidityAvailable: z.literal(false) })
/** Names are in capitals: other names are not errors. */
const refusalWire = z.object({
  name: z.string().check(z.regex(/^[A-Z_]+$/)),
  message: z.nullish(z.string()),
})

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const chains = chainNumbers(
  'ETH OPTIMISM BSC UNICHAIN POLYGON MONAD HYPER_EVM MANTLE BASE PLASMA ARBITRUM AVALANCHE LINEA BERACHAIN SCROLL',
)

/** AllowanceHolder: chain_config.json of 0x-settler; other addresses by lifinance/contracts (2026-08). */
const holder = '0x0000000000001fF3684f28c67538d4D072C22734'
const holders = {
  '*': [holder],
  MANTLE: ['0x0000000000005E88410CcDFaDe4a5EfaE4b49562'],
  SCROLL: [holder, '0x0000000000005E88410CcDFaDe4a5EfaE4b49562'],
  LINEA: [holder, '0x000000000000175a8b9bC6d539B3708EEd92EA6c'],
}

/** Deployer and registry of Settlers, the same on every chain. */
const registry = '0x00000000000004533Fe15556B1E086BB1A72cEae'
/** The feature of swaps that the taker sends. */
const feature = 2n
/** `ownerOf(feature)` and `prev(feature)`. */
const currentAndPrevious = ['0x6352211e', '0xe2603dc2'].map(
  (selector) => `${selector}${feature.toString(16).padStart(64, '0')}`,
)
/** Hash of the init code of CREATE3's intermediate contract: Shanghai and later, London. */
const shims = [
  '0x3bf3f97f0be1e2c00023033eefeb4fc062ac552ff36778b17060d90b6764902f',
  '0x1774bbdc4a308eaf5967722c7a4708ea7a3097859cb8768a10611448c29981c3',
]
/** On one chain; the README's example of Ethereum's present Settler is the eleventh. */
const mostDeployments = 500n

const exec =
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes result)'
const execute =
  'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zidAndAffiliate) payable returns (bool)'

export function createZrxProvider({ baseUrl, apiKey }: KeyedServiceOptions): Provider {
  const urlOf = (asked: AggregatorAsked, path: string, more: Record<string, string>): string =>
    `${baseUrl}/swap/allowance-holder/${path}?${new URLSearchParams({
      chainId: asked.chain,
      sellToken: asked.srcToken,
      buyToken: asked.dstToken,
      sellAmount: asked.srcAmount,
      slippageBps: String(asked.slippageBps),
      ...more,
      ...(asked.exclusions.length === 0 ? {} : { excludedSources: asked.exclusions.join(',') }),
    }).toString()}`

  return evmAggregator({
    id: 'ZRX',
    name: '0x',
    keyVariable: 'SWAPROUTE_ZRX_API_KEY',
    hasKey: true,
    headers: { '0x-api-key': apiKey, '0x-version': 'v2' },
    excludes: 'zerox',
    // On some pairs, already deducted (`fees.zeroExFee`).
    chargesFee: true,
    contracts: holders,
    coins: { '*': coin },
    chains,
    quote: (asked) => ({
      url: urlOf(asked, 'price', asked.sender === null ? {} : { taker: asked.sender }),
      read: (body) => {
        const wire = parseWire(priceWire, body, 'The price of 0x')
        const { gas: limit, gasPrice: price } = wire
        return {
          srcToken: wire.sellToken,
          dstToken: wire.buyToken,
          srcAmount: wire.sellAmount,
          dstAmount: wire.buyAmount,
          gas: limit == null || price == null ? null : { limit, price },
          carry: null,
          ...viaOf(wire.route),
        }
      },
    }),
    build: (asked) => ({
      url: urlOf(asked, 'quote', { taker: asked.sender, recipient: asked.recipient }),
      read: (body) => {
        const wire = parseWire(quoteWire, body, 'The transaction of 0x')
        const { transaction, buyAmount: dstAmount, allowanceTarget } = wire
        const spender = allowanceTarget ?? transaction.to
        return { ...transaction, spender, dstAmount, ...viaOf(wire.route) }
      },
    }),
    refusal: (body) => {
      if (z.safeParse(noLiquidityWire, body).success) return { code: 'noLiquidity', reason: null }
      const { success, data } = z.safeParse(refusalWire, body)
      return success ? { code: data.name, reason: data.message ?? null } : null
    },
    refusals: {
      noLiquidity: 'NO_ROUTE',
      TOKEN_NOT_SUPPORTED: 'NO_ROUTE',
      SELL_AMOUNT_TOO_SMALL: 'AMOUNT_TOO_LOW',
    },
    calls: () => [execCall],
    vouches: isGenuine,
  })
}

function viaOf(route: z.output<typeof routeWire>): { via?: string[] } {
  return route == null ? {} : { via: route.fills.map(({ source }) => source) }
}

/**
 * Whether the registry has deployed a Settler, which its address proves without any node, and still
 * names it, by two hosts (N1). The registry reverts while Settlers are paused.
 */
const isGenuine: Vouching = async (settler, blockchain, { rpc, signal }) => {
  const { packedHash } = await import('../chains/evm/codec.ts')
  if (!isDeployed(settler, blockchain, packedHash)) return false
  const reads = currentAndPrevious.map((data) => ({
    method: 'eth_call',
    params: [{ to: registry, data }, 'latest'],
  }))
  const { answers } = await agreed(rpc, blockchain, reads, { signal })
  for (const answer of answers) {
    // The second is only right where the first does not revert.
    if (!answer.ok) throw callFailed(blockchain, 'eth_call', answer)
    const { result: owner } = answer
    if (typeof owner !== 'string' || !/^0x0{24}[\da-f]{40}$/i.test(owner)) return false
    if (isSameAddress(`0x${owner.slice(26)}`, settler)) return true
  }
  return false
}

/** CREATE3: the registry's address, the feature, the chain and a count give the Settler's address. */
function isDeployed(
  settler: string,
  blockchain: BlockchainId,
  packedHash: (types: readonly string[], values: readonly unknown[]) => string,
): boolean {
  const chain = chains[blockchain]
  if (chain === undefined) return false
  const addressIn = (hash: string): string => `0x${hash.slice(-40)}`
  for (let count = 1n; count <= mostDeployments; count += 1n) {
    const salt = (feature << 128n) | (BigInt(chain) << 64n) | count
    for (const shim of shims) {
      const types = ['bytes1', 'address', 'uint256', 'bytes32']
      const between = addressIn(packedHash(types, ['0xff', registry, salt, shim]))
      const deployed = packedHash(['bytes2', 'address', 'bytes1'], ['0xd694', between, '0x01'])
      if (isSameAddress(addressIn(deployed), settler)) return true
    }
  }
  return false
}

const execCall: Call = call(exec, ([operator, token, amount, target, data], inside) => {
  if (!isSameAddress(operator, target)) throw invalidCall('lends the tokens to another contract')
  return {
    ...inside.call([executeCall], data),
    srcToken: token === zeroAddress ? coin : token,
    amountIn: amount,
    keeper: target,
  }
})

const executeCall: Call = call(execute, ([{ recipient, buyToken, minAmountOut }]) => ({
  recipient,
  srcToken: null,
  dstToken: buyToken,
  amountIn: null,
  minOut: minAmountOut,
  dst: 'same',
  refundTo: null,
}))

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('0x', what)
}
