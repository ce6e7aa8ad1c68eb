import { encodeFunctionData, type Hex } from 'viem'

import { nativeToken } from '../../../src/chains/tokens.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import {
  arbUsdc,
  arbWeth,
  call,
  type Call,
  deposit,
  drain,
  handler,
  logEntry,
  message,
  periphery,
  peripheryAbi,
  pool,
  swapAndBridge,
  transfer,
  usdc,
  withdraw,
  withdrawAll,
  word,
  zeroWord,
} from '../../providers/across/calls.ts'
import type { Random } from '../support/random.ts'
import { type Case, friend, mallory, payer } from './swapCase.ts'

export const weth: Hex = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const arbitrum = 42_161

function tokenOf(blockchain: 'ETH' | 'ARBITRUM', address: string): Token {
  const words = { symbol: 'ONE', name: 'One', decimals: 6, listed: true, native: false }
  return { blockchain, address, ...words }
}

export type AcrossTemplate = { name: string; make(random: Random): Case }

/** Every form in which the API deposits, and every delivery it writes. */
export const acrossTemplates: readonly AcrossTemplate[] = [
  { name: 'deposit', make: (random) => tokenCase(random, 'deposit', []) },
  { name: 'depositV3', make: (random) => tokenCase(random, 'depositV3', []) },
  {
    name: 'deposit, delivered with a fee',
    make: (random) =>
      tokenCase(random, 'deposit', (to) => [
        call(arbUsdc, transfer(mallory, 1_000n)),
        drain(arbUsdc, to),
        logEntry,
      ]),
  },
  { name: 'depositNative', make: (random) => coinCase(random, weth, null) },
  {
    name: 'depositNative, delivered as coins',
    make: (random) =>
      coinCase(random, zeroAddress, (to, amount) => [
        call(arbWeth, withdraw(amount)),
        drain(zeroAddress, to),
        drain(arbWeth, to),
      ]),
  },
  {
    name: 'depositNative, all that came delivered as coins',
    make: (random) =>
      coinCase(random, zeroAddress, (to) => [withdrawAll(arbWeth), drain(zeroAddress, to)]),
  },
  { name: 'swapAndBridge', make: swapCase },
]

function amountsOf(random: Random): { srcAmount: bigint; output: bigint; receiver: Hex } {
  const srcAmount = 1_000_000n + BigInt(random.below(2 ** 31))
  const output = srcAmount - BigInt(random.below(9_000)) - 1n
  return { srcAmount, output, receiver: random.below(2) === 0 ? payer : friend }
}

function tokenCase(
  random: Random,
  name: 'deposit' | 'depositV3',
  delivery: ((to: Hex) => Call[]) | [],
): Case {
  const { srcAmount, output, receiver } = amountsOf(random)
  const isPlain = typeof delivery !== 'function'
  const data = deposit(
    {
      depositor: payer,
      recipient: isPlain ? receiver : handler,
      inputAmount: srcAmount,
      outputAmount: output,
      message: isPlain ? '0x' : message(delivery(receiver)),
    },
    name,
  )
  return {
    terms: {
      provider: 'across',
      srcToken: tokenOf('ETH', usdc),
      dstToken: tokenOf('ARBITRUM', arbUsdc),
      srcAmount,
      receiver,
      minimum: isPlain ? output : output - 1_000n,
      dstChainId: arbitrum,
    },
    transaction: { kind: 'evm', to: pool, data, value: 0n, approvalAddress: pool },
  }
}

/** `bought` zero: coins, which a message unwraps; the wrapped token otherwise. */
function coinCase(
  random: Random,
  bought: Hex,
  delivery: ((to: Hex, amount: bigint) => Call[]) | null,
): Case {
  const { srcAmount, output, receiver } = amountsOf(random)
  const recipient = delivery === null ? receiver : handler
  const data = encodeFunctionData({
    abi: peripheryAbi,
    functionName: 'depositNative',
    args: [
      pool,
      payer,
      word(recipient),
      weth,
      srcAmount,
      word(arbWeth),
      output,
      BigInt(arbitrum),
      zeroWord,
      1_790_000_000,
      1_790_007_200,
      0,
      delivery === null ? '0x' : message(delivery(receiver, output)),
    ],
  })
  return {
    terms: {
      provider: 'across',
      srcToken: nativeToken('ETH'),
      dstToken: bought === weth ? tokenOf('ARBITRUM', arbWeth) : nativeToken('ARBITRUM'),
      srcAmount,
      receiver,
      minimum: output,
      dstChainId: arbitrum,
    },
    transaction: { kind: 'evm', to: periphery, data, value: srcAmount, approvalAddress: null },
  }
}

/** A swap of any token into USDC, which is bridged. */
function swapCase(random: Random): Case {
  const { srcAmount, output, receiver } = amountsOf(random)
  const minimum = output % 249_000_000n
  const srcToken = tokenOf('ETH', '0x6b175474e89094c44da98b954eedeac495271d0f')
  const data = swapAndBridge({
    inputToken: '0x6b175474e89094c44da98b954eedeac495271d0f',
    inputAmount: srcAmount,
    depositor: payer,
    recipient: receiver,
    outputAmount: minimum,
  })
  return {
    terms: {
      provider: 'across',
      srcToken,
      dstToken: tokenOf('ARBITRUM', arbUsdc),
      srcAmount,
      receiver,
      minimum,
      dstChainId: arbitrum,
    },
    transaction: { kind: 'evm', to: periphery, data, value: 0n, approvalAddress: periphery },
  }
}
