import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { revertReason } from '../../../src/wallet/revertReasons.ts'

const abi = parseAbi([
  'error Error(string)',
  'error Panic(uint256)',
  'error ERC20InsufficientBalance(address,uint256,uint256)',
  'error V3TooLittleReceived()',
  'error InvalidQuoteTimestamp()',
  'error Nobody(uint256)',
])
const someone = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const text = (reason: string) => encodeErrorResult({ abi, errorName: 'Error', args: [reason] })
const panic = (code: bigint) => encodeErrorResult({ abi, errorName: 'Panic', args: [code] })

test.each<[string, string | null, string]>([
  ['slippage of Uniswap V3', text('Too little received'), 'less than the accepted minimum'],
  [
    'slippage of Uniswap V2 and its forks',
    text('PancakeRouter: INSUFFICIENT_OUTPUT_AMOUNT'),
    'less than the accepted minimum would arrive ("PancakeRouter: INSUFFICIENT_OUTPUT_AMOUNT")',
  ],
  ['a late swap', text('UniswapV2Router: EXPIRED'), 'deadline'],
  ['a late swap of V3', text('Transaction too old'), 'deadline'],
  ['transferFrom of V3', text('STF'), 'could not be taken'],
  ['transferFrom of V2', text('TransferHelper: TRANSFER_FROM_FAILED'), 'could not be taken'],
  ['a token balance', text('ERC20: transfer amount exceeds balance'), 'is too low'],
  ['an allowance', text('ERC20: insufficient allowance'), 'not allowed to take'],
  ['a token with a fee on transfers', text('UniswapV2: K'), 'takes a fee on transfers'],
  ['two causes in one text: the price first', text('Too little received: K'), 'price moved'],
  ['an unknown text', text('No "cats" here'), `the contract reverted with "No 'cats' here"`],
  ['an arithmetic panic', panic(0x11n), 'a number in the contract went out of range (panic 0x11)'],
  ['an unknown panic', panic(0x99n), 'the contract panicked (panic 0x99)'],
  [
    'a known custom error',
    encodeErrorResult({
      abi,
      errorName: 'ERC20InsufficientBalance',
      args: [someone, 1n, 2n],
    }),
    'token balance of the account is too low (ERC20InsufficientBalance)',
  ],
  [
    'one without arguments',
    encodeErrorResult({ abi, errorName: 'V3TooLittleReceived' }),
    'less than the accepted minimum',
  ],
  [
    'a bridge',
    encodeErrorResult({ abi, errorName: 'InvalidQuoteTimestamp' }),
    'quote of the bridge',
  ],
  [
    'an unknown custom error',
    encodeErrorResult({ abi, errorName: 'Nobody', args: [1n] }),
    'its own error 0x',
  ],
  ['nothing', '0x', 'reverted without a reason'],
  ['no data', null, 'reverted without a reason'],
  ['a cut text', text('Too little received').slice(0, 80), 'its own error 0x08c379a0'],
  ['what is no hex', 'Reverted', 'reverted without a reason'],
])('%s', (_, data, expected) => {
  expect(revertReason({ data, message: 'execution reverted' })).toContain(expected)
})

test.each([
  ['execution reverted: Too little received', 'less than the accepted minimum'],
  ["VM Exception: revert with reason string 'STF'", 'could not be taken'],
  ['out of gas', 'run out of gas'],
  ['gas required exceeds allowance (30000000)', 'run out of gas'],
  ['insufficient funds for gas * price + value', 'cannot pay'],
  ['execution reverted', 'reverted without a reason'],
])('from the message alone: %s', (message, expected) => {
  expect(revertReason({ data: null, message })).toContain(expected)
})

test('foreign text stays one harmless line without links', () => {
  const hostile = 'claim\u001b[31m at\nhttps://evil.example/x \u202enow'
  const reason = revertReason({ data: text(hostile), message: '' })
  expect(reason).not.toMatch(/\p{Cc}|\p{Cf}|https/u)
  expect(revertReason({ data: text('a'.repeat(5000)), message: '' }).length).toBeLessThan(250)
})
