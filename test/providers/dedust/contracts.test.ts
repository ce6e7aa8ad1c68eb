import { expect, test } from 'vitest'

import {
  dedustNativeVault,
  dedustVaultOf,
  leadsThroughPools,
} from '../../../src/providers/kits/ton/dedustContracts.ts'
import { play, tokenOf } from '../depositSupport.ts'
import {
  addressItem,
  fakeTon,
  friendly,
  mallory,
  notcoin,
  payer,
  raw,
  toncoin,
  usdt,
  withAddress,
} from '../tonSupport.ts'
import { baseUrl, dedustTon, poolOf, vaultMessage, vaultOf } from './support.ts'
import { jettons, overTon, pools, provider } from './routes.ts'
import { proofOf } from '../../../src/providers/types.ts'

// Known from explorers and the exchange's own examples (read 2026-11).
const published = {
  nativeVault: 'EQDa4VOnTYlLvDJ0gZjNYm5PXfSmmtL6Vs6A_CZEtXCNICq_',
  usdtVault: 'EQAYqo4u7VF0fa4DPAebk4g9lBytj2VFny7pzXR0trjtXQaO',
  tonUsdtPool: 'EQA-X_yo3fzzbDbJ_0bzFWKqtRuZFIRa1sJsveZJ1YpViO3r',
}
const factory = raw('EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67')
const nobody = play(baseUrl, [], { ton: fakeTon().ton }).context

test('vaults are computed, as the exchange’s own library does', () => {
  expect(friendly(dedustNativeVault())).toBe(published.nativeVault)
  expect(dedustVaultOf(toncoin)).toBe(dedustNativeVault())
  expect(friendly(dedustVaultOf(usdt))).toBe(published.usdtVault)
  for (const token of [usdt, notcoin, tokenOf('TON', 'tsTON')]) {
    expect(dedustVaultOf(token)).toBe(vaultOf(token))
  }
})

test('the pool of two tokens is known without asking anybody', async () => {
  const pool = raw(published.tonUsdtPool)
  expect(pool).toBe(poolOf(toncoin, usdt))
  expect(await leadsThroughPools([pool], toncoin, usdt, nobody)).toBe(true)
  expect(await leadsThroughPools([pool], usdt, toncoin, nobody)).toBe(true)
  expect(await leadsThroughPools([poolOf(usdt, notcoin, 1)], usdt, notcoin, nobody)).toBe(true)
  expect(await leadsThroughPools([pool], toncoin, notcoin, nobody)).toBe(false)
  expect(await leadsThroughPools([raw(mallory)], toncoin, usdt, nobody)).toBe(false)
})

test('accepts the data that a pool reports of itself only if its address follows from it', async () => {
  const path = [poolOf(usdt, toncoin), poolOf(toncoin, notcoin)]
  const saying = (pool: string, assets: [typeof usdt, typeof usdt]) =>
    play(baseUrl, [], { ton: dedustTon([{ address: pool, assets }]).ton }).context
  const [first = ''] = path
  expect(await leadsThroughPools(path, usdt, notcoin, saying(first, [usdt, toncoin]))).toBe(true)
  expect(await leadsThroughPools(path, usdt, notcoin, saying(first, [usdt, notcoin]))).toBe(false)
  const liar = raw(mallory)
  const lie = saying(liar, [usdt, toncoin])
  expect(await leadsThroughPools([liar, path[1] ?? ''], usdt, notcoin, lie)).toBe(false)
})

test.each([
  ['the token’s own', vaultOf(usdt), true],
  ['a stranger’s', raw(mallory), false],
])('exchange and node both name %s vault', async (_what, vault, isTrusted) => {
  const [hops = []] = overTon
  const { address, payload } = vaultMessage({ request: jettons, hops, minOut: 1n })
  const honest = { address: friendly(address), amount: 300_000_000n, payload, stateInit: null }
  const swap = { srcToken: usdt, dstToken: notcoin, fromAddress: payer }
  const { methods } = dedustTon(pools)
  const colluding = { ...methods, [`${factory} get_vault_address`]: () => [addressItem(vault)] }
  const { context } = play(baseUrl, [], { ton: fakeTon({ methods: colluding }).ton })
  const message = withAddress(honest, vaultOf(usdt), vault)
  expect(await proofOf(provider, 'ton')?.decode(message, swap, context)).toMatchObject({
    target: vault,
    trusted: isTrusted,
    dstToken: isTrusted ? notcoin.address : null,
  })
})
