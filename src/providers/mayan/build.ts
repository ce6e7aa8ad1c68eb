import { base58 } from '@scure/base'
import { encodeAddress, encodeBytes, encodeCall, encodeUint } from '../../chains/evm/hex.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { zeroAddress } from '../../core/token.ts'

// Calldata of orders and of the forwarder, word by word; what is signed is read by other code.

/** An order as its contract takes it; amounts with at most eight decimals. */
export type MayanTerms = {
  tokenIn: string
  amountIn: bigint
  trader: string
  dst: BlockchainId
  dstNumber: number
  receiver: string
  tokenOut: string
  minAmountOut: bigint
  deadline: bigint
}

export type SwiftTerms = MayanTerms & {
  cancelFee: bigint
  refundFee: bigint
  auctionMode: number
  /** 32 bytes as hex digits, which distinguish orders. */
  random: string
}

/** The swap before an order. */
export type SourceSwap = { router: string; data: string; middle: string; least: bigint }

const none = encodeUint(0)

export function encodeSwiftV2(order: SwiftTerms): string {
  const payloadType = encodeUint(1)
  return encodeCall(
    '0xa3a30834',
    encodeAddress(order.tokenIn),
    encodeUint(order.amountIn),
    payloadType,
    encodeAddress(order.trader),
    account(order.dst, order.receiver),
    encodeUint(order.dstNumber),
    none,
    account(order.dst, order.tokenOut),
    encodeUint(order.minAmountOut),
    none,
    encodeUint(order.cancelFee),
    encodeUint(order.refundFee),
    encodeUint(order.deadline),
    none,
    encodeUint(order.auctionMode),
    order.random,
    offset(17),
    encodeBytes('0x'),
  )
}

/** Native coins are the payment where `tokenIn` is the zero address. */
export function encodeSwiftV1(order: SwiftTerms): string {
  const isNative = order.tokenIn === zeroAddress
  return encodeCall(
    isNative ? '0xb866e173' : '0x8e8d142b',
    ...(isNative ? [] : [encodeAddress(order.tokenIn), encodeUint(order.amountIn)]),
    encodeAddress(order.trader),
    account(order.dst, order.tokenOut),
    encodeUint(order.minAmountOut),
    none,
    encodeUint(order.cancelFee),
    encodeUint(order.refundFee),
    encodeUint(order.deadline),
    account(order.dst, order.receiver),
    encodeUint(order.dstNumber),
    none,
    none,
    encodeUint(order.auctionMode),
    order.random,
  )
}

export function encodeMctp(order: MayanTerms & { redeemFee: bigint }): string {
  return encodeCall(
    '0x1c59b7fc',
    encodeAddress(order.tokenIn),
    encodeUint(order.amountIn),
    none,
    account(order.dst, order.receiver),
    encodeUint(order.dstNumber),
    account(order.dst, order.tokenOut),
    encodeUint(order.minAmountOut),
    encodeUint(order.deadline),
    encodeUint(order.redeemFee),
    none,
    none,
  )
}

export type FastTerms = MayanTerms & {
  /** Circle's number of the destination. */
  domain: number
  redeemFee: bigint
  refundFee: bigint
  circleMaxFee: bigint
  minFinality: number
}

export function encodeFastMctp(order: FastTerms): string {
  const payloadType = encodeUint(3)
  return encodeCall(
    '0x2337e236',
    encodeAddress(order.tokenIn),
    encodeUint(order.amountIn),
    encodeUint(order.circleMaxFee),
    encodeUint(order.domain),
    encodeUint(order.minFinality),
    payloadType,
    account(order.dst, order.receiver),
    account(order.dst, order.tokenOut),
    encodeUint(order.minAmountOut),
    none,
    encodeUint(order.redeemFee),
    encodeUint(order.refundFee),
    encodeUint(order.deadline),
    none,
    none,
  )
}

/** Pays an order with the source token, or with what a swap of it gives. */
export function encodeForward(
  paid: { token: string; amount: bigint },
  protocol: string,
  order: string,
  swap: SourceSwap | null,
): string {
  const isNative = paid.token === zeroAddress
  const amount = encodeUint(paid.amount)
  const token = isNative ? [] : [encodeAddress(paid.token)]
  const permit = isNative ? [] : [none, none, none, none, none]
  const to = encodeAddress(protocol)
  if (swap === null) {
    if (isNative) return encodeCall('0xb0f584ff', to, offset(2), encodeBytes(order))
    return encodeCall('0xe4269fc4', ...token, amount, ...permit, to, offset(9), encodeBytes(order))
  }
  const data = encodeBytes(swap.data)
  const heads = token.length + permit.length + 7
  return encodeCall(
    isNative ? '0xfa74fd43' : '0x30dedc57',
    ...token,
    amount,
    ...permit,
    encodeAddress(swap.router),
    offset(heads),
    encodeAddress(swap.middle),
    encodeUint(swap.least),
    to,
    offset(heads + data.length / 64),
    data,
    encodeBytes(order),
  )
}

function offset(words: number): string {
  return encodeUint(words * 32)
}

/** 32 bytes of an account or token; native coins are zero everywhere. */
function account(blockchain: BlockchainId, text: string): string {
  if (blockchain !== 'SOLANA' || text === zeroAddress) return encodeAddress(text)
  return Buffer.from(base58.decode(text)).toString('hex').padStart(64, '0')
}
