/** A server in this process. */
import { setFlagsFromString } from 'node:v8'
import type { Registry } from 'prom-client'
import { readCallerLimit } from '../core/callerLimits.ts'
import type { Log } from '../core/log.ts'
import type { Observation } from '../core/observation.ts'
import { createMetrics, type Metrics } from '../server/metrics.ts'
import { startMetricsServer } from '../server/metricsServer.ts'
import { currentRequestId } from '../server/requests.ts'
import { type RunningServer, startServer } from '../server/server.ts'
import type { QuoteStore } from '../store/quotes.ts'
import { createPageSource } from './page.ts'
import type { App } from './parts.ts'
import { createServeLog } from './serveLog.ts'
import { probesOf } from './serveProbes.ts'
import { openTokens } from './serveTokens.ts'

/** Its place among the processes that serve together. */
type Membership = {
  /** From 1. */
  worker: number
  /** The metrics of all. */
  scrape: () => Promise<string>
  /** Gets its own. */
  share(registry: Registry): Promise<void>
}

export async function serveHere(app: App, membership?: Membership): Promise<RunningServer> {
  // By default a busy heap grows to several times the memory in use; this saves some hundred
  // megabytes at the same throughput.
  setFlagsFromString('--heap-growing-percent=20')
  const { host, port, tokenFile, allowHost, allowOrigin, rateLimit, trustProxy } = app.config.serve
  const { logAddresses, drain } = app.config.serve
  const tokens = tokenFile === null ? null : await openTokens(tokenFile)
  const log = await openLog(app, membership?.worker)
  const metrics = await createMetrics(app.host.io.version, true)
  await membership?.share(metrics.registry)
  app.observers.add(metrics.observe)
  app.observers.add((observation) => logRequest(log, observation))
  // Its routes are swapped by id, so they must be stored; its clients share their limits by it.
  if (app.config.backend === 'embedded') watchStore(metrics, (await app.servedStore()).store)
  const probes = probesOf(app)
  const server = await startServer({
    contract: await app.contract(),
    page: await createPageSource(app),
    version: app.host.io.version,
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
    logsWallets: logAddresses,
    metrics,
    probes,
    drainSeconds: drain,
    ...(membership === undefined ? {} : { scrape: membership.scrape }),
  })
  // Without tokens there is nothing to read again: a terminal that closes ends the server.
  if (tokens !== null) {
    const reload = (): void => void tokens.reload(log)
    process.on('SIGHUP', reload)
    app.onClose(() => void process.off('SIGHUP', reload))
  }
  if (membership !== undefined) return server
  const { url } = server
  const { registry } = metrics
  const own = await startOwnMetrics(app, () => registry.metrics(), registry.contentType)
  log.info({}, `Serving on ${url} · docs ${url}/docs · stop with Ctrl-C`)
  return {
    url,
    stop: async () => {
      log.info({}, 'Stopping; finishing open requests.')
      await server.stop()
      await own?.stop()
    },
  }
}

function watchStore(metrics: Metrics, store: QuoteStore): void {
  if (store.poolState() === null) return
  metrics.gauge({
    name: 'store_connections',
    help: 'Connections to the shared store by state, and calls that wait for one.',
    labelNames: ['state'],
    read: () => {
      const { total, idle, waiting } = store.poolState() ?? { total: 0, idle: 0, waiting: 0 }
      const states = { idle, busy: total - idle, waiting }
      return Object.entries(states).map(([state, value]) => ({ labels: { state }, value }))
    },
  })
}

/** Warnings go to the log as well: a server would print them at its end, which may be far. */
export async function openLog(app: App, worker?: number): Promise<Log> {
  const { host, config, redactor } = app
  const { log: form, logLevel } = config.serve
  const isTerminal = host.io.terminal.stderr
  const log = await createServeLog(host.io.stderr, {
    level: logLevel,
    form: form ?? (isTerminal ? 'pretty' : 'json'),
    coloured: isTerminal && (host.io.env['NO_COLOR'] ?? '') === '',
    base: worker === undefined ? {} : { worker },
    redact: redactor.redact,
  })
  host.warn = (code, message) => log.warn({ code }, message)
  if (worker === undefined) {
    for (const { code, message } of config.warnings) log.warn({ code }, message)
  }
  return log
}

/** `/metrics` on its own address, if one is set. */
export async function startOwnMetrics(
  { config: { serve } }: App,
  scrape: () => Promise<string>,
  contentType: string,
): Promise<{ stop(): Promise<void> } | null> {
  const { metricsHost: host, metricsPort: port } = serve
  return port === null ? null : await startMetricsServer({ host, port }, scrape, contentType)
}

/** One line for each request of ours and for each provider's outcome, at level debug. */
function logRequest(log: Log, { kind, ms, ...facts }: Observation): void {
  if (!log.isLevelEnabled('debug')) return
  const id = currentRequestId()
  const text = kind === 'request' ? 'upstream' : kind
  log.debug({ ...(id === undefined ? {} : { id }), ...facts, ms: Math.round(ms * 10) / 10 }, text)
}
