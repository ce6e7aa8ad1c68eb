import { availableParallelism } from 'node:os'
import type { RunningServer } from '../server/server.ts'
import { refuseEnvironmentKey } from '../wallet/environmentKey.ts'
import type { App } from './parts.ts'
import { workerVariable } from './workerMessages.ts'

/** The contract over HTTP from this run's backend, in this process or in several. */
export async function serve(app: App): Promise<RunningServer> {
  refuseEnvironmentKey(app.environmentKey, 'The server')
  const worker = app.host.io.env[workerVariable]
  if (worker !== undefined) {
    return (await import('./serveWorker.ts')).serveAsWorker(app, Number(worker))
  }
  const { workers } = app.config.serve
  const count = workers === 'auto' ? availableParallelism() : workers
  return count === 1
    ? (await import('./serveHere.ts')).serveHere(app)
    : (await import('./serveWorkers.ts')).serveTogether(app, count)
}
