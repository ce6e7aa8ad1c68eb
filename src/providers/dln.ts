// deBridge DLN: orders between chains. The source contract takes the payment; a solver pays exactly
// the promised amount on the destination and the protocol repays it.
//
// API: https://docs.debridge.com/dln-details (read 2026-11). Amounts are base units as text; the
// flat fee of the protocol (`fixFee`) comes on top in native coins, all others are deducted from
// the output. Quirks: one endpoint quotes and, with accounts, builds; a call is valid for half a
// minute; chains newer than the protocol have ids of its own; orders are read at a different base
// address than they are created; the state is `state` or `status`; deBridge's own solver is often named
// as the only one that may fill, and the receiver cancels an unfilled order back to the payer. A route
// that swaps before the order (`srcChainTokenOut`) uses a forwarder, whose surplus goes to an account
// of deBridge's choice: such a quote is not a route, and the forwarder is not allowed (E2).

import type { ServiceOptions } from './kits/service.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { parseWire, wireAddress, wireHash, wireHex, wireUint } from '../http/wire.ts'
import { isSameAccount } from '../chains/accountKey.ts'
import type { BridgeOrders } from './kits/evm/bridgeStatus.ts'
import { noRoute } from './kits/errors.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from './kits/evm/bridge.ts'
import type { CallSite, Provider } from './types.ts'

const tokenWire = z.object({ chainId: z.nullish(z.int()), address: z.string(), amount: wireUint })
const quoteWire = z.object({
  estimation: z.object({
    srcChainTokenIn: tokenWire,
    srcChainTokenOut: z.nullish(z.object({ address: z.string() })),
    dstChainTokenOut: z.extend(tokenWire, { recommendedAmount: z.nullish(wireUint) }),
  }),
  fixFee: wireUint,
  order: z.nullish(
    z.object({ approximateFulfillmentDelay: z.number().check(z.nonnegative(), z.maximum(86_400)) }),
  ),
})
const orderWire = z.extend(quoteWire, {
  orderId: wireHash,
  tx: z.object({
    to: wireAddress,
    data: wireHex,
    value: wireUint,
    allowanceTarget: z.nullish(wireAddress),
  }),
})
const refusalWire = z.object({ errorId: z.string(), errorMessage: z.nullish(z.string()) })
const textWire = z.object({ stringValue: z.string() })
const orderIdsWire = z.object({ orderIds: z.array(z.object({ stringValue: wireHash })) })
const eventWire = z.nullish(z.object({ transactionHash: z.nullish(textWire) }))
const trackWire = z.object({
  orderId: z.object({ stringValue: wireHash }),
  state: z.nullish(z.string()),
  status: z.nullish(z.string()),
  giveOfferWithMetadata: z.nullish(z.object({ chainId: textWire })),
  takeOfferWithMetadata: z.nullish(z.object({ amount: z.object({ stringValue: wireUint }) })),
  createdSrcEventMetadata: eventWire,
  fulfilledDstEventMetadata: eventWire,
  claimedOrderCancelSrcEventMetadata: eventWire,
})

/** https://docs.debridge.com/dln-details/overview/fees-supported-chains (read 2026-11). */
const ownNumbers = {
  GNOSIS: 100_000_002,
  BERACHAIN: 100_000_020,
  HYPER_EVM: 100_000_022,
  MANTLE: 100_000_023,
  SEI: 100_000_027,
  PLASMA: 100_000_028,
  MONAD: 100_000_030,
  SOLANA: 7_565_164,
} as const satisfies Partial<Record<BlockchainId, number>>

/** DlnSource, where two sources name it. Other chains are destinations only. */
const source = ['0xeF4fB24aD0916217251F553c0596F8Edc630EB66']
const sources = ['ETH', 'OPTIMISM', 'BSC', 'POLYGON', 'BASE', 'ARBITRUM', 'AVALANCHE'] as const
const milli = 10n ** 15n

/**
 * deBridge's own solver, which its service names in orders (hyperlane-xyz/hyperlane-monorepo
 * typescript/rebalancer/src/bridges/fixtures/debridge-order.json, an answer of 2026-09-15; the account
 * on Solana as dln-taker's orders show it).
 */
const ownSolvers = [
  '0x555CE236C0220695b68341bc48C68d52210cC35b',
  '2snHHreXbpJ7UwZxPe37gnUNf7Wx7wv6UKDSR2JckKuS',
]

const createSaltedOrder =
  'function createSaltedOrder((address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable returns (bytes32)'

/** `trackUrl`: of the API that reports orders. */
export type DlnOptions = ServiceOptions & { trackUrl: string }

export function createDlnProvider({ baseUrl, trackUrl, apiKey = null }: DlnOptions): Provider {
  const orderUrl = (asked: BridgeAsked, accounts: Record<string, string> = {}): string =>
    `${baseUrl}/dln/order/create-tx?${new URLSearchParams({
      srcChainId: asked.srcChain,
      srcChainTokenIn: asked.srcToken,
      srcChainTokenInAmount: asked.srcAmount,
      dstChainId: asked.dstChain,
      dstChainTokenOut: asked.dstToken,
      dstChainTokenOutAmount: 'auto',
      prependOperatingExpenses: 'false',
      ...accounts,
      ...(apiKey === null ? {} : { accesstoken: apiKey }),
    }).toString()}`

  return evmBridge({
    id: 'dln',
    name: 'deBridge',
    keyVariable: 'SWAPROUTE_DLN_API_KEY',
    hasKey: apiKey !== null,
    blockchains: [
      ...sources,
      ...(['LINEA', 'GNOSIS', 'BERACHAIN', 'HYPER_EVM', 'MANTLE', 'SEI', 'PLASMA'] as const),
      ...(['MONAD', 'SOLANA'] as const),
    ],
    ownNumbers,
    coins: { SOLANA: '11111111111111111111111111111111' },
    contracts: Object.fromEntries(sources.map((blockchain) => [blockchain, source])),
    mostFixedFee: {
      ETH: milli,
      OPTIMISM: milli,
      BSC: 5n * milli,
      POLYGON: 500n * milli,
      BASE: milli,
      ARBITRUM: milli,
      AVALANCHE: 50n * milli,
    },
    quote: (asked) => ({
      url: orderUrl(asked),
      read: (body) => toOffer(parseWire(quoteWire, body, 'The quote of deBridge')),
    }),
    build: (asked) => ({
      url: orderUrl(asked, {
        dstChainTokenOutRecipient: asked.recipient,
        srcChainOrderAuthorityAddress: asked.sender,
        dstChainOrderAuthorityAddress: asked.recipient,
        srcAllowedCancelBeneficiary: asked.refundAddress,
        senderAddress: asked.sender,
      }),
      read: (body) => {
        const wire = parseWire(orderWire, body, 'The order of deBridge')
        const { to, data, value, allowanceTarget } = wire.tx
        const spender = allowanceTarget ?? to
        return { to, data, value, spender, offer: toOffer(wire), orderId: wire.orderId }
      },
    }),
    refusal: (body) => {
      const parsed = z.safeParse(refusalWire, body)
      if (!parsed.success) return null
      return { code: parsed.data.errorId, reason: parsed.data.errorMessage ?? null }
    },
    refusals: {
      ERROR_LOW_GIVE_AMOUNT: 'AMOUNT_TOO_LOW',
      INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT: 'AMOUNT_TOO_LOW',
      INCLUDED_GAS_FEE_CANNOT_BE_ESTIMATED_FOR_TRANSACTION_BUNDLE: 'NO_ROUTE',
      UNSUPPORTED_CHAIN: 'NO_ROUTE',
      ESTIMATION_FAILED: 'NO_ROUTE',
      CONNECTOR_1INCH_RETURNED_ERROR: 'NO_ROUTE',
    },
    calls: dlnCalls,
    findOrder: findOrder(trackUrl),
    statusMap: {
      // OrderState of dln-api (read 2026-11); `None`: its index does not have the order yet.
      None: 'confirming',
      Created: 'exchanging',
      Fulfilled: 'done',
      SentUnlock: 'done',
      ClaimedUnlock: 'done',
      OrderCancelled: 'refunding',
      SentOrderCancel: 'refunding',
      ClaimedOrderCancel: 'refunded',
    },
  })
}

function dlnCalls({ blockchain, chainOf }: CallSite): readonly Call[] {
  return [
    call(createSaltedOrder, ([order, , affiliateFee, , permitEnvelope]) => {
      if (affiliateFee !== '0x') throw invalidCall('pays a fee to a third party')
      if (permitEnvelope !== '0x') throw invalidCall('carries a permit')
      if (order.externalCall !== '0x') throw invalidCall('calls a contract on delivery')
      const dst = chainOf(order.takeChainId)
      if (dst === null)
        throw invalidCall(`pays out on chain ${order.takeChainId}, which is unknown`)
      requireOwnSolver(dst, order.allowedTakerDst)
      const refundTo = order.allowedCancelBeneficiarySrc
      const authority = accountOf(dst, order.orderAuthorityAddressDst)
      return {
        recipient: accountOf(dst, order.receiverDst),
        srcToken: order.giveTokenAddress,
        dstToken: accountOf(dst, order.takeTokenAddress),
        amountIn: order.giveAmount,
        minOut: order.takeAmount,
        dst,
        // Without one, the account that may cancel chooses it: that must be the receiver.
        refundTo: refundTo === '0x' ? null : refundTo,
        powers: [
          { may: 'cancel', holder: authority, blockchain: dst },
          { may: 'patch', holder: order.givePatchAuthoritySrc, blockchain },
        ],
      }
    }),
  ]
}

/** An order has no deadline: who alone may fill it decides when, or never (E16). */
function requireOwnSolver(dst: BlockchainId, taker: string): void {
  if (taker === '0x') return
  const account = accountOf(dst, taker)
  if (ownSolvers.some((solver) => isSameAccount(dst, solver, account))) return
  throw invalidCall(`can be filled by ${account} alone, which is not deBridge's solver`)
}

/** An order is filled exactly or not at all. */
function toOffer({ estimation, fixFee, order }: z.output<typeof quoteWire>): BridgeOffer {
  const { srcChainTokenIn: src, srcChainTokenOut: swapped, dstChainTokenOut: dst } = estimation
  if (swapped != null && swapped.address.toLowerCase() !== src.address.toLowerCase()) {
    throw noRoute({ name: 'deBridge', keyVariable: null }, 'The route swaps before the order.')
  }
  const dstAmount = dst.recommendedAmount ?? dst.amount
  return {
    srcToken: src.address,
    dstToken: dst.address,
    srcAmount: src.amount,
    dstAmount,
    dstMinAmount: dstAmount,
    fixedFee: fixFee,
    gas: null,
    durationSeconds: order?.approximateFulfillmentDelay ?? 15,
    ...(src.chainId == null ? {} : { srcChain: String(src.chainId) }),
    ...(dst.chainId == null ? {} : { dstChain: String(dst.chainId) }),
  }
}

/** The first order of a payment; this program builds only one. */
function findOrder(trackUrl: string): BridgeOrders['findOrder'] {
  return async ({ orderId, hash }, ask) => {
    const listed =
      orderId !== null || hash === null
        ? null
        : await ask({
            url: `${trackUrl}/api/Transaction/${hash}/orderIds`,
            read: (body) => parseWire(orderIdsWire, body, 'The orders of deBridge').orderIds,
          })
    const number = orderId ?? listed?.[0]?.stringValue ?? null
    if (number === null) return null
    return await ask({
      url: `${trackUrl}/api/Orders/${encodeURIComponent(number)}`,
      read: (body) => {
        const wire = parseWire(trackWire, body, 'The order of deBridge')
        const chain = wire.giveOfferWithMetadata?.chainId.stringValue
        return {
          orderId: wire.orderId.stringValue,
          status: wire.state ?? wire.status ?? '',
          ...(chain === undefined ? {} : { srcChain: chain }),
          srcTxHash: hashesOf(wire.createdSrcEventMetadata)[0] ?? null,
          payoutHashes: hashesOf(wire.fulfilledDstEventMetadata),
          payoutAmount: wire.takeOfferWithMetadata?.amount.stringValue ?? null,
          refundHashes: hashesOf(wire.claimedOrderCancelSrcEventMetadata),
        }
      },
    })
  }
}

function hashesOf(event: z.output<typeof eventWire>): string[] {
  const hash = event?.transactionHash?.stringValue
  return hash === undefined ? [] : [hash]
}

/** An account in its chain's spelling: 20 bytes on EVM chains, 32 on SOLANA. */
function accountOf(blockchain: BlockchainId, bytes: string): string {
  const size = (bytes.length - 2) / 2
  if (size !== (blockchain === 'SOLANA' ? 32 : 20)) {
    throw invalidCall('names an account of a different kind of chain')
  }
  return blockchain === 'SOLANA' ? base58.encode(Buffer.from(bytes.slice(2), 'hex')) : bytes
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('deBridge', what)
}
