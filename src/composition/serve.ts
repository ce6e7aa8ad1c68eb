import { setFlagsFromString } from 'node:v8'

import type { RunningServer, ServeOptions } from '../commands/frame/services.ts'
import { SwaprouteError } from '../core/errors.ts'
import { startServer } from '../server/server.ts'
import { prepareFolder } from '../store/database.ts'
import { readPlainSecretFile } from '../wallet/secretFiles.ts'
import { refuseEnvironmentKey } from './longLived.ts'
import type { Run } from './types.ts'

/** The contract over HTTP from this run's backend. */
export async function serve(run: Run, options: ServeOptions): Promise<RunningServer> {
  refuseEnvironmentKey(run, 'The server')
  prepareFolder(run.stateFolder) // its routes are swapped by their ids: they have to be kept
  // A busy heap grows to several times of what is in use before it is collected; a server takes
  // some hundred megabytes less this way, at the same number of answers.
  setFlagsFromString('--heap-growing-percent=20')
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
    sandbox: run.config.sandbox,
    clock: () => performance.now(),
    onFault: (id, error) => {
      const text = run.redactor.redact(error.message)
      run.host.note([`fault ${id}: ${text}`])
    },
  })
}

/** A token callers must send, from a file that nobody else can read (K4). */
async function readToken(path: string): Promise<string> {
  const text = (await readPlainSecretFile(path)).toString('utf8').trim()
  if (text.length < 16) {
    throw new SwaprouteError('CONFIG_INVALID', `The token in ${path} is too short to be safe.`, {
      hint: 'Use at least 16 characters, for example of `openssl rand -hex 32`.',
    })
  }
  return text
}
