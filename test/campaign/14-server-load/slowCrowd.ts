/**
 * The slow sockets in a process of their own: beside the clients, which never pause, their ends
 * would be noticed seconds late.
 */
import { fork } from 'node:child_process'
import { buildScript } from '../../support/executionScript.ts'
import type { SlowKind } from './slowSockets.ts'

/** Milliseconds from the connection to its end; null while it is open. */
export type SlowTimes = { kind: SlowKind; closedAfterMs: number | null }[]

export type SlowCrowd = {
  open(count: number): void
  /** Of all that were opened, in their order. */
  times(): Promise<SlowTimes>
  /** Destroys what is still open. */
  end(): Promise<void>
}

export async function startSlowCrowd(folder: string, port: number): Promise<SlowCrowd> {
  const script = await buildScript(folder, `import './test/campaign/14-server-load/slowWorker.ts'`)
  const child = fork(script, [String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  return {
    open: (count) => void child.send(count),
    times: () =>
      new Promise((resolve, reject) => {
        child.once('message', (times: SlowTimes) => resolve(times))
        void ended.then(() => reject(new Error('the process of the slow sockets ended')))
        child.send('times')
      }),
    end: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
