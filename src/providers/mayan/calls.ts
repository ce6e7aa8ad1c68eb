import { base58 } from '@scure/base'
import { type Call, call, type CallTerms, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { CallSite } from '../types.ts'
import { circleDomains } from './chains.ts'
import { areFeesSmall, knownToken, leastMiddle, leastPaid, orderUnit } from './rules.ts'

// Calls of Mayan's forwarder and of the protocols that it calls. Signatures: MayanForwarder.sol,
// MayanSwift.sol, MayanCircle.sol and FastMCTP.sol of https://github.com/mayan-finance/swap-bridge,
// and MayanSwiftV2Artifact.ts of https://github.com/mayan-finance/swap-sdk (15.2.0, 2026-08-03).
//
// The forwarder calls only protocols and routers on lists of its own, so any address may be named
// here. An order is filled with its minimum or given back, in the token that the protocol holds: a
// swap before the order is allowed where its own minimum preserves that value.

const permit = '(uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s) permitParams'
const forwardEth = 'function forwardEth(address mayanProtocol,bytes protocolData) payable'
const forwardERC20 =
  `function forwardERC20(address tokenIn,uint256 amountIn,${permit},address mayanProtocol,bytes protocolData) payable` as const
const swapAndForwardEth =
  'function swapAndForwardEth(uint256 amountIn,address swapProtocol,bytes swapData,address middleToken,uint256 minMiddleAmount,address mayanProtocol,bytes mayanData) payable'
const swapAndForwardERC20 =
  `function swapAndForwardERC20(address tokenIn,uint256 amountIn,${permit},address swapProtocol,bytes swapData,address middleToken,uint256 minMiddleAmount,address mayanProtocol,bytes mayanData) payable` as const

const swiftV2 =
  'function createOrderWithToken(address tokenIn,uint256 amountIn,(uint8 payloadType,bytes32 trader,bytes32 destAddr,uint16 destChainId,bytes32 referrerAddr,bytes32 tokenOut,uint64 minAmountOut,uint64 gasDrop,uint64 cancelFee,uint64 refundFee,uint64 deadline,uint8 referrerBps,uint8 auctionMode,bytes32 random) params,bytes customPayload)'
const swiftParamsV1 =
  '(bytes32 trader,bytes32 tokenOut,uint64 minAmountOut,uint64 gasDrop,uint64 cancelFee,uint64 refundFee,uint64 deadline,bytes32 destAddr,uint16 destChainId,bytes32 referrerAddr,uint8 referrerBps,uint8 auctionMode,bytes32 random) params'
const swiftV1 =
  `function createOrderWithToken(address tokenIn,uint256 amountIn,${swiftParamsV1})` as const
const swiftV1Eth = `function createOrderWithEth(${swiftParamsV1}) payable` as const
const mctp =
  'function createOrder((address tokenIn,uint256 amountIn,uint64 gasDrop,bytes32 destAddr,uint16 destChain,bytes32 tokenOut,uint64 minAmountOut,uint64 deadline,uint64 redeemFee,bytes32 referrerAddr,uint8 referrerBps) params) payable'
const fastMctp =
  'function createOrder(address tokenIn,uint256 amountIn,uint256 circleMaxFee,uint32 destDomain,uint32 minFinalityThreshold,(uint8 payloadType,bytes32 destAddr,bytes32 tokenOut,uint64 amountOutMin,uint64 gasDrop,uint64 redeemFee,uint64 refundFee,uint64 deadline,bytes32 referrerAddr,uint8 referrerBps) orderPayload)'

const plainPayload = 1
const fastOrderPayload = 3

/** An order, and what it is paid with: `amountIn` null, the value. */
type Order = CallTerms & {
  /** What it costs to be given back, in the units of orders. */
  fees: bigint
}

/** All calls of the forwarder at a place. */
export function mayanCalls(site: CallSite): readonly Call[] {
  const { blockchain } = site
  const orderIn = (inside: Inside, data: string): Order =>
    inside.call([...tokenOrders(site), ...nativeOrders(site)], data)
  return [
    call(forwardEth, ([, data], inside) => {
      const order = inside.call(nativeOrders(site), data)
      const coin = tokenAt(blockchain, zeroAddress)
      const terms = termsOf(order, { srcToken: zeroAddress, amountIn: null })
      return { ...terms, refund: refundOf(order, coin, null), leastIn: leastPaid(order.fees, coin) }
    }),
    call(forwardERC20, ([tokenIn, amountIn, permitParams, , data], inside) => {
      requireNoPermit(permitParams)
      const order = orderIn(inside, data)
      if (order.srcToken !== tokenIn || order.amountIn !== amountIn) {
        throw invalidCall('orders with a payment other than the one it takes')
      }
      const token = tokenAt(blockchain, tokenIn)
      requireSmall(order, token, amountIn)
      const refund = refundOf(order, token, amountIn)
      return { ...termsOf(order, { srcToken: tokenIn, amountIn }), refund }
    }),
    call(swapAndForwardEth, ([amountIn, , , middle, least, , data], inside) => {
      const order = orderIn(inside, data)
      const bridged = bridgedOrder(order, blockchain, { middle, least, wrapped: amountIn })
      return termsOf(bridged, { srcToken: zeroAddress, amountIn })
    }),
    call(
      swapAndForwardERC20,
      ([tokenIn, amountIn, permitParams, , , middle, least, , data], inside) => {
        requireNoPermit(permitParams)
        const order = orderIn(inside, data)
        const bridged = bridgedOrder(order, blockchain, { middle, least, wrapped: null })
        return termsOf(bridged, { srcToken: tokenIn, amountIn })
      },
    ),
  ]
}

function tokenOrders({ blockchain, chainOf }: CallSite): readonly Call<Order>[] {
  return [
    call(swiftV2, ([tokenIn, amountIn, order, customPayload]) => {
      if (order.payloadType !== plainPayload || customPayload !== '0x') {
        throw invalidCall('runs a call on delivery')
      }
      requireAuction(order.auctionMode)
      const dst = chainNumbered(chainOf, order.destChainId)
      const fees = order.cancelFee + order.refundFee
      return orderOf({ ...order, dst, srcToken: tokenIn, amountIn, fees }, blockchain)
    }),
    call(swiftV1, ([tokenIn, amountIn, order]) => {
      requireAuction(order.auctionMode)
      const dst = chainNumbered(chainOf, order.destChainId)
      const fees = order.cancelFee + order.refundFee
      return orderOf({ ...order, dst, srcToken: tokenIn, amountIn, fees }, blockchain)
    }),
    call(mctp, ([order]) => {
      const dst = chainNumbered(chainOf, order.destChain)
      const { tokenIn: srcToken, amountIn, redeemFee: fees } = order
      return orderOf({ ...order, dst, srcToken, amountIn, fees, trader: null }, blockchain)
    }),
    call(fastMctp, ([tokenIn, amountIn, circleMaxFee, domain, , order]) => {
      if (order.payloadType !== fastOrderPayload) throw invalidCall('runs a call on delivery')
      const dst = circleDomains.find(([, number]) => number === domain)?.[0] ?? null
      if (dst === null) throw invalidCall(`pays out in the domain ${domain}, which is unknown`)
      const fees = circleMaxFee + order.redeemFee + order.refundFee
      const more = { dst, srcToken: tokenIn, amountIn, fees, trader: null }
      return orderOf({ ...order, ...more, minAmountOut: order.amountOutMin }, blockchain)
    }),
  ]
}

function nativeOrders({ blockchain, chainOf }: CallSite): readonly Call<Order>[] {
  return [
    call(swiftV1Eth, ([order]) => {
      requireAuction(order.auctionMode)
      const dst = chainNumbered(chainOf, order.destChainId)
      const fees = order.cancelFee + order.refundFee
      return orderOf({ ...order, dst, srcToken: zeroAddress, amountIn: null, fees }, blockchain)
    }),
  ]
}

/** SwiftStructs.sol: for anyone, or for the winner of an auction; no one can fill any other order. */
function requireAuction(mode: number): void {
  if (mode !== 1 && mode !== 2) throw invalidCall('has an order that no one can fill')
}

type Params = {
  /** Null: what is not filled is paid out as it is, at the receiver's chain. */
  trader: string | null
  destAddr: string
  dst: BlockchainId
  tokenOut: string
  minAmountOut: bigint
  gasDrop: bigint
  deadline: bigint
  referrerAddr: string
  referrerBps: number
  srcToken: string
  amountIn: bigint | null
  fees: bigint
}

function orderOf(params: Params, blockchain: BlockchainId): Order {
  const { trader, dst, minAmountOut, srcToken, amountIn, fees } = params
  // Even without a share, the named account is unknown to the user.
  if (params.referrerBps !== 0 || !/^0x0{64}$/.test(params.referrerAddr)) {
    throw invalidCall('pays a fee to a third party')
  }
  if (params.gasDrop !== 0n) throw invalidCall('buys coins for gas, which was not requested')
  const isCoin = /^0x0{64}$/.test(params.tokenOut)
  const dstToken = isCoin ? zeroAddress : accountOf(dst, params.tokenOut)
  return {
    recipient: accountOf(dst, params.destAddr),
    srcToken,
    dstToken,
    amountIn,
    minOut: minAmountOut * orderUnit(tokenAt(dst, dstToken)),
    dst,
    refundTo: trader === null ? null : accountOf(blockchain, trader),
    deadlineSeconds: params.deadline,
    fees,
  }
}

function termsOf(
  { fees: _fees, ...order }: Order,
  paid: Pick<CallTerms, 'srcToken' | 'amountIn'>,
): CallTerms {
  return { ...order, ...paid }
}

function requireSmall({ fees }: Order, token: Token, amount: bigint): void {
  if (areFeesSmall(fees, token, amount)) return
  throw invalidCall('would take a large part of a refunded payment')
}

type Middle = { middle: string; least: bigint; wrapped: bigint | null }

/**
 * The swap before an order has to preserve the value that is promised: where it buys the token of the
 * receiver, at least the minimum; where it wraps native coins, nearly all of them. An order after a
 * swap that may lose value guarantees nothing.
 */
function bridgedOrder(order: Order, blockchain: BlockchainId, paid: Middle): Order {
  const token = tokenAt(blockchain, paid.middle)
  if (order.srcToken !== paid.middle)
    throw invalidCall('orders with a token other than the one it swaps to')
  const floor = leastMiddle(blockchain, token, order, paid.wrapped)
  if (floor === null) throw invalidCall('swaps to a token whose value it does not prove')
  if (paid.least < floor) return { ...order, minOut: 0n }
  requireSmall(order, token, paid.least)
  return { ...order, refund: refundOf(order, token, paid.least) }
}

/** What an order gives back of a token; null: of the coins that are paid. */
function refundOf({ fees }: Order, token: Token, amount: bigint | null) {
  return { token: token.address, amount, fee: fees * orderUnit(token) }
}

/** A token that is known here: decimals decide what an order promises. */
function tokenAt(blockchain: BlockchainId, address: string): Token {
  const found = knownToken(blockchain, address)
  if (found === null) throw invalidCall('names an unknown token')
  return found
}

function requireNoPermit(given: {
  value: bigint
  deadline: bigint
  v: number
  r: string
  s: string
}) {
  const isEmpty = /^0x0*$/.test(given.r) && /^0x0*$/.test(given.s) && given.v === 0
  if (!isEmpty || given.value !== 0n || given.deadline !== 0n) throw invalidCall('carries a permit')
}

function chainNumbered(chainOf: CallSite['chainOf'], number: number): BlockchainId {
  const found = chainOf(BigInt(number))
  if (found === null) throw invalidCall(`pays out on chain ${number}, which is unknown`)
  return found
}

/** An account in its chain's spelling, from 32 bytes. */
function accountOf(blockchain: BlockchainId, bytes: string): string {
  if (blockchain === 'SOLANA') return base58.encode(Buffer.from(bytes.slice(2), 'hex'))
  if (!/^0x0{24}/.test(bytes)) throw invalidCall('names an account of a different kind of chain')
  return `0x${bytes.slice(26)}`
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Mayan', what)
}
