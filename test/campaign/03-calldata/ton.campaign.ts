/**
 * Row 3, TON: messages of every exchange, changed in every way a hostile service could think of.
 * The verdict of the real checks, which ask the chain whose a contract is, is compared with an oracle that
 * reads the cells with @ton/core.
 */
import { type Honest, verdict as verdictOf } from '../../providers/tonHostile.ts'
import { defineRow } from '../support/row.ts'
import { withoutStacks } from './withoutStacks.ts'
import { honestTon, tonContext, tonTemplates } from './tonCases.ts'
import { tonMutations } from './tonMutations.ts'
import { judgeTon } from './tonOracle.ts'

const variants = { fast: 4_000, full: 200_000 }
const pooled = { fast: 5, full: 50 }

defineRow(
  { number: 3, title: 'messages on TON against an oracle', cases: variants },
  async (row) => {
    withoutStacks()
    const context = tonContext()
    const templates = tonTemplates()
    for (const template of templates) {
      await row.twin(template.name, async () => {
        const honest = honestTon(template, row.random)
        const { verdict, why } = judgeTon(honest, template)
        if (verdict !== 'safe') throw new Error(`the oracle itself says ${verdict}: ${why}`)
        const said = await verdictOf(template.provider, honest, context)
        if (said !== 'ok') throw new Error(`refused by ${said}`)
      })
    }
    // Honest messages to be bent: making them takes longer than judging them.
    const pool = templates.flatMap((template) =>
      Array.from({ length: row.sized(pooled) }, () => ({
        template,
        honest: honestTon(template, row.random),
      })),
    )
    const counts = { safe: 0, odd: 0, 'odd but accepted': 0, unsafe: 0 }
    for (let at = 0; at < row.sized(variants); at += 1) {
      const { template, honest } = row.random.pick(pool)
      const [name, bend] = row.random.pick(tonMutations)
      const variant: Honest = { ...honest, messages: bend(honest, row.random) }
      const { verdict, why } = judgeTon(variant, template)
      const said = await verdictOf(template.provider, variant, context)
      counts[verdict] += 1
      if (verdict === 'odd' && said === 'ok') counts['odd but accepted'] += 1
      const what = `variant ${at}, ${template.name}, ${name}: ${why}`
      if (verdict === 'unsafe' && said === 'ok') row.harm('unsafe signature', what)
      else if (verdict === 'safe' && said !== 'ok') row.failed(what, `refused by ${said}`)
      else row.passed()
    }
    row.note(`${templates.length} honest forms; ${JSON.stringify(counts)}`)
  },
)
