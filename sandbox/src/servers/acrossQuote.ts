import { randomUUID } from 'node:crypto'
import { encodeFunctionData, maxUint256, parseAbi, type Hex } from 'viem'
import { sandboxKey } from '../accounts.ts'
import type { ChainNode } from '../chainNode.ts'
import type { FaultBoard } from '../faults.ts'
import { usdText } from '../seed/prices.ts'
import { tokensOf } from '../seed/tokens.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { chainNow, fillDeadlineSeconds } from '../relayer.ts'
import { asHex, blockTime, callText, RpcError, toHex } from '../rpc.ts'
import { bankAddress } from '../chains.ts'
import { spokePoolAbi, toBytes32 } from '../spokePool.ts'
import {
  acrossError,
  type ApprovalRequest,
  convertDecimals,
  toAcrossToken,
  type BridgeSide,
} from './acrossRequest.ts'
import {
  bridgeFees,
  bridgeFeesJson,
  depositLimits,
  feeJson,
  inputFor,
  type BridgeFees,
  planDelivery,
} from './acrossFees.ts'

export type QuoteContext = { origin: ChainNode; destination: ChainNode; faults: FaultBoard }

const expectedFillSeconds = 2
/** What the fault of that name takes on top: 0.01 of the native coin. */
const extraValue = 10n ** 16n
const zeroHash = `0x${'00'.repeat(32)}` as const
// Marks behind the call data, https://github.com/across-protocol/frontend api/_integrator-id.ts
// (read 2026-11): `1dc0de` and the integrator's number, then the mark of the Swap API.
const integratorMark = '1dc0de'
const swapApiMark = '73c0de'

const tokenAbi = parseAbi([
  'function approve(address spender, uint256 value) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
])

/** The answer of `/swap/approval`. */
export async function quoteSwap(request: ApprovalRequest, context: QuoteContext) {
  const { from, to } = request
  const { origin, faults } = context
  const amounts = await settleAmounts(request, context)
  const { inputAmount, fees } = amounts
  const isSpenderWrong = faults.read('across', 'wrong-spender') !== null
  const spender: Hex = isSpenderWrong ? bankAddress : from.chain.spokePool
  const balances = await holdings(request, origin, spender)
  const bridgeFee = {
    ...feeJson(fees.total, inputAmount, from),
    details: bridgeFeesJson(fees, inputAmount, from, feeJson).details,
  }
  const total = (type: string) => ({
    ...feeJson(fees.total, inputAmount, from),
    details: { type, bridge: bridgeFee, app: feeJson(amounts.appFee, amounts.outputAmount, to) },
  })
  const swapTx = await swapTransaction(request, context, amounts)
  const token = from.named.address
  const expected = inputAmount.toString()
  const received = (amounts.outputAmount - amounts.appFee).toString()
  return {
    crossSwapType: 'bridgeableToBridgeable',
    amountType: request.tradeType,
    checks: {
      allowance: { token, spender, actual: balances.allowance.toString(), expected },
      balance: { token, actual: balances.balance.toString(), expected },
    },
    ...approvals(from, spender, balances.allowance, inputAmount),
    steps: {
      bridge: {
        inputAmount: expected,
        outputAmount: amounts.outputAmount.toString(),
        tokenIn: toAcrossToken(from.contract, from.chain),
        tokenOut: toAcrossToken(to.contract, to.chain),
        fees: bridgeFeesJson(fees, inputAmount, from),
        provider: 'across',
      },
    },
    inputToken: from.named,
    outputToken: to.named,
    refundToken: toAcrossToken(from.contract, from.chain),
    fees: {
      total: total('total-breakdown'),
      totalMax: total('max-total-breakdown'),
      originGas: request.skipEstimation ? null : originGas(swapTx, from),
    },
    inputAmount: expected,
    maxInputAmount: expected,
    expectedOutputAmount: received,
    minOutputAmount: received,
    expectedFillTime: expectedFillSeconds,
    swapTx,
    quoteExpiryTimestamp: 0,
    id: randomUUID(),
  }
}

/** What the call costs at its price; nothing where it could not be estimated. */
function originGas(call: { gas?: string; maxFeePerGas: string }, { chain }: BridgeSide) {
  const coin = tokensOf(chain.blockchain).find(({ native }) => native)
  if (coin === undefined) throw new Error(`${chain.blockchain} has no coin`)
  const amount = BigInt(call.gas ?? 0) * BigInt(call.maxFeePerGas)
  const token = { ...toAcrossToken(coin, chain), address: zeroAddress }
  return { amount: amount.toString(), amountUsd: usdText(amount, coin), token }
}

/** Base units; `appFee` is part of `outputAmount`. */
type Amounts = { inputAmount: bigint; outputAmount: bigint; appFee: bigint; fees: BridgeFees }

async function settleAmounts(request: ApprovalRequest, context: QuoteContext): Promise<Amounts> {
  const { from, to, tradeType, amount } = request
  const isExactInput = tradeType === 'exactInput'
  const inputAmount = isExactInput ? amount : inputFor(from, to, amount)
  await checkLimits(request, context, inputAmount)
  const fees = bridgeFees(from, to, inputAmount)
  const outputAmount =
    tradeType === 'exactOutput'
      ? amount
      : convertDecimals(inputAmount - fees.total, from.contract.decimals, to.contract.decimals)
  const appFee = (outputAmount * (request.appFee?.millionths ?? 0n)) / 1_000_000n
  return { inputAmount, outputAmount, appFee, fees }
}

async function swapTransaction(request: ApprovalRequest, context: QuoteContext, amounts: Amounts) {
  const { from, depositor } = request
  const { origin, faults } = context
  const isTargetWrong = faults.read('across', 'wrong-target') !== null
  const to = isTargetWrong ? bankAddress : from.chain.spokePool
  const data = await depositData(request, context, amounts)
  const extra = faults.read('across', 'extra-value') === null ? 0n : extraValue
  const value = (from.isNative ? amounts.inputAmount : 0n) + extra
  const call = { from: depositor, to, data, value }
  const gas = request.skipEstimation ? null : await estimateGas(origin, call)
  const gasPrice = BigInt(await callText(origin.rpc, 'eth_gasPrice'))
  return {
    ecosystem: 'evm',
    simulationSuccess: gas !== null,
    chainId: from.chain.chainId,
    to,
    data,
    ...(value > 0n && { value: value.toString() }),
    ...(gas !== null && { gas: gas.toString() }),
    maxFeePerGas: (gasPrice * 2n).toString(),
    maxPriorityFeePerGas: '1000000',
  }
}

/** The answer of `/limits`. */
export async function quoteLimits(from: BridgeSide, to: BridgeSide, destination: ChainNode) {
  const balance = await balanceOf(destination, to.contract.address, sandboxKey('relayer').address)
  const { min, max, fees } = depositLimits(from, to, balance)
  return {
    minDeposit: min.toString(),
    maxDeposit: max.toString(),
    maxDepositInstant: max.toString(),
    maxDepositShortDelay: max.toString(),
    recommendedDepositInstant: max.toString(),
    relayerFeeDetails: {
      relayFeeTotal: fees.total.toString(),
      relayFeePercent: '400000000000000',
      gasFeeTotal: fees.destinationGas.toString(),
      gasFeePercent: '0',
      capitalFeeTotal: fees.relayerCapital.toString(),
      capitalFeePercent: '300000000000000',
    },
  }
}

async function checkLimits(
  { from, to }: ApprovalRequest,
  { destination, faults }: QuoteContext,
  inputAmount: bigint,
): Promise<void> {
  const limits = await quoteLimits(from, to, destination)
  if (inputAmount < BigInt(limits.minDeposit) || faults.read('across', 'too-low') !== null) {
    throw acrossError(400, 'AMOUNT_TOO_LOW', 'Sent amount is too low relative to fees')
  }
  if (inputAmount > BigInt(limits.maxDeposit) || faults.read('across', 'too-high') !== null) {
    const message = `Amount exceeds max. deposit limit: ${limits.maxDeposit}`
    throw acrossError(400, 'AMOUNT_TOO_HIGH', message)
  }
}

async function depositData(
  request: ApprovalRequest,
  { origin, destination, faults }: QuoteContext,
  amounts: Amounts,
): Promise<Hex> {
  const { from, to, depositor, appFee } = request
  const { inputAmount, outputAmount } = amounts
  const isStolen = faults.read('across', 'wrong-receiver') !== null
  const receiver = isStolen ? sandboxKey('mallory').address : request.recipient
  const cut = BigInt(faults.read('across', 'less') ?? 0)
  const paid = (outputAmount * (10_000n - cut)) / 10_000n
  const fee = appFee === null ? null : { amount: amounts.appFee, recipient: appFee.recipient }
  const { recipient, message } = planDelivery(to, receiver, depositor, paid, fee)
  const call = encodeFunctionData({
    abi: spokePoolAbi,
    functionName: 'deposit',
    args: [
      toBytes32(depositor),
      toBytes32(recipient),
      toBytes32(asHex(from.contract.address)),
      toBytes32(asHex(to.contract.address)),
      inputAmount,
      paid,
      BigInt(to.chain.chainId),
      zeroHash,
      // The pool refuses a time that has not come yet on the source chain.
      await blockTime(origin.rpc, 'latest'),
      (await chainNow(destination)) + fillDeadlineSeconds,
      0,
      message,
    ],
  })
  const mark = request.integratorId === null ? '' : integratorMark + request.integratorId.slice(2)
  return `${call}${mark}${swapApiMark}`
}

function approvals(side: BridgeSide, spender: Hex, allowance: bigint, amount: bigint) {
  if (side.isNative || allowance >= amount) return {}
  const approve = (value: bigint) => ({
    chainId: side.chain.chainId,
    to: side.contract.address,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, value] }),
  })
  const isTether = side.chain.blockchain === 'ETH' && side.contract.symbol === 'USDT'
  const needsReset = isTether && allowance > 0n
  return { approvalTxns: [...(needsReset ? [approve(0n)] : []), approve(maxUint256)] }
}

async function holdings(request: ApprovalRequest, origin: ChainNode, spender: Hex) {
  const { from, depositor, skipChecks } = request
  if (skipChecks) return { allowance: 0n, balance: 0n }
  if (from.isNative) {
    const balance = await callText(origin.rpc, 'eth_getBalance', [depositor, 'latest'])
    return { allowance: maxUint256, balance: BigInt(balance) }
  }
  const allowanceData = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'allowance',
    args: [depositor, spender],
  })
  const call = { to: from.contract.address, data: allowanceData }
  return {
    allowance: BigInt(await callText(origin.rpc, 'eth_call', [call, 'latest'])),
    balance: await balanceOf(origin, from.contract.address, depositor),
  }
}

async function balanceOf(node: ChainNode, token: string, owner: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
  return BigInt(await callText(node.rpc, 'eth_call', [{ to: token, data }, 'latest']))
}

/** Null when the transaction would fail, for example for want of allowance. */
async function estimateGas(
  node: ChainNode,
  call: { from: string; to: string; data: string; value: bigint },
): Promise<bigint | null> {
  try {
    const request = { ...call, value: toHex(call.value) }
    return BigInt(await callText(node.rpc, 'eth_estimateGas', [request, 'latest']))
  } catch (thrown) {
    if (thrown instanceof RpcError) return null
    throw thrown
  }
}
