import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { walletAddress } from '../../src/chains/ton/wallets.ts'
import { showTonAddress } from '../../src/chains/ton/address.ts'
import { createProcessSigner } from '../../src/wallet/evmSigner.ts'
import type { ProcessSignerOptions } from '../../src/wallet/signerProcess.ts'
import { writeKeystore } from '../../src/wallet/keystore.ts'
import { tonNetworkIds } from '../../src/wallet/realm.ts'
import { signTonPlan } from '../../src/wallet/signTonPlan.ts'
import { tonPublicKey } from '../../src/wallet/tonKey.ts'
import { decodeTonPlan } from '../../src/wallet/tonPlanWire.ts'
import { createTonSigner } from '../../src/wallet/tonSigner.ts'
import type { TonSigner } from '../../src/wallet/types.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { sampleTonPlan, tonAddressOf, tonSeed } from '../unit/wallet/support/tonPlans.ts'
import { builtSigner, writeFakeSigner } from './support/signerBuild.ts'
import { temporaryFolder } from './support/temporary.ts'

const runtime = { nodeOptions: undefined, execArgv: [], inspectorUrl: undefined }
const password = Buffer.from('correct horse')
const secretText = tonSeed.toString('hex')

let keystore: Buffer
beforeAll(async () => {
  const address = showTonAddress(tonAddressOf('v4r2'), 'wallet')
  const content = { kind: 'ton', address, walletVersion: 'v4r2', publicKey: null } as const
  keystore = Buffer.from(await writeKeystore(Buffer.from(secretText), password, content))
}, 60_000)

function keySecret(): ProcessSignerOptions['secret'] {
  return { kind: 'ton', secret: Buffer.from(secretText), walletVersion: 'v5r1' }
}

async function start(change: Partial<ProcessSignerOptions> = {}): Promise<TonSigner> {
  const signer = await createTonSigner({
    entry: builtSigner,
    secret: keySecret(),
    expectedAddress: showTonAddress(tonAddressOf('v5r1'), 'wallet'),
    realm: 'live',
    runtime,
    ...change,
  })
  onTestFinished(() => signer.close())
  return signer
}

describe('golden transfers', () => {
  type Golden = { seed: string; plan: unknown; boc: string; messageHash: string }
  const golden: Golden[] = JSON.parse(
    readFileSync(new URL('golden/tonTransfers.json', import.meta.url), 'utf8'),
  )

  test('of twenty plans stay the same to the byte (docs/safety.md L5)', async () => {
    expect(golden).toHaveLength(20)
    for (const { seed, plan, boc } of golden) {
      const decoded = decodeTonPlan(JSON.stringify(plan))
      expect(await signTonPlan(decoded, Buffer.from(seed, 'hex'))).toBe(boc)
    }
  })

  test('come out of the process as well', { timeout: 30_000 }, async () => {
    for (const { seed, plan: wire, boc, messageHash } of golden.slice(0, 2)) {
      const plan = decodeTonPlan(JSON.stringify(wire))
      const signer = await start({
        secret: { kind: 'ton', secret: Buffer.from(seed), walletVersion: plan.walletVersion },
        expectedAddress: plan.from,
      })
      expect(await signer.sign(plan)).toMatchObject({ boc, messageHash })
    }
  })
})

describe('the process', { timeout: 60_000 }, () => {
  test('signs several plans in a row and at once', async () => {
    const signer = await start()
    expect(signer).toMatchObject({ address: tonAddressOf('v5r1'), walletVersion: 'v5r1' })
    const plans = [1, 2, 3].map((seqno) => sampleTonPlan('v5r1', { seqno }))
    const signed = await Promise.all(plans.map((plan) => signer.sign(plan)))
    expect(signed.map(({ decoded }) => decoded.seqno)).toEqual([1, 2, 3])
    expect(new Set(signed.map(({ messageHash }) => messageHash)).size).toBe(3)
  })

  test('signs with a keystore, whose wallet version it takes', async () => {
    const secret = {
      kind: 'keystore',
      text: Buffer.from(keystore),
      password: Buffer.from(password),
    } as const
    const signer = await start({ secret, expectedAddress: tonAddressOf('v4r2') })
    expect(signer.walletVersion).toBe('v4r2')
    expect((await signer.sign(sampleTonPlan('v4r2'))).decoded.from).toBe(tonAddressOf('v4r2'))
    expect(secret.text.every((byte) => byte === 0)).toBe(true)
    expect(secret.password.every((byte) => byte === 0)).toBe(true)
  })

  test('refuses a keystore whose address was changed (K5)', async () => {
    const stranger = showTonAddress(`0:${'11'.repeat(32)}`, 'wallet')
    const own = showTonAddress(tonAddressOf('v4r2'), 'wallet')
    const text = Buffer.from(keystore.toString('utf8').replace(own, stranger))
    const secret = { kind: 'keystore', text, password: Buffer.from(password) } as const
    const error = await thrownBy(() => start({ secret, expectedAddress: stranger }))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K5' } })
  })

  test('refuses a wrong password and another address', async () => {
    const wrong = {
      kind: 'keystore',
      text: Buffer.from(keystore),
      password: Buffer.from('no'),
    } as const
    expect((await thrownBy(() => start({ secret: wrong }))).context).toMatchObject({
      reason: 'wrong_password',
    })
    const other = await thrownBy(() => start({ expectedAddress: tonAddressOf('v4r2') }))
    expect(other.message).toContain('v5r1')
  })

  test('keeps the realms apart (E1)', async () => {
    const live = await start()
    const sandboxPlan = sampleTonPlan('v5r1', { networkId: tonNetworkIds.sandbox })
    expect((await thrownBy(() => live.sign(sandboxPlan))).context).toMatchObject({ check: 'E1' })

    const address = walletAddress('v5r1', tonPublicKey(tonSeed), tonNetworkIds.sandbox)
    const sandbox = await start({ realm: 'sandbox', expectedAddress: address })
    expect((await thrownBy(() => sandbox.sign(sampleTonPlan('v5r1')))).context).toMatchObject({
      check: 'E1',
    })
  })

  test('an EVM key is not taken for a wallet, nor the other way round', async () => {
    const secret = { kind: 'key', key: Buffer.alloc(32, 0x42) } as const
    expect((await thrownBy(() => start({ secret }))).code).toBe('KEY_UNAVAILABLE')
    const evm = createProcessSigner({
      entry: builtSigner,
      secret: keySecret(),
      expectedAddress: null,
      realm: 'live',
      runtime,
    })
    const error = await thrownBy(() => evm)
    expect(error.message).toContain('TON wallet')
  })
})

describe('a program in its place', () => {
  test.each([
    [
      'that opens another wallet',
      `say({ type: 'openedTon', publicKey: '11'.repeat(32), walletVersion: 'v5r1' })`,
    ],
    ['that answers with nonsense', `say('what')`],
    ['that ends', `process.exit(1)`],
  ])('%s is not used', async (_, body) => {
    const entry = await writeFakeSigner(await temporaryFolder(), body)
    expect((await thrownBy(() => start({ entry }))).code).toBe('KEY_UNAVAILABLE')
  })

  test('that signs something else is caught (E13)', async () => {
    const own = tonPublicKey(tonSeed).toString('hex')
    const boc = await signTonPlan(sampleTonPlan('v5r1', { seqno: 8 }), tonSeed)
    const opened = `{ type: 'openedTon', publicKey: '${own}', walletVersion: 'v5r1' }`
    const body = `say(asked === 1 ? ${opened} : { type: 'signedTon', boc: '${boc}' })`
    const entry = await writeFakeSigner(await temporaryFolder(), body)
    const signer = await start({ entry })
    const error = await thrownBy(() => signer.sign(sampleTonPlan('v5r1')))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E13', field: 'seqno' } })
  })
})
