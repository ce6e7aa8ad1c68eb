import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { paymentCode, walletLink } from '../../../src/chains/paymentUris.ts'
import { evm, tokenOf } from '../../providers/depositSupport.ts'
import { readWalletLink } from '../../support/walletLinks.ts'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const party = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const most = 2n ** 256n - 1n
const call = (name: string, amount: bigint): Hex =>
  encodeFunctionData({
    abi: parseAbi([`function ${name}(address,uint256)`]),
    functionName: name,
    args: [party, amount],
  })

describe('walletLink', () => {
  test.each([
    ['a coin', 1, 0n, '0x'],
    ['a coin', 8453, 1_500_000_000_000_000_000n, '0x'],
    ['the largest coin', 13_370_003, most, '0x'],
    ['an approval', 1, 0n, call('approve', 250_000_000n)],
    ['the end of an approval', 137, 0n, call('approve', 0n)],
    ['a large approval', 42_161, 0n, call('approve', most)],
    ['a transfer', 56, 0n, call('transfer', 7n)],
  ] as const)('%s reads back as it is', (_form, chainId, value, data) => {
    const request = { chainId, to: token, value, data }
    const link = walletLink(request)
    expect(link).not.toBeNull()
    expect(readWalletLink(link ?? '')).toEqual(request)
  })

  test.each([
    ['a swap', 0n, '0xabcdef01'],
    ['a selector alone', 0n, '0x095ea7b3'],
    ['a coin with a call', 1n, call('approve', 1n)],
    ['bytes after the call', 0n, `${call('approve', 1n)}00`],
    ['a suffix of a whole word', 0n, `${call('transfer', 1n)}${'0'.repeat(64)}`],
    ['bytes before the address', 0n, call('approve', 1n).replace('0x095ea7b30', '0x095ea7b31')],
    ['another call of the same form', 0n, call('increaseAllowance', 1n)],
    ['transferFrom', 0n, `0x23b872dd${'0'.repeat(192)}`],
    ['no data at all', 0n, ''],
    ['half a byte', 0n, '0x0'],
  ] as const)('%s has no link', (_form, value, data) => {
    expect(walletLink({ chainId: 1, to: token, value, data })).toBeNull()
  })

  test.each([
    ['ETH', 'ETH', '1.5', 1_500_000_000_000_000_000n],
    ['ETH', 'USDC', '250.5', 250_500_000n],
    ['BSC', 'USDT', '0.000000000000000001', 1n],
  ] as const)(
    'the code of a deposit of %s:%s reads back too',
    (blockchain, symbol, amount, units) => {
      const paid = tokenOf(blockchain, symbol)
      const address = evm('order')
      const code = paymentCode({ token: paid, address, amount, memo: null, chainId: 10 })
      const read = readWalletLink(code ?? '')
      expect(read).toEqual(
        paid.native
          ? { chainId: 10, to: address, value: units, data: '0x' }
          : {
              chainId: 10,
              to: paid.address,
              value: 0n,
              data: call('transfer', units).replace(
                party.slice(2).toLowerCase(),
                address.slice(2).toLowerCase(),
              ),
            },
      )
    },
  )
})
