import { base58 } from '@scure/base'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import * as z from 'zod/mini'

import { call, unsafeCall } from '../../../../src/chains/evm/calls.ts'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import type { ProviderId } from '../../../../src/core/providerIds.ts'
import { zeroAddress } from '../../../../src/core/token.ts'
import { parseWire, wireAddress, wireHash, wireHex, wireUint } from '../../../../src/http/wire.ts'
import {
  type Bridge,
  type BridgeAsked,
  type BridgeOffer,
  evmBridge,
} from '../../../../src/providers/kits/evm/bridge.ts'
import type { CallSite, Provider } from '../../../../src/providers/types.ts'
import { type Body, evm, type Exchange, hash } from '../../depositSupport.ts'

// A bridge that only these tests have, between ETH, BSC, GNOSIS and SOLANA.

/** Not of the contract: the kit serves any identifier. */
export const testBridgeId = 'test_bridge' as string as ProviderId
export const bridgeUrl = 'https://bridge.test/v1'
export const trackUrl = 'https://track.test'
export const source = evm('source')
export const orderId = hash('order')
export const systemProgram = '11111111111111111111111111111111'
/** The fixed fee on ETH, and what the table allows. */
export const fixFee = 10n ** 15n

const gnosisNumber = 100_000_002
const solanaNumber = 7_565_164

const tokenWire = z.object({ chainId: z.optional(z.int()), address: z.string(), amount: wireUint })
const quoteWire = z.object({
  estimation: z.object({
    srcChainTokenIn: tokenWire,
    dstChainTokenOut: z.extend(tokenWire, { recommendedAmount: z.optional(wireUint) }),
  }),
  fixFee: wireUint,
  order: z.object({ approximateFulfillmentDelay: z.number() }),
})
const orderWire = z.extend(quoteWire, {
  orderId: z.string(),
  tx: z.object({
    to: wireAddress,
    data: wireHex,
    value: wireUint,
    allowanceTarget: z.optional(wireAddress),
  }),
})
const textWire = z.object({ stringValue: z.string() })
const eventWire = z.nullish(z.object({ transactionHash: z.nullish(textWire) }))
const trackWire = z.object({
  orderId: z.object({ stringValue: wireHash }),
  state: z.string(),
  giveOfferWithMetadata: z.optional(z.object({ chainId: textWire })),
  takeOfferWithMetadata: z.optional(z.object({ amount: z.object({ stringValue: wireUint }) })),
  createdSrcEventMetadata: eventWire,
  fulfilledDstEventMetadata: eventWire,
  claimedOrderCancelSrcEventMetadata: eventWire,
})
const refusalWire = z.object({ errorId: z.string(), errorMessage: z.nullish(z.string()) })

const signature =
  'function createSaltedOrder((address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable returns (bytes32)'

/** An account as its chain writes it. */
function accountOf(blockchain: BlockchainId, bytes: string): string {
  if (bytes.length === 42 && blockchain !== 'SOLANA') return bytes
  if (bytes.length === 66 && blockchain === 'SOLANA') {
    return base58.encode(Buffer.from(bytes.slice(2), 'hex'))
  }
  throw unsafeCall('TestBridge', 'names an account of a different kind of chain')
}

export function orderCalls({ blockchain, chainOf }: CallSite) {
  return [
    call(signature, ([order, , affiliateFee, , permitEnvelope]) => {
      const refuse = (what: string) => unsafeCall('TestBridge', what)
      if (affiliateFee !== '0x') throw refuse('pays a fee to a third party')
      if (permitEnvelope !== '0x') throw refuse('carries a permit')
      if (order.externalCall !== '0x') throw refuse('calls something on delivery')
      const dst = chainOf(order.takeChainId)
      if (dst === null) throw refuse('pays out on an unknown chain')
      const beneficiary = order.allowedCancelBeneficiarySrc
      const authority = accountOf(dst, order.orderAuthorityAddressDst)
      const owner = order.givePatchAuthoritySrc
      return {
        recipient: accountOf(dst, order.receiverDst),
        srcToken: order.giveTokenAddress,
        dstToken: accountOf(dst, order.takeTokenAddress),
        amountIn: order.giveAmount,
        minOut: order.takeAmount,
        dst,
        refundTo: beneficiary === '0x' ? null : beneficiary,
        powers: [
          { may: 'cancel' as const, holder: authority, blockchain: dst },
          { may: 'patch' as const, holder: owner, blockchain },
        ],
      }
    }),
  ]
}

function toOffer(wire: z.output<typeof quoteWire>): BridgeOffer {
  const { srcChainTokenIn: src, dstChainTokenOut: dst } = wire.estimation
  // An order is filled exactly or not at all.
  const dstAmount = dst.recommendedAmount ?? dst.amount
  return {
    srcToken: src.address,
    dstToken: dst.address,
    srcAmount: src.amount,
    dstAmount,
    dstMinAmount: dstAmount,
    fixedFee: wire.fixFee,
    gas: null,
    durationSeconds: wire.order.approximateFulfillmentDelay,
    ...(src.chainId === undefined ? {} : { srcChain: String(src.chainId) }),
    ...(dst.chainId === undefined ? {} : { dstChain: String(dst.chainId) }),
  }
}

function orderUrl(
  asked: Omit<BridgeAsked, 'tokens'>,
  accounts: Record<string, string> = {},
): string {
  return `${bridgeUrl}/order/create-tx?${new URLSearchParams({
    srcChainId: asked.srcChain,
    srcChainTokenIn: asked.srcToken,
    srcChainTokenInAmount: asked.srcAmount,
    dstChainId: asked.dstChain,
    dstChainTokenOut: asked.dstToken,
    dstChainTokenOutAmount: 'auto',
    prependOperatingExpenses: 'false',
    ...accounts,
  }).toString()}`
}

export function createTestBridge(change: Partial<Bridge> = {}): Provider {
  const hashOf = (event: z.output<typeof eventWire>): string | null =>
    event?.transactionHash?.stringValue ?? null
  return evmBridge({
    id: testBridgeId,
    name: 'TestBridge',
    blockchains: ['ETH', 'BSC', 'GNOSIS', 'SOLANA'],
    ownNumbers: { GNOSIS: gnosisNumber, SOLANA: solanaNumber },
    coins: { SOLANA: systemProgram },
    contracts: { '*': [source] },
    mostFixedFee: { ETH: fixFee, BSC: 5n * fixFee, GNOSIS: 10n ** 18n },
    quote: (asked) => ({
      url: orderUrl(asked),
      read: (body) => toOffer(parseWire(quoteWire, body, 'The quote of TestBridge')),
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
        const wire = parseWire(orderWire, body, 'The order of TestBridge')
        const { to, data, value, allowanceTarget: spender = to } = wire.tx
        return { to, data, value, spender, offer: toOffer(wire), orderId: wire.orderId }
      },
    }),
    refusal: (body) => {
      const parsed = z.safeParse(refusalWire, body)
      if (!parsed.success) return null
      return { code: parsed.data.errorId, reason: parsed.data.errorMessage ?? null }
    },
    refusals: { ERROR_LOW_GIVE_AMOUNT: 'AMOUNT_TOO_LOW', UNSUPPORTED_CHAIN: 'NO_ROUTE' },
    calls: orderCalls,
    findOrder: async ({ orderId: number, hash: payment }, ask) => {
      const listed =
        number !== null || payment === null
          ? number
          : await ask({
              url: `${trackUrl}/api/Transaction/${payment}/orderIds`,
              read: (body) => {
                const wire = z.object({ orderIds: z.array(z.object({ stringValue: wireHash })) })
                return parseWire(wire, body, 'The orders of TestBridge').orderIds[0]?.stringValue
              },
            })
      if (listed == null) return null
      return await ask({
        url: `${trackUrl}/api/Orders/${listed}`,
        read: (body) => {
          const wire = parseWire(trackWire, body, 'The order of TestBridge')
          const payout = hashOf(wire.fulfilledDstEventMetadata)
          const refund = hashOf(wire.claimedOrderCancelSrcEventMetadata)
          const chain = wire.giveOfferWithMetadata?.chainId.stringValue
          return {
            orderId: wire.orderId.stringValue,
            status: wire.state,
            ...(chain === undefined ? {} : { srcChain: chain }),
            srcTxHash: hashOf(wire.createdSrcEventMetadata),
            payoutHashes: payout === null ? [] : [payout],
            payoutAmount: wire.takeOfferWithMetadata?.amount.stringValue ?? null,
            refundHashes: refund === null ? [] : [refund],
          }
        },
      })
    },
    statusMap: {
      Created: 'exchanging',
      Fulfilled: 'done',
      SentUnlock: 'done',
      ClaimedUnlock: 'done',
      OrderCancelled: 'refunding',
      SentOrderCancel: 'refunding',
      ClaimedOrderCancel: 'refunded',
    },
    ...change,
  })
}

/** The arguments of an order, to be bent by a test. */
export type OrderArguments = {
  order: {
    giveTokenAddress: string
    giveAmount: bigint
    takeTokenAddress: string
    takeAmount: bigint
    takeChainId: bigint
    receiverDst: string
    givePatchAuthoritySrc: string
    orderAuthorityAddressDst: string
    allowedTakerDst: string
    externalCall: string
    allowedCancelBeneficiarySrc: string
  }
  affiliateFee: string
  permitEnvelope: string
}

export type BridgeSwap = {
  srcChain: string
  dstChain: string
  srcToken: string
  dstToken: string
  srcAmount: bigint
  dstAmount: bigint
  sender: string
  recipient: string
  bendCall?: (args: OrderArguments) => void
  bendBody?: (body: Body) => void
  bendData?: (data: string) => string
}

function askedOf(swap: BridgeSwap): Omit<BridgeAsked, 'tokens'> {
  const { srcChain, dstChain, srcToken, dstToken, srcAmount, sender } = swap
  const slippageBps = 100
  return {
    srcChain,
    dstChain,
    srcToken,
    dstToken,
    srcAmount: String(srcAmount),
    sender,
    slippageBps,
    integrator: null,
    exclusions: [],
  }
}

export function quoteExchange(swap: BridgeSwap): Exchange {
  return { path: orderUrl(askedOf(swap)).slice(bridgeUrl.length), body: estimateOf(swap) }
}

function estimateOf(swap: BridgeSwap): Body {
  return {
    estimation: {
      srcChainTokenIn: {
        chainId: Number(swap.srcChain),
        address: swap.srcToken.toLowerCase(),
        amount: String(swap.srcAmount),
      },
      dstChainTokenOut: {
        chainId: Number(swap.dstChain),
        address: swap.dstToken,
        amount: String(swap.dstAmount + 5n),
        recommendedAmount: String(swap.dstAmount),
      },
    },
    fixFee: String(fixFee),
    order: { approximateFulfillmentDelay: 3 },
  }
}

/** An account of either chain as bytes. */
export function bytesOf(account: string): string {
  if (account.startsWith('0x')) return account
  return `0x${Buffer.from(base58.decode(account)).toString('hex')}`
}

export function orderExchange(swap: BridgeSwap): Exchange {
  const args: OrderArguments = {
    order: {
      giveTokenAddress: swap.srcToken,
      giveAmount: swap.srcAmount,
      takeTokenAddress: bytesOf(swap.dstToken),
      takeAmount: swap.dstAmount,
      takeChainId: BigInt(swap.dstChain),
      receiverDst: bytesOf(swap.recipient),
      givePatchAuthoritySrc: swap.sender,
      orderAuthorityAddressDst: bytesOf(swap.recipient),
      // A solver is often named.
      allowedTakerDst: swap.recipient.startsWith('0x') ? evm('solver') : '0x',
      externalCall: '0x',
      allowedCancelBeneficiarySrc: swap.sender,
    },
    affiliateFee: '0x',
    permitEnvelope: '0x',
  }
  swap.bendCall?.(args)
  const data = encodeFunctionData({
    abi: parseAbi([signature]),
    functionName: 'createSaltedOrder',
    args: [
      args.order as unknown as never,
      1_789_457_282_496n,
      args.affiliateFee as Hex,
      0,
      args.permitEnvelope as Hex,
      '0x0101',
    ],
  })
  const isNative = swap.srcToken === zeroAddress
  const body: Body = {
    ...estimateOf(swap),
    orderId,
    tx: {
      to: source,
      data: swap.bendData?.(data) ?? data,
      value: String(fixFee + (isNative ? swap.srcAmount : 0n)),
      allowanceTarget: source,
    },
  }
  swap.bendBody?.(body)
  const accounts = {
    dstChainTokenOutRecipient: swap.recipient,
    srcChainOrderAuthorityAddress: swap.sender,
    dstChainOrderAuthorityAddress: swap.recipient,
    srcAllowedCancelBeneficiary: swap.sender,
    senderAddress: swap.sender,
  }
  return { path: orderUrl(askedOf(swap), accounts).slice(bridgeUrl.length), body }
}

/** The order as the service reports it. */
export function trackExchange(state: string, bend: (body: Body) => void = () => {}): Exchange {
  const body: Body = {
    orderId: { stringValue: orderId },
    state,
    giveOfferWithMetadata: { chainId: { stringValue: '1' } },
  }
  bend(body)
  return { path: `${trackUrl}/api/Orders/${orderId}`, body }
}
