/** Row 1 for providers that are paid at an address of their own, which `swap` pays from an account. */
import { startCliSandbox } from '../../support/cliSandbox.ts'
import { defineRow } from '../support/row.ts'
import { depositAdapter } from './adapters/depositCells.ts'
import { depositWires } from './adapters/deposits.ts'
import { playAdapter } from './kit/play.ts'

for (const wire of depositWires) {
  defineRow(
    { number: 1, title: `a hostile ${wire.id}`, cases: { fast: 48, full: 48 } },
    async (row) => {
      const sandbox = await startCliSandbox()
      try {
        await playAdapter(row, { sandbox, adapter: depositAdapter(sandbox, wire) })
      } finally {
        await sandbox.remove()
      }
    },
  )
}
