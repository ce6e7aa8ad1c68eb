import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { tonWalletVersions } from '../../../src/chains/ton/wallets.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import {
  type Frame,
  createFrameReader,
  decodeAnswer,
  decodeOpen,
  encodeAnswer,
  encodeFrame,
  encodeOpen,
  frameKinds,
  fromRefusal,
  toRefusal,
} from '../../../src/wallet/signerProtocol.ts'

function readAll(...chunks: Buffer[]): Frame[] {
  const read = createFrameReader()
  return chunks.flatMap((chunk) => read(chunk))
}

describe('frames', () => {
  const stream = () =>
    Buffer.concat([
      encodeFrame(1, Buffer.from('first')),
      encodeFrame(2),
      encodeFrame(3, Buffer.from('a'), Buffer.from('bc')),
    ])
  const expected = [
    { kind: 1, payload: Buffer.from('first') },
    { kind: 2, payload: Buffer.alloc(0) },
    { kind: 3, payload: Buffer.from('abc') },
  ]

  test('come out of a stream cut at any two places', () => {
    const { length } = stream()
    for (let first = 0; first <= length; first += 1) {
      for (let second = first; second <= length; second += 1) {
        const all = stream()
        const cut = [all.subarray(0, first), all.subarray(first, second), all.subarray(second)]
        expect(readAll(...cut)).toEqual(expected)
      }
    }
  })

  test('leave nothing behind in the chunks', () => {
    const chunk = stream()
    readAll(chunk)
    expect(chunk.every((byte) => byte === 0)).toBe(true)
  })

  test('leave nothing behind in buffers of the reader', () => {
    const all = stream()
    const made = [vi.spyOn(Buffer, 'concat'), vi.spyOn(Buffer, 'from')]
    onTestFinished(() => made.forEach((spy) => spy.mockRestore()))
    const read = createFrameReader()
    // Cut within the last payload.
    const frames = [read(all.subarray(0, -2)), read(all.subarray(-2))].flat()
    const payloads = new Set(frames.map(({ payload }) => payload))
    const own = made
      .flatMap(({ mock }) => mock.results.map(({ value }): unknown => value))
      .filter((buffer): buffer is Buffer => Buffer.isBuffer(buffer))
      .filter((buffer) => !payloads.has(buffer) && buffer !== all)
    expect(frames).toEqual(expected)
    expect(own.length).toBeGreaterThan(2)
    expect(own.map((buffer) => buffer.some((byte) => byte !== 0))).not.toContain(true)
  })

  test('without a payload are reported at once', () => {
    expect(readAll(encodeFrame(2))).toEqual([{ kind: 2, payload: Buffer.alloc(0) }])
  })

  test('too long', () => {
    const headOf = (length: number): Buffer => {
      const head = Buffer.alloc(5)
      head.writeUInt32BE(length)
      return head
    }
    const most = 4 * 1024 * 1024
    expect(() => readAll(headOf(most + 1))).toThrow(RangeError)
    expect(() => readAll(headOf(2 ** 32 - 1))).toThrow(RangeError)
    expect(readAll(headOf(most))).toEqual([])
  })

  test('have a kind each', () => {
    const kinds = Object.values(frameKinds)
    expect(new Set(kinds).size).toBe(kinds.length)
  })
})

describe('opening', () => {
  const frameOf = (bytes: Buffer): Frame => {
    const [frame] = readAll(bytes)
    if (frame === undefined) throw new Error('no frame')
    return frame
  }

  test.each(['live', 'sandbox'] as const)('carries a key (%s)', (realm) => {
    const key = Buffer.alloc(32, 5)
    expect(decodeOpen(frameOf(encodeOpen({ kind: 'key', key }, realm)))).toEqual({
      secret: { kind: 'key', key },
      realm,
    })
  })

  test.each([
    ['v4r2', 'live'],
    ['v5r1', 'sandbox'],
  ] as const)('carries a TON secret of a %s wallet (%s)', (walletVersion, realm) => {
    const secret = { kind: 'ton', walletVersion, secret: Buffer.from('words of it') } as const
    expect(decodeOpen(frameOf(encodeOpen(secret, realm)))).toEqual({ secret, realm })
  })

  test('a TON wallet of an unknown version is refused', () => {
    const payload = Buffer.from([0, tonWalletVersions.length, 5])
    expect(() => decodeOpen({ kind: frameKinds.openTon, payload })).toThrow(RangeError)
  })

  test.each(['', 'p', 'päßwörd 🔑'])('carries a keystore and the password %j', (text) => {
    const secret = {
      kind: 'keystore',
      text: Buffer.from('{"version":3}'),
      password: Buffer.from(text),
    } as const
    expect(decodeOpen(frameOf(encodeOpen(secret, 'live')))).toEqual({ secret, realm: 'live' })
  })

  test('overwriting the payload overwrites the secret in it', () => {
    const frame = frameOf(encodeOpen({ kind: 'key', key: Buffer.alloc(32, 5) }, 'live'))
    const { secret } = decodeOpen(frame)
    frame.payload.fill(0)
    expect(secret).toEqual({ kind: 'key', key: Buffer.alloc(32) })
  })

  test('another frame is refused', () => {
    expect(() => decodeOpen({ kind: 9, payload: Buffer.alloc(40) })).toThrow(RangeError)
  })
})

describe('answers', () => {
  test('arrive as they were sent', () => {
    const answer = { type: 'signed', raw: '0x02' } as const
    const [frame] = readAll(encodeAnswer(answer))
    expect(frame && decodeAnswer(frame)).toEqual(answer)
  })

  test.each(['', '{}', '{"type":"signed"}', '{"type":"signed","raw":1}', '[1]'])(
    'refuses %j',
    (text) => {
      expect(() => decodeAnswer({ kind: 4, payload: Buffer.from(text) })).toThrow(RangeError)
    },
  )

  test('only come in frames of their kind', () => {
    const payload = Buffer.from('{"type":"signed","raw":"0x"}')
    expect(decodeAnswer({ kind: frameKinds.answer, payload })).toEqual({
      type: 'signed',
      raw: '0x',
    })
    expect(() => decodeAnswer({ kind: frameKinds.sign, payload })).toThrow(RangeError)
  })

  test('an own error keeps its words', () => {
    const error = new SwaprouteError('UNSAFE_ROUTE', 'No.', { hint: 'Stop.', context: { a: 1 } })
    const refusal = toRefusal(error)
    expect(refusal.type === 'refused' && fromRefusal(refusal)).toMatchObject({
      code: 'UNSAFE_ROUTE',
      message: 'No.',
      hint: 'Stop.',
      context: { a: 1 },
    })
  })

  test('of a foreign error not a word gets out', () => {
    const secret = '42'.repeat(32)
    const answer = toRefusal(new TypeError(`bad key ${secret}`, { cause: secret }))
    expect(JSON.stringify(answer)).not.toContain(secret)
    expect(answer.type === 'refused' && fromRefusal(answer).code).toBe('INTERNAL')
  })

  test('an unknown code becomes ours', () => {
    const refusal = {
      type: 'refused',
      code: 'toString',
      message: '',
      hint: null,
      context: {},
    } as const
    expect(fromRefusal(refusal)).toMatchObject({ code: 'INTERNAL', hint: undefined })
  })

  test('an error without a hint arrives without one', () => {
    const refusal = toRefusal(new SwaprouteError('UNSAFE_ROUTE', 'No.', {}))
    expect(refusal).toEqual({
      type: 'refused',
      code: 'UNSAFE_ROUTE',
      message: 'No.',
      hint: null,
      context: {},
    })
  })
})
