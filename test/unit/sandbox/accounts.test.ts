import { expect, test } from 'vitest'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { walletAddress } from '../../../src/chains/ton/wallets.ts'
import { sandboxAccounts, sandboxKey, tonAccounts } from '../../../sandbox/src/accounts.ts'
import { tonNetworkIds } from '../../../src/wallet/realm.ts'
import { parseTonSecret, tonPublicKey, tonSeedOf } from '../../../src/wallet/tonKey.ts'

test('alice and bob are the same on every machine', () => {
  expect(sandboxAccounts().map(({ name, kind, address }) => [name, kind, address])).toEqual([
    ['alice', 'evm', '0xcEe20818B7a8d5ff4dA6502aeeD518bD35bdc872'],
    ['bob', 'evm', '0xb5126D080D220e32423fF1d48B2649E5522a892C'],
    ['alice', 'ton', 'UQDBIyMigbN87svcBt6cqi2PbX799JkAk-NFIY4oMTP9qUzI'],
    ['bob', 'ton', 'UQCvCVm5c8PytFkNgAT4sLjQFXUu0L0SI04EJEbPN7vJkp85'],
  ])
})

test('every name has a key of its own', () => {
  const names = ['alice', 'bob', 'operator', 'relayer', 'mallory']
  expect(new Set(names.map((name) => sandboxKey(name).privateKey)).size).toBe(names.length)
})

test.each(tonAccounts)('the TON wallet of $name is that of its phrase', async (account) => {
  const { phrase, walletVersion, address } = account
  // In the form `wallet import` takes: other phrases are refused there.
  const seed = await tonSeedOf(await parseTonSecret(Buffer.from(phrase, 'utf8')))
  const raw = walletAddress(walletVersion, tonPublicKey(seed), tonNetworkIds.sandbox)
  expect(showTonAddress(raw, 'wallet')).toBe(address)
  expect(tonPublicKey(seed).toString('hex')).toBe(account.publicKey)
})
