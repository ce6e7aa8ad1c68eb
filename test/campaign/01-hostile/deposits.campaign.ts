/**
 * Row 1 for providers that are paid at an address of their own, which `swap` pays from an account:
 * those with a service in the sandbox. The suite of the kit bends the answers of every one.
 */
import { depositProviders } from '../../../sandbox/src/deposit/types.ts'
import { depositCases } from '../../providers/cases.ts'
import type { DepositCase } from '../../providers/depositContract.ts'
import { type CliSandbox, startCliSandbox } from '../../support/cliSandbox.ts'
import { defineRow } from '../support/row.ts'
import { depositAdapter } from './adapters/depositCells.ts'
import { thorchainAdapter } from './adapters/depositThorchain.ts'
import type { HostileAdapter } from './kit/adapter.ts'
import { playAdapter } from './kit/play.ts'

function adapterOf(sandbox: CliSandbox, id: string, { wire }: DepositCase): HostileAdapter {
  if (wire !== undefined) return depositAdapter(sandbox, id, wire)
  if (id === 'thorchain') return thorchainAdapter(sandbox)
  throw new Error(`the case of ${id} does not say where its answers say what`)
}

const played: ReadonlySet<string> = new Set(depositProviders)

for (const [id, it] of depositCases.filter(([each]) => played.has(each))) {
  defineRow({ number: 1, title: `a hostile ${id}`, cases: { fast: 48, full: 48 } }, async (row) => {
    const sandbox = await startCliSandbox()
    try {
      await playAdapter(row, { sandbox, adapter: adapterOf(sandbox, id, it) })
    } finally {
      await sandbox.remove()
    }
  })
}
