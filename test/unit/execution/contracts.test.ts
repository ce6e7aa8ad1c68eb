import { describe, expect, test } from 'vitest'
import {
  checkCode,
  checkContracts,
  type ContractFacts,
} from '../../../src/execution/checks/contracts.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { bob, dai, eth, usdc } from '../../support/executionService.ts'

const router = '0x00000000000000000000000000000000000000Aa'
const stranger = '0x00000000000000000000000000000000000000ee'
const weth = { ...dai, address: '0x00000000000000000000000000000000000000BB', symbol: 'WETH' }
const amount = 1_000n
const word = (value: string): string => value.replace('0x', '').padStart(64, '0')
const withdraw = (value: bigint): string => `0x2e1a7d4d${word(value.toString(16))}`
const transfer = (to: string, value: bigint): string =>
  `0xa9059cbb${word(to)}${word(value.toString(16))}`

function facts(
  transaction: Partial<ContractFacts['transaction']>,
  changes: Partial<ContractFacts> = {},
): ContractFacts {
  return {
    provider: 'UNI_SWAP_V3',
    transaction: {
      kind: 'evm',
      to: router,
      data: '0x11111111',
      value: 0n,
      approvalAddress: router,
      ...transaction,
    },
    srcToken: usdc,
    dstToken: dai,
    srcAmount: amount,
    pinned: {
      targets: [router.toLowerCase(), weth.address],
      spenders: [router.toUpperCase().replace('0X', '0x')],
    },
    confirmedDeposit: null,
    ...changes,
  }
}

const wrap = { provider: 'WRAPPED', srcToken: eth, dstToken: weth } as const
const unwrap = { provider: 'WRAPPED', srcToken: weth, dstToken: eth } as const
const deposit = { confirmedDeposit: bob }

describe('payments that are what they should be', () => {
  test.each<[string, ContractFacts, object]>([
    ['a call of a pinned contract', facts({}), { form: 'contract' }],
    ['without an approval', facts({ approvalAddress: null }), { form: 'contract' }],
    ['of native coins', facts({ approvalAddress: null }, { srcToken: eth }), { form: 'contract' }],
    [
      'wrapping in capitals',
      facts({ to: weth.address, data: '0xD0E30DB0', approvalAddress: null }, wrap),
      { form: 'contract' },
    ],
    [
      'wrapping',
      facts({ to: weth.address, data: '0xd0e30db0', approvalAddress: null }, wrap),
      { form: 'contract' },
    ],
    [
      'unwrapping',
      facts({ to: weth.address, data: withdraw(amount), approvalAddress: null }, unwrap),
      { form: 'contract' },
    ],
    [
      'a transfer of a token to a confirmed deposit address',
      facts({ to: usdc.address, data: transfer(bob, amount), approvalAddress: null }, deposit),
      { form: 'transfer', recipient: bob, token: 'erc20' },
    ],
    [
      'a transfer of native coins to a confirmed deposit address',
      facts({ to: bob, data: '0x', approvalAddress: null }, { ...deposit, srcToken: eth }),
      { form: 'transfer', recipient: bob, token: 'native' },
    ],
  ])('%s', (_name, given, form) => {
    expect(checkContracts(given)).toEqual(form)
  })
})

describe('payments that are not', () => {
  test.each<[string, string, ContractFacts]>([
    ['E2', 'text for an address', facts({ to: 'router' })],
    [
      'E2',
      'the zero address',
      facts({ to: zeroAddress }, { pinned: { targets: [zeroAddress], spenders: [router] } }),
    ],
    ['E2', 'a stranger’s contract', facts({ to: stranger })],
    [
      'E2',
      'native coins for a pinned contract without a call',
      facts({ data: '0x', approvalAddress: null }, { srcToken: eth }),
    ],
    [
      'E2',
      'native coins for a stranger',
      facts({ to: stranger, data: '0x', approvalAddress: null }, { ...deposit, srcToken: eth }),
    ],
    [
      'E2',
      'a token transfer to a stranger',
      facts({ to: usdc.address, data: transfer(stranger, amount), approvalAddress: null }, deposit),
    ],
    [
      'E2',
      'a token transfer of less',
      facts({ to: usdc.address, data: transfer(bob, amount - 1n), approvalAddress: null }, deposit),
    ],
    [
      'E2',
      'a token transfer of more',
      facts({ to: usdc.address, data: transfer(bob, amount + 1n), approvalAddress: null }, deposit),
    ],
    ['E3', 'a stranger’s spender', facts({ approvalAddress: stranger })],
    [
      'E3',
      'an approval for a transfer',
      facts({ to: usdc.address, data: transfer(bob, amount) }, deposit),
    ],
    [
      'E3',
      'an approval of the token for itself',
      facts(
        { approvalAddress: usdc.address },
        { pinned: { targets: [router], spenders: [usdc.address] } },
      ),
    ],
    ['E3', 'an approval of native coins', facts({}, { srcToken: eth })],
    ['E4', 'data that is no hex', facts({ data: '0x1111111g' })],
    ['E4', 'half a byte', facts({ data: '0x111111111' })],
    ['E4', 'a token route that calls nothing', facts({ data: '0x' })],
    ['E4', 'a token route with too short a call', facts({ data: '0x111111' })],
    ['E4', 'approve in capitals', facts({ data: `0x095EA7B3${word(stranger)}${word('1')}` })],
    [
      'E4',
      'another call of the token',
      facts({ to: usdc.address, data: `0x42966c68${word('1')}` }),
    ],
    [
      'E4',
      'a transfer with something behind it',
      facts(
        { to: usdc.address, data: `${transfer(bob, amount)}00`, approvalAddress: null },
        deposit,
      ),
    ],
    ['E4', 'unwrapping less', facts({ to: weth.address, data: withdraw(amount - 1n) }, unwrap)],
    ['E4', 'unwrapping more', facts({ to: weth.address, data: withdraw(amount + 1n) }, unwrap)],
    [
      'E4',
      'unwrapping with something behind it',
      facts({ to: weth.address, data: `${withdraw(amount)}00` }, unwrap),
    ],
    [
      'E4',
      'unwrapping for another token',
      facts({ to: weth.address, data: withdraw(amount) }, { ...unwrap, dstToken: dai }),
    ],
    [
      'E4',
      'unwrapping by another contract',
      facts({ to: weth.address, data: withdraw(amount) }, { ...unwrap, provider: 'UNI_SWAP_V3' }),
    ],
    [
      'E4',
      'wrapping by another call',
      facts({ to: weth.address, data: '0xd0e30db1', approvalAddress: null }, wrap),
    ],
    [
      'E4',
      'wrapping by another contract',
      facts(
        { to: weth.address, data: '0xd0e30db0', approvalAddress: null },
        { ...wrap, provider: 'UNI_SWAP_V3' },
      ),
    ],
  ])('%s: %s', (check, _name, given) => {
    expect(() => checkContracts(given)).toThrow(
      expect.objectContaining({
        code: 'UNSAFE_ROUTE',
        context: expect.objectContaining({ check }),
      }),
    )
  })
})

describe('code at the target', () => {
  const transferTo = (token: 'native' | 'erc20') =>
    ({ form: 'transfer', recipient: bob, token }) as const

  test.each([
    ['a contract', '0x60', { form: 'contract' } as const],
    ['a token', '0x60', transferTo('erc20')],
    ['an address without code, for native coins', '0x', transferTo('native')],
  ])('%s is accepted', (_name, code, form) => {
    expect(() => checkCode(router, code, form)).not.toThrow()
  })

  test.each([
    ['an empty address', '0x', { form: 'contract' } as const],
    ['an empty token', '0x', transferTo('erc20')],
  ])('%s is not', (_name, code, form) => {
    expect(() => checkCode(router, code, form)).toThrow(
      expect.objectContaining({ context: { check: 'E2', to: router } }),
    )
  })
})
