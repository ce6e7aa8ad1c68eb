// Squid between chains: https://docs.squidrouter.com (v2, read 2026-10) and the types of
// https://github.com/0xsquid/squid-types (2026-07-31). One endpoint quotes and builds, and every request
// carries an integrator id. Every route goes over Axelar here, and ends with a swap on arrival.

import { isRecord } from '../../../src/core/json.ts'
import type {
  AggregatorEngine,
  Asked,
  BridgeDialect,
  BridgeEngine,
  FoundOrder,
  Offer,
  Refusal,
  Token,
} from '../calls/dialect.ts'
import type { SandboxBlockchain } from '../chains.ts'

/** The same on every chain of the sandbox: config/squid.json of https://github.com/lifinance/contracts. */
export const squidRouter = '0xce16F69375520ab01377ce7B88f5BA8C48F8D666'
export const squidCoin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

// SquidRouter, at that address on https://etherscan.io (read 2026-10).
const steps =
  '(uint8 callType, address target, uint256 value, bytes callData, bytes payload)[] calls'
const callBridgeCall = `function callBridgeCall(address token, uint256 amount, ${steps}, string bridgedTokenSymbol, string destinationChain, string destinationAddress, bytes payload, address gasRefundRecipient, bool enableExpress) payable`
export const fundAndRunMulticall = `function fundAndRunMulticall(address token, uint256 amount, ${steps}) payable`
/** Its payload, as the arguments of a call. */
const payloadOf = `function payload(${steps}, address refundRecipient, bytes32 salt)`
const deliver = 'function deliver(bytes32 salt)'
const sendBack = 'function sendBack(bytes32 salt)'

/** Axelar's names. */
const axelarNames = {
  ETH: 'Ethereum',
  BSC: 'binance',
  ARBITRUM: 'Arbitrum',
  POLYGON: 'Polygon',
} as const satisfies Record<SandboxBlockchain, string>

const milli = 10n ** 15n
/** Of Axelar for a delivery, in the native coin of the source chain, wei. */
const gasFees = {
  ETH: milli / 2n,
  ARBITRUM: milli / 2n,
  BSC: 2n * milli,
  POLYGON: 4_000n * milli,
} as const satisfies Record<SandboxBlockchain, bigint>

function squidRefusal(status: Refusal['status'], type: string, message: string): Refusal {
  return { status, body: { message, type, statusCode: status } }
}

/** How both of its services say no. */
export const squidManners = {
  unauthorized: { message: 'Integrator ID is invalid', type: 'UNAUTHORIZED', statusCode: 401 },
  rateLimited: { message: 'Too many requests', type: 'RATE_LIMITED', statusCode: 429 },
  broken: { message: 'Internal server error', type: 'INTERNAL_SERVER_ERROR', statusCode: 500 },
  noRoute: () => squidRefusal(400, 'PATH_FINDER_ERROR', 'No route found'),
  outOfRange: (side: 'min' | 'max') =>
    squidRefusal(400, 'BAD_REQUEST', side === 'min' ? 'Amount is too low' : 'Amount is too high'),
  badAddress: () => squidRefusal(400, 'SCHEMA_VALIDATION_ERROR', 'toAddress is not an address'),
}

export const squidrouter: BridgeDialect = {
  kit: 'evmBridge',
  id: 'squidrouter',
  coin: squidCoin,
  source: squidRouter,
  destination: squidRouter,
  terms: { spreadBps: 28n, minUsd: 3, maxUsd: 1_000_000 },
  payoutUsd: '0.5',
  trades: (side, { native, symbol }) =>
    side === 'to' || native || ['USDC', 'USDT'].includes(symbol),
  ...squidManners,
  routes: [
    { method: 'POST', path: '/route', answer: route },
    {
      method: 'GET',
      path: '/status',
      answer: async (asked, engine) => {
        checkKey(asked, engine)
        const found = await engine.findByHash(asked.query('transactionId'))
        if (found !== null) return printOrder(found, engine)
        throw engine.refuse(squidRefusal(404, 'NOT_FOUND', 'Transaction not found'))
      },
    },
  ],
}

async function route(asked: Asked, engine: BridgeEngine): Promise<object> {
  const { offer, minimum } = squidOffer(asked, engine)
  const { from, to, amountIn } = offer
  const fee = gasFees[from.blockchain]
  const gas = {
    name: 'Gas Receiver Fee',
    description: 'Gas receiver fee',
    amount: String(fee),
    token: { chainId: String(engine.chainIdOf(from)), address: squidCoin, decimals: 18 },
  }
  const estimate = squidEstimate(offer, engine, { minimum, feeCosts: [gas] })
  if (asked.body['quoteOnly'] === true) return { route: { estimate, params: asked.body } }

  const sender = engine.account(asked.body['fromAddress'])
  const receiver = engine.account(asked.body['toAddress'])
  const salt = engine.hash(`0x${engine.unique().toString(16).padStart(64, '0')}`)
  const coins = [{ callType: 2, target: receiver, value: 0n, callData: '0x', payload: '0x' }]
  const payload = `0x${engine.call(payloadOf, [coins, receiver, salt]).slice(10)}` as const
  const data = engine.call(callBridgeCall, [
    engine.upstreamName(from),
    amountIn,
    [],
    'axlUSDC',
    axelarNames[to.blockchain],
    squidRouter,
    payload,
    sender,
    true,
  ])
  const value = fee + (from.native ? amountIn : 0n)
  await engine.open(offer, {
    id: salt,
    data,
    value,
    sender,
    receiver,
    refundTo: sender,
    payout: { data: engine.call(deliver, [salt]) },
    refund: { data: engine.call(sendBack, [salt]) },
  })
  return squidRoute(asked, { quoteId: salt, estimate, data, value, kind: 'CALL_BRIDGE_CALL' })
}

/** @throws for a client without an integrator id */
export function squidOffer(
  asked: Asked,
  engine: AggregatorEngine | BridgeEngine,
): { offer: Offer; minimum: bigint } {
  checkKey(asked, engine)
  const { body } = asked
  const text = (name: string): string => {
    const { [name]: value } = body
    return typeof value === 'string' ? value : ''
  }
  const { slippage } = body
  if (isRecord(body['preHook']) || isRecord(body['postHook']) || typeof slippage !== 'number') {
    throw engine.refuse(squidRefusal(400, 'SCHEMA_VALIDATION_ERROR', 'slippage is not a number'))
  }
  const offer = engine.offer({
    from: { chain: text('fromChain'), token: text('fromToken') },
    to: { chain: text('toChain'), token: text('toToken') },
    amount: text('fromAmount'),
  })
  const kept = BigInt(10_000 - Math.round(slippage * 100))
  return { offer, minimum: (offer.amountOut * kept + 9_999n) / 10_000n }
}

export function squidEstimate(
  { from, to, amountIn, amountOut }: Offer,
  engine: AggregatorEngine | BridgeEngine,
  { minimum, feeCosts }: { minimum: bigint; feeCosts: readonly object[] },
): object {
  const token = (each: Token): object => ({
    type: 'evm',
    chainId: String(engine.chainIdOf(each)),
    address: engine.upstreamName(each),
    name: each.name,
    symbol: each.symbol,
    decimals: each.decimals,
  })
  return {
    actions: [],
    fromToken: token(from),
    toToken: token(to),
    fromAmount: String(amountIn),
    toAmount: String(amountOut),
    toAmountMin: String(minimum),
    exchangeRate: '1',
    aggregatePriceImpact: '0.0',
    estimatedRouteDuration: 20,
    aggregateSlippage: 0.5,
    isBoostSupported: true,
    feeCosts,
    gasCosts: [{ type: 'executeCall', gasLimit: '300000' }],
  }
}

type Built = { quoteId: string; estimate: object; data: string; value: bigint; kind: string }

export function squidRoute(
  { body }: Asked,
  { quoteId, estimate, data, value, kind }: Built,
): object {
  return {
    route: {
      quoteId,
      estimate,
      params: body,
      transactionRequest: {
        routeType: kind,
        target: squidRouter,
        data,
        value: String(value),
        gasLimit: '300000',
        type: 'ON_CHAIN_EXECUTION',
      },
    },
  }
}

function checkKey({ header }: Asked, engine: AggregatorEngine | BridgeEngine): void {
  if (header('x-integrator-id') !== '') return
  throw engine.refuse(squidRefusal(401, 'UNAUTHORIZED', 'x-integrator-id header is missing'))
}

const statuses = {
  created: 'ongoing',
  filled: 'success',
  refunding: 'ongoing',
  refunded: 'refunded',
} as const

function printOrder(found: FoundOrder, engine: BridgeEngine): object {
  const { offer, stage, srcTxHash, payoutHash, refundHash } = found
  const side = (token: Token, transactionId: string): object => ({
    transactionId,
    chainData: { chainId: String(engine.chainIdOf(token)) },
  })
  const hop = (txHash: string, status: string): object => ({
    chainId: String(engine.chainIdOf(offer.from)),
    txHash,
    status,
    action: 'call',
  })
  return {
    id: srcTxHash,
    status: '',
    gasStatus: '',
    isGMPTransaction: true,
    squidTransactionStatus: statuses[stage],
    axelarTransactionUrl: `https://axelarscan.io/gmp/${srcTxHash}`,
    fromChain: side(offer.from, srcTxHash),
    ...(payoutHash === null ? {} : { toChain: side(offer.to, payoutHash) }),
    timeSpent: { total: 40 },
    routeStatus: [
      hop(srcTxHash, 'success'),
      ...(refundHash === null ? [] : [hop(refundHash, 'refunded')]),
    ],
  }
}
