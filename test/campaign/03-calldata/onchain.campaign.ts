/**
 * Row 3, exchanges on one chain: call data of every router the registry knows, changed in every
 * way a hostile service could think of. The verdict of the real checks is compared with an oracle that
 * runs the call by the routers' own rules.
 */
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { defineRow } from '../support/row.ts'
import { holdAgainstOracle, type Template } from './holdAgainstOracle.ts'
import { mutations } from './mutations.ts'
import { honestCase, onchainTemplates } from './onchainCases.ts'
import { judgeOnchain } from './onchainOracle.ts'

const variants = { fast: 16_000, full: 800_000 }

defineRow(
  { number: 3, title: 'call data of exchanges against an oracle', cases: variants },
  async (row) => {
    const adapter = createOnchainProvider()
    const templates = onchainTemplates().map((one): Template => {
      return {
        name: one.name,
        adapter,
        judge: judgeOnchain,
        make: (random) => honestCase(one, random),
      }
    })
    await holdAgainstOracle(row, templates, variants, mutations, 5)
  },
)
