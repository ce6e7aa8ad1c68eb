import { expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { twoForms } from '../../../src/providers/kits/twoForms.ts'
import type { Provider } from '../../../src/providers/types.ts'
import { fakeProvider, quote, request } from '../../support/routing.ts'
import { coins } from '../relay/signed.ts'
import { evm, hash, nowMs, play, quoteOf, refOf } from '../depositSupport.ts'
import { createRelay } from '../../../src/providers/relay/provider.ts'

const wanted = new Set(['relay'] as const)
const { context } = play('', [])
const failing = new SwaprouteError('NO_ROUTE', 'no deposit')

function form(kind: 'deposit' | 'evm', more: Partial<Provider> = {}): Provider {
  return fakeProvider('relay', [quote('relay', 5n, { executionKind: kind })], more)
}

function told(status: SwapStatus['status'], by: string): Provider['status'] {
  return async () => ({ status, destinationTxHash: by })
}

const foreign: SwapRef = {
  ...refOf(quote('relay', 5n), { orderId: null, providerState: null } as never, {}),
  srcBlockchain: 'ETH',
  srcTxHash: hash('payment'),
  providerState: null,
  startedAtMs: null,
}

test('both are offered; one that fails does not hide the other', async () => {
  const [deposit, signed] = [form('deposit'), form('evm')]
  const kinds = async (provider: Provider) =>
    (await provider.quote(request(), wanted, context)).quotes.map((one) => one.executionKind)
  expect(await kinds(twoForms({ deposit, signed }))).toEqual(['deposit', 'evm'])
  const silent = form('deposit', { quote: () => Promise.reject(failing) })
  expect(await kinds(twoForms({ deposit: silent, signed }))).toEqual(['evm'])
  const none = form('evm', { quote: () => Promise.reject(new TypeError('x')) })
  await expect(kinds(twoForms({ deposit: silent, signed: none }))).rejects.toBe(failing)
  const elsewhere = form('evm', { supports: () => [] })
  expect(await kinds(twoForms({ deposit, signed: elsewhere }))).toEqual(['deposit'])
})

test('a swap is built by the form of its quote', async () => {
  const built = (name: string) => ({ build: () => Promise.reject(new Error(name)) })
  const provider = twoForms({
    deposit: form('deposit', built('by deposit')),
    signed: form('evm', built('by call')),
  })
  const build = (executionKind: 'deposit' | 'evm') =>
    provider.build(quote('relay', 5n, { executionKind }), context)
  await expect(build('deposit')).rejects.toThrow('by deposit')
  await expect(build('evm')).rejects.toThrow('by call')
})

test('a foreign hash is a call of its contract, or else the payment of a deposit', async () => {
  const pinned = () => ({ targets: [evm('depository')], spenders: [] })
  const deposit = form('deposit', { status: told('SUCCESS', 'deposit') })
  const statusWith = (signed: Partial<Provider>, ref: SwapRef = foreign) =>
    twoForms({ deposit, signed: form('evm', { pinned, ...signed }) }).status('relay', ref, context)
  const called = { status: told('PENDING', 'call') }
  expect(await statusWith(called)).toMatchObject({ destinationTxHash: 'call' })
  const unknown = { status: told('NOT_FOUND', 'call') }
  expect(await statusWith(unknown)).toMatchObject({ destinationTxHash: 'deposit' })
  const otherChain = { ...called, pinned: () => ({ targets: [], spenders: [] }) }
  expect(await statusWith(otherChain)).toMatchObject({ destinationTxHash: 'deposit' })
})

test('an own swap is followed by the form that built it', async () => {
  const relay = createRelay({ baseUrl: 'https://relay.test' })
  const tape = play('https://relay.test', coins.honest, { atMs: nowMs })
  const signed = relay.forms?.signed
  if (signed === undefined) throw new Error('one form')
  const accepted = await quoteOf(signed, coins.request, tape.context)
  const built = await relay.build(accepted, tape.context)
  const deposit = form('deposit', { status: told('SUCCESS', 'deposit') })
  const provider = twoForms({ deposit, signed: form('evm', { status: told('PENDING', 'call') }) })
  const ref = refOf(accepted, built, { srcTxHash: hash('payment') })
  expect(await provider.status('relay', ref, context)).toMatchObject({ destinationTxHash: 'call' })
})
