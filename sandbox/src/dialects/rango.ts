// Rango between chains: https://docs.rango.exchange, basic API (read 2026-11). Every payment goes to
// Across here, which uses one kind of token, and the diamond pays out in place of its pool.

import { randomUUID } from 'node:crypto'
import type { Asked, BridgeDialect, BridgeEngine, FoundOrder, Offer } from '../calls/dialect.ts'
import {
  chains,
  diamond,
  leastOf,
  offerOf,
  printCall,
  printRoute,
  printToken,
  refusals,
  zero,
} from './rangoParts.ts'

/** https://docs.across.to: Across' pool on ETH. */
const spokePool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const swapper = 'Across'
/** Tokens that are paid out as they are paid in. */
const reserves = ['USDC', 'USDT', 'DAI', 'WBTC']
const fillSeconds = 7_200

// contracts/facets/bridges of https://github.com/rango-exchange/rango-contracts-v2 (2026-06-12).
const acrossBridge =
  'function acrossBridge((address spokePoolAddress, address depositor, address exclusiveRelayer, address outputToken, uint32 fillDeadline, uint32 exclusivityDeadline, address recipient, uint256 destinationChainId, uint256 decimalsAdjustedTotalRelayFeePct, uint32 quoteTimestamp, bytes message) request, (address requestId, address token, uint256 amount, (address affiliatorAddress, uint256 amount, uint8 feeType)[] affiliateFees, uint256 totalAffiliateFee, uint16 dAppTag, string dAppName) bridgeRequest) payable'
const fill = 'function fillRelay(bytes32 order)'
const refund = 'function refund(bytes32 order)'

const whole = 10n ** 18n

export const rango: BridgeDialect = {
  ...refusals,
  kit: 'evmBridge',
  id: 'rango',
  chains,
  urls: { rango: '/basic' },
  source: diamond,
  destination: diamond,
  terms: { spreadBps: 22n, minUsd: 4, maxUsd: 5_000_000 },
  payoutUsd: '0.4',
  trades: (_side, { symbol }) => reserves.includes(symbol),
  routes: [
    {
      method: 'GET',
      path: '/basic/quote',
      answer: (asked, engine) =>
        printRoute(sameToken(asked, engine), asked, routeOf(randomUUID()), engine),
    },
    { method: 'GET', path: '/basic/swap', answer: build },
    {
      method: 'GET',
      path: '/basic/status',
      answer: async ({ query }, engine) => {
        const found = await engine.find(query('requestId'))
        const isIt = found?.srcTxHash.toLowerCase() === query('txId').toLowerCase()
        return printStatus(isIt ? found : null, engine)
      },
    },
  ],
}

async function build(asked: Asked, engine: BridgeEngine): Promise<object> {
  const offer = sameToken(asked, engine)
  const sender = engine.account(asked.query('fromAddress'))
  const receiver = engine.account(asked.query('toAddress'))
  const { from, to, amountIn } = offer
  const requestId = randomUUID()
  const now = Math.floor(engine.now() / 1_000)
  const order = `0x${engine.unique().toString(16).padStart(64, '0')}` as const
  const across = {
    spokePoolAddress: spokePool,
    depositor: sender,
    exclusiveRelayer: zero,
    outputToken: engine.upstreamName(to),
    fillDeadline: now + fillSeconds,
    exclusivityDeadline: 0,
    recipient: receiver,
    destinationChainId: BigInt(engine.chainIdOf(to)),
    // Of the payment, with the decimals of both tokens in it; rounded up.
    decimalsAdjustedTotalRelayFeePct: (leastOf(offer, asked) * whole + amountIn - 1n) / amountIn,
    quoteTimestamp: now,
    message: '0x',
  }
  const payment = {
    requestId: `0x${order.slice(-40)}`,
    token: engine.upstreamName(from),
    amount: amountIn,
    affiliateFees: [],
    totalAffiliateFee: 0n,
    dAppTag: 0,
    dAppName: '',
  }
  const data = engine.call(acrossBridge, [across, payment])
  await engine.open(offer, {
    id: requestId,
    data,
    value: 0n,
    sender,
    receiver,
    refundTo: sender,
    payout: { data: engine.call(fill, [order]) },
    refund: { data: engine.call(refund, [order]) },
  })
  return {
    ...printRoute(offer, asked, routeOf(requestId), engine),
    tx: printCall(offer, sender, data, engine),
  }
}

function sameToken(asked: Asked, engine: BridgeEngine): Offer {
  const offer = offerOf(asked, swapper, engine)
  if (offer.from.symbol === offer.to.symbol) return offer
  throw engine.refuse(refusals.noRoute('pair'))
}

function routeOf(requestId: string) {
  return { requestId, swapper, type: 'BRIDGE', seconds: 60 } as const
}

const states = {
  created: ['running', null],
  filled: ['success', 'DESIRED_OUTPUT'],
  refunding: ['running', null],
  refunded: ['failed', 'REVERTED_TO_INPUT'],
} as const

function printStatus(found: FoundOrder | null, engine: BridgeEngine): object {
  const unknown = {
    status: null,
    timestamp: engine.now(),
    error: null,
    output: null,
    explorerUrl: null,
    diagnosisUrl: null,
    steps: null,
    bridgeData: null,
  }
  if (found === null) return unknown
  const { offer, stage, srcTxHash, payoutHash, refundHash } = found
  const { from, to, amountIn, amountOut } = offer
  const [status, type] = states[stage]
  const isBack = stage === 'refunded'
  const [token, amount] = isBack ? [from, amountIn] : [to, amountOut]
  const side = (one: Offer['from'], units: bigint, name: 'src' | 'dest') => ({
    [`${name}ChainId`]: engine.chainIdOf(one),
    [`${name}Token`]: one.address,
    [`${name}TokenAmt`]: String(units),
    [`${name}TokenDecimals`]: one.decimals,
    [`${name}TokenPrice`]: engine.usd(10n ** BigInt(one.decimals), one),
  })
  return {
    ...unknown,
    status,
    output:
      type === null
        ? null
        : { amount: String(amount), receivedToken: printToken(token, engine), type },
    explorerUrl: [srcTxHash, payoutHash, refundHash].flatMap((hash) =>
      hash === null ? [] : [{ url: `https://etherscan.io/tx/${hash}`, description: null }],
    ),
    bridgeData: {
      ...side(from, amountIn, 'src'),
      srcTxHash,
      ...side(to, amountOut, 'dest'),
      destTxHash: payoutHash,
    },
  }
}
