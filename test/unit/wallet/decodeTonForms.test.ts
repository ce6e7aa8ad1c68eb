import {
  Address,
  beginCell,
  Cell,
  comment,
  external,
  internal,
  loadMessage,
  storeMessage,
  storeMessageRelaxed,
} from '@ton/core'
import { describe, expect, test } from 'vitest'
import type { TonWalletVersion } from '../../../src/chains/ton/wallets.ts'
import { decodeSignedTon, verifySignedTon } from '../../../src/wallet/decodeTon.ts'
import { signTonPlan } from '../../../src/wallet/signTonPlan.ts'
import { signWithTonKey, tonPublicKey } from '../../../src/wallet/tonKey.ts'
import type { TonPlan } from '../../../src/wallet/types.ts'
import { forge, tonForgers } from '../../campaign/05-signed/tonForgers.ts'
import { thrownBy } from './support/errors.ts'
import { sampleTonPlan, tonAddressOf, tonSeed, tonVersions } from './support/tonPlans.ts'

const publicKey = tonPublicKey(tonSeed)
const bocOf = (cell: Cell): string => cell.toBoc().toString('base64')
const empty = beginCell().endCell()
const someone = Address.parseRaw(`0:${'2b'.repeat(32)}`)
const payment = beginCell()
  .store(storeMessageRelaxed(internal({ to: someone, value: 1n, bounce: true })))
  .endCell()

async function refusalOf(boc: string, plan: TonPlan): Promise<unknown> {
  const { code, context } = await thrownBy(async () => verifySignedTon(boc, plan, publicKey))
  expect({ code, check: context['check'] }).toEqual({ code: 'UNSAFE_ROUTE', check: 'E13' })
  return context['field']
}

describe.each(tonVersions)('a signer of a %s wallet that writes', (version) => {
  const only = (name: TonWalletVersion, field: string, other: string): string =>
    version === name ? field : other
  test.each([
    ['the wallet is destroyed (flag 32)', 'messages.0.sendMode'],
    ['the rest goes along (flag 64)', 'messages.0.sendMode'],
    ['everything goes along (flag 128)', 'messages.0.sendMode'],
    ['another currency besides', 'messages'],
    ['a message that claims to have bounced', 'messages'],
    ['a sender of its own', 'messages'],
    ['no message', 'messages'],
    ['another wallet of the key', 'networkId'],
    ['another key', 'signature'],
    ['a bent signature', 'signature'],
    ['an extension, or an earlier transfer', only('v5r1', 'extensions', 'seqno')],
  ])('%s is caught by its %s', async (name, field) => {
    const plan = sampleTonPlan(version)
    const forger = tonForgers.find((one) => one.name === name)
    expect(await refusalOf(forge(plan, tonSeed, forger?.change), plan)).toBe(field)
  })

  test('a message that is not from outside, or with the state of another contract', async () => {
    const plan = sampleTonPlan(version)
    expect(await refusalOf(bocOf(payment), plan)).toBe('kind')
    const { body } = external({ to: Address.parseRaw(plan.from) })
    const init = { code: comment('code'), data: comment('data') }
    const foreign = external({ to: Address.parseRaw(plan.from), init, body })
    const boc = bocOf(beginCell().store(storeMessage(foreign)).endCell())
    expect(await refusalOf(boc, plan)).toBe('stateInit')
  })

  test('a message without a destination on the chain', async () => {
    const out = beginCell().storeUint(0b11, 2).storeUint(0, 2).storeUint(0, 2)
    const boc = signedOrder(version, [out.storeUint(0, 64 + 32 + 2).endCell()])
    expect(await refusalOf(boc, sampleTonPlan(version))).toBe('messages')
  })

  test('what is neither signed nor read, behind the order', async () => {
    const boc = await signTonPlan(sampleTonPlan(version), tonSeed)
    const { body } = loadMessage(Cell.fromBase64(boc).beginParse())
    const longer = beginCell().storeSlice(body.beginParse()).storeRef(empty).endCell()
    expect(await refusalOf(toOwn(version, longer), sampleTonPlan(version))).toBe('encoding')
  })

  test.each([
    ['nothing', null],
    ['one bit', beginCell().storeBit(1).endCell()],
    ['one reference', beginCell().storeRef(empty).endCell()],
    ['a text', comment('hello')],
  ])('an honest payload of %s passes', async (_, cell) => {
    const payload = cell === null ? null : bocOf(cell)
    const [message] = sampleTonPlan(version).messages
    if (message === undefined) throw new Error('no message')
    const plan = sampleTonPlan(version, { messages: [{ ...message, payload }] })
    const { decoded } = verifySignedTon(await signTonPlan(plan, tonSeed), plan, publicKey)
    const found = decoded.messages[0]?.payload ?? null
    expect(found === null ? null : Cell.fromBase64(found).hash()).toEqual(cell?.hash() ?? null)
  })
})

test.each([-239, -240, -1337, -3, -4, 0, 7])(
  'the network that is signed along: %d',
  async (networkId) => {
    const boc = await signTonPlan(sampleTonPlan('v5r1', { networkId }), tonSeed)
    expect(decodeSignedTon(boc, 'v5r1').networkId).toBe(networkId)
  },
)

describe('the list of actions of a v5r1 wallet', () => {
  const action = (before: Cell, change: { kind?: number; more?: number } = {}): Cell =>
    beginCell()
      .storeRef(before)
      .storeUint(change.kind ?? 0x0ec3c86d, 32)
      .storeUint(3, 8)
      .storeRef(payment)
      .storeUint(0, change.more ?? 0)
      .endCell()
  const decodes = (list: Cell) => decodeSignedTon(toOwn('v5r1', bodyOf(list)), 'v5r1')

  test.each([
    ['an action that sends nothing', action(empty, { kind: 0xad4de08e }), 'action'],
    ['an action with more behind it', action(empty, { more: 1 }), 'encoding'],
    ['a bit where it ends', action(beginCell().storeBit(1).endCell()), 'encoding'],
    ['a reference where it ends', action(beginCell().storeRef(empty).endCell()), 'encoding'],
  ])('%s is refused', async (_, list, field) => {
    const error = await thrownBy(async () => decodes(list))
    expect(error.context).toMatchObject({ check: 'E13', field })
    expect(decodes(action(empty)).messages).toHaveLength(1)
  })

  test('255 messages are the most', async () => {
    let list = empty
    for (let count = 0; count < 255; count += 1) list = action(list)
    expect(decodes(list).messages).toHaveLength(255)
    const error = await thrownBy(async () => decodes(action(list)))
    expect(error.context).toMatchObject({ field: 'messages' })
  })

  test('may be left out', () => {
    const { messages, seqno } = decodeSignedTon(toOwn('v5r1', bodyOf(null)), 'v5r1')
    expect({ messages, seqno }).toEqual({ messages: [], seqno: 7 })
  })
})

function bodyOf(list: Cell | null): Cell {
  const signed = beginCell()
    .storeUint(0x7369676e, 32)
    .storeUint(0x7fffff11, 32)
    .storeUint(1_800_000_360, 32)
    .storeUint(7, 32)
    .storeMaybeRef(list)
    .storeBit(0)
  const signature = signWithTonKey(signed.endCell().hash(), tonSeed)
  return beginCell().storeBuilder(signed).storeBuffer(signature).endCell()
}

/** An order of these messages, whatever they are, signed by the wallet's key. */
function signedOrder(version: TonWalletVersion, messages: readonly Cell[]): string {
  if (version === 'v5r1') {
    const list = messages.reduce(
      (before, message) =>
        beginCell()
          .storeRef(before)
          .storeUint(0x0ec3c86d, 32)
          .storeUint(3, 8)
          .storeRef(message)
          .endCell(),
      empty,
    )
    return toOwn(version, bodyOf(list))
  }
  const signed = beginCell()
    .storeUint(698_983_191, 32)
    .storeUint(1_800_000_360, 32)
    .storeUint(7, 32)
    .storeUint(0, 8)
  for (const message of messages) signed.storeUint(3, 8).storeRef(message)
  const signature = signWithTonKey(signed.endCell().hash(), tonSeed)
  return toOwn(version, beginCell().storeBuffer(signature).storeBuilder(signed).endCell())
}

function toOwn(version: TonWalletVersion, body: Cell): string {
  const message = external({ to: Address.parseRaw(tonAddressOf(version)), body })
  return bocOf(beginCell().store(storeMessage(message)).endCell())
}
