import { describe, expect, test } from 'vitest'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { tonTools } from '../../../src/app/wallets.ts'
import type { Clients } from '../../../src/app/clients.ts'
import type { App } from '../../../src/app/parts.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { TonOwner } from '../../../src/execution/context.ts'
import type { KeySource } from '../../../src/wallet/keys.ts'
import { thrownBy } from '../wallet/support/errors.ts'
import { tonAddressOf } from '../wallet/support/tonPlans.ts'

const wallet = tonAddressOf('v5r1')
const address = showTonAddress(wallet, 'wallet')
const publicKey = 'ab'.repeat(32)
const account = { name: 'ton', kind: 'ton', address, source: 'ton.json', walletVersion: 'v5r1' }

/** Who owns the wallet, where this is the key that is found for it. */
function ownerOf(find: () => Promise<unknown>): Promise<TonOwner | null> {
  const app = { host: {}, config: { sandbox: false } } as App
  const tools = tonTools(app, {} as Clients, async () => ({
    source: (await find()) as KeySource,
    passwordFile: null,
  }))
  return tools.ownerOf(wallet)
}

describe('the owner of a wallet that is not on the chain yet', () => {
  test('is the account whose keystore names its public key', async () => {
    expect(await ownerOf(async () => ({ account, publicKey }))).toEqual({
      walletVersion: 'v5r1',
      publicKey,
    })
  })

  test.each([
    ['its keystore names no public key', { account, publicKey: null }],
    [
      'the key is another wallet’s',
      { account: { ...account, address: tonAddressOf('v4r2') }, publicKey },
    ],
    ['the account does not say its address', { account: { ...account, address: null }, publicKey }],
  ])('is unknown where %s', async (_name, source) => {
    expect(await ownerOf(async () => source)).toBeNull()
  })

  test('is unknown without an account; any other failure is reported', async () => {
    const none = new SwaprouteError('KEY_UNAVAILABLE', 'There is no account.')
    expect(await ownerOf(() => Promise.reject(none))).toBeNull()
    const broken = new SwaprouteError('CONFIG_INVALID', 'The file is broken.')
    expect(await thrownBy(() => ownerOf(() => Promise.reject(broken)))).toBe(broken)
  })
})
