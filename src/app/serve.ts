import { setFlagsFromString } from 'node:v8'

import { SwaprouteError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import type { Observation } from '../core/observation.ts'
import { createMetrics } from '../server/metrics.ts'
import { currentRequestId } from '../server/requests.ts'
import { type RunningServer, startServer } from '../server/server.ts'
import { prepareFolder } from '../store/database.ts'
import { refuseEnvironmentKey } from '../wallet/environmentKey.ts'
import { readPlainSecretFile } from '../wallet/secretFiles.ts'
import type { App } from './parts.ts'
import { createServeLog } from './serveLog.ts'
import { probesOf } from './serveProbes.ts'

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
  const { io } = app.host
  const log = await createServeLog(io.stderr, {
    level: 'info',
    form: io.terminal.stderr ? 'pretty' : 'json',
    coloured: false,
    base: {},
    redact: app.redactor.redact,
  })
  // A server prints no warnings at its end, which may be months away.
  app.host.warn = (code, message) => log.warn({ code }, app.redactor.redact(message))
  const metrics = await createMetrics(io.version, true)
  app.observers.add(metrics.observe)
  app.observers.add((observation) => logRequest(log, observation))
  const probes = probesOf(app)
  const server = await startServer({
    contract: await app.contract(),
    version: io.version,
    host,
    port,
    token,
    allowedHosts: allowHost,
    allowedOrigins: allowOrigin,
    sandbox: app.config.sandbox,
    clock: () => performance.now(),
    log,
    metrics,
    probes,
  })
  const { url } = server
  log.info({}, `Serving on ${url} · docs ${url}/docs · stop with Ctrl-C`)
  return {
    url,
    stop: async () => {
      log.info({}, 'Stopping; finishing open requests.')
      await server.stop()
    },
  }
}

/** One line for each request of ours and for each provider's outcome, at level debug. */
function logRequest(log: Log, { kind, ms, ...facts }: Observation): void {
  if (!log.isLevelEnabled('debug')) return
  const id = currentRequestId()
  log.debug({ ...(id === undefined ? {} : { id }), ...facts, ms: Math.round(ms * 10) / 10 }, kind)
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
