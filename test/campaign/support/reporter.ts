/** Reports each row when it ends, and prints the table of all at the end of a campaign. */
import type { Reporter, TestCase } from 'vitest/node'
import { type Harm, harms, type RowResult } from './row.ts'

type Told = RowResult & { minutes: number; ok: boolean }

export default function createReporter(): Reporter {
  const rows: Told[] = []
  const others: string[] = []
  return {
    onTestCaseResult(test: TestCase) {
      const { row } = test.meta()
      const { state } = test.result()
      if (state === 'skipped') return // by `--only`
      const ok = state === 'passed'
      if (row === undefined) {
        if (!ok) others.push(test.fullName)
        return
      }
      const minutes = (test.diagnostic()?.duration ?? 0) / 60_000
      rows.push({ ...row, minutes, ok })
      const { errors = [] } = test.result()
      const said = errors.map(({ message }) => `\n  ${message.replaceAll('\n', '\n  ')}`)
      process.stderr.write(
        `row ${row.number} ${ok ? 'passed' : 'FAILED'}: ${row.title}, ` +
          `${row.passed} of ${row.run} in ${minutes.toFixed(1)} min${said.join('')}\n`,
      )
    },
    onTestRunEnd(modules, errors) {
      for (const { moduleId, errors: broken } of modules.map((one) => ({
        moduleId: one.moduleId,
        errors: one.errors(),
      }))) {
        for (const { message } of broken) process.stderr.write(`${moduleId}: ${message}\n`)
      }
      for (const { message } of errors) process.stderr.write(`${message}\n`)
      for (const name of others) process.stderr.write(`failed: ${name}\n`)
      process.stdout.write(tableOf(rows))
    },
  }
}

function tableOf(rows: readonly Told[]): string {
  const sorted = rows.toSorted((a, b) => a.number - b.number)
  const lines = sorted.map(
    ({ number, title, run, passed, failed, twins, seed, minutes, notes }) =>
      `| ${number} | ${title} | ${run} | ${passed} | ${failed} | ${twins.accepted} of ${twins.run} ` +
      `| ${seed} | ${minutes.toFixed(1)} | ${notes.join('; ')} |`,
  )
  const sum = (pick: (row: Told) => number): number =>
    rows.reduce((total, row) => total + pick(row), 0)
  const happened = (harm: Harm): string => `${sum((row) => row.harm[harm] ?? 0)} × ${harm}`
  return [
    '| row | test | run | passed | failed | honest twins accepted | seed | min | remarks |',
    '| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...lines,
    '',
    `${sum((row) => row.run)} cases, ${sum((row) => row.passed)} passed, ${sum((row) => row.failed)} failed; ` +
      `honest twins accepted: ${sum((row) => row.twins.accepted)} of ${sum((row) => row.twins.run)}`,
    `${harms.map(happened).join(', ')}`,
    '',
  ].join('\n')
}
