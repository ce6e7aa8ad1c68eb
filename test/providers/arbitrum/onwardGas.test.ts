/** Gas that a deposit pays onward, for its ticket to be carried out. */
import { expect, test } from 'vitest'

import { checkBuiltCall } from '../../../src/providers/kits/evm/builtCall.ts'
import { contractCase } from '../arbitrum.case.ts'
import { decodeCall, encodeCall } from '../callCase.ts'
import { contextOf, minedContract } from '../minedContract.ts'
import { gas } from './ticketFacts.ts'

const swaps = {
  'coins in': [contractCase, 6],
  'tokens in': [{ ...contractCase, ...contractCase.more?.['tokens in'] }, 4 + 1],
} as const

async function checked(what: keyof typeof swaps, price: bigint, asked: bigint) {
  const [it, priceAt] = swaps[what]
  const { provider, quote, built, transaction } = await minedContract(it)
  const args = decodeCall(it.call.signature, transaction.data)
  args[priceAt] = price
  const bent = { ...transaction, data: encodeCall(it.call.signature, args) }
  const context = contextOf({ gasPrices: { ARBITRUM: asked } }, {})
  return await checkBuiltCall(provider, { ...built, transaction: bent }, quote, context)
}

test.each(Object.keys(swaps) as (keyof typeof swaps)[])(
  '%s: is enough at the price that ARBITRUM asks, and not below',
  async (what) => {
    await expect(checked(what, gas.price, gas.price)).resolves.toMatchObject({
      onwardGasPrice: gas.price,
    })
    await expect(checked(what, gas.price, gas.price + 1n)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E16' },
    })
  },
)
