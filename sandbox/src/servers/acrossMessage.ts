import {
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  type Hex,
} from 'viem'
import { zeroAddress } from '../../../src/core/token.ts'
import { multicallHandlerAddress } from '../chains.ts'
import type { BridgeSide } from './acrossTokens.ts'

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
