import { defineConfig } from 'vitest/config'

import { bareEnvironment } from './vitest.config.ts'

bareEnvironment()

/** The campaign: the rows that `npm test` runs too, and those that only it has time for. */
export default defineConfig({
  test: {
    retry: 0,
    // One row at a time: they start whole programs and measure memory and time.
    fileParallelism: false,
    globalSetup: ['test/support/builtProgram.ts'],
    setupFiles: ['test/support/networkGuard.ts'],
    include: ['test/campaign/*/*.test.ts', 'test/campaign/*/*.campaign.ts'],
    reporters: ['./test/campaign/support/reporter.ts'],
  },
})
