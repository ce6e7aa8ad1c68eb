// Velora's Market API: https://developers.velora.xyz/api/velora-api/velora-market-api (read 2026-11). A
// route goes back to `transactions` unchanged; its hmac shows it.

import { createHmac, randomUUID } from 'node:crypto'
import { minimumAfterSlippage } from '../../../src/core/amounts.ts'
import { isRecord } from '../../../src/core/json.ts'
import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Refusal,
  Route,
} from '../calls/dialect.ts'

const augustus = '0x6A000F20005980200259B80c5102003040001068'
const executor = '0x000010036C0190E009a000d0fc3541100A07380A'

// src/abi/augustus-v6/ABI.json of https://github.com/VeloraDEX/paraswap-dex-lib (read 2026-11).
const swap =
  'function swapExactAmountIn(address executor, (address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)'

/** In every call of an anonymous client. */
const capsSurplus = 1n << 92n
const swapGas = 250_000n

const refuse = (status: Refusal['status'], error: string): Refusal => ({ status, body: { error } })

export const paraSwap: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'PARA_SWAP',
  contracts: [augustus],
  coin: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 40n, minUsd: 0, maxUsd: 5_000_000 },
  unauthorized: { error: 'Unauthorized' },
  rateLimited: { error: 'Too many requests' },
  broken: { error: 'Internal Error while computing the price' },
  noRoute: (why) =>
    why === 'pair'
      ? refuse(400, 'No routes found with enough liquidity')
      : refuse(400, 'Invalid tokens'),
  outOfRange: () => refuse(400, 'Invalid Amount'),
  badAddress: () => refuse(400, 'Validation failed: "userAddress" is not an address'),
  // The vendor's own client ends its paths in a slash.
  routes: ['', '/'].flatMap((end): Route<AggregatorEngine>[] => [
    {
      method: 'GET',
      path: `/prices${end}`,
      answer: (asked, engine) => ({ priceRoute: routeOf(asked.query, engine) }),
    },
    { method: 'POST', path: `/transactions/:network${end}`, answer: build },
    { method: 'GET', path: `/adapters/contracts${end}`, answer: () => addresses },
  ]),
}

/** `AugustusRFQ` fills orders of market makers, which are not served here. */
const addresses = {
  AugustusSwapper: augustus,
  TokenTransferProxy: augustus,
  AugustusRFQ: '0xe92b586627ccA7a83dC919cc7127196d70f55a06',
  Executors: { Executor1: executor },
}

function routeOf(text: (name: string) => string, engine: AggregatorEngine): object {
  const chain = text('network')
  const offer = engine.offer({
    from: { chain, token: text('srcToken') },
    to: { chain, token: text('destToken') },
    amount: text('amount'),
  })
  const { from, to, amountIn, amountOut } = offer
  const route = {
    network: Number(chain),
    srcToken: engine.upstreamName(from).toLowerCase(),
    srcDecimals: from.decimals,
    srcAmount: String(amountIn),
    destToken: engine.upstreamName(to).toLowerCase(),
    destDecimals: to.decimals,
    destAmount: String(amountOut),
    bestRoute: [],
    gasCost: String(swapGas),
    gasCostUSD: engine.gasUsd(swapGas, from),
    side: 'SELL',
    version: '6.2',
    contractAddress: augustus.toLowerCase(),
    tokenTransferProxy: augustus.toLowerCase(),
    contractMethod: 'swapExactAmountIn',
    partnerFee: 0,
    srcUSD: engine.usd(amountIn, from),
    destUSD: engine.usd(amountOut, to),
    partner: 'anon',
    maxImpactReached: false,
  }
  return { ...route, hmac: hmacOf(route) }
}

async function build(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const { priceRoute: route, slippage } = asked.body
  if (!isRecord(route) || route['hmac'] !== hmacOf(route)) {
    throw engine.refuse(refuse(400, 'Invalid route'))
  }
  const slippageBps = Number(slippage)
  if (!(slippageBps >= 0 && slippageBps <= 10_000)) {
    throw engine.refuse(refuse(400, 'Missing slippage or destAmount'))
  }
  if (String(route['srcAmount']) !== asked.body['srcAmount']) {
    throw engine.refuse(refuse(400, 'Source Amount Mismatch'))
  }
  const sender = engine.account(asked.body['userAddress'])
  const receiver = engine.account(asked.body['receiver'] ?? sender)
  const chain = asked.path('network')
  const offer = engine.offer({
    from: { chain, token: String(route['srcToken']) },
    to: { chain, token: String(route['destToken']) },
    amount: String(route['srcAmount']),
  })
  if (offer.amountOut < BigInt(String(route['destAmount']))) {
    throw engine.refuse(refuse(400, 'The rate has changed, please re-query the latest Price'))
  }
  const { from, to, amountIn, amountOut } = offer
  const swapData = {
    srcToken: engine.upstreamName(from),
    destToken: engine.upstreamName(to),
    fromAmount: amountIn,
    toAmount: minimumAfterSlippage(amountOut, slippageBps),
    quotedAmount: amountOut,
    metadata: `0x${engine.unique().toString(16).padStart(64, '0')}`,
    beneficiary: receiver,
  }
  const data = engine.call(swap, [executor, swapData, capsSurplus, '0x', '0x'])
  const value = from.native ? amountIn : 0n
  await engine.sell(offer, { data, value, sender, receiver })
  const call = { from: sender, to: augustus.toLowerCase(), value: String(value), data }
  return { ...call, chainId: engine.chainIdOf(from) }
}

/** Over every member but itself, in the order of their names. */
function hmacOf(route: object): string {
  const members = Object.entries(route)
    .filter(([name]) => name !== 'hmac')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha1', secret).update(JSON.stringify(members)).digest('hex')
}

/** Of this run: a route of another one is not known. */
const secret = randomUUID()
