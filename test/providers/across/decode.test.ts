import { decodeFunctionData, encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'

import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { acrossContracts } from '../../../src/providers/across/contracts.ts'
import { acrossCalls } from '../../../src/providers/across/calls.ts'
import { type NumberOf, readDeclared } from '../../support/declaredCalls.ts'
import {
  arbUsdc,
  arbWeth,
  call,
  type Call,
  deposit,
  drain,
  type Fields,
  handler,
  logEntry,
  mallory,
  message,
  oldPeriphery,
  oldPeripheryAbi,
  periphery,
  peripheryAbi,
  pool,
  poolAbi,
  swapAndBridge,
  transfer,
  usdc,
  withdraw,
  withdrawAll,
  word,
  wrappedAbi,
  zeroWord,
} from './calls.ts'
import { alice, bob } from './support.ts'

const provider = { proofs: [{ kind: 'calls', calls: acrossCalls }] } as const
const decodeAcrossCall = (
  blockchain: BlockchainId,
  to: string,
  data: string,
  numberOf?: NumberOf,
) => readDeclared(provider, blockchain, to, data, numberOf)

const native = zeroAddress
const alicesHex: Hex = `0x${alice.slice(2)}`
const bobsHex: Hex = `0x${bob.slice(2)}`
const expected = {
  method: 'deposit',
  recipient: bob.toLowerCase(),
  srcToken: usdc.toLowerCase(),
  dstToken: arbUsdc.toLowerCase(),
  amountIn: 250_000_000n,
  minOut: 249_000_000n,
  dst: 'ARBITRUM',
  refundTo: alice.toLowerCase(),
  deadlineSeconds: 1_790_007_200n,
}

/** The exchange gets the tokens in another way: the sixth word of the struct. */
function withWay(data: Hex, way: number): Hex {
  const at = 10 + 6 * 64
  return `0x${data.slice(2, at)}${String(way).padStart(64, '0')}${data.slice(at + 64)}`
}

describe('reads', () => {
  test.each<[string, string, Hex, object]>([
    ['a deposit', pool, deposit(), expected],
    [
      'a deposit with addresses',
      pool,
      deposit({}, 'depositV3'),
      { ...expected, method: 'depositV3' },
    ],
    ['the Swap API mark', pool, `${deposit()}73c0de`, expected],
    ['both marks, in capitals', pool, `${deposit()}1DC0DE00AA73C0DE`, expected],
    [
      'a swap before the deposit',
      periphery,
      swapAndBridge(),
      { ...expected, method: 'swapAndBridge' },
    ],
    [
      'a long router call',
      periphery,
      withWay(swapAndBridge({}, { router: `0x${'ab'.repeat(333)}` }), 2),
      { ...expected, method: 'swapAndBridge' },
    ],
  ])('%s', (_name, to, data, result) => {
    expect(decodeAcrossCall('ETH', to, data)).toEqual(result)
  })

  const nativeArgs = [
    word(bobsHex),
    usdc,
    5n,
    word(arbUsdc),
    4n,
    42_161n,
    zeroWord,
    1,
    1_790_007_200,
    0,
    '0x',
  ] as const

  test.each<[string, number, object]>([
    ['a period', 20, { relayer: mallory, until: 20n, isPeriod: true }],
    ['a year', 31_536_000, { relayer: mallory, until: 31_536_000n, isPeriod: true }],
    ['a moment', 1_790_000_000, { relayer: mallory, until: 1_790_000_000n, isPeriod: false }],
  ])('who alone may deliver, and for how long: %s', (_name, until, exclusive) => {
    const [to, token, amount, output, least, chain] = nativeArgs
    const data = encodeFunctionData({
      abi: peripheryAbi,
      functionName: 'depositNative',
      args: [
        pool,
        alicesHex,
        to,
        token,
        amount,
        output,
        least,
        chain,
        word(mallory),
        1,
        2,
        until,
        '0x',
      ],
    })
    expect(decodeAcrossCall('ETH', periphery, data)).toMatchObject({
      deadlineSeconds: 2n,
      exclusive,
    })
  })

  test('deposits of native coins through either periphery', () => {
    const result = { ...expected, method: 'depositNative', amountIn: 5n, minOut: 4n }
    const now = encodeFunctionData({
      abi: peripheryAbi,
      functionName: 'depositNative',
      args: [pool, alicesHex, ...nativeArgs],
    })
    expect(decodeAcrossCall('ETH', periphery, now)).toEqual(result)
    const before = encodeFunctionData({ abi: oldPeripheryAbi, args: [pool, ...nativeArgs] })
    expect(decodeAcrossCall('ETH', oldPeriphery, before)).toEqual({ ...result, refundTo: null })
    const elsewhere = encodeFunctionData({ abi: oldPeripheryAbi, args: [mallory, ...nativeArgs] })
    expect(() => decodeAcrossCall('ETH', oldPeriphery, elsewhere)).toThrow(SwaprouteError)
  })

  const weth = { outputToken: arbWeth, recipient: handler }
  const all = 249_000_000n

  test.each<[string, Call[], Hex, bigint]>([
    ['wrapped', [drain(arbWeth, bobsHex)], arbWeth, all],
    [
      'wrapped, with a log entry',
      [drain(arbWeth, bobsHex), drain(arbWeth, bobsHex), logEntry],
      arbWeth,
      all,
    ],
    ['unwrapped by amount', [call(arbWeth, withdraw(all)), drain(native, bobsHex)], native, all],
    [
      'unwrapped by balance',
      [withdrawAll(arbWeth), drain(native, bobsHex), drain(arbWeth, bobsHex)],
      native,
      all,
    ],
    [
      'with a fee',
      [call(arbWeth, transfer(mallory, 9n)), drain(arbWeth, bobsHex)],
      arbWeth,
      all - 9n,
    ],
    [
      'unwrapped, with a fee in native coins',
      [
        withdrawAll(arbWeth),
        call(mallory, '0x', 9n),
        drain(native, bobsHex),
        drain(arbWeth, bobsHex),
      ],
      native,
      all - 9n,
    ],
    [
      'unwrapped after a fee',
      [
        call(arbWeth, transfer(mallory, 9n)),
        call(arbWeth, withdraw(all - 9n)),
        drain(native, bobsHex),
      ],
      native,
      all - 9n,
    ],
  ])('a delivery %s', (_name, calls, token, minOut) => {
    const data = deposit({ ...weth, message: message(calls) })
    expect(decodeAcrossCall('ETH', pool, data)).toEqual({
      ...expected,
      dstToken: token.toLowerCase(),
      minOut,
    })
  })

  test.each<Hex>([native, alicesHex, bobsHex])('a delivery that falls back to %s', (fallback) => {
    const data = deposit({ ...weth, message: message([drain(arbWeth, bobsHex)], fallback) })
    expect(decodeAcrossCall('ETH', pool, data).recipient).toBe(bob.toLowerCase())
  })

  test('a delivery on the chain ids of a sandbox', () => {
    const data = deposit({
      ...weth,
      chainId: 13_370_003n,
      message: message([drain(arbWeth, bobsHex)]),
    })
    const ids: NumberOf = (blockchain) => (blockchain === 'ARBITRUM' ? 13_370_003 : null)
    expect(decodeAcrossCall('ETH', pool, data, ids).dst).toBe('ARBITRUM')
  })
})

describe('refuses', () => {
  const weth = { outputToken: arbWeth, recipient: handler }
  const all = 249_000_000n
  const delivery = (calls: Call[], more: Partial<Fields> = {}, fallback?: Hex): Hex =>
    deposit({ ...weth, ...more, message: message(calls, fallback) })

  test.each<[string, string, string]>([
    ['another contract', mallory, deposit()],
    ['a contract of another chain', acrossContracts('ARBITRUM')?.spokePool ?? '', deposit()],
    ['the wrong contract for the method', periphery, deposit()],
    ['an unknown method', pool, `0xdeadbeef${deposit().slice(10)}`],
    ['no data', pool, '0x'],
    ['text', pool, 'hello'],
    ['digits of odd length', pool, `${deposit()}0`],
    ['a missing word', pool, deposit().slice(0, -64)],
    ['a longer tail', pool, `${deposit()}${'00'.repeat(32)}`],
    ['a foreign mark', pool, `${deposit()}1dc0de00aa00`],
    ['an unnamed output token', pool, deposit({ outputToken: native })],
    [
      'a receiver that is no address',
      pool,
      deposit().replace(word(bobsHex).slice(2), 'ff'.repeat(32)),
    ],
    ['a pool that is not theirs', periphery, swapAndBridge({}, { pool: mallory })],
    ['a fee to the sender of the transaction', periphery, swapAndBridge({}, { fee: 1n })],
    [
      'a promise of more than the swap is sure to give',
      periphery,
      swapAndBridge({ outputAmount: 249_500_001n }),
    ],
    [
      'a promise in another asset than the swap gives',
      periphery,
      swapAndBridge({ outputToken: arbWeth, outputAmount: 1n }),
    ],
    [
      'a promise in an unknown token',
      periphery,
      swapAndBridge({ outputToken: mallory, outputAmount: 1n }),
    ],
    ['a way of paying that there is not', periphery, withWay(swapAndBridge(), 3)],
    ['a chain id out of range', pool, deposit({ chainId: maxUint256 })],
  ])('%s', (_name, to, data) => {
    expect(() => decodeAcrossCall('ETH', to, data)).toThrow(
      expect.objectContaining({ code: 'UNSAFE_ROUTE', context: { check: 'E8' } }),
    )
  })

  test('everything on a chain without Across', () => {
    expect(() => decodeAcrossCall('FANTOM', pool, deposit())).toThrow(SwaprouteError)
  })

  test.each<[string, Hex]>([
    [
      'a message to an ordinary account',
      deposit({ outputToken: arbWeth, message: message([drain(arbWeth, bobsHex)]) }),
    ],
    ['the handler of another chain', delivery([drain(arbWeth, bobsHex)], { chainId: 59_144n })],
    ['a stranger as fallback', delivery([drain(arbWeth, bobsHex)], {}, mallory)],
    ['two receivers', delivery([drain(arbWeth, bobsHex), drain(native, mallory)])],
    ['no receiver', delivery([logEntry])],
    ['another token sent', delivery([drain(usdc, bobsHex)])],
    [
      'native coins sent before there are any',
      delivery([drain(native, bobsHex), withdrawAll(arbWeth)]),
    ],
    [
      'unwrapping without sending the coins',
      delivery([withdrawAll(arbWeth), drain(arbWeth, bobsHex)]),
    ],
    [
      'unwrapping less than all',
      delivery([call(arbWeth, withdraw(all - 1n)), drain(native, bobsHex)]),
    ],
    ['unwrapping another token', delivery([withdrawAll(usdc), drain(native, bobsHex)])],
    [
      'an approval',
      delivery([
        call(
          arbWeth,
          encodeFunctionData({ abi: wrappedAbi, functionName: 'approve', args: [mallory, 1n] }),
        ),
        drain(arbWeth, bobsHex),
      ]),
    ],
    ['a call to anybody', delivery([call(mallory, '0x12345678'), drain(arbWeth, bobsHex)])],
    ['coins for a log entry', delivery([{ ...logEntry, value: 1n }, drain(arbWeth, bobsHex)])],
    [
      'a fee of everything',
      delivery([call(arbWeth, transfer(mallory, all)), drain(arbWeth, bobsHex)]),
    ],
    [
      'a fee after the delivery',
      delivery([drain(arbWeth, bobsHex), call(arbWeth, transfer(mallory, 1n))]),
    ],
    [
      'a fee in another token',
      delivery([call(usdc, transfer(mallory, 1n)), drain(arbWeth, bobsHex)]),
    ],
    ['a long list of calls', delivery(Array.from({ length: 9 }, () => drain(arbWeth, bobsHex)))],
    ['words that point outside', deposit({ ...weth, message: `0x${'ff'.repeat(96)}` })],
    ['an empty list', deposit({ ...weth, message: '0x00' })],
  ])('%s', (_name, data) => {
    expect(() => decodeAcrossCall('ETH', pool, data)).toThrow(
      expect.objectContaining({ code: 'UNSAFE_ROUTE', context: { check: 'E8' } }),
    )
  })

  test('never crashes, and reads a bent call as the contract would', () => {
    const good = deposit()
    let seed = 1
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    let refused = 0
    for (let round = 0; round < 4_000; round += 1) {
      const at = 10 + random(good.length - 10)
      const bent: Hex = `0x${good.slice(2, at)}${random(16).toString(16)}${good.slice(at + 1)}`
      try {
        const read = decodeAcrossCall('ETH', pool, bent)
        const { args } = decodeFunctionData({ abi: poolAbi, data: bent })
        const [depositor, recipient, srcToken, dstToken, amountIn, minOut, dstChainId] = args ?? []
        const words = [read.refundTo, read.recipient, read.srcToken, read.dstToken]
        expect(words.map((address) => word(`0x${address?.slice(2)}`))).toEqual(
          [depositor, recipient, srcToken, dstToken].map((value) => String(value).toLowerCase()),
        )
        expect([read.amountIn, read.minOut]).toEqual([amountIn, minOut])
        expect(read.dst).toBe(dstChainId === 42_161n ? 'ARBITRUM' : read.dst)
      } catch (thrown) {
        if (!(thrown instanceof SwaprouteError)) throw thrown
        expect(thrown.code).toBe('UNSAFE_ROUTE')
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(500)
    expect(refused).toBeLessThan(3_500)
  })
})
