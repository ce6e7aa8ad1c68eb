/** Row 3, Across: deposits, deliveries and swaps before them, against an oracle. */
import { createAcrossProvider } from '../../../src/providers/across/across.ts'
import { defineRow } from '../support/row.ts'
import { acrossTemplates } from './acrossCases.ts'
import { judgeAcross } from './acrossOracle.ts'
import { mutations } from './mutations.ts'
import { type Case, verdictOf } from './swapCase.ts'
import { withoutStacks } from './withoutStacks.ts'

const variants = { fast: 4_000, full: 200_000 }

defineRow(
  { number: 3, title: 'call data of Across against an oracle', cases: variants },
  async (row) => {
    withoutStacks()
    const adapter = createAcrossProvider()
    for (const template of acrossTemplates) {
      await row.twin(template.name, () => {
        const honest = template.make(row.random)
        const { verdict, why } = judgeAcross(honest)
        if (verdict !== 'safe') throw new Error(`the oracle itself says ${verdict}: ${why}`)
        const said = verdictOf(honest, adapter)
        if (said !== 'ok') throw new Error(`refused by ${said}`)
      })
    }
    const counts = { safe: 0, odd: 0, 'odd but accepted': 0, unsafe: 0 }
    for (let at = 0; at < row.sized(variants); at += 1) {
      const template = row.random.pick(acrossTemplates)
      const [name, bend] = row.random.pick(mutations)
      const variant: Case = bend(template.make(row.random), row.random)
      const { verdict, why } = judgeAcross(variant)
      const said = verdictOf(variant, adapter)
      counts[verdict] += 1
      if (verdict === 'odd' && said === 'ok') counts['odd but accepted'] += 1
      const what = `variant ${at}, ${template.name}, ${name}: ${why}`
      if (verdict === 'unsafe' && said === 'ok')
        row.harm('unsafe signature', `${what} ${variant.transaction.data}`)
      else if (verdict === 'safe' && said !== 'ok') row.failed(what, `refused by ${said}`)
      else row.passed()
    }
    row.note(`${acrossTemplates.length} honest forms; ${JSON.stringify(counts)}`)
  },
)
