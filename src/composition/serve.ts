import type { RunningServer, ServeOptions } from '../commands/frame/services.ts'
import { startServer } from '../server/server.ts'
import type { Run } from './types.ts'
import { readToken } from './wallet.ts'

/** The contract over HTTP from this run's backend. */
export async function serve(run: Run, options: ServeOptions): Promise<RunningServer> {
  const { host, port, allowedHosts, allowedOrigins } = options
  const token = options.tokenFile === null ? null : await readToken(options.tokenFile)
  if (token !== null) run.redactor.addSecret(token)
  return startServer({
    api: await run.api(),
    version: run.host.io.version,
    host,
    port,
    token,
    allowedHosts,
    allowedOrigins,
    clock: () => performance.now(),
    onFault: (id, error) => {
      const text = run.redactor.redact(error.message)
      run.host.note([`fault ${id}: ${text}`])
    },
  })
}
