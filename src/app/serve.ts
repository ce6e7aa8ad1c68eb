import { setFlagsFromString } from 'node:v8'

import { SwaprouteError } from '../core/errors.ts'
import { type RunningServer, startServer } from '../server/server.ts'
import { prepareFolder } from '../store/database.ts'
import { refuseEnvironmentKey } from '../wallet/environmentKey.ts'
import { readPlainSecretFile } from '../wallet/secretFiles.ts'
import type { App } from './parts.ts'

/** The contract over HTTP from this run's backend. */
export async function serve(app: App): Promise<RunningServer> {
  refuseEnvironmentKey(app.environmentKey, 'The server')
  prepareFolder(app.stateFolder) // its routes are swapped by id, so they must be stored
  // By default a busy heap grows to several times the memory in use; this saves some hundred
  // megabytes at the same throughput.
  setFlagsFromString('--heap-growing-percent=20')
  const { host, port, tokenFile, allowHost, allowOrigin } = app.config.serve
  const token = tokenFile === null ? null : await readToken(tokenFile)
  if (token !== null) app.redactor.addSecret(token)
  return startServer({
    contract: await app.contract(),
    version: app.host.io.version,
    host,
    port,
    token,
    allowedHosts: allowHost,
    allowedOrigins: allowOrigin,
    sandbox: app.config.sandbox,
    clock: () => performance.now(),
    onFault: (id, error) => {
      const text = app.redactor.redact(error.message)
      app.host.note([`fault ${id}: ${text}`])
    },
  })
}

/** Reads the token callers must send, from a file only the user can read (K4). */
export async function readToken(path: string): Promise<string> {
  const text = (await readPlainSecretFile(path)).toString('utf8').trim()
  if (text.length < 16) {
    throw new SwaprouteError('CONFIG_INVALID', `The token in ${path} is too short to be safe.`, {
      hint: 'Use at least 16 characters, for example of `openssl rand -hex 32`.',
    })
  }
  return text
}
