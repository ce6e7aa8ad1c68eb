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
import { refuseEnvironmentKey } from './longLived.ts'
import { depositTools } from './sandboxDeposits.ts'
import type { Run } from './types.ts'

/** The sandbox of this user; `start` and the rest work with or without `--sandbox`. */
export function sandboxTools(run: Run): SandboxTools {
  const { stateDir, cacheDir } = run.sandboxFolders
  return {
    info: () => sandboxInfo(stateDir),
    start: () => {
      refuseEnvironmentKey(run, 'The sandbox')
      prepareFolder(stateDir)
      return startSandbox({ stateDir, cacheDir, log: (line) => run.host.note([line]) })
    },
    stop: () => stopSandbox(stateDir),
    reset: async () => {
      refuseEnvironmentKey(run, 'The sandbox')
      prepareFolder(stateDir)
      const info = await resetSandbox(stateDir)
      // Its swaps happened on chains that are no more.
      rmSync(run.sandboxSwapsFolder, { recursive: true, force: true })
      return info
    },
    fund: (request) => fundAccount(stateDir, request),
    setFault: (fault) => setFault(stateDir, fault),
    clearFaults: () => clearFaults(stateDir),
    faults: listFaults,
    ...depositTools(run),
  }
}
