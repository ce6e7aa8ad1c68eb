import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { longestFirst } from './test/support/longestFirst.ts'

bareEnvironment()

const builtProgram = ['test/support/builtProgram.ts']
const postgres = ['test/support/postgresSetup.ts']
/** Files that keep nothing outside of themselves: loading the sources anew for each costs more than
 * the tests do. */
const sharedProcess = { isolate: false, testTimeout: 15_000 }
/** Local chains and whole programs, each file in a home of its own: four at a time, when the others
 * are done: they wait for each other's processes more than they work. */
const wholePrograms = {
  globalSetup: builtProgram,
  maxWorkers: 4,
  isolate: false,
  sequence: { groupOrder: 1 },
}
export default defineConfig({
  test: {
    retry: 0,
    maxWorkers: '100%',
    dangerouslyIgnoreUnhandledErrors: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    setupFiles: ['test/support/networkGuard.ts'],
    sequence: {
      sequencer: longestFirst(
        /06-kills|14-server|01-hostile\/calls|sandboxCalls|sandboxLifecycle|e2e\/(?:status|deposit|swap|tonSwap|remote)\./,
      ),
    },
    // The same every time; `npm run campaign` takes another seed and many more cases.
    provide: { campaign: { size: 'fast', seed: 1 } },
    projects: [
      project('unit', { ...sharedProcess, globalSetup: postgres }),
      project('providers', sharedProcess),
      project('commands', { ...sharedProcess, globalSetup: builtProgram }),
      project('wallet', { testTimeout: 30_000, hookTimeout: 30_000, globalSetup: builtProgram }),
      project('api', { testTimeout: 30_000, hookTimeout: 30_000, globalSetup: builtProgram }),
      project('tooling', { testTimeout: 60_000, hookTimeout: 60_000, globalSetup: builtProgram }),
      project('vendors', { ...wholePrograms, testTimeout: 60_000, hookTimeout: 60_000 }),
      project('campaign', {
        ...wholePrograms,
        globalSetup: [...builtProgram, ...postgres],
        hookTimeout: 60_000,
      }),
      project('e2e', { ...wholePrograms, testTimeout: 60_000, hookTimeout: 60_000 }),
    ],
  },
})

/**
 * Nothing of the developer's own environment may change a test or reach a child process.
 * NODE_EXTRA_CA_CERTS alone costs Node 20 some 40 ms at every start.
 */
export function bareEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(SWAPROUTE_|NODE_EXTRA_CA_CERTS$)|_PROXY$/i.test(name))
      Reflect.deleteProperty(process.env, name)
  }
}

function project(
  name: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [`test/${name}/**/*.test.ts`], ...options } }
}
