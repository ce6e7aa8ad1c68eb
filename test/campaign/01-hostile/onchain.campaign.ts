/** Row 1 for the exchanges of one chain, whose only witness is the node that is asked. */
import { startCliSandbox } from '../../support/cliSandbox.ts'
import { defineRow } from '../support/row.ts'
import { onchainAdapter } from './adapters/onchain.ts'
import { playAdapter } from './kit/play.ts'

defineRow(
  { number: 1, title: 'a hostile node of a chain', cases: { fast: 48, full: 48 } },
  async (row) => {
    const sandbox = await startCliSandbox()
    try {
      await playAdapter(row, { sandbox, adapter: await onchainAdapter(sandbox) })
    } finally {
      await sandbox.remove()
    }
  },
)
