import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { longestFirst } from './test/support/longestFirst.ts'
import { bareEnvironment } from './vitest.config.ts'

bareEnvironment()

/** They measure the memory and time of a program, which has the machine for itself. */
const measured = ['13-transport', '14-server-load', '18-packages']

/** The campaign: the rows that `npm run check` runs too, and those that only it has time for. */
export default defineConfig({
  test: {
    retry: 0,
    reporters: ['./test/campaign/support/reporter.ts'],
    sequence: {
      sequencer: longestFirst(
        /06-kills/,
        /20-swaps/,
        /09-model/,
        /01-hostile/,
        /03-calldata/,
        /19-/,
      ),
    },
    projects: [
      rows('measured', {
        include: measured.flatMap(filesOf),
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
      // Three at a time: some only compute, others mostly wait for chains and programs.
      rows('others', {
        include: filesOf('*'),
        exclude: measured.flatMap(filesOf),
        maxWorkers: 3,
        sequence: { groupOrder: 0 },
      }),
    ],
  },
})

function filesOf(folder: string): string[] {
  return [`test/campaign/${folder}/*.test.ts`, `test/campaign/${folder}/*.campaign.ts`]
}

function rows(
  name: string,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      globalSetup: ['test/support/builtProgram.ts', 'test/support/postgresSetup.ts'],
      setupFiles: ['test/support/networkGuard.ts'],
      ...options,
    },
  }
}
