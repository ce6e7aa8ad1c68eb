/**
 * Row 11, states: thirty and more lies about the state of a swap, in the words of every adapter.
 * None makes an end of it without evidence of our own (S1 to S5); what is true is said.
 */
import { depositCases } from '../02-mutations/subjects.ts'
import { defineRow } from '../support/row.ts'
import { acrossLiar } from './acrossLies.ts'
import { depositLiar } from './depositLies.ts'
import { exchangeLiars } from './exchangeLies.ts'
import { tonLiars } from './tonLies.ts'
import { expectBelief, expectDisbelief, type Liar } from './lies.ts'

async function allLiars(): Promise<Liar[]> {
  const deposits = Object.entries(depositCases).map(([name, it]) => depositLiar(name, it))
  return [
    ...(await Promise.all(deposits)),
    ...(await tonLiars()),
    acrossLiar(),
    ...(await exchangeLiars()),
  ]
}

defineRow(
  { number: 11, title: 'status lies', cases: { fast: 14 * 30, full: 14 * 30 } },
  async (row) => {
    for (const { name, lies, truths } of await allLiars()) {
      if (lies.length < 30) row.failed(name, `only ${lies.length} lies`)
      for (const truth of truths) await row.twin(`${name} ${truth.name}`, () => expectBelief(truth))
      for (const lie of lies) await row.check(`${name}: ${lie.name}`, () => expectDisbelief(lie))
    }
  },
)
