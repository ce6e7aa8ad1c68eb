import { startCliSandbox } from '../../support/cliSandbox.ts'
import { defineRow } from '../support/row.ts'
import { relaySignedAdapter } from './adapters/relaySigned.ts'
import { behaviourNames } from './kit/behaviours.ts'
import { playAdapter } from './kit/play.ts'

const count = behaviourNames.length

defineRow(
  {
    number: 1,
    title: 'a hostile relay by signed calls, through the program',
    cases: { fast: count, full: count },
  },
  async (row) => {
    const sandbox = await startCliSandbox()
    try {
      await playAdapter(row, { sandbox, adapter: relaySignedAdapter(sandbox) })
    } finally {
      await sandbox.remove()
    }
  },
)
