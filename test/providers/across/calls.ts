import {
  type Abi,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem'

import { zeroAddress } from '../../../src/core/token.ts'
import { acrossContracts } from '../../../src/providers/across/contracts.ts'
import published from './recordings/contracts.json' with { type: 'json' }
import { alice, bob } from './support.ts'

// Calls of Across as viem writes them from the ABI of the contracts' package: the oracle for the
// program's own decoder.

function abiOf(contract: keyof typeof published.abis): Abi {
  return published.abis[contract] as Abi
}

export const poolAbi = abiOf('Universal_SpokePool')
export const peripheryAbi = abiOf('SpokePoolPeriphery')
export const oldPeripheryAbi = parseAbi([
  'function depositNative(address spokePool, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
])
const handlerAbi = abiOf('MulticallHandler')
export const wrappedAbi = parseAbi([
  'function withdraw(uint256)',
  'function transfer(address,uint256)',
  'function approve(address,uint256)',
])
const instructions = parseAbiParameters(
  '((address target, bytes callData, uint256 value)[] calls, address fallbackRecipient) instructions',
)

export const usdc: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const arbUsdc: Hex = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'
export const arbWeth: Hex = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
export const mallory: Hex = '0xb063b120e898232aaa43428fbece4343525ae918'
export const handler: Hex = '0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E'
const emitter: Hex = '0xBF75133b48b0a42AB9374027902E83C5E2949034'
const { spokePool, peripheries } = acrossContracts('ETH') ?? { spokePool: '', peripheries: [] }
export const pool: Hex = `0x${spokePool.slice(2)}`
export const periphery = peripheries[0] ?? ''
export const oldPeriphery = peripheries[1] ?? ''
export const zeroWord: Hex = `0x${'00'.repeat(32)}`

export type Fields = {
  depositor: Hex
  recipient: Hex
  inputToken: Hex
  outputToken: Hex
  inputAmount: bigint
  outputAmount: bigint
  chainId: bigint
  message: Hex
}

const standard: Fields = {
  depositor: alice,
  recipient: bob,
  inputToken: usdc,
  outputToken: arbUsdc,
  inputAmount: 250_000_000n,
  outputAmount: 249_000_000n,
  chainId: 42_161n,
  message: '0x',
}
export const word = (address: Hex): Hex => pad(address, { size: 32 })

export function deposit(
  more: Partial<Fields> = {},
  name: 'deposit' | 'depositV3' = 'deposit',
): Hex {
  const { message, ...f } = { ...standard, ...more }
  const as = name === 'deposit' ? word : (address: Hex): Hex => address
  const relayer = name === 'deposit' ? zeroWord : zeroAddress
  return encodeFunctionData({
    abi: poolAbi,
    functionName: name,
    args: [
      as(f.depositor),
      as(f.recipient),
      as(f.inputToken),
      as(f.outputToken),
      f.inputAmount,
      f.outputAmount,
      f.chainId,
      relayer,
      1_790_000_000,
      1_790_007_200,
      0,
      message,
    ],
  })
}

type SwapFields = { fee: bigint; pool: Hex; router: Hex }

export function swapAndBridge(more: Partial<Fields> = {}, swap: Partial<SwapFields> = {}): Hex {
  const f = { ...standard, ...more }
  const { fee, pool: spoke, router } = { fee: 0n, pool, router: '0x12345678' as Hex, ...swap }
  return encodeFunctionData({
    abi: peripheryAbi,
    functionName: 'swapAndBridge',
    args: [
      {
        submissionFees: { amount: fee, recipient: zeroAddress },
        depositData: {
          inputToken: usdc,
          outputToken: word(f.outputToken),
          outputAmount: f.outputAmount,
          depositor: f.depositor,
          recipient: word(f.recipient),
          destinationChainId: f.chainId,
          exclusiveRelayer: zeroWord,
          quoteTimestamp: 1,
          fillDeadline: 1_790_007_200,
          exclusivityParameter: 0,
          message: f.message,
        },
        swapToken: f.inputToken,
        exchange: mallory,
        transferType: 0,
        swapTokenAmount: f.inputAmount,
        minExpectedInputTokenAmount: 249_500_000n,
        routerCalldata: router,
        enableProportionalAdjustment: true,
        spokePool: spoke,
        nonce: 0n,
      },
    ],
  })
}

export type Call = { target: Hex; callData: Hex; value: bigint }
export const call = (target: Hex, callData: Hex, value = 0n): Call => ({ target, callData, value })
export const drain = (token: Hex, to: Hex): Call =>
  call(
    handler,
    encodeFunctionData({ abi: handlerAbi, functionName: 'drainLeftoverTokens', args: [token, to] }),
  )
export const withdraw = (amount: bigint): Hex =>
  encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [amount] })
export const transfer = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: wrappedAbi, functionName: 'transfer', args: [to, amount] })
export const withdrawAll = (token: Hex): Call =>
  call(
    handler,
    encodeFunctionData({
      abi: handlerAbi,
      functionName: 'makeCallWithBalance',
      args: [token, withdraw(0n), 0n, [{ token, offset: 4n }]],
    }),
  )
export const logEntry = call(
  emitter,
  encodeFunctionData({
    abi: abiOf('AcrossEventEmitter'),
    functionName: 'emitData',
    args: ['0xabcd'],
  }),
)

export function message(calls: Call[], fallbackRecipient: Hex = zeroAddress): Hex {
  return encodeAbiParameters(instructions, [{ calls, fallbackRecipient }])
}
