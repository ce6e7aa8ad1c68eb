// LI.FI on one chain: https://docs.li.fi (read 2026-11). One endpoint quotes and builds:
// LI.FI's fee, then one swap by some exchange.

import type {
  AggregatorDialect,
  AggregatorEngine,
  Asked,
  Refusal,
  Token,
} from '../calls/dialect.ts'

const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const forwarder = '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd'
const feeTaker = '0xC06ebbefD94032B85424D51906e2A335EFAe264B'
/** https://etherscan.io/address/0x6131B5fae19EA4f9D964eAc0408E4408b66337b5: KyberSwap's router. */
const exchange = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const zero = '0x0000000000000000000000000000000000000000'

// GenericSwapFacetV3 and FeeForwarder, https://github.com/lifinance/contracts (read 2026-11).
const rest =
  '(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)'
const forwardTokens =
  'function forwardERC20Fees(address token, (address recipient, uint256 amount)[] distributions)'
const forwardCoins =
  'function forwardNativeFees((address recipient, uint256 amount)[] distributions) payable'
const completed =
  'event LiFiGenericSwapCompleted(bytes32 indexed transactionId, string integrator, string referrer, address receiver, address fromAssetId, address toAssetId, uint256 fromAmount, uint256 toAmount)'

/** LI.FI's own, of the payment. */
const feeBps = 25n
const gasLimit = 300_000n

const noQuote = (code: string): Refusal => ({
  status: 404,
  body: {
    message: 'No available quotes for the requested transfer',
    code: 1002,
    errors: [{ errorType: 'NO_QUOTE', code, tool: 'kyberswap', message: 'no quote' }],
  },
})

export const lifiSwap: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'LIFI',
  urls: { LIFI: '/v1' },
  contracts: [diamond],
  coin: zero,
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 55n, minUsd: 0, maxUsd: 5_000_000 },
  unauthorized: { message: 'Unauthorized', code: 1010 },
  rateLimited: { message: 'Rate limit exceeded', code: 1005 },
  broken: { message: 'Internal server error', code: 1006 },
  noRoute: () => noQuote('NO_POSSIBLE_ROUTE'),
  outOfRange: (side) => noQuote(side === 'min' ? 'AMOUNT_TOO_LOW' : 'AMOUNT_TOO_HIGH'),
  badAddress: () => ({ status: 400, body: { message: 'Invalid address', code: 1011 } }),
  routes: [{ method: 'GET', path: '/v1/quote', answer: quote }],
}

async function quote({ query }: Asked, engine: AggregatorEngine): Promise<object> {
  if (query('denyExchanges').split(',').includes('kyberswap')) {
    throw engine.refuse(noQuote('NO_POSSIBLE_ROUTE'))
  }
  const chain = query('fromChain')
  const offer = engine.offer({
    from: { chain, token: query('fromToken') },
    to: { chain: query('toChain'), token: query('toToken') },
    amount: query('fromAmount'),
  })
  const { from, to, amountIn, amountOut } = offer
  const [give, take] = [engine.wordOf(from), engine.wordOf(to)]
  const fee = (amountIn * feeBps) / 10_000n
  const keptBps = 10_000n - BigInt(Math.round(Number(query('slippage')) * 10_000))
  const least = (amountOut * keptBps + 9_999n) / 10_000n
  const sender = engine.account(query('fromAddress'))
  const receiver = engine.account(query('toAddress') || sender)
  const chainId = Number(chain)
  const token = (address: string, { symbol, name, decimals }: Token) => ({
    address,
    chainId,
    symbol,
    name,
    decimals,
  })
  const [fromToken, toToken] = [token(give, from), token(take, to)]
  const step = {
    type: 'lifi',
    id: String(engine.unique()),
    tool: 'kyberswap',
    toolDetails: { key: 'kyberswap', name: 'KyberSwap' },
    action: {
      fromChainId: chainId,
      toChainId: chainId,
      fromToken,
      toToken,
      fromAmount: String(amountIn),
      fromAddress: sender,
      toAddress: receiver,
      slippage: Number(query('slippage')),
    },
    estimate: {
      tool: 'kyberswap',
      approvalAddress: diamond,
      fromAmount: String(amountIn),
      toAmount: String(amountOut),
      toAmountMin: String(least),
      executionDuration: 0,
      feeCosts: [{ name: 'LIFI Fixed Fee', amount: String(fee), included: true, token: fromToken }],
      gasCosts: [{ type: 'SEND', price: String(engine.gasPrice(from)), limit: String(gasLimit) }],
      fromAmountUSD: engine.usd(amountIn, from),
      toAmountUSD: engine.usd(amountOut, to),
    },
    includedSteps: [
      { type: 'protocol', tool: 'feeCollection' },
      { type: 'swap', tool: 'kyberswap' },
    ],
    integrator: query('integrator'),
  }

  const salt = engine.unique()
  const transactionId = engine.hash(`0x${salt.toString(16).padStart(64, '0')}`)
  const shares = [{ recipient: feeTaker, amount: fee }]
  const steps = [
    {
      callTo: forwarder,
      approveTo: forwarder,
      sendingAssetId: give,
      receivingAssetId: give,
      fromAmount: amountIn,
      callData: from.native
        ? engine.call(forwardCoins, [shares])
        : engine.call(forwardTokens, [give, shares]),
      requiresDeposit: true,
    },
    {
      callTo: exchange,
      approveTo: exchange,
      sendingAssetId: give,
      receivingAssetId: take,
      fromAmount: amountIn - fee,
      callData: `0xe21fd0e9${salt.toString(16).padStart(64, '0')}`,
      requiresDeposit: false,
    },
  ]
  const kind = from.native ? 'NativeToERC20' : to.native ? 'ERC20ToNative' : 'ERC20ToERC20'
  const method = `function swapTokensMultipleV3${kind}${rest} payable`
  const integrator = query('integrator')
  const data = engine.call(method, [transactionId, integrator, '', receiver, least, steps])
  const value = from.native ? amountIn : 0n
  const told = [transactionId, integrator, '', receiver, give, take, amountIn, amountOut]
  const logs = [engine.log(completed, told)]
  await engine.sell(offer, { data, value, sender, receiver, logs })
  const number = (amount: bigint): string => `0x${amount.toString(16)}`
  const transactionRequest = {
    from: sender,
    to: diamond,
    chainId,
    data,
    value: number(value),
    gasLimit: number(gasLimit),
    gasPrice: number(engine.gasPrice(from)),
  }
  return { ...step, transactionRequest, transactionId }
}
