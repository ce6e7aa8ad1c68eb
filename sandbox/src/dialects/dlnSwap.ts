// deBridge on one chain: https://docs.debridge.com/dln-details (read 2026-11). `estimation` prices,
// `transaction` builds; the first wraps what the second does not.

import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Offer,
  Refusal,
} from '../calls/dialect.ts'

/** https://etherscan.io/address/0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251: DeBridgeRouter. */
const forwarder = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'
/** https://etherscan.io/address/0x6131B5fae19EA4f9D964eAc0408E4408b66337b5: KyberSwap's router. */
const exchange = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const zero = '0x0000000000000000000000000000000000000000'

// DeBridgeRouter at that address (read 2026-11).
const swap =
  'function swap(address tokenIn, uint256 amountIn, bytes tokenInPermitEnvelope, (address allowanceAggregator, address swapRouter, bytes swapCalldata, address tokenOut, uint256 tokenOutMinAmount, uint16 surplusShareBps, bytes affiliateFeeEnvelope, address recipient) swapDetails, uint32 referralCode) payable returns (uint256 actualAmountOut)'

/** deBridge's own, of what is bought; part of the spread. */
const protocolFeeBps = 8n
const swapGas = 300_000n

const refuse = (errorCode: number, errorId: string): Refusal => ({
  status: 400,
  body: { errorCode, errorId, errorMessage: errorId.toLowerCase().replaceAll('_', ' ') },
})

export const dlnSwap: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'DLN',
  urls: { DLN: '/v1.0' },
  contracts: [forwarder],
  coin: zero,
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 47n, minUsd: 1, maxUsd: 5_000_000 },
  unauthorized: { errorCode: 401, errorId: 'UNAUTHORIZED', errorMessage: 'access token is wrong' },
  rateLimited: { statusCode: 429, message: 'Too Many Requests' },
  broken: { statusCode: 500, message: 'Internal server error' },
  noRoute: (why) =>
    why === 'chain' ? refuse(2, 'UNSUPPORTED_CHAIN') : refuse(7, 'ESTIMATION_FAILED'),
  outOfRange: (side) =>
    side === 'min' ? refuse(12, 'ERROR_LOW_GIVE_AMOUNT') : refuse(7, 'ESTIMATION_FAILED'),
  badAddress: () => refuse(1, 'INVALID_QUERY_PARAMETERS'),
  routes: [
    {
      method: 'GET',
      path: '/v1.0/chain/estimation',
      answer: (asked, engine) => ({
        estimation: amountsOf(offerOf(asked, engine), slippageOf(asked, engine), engine),
      }),
    },
    { method: 'GET', path: '/v1.0/chain/transaction', answer: build },
  ],
}

async function build(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const slippageBps = slippageOf(asked, engine)
  const receiver = engine.account(asked.query('tokenOutRecipient'))
  const sender = engine.account(asked.query('senderAddress') || receiver)
  const offer = offerOf(asked, engine)
  const { from, to, amountIn, amountOut } = offer
  const details = {
    allowanceAggregator: exchange,
    swapRouter: exchange,
    swapCalldata: `0xe21fd0e9${engine.unique().toString(16).padStart(64, '0')}`,
    tokenOut: engine.upstreamName(to),
    tokenOutMinAmount: leastOf(amountOut, slippageBps),
    surplusShareBps: 10_000,
    affiliateFeeEnvelope: '0x',
    recipient: receiver,
  }
  const data = engine.call(swap, [engine.upstreamName(from), amountIn, '0x', details, 0])
  const value = from.native ? amountIn : 0n
  await engine.sell(offer, { data, value, sender, receiver })
  const tx = { to: forwarder, data, value: String(value) }
  return { ...amountsOf(offer, slippageBps, engine), tx }
}

function offerOf({ query }: Asked, engine: AggregatorEngine): Offer {
  const chain = query('chainId')
  return engine.offer({
    from: { chain, token: query('tokenIn') },
    to: { chain, token: query('tokenOut') },
    amount: query('tokenInAmount'),
  })
}

/** A percentage, or `auto`; basis points. */
function slippageOf({ query }: Asked, engine: AggregatorEngine): bigint {
  const text = query('slippage') || 'auto'
  const percent = text === 'auto' ? 0.5 : Number(text)
  if (percent >= 0 && percent <= 50) return BigInt(Math.round(percent * 100))
  throw engine.refuse(refuse(1, 'INVALID_QUERY_PARAMETERS'))
}

function leastOf(amount: bigint, slippageBps: bigint): bigint {
  return (amount * (10_000n - slippageBps) + 9_999n) / 10_000n
}

function amountsOf(
  { from, to, amountIn, amountOut }: Offer,
  slippageBps: bigint,
  engine: AggregatorEngine,
): object {
  const token = (each: Offer['from'], amount: bigint): object => ({
    address: engine.upstreamName(each),
    name: each.name,
    symbol: each.symbol,
    decimals: each.decimals,
    amount: String(amount),
    approximateUsdValue: Number(engine.usd(amount, each)),
  })
  const fee = (amountOut * protocolFeeBps) / 10_000n
  const baseFee = engine.gasPrice(from)
  return {
    tokenIn: token(from, amountIn),
    tokenOut: { ...token(to, amountOut), minAmount: String(leastOf(amountOut, slippageBps)) },
    slippage: Number(slippageBps) / 100,
    recommendedSlippage: 0.3,
    protocolFee: String(fee),
    protocolFeeApproximateUsdValue: Number(engine.usd(fee, to)),
    estimatedTransactionFee: {
      total: String(swapGas * baseFee),
      details: {
        gasLimit: String(swapGas),
        baseFee: String(baseFee),
        maxFeePerGas: String(baseFee),
        maxPriorityFeePerGas: '0',
      },
      approximateUsdValue: Number(engine.gasUsd(swapGas, from)),
    },
    costsDetails: [],
  }
}
