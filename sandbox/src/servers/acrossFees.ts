import {
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  type Hex,
} from 'viem'
import { mulDivUp } from '../../../src/core/amounts.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { multicallHandlerAddress } from '../chains.ts'
import { amountWorth, convertAtPrice, usdText } from '../seed/prices.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'
import { convertDecimals, toAcrossToken, type BridgeSide } from './acrossRequest.ts'

/** Fees of one transfer, in base units of the input token. */
export type BridgeFees = {
  relayerCapital: bigint
  destinationGas: bigint
  lp: bigint
  total: bigint
}

/** What the bridge takes, in hundredths of a percent; the rest of the fee is gas. */
const capitalFeeBps = 3n
const lpFeeBps = 1n
const fillGas = 130_000n
const one18 = 10n ** 18n

/** Fees of moving `inputAmount`; rounded up. */
export function bridgeFees(from: BridgeSide, to: BridgeSide, inputAmount: bigint): BridgeFees {
  const native = { symbol: to.chain.wrappedSymbol, decimals: 18 }
  const destinationGas = convertAtPrice(fillGas * to.chain.baseFee, native, from.contract)
  const relayerCapital = mulDivUp(inputAmount, capitalFeeBps, 10_000n)
  const lp = mulDivUp(inputAmount, lpFeeBps, 10_000n)
  return { relayerCapital, destinationGas, lp, total: relayerCapital + destinationGas + lp }
}

/** Input that leaves at least `outputAmount`; rounded up. */
export function inputFor(from: BridgeSide, to: BridgeSide, outputAmount: bigint): bigint {
  const { destinationGas } = bridgeFees(from, to, 0n)
  const net = convertDecimals(outputAmount, to.contract.decimals, from.contract.decimals) + 1n
  return mulDivUp(net + destinationGas, 10_000n, 10_000n - capitalFeeBps - lpFeeBps) + 2n
}

/** Smallest and largest deposit, base units of the input token. */
export function depositLimits(
  from: BridgeSide,
  to: BridgeSide,
  relayerBalance: bigint,
): { min: bigint; max: bigint; fees: BridgeFees } {
  const fees = bridgeFees(from, to, 0n)
  const floor = amountWorth(1, from.contract)
  const gasShare = fees.destinationGas * 4n
  return {
    min: gasShare > floor ? gasShare : floor,
    max: convertDecimals(relayerBalance, to.contract.decimals, from.contract.decimals),
    fees,
  }
}

/** One fee as the API writes it; `pct` is a share of the input with 18 decimals. */
export function feeJson(amount: bigint, inputAmount: bigint, side: BridgeSide) {
  return { ...plainFee(amount, inputAmount, side), amountUsd: usdText(amount, side.contract) }
}

/** The fees of the bridge step; within the total, each is written by `feeJson`. */
export function bridgeFeesJson(
  fees: BridgeFees,
  inputAmount: bigint,
  side: BridgeSide,
  write: typeof plainFee = plainFee,
) {
  const { relayerCapital, destinationGas, lp, total } = fees
  return {
    ...plainFee(total, inputAmount, side),
    details: {
      type: 'across',
      relayerCapital: write(relayerCapital, inputAmount, side),
      destinationGas: write(destinationGas, inputAmount, side),
      lp: write(lp, inputAmount, side),
    },
  }
}

function plainFee(amount: bigint, inputAmount: bigint, side: BridgeSide) {
  const token: SandboxTokenRow = side.contract
  return {
    amount: amount.toString(),
    pct: (inputAmount === 0n ? 0n : (amount * one18) / inputAmount).toString(),
    token: toAcrossToken(token, side.chain),
  }
}

/** Who the SpokePool pays, and what happens to the money there. */
export type Delivery = { recipient: Hex; message: Hex }

// https://github.com/across-protocol/contracts contracts/handlers/MulticallHandler.sol (read 2026-11)
const handlerAbi = parseAbi(['function drainLeftoverTokens(address token, address destination)'])
const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function withdraw(uint256 value)',
])
const instructions = parseAbiParameters([
  'Instructions instructions',
  'struct Call { address target; bytes callData; uint256 value; }',
  'struct Instructions { Call[] calls; address fallbackRecipient; }',
])

/**
 * Tokens and native coins go straight to the receiver. A wrapped coin would be unwrapped on the
 * way to an ordinary account, so it goes through Across' MulticallHandler, as does everything
 * from which an integrator's fee is taken.
 */
export function planDelivery(
  to: BridgeSide,
  receiver: Hex,
  depositor: Hex,
  outputAmount: bigint,
  appFee: { amount: bigint; recipient: Hex } | null,
): Delivery {
  const isWrapped = to.contract.address === to.chain.wrappedNative && !to.isNative
  if (!isWrapped && appFee === null) return { recipient: receiver, message: '0x' }

  const token: Hex = `0x${to.contract.address.slice(2)}`
  const calls: { target: Hex; callData: Hex; value: bigint }[] = []
  if (appFee !== null) {
    calls.push({ target: token, callData: transfer(appFee.recipient, appFee.amount), value: 0n })
  }
  if (to.isNative) {
    const rest = outputAmount - (appFee?.amount ?? 0n)
    calls.push({ target: token, callData: withdraw(rest), value: 0n })
  }
  const drained = to.isNative ? zeroAddress : token
  calls.push({ target: multicallHandlerAddress, callData: drain(drained, receiver), value: 0n })
  const plan = { calls, fallbackRecipient: depositor }
  return {
    recipient: multicallHandlerAddress,
    message: encodeAbiParameters(instructions, [plan]),
  }
}

function transfer(to: Hex, value: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, value] })
}

function withdraw(value: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'withdraw', args: [value] })
}

function drain(token: Hex, to: Hex): Hex {
  return encodeFunctionData({
    abi: handlerAbi,
    functionName: 'drainLeftoverTokens',
    args: [token, to],
  })
}
