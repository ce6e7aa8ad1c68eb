import { rmSync } from 'node:fs'
import type { SandboxTools } from '../commands/frame/services.ts'
import { refuseEnvironmentKey } from '../wallet/environmentKey.ts'
import type { App } from './parts.ts'
import { playDeposit } from './sandboxDeposits.ts'
import { openSandbox } from './sandboxPackage.ts'

/** The sandbox of this user, with or without `--sandbox`. */
export function sandboxTools(app: App): SandboxTools {
  const sandbox = openSandbox(app)
  return {
    ...sandbox,
    start: () => {
      refuseEnvironmentKey(app.environmentKey, 'The sandbox')
      return sandbox.start()
    },
    reset: async () => {
      refuseEnvironmentKey(app.environmentKey, 'The sandbox')
      const info = await sandbox.reset()
      // Its swaps happened on chains that are gone.
      rmSync(app.sandboxSwapsFolder, { recursive: true, force: true })
      return info
    },
    payDeposit: (play) => playDeposit(app, sandbox, play),
  }
}
