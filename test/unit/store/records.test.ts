import { describe, expect, test } from 'vitest'
import { type JournalEvent, journalEvent } from '../../../src/store/eventSchema.ts'
import {
  assertUnbroken,
  claimedKey,
  digestOf,
  isEnd,
  namesFor,
  namesIn,
  onlyOne,
  toRecord,
} from '../../../src/store/records.ts'
import {
  confirmed,
  ended,
  hashOf,
  orderPlanned,
  ordered,
  planned,
  signed,
  tonConfirmed,
  tonHashOf,
  tonSigned,
} from './support/events.ts'

const status = (answer: Extract<JournalEvent, { type: 'status' }>['answer']): JournalEvent => ({
  type: 'status',
  answer,
})
const { routeId, quotedAtMs, route, transaction, dstAmount, dstMinAmount } = planned()

/** With its type in front, as the name of a test. */
function named<T>(rows: [JournalEvent, T][]): [type: string, JournalEvent, T][] {
  return rows.map(([event, expected]) => [event.type, event, expected])
}

describe('the names of a swap', () => {
  test.each<[type: string, JournalEvent, string[]]>(
    named([
      [planned({ routeId: 'Route-1' }), ['route-1']],
      [orderPlanned({ routeId: 'Route-2' }), ['route-2']],
      [
        {
          type: 'accepted',
          routeId,
          quotedAtMs,
          route,
          transaction,
          dstAmount,
          dstMinAmount,
          typedReasons: [],
        },
        [routeId],
      ],
      [ordered, ['ex-1', 'bc1qdeposit']],
      [signed({ hash: hashOf(1) }), [hashOf(1)]],
      [tonSigned({ hash: tonHashOf(2) }), [tonHashOf(2)]],
      [tonConfirmed(tonHashOf(2), tonHashOf(3)), [tonHashOf(3)]],
      [status({ srcTxHash: 'ABCDEF0123456789' }), ['abcdef0123456789']],
      [{ type: 'needs_action', answer: { srcTxHash: hashOf(4) } }, [hashOf(4)]],
      [ended('done', hashOf(5)), [hashOf(5)]],
      [ended('refunded', null, { status: 'REVERT', srcTxHash: hashOf(6) }), [hashOf(6)]],
      [
        ended('failed', hashOf(7), { status: 'FAIL', srcTxHash: hashOf(8) }),
        [hashOf(7), hashOf(8)],
      ],
      [confirmed(), []],
      [{ type: 'delivering' }, []],
      [status({ srcTxHash: 'ABCDEF012345678' }), []],
      [status({ srcTxHash: 1234567890123456 }), []],
      [status({}), []],
      [status([hashOf(1)]), []],
      [status(hashOf(1)), []],
      [status(null), []],
    ]),
  )('of %s', (_type, event, names) => {
    expect(namesIn(journalEvent.parse(event))).toEqual(names)
  })

  const hex = 'ab'.repeat(32)
  const base64 = Buffer.from(hex, 'hex').toString('base64')
  test.each([
    ['EX-1', ['ex-1']],
    [hex.toUpperCase(), [hex]],
    [`0x${hex}`, [`0x${hex}`, hex]],
    [base64, [base64.toLowerCase(), hex]],
  ])('are looked for as %s', (text, names) => expect(namesFor(text)).toEqual(names))

  test('name a swap only where there is exactly one', () => {
    expect([onlyOne([]), onlyOne(['a']), onlyOne(['a', 'b'])]).toEqual([null, 'a', null])
  })

  test.each<[type: string, JournalEvent, boolean]>(
    named([
      [ended('done', null), true],
      [ended('refunded', null), true],
      [ended('failed', null), true],
      [{ type: 'abandoned', reason: 'declined' }, true],
      [status({}), false],
    ]),
  )('%s: whether it ends the swap', (_type, event, expected) => expect(isEnd(event)).toBe(expected))
})

function rowOf(event: unknown, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const [text, format] = [JSON.stringify(event), Number(changes['format'] ?? 1)]
  const digest = digestOf('one', 1, format, 5, text)
  return { swap_id: 'one', sequence: 1, format, at_ms: 5, event: text, digest, ...changes }
}

const readEvent = (value: unknown): JournalEvent => journalEvent.parse(value)

describe('a row', () => {
  test('is the record that was written', () => {
    expect(toRecord(rowOf(planned()), readEvent)).toEqual({
      swapId: 'one',
      sequence: 1,
      format: 1,
      atMs: 5,
      event: planned(),
    })
  })

  test('has the digest that every version writes', () => {
    expect(digestOf('one', 1, 1, 5, '{"type":"delivering"}')).toBe(
      '0eaf01f0edf7ae5e282f5d09b3b4ba87',
    )
  })

  test.each([
    ['of a newer format', rowOf(planned(), { format: 2 }), /was written by a newer version/],
    ['with another time', rowOf(planned(), { at_ms: 6 }), /was altered on disk/],
    ['without a digest', rowOf(planned(), { digest: null }), /digest is not text/],
    ['that is no event', rowOf({ type: 'none' }), /record 1 of swap one cannot be read/],
  ])('%s is refused', (_name, row, problem) => {
    expect(() => toRecord(row, readEvent)).toThrow(problem)
  })

  test.each<[string, unknown, string | null]>([
    ['a plan with a key', planned({ idempotencyKey: 'key-1' }), 'key-1'],
    ['a plan without', planned(), null],
    ['a number', { idempotencyKey: 1 }, null],
    ['nothing', {}, null],
    ['null', null, null],
    ['a text', 'idempotencyKey', null],
  ])('claims the key of its event: %s', (_name, event, key) => {
    expect(claimedKey(rowOf(event))).toBe(key)
  })

  test('that was altered claims nothing', () => {
    expect(() => claimedKey(rowOf(planned(), { sequence: 2 }))).toThrow(/was altered on disk/)
  })
})

describe('the records of a swap', () => {
  const record = (sequence: number, event: JournalEvent = status({})) => ({
    swapId: 'one',
    sequence,
    format: 1,
    atMs: 5,
    event,
  })

  test('are whole, each beginning with a plan', () => {
    for (const records of [
      [],
      [record(1, planned())],
      [record(1, orderPlanned()), record(2), record(3)],
    ])
      expect(() => assertUnbroken(records)).not.toThrow()
  })

  test.each([
    ['have a first', [record(2)], 'record 1 of swap one is missing'],
    ['are complete', [record(1, planned()), record(3)], 'record 2 of swap one is missing'],
    ['are numbered each', [record(1, planned()), record(1)], 'record 2 of swap one is missing'],
    ['begin with a plan', [record(1)], 'the beginning of swap one is missing'],
  ])('%s, or are refused', (_name, records, problem) => {
    expect(() => assertUnbroken(records)).toThrow(problem)
  })
})

describe('an event', () => {
  test.each([
    [1, true],
    [256, true],
    [0, false],
    [257, false],
  ])('holds an address of %i characters: %s', (length, expected) => {
    const event = planned({ fromAddress: 'x'.repeat(length) })
    expect(journalEvent.safeParse(event).success).toBe(expected)
  })

  test.each([
    [0, true],
    [255, true],
    [-1, false],
    [256, false],
    [1.5, false],
  ])('holds a token of %d decimals: %s', (decimals, expected) => {
    const event = planned({ srcToken: { ...planned().srcToken, decimals } })
    expect(journalEvent.safeParse(event).success).toBe(expected)
  })
})
