/** Row 1 for the exchanges on TON, whose hostile party is their API, with toncenter or without. */
import { startCliSandbox } from '../../support/cliSandbox.ts'
import { defineRow } from '../support/row.ts'
import { tonAdapter, tonExchanges } from './adapters/ton.ts'
import { playAdapter } from './kit/play.ts'

for (const id of tonExchanges) {
  defineRow({ number: 1, title: `a hostile ${id}`, cases: { fast: 48, full: 48 } }, async (row) => {
    const sandbox = await startCliSandbox()
    try {
      await playAdapter(row, { sandbox, adapter: tonAdapter(sandbox, id) })
    } finally {
      await sandbox.remove()
    }
  })
}
