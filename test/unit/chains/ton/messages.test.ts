import {
  Address,
  beginCell,
  comment,
  external,
  internal,
  storeMessage,
  storeMessageRelaxed,
  storeStateInit,
  type Cell as LibraryCell,
} from '@ton/core'
import { describe, expect, test } from 'vitest'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { commentBody, jettonTransferBody } from '../../../../src/chains/ton/build/bodies.ts'
import type { Cell } from '../../../../src/chains/ton/cell.ts'
import {
  addressSlice,
  readAddressSlice,
  readInternalTransfer,
  readJettonTransfer,
} from '../../../../src/chains/ton/jettons.ts'
import {
  addressOfState,
  normalizedHash,
  normalizedHashOfBoc,
  readComment,
  readMessage,
  readStateInit,
} from '../../../../src/chains/ton/message.ts'

const router = Address.parse('EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2')
const someone = `0:${'1f'.repeat(32)}`

const bocOf = (cell: LibraryCell): string => cell.toBoc().toString('base64')
const own = (cell: LibraryCell): Cell => readBoc(bocOf(cell))

describe('normalized hash (TEP-467)', () => {
  const body = beginCell().storeUint(0xdeadbeef, 32).endCell()
  const vector = '2d8b8f2debe963f204db836c865dea90bb9a3173bd585cd60dfb4ee5931ba2e0'
  const raw = (importFee: bigint): LibraryCell => {
    const info = { type: 'external-in', src: null, dest: router, importFee } as const
    return beginCell().store(storeMessage({ info, body })).endCell()
  }

  test.each([
    [0n, '2de5faf9306e64c78457d6a06a035a69dcc23a85be0f40ddc834b82196551520'],
    [12345n, '395dbef8a33b3e62dd62e7cbc039a7656beb9c73dd0cb27868fa5c24add2bbca'],
  ])('is the same with an import fee of %s', (fee, rawHash) => {
    const cell = own(raw(fee))
    expect(cell.hash).toBe(rawHash)
    expect(normalizedHash(cell)).toBe(vector)
    expect(Buffer.from(vector, 'hex').toString('base64')).toBe(
      'LYuPLevpY/IE24Nshl3qkLuaMXO9WFzWDftO5ZMbouA=',
    )
  })

  test.each([
    ['the body in a reference', { forceRef: true }],
    ['the body inline', {}],
  ])('is the same with %s, with and without the state', (_, options) => {
    const init = { code: beginCell().storeUint(1, 8).endCell(), data: beginCell().endCell() }
    for (const message of [external({ to: router, body }), external({ to: router, body, init })]) {
      const cell = beginCell().store(storeMessage(message, options)).endCell()
      expect(normalizedHashOfBoc(bocOf(cell))).toBe(vector)
    }
  })

  test('is another one for another body or receiver', () => {
    const other = beginCell().storeUint(0xdeadbeee, 32).endCell()
    const cells = [
      beginCell().store(storeMessage(external({ to: router, body: other }))),
      beginCell().store(storeMessage(external({ to: Address.parseRaw(someone), body }))),
    ]
    for (const cell of cells) expect(normalizedHash(own(cell.endCell()))).not.toBe(vector)
  })

  test('belongs to messages from outside only', () => {
    const message = internal({ to: router, value: 1n, body })
    const cell = beginCell().store(storeMessageRelaxed(message)).endCell()
    expect(() => normalizedHash(own(cell))).toThrow(RangeError)
  })
})

describe('messages', () => {
  const init = {
    code: beginCell().storeUint(1, 8).endCell(),
    data: beginCell().storeUint(2, 8).endCell(),
  }
  const big = beginCell().storeBuffer(Buffer.alloc(120, 7)).endCell()

  test.each([
    ['an empty body', {}],
    ['a body', { body: comment('hello') }],
    ['a body in a reference', { body: big }],
    ['a state', { init }],
    ['a state and a long body', { init, body: big }],
  ])('of a wallet with %s', (_, more) => {
    const message = internal({ to: router, value: 123_456_789n, bounce: false, ...more })
    const cell = beginCell().store(storeMessageRelaxed(message)).endCell()
    const read = readMessage(own(cell))
    expect(read).toMatchObject({
      kind: 'internal',
      source: null,
      destination: router.toRawString(),
      value: 123_456_789n,
      bounce: false,
      bounced: false,
      hasExtraCurrencies: false,
    })
    expect(read.body.hash).toBe(message.body.hash().toString('hex'))
    const expected =
      message.init == null ? null : beginCell().store(storeStateInit(message.init)).endCell()
    expect(read.stateInit?.cell.hash ?? null).toBe(expected?.hash().toString('hex') ?? null)
  })

  test('with other currencies say so', () => {
    const message = internal({ to: router, value: 1n, extracurrency: { 1: 5n } })
    const cell = beginCell().store(storeMessageRelaxed(message)).endCell()
    expect(readMessage(own(cell))).toMatchObject({ hasExtraCurrencies: true })
  })

  test('with anything after their body are rejected', () => {
    const message = internal({ to: router, value: 1n, body: big })
    const cell = beginCell()
      .store(storeMessageRelaxed(message))
      .storeRef(beginCell().endCell())
      .endCell()
    expect(() => readMessage(own(cell))).toThrow(RangeError)
  })

  test('a state gives its address (T4)', () => {
    const cell = beginCell().store(storeStateInit(init)).endCell()
    expect(addressOfState(readStateInit(own(cell)))).toBe(`0:${cell.hash().toString('hex')}`)
    expect(() => readStateInit(own(comment('no state at all')))).toThrow(RangeError)
  })
})

describe('comments', () => {
  test.each(['', 'memo-1', 'Überweisung 🚀', 'x'.repeat(123), 'x'.repeat(124), 'é'.repeat(600)])(
    'are written as the library does: %#',
    (text) => {
      const body = readBoc(commentBody(text))
      expect(readComment(body)).toBe(text)
      expect(readComment(own(comment(text)))).toBe(text)
    },
  )

  test('are one cell where they fit', () => {
    const text = 'x'.repeat(123)
    expect(readBoc(commentBody(text)).hash).toBe(comment(text).hash().toString('hex'))
  })

  test.each([
    ['an operation', beginCell().storeUint(0x0f8a7ea5, 32).endCell()],
    ['a short body', beginCell().storeUint(0, 31).endCell()],
    ['half a byte', beginCell().storeUint(0, 36).endCell()],
    ['bytes that are no text', beginCell().storeUint(0, 32).storeUint(0xff, 8).endCell()],
    [
      'two references',
      beginCell().storeUint(0, 32).storeRef(beginCell()).storeRef(beginCell()).endCell(),
    ],
  ])('does not read %s as a comment', (_, body) => {
    expect(readComment(own(body))).toBeNull()
  })
})

describe('jettons', () => {
  const payload = beginCell().storeUint(5, 32).endCell()
  const transfer = (): ReturnType<typeof beginCell> =>
    beginCell()
      .storeUint(0x0f8a7ea5, 32)
      .storeUint(77, 64)
      .storeCoins(1_000_000)
      .storeAddress(router)
      .storeAddress(Address.parseRaw(someone))
      .storeMaybeRef(null)
      .storeCoins(5)

  test.each([
    ['in a reference', transfer().storeBit(true).storeRef(payload).endCell()],
    ['inline', transfer().storeBit(false).storeUint(5, 32).endCell()],
  ])('a transfer with its payload %s', (_, body) => {
    const read = readJettonTransfer(own(body))
    expect(read).toMatchObject({
      queryId: 77n,
      amount: 1_000_000n,
      destination: router.toRawString(),
      responseDestination: someone,
      hasCustomPayload: false,
      forwardAmount: 5n,
    })
    expect(read?.forwardPayload.hash).toBe(payload.hash().toString('hex'))
  })

  test('another body is ignored, a broken one is refused', () => {
    expect(readJettonTransfer(own(comment('hello')))).toBeNull()
    const trailing = transfer().storeBit(true).storeRef(payload).storeUint(1, 1).endCell()
    expect(() => readJettonTransfer(own(trailing))).toThrow(RangeError)
    const cut = beginCell().storeUint(0x0f8a7ea5, 32).storeUint(7, 60).endCell()
    expect(() => readJettonTransfer(own(cut))).toThrow(RangeError)
  })

  test('a plain transfer is built as it is read', () => {
    for (const text of [null, 'memo']) {
      const body = jettonTransferBody({
        queryId: 9n,
        amount: 5n,
        destination: router.toRawString(),
        responseDestination: someone,
        forwardAmount: 1n,
        comment: text === null ? null : commentBody(text),
      })
      const read = readJettonTransfer(readBoc(body))
      expect(read).toMatchObject({
        queryId: 9n,
        amount: 5n,
        destination: router.toRawString(),
        responseDestination: someone,
        hasCustomPayload: false,
        forwardAmount: 1n,
      })
      expect(read === null ? undefined : readComment(read.forwardPayload)).toBe(text)
    }
  })

  test('arrivals and addresses of get-methods', () => {
    const body = beginCell()
      .storeUint(0x178d4519, 32)
      .storeUint(1, 64)
      .storeCoins(50)
      .storeAddress(router)
      .endCell()
    expect(readInternalTransfer(bocOf(body))).toEqual({ amount: 50n, from: router.toRawString() })
    expect(readInternalTransfer(bocOf(comment('no')))).toBeNull()
    expect(readInternalTransfer(bocOf(beginCell().storeUint(0x178d4519, 32).endCell()))).toBeNull()
    expect(readInternalTransfer(null)).toBeNull()
    expect(readAddressSlice(addressSlice(someone))).toBe(someone)
    expect(readAddressSlice(bocOf(beginCell().storeAddress(null).endCell()))).toBeNull()
    expect(readAddressSlice('no bag')).toBeNull()
  })
})
