/** Row 19: a change of what guards money is noticed by its tests; of the rest, nine in ten are. */
import { writeFileSync } from 'node:fs'
import { defineRow } from '../support/row.ts'
import { reasonOf, staleEquivalents } from './equivalent.ts'
import { type Area, areas, mutated, ringsOf, type Target, targetsOf } from './targets.ts'
import { createWarm, type Warm } from './warm.ts'

type Count = Record<'killed' | 'endless' | 'survived' | 'equivalent', number>

/** How many mutants of an area are tried; every one of what guards money. */
const sizes: Readonly<Partial<Record<Area, Readonly<Record<'fast' | 'full', number>>>>> = {
  checks: { fast: 20, full: Number.POSITIVE_INFINITY },
  guards: { fast: 8, full: Number.POSITIVE_INFINITY },
  wallet: { fast: 10, full: 150 },
  store: { fast: 10, full: 150 },
  evidence: { fast: 6, full: 100 },
}

const none: Count = { killed: 0, endless: 0, survived: 0, equivalent: 0 }

defineRow(
  {
    number: 19,
    title: 'mutants of checks, guards, evidence, wallet, store, execution, kits, router, core, api',
    cases: { fast: 60, full: 1200 },
    limitMinutes: { fast: 20, full: 150 },
  },
  async (row) => {
    const { random } = row
    const sample = (list: readonly Target[], size: number): Target[] =>
      random.shuffled(list).slice(0, size)
    const all = areas.map((area) => [area, targetsOf(area)] as const)
    const targets = all.flatMap(([area, list]) => {
      const { fast, full } = sizes[area] ?? { fast: 2, full: 60 }
      return sample(list, row.sized({ fast, full: Math.min(full, list.length) }))
    })
    const stale = staleEquivalents(all.flatMap(([, list]) => list))
    if (stale.length > 0) row.failed('reasons without a line', stale.join('\n'))
    const counts = Object.fromEntries(areas.map((area) => [area, { ...none }]))
    const survivors: { area: Area; name: string }[] = []
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
        const count = (counts[target.area] ??= { ...none })
        const end = reasonOf(target) === null ? await endOf(target, warm) : 'equivalent'
        count[end] += 1
        if (end === 'survived') survivors.push({ area: target.area, name: nameOf(target) })
        row.passed()
      }
    }
    try {
      await Promise.all(warms.map(work))
    } finally {
      for (const warm of warms) warm.close()
    }
    for (const { area, name } of survivors) {
      if (area === 'checks' || area === 'guards') row.failed(`survives in the ${area}`, name)
    }
    const names = survivors.map(({ name }) => name).toSorted()
    const sum = (pick: (count: Count) => number): number =>
      Object.values(counts).reduce((total, count) => total + pick(count), 0)
    const noticed = sum(({ killed, endless }) => killed + endless)
    const share = noticed / (noticed + sum(({ survived }) => survived))
    if (share < 0.9)
      row.failed('overall', `${(share * 100).toFixed(1)} % are noticed\n${names.join('\n')}`)
    for (const [area, { killed, endless, survived, equivalent }] of Object.entries(counts)) {
      row.note(
        `${area}: ${killed} noticed, ${endless} without an end, ${survived} not, ${equivalent} mean the same`,
      )
    }
    const log = process.env['MUTANTS_LOG']
    if (log !== undefined) writeFileSync(log, `${names.join('\n')}\n`)
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
