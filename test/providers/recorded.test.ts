/**
 * Cases that `npm run witness` wrote from records of live questions: the adapters still send the same
 * requests, and read the answers as they did.
 */
import { describe, expect, test } from 'vitest'

import { recordName } from '../../src/live/record.ts'
import proofs from '../../src/providers/proofs.json' with { type: 'json' }
import { caseNames } from './cases.ts'
import { judgeRecord, recordedCases, replay } from './recording.ts'

test('there is a recorded case', () => {
  expect(recordedCases().length).toBeGreaterThan(0)
})

describe.each(recordedCases())('$name of $source, $at', (record) => {
  test('is read as it was recorded', async () => {
    expect(await replay(record)).toEqual({ reading: record.reading, differences: [] })
  })
})

test('a record has the name of the case that it may replace', () => {
  const shaped = Object.entries(proofs).filter(([, kind]) =>
    /^(?:shaped|vendor client)$/.test(kind),
  )
  const named = new Map<string, string>(caseNames)
  const names = shaped.map(([id]) => [id, named.get(id)])
  expect(names).toEqual(shaped.map(([id]) => [id, recordName(id).toLowerCase()]))
})

describe('a record', () => {
  const [stonfi] = recordedCases().filter(({ name }) => name === 'STONFI')
  if (stonfi === undefined) throw new Error('no record of STONFI')
  const record = { ...stonfi, source: 'sandbox', at: '2026-11-29T12:00:00.000Z' } as const
  const unread = { failed: [{ provider: 'STONFI', code: 'UPSTREAM_FAILED', fault: 'malformed' }] }
  const stays = (source: string): string =>
    `read as recorded; the case of 2026-11-30 (${source}) stays`
  const later = { ...record, at: '2026-11-30T12:00:00.000Z' }
  const proves = 'its source is "sandbox": no proof about the live service'

  test.each<[what: string, given: object, older: typeof later | null, lines: readonly string[]]>([
    ['becomes a case', {}, null, ['read as recorded', proves]],
    ['replaces an older one', later, record, ['read as recorded', proves]],
    ['does not replace a newer one', {}, later, [stays('sandbox')]],
    [
      'that the program could not read becomes a case once it can',
      { reading: { offers: [], ...unread } },
      null,
      ['read as recorded', proves],
    ],
  ])('%s', async (_what, given, older, lines) => {
    const known = { cases: older === null ? [] : [older], proofs }
    const judged = await judgeRecord({ ...record, ...given }, known)
    expect(judged).toMatchObject({ isDifferent: false, lines })
    const written = JSON.parse(judged.written?.text ?? 'null') as typeof record | null
    expect(written?.reading ?? record.reading).toEqual(record.reading)
  })

  test('of the live service names the shaped case, and is not replaced by one of a sandbox', async () => {
    const shaped = { STONFI: 'shaped' }
    const live = { ...later, source: 'live' as const }
    const { lines, written } = await judgeRecord(live, { cases: [later], proofs: shaped })
    const note = 'test/providers/stonfi.case.ts is shaped: its answers may now be replaced by these'
    expect([lines, written?.name]).toEqual([['read as recorded', note], 'STONFI'])
    const newer = { ...record, at: '2026-12-01T12:00:00.000Z' }
    expect(await judgeRecord(newer, { cases: [live], proofs })).toMatchObject({
      lines: [stays('live')],
      written: null,
    })
  })

  test('that cannot be read names the reason and is no case', async () => {
    const exchanges = record.exchanges.map((each) => ({ ...each, status: 200, body: {} }))
    const judged = await judgeRecord(
      { ...record, exchanges, reading: { offers: [], ...unread } },
      { cases: [], proofs },
    )
    expect(judged).toMatchObject({ isDifferent: true, written: null })
    expect(judged.lines.join('\n')).toMatch(/^read otherwise\n.*not as documented/)
  })
})
