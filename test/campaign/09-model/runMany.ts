import type { Row } from '../support/row.ts'
import { drawSteps, type Kind, play, shrink } from './machine.ts'

const commandsPerRun = 40

/** A tenth of the runs with the real file of the journal. */
export async function runBoth<S>(
  row: Row,
  kindOf: (isFile: boolean) => Kind<S>,
  runs: number,
): Promise<void> {
  const withFile = Math.ceil(runs / 10)
  await runMany(row, kindOf(false), runs - withFile)
  await runMany(row, kindOf(true), withFile)
}

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
