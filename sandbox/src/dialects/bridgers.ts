// Bridgers: https://docs-bridgers.bridgers.xyz and core/crates/swapper/src/bridgers of
// https://github.com/gemwalletcom/wallet (2026-09-30). Every answer is a 200 with a code; orders are found
// by who paid them.

import { formatAmount } from '../../../src/core/amounts.ts'
import type {
  Asked,
  BridgeDialect,
  BridgeEngine,
  FoundOrder,
  Offer,
  Refusal,
  Token,
} from '../calls/dialect.ts'
import type { SandboxBlockchain } from '../chains.ts'

const vault = '0xc1d13492285eb664951E201BF7C80c7c6318a1b5'
/** The one before it, which callers may still know. */
const older = '0xb685760ebd368a891f27ae547391f4e2a289895b'

// Calls as recorded there.
const swap =
  'function swap(address fromToken, string toToken, string destination, uint256 fromAmount, uint256 minReturnAmount)'
const swapEth =
  'function swapEth(string toToken, string destination, uint256 minReturnAmount) payable'
const payOut = 'function payOut(string order)'
const payBack = 'function payBack(string order)'

const chains = { ETH: 'ETH', BSC: 'BSC', ARBITRUM: 'ARBITRUM', POLYGON: 'POLYGON' } as const
/** Its codes of the tokens it trades. */
const codes: Readonly<Record<SandboxBlockchain, Readonly<Record<string, string>>>> = {
  ETH: { ETH: 'ETH', USDC: 'USDC', USDT: 'USDT(ERC20)' },
  BSC: { BNB: 'BNB(BSC)', USDC: 'USDC(BSC)', USDT: 'USDT(BSC)' },
  ARBITRUM: { ETH: 'ETH(ARB)', USDC: 'USDC(ARB)', USDT: 'USDT(ARB)' },
  POLYGON: { POL: 'POL(POL)', USDC: 'USDC(POL)', USDT: 'USDT(POL)' },
}

const refuse = (resCode: number, resMsg: string): Refusal => ({
  status: 200,
  body: { resCode, resMsg, data: null },
})

export const bridgers: BridgeDialect = {
  kit: 'evmBridge',
  id: 'bridgers',
  urls: { bridgers: '/api', BRIDGERS: '/api' },
  coin: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  chains,
  source: vault,
  destination: vault,
  contracts: [older],
  terms: { spreadBps: 36n, minUsd: 5, maxUsd: 1_000_000 },
  onChain: true,
  payoutUsd: '0.3',
  // It has no contract on ETH.
  trades: (side, token) =>
    codeOf(token) !== undefined && (side === 'to' || token.blockchain !== 'ETH'),
  unauthorized: { resCode: 401, resMsg: 'Unauthorized' },
  rateLimited: { resCode: 429, resMsg: 'Too Many Requests' },
  broken: { resCode: 500, resMsg: 'Internal server error' },
  noRoute: () => refuse(1146, 'Current token is not supported'),
  // It still quotes: the limits show it.
  outOfRange: (side, { token, amount }) => {
    const limit = formatAmount(amount, token.decimals)
    const [depositMin, depositMax] = side === 'min' ? [limit, null] : [null, limit]
    return {
      status: 200,
      body: done({ toTokenAmount: '1', chainFee: '0', depositMin, depositMax }),
    }
  },
  badAddress: () => refuse(1001, 'Address is invalid'),
  routes: [
    {
      method: 'POST',
      path: '/api/sswap/quote',
      answer: (asked, engine) => {
        const offer = offerOf(asked, engine)
        const { from, to, amountIn, amountOut } = offer
        return done({
          fromTokenAmount: formatAmount(amountIn, from.decimals),
          fromTokenDecimal: from.decimals,
          toTokenAmount: formatAmount(amountOut, to.decimals),
          toTokenDecimal: to.decimals,
          amountOutMin: String(amountOut),
          path: [],
          fee: '0.0036',
          feeToken: from.symbol,
          chainFee: '0',
          depositMin: null,
          depositMax: null,
          dex: 'bridgers',
          contractAddress: vault,
          estimatedTime: 1,
        })
      },
    },
    { method: 'POST', path: '/api/sswap/swap', answer: build },
    {
      method: 'POST',
      path: '/api/exchangeRecord/getTransData',
      answer: async ({ body }, engine) => {
        const list = await engine.findByPayer(engine.account(body['fromAddress']))
        const data = { total: list.length, pageNo: 1, list: list.map(printRecord) }
        return { resCode: 100, resMsg: 'success', data }
      },
    },
  ],
}

async function build(asked: Asked, engine: BridgeEngine): Promise<object> {
  const { body } = asked
  const offer = offerOf(asked, engine)
  const { from, to, amountIn } = offer
  const sender = engine.account(body['fromAddress'])
  const receiver = engine.account(body['toAddress'])
  const least = textOf(body, 'amountOutMin')
  if (!/^\d{1,77}$/.test(least)) throw engine.refuse(refuse(1002, 'amountOutMin is wrong'))
  const order = engine.unique().toString(36)
  const bought = `${codeOf(to)}|${order}|${textOf(body, 'slippage') || '0.005'}|bridgers|0`
  const data = from.native
    ? engine.call(swapEth, [bought, receiver, BigInt(least)])
    : engine.call(swap, [from.address, bought, receiver, amountIn, BigInt(least)])
  const value = from.native ? amountIn : 0n
  await engine.open(offer, {
    id: order,
    data,
    value,
    sender,
    receiver,
    refundTo: sender,
    payout: { data: engine.call(payOut, [order]) },
    refund: { data: engine.call(payBack, [order]) },
  })
  return done({ data, to: vault, value: `0x${value.toString(16)}` })
}

function offerOf({ body }: Asked, engine: BridgeEngine): Offer {
  return engine.offer({
    from: { chain: textOf(body, 'fromTokenChain'), token: textOf(body, 'fromTokenAddress') },
    to: { chain: textOf(body, 'toTokenChain'), token: textOf(body, 'toTokenAddress') },
    amount: textOf(body, 'fromTokenAmount'),
  })
}

function done(txData: object): Record<string, unknown> {
  return { resCode: 100, resMsg: 'success', data: { txData } }
}

const statuses = {
  created: 'wait_exchange_push',
  filled: 'receive_complete',
  refunding: 'wait_refund_send',
  refunded: 'refund_complete',
} as const

function printRecord({ id, offer, stage, ...hashes }: FoundOrder): object {
  const { from, to, amountIn, amountOut } = offer
  return {
    id,
    orderId: id,
    fromTokenAddress: from.address,
    toTokenAddress: to.address,
    fromTokenAmount: formatAmount(amountIn, from.decimals),
    toTokenAmount: formatAmount(amountOut, to.decimals),
    fromAmount: String(amountIn),
    toAmount: String(amountOut),
    fromChain: chains[from.blockchain],
    toChain: chains[to.blockchain],
    hash: hashes.srcTxHash,
    toHash: hashes.payoutHash ?? '',
    refundHash: hashes.refundHash ?? '',
    refundReason: '',
    status: statuses[stage],
  }
}

function codeOf({ blockchain, symbol }: Token): string | undefined {
  return codes[blockchain][symbol]
}

function textOf(body: Asked['body'], name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}
