// LI.FI on one chain: https://docs.li.fi (read 2026-11). One endpoint quotes and builds: LI.FI's fee,
// then one swap by some exchange.

import type { AggregatorDialect, AggregatorEngine, Asked } from '../calls/dialect.ts'
import {
  accountsOf,
  diamond,
  feeOf,
  feeStep,
  noQuote,
  offerOf,
  printStep,
  refusals,
  swapData,
} from './lifiParts.ts'

/** https://etherscan.io/address/0x6131B5fae19EA4f9D964eAc0408E4408b66337b5: KyberSwap's router. */
const exchange = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const tool = { key: 'kyberswap', name: 'KyberSwap' }

// GenericSwapFacetV3, https://github.com/lifinance/contracts (read 2026-11).
const rest = `(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${swapData})`
const completed =
  'event LiFiGenericSwapCompleted(bytes32 indexed transactionId, string integrator, string referrer, address receiver, address fromAssetId, address toAssetId, uint256 fromAmount, uint256 toAmount)'

const gasLimit = 300_000n

export const lifiSwap: AggregatorDialect = {
  ...refusals(tool.key),
  kit: 'evmAggregator',
  id: 'LIFI',
  urls: { LIFI: '/v1' },
  contracts: [diamond],
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 55n, minUsd: 0, maxUsd: 5_000_000 },
  routes: [{ method: 'GET', path: '/v1/quote', answer: quote }],
}

async function quote(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const { query } = asked
  if (query('denyExchanges').split(',').includes(tool.key)) {
    throw engine.refuse(noQuote(tool.key, 'NO_POSSIBLE_ROUTE'))
  }
  const offer = offerOf(asked, engine)
  const { from, to, amountIn, amountOut } = offer
  const [give, take] = [engine.upstreamName(from), engine.upstreamName(to)]
  const leastBps = 10_000n - BigInt(Math.round(Number(query('slippage')) * 10_000))
  const least = (amountOut * leastBps + 9_999n) / 10_000n
  const { sender, receiver } = accountsOf(asked, engine)
  const salt = engine.unique()
  const transactionId = engine.hash(`0x${salt.toString(16).padStart(64, '0')}`)
  const swapStep = {
    callTo: exchange,
    approveTo: exchange,
    sendingAssetId: give,
    receivingAssetId: take,
    fromAmount: amountIn - feeOf(amountIn),
    callData: `0xe21fd0e9${salt.toString(16).padStart(64, '0')}`,
    requiresDeposit: false,
  }
  const steps = [feeStep(offer, engine), swapStep]
  const kind = from.native ? 'NativeToERC20' : to.native ? 'ERC20ToNative' : 'ERC20ToERC20'
  const method = `function swapTokensMultipleV3${kind}${rest} payable`
  const integrator = query('integrator')
  const data = engine.call(method, [transactionId, integrator, '', receiver, least, steps])
  const value = from.native ? amountIn : 0n
  const values = [transactionId, integrator, '', receiver, give, take, amountIn, amountOut]
  const logs = [engine.log(completed, values)]
  await engine.sell(offer, { data, value, sender, receiver, logs })
  const step = { tool, kind: 'swap', least, seconds: 0, gasLimit, fixFee: null } as const
  return printStep(offer, asked, { ...step, data, value, transactionId }, engine)
}
