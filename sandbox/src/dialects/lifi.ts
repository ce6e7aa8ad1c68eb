// LI.FI between chains: https://docs.li.fi (read 2026-11). One endpoint quotes and builds. Every
// payment goes to deBridge here, after LI.FI's fee; a source token that would have to be swapped first
// has no route.

import type { Asked, BridgeDialect, BridgeEngine, FoundOrder } from '../calls/dialect.ts'
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
  zero,
} from './lifiParts.ts'

const destination = '0xE7351Fd770A37282b91D153Ee690B63579D6dd7f'
const tool = { key: 'debridge', name: 'deBridge' }

// DeBridgeDlnFacet, https://github.com/lifinance/contracts, and DlnDestination, https://etherscan.io
// (both read 2026-11).
const bridgeData =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData'
const swapAndStart = `function swapAndStartBridgeTokensViaDeBridgeDln(${bridgeData}, ${swapData}, (bytes receivingAssetId, bytes receiver, bytes orderAuthorityDst, uint256 minAmountOut) deBridgeData) payable`
const started = `event LiFiTransferStarted(${bridgeData})`
const order =
  '(uint64 makerOrderNonce, bytes makerSrc, uint256 giveChainId, bytes giveTokenAddress, uint256 giveAmount, uint256 takeChainId, bytes takeTokenAddress, uint256 takeAmount, bytes receiverDst, bytes givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes allowedCancelBeneficiarySrc, bytes externalCall) order'
const fulfillOrder = `function fulfillOrder(${order}, uint256 fulFillAmount, bytes32 orderId, bytes permitEnvelope, address unlockAuthority) payable`
const claimCancel = 'function claimCancel(bytes32 orderId, address beneficiary)'

const milli = 10n ** 15n
/** Of an order that is paid with a token, in the chain's native coin, wei. */
const fixFees = { ETH: milli, ARBITRUM: milli, POLYGON: 500n * milli, BSC: 5n * milli }
const gasLimit = 569_811n
const reserves = ['USDC', 'USDT']

export const lifi: BridgeDialect = {
  ...refusals(tool.key),
  kit: 'evmBridge',
  id: 'lifi',
  urls: { lifi: '/v1' },
  source: diamond,
  destination,
  terms: { spreadBps: 30n, minUsd: 4, maxUsd: 5_000_000 },
  payoutUsd: '0.4',
  trades: (_side, { native, symbol }) => native || reserves.includes(symbol),
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

async function quote(asked: Asked, engine: BridgeEngine): Promise<object> {
  const { query } = asked
  if (!query('allowBridges').split(',').includes(tool.key)) {
    throw engine.refuse(noQuote(tool.key, 'NO_POSSIBLE_ROUTE'))
  }
  const offer = offerOf(asked, engine)
  const { from, to, amountIn, amountOut } = offer
  const [give, take] = [engine.upstreamName(from), engine.upstreamName(to)]
  const [fromChainId, toChainId] = [engine.chainIdOf(from), engine.chainIdOf(to)]
  // Of a native coin, the diamond takes the fixed fee from the amount.
  const fixFee = from.native ? 0n : fixFees[from.blockchain]
  const { sender, receiver } = accountsOf(asked, engine)
  const salt = engine.unique()
  const transactionId = engine.hash(`0x${salt.toString(16).padStart(64, '0')}`)
  const bridge = {
    transactionId,
    bridge: tool.key,
    integrator: query('integrator'),
    referrer: zero,
    sendingAssetId: give,
    receiver,
    minAmount: amountIn - feeOf(amountIn),
    destinationChainId: BigInt(toChainId),
    hasSourceSwaps: true,
    hasDestinationCall: false,
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
    giveAmount: bridge.minAmount,
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
  const data = engine.call(swapAndStart, [bridge, [feeStep(offer, engine)], wanted])
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
  const step = { tool, kind: 'cross', least: amountOut, seconds: 2, gasLimit, fixFee } as const
  return printStep(offer, asked, { ...step, data, value, transactionId }, engine)
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
    tool: tool.key,
    sending: { txHash: srcTxHash, chainId: engine.chainIdOf(from), amount: String(amountIn) },
    receiving: {
      chainId: engine.chainIdOf(isBack ? from : to),
      amount: String(isBack ? amountIn : amountOut),
      ...(end === null ? {} : { txHash: end }),
    },
  }
}
