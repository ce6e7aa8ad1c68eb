import { defineRow } from '../support/row.ts'
import { evmKind } from './evmCommands.ts'
import { runBoth } from './runMany.ts'

const cases = { fast: 100, full: 19_000 }

defineRow(
  { number: 9, title: 'model-based runs of 40 commands, EVM', cases, limitMinutes: { fast: 5 } },
  (row) => runBoth(row, evmKind, row.sized(cases)),
)
