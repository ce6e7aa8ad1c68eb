// deBridge DLN: https://docs.debridge.com/dln-details (read 2026-11). One endpoint quotes and, with
// accounts, builds. A source token that would have to be swapped first has no route here: such a
// call goes to another contract.

import type { Hex } from 'viem'
import type { Asked, BridgeDialect, BridgeEngine, FoundOrder, Refusal } from '../calls/dialect.ts'

const source = '0xeF4fB24aD0916217251F553c0596F8Edc630EB66'
const destination = '0xE7351Fd770A37282b91D153Ee690B63579D6dd7f'

// DlnSource and DlnDestination, at those addresses on https://etherscan.io (read 2026-11).
const order =
  '(uint64 makerOrderNonce, bytes makerSrc, uint256 giveChainId, bytes giveTokenAddress, uint256 giveAmount, uint256 takeChainId, bytes takeTokenAddress, uint256 takeAmount, bytes receiverDst, bytes givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes allowedCancelBeneficiarySrc, bytes externalCall) order'
const createSaltedOrder =
  'function createSaltedOrder((address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable returns (bytes32)'
const createdOrder = `event CreatedOrder(${order}, bytes32 orderId, bytes affiliateFee, uint256 nativeFixFee, uint256 percentFee, uint32 referralCode, bytes metadata)`
const fulfillOrder = `function fulfillOrder(${order}, uint256 fulFillAmount, bytes32 orderId, bytes permitEnvelope, address unlockAuthority) payable`
const fulfilledOrder = `event FulfilledOrder(${order}, bytes32 orderId, address sender, address unlockAuthority)`
const claimCancel = 'function claimCancel(bytes32 orderId, address beneficiary)'
const claimedOrderCancel =
  'event ClaimedOrderCancel(bytes32 orderId, address beneficiary, uint256 paidAmount, address giveTokenAddress)'

/** Protocol fee of an order in the chain's native coin, wei; `globalFixedNativeFee()`. */
const fixFees = {
  ETH: 10n ** 15n,
  ARBITRUM: 10n ** 15n,
  POLYGON: 5n * 10n ** 17n,
  BSC: 5n * 10n ** 15n,
}
/** Protocol fee of the payment, basis points; it is part of the spread. */
const percentFeeBps = 4n
const metadata = '0x0101'
/** What the first token of an order can be without a swap. */
const reserves = ['USDC', 'USDT']

const refuse = (status: Refusal['status'], errorCode: number, errorId: string): Refusal => ({
  status,
  body: { errorCode, errorId, errorMessage: errorId.toLowerCase().replaceAll('_', ' ') },
})
const unknown: Refusal = { status: 404, body: { message: 'Order not found' } }

export const dln: BridgeDialect = {
  kit: 'evmBridge',
  id: 'dln',
  urls: { dln: '/v1.0', dlnOrders: '' },
  coin: '0x0000000000000000000000000000000000000000',
  source,
  destination,
  terms: { spreadBps: 12n, minUsd: 4, maxUsd: 5_500_000 },
  payoutUsd: '0.4',
  trades: (side, { native, symbol }) => side === 'to' || native || reserves.includes(symbol),
  unauthorized: { errorCode: 401, errorId: 'UNAUTHORIZED', errorMessage: 'access token is wrong' },
  rateLimited: { statusCode: 429, message: 'Too Many Requests' },
  broken: { statusCode: 500, message: 'Internal server error' },
  noRoute: (why) =>
    why === 'chain' ? refuse(400, 2, 'UNSUPPORTED_CHAIN') : refuse(400, 7, 'ESTIMATION_FAILED'),
  outOfRange: (side) =>
    side === 'min' ? refuse(400, 12, 'ERROR_LOW_GIVE_AMOUNT') : refuse(400, 7, 'ESTIMATION_FAILED'),
  routes: [
    { method: 'GET', path: '/v1.0/dln/order/create-tx', answer: createTransaction },
    {
      method: 'GET',
      path: '/api/Transaction/:hash/orderIds',
      answer: async (asked, engine) => {
        const found = await engine.findByHash(asked.path('hash'))
        return { orderIds: found === null ? [] : [text(found.id)] }
      },
    },
    {
      method: 'GET',
      path: '/api/Orders/:id',
      answer: async (asked, engine) => {
        const found = await engine.find(asked.path('id'))
        if (found === null) throw engine.refuse(unknown)
        return printOrder(found, engine)
      },
    },
  ],
}

async function createTransaction(asked: Asked, engine: BridgeEngine): Promise<object> {
  const { query } = asked
  const offer = engine.offer({
    from: { chain: query('srcChainId'), token: query('srcChainTokenIn') },
    to: { chain: query('dstChainId'), token: query('dstChainTokenOut') },
    amount: query('srcChainTokenInAmount'),
  })
  const { from, to, amountIn, amountOut } = offer
  const [give, take] = [engine.wordOf(from), engine.wordOf(to)]
  const [giveChainId, takeChainId] = [engine.chainIdOf(from), engine.chainIdOf(to)]
  const fixFee = fixFees[from.blockchain]
  const { symbol, decimals } = to
  const amount = String(amountOut)
  const estimate = {
    estimation: {
      srcChainTokenIn: {
        ...{ chainId: giveChainId, address: give, symbol: from.symbol, decimals: from.decimals },
        amount: String(amountIn),
      },
      dstChainTokenOut: {
        ...{ chainId: takeChainId, address: take, symbol, decimals, amount },
        recommendedAmount: amount,
        maxTheoreticalAmount: amount,
      },
      costsDetails: [],
    },
    fixFee: String(fixFee),
    order: { approximateFulfillmentDelay: 2 },
  }
  const receiver = query('dstChainTokenOutRecipient')
  if (receiver === '') return estimate

  const maker = query('senderAddress')
  const patch = query('srcChainOrderAuthorityAddress')
  const authority = query('dstChainOrderAuthorityAddress')
  const beneficiary = query('srcAllowedCancelBeneficiary') || '0x'
  const accounts = [
    receiver,
    maker,
    patch,
    authority,
    ...(beneficiary === '0x' ? [] : [beneficiary]),
  ]
  if (!accounts.every(isAccount) || !isHex(beneficiary) || !isHex(receiver) || !isHex(maker)) {
    throw engine.refuse(refuse(400, 1, 'INVALID_QUERY_PARAMETERS'))
  }
  const salt = BigInt(engine.now()) * 1_000n + BigInt(Math.floor(Math.random() * 1_000))
  const percentFee = (amountIn * percentFeeBps) / 10_000n
  const terms = { takeAmount: amountOut, receiverDst: receiver, allowedTakerDst: '0x' }
  const powers = { orderAuthorityAddressDst: authority, allowedCancelBeneficiarySrc: beneficiary }
  const made = {
    ...{ makerOrderNonce: salt, makerSrc: maker, giveChainId: BigInt(giveChainId) },
    ...{ giveTokenAddress: give, giveAmount: amountIn - percentFee },
    ...{ takeChainId: BigInt(takeChainId), takeTokenAddress: take, externalCall: '0x' },
    ...{ givePatchAuthoritySrc: patch, ...terms, ...powers },
  }
  const orderId = engine.hash(packOrder(made))
  const creation = { ...made, giveAmount: amountIn }
  const data = engine.call(createSaltedOrder, [creation, salt, '0x', 0, '0x', metadata])
  const value = fixFee + (from.native ? amountIn : 0n)
  const refundTo = isAccount(beneficiary) ? beneficiary : receiver
  const { solver } = engine
  const fill = [made, amountOut, orderId, '0x', solver]
  const cancelled = [orderId, refundTo, amountIn, give]
  await engine.open(offer, {
    id: orderId,
    ...{ data, value, sender: maker, receiver, refundTo, result: orderId },
    logs: [engine.log(createdOrder, [made, orderId, '0x', fixFee, percentFee, 0, metadata])],
    payout: {
      data: engine.call(fulfillOrder, fill),
      logs: [engine.log(fulfilledOrder, [made, orderId, solver, solver])],
    },
    refund: {
      data: engine.call(claimCancel, [orderId, refundTo]),
      logs: [engine.log(claimedOrderCancel, cancelled)],
    },
  })
  const tx = { to: source, data, value: String(value), allowanceTarget: source }
  return { ...estimate, orderId, tx: { ...tx, allowanceValue: String(amountIn) } }
}

/** An order as its number is the hash of: `getOrderId` of DlnBase. */
function packOrder(made: Record<string, string | bigint>): Hex {
  const number = (name: string, bytes: number): string =>
    BigInt(made[name] ?? 0)
      .toString(16)
      .padStart(bytes * 2, '0')
  const bytes = (name: string): string => {
    const digits = String(made[name]).slice(2)
    return (digits.length / 2).toString(16).padStart(2, '0') + digits
  }
  const parts = [
    ...[number('makerOrderNonce', 8), bytes('makerSrc'), number('giveChainId', 32)],
    ...[bytes('giveTokenAddress'), number('giveAmount', 32), number('takeChainId', 32)],
    ...[bytes('takeTokenAddress'), number('takeAmount', 32), bytes('receiverDst')],
    ...[bytes('givePatchAuthoritySrc'), bytes('orderAuthorityAddressDst')],
    ...[bytes('allowedTakerDst'), bytes('allowedCancelBeneficiarySrc'), '00'],
  ]
  return `0x${parts.join('')}`
}

const states = {
  created: 'Created',
  filled: 'Fulfilled',
  refunding: 'SentOrderCancel',
  refunded: 'ClaimedOrderCancel',
} as const

function printOrder(found: FoundOrder, engine: BridgeEngine): object {
  const { id, stage, offer, srcTxHash, payoutHash, refundHash } = found
  const event = (hash: string | null) => (hash === null ? null : { transactionHash: text(hash) })
  return {
    orderId: text(id),
    state: states[stage],
    giveOfferWithMetadata: {
      chainId: text(String(engine.chainIdOf(offer.from))),
      amount: text(String(offer.amountIn)),
    },
    takeOfferWithMetadata: {
      chainId: text(String(engine.chainIdOf(offer.to))),
      amount: text(String(offer.amountOut)),
    },
    createdSrcEventMetadata: event(srcTxHash),
    fulfilledDstEventMetadata: event(payoutHash),
    claimedOrderCancelSrcEventMetadata: event(refundHash),
  }
}

function text(stringValue: string): object {
  return { stringValue }
}

function isAccount(value: string): value is Hex {
  return /^0x[0-9a-f]{40}$/i.test(value)
}

function isHex(value: string): value is Hex {
  return value.startsWith('0x')
}
