// Symbiosis on one chain: https://api.symbiosis.finance/crosschain/docs (read 2026-11). One request
// prices and builds; every swap goes through 1inch here, around which the gateway takes its fee.

import { isRecord } from '../../../src/core/json.ts'
import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Refusal,
  Token,
} from '../calls/dialect.ts'
import type { SandboxBlockchain } from '../chains.ts'

/** src/onchainRouters.ts of https://github.com/symbiosis-finance/sdk-types (2026-08-07). */
const gateways = {
  ETH: '0xE7e68D336F90f98D22A479253eafA5f2424aCaD8',
  BSC: '0xf97fd9feEe8afFDbaeCE1dF54341537460D2E24d',
  ARBITRUM: '0xda5b1347D43C5b8BF4e334C0bB6f01D1F1070994',
  POLYGON: '0xa1262496e84a9663b7AB64ed96C152A23d0B7214',
} as const satisfies Record<SandboxBlockchain, string>
/** Those before them, which callers may still know. */
const older = [
  '0xff9b21c3bfa4bce9b20b55fed56d102ced48b0f6',
  '0x0425841529882628880fBD228AC90606e0c2e09A',
] as const
const oneInch = '0x111111125421cA6dc452d289314280a0f8842A65'
const executor = '0x5141B82f5fFDa4c6fE1E372978F1C5427640a190'
const zero = '0x0000000000000000000000000000000000000000'
const oneInchCoin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

// The gateways at those addresses and AggregationRouterV6 on https://etherscan.io (read 2026-11).
const onswap =
  'function onswap(address token, uint256 amount, address dex, address dexgateway, bytes data) payable'
const swap =
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)'

const milli = 10n ** 15n
/** Of a swap, in the chain's native coin, wei. */
const fees = {
  ETH: milli / 6n,
  ARBITRUM: milli / 6n,
  BSC: milli,
  POLYGON: 1_000n * milli,
} as const satisfies Record<SandboxBlockchain, bigint>

const refuse = (message: string): Refusal => ({ status: 400, body: { code: 400, message } })

export const symbiosisSwap: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'SYMBIOSIS_SWAP',
  urls: { SYMBIOSIS_SWAP: '/crosschain' },
  contracts: [...Object.values(gateways), ...older],
  // Its own name for the coin is the empty text.
  coin: zero,
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 52n, minUsd: 1, maxUsd: 5_000_000 },
  unauthorized: { code: 401, message: 'Unauthorized' },
  rateLimited: { code: 429, message: 'Too Many Requests' },
  broken: { code: 500, message: 'Internal server error' },
  noRoute: () => refuse('No route'),
  outOfRange: (side) =>
    refuse(side === 'min' ? 'Amount $0.80 too low. Min amount: $1.00' : 'Amount too high'),
  badAddress: () => refuse('from is not an address'),
  routes: [{ method: 'POST', path: '/crosschain/v2/swap', answer: build }],
}

async function build({ body }: Asked, engine: AggregatorEngine): Promise<object> {
  const [given, wanted] = [memberOf(body, 'tokenAmountIn'), memberOf(body, 'tokenOut')]
  const place = (of: Record<string, unknown>) => ({
    chain: String(of['chainId']),
    token: of['address'] === '' ? zero : String(of['address']),
  })
  const slippageBps = Number(body['slippage'])
  if (!(slippageBps >= 0 && slippageBps <= 5_000) || !Number.isInteger(slippageBps)) {
    throw engine.refuse(refuse('slippage must be between 0 and 5000'))
  }
  const { disabledProviders: disabled } = body
  const isDisabled = typeof disabled === 'string' && disabled.split(',').includes('1inch')
  if (isDisabled) throw engine.refuse(refuse('No route'))
  const offer = engine.offer({
    from: place(given),
    to: place(wanted),
    amount: String(given['amount']),
  })
  const { from, to, amountIn, amountOut } = offer
  const sender = engine.account(body['from'])
  const receiver = engine.account(body['to'])
  const gateway = gateways[from.blockchain]
  const coinOr = (token: Token): string => (token.native ? oneInchCoin : token.address)
  const least = (amountOut * BigInt(10_000 - slippageBps) + 9_999n) / 10_000n
  const desc = {
    srcToken: coinOr(from),
    dstToken: coinOr(to),
    srcReceiver: executor,
    dstReceiver: receiver,
    amount: amountIn,
    minReturnAmount: least,
    flags: 0n,
  }
  const steps = `0x${engine.unique().toString(16).padStart(16, '0')}`
  const inner = engine.call(swap, [executor, desc, steps])
  const holder = from.native ? zero : oneInch
  const data = engine.call(onswap, [from.address, amountIn, oneInch, holder, inner])
  const value = fees[from.blockchain] + (from.native ? amountIn : 0n)
  await engine.sell(offer, { data, value, sender, receiver, to: gateway })
  const token = (each: Token, amount: bigint): object => ({
    chainId: Number(place(given).chain),
    address: each.native ? '' : each.address,
    symbol: each.symbol,
    name: each.name,
    decimals: each.decimals,
    amount: String(amount),
    priceUsd: Number(engine.usd(10n ** BigInt(each.decimals), each)),
  })
  return {
    kind: 'onchain-swap',
    type: 'evm',
    labels: [],
    tokenAmountOut: token(to, amountOut),
    tokenAmountOutMin: token(to, least),
    priceImpact: '-0.5',
    amountInUsd: { symbol: 'USD', amount: engine.usd(amountIn, from), decimals: 2 },
    fees: [],
    routes: [],
    approveTo: from.native ? '' : gateway,
    inTradeType: '1inch',
    outTradeType: '1inch',
    estimatedTime: 12,
    // The number that its node gives.
    tx: { chainId: engine.chainIdOf(from), from: sender, to: gateway, data, value: String(value) },
  }
}

function memberOf(body: Asked['body'], name: string): Record<string, unknown> {
  const member = body[name]
  return isRecord(member) ? member : {}
}
