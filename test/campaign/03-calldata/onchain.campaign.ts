/**
 * Row 3, exchanges on one chain: call data of every router the registry knows, changed in every
 * way a hostile service could think of. What the real checks say is held against an oracle that
 * runs the call by the routers' own rules.
 */
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { defineRow } from '../support/row.ts'
import { withoutStacks } from './withoutStacks.ts'
import { judgeOnchain } from './onchainOracle.ts'
import { mutations } from './mutations.ts'
import { honestCase, onchainTemplates } from './onchainCases.ts'
import { type Case, verdictOf } from './swapCase.ts'

const variants = { fast: 16_000, full: 800_000 }

defineRow(
  { number: 3, title: 'call data of exchanges against an oracle', cases: variants },
  async (row) => {
    withoutStacks()
    const adapter = createOnchainProvider()
    const templates = onchainTemplates()
    for (const template of templates) {
      await row.twin(template.name, () => {
        const honest = honestCase(template, row.random)
        const { verdict, why } = judgeOnchain(honest)
        if (verdict !== 'safe') throw new Error(`the oracle itself says ${verdict}: ${why}`)
        const said = verdictOf(honest, adapter)
        if (said !== 'ok') throw new Error(`refused by ${said}`)
      })
    }
    const counts = { safe: 0, odd: 0, 'odd but accepted': 0, unsafe: 0 }
    for (let at = 0; at < row.sized(variants); at += 1) {
      const template = row.random.pick(templates)
      const [name, bend] = row.random.pick(mutations)
      let variant: Case = bend(honestCase(template, row.random), row.random)
      // One in five is changed twice.
      if (row.random.below(5) === 0) variant = row.random.pick(mutations)[1](variant, row.random)
      const { verdict, why } = judgeOnchain(variant)
      const said = verdictOf(variant, adapter)
      counts[verdict] += 1
      if (verdict === 'odd' && said === 'ok') counts['odd but accepted'] += 1
      const what = `variant ${at}, ${template.name}, ${name}: ${why}`
      if (verdict === 'unsafe' && said === 'ok') row.harm('unsafe signature', what + show(variant))
      else if (verdict === 'safe' && said !== 'ok')
        row.failed(what + show(variant), `refused by ${said}`)
      else row.passed()
    }
    row.note(`${templates.length} honest forms; ${JSON.stringify(counts)}`)
  },
)

function show({ terms, transaction }: Case): string {
  const { srcAmount, minimum, receiver } = terms
  const { to, data, value, approvalAddress } = transaction
  return ` ${JSON.stringify([String(srcAmount), String(minimum), receiver, to, String(value), approvalAddress, data])}`
}
