/**
 * Row 2: answers of every adapter with one to three places changed, as seeds have it, applied to
 * quotes, orders, messages, read-backs and statuses. Each is refused in the program's own words or
 * changes nothing that matters: nothing crashes, nothing hangs, and what would be signed or shown
 * still pays the asked receiver at least the accepted minimum.
 */
import { defineRow, type Row } from '../support/row.ts'
import * as cases from '../../providers/cases.ts'
import { wanted } from '../support/wanted.ts'
import { acrossSubject } from './across.ts'
import { callSubject } from './calls.ts'
import { contractSubject } from './contracts.ts'
import { depositSubject } from './deposits.ts'
import { exchangeSubjects } from './exchanges.ts'
import { foreignSubject } from './foreign.ts'
import { tonSubject } from './tonSwaps.ts'
import { playBent, playHonest, type Subject } from './story.ts'

const callCases = wanted(cases.callCases)
const contractCases = wanted(cases.contractCases)
const depositCases = wanted(cases.depositCases)
const tonCases = wanted(cases.tonCases)
const foreignCases = wanted(cases.foreignCases)

/** Across, and both kinds of swaps on one chain, have no case. */
const adapters = [callCases, contractCases, depositCases, tonCases, foreignCases].flat().length + 3
const perAdapter = { fast: 60, full: 10_000 }

defineRow(
  {
    number: 2,
    title: 'mutated answers',
    cases: { fast: adapters * perAdapter.fast, full: adapters * perAdapter.full },
    limitMinutes: { fast: 3 },
  },
  async (row) => {
    const subjects = [
      ...(await Promise.all(depositCases.map(([id, it]) => depositSubject(id, it)))),
      ...(await Promise.all(tonCases.map(([id, it]) => tonSubject(id, it)))),
      ...(await Promise.all(foreignCases.map(([id, it]) => foreignSubject(id, it)))),
      ...(await Promise.all(callCases.map(([id, it]) => callSubject(id, it)))),
      ...(await Promise.all(contractCases.map(([id, it]) => contractSubject(id, it)))),
      await acrossSubject(),
      ...(await exchangeSubjects()),
    ]
    for (const subject of subjects) await runSubject(row, subject)
  },
)

async function runSubject(row: Row, { name, stories }: Subject): Promise<void> {
  const tally = { accepted: 0, refused: 0 }
  for (const story of stories) {
    await row.twin(`${name} ${story.name}`, async () => {
      const { kind, what } = await playHonest(story)
      if (kind !== 'accepted') throw new Error(`${kind} ${what}`)
    })
  }
  const count = row.sized(perAdapter)
  const total = stories.reduce((sum, { weight }) => sum + weight, 0)
  for (let played = 0; played < count; played += 1) {
    let at = row.random() * total
    const story = stories.find(({ weight }) => (at -= weight) < 0) ?? stories[0]
    if (story === undefined) throw new Error('nothing to play')
    const { kind, what } = await playBent(story, row.random)
    const title = `${name} ${story.name} #${played}`
    if (kind === 'accepted' || kind === 'refused') {
      tally[kind] += 1
      row.passed()
    } else if (kind === 'unsafe') row.harm('unsafe signature', `${title}: ${what}`)
    else if (kind === 'control') row.harm('control byte printed', `${title}: ${what}`)
    else row.failed(title, `${kind}: ${what}`)
  }
  row.note(`${name} ${tally.refused} refused, ${tally.accepted} harmless`)
}
