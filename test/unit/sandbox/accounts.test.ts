import { expect, test } from 'vitest'
import { sandboxAccounts, sandboxKey } from '../../../src/sandbox/accounts.ts'

test('alice and bob are the same on every machine', () => {
  expect(sandboxAccounts().map(({ name, kind, address }) => [name, kind, address])).toEqual([
    ['alice', 'evm', '0xcEe20818B7a8d5ff4dA6502aeeD518bD35bdc872'],
    ['bob', 'evm', '0xb5126D080D220e32423fF1d48B2649E5522a892C'],
  ])
})

test('every name has a key of its own', () => {
  const names = ['alice', 'bob', 'operator', 'relayer', 'mallory']
  expect(new Set(names.map((name) => sandboxKey(name).privateKey)).size).toBe(names.length)
})
