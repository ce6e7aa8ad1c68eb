import { randomUUID } from 'node:crypto'
import { encodeFunctionData, maxUint256, parseAbi, type Hex } from 'viem'
import { sandboxKey } from '../accounts.ts'
import type { ChainNode } from '../chainNode.ts'
import type { FaultBoard } from '../faults.ts'
import { chainNow } from '../relayer.ts'
import { blockTime, callText, RpcError, toHex } from '../rpc.ts'
import { bankAddress } from '../seed/addresses.ts'
import { spokePoolAbi, toBytes32 } from '../spokePool.ts'
import { AcrossError } from './acrossErrors.ts'
import { bridgeFees, bridgeFeesJson, depositLimits, feeJson, inputFor } from './acrossFees.ts'
import { planDelivery } from './acrossMessage.ts'
import type { ApprovalRequest } from './acrossRequest.ts'
import { convertDecimals, toAcrossToken, type BridgeSide } from './acrossTokens.ts'

export type QuoteContext = { origin: ChainNode; destination: ChainNode; faults: FaultBoard }

/** Two hours, as the real API asks for. */
const fillDeadlineSeconds = 7_200
const expectedFillSeconds = 2
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
  const { from, to, depositor } = request
  const { origin, destination, faults } = context
  const isExactInput = request.tradeType === 'exactInput'
  const inputAmount = isExactInput
    ? request.amount
    : await inputFor(from, to, destination, request.amount)
  await checkLimits(request, context, inputAmount)

  const fees = await bridgeFees(from, to, destination, inputAmount)
  const net = inputAmount - fees.total
  const outputAmount =
    request.tradeType === 'exactOutput'
      ? request.amount
      : convertDecimals(net, from.contract.decimals, to.contract.decimals)
  const appFeeAmount = (outputAmount * (request.appFee?.millionths ?? 0n)) / 1_000_000n
  const received = outputAmount - appFeeAmount

  const spokePool: Hex = from.chain.spokePool
  const spender = faults.look('across', 'wrong-spender') === null ? spokePool : bankAddress
  const data = await depositData(request, context, inputAmount, outputAmount, appFeeAmount)
  const value = (from.isNative ? inputAmount : 0n) + extraValue(faults)
  const held = await holdings(request, origin, spender)
  const gas = request.skipEstimation
    ? null
    : await estimateGas(origin, { from: depositor, to: spokePool, data, value })

  const total = {
    ...feeJson(fees.total, inputAmount, from),
    details: {
      type: 'TOTAL_BREAKDOWN',
      bridge: { ...bridgeFeesJson(fees, inputAmount, from) },
      app: { ...feeJson(appFeeAmount, outputAmount, to) },
    },
  }
  return {
    crossSwapType: 'bridgeableToBridgeable',
    amountType: request.tradeType,
    checks: {
      allowance: {
        token: from.named.address,
        spender,
        actual: held.allowance.toString(),
        expected: inputAmount.toString(),
      },
      balance: {
        token: from.named.address,
        actual: held.balance.toString(),
        expected: inputAmount.toString(),
      },
    },
    ...approvals(from, spender, held.allowance, inputAmount),
    steps: {
      bridge: {
        inputAmount: inputAmount.toString(),
        outputAmount: outputAmount.toString(),
        tokenIn: toAcrossToken(from.contract, from.chain),
        tokenOut: toAcrossToken(to.contract, to.chain),
        fees: bridgeFeesJson(fees, inputAmount, from),
        provider: 'across',
      },
    },
    inputToken: from.named,
    outputToken: to.named,
    refundToken: toAcrossToken(from.contract, from.chain),
    fees: { total, totalMax: total },
    inputAmount: inputAmount.toString(),
    maxInputAmount: inputAmount.toString(),
    expectedOutputAmount: received.toString(),
    minOutputAmount: received.toString(),
    expectedFillTime: expectedFillSeconds,
    swapTx: {
      ecosystem: 'evm',
      simulationSuccess: gas !== null,
      chainId: from.chain.chainId,
      to: faults.look('across', 'wrong-target') === null ? spokePool : bankAddress,
      data,
      ...(value > 0n && { value: value.toString() }),
      ...(gas !== null && { gas: gas.toString() }),
      maxFeePerGas: (BigInt(await callText(origin.rpc, 'eth_gasPrice')) * 2n).toString(),
      maxPriorityFeePerGas: '1000000',
    },
    quoteExpiryTimestamp: 0,
    id: randomUUID(),
  }
}

/** The answer of `/limits`. */
export async function quoteLimits(from: BridgeSide, to: BridgeSide, destination: ChainNode) {
  const balance = await balanceOf(destination, to.contract.address, sandboxKey('relayer').address)
  const { min, max, fees } = await depositLimits(from, to, destination, balance)
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
  if (inputAmount < BigInt(limits.minDeposit) || faults.look('across', 'too-low') !== null) {
    throw new AcrossError(400, 'AMOUNT_TOO_LOW', 'Sent amount is too low relative to fees')
  }
  if (inputAmount > BigInt(limits.maxDeposit) || faults.look('across', 'too-high') !== null) {
    const message = `Amount exceeds max. deposit limit: ${limits.maxDeposit}`
    throw new AcrossError(400, 'AMOUNT_TOO_HIGH', message)
  }
}

async function depositData(
  request: ApprovalRequest,
  { origin, destination, faults }: QuoteContext,
  inputAmount: bigint,
  outputAmount: bigint,
  appFeeAmount: bigint,
): Promise<Hex> {
  const { from, to, depositor, appFee } = request
  const isStolen = faults.look('across', 'wrong-receiver') !== null
  const receiver = isStolen ? sandboxKey('mallory').address : request.recipient
  const cut = BigInt(faults.look('across', 'less') ?? 0)
  const paid = (outputAmount * (10_000n - cut)) / 10_000n
  const fee = appFee === null ? null : { amount: appFeeAmount, recipient: appFee.recipient }
  const { recipient, message } = planDelivery(to, receiver, depositor, paid, fee)
  const lifetime = faults.look('across', 'refund') ?? fillDeadlineSeconds
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
      (await chainNow(destination)) + lifetime,
      0,
      message,
    ],
  })
  const mark = request.integratorId === null ? '' : integratorMark + request.integratorId.slice(2)
  return `${call}${mark}${swapApiMark}`
}

function extraValue(faults: FaultBoard): bigint {
  return faults.look('across', 'extra-value') === null ? 0n : 10n ** 16n
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

function asHex(address: string): Hex {
  return `0x${address.slice(2)}`
}
