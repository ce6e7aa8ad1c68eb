/** `serve --workers`: the first process, which starts the others and answers no request itself. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import type { RunningServer } from '../server/server.ts'
import type { App } from './parts.ts'
import { openLog, startOwnMetrics } from './serveHere.ts'
import { readMessage, toFailure, type WorkerMessage, workerVariable } from './workerMessages.ts'

/** Pause before a worker that ended is started again; doubled each time, up to the longest. */
const firstPauseMs = 250
const longestPauseMs = 30_000
/** One that lived this long starts with the first pause again. */
const healthyMs = 60_000
/** Starts that fail in a row, of whichever worker, before all is given up. */
const maxFailedStarts = 10
/** After the time to drain; a worker takes less by itself (docs/safety.md V8). */
const stopLimitMs = 9_500

/**
 * Resolves when all workers serve.
 * @throws SwaprouteError the reason why a worker cannot serve
 */
export async function serveTogether(app: App, count: number): Promise<RunningServer> {
  const log = await openLog(app)
  await app.sandbox() // started once, for all
  cluster.setupPrimary({
    exec: process.argv[1] ?? '',
    // Their notes would repeat those of this process.
    args: [...process.argv.slice(2), ...(app.host.quiet ? [] : ['--quiet'])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stopping = new AbortController()
  const crew = createCrew(log, stopping.signal)
  const { scrape, contentType } = await createScrape(crew)
  cluster.on('message', (worker, message: unknown) => void answerScrape(worker, message, scrape))
  if (app.config.serve.tokenFile !== null) {
    const passOn = (): void => {
      for (const worker of crew.running()) worker.process.kill('SIGHUP')
    }
    process.on('SIGHUP', passOn)
    app.onClose(() => void process.off('SIGHUP', passOn))
  }

  // One after the other at first: what is wrong with all of them is reported once.
  const url = await crew.start(1)
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => crew.start(index + 2)))
  const metrics = await startOwnMetrics(app, scrape, contentType)
  log.info({ workers: count }, `Serving on ${url} · docs ${url}/docs · stop with Ctrl-C`)
  return {
    url,
    failed: crew.failed,
    stop: async () => {
      log.info({}, 'Stopping; finishing open requests.')
      stopping.abort()
      const limitMs = app.config.serve.drain * 1000 + stopLimitMs
      const isOrderly = await endAll(crew.running(), limitMs)
      await metrics?.stop()
      if (isOrderly) return
      throw new SwaprouteError('INTERNAL', 'A worker did not end in time and was killed.')
    },
  }
}

type Crew = {
  /** Resolves with its address once the worker serves; from then on it is replaced if it ends. */
  start(number: number): Promise<string>
  running(): Worker[]
  restarts(): number
  /** Rejects when too many starts in a row have failed. */
  failed: Promise<never>
}

function createCrew(log: Log, stopping: AbortSignal): Crew {
  let failedStarts = 0
  let restarts = 0
  let giveUp: (error: SwaprouteError) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (giveUp = reject))
  failed.catch(() => undefined) // the caller of `serveTogether` reports it
  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal: stopping }).catch(() => undefined)

  /** Null once the server stops, or when all is given up. */
  const replace = async (number: number, firstMs: number): Promise<Worker | null> => {
    for (let pauseMs = firstMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await pause(pauseMs)
      if (stopping.aborted) return null
      restarts += 1
      try {
        const { worker } = await startWorker(number)
        failedStarts = 0
        log.info({ worker: number }, 'worker started again')
        return worker
      } catch (thrown) {
        failedStarts += 1
        const error = toSwaprouteError(thrown)
        log.error({ worker: number, error: error.message }, 'worker cannot serve')
        if (failedStarts < maxFailedStarts) continue
        giveUp(error)
        return null
      }
    }
  }
  const keep = async (number: number, first: Worker): Promise<void> => {
    let worker: Worker | null = first
    let pauseMs = firstPauseMs
    while (worker !== null) {
      const startedAtMs = performance.now()
      const { code, signal } = await exitOf(worker)
      if (stopping.aborted) return
      log.error({ worker: number, code, signal }, 'worker ended')
      const isHealthy = performance.now() - startedAtMs >= healthyMs
      pauseMs = isHealthy ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      worker = await replace(number, pauseMs)
    }
  }
  return {
    start: async (number) => {
      const { worker, url } = await startWorker(number)
      void keep(number, worker)
      return url
    },
    running: () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []),
    restarts: () => restarts,
    failed,
  }
}

/** @throws SwaprouteError the worker's own reason, or that it ended */
async function startWorker(number: number): Promise<{ worker: Worker; url: string }> {
  const worker = cluster.fork({ [workerVariable]: String(number) })
  try {
    return { worker, url: await readyOf(worker) }
  } catch (thrown) {
    worker.process.kill('SIGKILL')
    throw thrown
  }
}

function readyOf(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (given: unknown) => {
      const message = readMessage(given)
      if (message?.swaproute === 'ready') resolve(message.url)
      if (message?.swaproute === 'failed') reject(toFailure(message))
    })
    void exitOf(worker).then(({ code, signal }) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`
      reject(new SwaprouteError('INTERNAL', `A worker ended before it could serve (${how}).`))
    })
  })
}

type Exit = { code: number | null; signal: string | null }

function exitOf(worker: Worker): Promise<Exit> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
  })
}

/** Whether all have ended by themselves, with exit code 0. */
async function endAll(workers: readonly Worker[], limitMs: number): Promise<boolean> {
  const ends = workers.map(async (worker) => {
    const ended = exitOf(worker)
    if (worker.isConnected()) tell(worker, { swaproute: 'stop' })
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), limitMs)
    const { code } = await ended
    clearTimeout(timer)
    return code === 0
  })
  return (await Promise.all(ends)).every((isOrderly) => isOrderly)
}

/** The metrics of all workers together, with those of this process about them. */
async function createScrape(
  crew: Crew,
): Promise<{ scrape: () => Promise<string>; contentType: string }> {
  const { AggregatorRegistry, Counter, Gauge, Registry } = await import('prom-client')
  const own = new Registry()
  const together = new AggregatorRegistry()
  void new Gauge({
    name: 'swaproute_workers',
    help: 'Processes that serve together.',
    registers: [own],
    collect() {
      this.set(crew.running().length)
    },
  })
  void new Counter({
    name: 'swaproute_worker_restarts_total',
    help: 'Workers that were started again after they had ended.',
    registers: [own],
    collect() {
      this.reset()
      this.inc(crew.restarts())
    },
  })
  const scrape = async (): Promise<string> =>
    `${await together.clusterMetrics()}\n${await own.metrics()}`
  return { scrape, contentType: own.contentType }
}

async function answerScrape(
  worker: Worker,
  given: unknown,
  scrape: () => Promise<string>,
): Promise<void> {
  const message = readMessage(given)
  if (message?.swaproute !== 'scrape') return
  const text = await scrape().catch(() => null)
  if (worker.isConnected()) tell(worker, { swaproute: 'scraped', id: message.id, text })
}

/** A worker that ends in this moment needs no message. */
function tell(worker: Worker, message: WorkerMessage): void {
  worker.send(message, () => undefined)
}
