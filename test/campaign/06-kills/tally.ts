import type { KillResult } from '../../support/killRun.ts'

type Line = { run: number; passed: number; kinds: Map<string, number>; stages: Map<string, number> }

/** What was killed where, and what the journal then contained; one line for each point. */
export type Tally = {
  add(point: string, kind: string, result: KillResult): void
  lines(): string[]
}

export function createTally(): Tally {
  const lines = new Map<string, Line>()
  return {
    add: (point, kind, { stage, problems }) => {
      const line = lines.get(point) ?? { run: 0, passed: 0, kinds: new Map(), stages: new Map() }
      line.run += 1
      if (problems.length === 0) line.passed += 1
      count(line.kinds, kind)
      count(line.stages, stage)
      lines.set(point, line)
    },
    lines: () =>
      [...lines].map(
        ([point, { run, passed, kinds, stages }]) =>
          `${point} ${passed}/${run} (${told(kinds)}; journal: ${told(stages)})`,
      ),
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function told(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ')
}
