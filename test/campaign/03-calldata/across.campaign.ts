/** Row 3, Across: deposits, deliveries and swaps before them, against an oracle. */
import { createAcrossProvider } from '../../../src/providers/across/across.ts'
import { defineRow } from '../support/row.ts'
import { acrossTemplates } from './acrossCases.ts'
import { judgeAcross } from './acrossOracle.ts'
import { holdAgainstOracle } from './holdAgainstOracle.ts'
import { mutations } from './mutations.ts'

const variants = { fast: 4_000, full: 200_000 }

defineRow(
  { number: 3, title: 'call data of Across against an oracle', cases: variants },
  async (row) => {
    const adapter = createAcrossProvider()
    const templates = acrossTemplates.map((one) => ({ ...one, adapter, judge: judgeAcross }))
    await holdAgainstOracle(row, templates, variants, mutations)
  },
)
