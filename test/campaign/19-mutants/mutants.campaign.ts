/** Row 19: a change of the checks, the evidence, the wallet or the store is noticed by their tests. */
import { writeFileSync } from 'node:fs'
import { defineRow } from '../support/row.ts'
import { reasonOf, staleEquivalents } from './equivalent.ts'
import { mutated, ringsOf, type Target, targetsOf } from './targets.ts'
import { createWarm, type Warm } from './warm.ts'

type Count = Record<'killed' | 'endless' | 'survived' | 'equivalent', number>

const none: Count = { killed: 0, endless: 0, survived: 0, equivalent: 0 }

defineRow(
  {
    number: 19,
    title: 'mutants of checks, evidence, wallet and store',
    cases: { fast: 50, full: 700 },
    limitMinutes: { fast: 20, full: 60 },
  },
  async (row) => {
    const { random } = row
    const sample = (list: readonly Target[], size: number): Target[] =>
      random.shuffled(list).slice(0, size)
    const checks = targetsOf('checks')
    const evidence = targetsOf('evidence')
    const others = [...targetsOf('wallet'), ...targetsOf('store')]
    const targets = [
      ...sample(checks, row.sized({ fast: 20, full: checks.length })),
      ...sample(others, row.sized({ fast: 20, full: 300 })),
      ...sample(evidence, row.sized({ fast: 10, full: 100 })),
    ]
    const stale = staleEquivalents([...checks, ...evidence, ...others])
    if (stale.length > 0) row.failed('reasons without a line', stale.join('\n'))
    const counts: Record<Target['area'], Count> = {
      checks: { ...none },
      evidence: { ...none },
      wallet: { ...none },
      store: { ...none },
    }
    const survivors: string[] = []
    const warms = [createWarm(), createWarm()] as const
    const [first] = warms
    const rings = new Map(
      targets.map((target) => [ringsOf(target).join(), { target, rings: ringsOf(target) }]),
    )
    for (const { target, rings: tests } of rings.values()) {
      await row.twin(`${target.file} as it is`, async () => {
        const { fate, by } = await first.run({ ...target, tests: tests.flat() })
        if (fate !== 'survived') throw new Error(`its tests do not pass: ${by ?? fate}`)
      })
    }
    const queue = [...targets]
    const work = async (warm: Warm): Promise<void> => {
      for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
        const count = counts[target.area]
        const end = reasonOf(target) === null ? await endOf(target, warm) : 'equivalent'
        count[end] += 1
        if (end === 'survived') survivors.push(nameOf(target))
        row.passed()
      }
    }
    try {
      await Promise.all(warms.map(work))
    } finally {
      for (const warm of warms) warm.close()
    }
    for (const name of survivors) {
      if (name.startsWith('src/execution/checks')) row.failed('survives in the checks', name)
    }
    const sum = (pick: (count: Count) => number): number =>
      Object.values(counts).reduce((total, count) => total + pick(count), 0)
    const noticed = sum(({ killed, endless }) => killed + endless)
    const share = noticed / (noticed + sum(({ survived }) => survived))
    if (share < 0.9)
      row.failed('overall', `${(share * 100).toFixed(1)} % are noticed\n${survivors.join('\n')}`)
    for (const [area, { killed, endless, survived, equivalent }] of Object.entries(counts)) {
      row.note(
        `${area}: ${killed} noticed, ${endless} without an end, ${survived} not, ${equivalent} mean the same`,
      )
    }
    const log = process.env['MUTANTS_LOG']
    if (log !== undefined) writeFileSync(log, `${survivors.toSorted().join('\n')}\n`)
  },
)

async function endOf(target: Target, warm: Warm): Promise<'killed' | 'endless' | 'survived'> {
  for (const tests of ringsOf(target)) {
    const { fate } = await warm.run({ file: target.file, text: mutated(target), tests })
    if (fate === 'killed' || fate === 'endless') return fate
  }
  return 'survived'
}

function nameOf({ file, mutant }: Target): string {
  const { line, kind, original, replacement } = mutant
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line} ${kind}: ${short(original)} → ${short(replacement)}`
}
