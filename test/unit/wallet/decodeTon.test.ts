import { beginCell, Cell, comment, storeStateInit } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { normalizedHashOfBoc } from '../../../src/chains/ton/message.ts'
import { decodeSignedTon, verifySignedTon } from '../../../src/wallet/decodeTon.ts'
import { tonNetworkIds } from '../../../src/wallet/realm.ts'
import { signTonPlan } from '../../../src/wallet/signTonPlan.ts'
import { tonPublicKey } from '../../../src/wallet/tonKey.ts'
import { decodeTonPlan, encodeTonPlan } from '../../../src/wallet/tonPlanWire.ts'
import type { TonPlan } from '../../../src/wallet/types.ts'
import { forge, tonForgers } from '../../campaign/05-signed/tonForgers.ts'
import { randomSource } from '../chains/support/random.ts'
import { thrownBy } from './support/errors.ts'
import {
  randomTonPlan,
  sampleTonPlan,
  tonAddressOf,
  tonSeed,
  tonVersions,
} from './support/tonPlans.ts'

const publicKey = tonPublicKey(tonSeed)
const bocOf = (cell: Cell): string => cell.toBoc().toString('base64')
const state = bocOf(
  beginCell()
    .store(storeStateInit({ code: comment('code'), data: comment('data') }))
    .endCell(),
)

test(
  'random plans come back out of their signed bytes, field by field',
  { timeout: 30_000 },
  async () => {
    const seed = 20_261_121
    const random = randomSource(seed)
    for (let round = 0; round < 60; round += 1) {
      const plan = randomTonPlan(random)
      const boc = await signTonPlan(plan, tonSeed)
      const { decoded, messageHash } = verifySignedTon(boc, plan, publicKey)
      expect(messageHash, `seed ${seed}, round ${round}`).toBe(normalizedHashOfBoc(boc))
      expect(decoded).toMatchObject({
        from: plan.from,
        seqno: plan.seqno,
        validUntilSeconds: plan.validUntilSeconds,
        deploys: plan.deploys,
        networkId: plan.walletVersion === 'v5r1' ? plan.networkId : null,
      })
      expect(
        decoded.messages.map(({ to, value, bounce, sendMode }) => [to, value, bounce, sendMode]),
      ).toEqual(plan.messages.map(({ to, value, bounce }) => [to, value, bounce, 3]))
    }
  },
)

describe.each(tonVersions)('a falsified signer of a %s wallet', (version) => {
  const [message] = sampleTonPlan(version).messages
  if (message === undefined) throw new Error('no message')
  const withMessage = (change: Partial<typeof message>): Partial<TonPlan> => ({
    messages: [{ ...message, ...change }],
  })

  test.each<[field: string, signed: Partial<TonPlan>]>([
    ['seqno', { seqno: 8 }],
    ['validUntilSeconds', { validUntilSeconds: 1_900_000_000 }],
    ['deploys', { deploys: true }],
    ['messages', { messages: [message, message] }],
    ['messages.0.to', withMessage({ to: `0:${'2c'.repeat(32)}` })],
    ['messages.0.value', withMessage({ value: 1_000_000_001n })],
    ['messages.0.bounce', withMessage({ bounce: false })],
    ['messages.0.payload', withMessage({ payload: bocOf(comment('hellp')) })],
    ['messages.0.payload', withMessage({ payload: null })],
    ['messages.0.stateInit', withMessage({ stateInit: state })],
  ])('that changes %s is caught', async (field, change) => {
    const boc = await signTonPlan(sampleTonPlan(version, change), tonSeed)
    const error = await thrownBy(async () =>
      verifySignedTon(boc, sampleTonPlan(version), publicKey),
    )
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E13', field } })
  })

  test('that leaves messages out, or adds a state, is caught', async () => {
    const two = sampleTonPlan(version, { messages: [message, { ...message, stateInit: state }] })
    const boc = await signTonPlan(sampleTonPlan(version), tonSeed)
    const error = await thrownBy(async () => verifySignedTon(boc, two, publicKey))
    expect(error.context).toMatchObject({ field: 'messages' })
  })

  test('that uses another key, wallet or network is caught', async () => {
    const other = Buffer.alloc(32, 0x43)
    const plan = sampleTonPlan(version)
    await expect(signTonPlan(plan, other)).rejects.toMatchObject({ context: { field: 'from' } })
    const boc = await signTonPlan(plan, tonSeed)
    const stranger = await thrownBy(async () => verifySignedTon(boc, plan, tonPublicKey(other)))
    expect(stranger.context).toMatchObject({ field: 'from' })

    const sandbox = sampleTonPlan(version, { networkId: tonNetworkIds.sandbox })
    const foreign = await signTonPlan(sandbox, tonSeed)
    if (version === 'v5r1') {
      const error = await thrownBy(async () => verifySignedTon(foreign, plan, publicKey))
      expect(error.context).toMatchObject({ field: 'from' })
    }
    const otherVersion = version === 'v4r2' ? 'v5r1' : 'v4r2'
    const error = await thrownBy(async () => decodeSignedTon(boc, otherVersion))
    expect(error.context).toMatchObject({ check: 'E13' })
  })

  test.each([
    ['a forward fee of its own', 'fees'],
    ['a routing fee of its own', 'fees'],
    ['another operation', 'operation'],
  ])('that writes %s is caught', async (name, field) => {
    const plan = sampleTonPlan(version)
    const forger = tonForgers.find((one) => one.name === name)
    const boc = forge(plan, tonSeed, forger?.change)
    const error = await thrownBy(async () => verifySignedTon(boc, plan, publicKey))
    expect(error.context).toMatchObject({ check: 'E13', field })
    // Its counterpart writes the same, but for this.
    expect(verifySignedTon(forge(plan, tonSeed), plan, publicKey).decoded.seqno).toBe(plan.seqno)
  })

  test('that changes any bit of the signed body is caught', async () => {
    const plan = sampleTonPlan(version)
    const boc = await signTonPlan(plan, tonSeed)
    const root = Cell.fromBase64(boc)
    let changed = 0
    for (let bit = 300; bit < root.bits.length; bit += 7) {
      const error = await thrownBy(async () =>
        verifySignedTon(bocOf(withBitFlipped(root, bit)), plan, publicKey),
      )
      expect(error.context, `bit ${bit}`).toMatchObject({ check: 'E13' })
      changed += 1
    }
    expect(changed).toBeGreaterThan(20)
  })

  test('an honest one passes, with its address in both', async () => {
    const plan = sampleTonPlan(version, { seqno: 0, deploys: true })
    const signed = verifySignedTon(await signTonPlan(plan, tonSeed), plan, publicKey)
    expect(signed.decoded.from).toBe(tonAddressOf(version))
    expect(signed.decoded.deploys).toBe(true)
    // The state does not change the name under which the message is known.
    const bare = { ...plan, deploys: false }
    const again = verifySignedTon(await signTonPlan(bare, tonSeed), bare, publicKey)
    expect(again.messageHash).toBe(signed.messageHash)
  })
})

describe('plans on their way to the signer', () => {
  const plan = sampleTonPlan('v5r1')

  test('arrive as they were', () => {
    expect(decodeTonPlan(encodeTonPlan(plan))).toEqual(plan)
  })

  const [message] = plan.messages
  test.each<[field: string, change: Record<string, unknown>]>([
    ['sendMode', { sendMode: 128 }],
    ['sendMode', { sendMode: 35 }],
    ['sendMode', { sendMode: 1 }],
    ['messages', { messages: [] }],
    [
      'messages',
      { walletVersion: 'v4r2', messages: Array.from({ length: 5 }, () => wire(message)) },
    ],
    ['walletVersion', { walletVersion: 'v3r2' }],
    ['seqno', { seqno: -1 }],
    ['seqno', { seqno: 2 ** 32 }],
    ['validUntilSeconds', { validUntilSeconds: 1.5 }],
    ['deploys', { deploys: true, seqno: 7 }],
    ['from', { from: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c' }],
    ['messages.0.value', { messages: [{ ...wire(message), value: '-1' }] }],
    ['messages.0.payload', { messages: [{ ...wire(message), payload: 'te6c' }] }],
    ['messages.0', { messages: [{ ...wire(message), mode: 128 }] }],
    ['', { domain: 'x' }],
  ])('with a wrong %s are refused', async (field, change) => {
    const text = JSON.stringify({ ...JSON.parse(encodeTonPlan(plan)), ...change })
    const error = await thrownBy(async () => decodeTonPlan(text))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'T1', field } })
  })

  test('that are no JSON are refused', async () => {
    const error = await thrownBy(async () => decodeTonPlan('{'))
    expect(error.context).toMatchObject({ check: 'T1', field: 'JSON' })
  })
})

function wire(message: TonPlan['messages'][number] | undefined): Record<string, unknown> {
  return { ...message, value: String(message?.value) }
}

/** The same tree with one bit of its root changed. */
function withBitFlipped(cell: Cell, bit: number): Cell {
  const builder = beginCell()
  for (let index = 0; index < cell.bits.length; index += 1) {
    builder.storeBit(cell.bits.at(index) !== (index === bit))
  }
  for (const ref of cell.refs) builder.storeRef(ref)
  return builder.endCell()
}
