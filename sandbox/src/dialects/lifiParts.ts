// What LI.FI's answers and calls on one chain and between chains share: https://docs.li.fi, and
// FeeForwarder of https://github.com/lifinance/contracts (both read 2026-11).

import type {
  AggregatorEngine,
  Asked,
  BridgeDialect,
  BridgeEngine,
  Offer,
  Refusal,
  Token,
} from '../calls/dialect.ts'

export const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
export const zero = '0x0000000000000000000000000000000000000000'
const forwarder = '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd'
/** https://etherscan.io/address/0xC06ebbefD94032B85424D51906e2A335EFAe264B: gets the fees. */
const feeTaker = '0xC06ebbefD94032B85424D51906e2A335EFAe264B'
/** LI.FI's own, of the payment. */
const feeBps = 25n

const shares = '(address recipient, uint256 amount)[] distributions'
const forwardTokens = `function forwardERC20Fees(address token, ${shares})`
const forwardCoins = `function forwardNativeFees(${shares}) payable`
/** Swaps before what a call is for. */
export const swapData =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData'

type Engine = AggregatorEngine | BridgeEngine

/** How it refuses, whichever tool it would have used. */
export function refusals(
  tool: string,
): Pick<
  BridgeDialect,
  'coin' | 'rateLimited' | 'broken' | 'unauthorized' | 'noRoute' | 'outOfRange' | 'badAddress'
> {
  return {
    coin: zero,
    unauthorized: { message: 'Unauthorized', code: 1010 },
    rateLimited: { message: 'Rate limit exceeded', code: 1005 },
    broken: { message: 'Internal server error', code: 1006 },
    noRoute: () => noQuote(tool, 'NO_POSSIBLE_ROUTE'),
    outOfRange: (side) => noQuote(tool, side === 'min' ? 'AMOUNT_TOO_LOW' : 'AMOUNT_TOO_HIGH'),
    badAddress: () => ({ status: 400, body: { message: 'Invalid address', code: 1011 } }),
  }
}

export function noQuote(tool: string, code: string): Refusal {
  return {
    status: 404,
    body: {
      message: 'No available quotes for the requested transfer',
      code: 1002,
      errors: [{ errorType: 'NO_QUOTE', code, tool, message: 'no quote' }],
    },
  }
}

export function offerOf({ query }: Asked, engine: Engine): Offer {
  return engine.offer({
    from: { chain: query('fromChain'), token: query('fromToken') },
    to: { chain: query('toChain'), token: query('toToken') },
    amount: query('fromAmount'),
  })
}

export function accountsOf({ query }: Asked, engine: Engine) {
  const sender = engine.account(query('fromAddress'))
  return { sender, receiver: engine.account(query('toAddress') || sender) }
}

export function feeOf(amount: bigint): bigint {
  return (amount * feeBps) / 10_000n
}

/** The first swap of every call, which pays LI.FI's fee. */
export function feeStep({ from, amountIn }: Offer, engine: Engine): object {
  const give = engine.upstreamName(from)
  const paid = [{ recipient: feeTaker, amount: feeOf(amountIn) }]
  return {
    callTo: forwarder,
    approveTo: forwarder,
    sendingAssetId: give,
    receivingAssetId: give,
    fromAmount: amountIn,
    callData: from.native
      ? engine.call(forwardCoins, [paid])
      : engine.call(forwardTokens, [give, paid]),
    requiresDeposit: true,
  }
}

export type Step = {
  tool: { key: string; name: string }
  kind: 'swap' | 'cross'
  least: bigint
  seconds: number
  gasLimit: bigint
  /** Fee in native coins on top of the amount, wei; null if absent. */
  fixFee: bigint | null
  data: string
  value: bigint
  transactionId: string
}

/** A quote with its call. */
export function printStep(offer: Offer, asked: Asked, step: Step, engine: Engine): object {
  const { query } = asked
  const { tool, kind, least, seconds, gasLimit, fixFee, data, value, transactionId } = step
  const { from, to, amountIn, amountOut } = offer
  const [fromChainId, toChainId] = [Number(query('fromChain')), Number(query('toChain'))]
  const fromToken = printToken(from, fromChainId, engine)
  const { sender, receiver } = accountsOf(asked, engine)
  const gasPrice = engine.gasPrice(from)
  const feeCost = (name: string, amount: bigint, included: boolean, token: object): object => ({
    name,
    amount: String(amount),
    included,
    token,
  })
  return {
    type: 'lifi',
    id: String(engine.unique()),
    tool: tool.key,
    toolDetails: tool,
    action: {
      fromChainId,
      toChainId,
      fromToken,
      toToken: printToken(to, toChainId, engine),
      fromAmount: String(amountIn),
      fromAddress: sender,
      toAddress: receiver,
      slippage: Number(query('slippage')),
    },
    estimate: {
      tool: tool.key,
      approvalAddress: diamond,
      fromAmount: String(amountIn),
      toAmount: String(amountOut),
      toAmountMin: String(least),
      executionDuration: seconds,
      feeCosts: [
        feeCost('LIFI Fixed Fee', feeOf(amountIn), true, fromToken),
        ...(fixFee === null
          ? []
          : [feeCost('Protocol Fee', fixFee, false, { address: zero, chainId: fromChainId })]),
      ],
      gasCosts: [{ type: 'SEND', price: String(gasPrice), limit: String(gasLimit) }],
      fromAmountUSD: engine.usd(amountIn, from),
      toAmountUSD: engine.usd(amountOut, to),
    },
    includedSteps: [
      { type: 'protocol', tool: 'feeCollection' },
      { type: kind, tool: tool.key },
    ],
    integrator: query('integrator'),
    transactionRequest: {
      from: sender,
      to: diamond,
      chainId: fromChainId,
      data,
      value: number(value),
      gasLimit: number(gasLimit),
      gasPrice: number(gasPrice),
    },
    transactionId,
  }
}

function printToken(token: Token, chainId: number, engine: Engine): object {
  const { symbol, name, decimals } = token
  return { address: engine.upstreamName(token), chainId, symbol, name, decimals }
}

function number(amount: bigint): string {
  return `0x${amount.toString(16)}`
}
