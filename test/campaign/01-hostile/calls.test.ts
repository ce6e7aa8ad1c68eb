/**
 * Row 1 for providers that are paid by one call: each from its case, its adapter behind the real
 * client and before the rules of the execution. Where no service is asked for a state, the six
 * behaviours about a false end are those of a node, which row 11 plays.
 */
import { callCases } from '../../providers/cases.ts'
import { defineRow } from '../support/row.ts'
import { behaviourNames, behaviours } from './kit/behaviours.ts'
import { playCase } from './kit/playCase.ts'

const ends = behaviourNames.filter((name) => behaviours[name].threat === 'false end')

for (const [id, it] of callCases) {
  const count = behaviourNames.length - (it.orders === undefined ? ends.length : 0)
  defineRow(
    {
      number: 1,
      title: `a hostile ${id}, from its case`,
      cases: { fast: count, full: count },
      concurrent: true,
    },
    (row) => playCase(row, id, it),
  )
}
