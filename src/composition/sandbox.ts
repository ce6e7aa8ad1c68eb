import { rmSync } from 'node:fs'
import type { SandboxTools } from '../commands/frame/services.ts'
import { refuseEnvironmentKey } from './longLived.ts'
import { playDeposit } from './sandboxDeposits.ts'
import { openSandbox } from './sandboxPackage.ts'
import type { Run } from './types.ts'

/** The sandbox of this user; `start` and the rest work with or without `--sandbox`. */
export function sandboxTools(run: Run): SandboxTools {
  const sandbox = openSandbox(run)
  return {
    ...sandbox,
    start: () => {
      refuseEnvironmentKey(run, 'The sandbox')
      return sandbox.start()
    },
    reset: async () => {
      refuseEnvironmentKey(run, 'The sandbox')
      const info = await sandbox.reset()
      // Its swaps happened on chains that are no more.
      rmSync(run.sandboxSwapsFolder, { recursive: true, force: true })
      return info
    },
    payDeposit: (play) => playDeposit(run, sandbox, play),
  }
}
