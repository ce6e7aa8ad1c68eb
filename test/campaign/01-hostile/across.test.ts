import { startCliSandbox } from '../../support/cliSandbox.ts'
import { defineRow } from '../support/row.ts'
import { acrossAdapter } from './adapters/across.ts'
import { behaviourNames, fastNames, fastTwins } from './kit/behaviours.ts'
import { playAdapter } from './kit/play.ts'

defineRow(
  {
    number: 1,
    title: 'a hostile Across, through the program',
    cases: { fast: fastNames.length, full: behaviourNames.length },
    limitMinutes: { fast: 3 },
  },
  async (row) => {
    const sandbox = await startCliSandbox()
    try {
      await playAdapter(row, {
        sandbox,
        adapter: acrossAdapter(sandbox),
        names: row.sized({ fast: fastNames, full: behaviourNames }),
        twins: row.sized({ fast: fastTwins, full: behaviourNames }),
        brief: row.size === 'fast',
      })
    } finally {
      await sandbox.remove()
    }
  },
)
