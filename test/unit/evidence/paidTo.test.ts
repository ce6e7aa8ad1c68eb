/** What proves that native coins arrived, from any payer of the swap (S2, S5). */
import { describe, expect, test } from 'vitest'
import { zeroAddress } from '../../../src/core/token.ts'
import { type Due, paidTo } from '../../../src/evidence/arrival.ts'
import { createFakeChain, type FakeChain, wrappedNative } from '../../support/executionChain.ts'
import { alice, bob } from '../../support/executionService.ts'

const due = 500n
const coin = { blockchain: 'ETH', address: zeroAddress, native: true } as const

type Look = {
  /** Pays, and returns the hash that is claimed. */
  pay: (chain: FakeChain) => string
  /** What the block of that transaction brought; left out: the node has forgotten it. */
  gain?: bigint
  before?: bigint | null
  claimed?: bigint
}

async function look({ pay, gain, before = 0n, claimed = 0n }: Look) {
  const chain = createFakeChain('ETH', 1)
  chain.give(zeroAddress, bob, 10_000n)
  const hash = pay(chain)
  const receipt = await chain.evm.readReceipt('ETH', hash)
  if (receipt === null) throw new Error('not mined')
  chain.evm.readNativeGain = (blockchain, owner, block) =>
    Promise.resolve(
      blockchain === 'ETH' && owner === alice && block === receipt.blockNumber
        ? (gain ?? null)
        : null,
    )
  return await paidTo(chain.evm, receipt, {
    token: coin,
    owner: alice,
    wrapped: wrappedNative,
    before,
    claimed,
    fits: (amount) => amount >= due && amount <= 3n * due,
  })
}

const paysOut =
  (amount: bigint, to = alice): Look['pay'] =>
  (chain) =>
    chain.payOut(zeroAddress, to, amount)
const sends =
  (amount: bigint, to = alice): Look['pay'] =>
  (chain) =>
    chain.send(to, amount)
/** The claimed payout went to another account; the owner got something of another one before it. */
const besides =
  (amount: bigint): Look['pay'] =>
  (chain) => {
    chain.payOut(zeroAddress, alice, amount)
    return chain.payOut(zeroAddress, bob, 10n * due)
  }

describe('coins came', () => {
  test.each<[string, Look, 'receipt' | 'balance', bigint]>([
    ['by a plain transfer', { pay: sends(due), before: null }, 'receipt', due],
    ['in the block', { pay: paysOut(due, bob), gain: due, before: null }, 'balance', due],
    ['in the block, all that can be', { pay: paysOut(1n), gain: 3n * due }, 'balance', 3n * due],
    [
      'in the block, after a transfer of dust',
      { pay: sends(1n), gain: due, before: null },
      'balance',
      due,
    ],
    ['out of a contract, and are there', { pay: paysOut(due) }, 'receipt', due],
    ['by any transaction, and are there', { pay: besides(due) }, 'balance', due],
    [
      'for two swaps, the other’s left out',
      { pay: paysOut(3n * due), claimed: due },
      'receipt',
      2n * due,
    ],
    [
      'in the block for two swaps, the other’s left out',
      { pay: paysOut(1n), gain: 3n * due, claimed: 2n * due },
      'balance',
      due,
    ],
    ['by a transfer for two swaps', { pay: sends(2n * due), claimed: due }, 'receipt', due],
  ])('%s', async (_, given, source, amount) => {
    expect(await look(given)).toEqual({ source, amount })
  })
})

test.each<[string, string, bigint, bigint | null, object | null]>([
  // A claim of 500 whose gas of 40 the owner paid: its balance grew by 460.
  ['its own claim, in the block', alice, due - 40n, null, { source: 'balance', amount: due }],
  ['its own claim, since before', alice, 0n, 0n, { source: 'balance', amount: due }],
  ['a claim by another, a unit less', bob, due - 1n, null, null],
])('%s: the gas of the owner is not missing', async (_, from, gain, before, expected) => {
  const chain = createFakeChain('ETH', 1)
  const hash = chain.payOut(zeroAddress, alice, before === null ? 1n : due - 40n)
  const receipt = await chain.evm.readReceipt('ETH', hash)
  if (receipt === null) throw new Error('not mined')
  chain.evm.readNativeGain = () => Promise.resolve(before === null ? gain : null)
  const claim = { ...receipt, from, gasUsed: 20n, effectiveGasPrice: 2n, logs: [] }
  const fits = (amount: bigint): boolean => amount >= due
  const wanted = { token: coin, owner: alice, wrapped: null, before, claimed: 0n, fits }
  expect(await paidTo(chain.evm, claim, wanted)).toEqual(expected)
})

describe('nothing is proved', () => {
  test.each<[string, Look]>([
    ['by an amount that fits, where nothing else is known', { pay: paysOut(due), before: null }],
    ['by an amount that fits and that another got', { pay: paysOut(due, bob) }],
    ['by an amount that fits and a block that brought nothing', { pay: paysOut(due), gain: 0n }],
    ['by a block that brought a unit less', { pay: paysOut(1n), gain: due - 1n }],
    ['by a block that brought too much', { pay: paysOut(1n), gain: 3n * due + 1n }],
    [
      'by a balance that grew in another block than the claimed one',
      { pay: besides(due), gain: 0n },
    ],
    ['by a balance a unit too small', { pay: besides(due - 1n) }],
    ['by a balance that grew too much', { pay: besides(3n * due + 1n) }],
    ['by a transfer of less', { pay: sends(due - 1n) }],
    ['by a transfer of more', { pay: sends(3n * due + 1n), before: null }],
    ['by a transfer to another', { pay: sends(due, bob) }],
    ['by money that is another swap’s', { pay: paysOut(due), claimed: due }],
    ['by a block that brought another swap’s', { pay: paysOut(1n), gain: due, claimed: due }],
    ['by a transfer that is another swap’s', { pay: sends(due), before: null, claimed: due }],
  ])('%s', async (_, given) => {
    expect(await look(given)).toBeNull()
  })

  test('by what the owner pays himself', async () => {
    const chain = createFakeChain('ETH', 1)
    const receipt = await chain.evm.readReceipt('ETH', chain.send(alice, due))
    if (receipt === null) throw new Error('not mined')
    const coins: Due = {
      token: coin,
      owner: alice,
      before: null,
      claimed: 0n,
      wrapped: wrappedNative,
      fits: (amount) => amount === due,
    }
    const seen = async (from: string) => await paidTo(chain.evm, { ...receipt, from }, coins)
    expect(await seen(alice)).toBeNull()
    expect(await seen(bob)).toEqual({ source: 'receipt', amount: due })
  })
})
