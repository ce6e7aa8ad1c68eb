// LI.FI between chains: https://docs.li.fi (read 2026-11). One endpoint quotes and builds. Every payment goes to deBridge here, after LI.FI's fee; a source token that would have to
// be swapped first has no route.

import type {
  Asked,
  BridgeDialect,
  BridgeEngine,
  FoundOrder,
  Refusal,
  Token,
} from '../calls/dialect.ts'

const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const destination = '0xE7351Fd770A37282b91D153Ee690B63579D6dd7f'
const forwarder = '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd'
/** https://etherscan.io/address/0xC06ebbefD94032B85424D51906e2A335EFAe264B: gets the fees. */
const feeTaker = '0xC06ebbefD94032B85424D51906e2A335EFAe264B'
const zero = '0x0000000000000000000000000000000000000000'

// DeBridgeDlnFacet and FeeForwarder, https://github.com/lifinance/contracts (read 2026-11), and
// DlnDestination, https://etherscan.io (read 2026-11).
const bridgeData =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData'
const swapAndStart = `function swapAndStartBridgeTokensViaDeBridgeDln(${bridgeData}, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes receivingAssetId, bytes receiver, bytes orderAuthorityDst, uint256 minAmountOut) deBridgeData) payable`
const started = `event LiFiTransferStarted(${bridgeData})`
const forwardTokens =
  'function forwardERC20Fees(address token, (address recipient, uint256 amount)[] distributions)'
const forwardCoins =
  'function forwardNativeFees((address recipient, uint256 amount)[] distributions) payable'
const order =
  '(uint64 makerOrderNonce, bytes makerSrc, uint256 giveChainId, bytes giveTokenAddress, uint256 giveAmount, uint256 takeChainId, bytes takeTokenAddress, uint256 takeAmount, bytes receiverDst, bytes givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes allowedCancelBeneficiarySrc, bytes externalCall) order'
const fulfillOrder = `function fulfillOrder(${order}, uint256 fulFillAmount, bytes32 orderId, bytes permitEnvelope, address unlockAuthority) payable`
const claimCancel = 'function claimCancel(bytes32 orderId, address beneficiary)'

const milli = 10n ** 15n
/** Of an order that is paid with a token, in the chain's native coin, wei. */
const fixFees = { ETH: milli, ARBITRUM: milli, POLYGON: 500n * milli, BSC: 5n * milli }
/** LI.FI's own, of the payment. */
const feeBps = 25n
const gasLimit = 569_811n
const reserves = ['USDC', 'USDT']

const noQuote = (code: string): Refusal => ({
  status: 404,
  body: {
    message: 'No available quotes for the requested transfer',
    code: 1002,
    errors: [{ errorType: 'NO_QUOTE', code, tool: 'debridge', message: 'no quote' }],
  },
})

export const lifi: BridgeDialect = {
  kit: 'evmBridge',
  id: 'lifi',
  urls: { lifi: '/v1' },
  coin: zero,
  source: diamond,
  destination,
  terms: { spreadBps: 30n, minUsd: 4, maxUsd: 5_000_000 },
  payoutUsd: '0.4',
  trades: (_side, { native, symbol }) => native || reserves.includes(symbol),
  unauthorized: { message: 'Unauthorized', code: 1010 },
  rateLimited: { message: 'Rate limit exceeded', code: 1005 },
  broken: { message: 'Internal server error', code: 1006 },
  noRoute: () => noQuote('NO_POSSIBLE_ROUTE'),
  outOfRange: (side) => noQuote(side === 'min' ? 'AMOUNT_TOO_LOW' : 'AMOUNT_TOO_HIGH'),
  badAddress: () => ({ status: 400, body: { message: 'Invalid address', code: 1011 } }),
  routes: [
    { method: 'GET', path: '/v1/quote', answer: quote },
    {
      method: 'GET',
      path: '/v1/status',
      answer: async (asked, engine) => {
        const found = await engine.findByHash(asked.query('txHash'))
        return found === null ? { status: 'NOT_FOUND' } : printStatus(found, engine)
      },
    },
  ],
}

async function quote({ query }: Asked, engine: BridgeEngine): Promise<object> {
  if (!query('allowBridges').split(',').includes('debridge')) {
    throw engine.refuse(noQuote('NO_POSSIBLE_ROUTE'))
  }
  const offer = engine.offer({
    from: { chain: query('fromChain'), token: query('fromToken') },
    to: { chain: query('toChain'), token: query('toToken') },
    amount: query('fromAmount'),
  })
  const { from, to, amountIn, amountOut } = offer
  const [give, take] = [engine.wordOf(from), engine.wordOf(to)]
  const [fromChainId, toChainId] = [engine.chainIdOf(from), engine.chainIdOf(to)]
  const fee = (amountIn * feeBps) / 10_000n
  // Of a native coin, the diamond takes the fixed fee from the amount.
  const fixFee = from.native ? 0n : fixFees[from.blockchain]
  const token = (word: string, { symbol, name, decimals }: Token, chainId: number) => ({
    address: word,
    chainId,
    symbol,
    name,
    decimals,
  })
  const [fromToken, toToken] = [token(give, from, fromChainId), token(take, to, toChainId)]
  const sender = engine.account(query('fromAddress'))
  const receiver = engine.account(query('toAddress') || sender)
  const step = {
    type: 'lifi',
    id: String(engine.unique()),
    tool: 'debridge',
    toolDetails: { key: 'debridge', name: 'deBridge' },
    action: {
      fromChainId,
      toChainId,
      fromToken,
      toToken,
      fromAmount: String(amountIn),
      fromAddress: sender,
      toAddress: receiver,
      slippage: Number(query('slippage')),
    },
    estimate: {
      tool: 'debridge',
      approvalAddress: diamond,
      fromAmount: String(amountIn),
      toAmount: String(amountOut),
      toAmountMin: String(amountOut),
      executionDuration: 2,
      feeCosts: [
        {
          name: 'LIFI Fixed Fee',
          amount: String(fee),
          included: true,
          token: fromToken,
        },
        {
          name: 'Protocol Fee',
          amount: String(fixFee),
          included: false,
          token: { address: zero, chainId: fromChainId },
        },
      ],
      gasCosts: [{ type: 'SEND', price: String(engine.gasPrice(from)), limit: String(gasLimit) }],
      fromAmountUSD: engine.usd(amountIn, from),
      toAmountUSD: engine.usd(amountOut, to),
    },
    includedSteps: [
      { type: 'protocol', tool: 'feeCollection' },
      { type: 'cross', tool: 'debridge' },
    ],
    integrator: query('integrator'),
  }

  const salt = engine.unique()
  const transactionId = engine.hash(`0x${salt.toString(16).padStart(64, '0')}`)
  const shares = [{ recipient: feeTaker, amount: fee }]
  const bridge = {
    transactionId,
    bridge: 'debridge',
    integrator: query('integrator'),
    referrer: zero,
    sendingAssetId: give,
    receiver,
    minAmount: amountIn - fee,
    destinationChainId: BigInt(toChainId),
    hasSourceSwaps: true,
    hasDestinationCall: false,
  }
  const feeStep = {
    callTo: forwarder,
    approveTo: forwarder,
    sendingAssetId: give,
    receivingAssetId: give,
    fromAmount: amountIn,
    callData: from.native
      ? engine.call(forwardCoins, [shares])
      : engine.call(forwardTokens, [give, shares]),
    requiresDeposit: true,
  }
  const wanted = {
    receivingAssetId: take,
    receiver,
    orderAuthorityDst: receiver,
    minAmountOut: amountOut,
  }
  const made = {
    makerOrderNonce: salt,
    makerSrc: diamond,
    giveChainId: BigInt(fromChainId),
    giveTokenAddress: give,
    giveAmount: amountIn - fee,
    takeChainId: BigInt(toChainId),
    takeTokenAddress: take,
    takeAmount: amountOut,
    receiverDst: receiver,
    givePatchAuthoritySrc: sender,
    orderAuthorityAddressDst: receiver,
    allowedTakerDst: '0x',
    allowedCancelBeneficiarySrc: '0x',
    externalCall: '0x',
  }
  const data = engine.call(swapAndStart, [bridge, [feeStep], wanted])
  const value = fixFee + (from.native ? amountIn : 0n)
  const { solver } = engine
  await engine.open(offer, {
    id: transactionId,
    data,
    value,
    sender,
    receiver,
    refundTo: sender,
    logs: [engine.log(started, [bridge])],
    payout: { data: engine.call(fulfillOrder, [made, amountOut, transactionId, '0x', solver]) },
    refund: { data: engine.call(claimCancel, [transactionId, sender]) },
  })
  const number = (amount: bigint): string => `0x${amount.toString(16)}`
  const transactionRequest = {
    from: sender,
    to: diamond,
    chainId: fromChainId,
    data,
    value: number(value),
    gasLimit: number(gasLimit),
    gasPrice: number(engine.gasPrice(from)),
  }
  return { ...step, transactionRequest, transactionId }
}

const states = {
  created: ['PENDING', 'WAIT_DESTINATION_TRANSACTION'],
  filled: ['DONE', 'COMPLETED'],
  refunding: ['PENDING', 'REFUND_IN_PROGRESS'],
  refunded: ['DONE', 'REFUNDED'],
} as const

function printStatus(found: FoundOrder, engine: BridgeEngine): object {
  const { offer, stage, srcTxHash, payoutHash, refundHash } = found
  const { from, to, amountIn, amountOut } = offer
  const [status, substatus] = states[stage]
  const isBack = stage === 'refunded'
  const end = isBack ? refundHash : payoutHash
  return {
    transactionId: found.id,
    status,
    substatus,
    tool: 'debridge',
    sending: { txHash: srcTxHash, chainId: engine.chainIdOf(from), amount: String(amountIn) },
    receiving: {
      chainId: engine.chainIdOf(isBack ? from : to),
      amount: String(isBack ? amountIn : amountOut),
      ...(end === null ? {} : { txHash: end }),
    },
  }
}
