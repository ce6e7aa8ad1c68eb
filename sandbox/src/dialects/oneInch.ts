// 1inch's Classic Swap API: https://business.1inch.com/portal/documentation (v6.1, read 2026-11). Every
// request carries a key.

import { minimumAfterSlippage } from '../../../src/core/amounts.ts'
import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Offer,
  Refusal,
} from '../calls/dialect.ts'

export const oneInchRouter = '0x111111125421cA6dc452d289314280a0f8842A65'

/**
 * The V3 factory in the router's code: AggregationRouterV6.sol in
 * https://github.com/tintinweb/smart-contract-sanctuary-arbitrum (read 2026-11).
 */
export const oneInchFactory = '0x1F98431c8aD98523631AE4a59f267346ea31F984'

const executor = '0x5141B82f5fFDa4c6fE1E372978F1C5427640a190'

// GenericRouter.swap of AggregationRouterV6, https://etherscan.io/address/0x111111125421cA6dc452d289314280a0f8842A65#code
// (read 2026-11).
const swap =
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)'

/** Bytes behind the arguments, by which 1inch knows its client. */
const clientMark = 'd1e8116e'
const swapGas = 200_000

const refuse = (statusCode: Refusal['status'], description: string): Refusal => ({
  status: statusCode,
  body: { error: 'Bad Request', description, statusCode, meta: [] },
})

export const oneInch: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'ONE_INCH',
  contracts: [oneInchRouter],
  coin: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 42n, minUsd: 0, maxUsd: 5_000_000 },
  unauthorized: 'Unauthorized',
  rateLimited: {
    error: 'Too Many Requests',
    description: 'The limit of requests',
    statusCode: 429,
  },
  broken: { error: 'Internal Server Error', statusCode: 500 },
  noRoute: (why) =>
    why === 'token' ? refuse(400, 'token is not valid') : refuse(400, 'insufficient liquidity'),
  outOfRange: () => refuse(400, 'insufficient liquidity'),
  badAddress: () => refuse(400, 'from is not an address'),
  routes: [
    {
      method: 'GET',
      path: '/:chain/quote',
      answer: (asked, engine) => amountsOf(offerOf(asked, engine), engine),
    },
    { method: 'GET', path: '/:chain/swap', answer: build },
  ],
}

async function build(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const slippageBps = Math.round(Number(asked.query('slippage')) * 100)
  if (!(slippageBps >= 0 && slippageBps <= 5_000)) {
    throw engine.refuse(refuse(400, 'slippage is not valid'))
  }
  if (asked.query('disableEstimate') !== 'true') {
    throw engine.refuse(refuse(400, 'Not enough allowance'))
  }
  const sender = engine.account(asked.query('from'))
  const receiver = engine.account(asked.query('receiver') || sender)
  const offer = offerOf(asked, engine)
  const { from, to, amountIn, amountOut } = offer
  const desc = {
    srcToken: engine.upstreamName(from),
    dstToken: engine.upstreamName(to),
    srcReceiver: executor,
    dstReceiver: receiver,
    amount: amountIn,
    minReturnAmount: minimumAfterSlippage(amountOut, slippageBps),
    flags: 0n,
  }
  const steps = `0x${engine.unique().toString(16).padStart(16, '0')}` as const
  const data = `${engine.call(swap, [executor, desc, steps])}${clientMark}` as const
  const value = from.native ? amountIn : 0n
  await engine.sell(offer, { data, value, sender, receiver })
  return {
    ...amountsOf(offer, engine),
    tx: {
      from: sender,
      to: oneInchRouter,
      data,
      value: String(value),
      gas: 0,
      gasPrice: String(engine.gasPrice(from)),
    },
  }
}

function offerOf(asked: Asked, engine: AggregatorEngine): Offer {
  const chain = asked.path('chain')
  return engine.offer({
    from: { chain, token: asked.query('src') },
    to: { chain, token: asked.query('dst') },
    amount: asked.query('amount'),
  })
}

function amountsOf({ from, to, amountOut }: Offer, engine: AggregatorEngine): object {
  const token = (each: Offer['from']): object => ({
    address: engine.upstreamName(each).toLowerCase(),
    symbol: each.symbol,
    name: each.name,
    decimals: each.decimals,
  })
  return { srcToken: token(from), dstToken: token(to), dstAmount: String(amountOut), gas: swapGas }
}
