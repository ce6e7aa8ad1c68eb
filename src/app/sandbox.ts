import { rmSync } from 'node:fs'
import type { SandboxTools } from '../commands/frame/services.ts'
import {
  clearFaults,
  fundAccount,
  listFaults,
  resetSandbox,
  sandboxInfo,
  setFault,
  startSandbox,
  stopSandbox,
} from '../sandbox/sandbox.ts'
import { prepareFolder } from '../store/database.ts'
import { refuseEnvironmentKey } from '../wallet/environmentKey.ts'
import { depositTools } from './sandboxDeposits.ts'
import type { App } from './parts.ts'

/** The sandbox of this user; `start` and the rest work with or without `--sandbox`. */
export function sandboxTools(app: App): SandboxTools {
  const { stateDir, cacheDir } = app.sandboxFolders
  return {
    info: () => sandboxInfo(stateDir),
    start: () => {
      refuseEnvironmentKey(app.environmentKey, 'The sandbox')
      prepareFolder(stateDir)
      return startSandbox({ stateDir, cacheDir, log: (line) => app.host.note([line]) })
    },
    stop: () => stopSandbox(stateDir),
    reset: async () => {
      refuseEnvironmentKey(app.environmentKey, 'The sandbox')
      prepareFolder(stateDir)
      const info = await resetSandbox(stateDir)
      // Its swaps happened on chains that are no more.
      rmSync(app.sandboxSwapsFolder, { recursive: true, force: true })
      return info
    },
    fund: (request) => fundAccount(stateDir, request),
    setFault: (fault) => setFault(stateDir, fault),
    clearFaults: () => clearFaults(stateDir),
    faults: listFaults,
    ...depositTools(app),
  }
}
