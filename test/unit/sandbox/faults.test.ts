import { describe, expect, test } from 'vitest'
import { aggregatorIds, callBridgeIds, callServices } from '../../../sandbox/src/calls/services.ts'
import { sandboxChains } from '../../../sandbox/src/chains.ts'
import { depositProviders } from '../../../sandbox/src/deposit/types.ts'
import { checkFault, createFaultBoard, describeFaults } from '../../../sandbox/src/faults.ts'

describe('every fault', () => {
  test('explains in one sentence what it rehearses', () => {
    for (const row of describeFaults()) {
      expect(row.rehearses).toMatch(/^[A-Z].{15,100}\.$|^[A-Z].{15,100}404\.$/)
      expect(row.targets.length).toBeGreaterThan(0)
      if (row.value !== null) expect(row.value.fallback).toBeLessThanOrEqual(row.value.most)
    }
  })

  test('is accepted on each of its targets, with its own default', () => {
    for (const { targets, fault, value } of describeFaults()) {
      for (const target of targets) {
        const { given } = checkFault({ target, fault, value: null })
        expect(given).toBe(value?.fallback ?? null)
      }
    }
  })

  test('is named once per target', () => {
    const names = describeFaults().flatMap((row) => row.targets.map((t) => `${t} ${row.fault}`))
    expect(new Set(names).size).toBe(names.length)
  })
})

test('covers every chain and server', () => {
  const targets = new Set(describeFaults().flatMap((row) => row.targets))
  const servers = [
    'across',
    'defillama',
    'dexscreener',
    'coingecko',
    'toncenter',
    'onfinality',
    'tonapi',
    ...depositProviders,
    ...callServices.map(({ id }) => id),
  ]
  const chains = [...sandboxChains.map(({ blockchain }) => blockchain), 'TON']
  for (const target of [...servers, ...chains]) expect(targets).toContain(target)
})

const ofServers = ['down', 'error', 'rate-limit', 'delay', 'silent', 'garbage']
const ofProviders = [...ofServers, 'refuse', 'unauthorized', 'stall', 'refund']
const ofLimited = [...ofProviders, 'too-low', 'too-high', 'less']
const ofSettling = [...ofLimited, 'slow']

test.each([
  ['a bridge', ['across'], ofSettling],
  ['a bridge that is paid by a call', callBridgeIds, [...ofSettling, 'lie', 'forget']],
  ['an aggregator', aggregatorIds, ofLimited],
  ['a deposit exchange', depositProviders, ofSettling],
  ['an exchange on TON', ['STONFI', 'COFFEE_SWAP'], ofProviders],
  ['a source of prices', ['defillama', 'dexscreener', 'coingecko'], ofServers],
  ['a host of TON', ['toncenter', 'onfinality', 'tonapi'], ofServers],
])('%s plays what every service of its kind plays', (_, targets, expected) => {
  for (const target of targets) {
    const known = describeFaults().filter((row) => row.targets.includes(target))
    expect(known.map(({ fault }) => fault)).toEqual(expect.arrayContaining(expected))
  }
})

test.each([
  [{ target: 'mars', fault: 'down', value: null }, 'across'],
  [{ target: 'across', fault: 'zero', value: null }, 'stall'],
  [{ target: 'ETH', fault: 'stall', value: null }, 'pending'],
  [{ target: 'ETH', fault: 'pending', value: 3 }, 'mined'],
  [{ target: 'ETH', fault: 'advance', value: -1 }, 'whole seconds'],
  [{ target: 'ETH', fault: 'advance', value: 1.5 }, 'whole seconds'],
  [{ target: 'across', fault: 'less', value: 10_000 }, 'whole basis points'],
])('%o is refused, naming what there is', (wanted, hint) => {
  expect(() => checkFault(wanted)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', hint: expect.stringContaining(hint) }),
  )
})

test('the board knows what is on, with 0 for faults without a value', () => {
  const board = createFaultBoard()
  expect(board.read('across', 'stall')).toBeNull()
  board.set('across', 'stall', null)
  board.set('across', 'slow', 7)
  board.set('across', 'slow', 9)
  expect(board.read('across', 'stall')).toBe(0)
  expect(board.read('across', 'slow')).toBe(9)
  expect(board.read('ETH', 'slow')).toBeNull()
  expect(board.list()).toHaveLength(2)
  board.clear()
  expect(board.list()).toEqual([])
})
