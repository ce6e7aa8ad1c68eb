// deBridge DLN: https://docs.debridge.com/dln-details (read 2026-11). One endpoint quotes and, with
// accounts, builds. A source token that would have to be swapped first has no route here: such a
// call goes to another contract.

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

const milli = 10n ** 15n
/** Of an order, in the chain's native coin, wei. */
const fixFees = { ETH: milli, ARBITRUM: milli, POLYGON: 500n * milli, BSC: 5n * milli }
/** Of the payment, basis points; part of the spread. */
const percentFeeBps = 4n
/** Tokens that orders pay with, other than native coins. */
const reserves = ['USDC', 'USDT']

const refuse = (status: Refusal['status'], errorCode: number, errorId: string): Refusal => ({
  status,
  body: { errorCode, errorId, errorMessage: errorId.toLowerCase().replaceAll('_', ' ') },
})

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
  badAddress: () => refuse(400, 1, 'INVALID_QUERY_PARAMETERS'),
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
        if (found !== null) return printOrder(found, engine)
        throw engine.refuse({ status: 404, body: { message: 'Order not found' } })
      },
    },
  ],
}

async function createTransaction({ query }: Asked, engine: BridgeEngine): Promise<object> {
  const offer = engine.offer({
    from: { chain: query('srcChainId'), token: query('srcChainTokenIn') },
    to: { chain: query('dstChainId'), token: query('dstChainTokenOut') },
    amount: query('srcChainTokenInAmount'),
  })
  const { from, to, amountIn, amountOut } = offer
  const [give, take] = [engine.upstreamName(from), engine.upstreamName(to)]
  const [giveChainId, takeChainId] = [engine.chainIdOf(from), engine.chainIdOf(to)]
  const fixFee = fixFees[from.blockchain]
  const [paid, wanted] = [String(amountIn), String(amountOut)]
  const estimate = {
    estimation: {
      srcChainTokenIn: { chainId: giveChainId, address: give, amount: paid },
      dstChainTokenOut: {
        chainId: takeChainId,
        address: take,
        amount: wanted,
        recommendedAmount: wanted,
      },
    },
    fixFee: String(fixFee),
    order: { approximateFulfillmentDelay: 2 },
  }
  if (query('dstChainTokenOutRecipient') === '') return estimate

  const receiver = engine.account(query('dstChainTokenOutRecipient'))
  const maker = engine.account(query('senderAddress'))
  const refundTo = engine.account(query('srcAllowedCancelBeneficiary') || maker)
  const salt = engine.unique()
  const percentFee = (amountIn * percentFeeBps) / 10_000n
  const made = {
    makerOrderNonce: salt,
    makerSrc: maker,
    giveChainId: BigInt(giveChainId),
    giveTokenAddress: give,
    giveAmount: amountIn - percentFee,
    takeChainId: BigInt(takeChainId),
    takeTokenAddress: take,
    takeAmount: amountOut,
    receiverDst: receiver,
    givePatchAuthoritySrc: engine.account(query('srcChainOrderAuthorityAddress')),
    orderAuthorityAddressDst: engine.account(query('dstChainOrderAuthorityAddress')),
    allowedTakerDst: '0x',
    allowedCancelBeneficiarySrc: refundTo,
    externalCall: '0x',
  }
  const orderId = engine.hash(packOrder(made))
  const creation = { ...made, giveAmount: amountIn }
  const data = engine.call(createSaltedOrder, [creation, salt, '0x', 0, '0x', '0x'])
  const value = fixFee + (from.native ? amountIn : 0n)
  const { solver } = engine
  await engine.open(offer, {
    id: orderId,
    data,
    value,
    sender: maker,
    receiver,
    refundTo,
    result: orderId,
    logs: [engine.log(createdOrder, [made, orderId, '0x', fixFee, percentFee, 0, '0x'])],
    payout: {
      data: engine.call(fulfillOrder, [made, amountOut, orderId, '0x', solver]),
      logs: [engine.log(fulfilledOrder, [made, orderId, solver, solver])],
    },
    refund: {
      data: engine.call(claimCancel, [orderId, refundTo]),
      logs: [engine.log(claimedOrderCancel, [orderId, refundTo, amountIn, give])],
    },
  })
  const tx = { to: source, data, value: String(value), allowanceTarget: source }
  return { ...estimate, orderId, tx: { ...tx, allowanceValue: paid } }
}

/** What an order's number is the hash of, `getOrderId` of DlnBase: bytes after their length. */
export function packOrder(made: Readonly<Record<string, string | bigint>>): `0x${string}` {
  const packed = Object.entries(made).map(([name, value]) => {
    if (name === 'externalCall') return '00' // whether there is one
    const isBytes = typeof value === 'string'
    const digits = isBytes ? value.slice(2) : value.toString(16)
    if (!isBytes) return digits.padStart(name === 'makerOrderNonce' ? 16 : 64, '0')
    return (digits.length / 2).toString(16).padStart(2, '0') + digits
  })
  return `0x${packed.join('')}`
}

const states = {
  created: 'Created',
  filled: 'Fulfilled',
  refunding: 'SentOrderCancel',
  refunded: 'ClaimedOrderCancel',
} as const

function printOrder(found: FoundOrder, engine: BridgeEngine): object {
  const { from, to, amountIn, amountOut } = found.offer
  const event = (hash: string | null) => (hash === null ? null : { transactionHash: text(hash) })
  const side = (token: typeof from, amount: bigint) => ({
    chainId: text(String(engine.chainIdOf(token))),
    amount: text(String(amount)),
  })
  return {
    orderId: text(found.id),
    state: states[found.stage],
    giveOfferWithMetadata: side(from, amountIn),
    takeOfferWithMetadata: side(to, amountOut),
    createdSrcEventMetadata: event(found.srcTxHash),
    fulfilledDstEventMetadata: event(found.payoutHash),
    claimedOrderCancelSrcEventMetadata: event(found.refundHash),
  }
}

function text(stringValue: string): object {
  return { stringValue }
}
