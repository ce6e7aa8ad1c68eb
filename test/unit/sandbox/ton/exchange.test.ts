import { expect, test } from 'vitest'
import { toRawTonAddress } from '../../../../src/chains/ton/address.ts'
import { ptonMaster } from '../../../../src/chains/ton/proxyTon.ts'
import { priceOf } from '../../../../sandbox/src/seed/prices.ts'
import { routerAddress, tonAddresses } from '../../../../sandbox/src/ton/addresses.ts'
import { readTonCodes } from '../../../../sandbox/src/ton/codes.ts'
import { swapOut } from '../../../../sandbox/src/ton/exchange.ts'
import { masterOf, planTonPools } from '../../../../sandbox/src/ton/seedTon.ts'

const even = { reserveA: 1_000_000n, reserveB: 1_000_000n, feeBps: 0 }

test.each([
  ['no fee: x * y stays', even, 1_000_000n, 'A', 0, 500_000n],
  ['rounded down', even, 3n, 'A', 0, 2n],
  ['0.3 % of what is sold', { ...even, feeBps: 30 }, 1_000n, 'A', 0, 996n],
  ['the other way round', { reserveA: 10n, reserveB: 1_000n, feeBps: 0 }, 1_000n, 'B', 0, 5n],
  ["a referrer's share goes off the result", even, 1_000_000n, 'B', 100, 495_000n],
  ['nothing for next to nothing', { reserveA: 1_000n, reserveB: 10n, feeBps: 30 }, 1n, 'A', 0, 0n],
] as const)('%s', (_, pool, sold, sells, referralBps, expected) => {
  expect(swapOut(pool, sold, sells, referralBps)).toBe(expected)
})

test('TON meets every jetton, and its two busiest meet each other', () => {
  const { jettons, pairs } = planTonPools()
  const names = pairs.map(([a, b]) => `${a.symbol}/${b.symbol}`)
  for (const { symbol } of jettons) expect(names).toContain(`TON/${symbol}`)
  expect(names).toContain('USDT/NOT')
  for (const pair of pairs)
    for (const { symbol } of pair) expect(priceOf(symbol)).toBeGreaterThan(0n)
})

test('pools are found by their masters in any order, each at an address of its own', async () => {
  const places = tonAddresses(await readTonCodes())
  const { pairs } = planTonPools()
  const found = pairs.map(([a, b]) => {
    const [masterA, masterB] = [masterOf(a), masterOf(b)]
    const pool = places.pool(masterA, masterB)
    expect(places.pool(masterB, masterA)).toEqual(pool)
    expect(new Set(pool.wallets)).toEqual(
      new Set([masterA, masterB].map((master) => places.jettonWallet(master, routerAddress))),
    )
    return pool.address
  })
  expect(new Set(found).size).toBe(pairs.length)
})

test('proxy TON has the wallet that STON.fi publishes for the router', async () => {
  const places = tonAddresses(await readTonCodes())
  // GET https://api.ston.fi/v1/routers (read 2026-11)
  const published = toRawTonAddress('EQBicl-T79f0FwI_nygtAm_ISq15BVusRKEbZnC2_2QFjH34')
  expect(places.jettonWallet(ptonMaster, routerAddress)).toBe(published)
})
