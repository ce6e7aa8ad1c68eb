/**
 * A warm vitest that takes mutants one by one: a line of JSON on standard input for each, a line
 * with its fate on standard output. The changed text never touches the disk.
 */
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'

let current = { file: '', text: '' }
const mutate = {
  name: 'mutant',
  enforce: 'pre',
  load: (id) => (id.split('?')[0] === current.file ? current.text : null),
}
const vitest = await createVitest(
  'test',
  {
    config: false,
    root: process.cwd(),
    watch: true,
    include: ['test/**/*.test.ts'],
    reporters: [{}],
    bail: 1,
    retry: 0,
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    provide: { campaign: { size: 'fast', seed: 1 } },
  },
  { plugins: [mutate], server: { watch: null }, logLevel: 'silent' },
)

for await (const line of createInterface({ input: process.stdin })) {
  const { file, text, tests } = JSON.parse(line)
  const before = current.file
  current = { file, text }
  for (const path of new Set([before, file])) if (path !== '') vitest.invalidateFile(path)
  const wanted = new Set(tests)
  vitest.state.clearErrors()
  const specifications = (await vitest.globTestSpecifications(tests)).filter(({ moduleId }) =>
    wanted.has(moduleId),
  )
  const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications(
    specifications,
    false,
  )
  // It reports those of earlier runs as well.
  const testModules = all.filter(({ moduleId }) => wanted.has(moduleId))
  const failed = testModules.find((one) => one.state() === 'failed')
  const seen = testModules.some((one) => one.state() === 'passed')
  const problem = failed?.errors()[0]?.message ?? unhandledErrors[0]?.message ?? null
  const test = failed === undefined ? undefined : [...failed.children.allTests('failed')][0]
  const by = test?.fullName ?? problem ?? null
  const killed = failed !== undefined || unhandledErrors.length > 0
  process.stdout.write(
    `${JSON.stringify({ fate: killed ? 'killed' : seen ? 'survived' : 'unseen', by })}\n`,
  )
}
await vitest.close()
