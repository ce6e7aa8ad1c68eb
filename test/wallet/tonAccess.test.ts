import { describe, expect, test } from 'vitest'
import { showTonAddress } from '../../src/chains/ton/address.ts'
import { type TonWalletVersion, walletAddress } from '../../src/chains/ton/wallets.ts'
import { createAgreedTon } from '../../src/evidence/tonAgreed.ts'
import type { TonCenter } from '../../src/http/toncenterTypes.ts'
import { verifySignedTon } from '../../src/wallet/decodeTon.ts'
import { tonNetworkIds } from '../../src/wallet/realm.ts'
import { signTonPlan } from '../../src/wallet/signTonPlan.ts'
import { createTonAccess } from '../../src/wallet/ton.ts'
import { tonPublicKey } from '../../src/wallet/tonKey.ts'
import type { SignedTon, TonAccess, TonPlan } from '../../src/wallet/types.ts'
import { deployJetton } from '../support/tonJettons.ts'
import { createTonWorld, type TonWorld } from '../support/tonWorld.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { sampleTonPlan, tonSeed, tonVersions } from '../unit/wallet/support/tonPlans.ts'

const { signal } = new AbortController()
const networkId = tonNetworkIds.sandbox
const someone = `0:${'2b'.repeat(32)}`
const ton = 1_000_000_000n

function accessTo(center: TonCenter): TonAccess {
  return createTonAccess({ ton: center, agreed: createAgreedTon(center), signal, now: () => 0 })
}

function ownAddress(version: TonWalletVersion): string {
  return walletAddress(version, tonPublicKey(tonSeed), networkId)
}

async function signed(plan: TonPlan): Promise<SignedTon> {
  return verifySignedTon(await signTonPlan(plan, tonSeed), plan, tonPublicKey(tonSeed))
}

function planOf(version: TonWalletVersion, world: TonWorld, change: Partial<TonPlan>): TonPlan {
  const messages = [{ to: someone, value: ton, bounce: false, payload: null, stateInit: null }]
  const validUntilSeconds = world.now() + 360
  return sampleTonPlan(version, { networkId, messages, validUntilSeconds, ...change })
}

describe.each(tonVersions)('a %s wallet on the chain', { timeout: 60_000 }, (version) => {
  test('is made with its first payment, counts on, and refuses what is old', async () => {
    const world = await createTonWorld()
    const access = accessTo(world.ton)
    const wallet = ownAddress(version)
    await world.fund(wallet, 10n * ton)
    expect(await access.readWallet(showTonAddress(wallet, 'wallet'))).toEqual({
      balance: 10n * ton,
      status: 'uninitialized',
      seqno: 0,
      walletVersion: null,
      walletId: null,
      takesSignatures: true,
      atSeconds: world.now(),
    })

    world.behaviour.foresees = true
    const plan = planOf(version, world, { seqno: 0, deploys: true })
    const publicKey = tonPublicKey(tonSeed).toString('hex')
    const foreseen = await access.simulate(plan, publicKey)
    expect(foreseen.oneNode).toBe(false)
    expect(foreseen.traces).toHaveLength(2)
    expect(foreseen.traces[0]?.transactions.map(({ account }) => account)).toEqual([
      wallet,
      someone,
    ])
    // Another key's contract has another address: the wallet itself would not be made.
    for (const key of ['ab'.repeat(32), null]) {
      expect((await access.simulate(plan, key)).traces).toEqual([null, null])
    }
    expect((await access.readWallet(wallet)).status).toBe('uninitialized')

    const first = await signed(plan)
    expect(await access.broadcast(first.boc)).toEqual({ refusal: null })
    expect(await access.readWallet(wallet)).toMatchObject({
      status: 'active',
      seqno: 1,
      walletVersion: version,
      takesSignatures: true,
    })
    expect(await world.balance(someone)).toBeGreaterThan((ton * 99n) / 100n)
    const found = await access.findTransaction(wallet, first.messageHash, world.now() - 60)
    expect(found).toMatchObject({
      account: wallet,
      aborted: false,
      compute: { success: true },
      action: { success: true, skippedActions: 0 },
      inMessage: { normalizedHash: first.messageHash },
      outMessages: [{ destination: someone, value: ton }],
    })
    expect(await access.readTransaction(found?.hash ?? '')).toMatchObject({ hash: found?.hash })
    const trace = await access.readTrace(first.messageHash)
    expect(trace).toMatchObject({ complete: true })
    expect(trace?.transactions.map(({ account }) => account)).toEqual([wallet, someone])

    // The same bytes again, an old number, and a time that is over: the wallet rejects each of them.
    const again = await access.broadcast(first.boc)
    expect(again.refusal).toContain(version === 'v4r2' ? 'exitcode=33' : 'exitcode=133')
    const late = await signed(planOf(version, world, { seqno: 1, validUntilSeconds: world.now() }))
    expect((await access.broadcast(late.boc)).refusal).toContain('exitcode')
    expect((await access.readWallet(wallet)).seqno).toBe(1)

    const second = await signed(planOf(version, world, { seqno: 1 }))
    expect(await access.broadcast(second.boc)).toEqual({ refusal: null })
    expect(await access.findTransaction(wallet, second.messageHash, 0)).not.toBeNull()
    expect(await access.findTransaction(wallet, 'ff'.repeat(32), 0)).toBeNull()
  })

  test('skips a message that cannot be paid, and reports it', async () => {
    const world = await createTonWorld()
    const access = accessTo(world.ton)
    const wallet = ownAddress(version)
    await world.fund(wallet, ton)
    const plan = planOf(version, world, { seqno: 0, deploys: true })
    const { boc, messageHash } = await signed(plan)
    await access.broadcast(boc)
    expect(await access.findTransaction(wallet, messageHash, 0)).toMatchObject({
      aborted: false,
      action: { skippedActions: 1 },
      outMessages: [],
    })
    expect((await access.readWallet(wallet)).seqno).toBe(1)
  })
})

describe('jettons', { timeout: 60_000 }, () => {
  test('reads balance and wallet from the contracts', async () => {
    const world = await createTonWorld()
    const access = accessTo(world.ton)
    const owner = ownAddress('v5r1')
    const jetton = await deployJetton(world, 1)
    expect(await access.readJettonWallet(jetton.master, owner)).toBe(await jetton.walletOf(owner))
    expect(await access.readBalance(owner, jetton.master)).toBe(0n)
    await jetton.mint(owner, 5_000_000n)
    expect(await access.readBalance(owner, jetton.master)).toBe(5_000_000n)
    expect(await access.readBalance(showTonAddress(owner, 'wallet'), null)).toBe(
      await world.balance(owner),
    )
    const stranger = await thrownBy(() => access.readBalance(owner, owner))
    expect(stranger.code).toBe('UPSTREAM_REFUSED')
  })
})

describe('a node that', { timeout: 60_000 }, () => {
  async function busyWallet(count: number): Promise<{ world: TonWorld; wallet: string }> {
    const world = await createTonWorld()
    const wallet = ownAddress('v4r2')
    for (let index = 0; index < count; index += 1) {
      await world.fund(wallet, ton)
      world.advance(10)
    }
    return { world, wallet }
  }

  test('has many newer transactions is read page by page, back to the time', async () => {
    const { world, wallet } = await busyWallet(3)
    const plan = planOf('v4r2', world, { seqno: 0, deploys: true })
    const { boc, messageHash } = await signed(plan)
    const access = accessTo(world.ton)
    await access.broadcast(boc)
    for (let index = 0; index < 45; index += 1) {
      world.advance(1)
      await world.fund(wallet, 1_000n)
    }
    expect(await access.findTransaction(wallet, messageHash, 0)).not.toBeNull()
    // Everything since then was read, so that its absence is proved.
    expect(await access.findTransaction(wallet, messageHash, world.now() - 5)).toBeNull()
  })

  test('lists a transaction under another hash, or one of another account, is not believed', async () => {
    const { world, wallet } = await busyWallet(1)
    const lying = (change: { hash?: string; boc?: string }): TonAccess =>
      accessTo({
        ...world.ton,
        rawTransactions: async (...given) => {
          const list = await world.ton.rawTransactions(...given)
          return list.map((item) => ({ ...item, ...change }))
        },
      })
    const error = await thrownBy(() =>
      lying({ hash: 'ff'.repeat(32) }).findTransaction(wallet, 'aa', 0),
    )
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
    await world.fund(someone, ton)
    const [other] = await world.ton.rawTransactions(someone, 1, null, { signal })
    const foreign = lying({ boc: other?.boc ?? '', hash: other?.hash ?? '' })
    expect((await thrownBy(() => foreign.findTransaction(wallet, 'aa', 0))).code).toBe(
      'CHAIN_UNAVAILABLE',
    )
  })

  test('gives no answer to a broadcast leaves the outcome open', async () => {
    const world = await createTonWorld()
    world.behaviour.down = true
    const error = await thrownBy(() => accessTo(world.ton).broadcast('te6c'))
    expect(error).toMatchObject({ code: 'CHAIN_UNAVAILABLE', funds: 'unknown' })
  })

  test('returns no wallet address counts as an outage', async () => {
    const center: TonCenter = {
      ...(await createTonWorld()).ton,
      runGetMethod: async () => [{ type: 'num', value: 1n }],
    }
    const error = await thrownBy(() => accessTo(center).readJettonWallet(someone, someone))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
  })
})
