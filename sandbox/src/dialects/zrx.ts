// 0x's Swap API for AllowanceHolder: https://0x.org/docs/api (v2, read 2026-11). Every request carries
// a key.

import { randomBytes } from 'node:crypto'
import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Offer,
  Refusal,
} from '../calls/dialect.ts'

/** chain_config.json of https://github.com/0xProject/0x-settler (2026-08-21). */
const holder = '0x0000000000001fF3684f28c67538d4D072C22734'
const registry = '0x00000000000004533Fe15556B1E086BB1A72cEae'
/** The eleventh of each chain, at the address that the registry deploys it to. */
const settlers = {
  '1': '0xD07C4F45bc9B389d286CB094F97BB6Ba45f4Bb30',
  '56': '0x779a74436Eda060911B2c4F209D34eA155f3df09',
  '137': '0xD57E8e9996B81F689Bb26E680c2B8a1f8De7003d',
  '42161': '0x80A5a825b8bb07e355244A7De6384a064b0D601d',
} as const

// AllowanceHolder and Settler of the same.
const exec =
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes result)'
const execute =
  'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zidAndAffiliate) payable returns (bool)'
const ownerOf = 'function ownerOf(uint256 feature)'
/** Swaps that the taker sends. */
const takerFeature = 2n

const zero = '0x0000000000000000000000000000000000000000'
const source = 'Uniswap_V3'
const swapGas = 288_079n

const refuse = (status: Refusal['status'], name: string, message: string): Refusal => ({
  status,
  body: { name, message, data: {} },
})

export const zrx: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'ZRX',
  contracts: [holder, registry, ...Object.values(settlers)],
  coin: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 44n, minUsd: 1, maxUsd: 5_000_000 },
  unauthorized: { message: 'No API key found in request' },
  rateLimited: { message: 'Rate limit exceeded' },
  broken: { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error occurred' },
  noRoute: (why) =>
    why === 'token' ? refuse(400, 'TOKEN_NOT_SUPPORTED', 'Token is not supported') : noLiquidity(),
  outOfRange: (side) =>
    side === 'min'
      ? refuse(400, 'SELL_AMOUNT_TOO_SMALL', 'The sell amount is too small')
      : noLiquidity(),
  badAddress: () => invalid('taker'),
  routes: [
    {
      method: 'GET',
      path: '/swap/allowance-holder/price',
      answer: (asked, engine) => offerBody(offerOf(asked, engine), asked, engine),
    },
    { method: 'GET', path: '/swap/allowance-holder/quote', answer: build },
  ],
}

async function build(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const { query } = asked
  const sender = engine.account(query('taker'))
  const receiver = engine.account(query('recipient') || sender)
  const offer = offerOf(asked, engine)
  const { from, to, amountIn, amountOut } = offer
  const settler = settlerOn(query('chainId'))
  const slippage = {
    recipient: receiver,
    buyToken: engine.upstreamName(to),
    minAmountOut: leastOf(amountOut, slippageOf(asked, engine)),
  }
  const zid = `0x${engine.unique().toString(16).padStart(64, '0')}`
  const sold = from.native ? zero : engine.upstreamName(from)
  const inner = engine.call(execute, [slippage, ['0xc1fb425e'], zid])
  const data = engine.call(exec, [settler, sold, amountIn, settler, inner])
  const value = from.native ? amountIn : 0n
  const ask = { to: registry, data: engine.call(ownerOf, [takerFeature]) } as const
  const result = `0x${settler.slice(2).padStart(64, '0')}` as const
  await engine.sell(offer, { data, value, sender, receiver, answers: [{ ...ask, result }] })
  return {
    ...offerBody(offer, asked, engine),
    transaction: {
      to: holder.toLowerCase(),
      data,
      gas: String(swapGas),
      gasPrice: String(engine.gasPrice(from)),
      value: String(value),
    },
  }
}

function settlerOn(chain: string): (typeof settlers)[keyof typeof settlers] {
  const found = Object.entries(settlers).find(([number]) => number === chain)?.[1]
  if (found === undefined) throw new Error(`the sandbox has no Settler on chain ${chain}`)
  return found
}

/** @throws for a client without a key, or one that excludes the only source there is */
function offerOf({ query, header }: Asked, engine: AggregatorEngine): Offer {
  if (header('0x-api-key') === '') {
    throw engine.refuse({ status: 401, body: { message: 'No API key found in request' } })
  }
  if (query('excludedSources').split(',').includes(source)) throw engine.refuse(noLiquidity())
  const chain = query('chainId')
  return engine.offer({
    from: { chain, token: query('sellToken') },
    to: { chain, token: query('buyToken') },
    amount: query('sellAmount'),
  })
}

function slippageOf({ query }: Asked, engine: AggregatorEngine): bigint {
  const text = query('slippageBps') || '100'
  if (/^\d{1,5}$/.test(text) && Number(text) <= 10_000) return BigInt(text)
  throw engine.refuse(invalid('slippageBps'))
}

function leastOf(amount: bigint, slippageBps: bigint): bigint {
  return (amount * (10_000n - slippageBps) + 9_999n) / 10_000n
}

function offerBody(
  { from, to, amountIn, amountOut }: Offer,
  asked: Asked,
  engine: AggregatorEngine,
): object {
  const lowerCased = (token: Offer['from']): string => engine.upstreamName(token).toLowerCase()
  const [sellToken, buyToken] = [lowerCased(from), lowerCased(to)]
  const noTax = { buyTaxBps: '0', sellTaxBps: '0', transferTaxBps: '0' }
  const gasPrice = engine.gasPrice(from)
  return {
    allowanceTarget: from.native ? null : holder.toLowerCase(),
    blockNumber: '22000000',
    buyAmount: String(amountOut),
    buyToken,
    fees: { integratorFee: null, integratorFees: null, zeroExFee: null, gasFee: null },
    gas: String(swapGas),
    gasPrice: String(gasPrice),
    issues: {
      allowance: from.native ? null : { actual: '0', spender: holder.toLowerCase() },
      balance: null,
      simulationIncomplete: false,
      invalidSourcesPassed: [],
    },
    liquidityAvailable: true,
    minBuyAmount: String(leastOf(amountOut, slippageOf(asked, engine))),
    route: {
      fills: [{ from: sellToken, to: buyToken, source, proportionBps: '10000' }],
      tokens: [
        { address: sellToken, symbol: from.symbol },
        { address: buyToken, symbol: to.symbol },
      ],
    },
    sellAmount: String(amountIn),
    sellToken,
    tokenMetadata: { buyToken: noTax, sellToken: noTax },
    totalNetworkFee: String(swapGas * gasPrice),
    zid: newZid(),
  }
}

function noLiquidity(): Refusal {
  return { status: 200, body: { liquidityAvailable: false, zid: newZid() } }
}

function invalid(field: string): Refusal {
  return {
    status: 400,
    body: {
      name: 'INPUT_INVALID',
      message: 'The input is invalid',
      data: { details: [{ field, reason: `Invalid ${field}` }] },
    },
  }
}

function newZid(): string {
  return `0x${randomBytes(12).toString('hex')}`
}
