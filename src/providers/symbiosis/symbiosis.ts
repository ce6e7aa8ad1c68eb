// Symbiosis between EVM chains: pools of synthetic tokens on a chain of its own, trusted (E17).
//
// API: https://api.symbiosis.finance/crosschain/docs (read 2026-11). Amounts are base units as text,
// slippage is in basis points, and native coins are the empty text. Quirks: one request prices and
// builds; the input is not repeated; about one request a second is answered.
//
// Call: `metaRoute` of the chain's gateway, or of the router before it, whose own gateway holds the
// allowance. Forms of the call and what it carries: symbiosis-finance/js-sdk 3.11.60 (2026-06-17),
// src/crosschain/swapExactIn/swapping/baseSwapping.ts; contracts in contracts.json:
// symbiosis-finance/sdk-types 0.0.26 (2026-08-07), src/metaRouters.ts and src/crosschain/config/mainnet.ts.
// It binds token, amount, the account that gets the transit token if a swap on arrival fails, and the
// one that a transfer is paid back to if it cannot be delivered. What the swaps pay, and the least of
// it, is in calls of exchanges that are not read.

import * as z from 'zod/mini'
import { type Call, call, type CallTerms, unsafeCall } from '../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../../http/wire.ts'
import type { BridgeOrders, BridgeOrderSnapshot } from '../kits/evm/bridgeStatus.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from '../kits/evm/bridge.ts'
import type { CallSite, Provider } from '../types.ts'
import { refusal, refusals, upstreamToken } from './words.ts'
import contractRows from './contracts.json' with { type: 'json' }

const tokenWire = z.object({ address: z.string(), chainId: z.int(), amount: wireUint })
const swapWire = z.object({
  tokenAmountOut: tokenWire,
  tokenAmountOutMin: z.object({ amount: wireUint }),
  priceImpact: z.nullish(z.string()),
  estimatedTime: z.nullish(z.number()),
  approveTo: z.nullish(z.string()),
  tx: z.object({ chainId: z.int(), to: wireAddress, data: wireHex, value: z.nullish(wireUint) }),
})
const stateWire = z.object({
  status: z.object({ code: z.union([z.int(), z.string()]), text: z.string() }),
  tx: z.nullish(
    z.object({
      hash: z.string(),
      chainId: z.int(),
      tokenAmount: z.nullish(z.object({ address: z.string() })),
    }),
  ),
  transitTokenSent: z.nullish(z.object({ address: z.string() })),
})

type Contracts = {
  gateway: string
  portal: string
  synthesis?: string
  /** The router before it, and its gateway. */
  older?: readonly string[]
}

const contracts: ReadonlyMap<BlockchainId, Contracts> = new Map(
  Object.entries<Contracts>(contractRows).flatMap(([id, row]) =>
    isBlockchainId(id) ? [[id, row] as const] : [],
  ),
)

/** The chain of its pools, which carries what has no pool of its own. */
const hub = 13_863_860n

/** @param options.baseUrl without a trailing slash */
export function createSymbiosisProvider({ baseUrl }: { baseUrl: string }): Provider {
  const ask = (asked: BridgeAsked, accounts: { from: string; to: string }) => ({
    url: `${baseUrl}/v2/swap`,
    body: {
      tokenAmountIn: {
        chainId: Number(asked.srcChain),
        address: upstreamToken(asked.srcToken),
        decimals: asked.tokens.srcToken.decimals,
        amount: asked.srcAmount,
      },
      tokenOut: {
        chainId: Number(asked.dstChain),
        address: upstreamToken(asked.dstToken),
        decimals: asked.tokens.dstToken.decimals,
      },
      ...accounts,
      slippage: asked.slippageBps,
      revertableAddress: accounts.from,
      fallbackReceiver: accounts.to,
    },
  })
  return evmBridge({
    id: 'symbiosis',
    name: 'Symbiosis',
    headers: { 'X-Partner-Id': 'swaproute' },
    blockchains: [...contracts.keys()],
    contracts: byChain(({ gateway, older = [] }) => [gateway, ...older.slice(0, 1)]),
    spenders: byChain(({ gateway, older = [] }) => [gateway, ...older.slice(1)]),
    trusted: 'Symbiosis pays the token it carries between chains, such as USDC, to your receiver',
    pricesFirst: true,
    quote: (asked) => {
      // A price is asked for as if the gateway itself swapped.
      const own = contracts.get(asked.tokens.srcToken.blockchain)?.gateway ?? zeroAddress
      const from = asked.sender ?? own
      return { ...ask(asked, { from, to: from }), read: (body) => toOffer(asked, readSwap(body)) }
    },
    build: (asked) => ({
      ...ask(asked, { from: asked.sender, to: asked.recipient }),
      read: (body) => {
        const wire = readSwap(body)
        const { chainId, to, data, value } = wire.tx
        // A gateway holds the allowance, whether or not one is needed.
        const spender = wire.approveTo == null || wire.approveTo === '' ? to : wire.approveTo
        const offer = toOffer(asked, wire)
        return { chainId, to, data, value: value ?? 0n, spender, offer, orderId: null }
      },
    }),
    refusal,
    refusals,
    calls: symbiosisCalls,
    findOrder: findOrder(baseUrl),
    statusMap: {
      Pending: 'exchanging',
      Stucked: 'needs_user',
      Reverted: 'refunded',
      Success: 'done',
    },
  })
}

function byChain(
  of: (row: Contracts) => readonly string[],
): Partial<Record<BlockchainId, readonly string[]>> {
  return Object.fromEntries([...contracts].map(([id, row]) => [id, of(row)]))
}

function readSwap(body: unknown): z.output<typeof swapWire> {
  return parseWire(swapWire, body, 'The swap of Symbiosis')
}

function toOffer(asked: BridgeAsked, wire: z.output<typeof swapWire>): BridgeOffer {
  const { tokenAmountOut: out, tokenAmountOutMin, tx, priceImpact } = wire
  const paid = asked.srcToken === zeroAddress ? BigInt(asked.srcAmount) : 0n
  const value = tx.value ?? 0n
  // Negative is a loss.
  const impact = priceImpact == null ? Number.NaN : -Number(priceImpact)
  return {
    srcToken: asked.srcToken,
    dstToken: out.address === '' ? zeroAddress : out.address,
    srcAmount: BigInt(asked.srcAmount),
    dstChain: String(out.chainId),
    dstAmount: out.amount,
    dstMinAmount: tokenAmountOutMin.amount,
    fixedFee: value > paid ? value - paid : 0n,
    gas: null,
    durationSeconds: wire.estimatedTime ?? 120,
    ...(Number.isFinite(impact) ? { priceImpactPercent: impact } : {}),
  }
}

const metaRoute =
  'function metaRoute((bytes firstSwapCalldata, bytes secondSwapCalldata, address[] approvedTokens, address firstDexRouter, address secondDexRouter, uint256 amount, bool nativeIn, address relayRecipient, bytes otherSideCalldata) transaction) payable'
const metaSynthesize =
  'function metaSynthesize((uint256 stableBridgingFee, uint256 amount, address rtoken, address chain2address, address receiveSide, address oppositeBridge, address syntCaller, uint256 chainID, address[] swapTokens, address secondDexRouter, bytes secondSwapCalldata, address finalReceiveSide, bytes finalCalldata, uint256 finalOffset, address revertableAddress, bytes32 clientID) transaction)'
const metaBurn =
  'function metaBurnSyntheticToken((uint256 stableBridgingFee, uint256 amount, bytes32 crossChainID, address syntCaller, address finalReceiveSide, address sToken, bytes finalCallData, uint256 finalOffset, address chain2address, address receiveSide, address oppositeBridge, address revertableAddress, uint256 chainID, bytes32 clientID) transaction)'

function symbiosisCalls(site: CallSite): readonly Call[] {
  const { portal, synthesis = portal } = contracts.get(site.blockchain) ?? { portal: zeroAddress }
  return [
    call(metaRoute, ([sent], inside) => {
      if (![portal, synthesis].some((own) => isSameAddress(own, sent.relayRecipient))) {
        throw invalidCall('hands the payment to a contract that is not known')
      }
      const [srcToken = '', ...swapped] = sent.approvedTokens
      if (sent.nativeIn !== (srcToken === zeroAddress)) {
        throw invalidCall('does not say what it takes')
      }
      const { method, ...way } = inside.call(waysOf(site), sent.otherSideCalldata)
      // What each swap before it pays (`approvedTokens` of the client).
      if (swapped.length > (method === 'metaBurnSyntheticToken' ? 2 : 1)) {
        throw invalidCall('swaps more often than it can')
      }
      return { ...way, srcToken, dstToken: null, amountIn: sent.amount, minOut: null }
    }),
  ]
}

/** Where a transfer goes, who gets it, and whom it is paid back to. */
type Way = Pick<CallTerms, 'recipient' | 'dst' | 'refundTo'>

function waysOf(site: CallSite): readonly Call<Way>[] {
  const burn: Call<Way> = call(metaBurn, ([sent]) => ({
    recipient: sent.chain2address,
    dst: chainAt(site, sent.chainID),
    // Whoever may revert a stuck transfer, it is paid back to this account (Portal, `TxState`).
    refundTo: sent.syntCaller,
  }))
  return [
    burn,
    call(metaSynthesize, ([sent], inside) => {
      const { chain2address: recipient, syntCaller: refundTo } = sent
      if (sent.chainID !== hub) return { recipient, dst: chainAt(site, sent.chainID), refundTo }
      // What the hub does with it (`finalCalldataV2` of the client).
      const onward = inside.call([burn], sent.finalCalldata)
      if (onward.recipient !== recipient) throw invalidCall('names two receivers')
      return { recipient, dst: onward.dst, refundTo }
    }),
  ]
}

function chainAt(site: CallSite, chainId: bigint): BlockchainId {
  const found = site.chainOf(chainId)
  if (found === null) throw invalidCall('pays out on a chain that is not known')
  return found
}

function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash, srcChain, dstChain }, ask) => {
    if (hash === null || srcChain === null) return null
    const found = await ask({
      url: `${baseUrl}/v2/tx/${srcChain}/${hash}`,
      read: (body) => parseWire(stateWire, body, 'The status of Symbiosis'),
    })
    if (found === null || String(found.status.code) === '-1') return null
    return { orderId: null, srcTxHash: hash, payoutAmount: null, ...stateOf(found, dstChain) }
  }
}

function stateOf(
  { status, tx, transitTokenSent }: z.output<typeof stateWire>,
  dstChain: string | null,
): Pick<
  BridgeOrderSnapshot,
  'status' | 'payoutHashes' | 'refundHashes' | 'bought' | 'paidInstead'
> {
  const hashes = tx == null ? [] : [tx.hash]
  const { text } = status
  if (text === 'Reverted') return { status: text, payoutHashes: [], refundHashes: hashes }
  const isThere = tx != null && (dstChain === null || String(tx.chainId) === dstChain)
  if (text === 'Success' && !isThere) {
    // It is on the hub.
    return { status: 'Pending', payoutHashes: [], refundHashes: [] }
  }
  return {
    status: text,
    payoutHashes: hashes,
    refundHashes: [],
    ...(tx?.tokenAmount == null
      ? {}
      : { bought: { chain: String(tx.chainId), token: tx.tokenAmount.address || zeroAddress } }),
    ...(transitTokenSent == null ? {} : { paidInstead: transitTokenSent.address }),
  }
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Symbiosis', what)
}
