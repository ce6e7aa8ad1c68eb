import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  multicall3Abi,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'

import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import {
  decodeDecimals,
  decodeText,
  decodeUint,
  encodeAllowance,
  encodeApprove,
  encodeBalanceOf,
  encodeDecimals,
  encodeName,
  encodeSymbol,
  encodeTransfer,
} from '../../../src/chains/evm/erc20.ts'
import {
  encodeAddress,
  encodeBytes,
  encodeInt,
  encodeUint,
  isEvmAddress,
  readAddress,
  readBool,
  readBytes,
  readInt,
  readSize,
  readUint,
} from '../../../src/chains/evm/hex.ts'
import {
  decodeAggregate3,
  encodeAggregate3,
  encodeGetEthBalance,
} from '../../../src/chains/evm/multicall3.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { randomSource } from './support/random.ts'

const owner = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const spender = '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f'
const maxUint = 2n ** 256n - 1n

describe('words', () => {
  const uints = [0n, 1n, 255n, 10n ** 18n, 2n ** 255n, maxUint]
  test.each(uints)('uint %s is the word of viem and reads back', (value) => {
    const word = `0x${encodeUint(value)}` as const
    expect(word).toBe(encodeAbiParameters([{ type: 'uint256' }], [value]))
    expect(readUint(word, 0)).toBe(value)
  })

  test.each([0n, -1n, 887272n, -887272n, 2n ** 255n - 1n, -(2n ** 255n)])('int %s', (value) => {
    const word = `0x${encodeInt(value)}` as const
    expect(word).toBe(encodeAbiParameters([{ type: 'int256' }], [value]))
    expect(readInt(word, 0)).toBe(value)
  })

  test('an address becomes a lower-case word and reads back', () => {
    const word = `0x${encodeAddress(owner)}` as const
    expect(word).toBe(encodeAbiParameters([{ type: 'address' }], [owner]))
    expect(toChecksumAddress(readAddress(word, 0))).toBe(owner)
  })

  test.each<Hex>([
    '0x',
    '0x00',
    `0x${'ab'.repeat(31)}`,
    `0x${'ab'.repeat(32)}`,
    `0x${'ab'.repeat(65)}`,
  ])('bytes %s', (bytes) => {
    const whole = encodeAbiParameters([{ type: 'bytes' }], [bytes])
    expect(`0x${encodeUint(32)}${encodeBytes(bytes)}`).toBe(whole)
    expect(readBytes(whole, 32)).toBe(bytes)
  })

  test('what does not fit is a fault of the caller', () => {
    expect(() => encodeUint(-1n)).toThrow(RangeError)
    expect(() => encodeUint(maxUint + 1n)).toThrow(RangeError)
    expect(() => encodeInt(2n ** 255n)).toThrow(RangeError)
    expect(() => encodeAddress('0x12')).toThrow(RangeError)
    expect(() => encodeBytes('0x123')).toThrow(RangeError)
    expect(() => encodeBytes('0xzz')).toThrow(RangeError)
  })

  const word = (digits: string) => `0x${digits.padStart(64, '0')}`
  test.each([
    ['a short word', () => readUint('0x1234', 0)],
    ['a word past the end', () => readUint(word('1'), 1)],
    ['a negative position', () => readUint(word('1'), -1)],
    ['a word that is not hex', () => readUint(`0x${'zz'.repeat(32)}`, 0)],
    ['an address with dirty upper bytes', () => readAddress(`0x${'11'.repeat(32)}`, 0)],
    ['an address that is not hex', () => readAddress(word('zz'), 0)],
    ['a flag of 2', () => readBool(word('2'), 0)],
    ['a length beyond all memory', () => readSize(`0x${'ff'.repeat(32)}`, 0)],
    ['bytes longer than the data', () => readBytes(word('40'), 0)],
  ])('reading %s is refused', (_, read) => {
    expect(read).toThrow(SwaprouteError)
    expect(read).toThrow(expect.objectContaining({ code: 'CHAIN_UNAVAILABLE' }))
  })
})

describe('EIP-55', () => {
  // The vectors of the EIP itself.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address)
    expect(toChecksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
  })

  test('agrees with viem on 5,000 addresses, also after its memory was full', () => {
    for (let index = 0; index < 5000; index += 1) {
      const address = keccak256(toHex(index)).slice(0, 42)
      expect(toChecksumAddress(address)).toBe(getAddress(address))
    }
  })

  test('knows the shape of an address', () => {
    expect(isEvmAddress(owner)).toBe(true)
    expect(isEvmAddress(owner.slice(2))).toBe(false)
    expect(isEvmAddress(`${owner}0`)).toBe(false)
  })
})

describe('ERC-20', () => {
  test('call data is byte-equal to viem', () => {
    const abi = erc20Abi
    expect(encodeName()).toBe(encodeFunctionData({ abi, functionName: 'name' }))
    expect(encodeSymbol()).toBe(encodeFunctionData({ abi, functionName: 'symbol' }))
    expect(encodeDecimals()).toBe(encodeFunctionData({ abi, functionName: 'decimals' }))
    expect(encodeBalanceOf(owner)).toBe(
      encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] }),
    )
    expect(encodeAllowance(owner, spender)).toBe(
      encodeFunctionData({ abi, functionName: 'allowance', args: [owner, spender] }),
    )
    expect(encodeApprove(spender, 250_000_000n)).toBe(
      encodeFunctionData({ abi, functionName: 'approve', args: [spender, 250_000_000n] }),
    )
    expect(encodeTransfer(owner, maxUint)).toBe(
      encodeFunctionData({ abi, functionName: 'transfer', args: [owner, maxUint] }),
    )
  })

  const asString = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])
  const asBytes32 = (text: string) => toHex(text, { size: 32 })
  test.each<[string, string, string | null]>([
    ['an ABI string', asString('USDC'), 'USDC'],
    [
      'a long ABI string',
      asString('Wrapped liquid staked Ether 2.0, bridged'),
      'Wrapped liquid staked Ether 2.0, bridged',
    ],
    ['non-ASCII text', asString('USD₮0'), 'USD₮0'],
    ['bytes32', asBytes32('MKR'), 'MKR'],
    ['bytes32 without a zero', asBytes32('A'.repeat(32)), 'A'.repeat(32)],
    ['control and bidirectional characters', asString('US\u001b[31mD\u202eC\u200b'), 'US[31mDC'],
    ['nothing', '0x', null],
    ['an empty string', asString(''), null],
    ['only spaces', asString('   '), null],
    ['zero word', `0x${'00'.repeat(32)}`, null],
    ['no UTF-8', `0x${'ff'.repeat(32)}`, null],
    ['a string of 300 bytes', asString('x'.repeat(300)), null],
    ['an offset outside', `0x${'ff'.repeat(64)}`, null],
    ['a length outside', `0x${encodeUint(32)}${encodeUint(33)}`, null],
    ['no hex', '0xzz', null],
  ])('text from %s', (_, data, expected) => {
    expect(decodeText(data)).toBe(expected)
  })

  test.each<[string, number | null]>([
    [`0x${encodeUint(6)}`, 6],
    [`0x${encodeUint(0)}`, 0],
    [`0x${encodeUint(77)}`, 77],
    [`0x${encodeUint(78)}`, null],
    [`0x${encodeUint(maxUint)}`, null],
    ['0x', null],
    ['0x06', null],
  ])('decimals of %s', (data, expected) => {
    expect(decodeDecimals(data)).toBe(expected)
  })

  test('a balance is a number or nothing', () => {
    expect(decodeUint(`0x${encodeUint(maxUint)}`)).toBe(maxUint)
    expect(decodeUint('0x')).toBeNull()
    expect(decodeUint('nonsense')).toBeNull()
  })
})

describe('Multicall3', () => {
  const call = (size: number) =>
    ({
      target: spender,
      allowFailure: true,
      callData: `0x${'a5'.repeat(size)}`,
    }) as const
  const answer = (results: { success: boolean; returnData: Hex }[]) =>
    encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })

  test.each([
    ['none', []],
    ['one', [call(36)]],
    ['odd sizes', [call(0), call(1), call(31), call(32), call(33), call(260)]],
    ['failure not allowed', [{ ...call(4), allowFailure: false }]],
  ])('call data is byte-equal to viem: %s', (_, calls) => {
    expect(encodeAggregate3(calls)).toBe(
      encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [calls],
      }),
    )
  })

  test('500 random batches are byte-equal to viem and viem reads them back', () => {
    const random = randomSource(7)
    for (let round = 0; round < 500; round += 1) {
      const calls = Array.from({ length: random.below(12) }, () => ({
        target: getAddress(random.hex(20)),
        allowFailure: random.below(2) === 1,
        callData: random.hex(random.below(150)),
      }))
      const data = encodeAggregate3(calls)
      expect(data).toBe(
        encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] }),
      )
      expect(decodeFunctionData({ abi: multicall3Abi, data: `0x${data.slice(2)}` }).args).toEqual([
        calls,
      ])
      const results = calls.map((item) => ({
        success: item.allowFailure,
        returnData: item.callData,
      }))
      expect(decodeAggregate3(answer(results), calls.length)).toEqual(results)
    }
  })

  test('reads what viem wrote', () => {
    const results = [
      { success: true, returnData: '0x' as const },
      { success: false, returnData: `0x08c379a0${'00'.repeat(64)}` as const },
      { success: true, returnData: `0x${'11'.repeat(96)}` as const },
    ]
    expect(decodeAggregate3(answer(results), 3)).toEqual(results)
    expect(decodeAggregate3(answer([]), 0)).toEqual([])
  })

  const two = answer([
    { success: true, returnData: `0x${'11'.repeat(32)}` },
    { success: true, returnData: `0x${'22'.repeat(32)}` },
  ])
  const withWord = (index: number, value: bigint) =>
    `${two.slice(0, 2 + index * 64)}${encodeUint(value)}${two.slice(2 + (index + 1) * 64)}`
  test.each([
    ['empty', '0x'],
    ['not hex', '0xzz'],
    ['without 0x', two.slice(2)],
    ['of odd length', `${two}0`],
    ['cut at the end', two.slice(0, -2)],
    ['cut in the head', two.slice(0, 2 + 3 * 64)],
    ['pointing outside for the array', withWord(0, 10_000n)],
    ['counting one less', withWord(1, 1n)],
    ['counting far too many', withWord(1, maxUint)],
    ['pointing outside for a result', withWord(2, 2n ** 60n)],
    ['with a flag of 7', withWord(4, 7n)],
    ['pointing outside for the bytes', withWord(5, maxUint)],
    ['with a length past the end', withWord(6, 5000n)],
  ])('an answer %s is refused', (_, data) => {
    expect(() => decodeAggregate3(data, 2)).toThrow(
      expect.objectContaining({ code: 'CHAIN_UNAVAILABLE' }),
    )
  })

  test('every cut of a good answer is refused', () => {
    for (let end = 0; end < two.length; end += 1) {
      expect(() => decodeAggregate3(two.slice(0, end), 2)).toThrow(SwaprouteError)
    }
  })

  test('native balances are read by its own function', () => {
    expect(encodeGetEthBalance(owner)).toBe(
      encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [owner] }),
    )
  })
})
