import { defineRow } from '../support/row.ts'
import { runBoth } from './runMany.ts'
import { tonKind } from './tonCommands.ts'

/** A run costs as much as some twenty on EVM: wallet, jettons and virtual machine are real ones. */
const cases = { fast: 4, full: 1_000 }

defineRow(
  { number: 9, title: 'model-based runs of 40 commands, TON', cases, limitMinutes: { fast: 5 } },
  (row) => runBoth(row, tonKind, row.sized(cases)),
)
