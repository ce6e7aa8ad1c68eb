import { setFlagsFromString } from 'node:v8'

import { readCallerLimit } from '../core/callerLimits.ts'
import type { Log } from '../core/log.ts'
import type { Observation } from '../core/observation.ts'
import { createMetrics } from '../server/metrics.ts'
import { currentRequestId } from '../server/requests.ts'
import { type RunningServer, startServer } from '../server/server.ts'
import { prepareFolder } from '../store/database.ts'
import { refuseEnvironmentKey } from '../wallet/environmentKey.ts'
import type { App } from './parts.ts'
import { createServeLog } from './serveLog.ts'
import { probesOf } from './serveProbes.ts'
import { openTokens } from './serveTokens.ts'

/** The contract over HTTP from this run's backend. */
export async function serve(app: App): Promise<RunningServer> {
  refuseEnvironmentKey(app.environmentKey, 'The server')
  prepareFolder(app.stateFolder) // its routes are swapped by id, so they must be stored
  // By default a busy heap grows to several times the memory in use; this saves some hundred
  // megabytes at the same throughput.
  setFlagsFromString('--heap-growing-percent=20')
  const { host, port, tokenFile, allowHost, allowOrigin, rateLimit, trustProxy } = app.config.serve
  const tokens = tokenFile === null ? null : await openTokens(tokenFile)
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
    tokens: tokens === null ? null : () => tokens.current,
    allowedHosts: allowHost,
    allowedOrigins: allowOrigin,
    limit: rateLimit === null ? null : readCallerLimit(rateLimit),
    trustedProxies: trustProxy,
    sandbox: app.config.sandbox,
    clock: () => performance.now(),
    log,
    metrics,
    probes,
  })
  const reload = (): void => void tokens?.reload(log)
  process.on('SIGHUP', reload)
  const { url } = server
  log.info({}, `Serving on ${url} · docs ${url}/docs · stop with Ctrl-C`)
  return {
    url,
    stop: async () => {
      log.info({}, 'Stopping; finishing open requests.')
      await server.stop()
      process.off('SIGHUP', reload)
    },
  }
}

/** One line for each request of ours and for each provider's outcome, at level debug. */
function logRequest(log: Log, { kind, ms, ...facts }: Observation): void {
  if (!log.isLevelEnabled('debug')) return
  const id = currentRequestId()
  log.debug({ ...(id === undefined ? {} : { id }), ...facts, ms: Math.round(ms * 10) / 10 }, kind)
}
