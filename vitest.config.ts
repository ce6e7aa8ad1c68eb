import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

// Nothing of the developer's own environment may change a test or reach a child process.
// NODE_EXTRA_CA_CERTS alone costs Node 20 some 40 ms at every start.
for (const name of Object.keys(process.env)) {
  if (/^(SWAPROUTE_|NODE_EXTRA_CA_CERTS$)|_PROXY$/i.test(name))
    Reflect.deleteProperty(process.env, name)
}

const builtProgram = ['test/support/builtProgram.ts']

export default defineConfig({
  test: {
    retry: 0,
    maxWorkers: '100%',
    dangerouslyIgnoreUnhandledErrors: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    setupFiles: ['test/support/networkGuard.ts'],
    projects: [
      project('unit'),
      project('providers'),
      project('commands', { testTimeout: 15_000, globalSetup: builtProgram }),
      project('wallet', { testTimeout: 30_000, hookTimeout: 30_000, globalSetup: builtProgram }),
      project('api', { testTimeout: 30_000, hookTimeout: 30_000, globalSetup: builtProgram }),
      project('tooling', { testTimeout: 60_000, hookTimeout: 60_000, globalSetup: builtProgram }),
      // Local chains and whole programs, each file in a home of its own: three at a time, when the
      // others are done: they wait for each other's processes more than they work.
      project('e2e', {
        testTimeout: 60_000,
        hookTimeout: 60_000,
        globalSetup: builtProgram,
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})

function project(
  name: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [`test/${name}/**/*.test.ts`], ...options } }
}
