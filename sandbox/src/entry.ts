import type { SandboxPackage } from '../../src/core/sandboxPackage.ts'
import { listDeposits, payDeposit } from './deposit/client.ts'
import {
  clearFaults,
  fundAccount,
  listFaults,
  resetSandbox,
  sandboxInfo,
  setFault,
  startSandbox,
  stopSandbox,
} from './sandbox.ts'

/** What the package exports, `dist/sandbox.cjs`. */
export const openSandbox: SandboxPackage['openSandbox'] = (options) => {
  const { stateDir } = options
  return {
    info: () => sandboxInfo(stateDir),
    start: () => startSandbox(options),
    stop: () => stopSandbox(stateDir),
    reset: () => resetSandbox(stateDir),
    fund: (request) => fundAccount(stateDir, request),
    setFault: (fault) => setFault(stateDir, fault),
    clearFaults: () => clearFaults(stateDir),
    faults: listFaults,
    deposits: () => listDeposits(stateDir),
    payDeposit: (request) => payDeposit(stateDir, request),
  }
}
