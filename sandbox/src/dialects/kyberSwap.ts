// KyberSwap's aggregator: https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator
// (read 2026-11). A route goes back to `build` unchanged; its checksum shows it.

import { createHash, randomUUID } from 'node:crypto'
import { minimumAfterSlippage } from '../../../src/core/amounts.ts'
import { isRecord } from '../../../src/core/json.ts'
import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Offer,
  Refusal,
} from '../calls/dialect.ts'

const router = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const executor = '0x63242A4Ea82847b20E506b63B0e2e2eFF0CC6cB0'

// MetaAggregationRouterV2, https://etherscan.io/address/0x6131B5fae19EA4f9D964eAc0408E4408b66337b5#code
// (read 2026-11).
const swap =
  'function swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution) payable returns (uint256 returnAmount, uint256 gasUsed)'
const swapped =
  'event Swapped(address sender, address srcToken, address dstToken, address dstReceiver, uint256 spentAmount, uint256 returnAmount)'

/** In every call; it does nothing. */
const usualFlags = 0x200n
const swapGas = 250_000n
const routeLifeSeconds = 60
const mostSlippageBps = 2_000

const refuse = (status: Refusal['status'], code: number, message: string): Refusal => ({
  status,
  body: { code, message, details: null, requestId: randomUUID() },
})

const malformed = (): Refusal => refuse(400, 4_002, 'unable to bind request body')

export const kyberSwap: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'KYBER_SWAP',
  contracts: [router],
  coin: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  chains: { ETH: 'ethereum', BSC: 'bsc', ARBITRUM: 'arbitrum', POLYGON: 'polygon' },
  terms: { spreadBps: 45n, minUsd: 0, maxUsd: 5_000_000 },
  unauthorized: { message: 'Unauthorized' },
  rateLimited: 'Too Many Requests',
  broken: { code: 5_000, message: 'internal server error', details: null },
  noRoute: (why) =>
    why === 'chain'
      ? refuse(404, 4_004, 'chain not found')
      : why === 'token'
        ? refuse(400, 4_011, 'token not found')
        : refuse(400, 4_008, 'route not found'),
  outOfRange: (side) =>
    side === 'max'
      ? refuse(400, 4_009, 'the amount in is greater than the max allowed')
      : refuse(400, 4_010, 'no eligible pools found'),
  badAddress: malformed,
  routes: [
    {
      method: 'GET',
      path: '/:chain/api/v1/routes',
      answer: (asked, engine) => {
        const offer = offerOf(asked, engine, asked.query)
        return done({ routeSummary: summaryOf(offer, engine), routerAddress: router })
      },
    },
    { method: 'POST', path: '/:chain/api/v1/route/build', answer: build },
  ],
}

async function build(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const { routeSummary: route, slippageTolerance = 0 } = asked.body
  const slippageBps = Number(slippageTolerance)
  if (!isRecord(route) || route['checksum'] !== checksumOf(route) || !(slippageBps >= 0)) {
    throw engine.refuse(malformed())
  }
  if (slippageBps > mostSlippageBps || !Number.isInteger(slippageBps)) {
    throw engine.refuse(refuse(400, 4_000, 'slippageTolerance is invalid'))
  }
  const [sender, receiver] = [
    engine.account(asked.body['sender']),
    engine.account(asked.body['recipient']),
  ]
  const text = (name: string): string => String(route[name])
  const offer = offerOf(asked, engine, text)
  const isOld = engine.now() / 1_000 - Number(text('timestamp')) > routeLifeSeconds
  if (isOld || offer.amountOut < BigInt(text('amountOut'))) {
    throw engine.refuse(refuse(422, 4_222, 'quoted amount is smaller than estimated'))
  }
  // The router rounds once more than the route.
  const sold = { ...offer, amountOut: offer.amountOut - 1n }
  const { from, to, amountIn, amountOut } = sold
  const [srcToken, dstToken] = [engine.upstreamName(from), engine.upstreamName(to)]
  const clientData = { Source: asked.body['source'], Id: String(engine.unique()) }
  const execution = {
    callTarget: executor,
    approveTarget: '0x0000000000000000000000000000000000000000',
    targetData: '0x',
    desc: {
      srcToken,
      dstToken,
      srcReceivers: from.native ? [] : [executor],
      srcAmounts: from.native ? [] : [amountIn],
      feeReceivers: [],
      feeAmounts: [],
      dstReceiver: receiver,
      amount: amountIn,
      minReturnAmount: minimumAfterSlippage(amountOut, slippageBps),
      flags: usualFlags,
      permit: '0x',
    },
    clientData: `0x${Buffer.from(JSON.stringify(clientData)).toString('hex')}`,
  }
  const data = engine.call(swap, [execution])
  const value = from.native ? amountIn : 0n
  const logs = [engine.log(swapped, [sender, srcToken, dstToken, receiver, amountIn, amountOut])]
  await engine.sell(sold, { data, value, sender, receiver, logs })
  return done({
    ...amountsOf(sold, engine),
    data,
    routerAddress: router,
    transactionValue: String(value),
  })
}

function offerOf(asked: Asked, engine: AggregatorEngine, text: (name: string) => string): Offer {
  const chain = asked.path('chain')
  return engine.offer({
    from: { chain, token: text('tokenIn') },
    to: { chain, token: text('tokenOut') },
    amount: text('amountIn'),
  })
}

function summaryOf(offer: Offer, engine: AggregatorEngine): object {
  const route = {
    tokenIn: engine.upstreamName(offer.from),
    tokenOut: engine.upstreamName(offer.to),
    ...amountsOf(offer, engine),
    route: [],
    routeID: randomUUID(),
    timestamp: Math.floor(engine.now() / 1_000),
  }
  return { ...route, checksum: checksumOf(route) }
}

function amountsOf({ from, to, amountIn, amountOut }: Offer, engine: AggregatorEngine): object {
  return {
    amountIn: String(amountIn),
    amountInUsd: engine.usd(amountIn, from),
    amountOut: String(amountOut),
    amountOutUsd: engine.usd(amountOut, to),
    gas: String(swapGas),
    gasPrice: String(engine.gasPrice(from)),
    gasUsd: engine.gasUsd(swapGas, from),
  }
}

function done(data: object): object {
  return { code: 0, message: 'successfully', data, requestId: randomUUID() }
}

/** Over every member but itself, in the order of their names. */
function checksumOf(route: Record<string, unknown>): string {
  const members = Object.entries(route)
    .filter(([name]) => name !== 'checksum')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const digest = createHash('sha256')
    .update(`${salt} ${JSON.stringify(members)}`)
    .digest()
  return digest.readBigUInt64BE().toString()
}

/** Of this run: a route of another one is not known. */
const salt = randomUUID()
