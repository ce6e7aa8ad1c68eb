/** What a user has disabled is neither asked nor paid, and everything else is. */
import { describe, expect, test } from 'vitest'
import {
  checkNotDisabled,
  type PaymentForm,
  refuseDisabled,
} from '../../../src/execution/checks/contracts.ts'
import { eth, usdc } from '../../support/executionService.ts'
import { routeItem } from '../../support/fakeApi.ts'
import { requestFor } from '../../support/requests.ts'
import { readRouteItem } from '../../../src/api/route.ts'

const router = '0x00000000000000000000000000000000000000aa'
const spender = '0x00000000000000000000000000000000000000bb'
const recipient = '0x00000000000000000000000000000000000000cc'
const contract: PaymentForm = { form: 'contract' }
const transfer = { form: 'transfer', recipient, token: 'source' } as unknown as PaymentForm

const listing = (...disabled: string[]) => ({
  disabled: {
    isProvider: (id: string) => disabled.includes(id),
    isContract: (_: string, address: string) => disabled.includes(address),
  },
})
const transaction = (approvalAddress: string | null) =>
  ({ kind: 'evm', to: router, data: '0x', value: 0n, approvalAddress }) as const

describe('E2 and E3 with a list', () => {
  test.each([
    ['the contract that is called', 'E2', usdc, spender, contract, router],
    ['who is paid by a transfer', 'E2', usdc, null, transfer, recipient],
    ['the token that is sold', 'E2', usdc, spender, contract, usdc.address],
    ['the spender', 'E3', usdc, spender, contract, spender],
  ])('%s is refused', (_, check, srcToken, approval, form, address) => {
    const refused = (): void =>
      checkNotDisabled({ srcToken }, transaction(approval), form, listing(address))
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'UNSAFE_ROUTE',
        context: expect.objectContaining({ check, to: address }),
      }),
    )
  })

  test.each([
    ['another contract', usdc, spender, contract, '0x00000000000000000000000000000000000000dd'],
    ['the address that represents a coin', eth, null, contract, eth.address],
    ['who would be paid by a transfer that this is not', usdc, spender, contract, recipient],
  ])('%s is not in the way', (_, srcToken, approval, form, address) => {
    const passes = (): void =>
      checkNotDisabled({ srcToken }, transaction(approval), form, listing(address))
    expect(passes).not.toThrow()
  })

  test('no list, no refusal', () => {
    expect(() =>
      checkNotDisabled({ srcToken: usdc }, transaction(spender), transfer, {}),
    ).not.toThrow()
  })
})

describe('S6', () => {
  const order = {
    route: readRouteItem(routeItem('across', '249.7')),
    request: requestFor({ srcToken: usdc, dstToken: eth, srcAmount: 1n }),
  }
  const refuse = (...disabled: string[]) => {
    refuseDisabled(order, listing(...disabled))
  }

  test('a disabled provider is refused, another one is not', () => {
    expect(() => refuse('across')).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ check: 'S6' }) }),
    )
    expect(() => refuse('lifi')).not.toThrow()
  })
})
