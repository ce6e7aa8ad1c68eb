import { describe, expect, test } from 'vitest'

import { gasCostOf, type Quote, type QuoteFees } from '../../../src/core/quote.ts'
import { withGas } from '../../../src/router/gas.ts'
import { quote } from '../../support/routing.ts'

const amount = 2990_000000n
const price = 10n ** 9n
const pool = quote('UNI_SWAP_V3', amount, { fees: feesWith({ limit: 120_000n, price }) })

function feesWith(gas: QuoteFees['gas']): QuoteFees {
  return { gas, protocolFixed: 0n, providerFixed: 0n, percent: null }
}

function gasOf(
  quotes: readonly Quote[],
  transfer: QuoteFees['gas'] = null,
  callDataFee: bigint = 0n,
) {
  const chain = transfer === null ? null : { transfer, callDataFee }
  return withGas(quotes, chain).map(({ fees }) => fees.gas)
}

describe('the data that a rollup charges for', () => {
  const transfer = { limit: 21_000n, price, dataFee: 5n }
  const deposit = quote('relay', amount, { executionKind: 'deposit' })
  const foreign = quote('JUPITER', amount, { executionKind: 'solana' })

  test('counts with every call, and in a deposit with its transfer', () => {
    expect(gasOf([pool, quote('across', amount), deposit, foreign], transfer, 77n)).toEqual([
      { limit: 120_000n, price, dataFee: 77n },
      { limit: 250_000n, price, dataFee: 77n },
      transfer,
      null,
    ])
  })

  test('decides the ranking', () => {
    const [call, order] = withGas([pool, deposit], { transfer, callDataFee: 10n ** 18n })
    expect(gasCostOf(call?.fees.gas ?? transfer)).toBe(120_000n * price + 10n ** 18n)
    expect(gasCostOf(order?.fees.gas ?? transfer)).toBe(21_000n * price + 5n)
  })
})

describe('a call whose service names no gas', () => {
  test('costs its usual units at the price of another quote', () => {
    const onChain = quote('PARA_SWAP', amount)
    const bridge = quote('across', amount, { swapType: 'cross-chain' })
    expect(gasOf([onChain, pool, bridge])).toEqual([
      { limit: 250_000n, price },
      pool.fees.gas,
      { limit: 200_000n, price },
    ])
  })
  test('costs the units its service measured', () => {
    const measured = quote('PARA_SWAP', amount, { gasLimit: 118_200n })
    expect(gasOf([measured, pool])[0]).toEqual({ limit: 118_200n, price })
  })
  test('takes the price of the transfer that pays a deposit', () => {
    const transfer = { limit: 21_000n, price: 7n }
    expect(gasOf([quote('across', amount)], transfer)).toEqual([{ limit: 250_000n, price: 7n }])
  })
  test('takes the middle price of the others, in whatever order they came', () => {
    const at = (each: bigint) =>
      quote('UNI_SWAP_V3', amount, { fees: feesWith({ limit: 120_000n, price: each }) })
    const others = [at(10n ** 15n), at(price), at(1n)]
    for (const order of [others, others.toReversed()]) {
      expect(gasOf([quote('PARA_SWAP', amount), ...order])[0]?.price).toBe(price)
    }
  })
  test('stays unknown where no price is known', () => {
    expect(gasOf([quote('PARA_SWAP', amount)])).toEqual([null])
  })
})

test('a deposit costs its transfer and nothing else', () => {
  const deposit = quote('changenow', amount, { executionKind: 'deposit' })
  expect(gasOf([deposit, pool])[0]).toBeNull()
  const transfer = { limit: 65_000n, price: 7n }
  expect(gasOf([deposit, pool], transfer)[0]).toEqual(transfer)
})

test('other chains than EVM are not estimated', () => {
  expect(gasOf([quote('STONFI', amount, { executionKind: 'ton' }), pool])[0]).toBeNull()
})
