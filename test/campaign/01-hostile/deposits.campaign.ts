/** Row 1 for providers that are paid at an address of their own, which `swap` pays from an account. */
import { type CliSandbox, startCliSandbox } from '../../support/cliSandbox.ts'
import { defineRow } from '../support/row.ts'
import { depositAdapter } from './adapters/depositCells.ts'
import { depositWires } from './adapters/deposits.ts'
import { thorchainAdapter } from './adapters/depositThorchain.ts'
import type { HostileAdapter } from './kit/adapter.ts'
import { playAdapter } from './kit/play.ts'

type Make = (sandbox: CliSandbox) => HostileAdapter

const adapters: readonly (readonly [id: string, make: Make])[] = [
  ...depositWires.map((wire): [string, Make] => [
    wire.id,
    (sandbox) => depositAdapter(sandbox, wire),
  ]),
  ['thorchain', thorchainAdapter],
]

for (const [id, make] of adapters) {
  defineRow({ number: 1, title: `a hostile ${id}`, cases: { fast: 48, full: 48 } }, async (row) => {
    const sandbox = await startCliSandbox()
    try {
      await playAdapter(row, { sandbox, adapter: make(sandbox) })
    } finally {
      await sandbox.remove()
    }
  })
}
