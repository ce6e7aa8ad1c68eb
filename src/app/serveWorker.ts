/** One of the processes of `serve --workers`. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Registry } from 'prom-client'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { RunningServer } from '../server/server.ts'
import type { App } from './parts.ts'
import { serveHere } from './serveHere.ts'
import { failedMessage, readMessage, type WorkerMessage } from './workerMessages.ts'

/** The first process answers sooner, or fails. */
const scrapeLimitMs = 8_000

/**
 * A server that shares its port with the other workers. It ends when the first process says so, by
 * a signal, and at once if the first process is gone.
 */
export async function serveAsWorker(app: App, worker: number): Promise<RunningServer> {
  // Last, when everything else is closed: the connection to the first process keeps this one alive.
  app.onClose(() => void cluster.worker?.disconnect())
  process.on('message', (message) => {
    // As a signal, unless one came first: a terminal and systemd send them to every process.
    if (readMessage(message)?.swaproute === 'stop') process.emit('SIGTERM')
  })
  try {
    const server = await serveHere(app, { worker, scrape: createScrape(), share: shareMetrics })
    await send({ swaproute: 'ready', url: server.url })
    return server
  } catch (thrown) {
    await send(failedMessage(toSwaprouteError(thrown)))
    await once(process, 'disconnect') // the first process prints the error and ends this one
    throw thrown
  }
}

/** The metrics of all workers, from the first process, which asks each of them. */
function createScrape(): () => Promise<string> {
  const waiting = new Map<number, (text: string | null) => void>()
  let last = 0
  process.on('message', (given) => {
    const message = readMessage(given)
    if (message?.swaproute === 'scraped') waiting.get(message.id)?.(message.text)
  })
  return async () => {
    const id = (last += 1)
    let timer: NodeJS.Timeout | undefined
    const answered = new Promise<string | null>((resolve) => {
      waiting.set(id, resolve)
      timer = setTimeout(() => resolve(null), scrapeLimitMs)
    })
    await send({ swaproute: 'scrape', id })
    const text = await answered
    clearTimeout(timer)
    waiting.delete(id)
    if (text !== null) return text
    throw new SwaprouteError('TIMED_OUT', 'Not all workers reported their metrics in time.')
  }
}

/** Lets prom-client answer when the first process asks this worker. */
async function shareMetrics(registry: Registry): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  AggregatorRegistry.setRegistries([registry])
  void new AggregatorRegistry()
}

function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => {
      if (error === null) resolve()
      else reject(error)
    })
  })
}
