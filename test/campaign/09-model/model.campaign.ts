import { defineRow, type Row } from '../support/row.ts'
import { evmKind } from './evmCommands.ts'
import { tonKind } from './tonCommands.ts'
import { drawSteps, type Kind, play, shrink } from './machine.ts'

const commandsPerRun = 40

/** A run on TON costs as much as some twenty on EVM: its contracts are real ones. */
const onTon = { fast: 4, full: 1_000 }
const onEvm = { fast: 100, full: 19_000 }

defineRow(
  { number: 9, title: 'model-based runs of 40 commands, EVM', cases: onEvm },
  async (row) => {
    const runs = row.sized(onEvm)
    await runMany(row, evmKind(false), runs - Math.ceil(runs / 10))
    await runMany(row, evmKind(true), Math.ceil(runs / 10))
  },
)

defineRow(
  { number: 9, title: 'model-based runs of 40 commands, TON', cases: onTon },
  async (row) => {
    const runs = row.sized(onTon)
    await runMany(row, tonKind(false), runs - Math.ceil(runs / 10))
    await runMany(row, tonKind(true), Math.ceil(runs / 10))
  },
)

async function runMany<S>(row: Row, kind: Kind<S>, runs: number): Promise<void> {
  let failures = 0
  for (let run = 0; run < runs && failures < 5; run += 1) {
    const steps = drawSteps(kind, row.random, commandsPerRun)
    const problem = await play(kind, steps)
    if (problem === null) {
      row.passed()
      continue
    }
    failures += 1
    const least = await shrink(kind, steps)
    const list = least.map(({ name, seed }) => `${name}#${seed}`).join(' ')
    const what = `run ${run} of ${kind.name}: ${(await play(kind, least)) ?? problem}; commands: ${list}`
    if (problem.startsWith('I1')) row.harm('double payment', what)
    else if (problem.startsWith('I3')) row.harm('lost record', what)
    else row.failed(`seed ${row.seed}`, what)
  }
}
