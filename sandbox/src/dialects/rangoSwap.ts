// Rango on one chain: https://docs.rango.exchange, basic API (read 2026-11). The diamond runs the
// swaps of an exchange.

import { randomUUID } from 'node:crypto'
import type { AggregatorDialect, AggregatorEngine, Asked } from '../calls/dialect.ts'
import { chains, diamond, leastOf, offerOf, printCall, printRoute, refusals } from './rangoParts.ts'

/** https://etherscan.io/address/0x6352a56caadC4F1E25CD6c75970Fa768A3304e64: OpenOcean's exchange. */
const exchange = '0x6352a56caadC4F1E25CD6c75970Fa768A3304e64'
const swapper = 'OpenOcean'

// contracts/facets of https://github.com/rango-exchange/rango-contracts-v2 (2026-06-12).
const onChainSwaps =
  'function onChainSwaps((address requestId, address fromToken, address toToken, uint256 amountIn, (address affiliatorAddress, uint256 amount, uint8 feeType)[] affiliateFees, uint256 totalAffiliateFee, uint256 minimumAmountExpected, bool feeFromInputToken, uint16 dAppTag, string dAppName) request, (address spender, address target, address swapFromToken, address swapToToken, bool needsTransferFromUser, uint256 amount, bytes callData)[] calls, address receiver) payable returns (bytes[])'

export const rangoSwap: AggregatorDialect = {
  ...refusals,
  kit: 'evmAggregator',
  id: 'RANGO',
  urls: { RANGO: '/basic' },
  contracts: [diamond],
  chains,
  terms: { spreadBps: 58n, minUsd: 1, maxUsd: 5_000_000 },
  routes: [
    {
      method: 'GET',
      path: '/basic/quote',
      answer: (asked, engine) =>
        printRoute(offerOf(asked, swapper, engine), asked, newRoute(), engine),
    },
    { method: 'GET', path: '/basic/swap', answer: build },
  ],
}

async function build(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const offer = offerOf(asked, swapper, engine)
  const sender = engine.account(asked.query('fromAddress'))
  const receiver = engine.account(asked.query('toAddress'))
  const { from, to, amountIn } = offer
  const [fromToken, toToken] = [engine.upstreamName(from), engine.upstreamName(to)]
  const number = engine.unique().toString(16)
  const request = {
    requestId: `0x${number.padStart(40, '0')}`,
    fromToken,
    toToken,
    amountIn,
    affiliateFees: [],
    totalAffiliateFee: 0n,
    minimumAmountExpected: leastOf(offer, asked),
    feeFromInputToken: false,
    dAppTag: 0,
    dAppName: '',
  }
  const step = {
    spender: exchange,
    target: exchange,
    swapFromToken: fromToken,
    swapToToken: toToken,
    needsTransferFromUser: false,
    amount: amountIn,
    callData: `0x90411a32${number.padStart(64, '0')}`,
  }
  const data = engine.call(onChainSwaps, [request, [step], receiver])
  const value = from.native ? amountIn : 0n
  await engine.sell(offer, { data, value, sender, receiver })
  return {
    ...printRoute(offer, asked, newRoute(), engine),
    tx: printCall(offer, sender, data, engine),
  }
}

function newRoute() {
  return { requestId: randomUUID(), swapper, type: 'DEX', seconds: 30 } as const
}
