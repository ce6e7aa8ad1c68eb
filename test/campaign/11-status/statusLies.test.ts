/**
 * Row 11, states: thirty and more lies about the state of a swap, in the words of every adapter.
 * No lie ends it without evidence of our own (S1 to S5); what is true is reported.
 */
import * as cases from '../../providers/cases.ts'
import { wanted } from '../support/wanted.ts'
import { defineRow } from '../support/row.ts'
import { acrossLiar } from './acrossLies.ts'
import { callLiar } from './callLies.ts'
import { contractLiar } from './contractLies.ts'
import { depositLiar } from './depositLies.ts'
import { exchangeLiars } from './exchangeLies.ts'
import { foreignLiar } from './foreignLies.ts'
import { tonLiar } from './tonLies.ts'
import { expectBelief, expectDisbelief, type Liar } from './lies.ts'

const callCases = wanted(cases.callCases)
const contractCases = wanted(cases.contractCases)
const depositCases = wanted(cases.depositCases)
const tonCases = wanted(cases.tonCases)
const foreignCases = wanted(cases.foreignCases)

async function allLiars(): Promise<Liar[]> {
  return [
    ...(await Promise.all(depositCases.map(([id, it]) => depositLiar(id, it)))),
    ...(await Promise.all(tonCases.map(([id, it]) => tonLiar(id, it)))),
    ...(await Promise.all(foreignCases.map(([id, it]) => foreignLiar(id, it)))),
    ...(await Promise.all(callCases.map(([id, it]) => callLiar(id, it)))),
    ...(await Promise.all(contractCases.map(([id, it]) => contractLiar(id, it)))),
    acrossLiar(),
    ...(await exchangeLiars()),
  ]
}

/** Across, and both kinds of swaps on one chain, have no case. */
const least =
  ([callCases, contractCases, depositCases, tonCases, foreignCases].flat().length + 3) * 30

defineRow(
  { number: 11, title: 'status lies', cases: { fast: least, full: least } },
  async (row) => {
    for (const { name, lies, truths } of await allLiars()) {
      if (lies.length < 30) row.failed(name, `only ${lies.length} lies`)
      for (const truth of truths) await row.twin(`${name} ${truth.name}`, () => expectBelief(truth))
      for (const lie of lies) await row.check(`${name}: ${lie.name}`, () => expectDisbelief(lie))
    }
  },
)
