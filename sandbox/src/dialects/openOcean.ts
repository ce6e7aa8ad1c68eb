// OpenOcean's swap API: https://apis.openocean.finance/developer/apis/swap-api/api-v4 (read 2026-11). A
// price and a call are requested alike; the call also names the account and its slippage.

import { minimumAfterSlippage } from '../../../src/core/amounts.ts'
import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Offer,
  Refusal,
} from '../calls/dialect.ts'

const exchange = '0x6352a56caadC4F1E25CD6c75970Fa768A3304e64'
const executor = '0xB100a5B2591Dd099040a5ab76EFe682A6D8a48a2'
const noSender = '0x0000000000000000000000000000000000000000'

// OpenOceanExchange.sol of https://github.com/dev0xstar/OpenOceanExchangeV2 (read 2026-11).
const swap =
  'function swap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 guaranteedAmount, uint256 flags, address referrer, bytes permit) desc, (uint256 target, uint256 gasLimit, uint256 value, bytes data)[] calls) payable returns (uint256 returnAmount)'
const swapped =
  'event Swapped(address indexed sender, address indexed srcToken, address indexed dstToken, address dstReceiver, uint256 amount, uint256 spentAmount, uint256 returnAmount, uint256 minReturnAmount, uint256 guaranteedAmount, address referrer)'

/** The exchange takes tokens from the payer; native coins come with the call. */
const claims = 0x02n
const swapGas = 250_000n

const refuse = (status: Refusal['status'], error: string): Refusal => ({
  status,
  body: { code: status, error },
})

const malformed = (): Refusal => refuse(400, 'Invalid parameter')

export const openOcean: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'OPEN_OCEAN',
  // Its host without a key, and the one for those with a key.
  urls: { OPEN_OCEAN: '', openOceanPro: '' },
  contracts: [exchange],
  coin: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  // POLYGON's coin has another address here.
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161' },
  terms: { spreadBps: 50n, minUsd: 0, maxUsd: 5_000_000 },
  unauthorized: { code: 401, message: 'Unauthorized' },
  rateLimited: { code: 429, message: 'Too Many Requests' },
  broken: { code: 500, error: 'Internal Server Error' },
  noRoute: (why) =>
    why === 'chain' ? refuse(404, 'chain not found') : refuse(404, 'No avail liquidity'),
  outOfRange: malformed,
  badAddress: malformed,
  routes: [
    {
      method: 'GET',
      path: '/:chain/quote',
      answer: (asked, engine) => {
        const offer = offerOf(asked, engine)
        return done({ ...amountsOf(offer, engine), exchange, dexes: [] })
      },
    },
    { method: 'GET', path: '/:chain/swap', answer: build },
  ],
}

async function build(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const slippageBps = Math.round(Number(asked.query('slippage')) * 100)
  if (!(slippageBps >= 0 && slippageBps <= 5_000)) throw engine.refuse(malformed())
  const receiver = engine.account(asked.query('account'))
  const sender = asked.query('sender') === '' ? receiver : engine.account(asked.query('sender'))
  const offer = offerOf(asked, engine)
  const { from, to, amountIn, amountOut } = offer
  const [srcToken, dstToken] = [engine.upstreamName(from), engine.upstreamName(to)]
  const minReturnAmount = minimumAfterSlippage(amountOut, slippageBps)
  const desc = {
    srcToken,
    dstToken,
    srcReceiver: executor,
    dstReceiver: receiver,
    amount: amountIn,
    minReturnAmount,
    guaranteedAmount: amountOut,
    flags: from.native ? 0n : claims,
    referrer: noSender,
    permit: '0x',
  }
  const step = { target: BigInt(executor), gasLimit: engine.unique(), value: 0n, data: '0x' }
  const data = engine.call(swap, [executor, desc, [step]])
  const value = from.native ? amountIn : 0n
  const amounts = [amountIn, amountIn, amountOut, minReturnAmount, amountOut]
  const logs = [engine.log(swapped, [sender, srcToken, dstToken, receiver, ...amounts, noSender])]
  await engine.sell(offer, { data, value, sender, receiver, logs })
  return done({
    ...amountsOf(offer, engine),
    minOutAmount: String(minReturnAmount),
    from: sender,
    to: exchange,
    value: String(value),
    gasPrice: String(engine.gasPrice(from)),
    data,
  })
}

function offerOf(asked: Asked, engine: AggregatorEngine): Offer {
  const chain = asked.path('chain')
  return engine.offer({
    from: { chain, token: asked.query('inTokenAddress') },
    to: { chain, token: asked.query('outTokenAddress') },
    amount: asked.query('amountDecimals'),
  })
}

function amountsOf({ from, to, amountIn, amountOut }: Offer, engine: AggregatorEngine): object {
  const token = (each: Offer['from'], amount: bigint): object => ({
    address: engine.upstreamName(each),
    symbol: each.symbol,
    decimals: each.decimals,
    usd: engine.usd(amount, each),
  })
  return {
    inToken: token(from, amountIn),
    outToken: token(to, amountOut),
    inAmount: String(amountIn),
    outAmount: String(amountOut),
    estimatedGas: String(swapGas),
    price_impact: '-0.5%',
  }
}

function done(data: object): object {
  return { code: 200, data }
}
