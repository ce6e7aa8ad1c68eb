import { setTimeout as wait } from 'node:timers/promises'
import { describe } from 'vitest'
import { createCliHome } from '../../support/cliHome.ts'
import {
  hasPostgres,
  ownServer,
  type PostgresServer,
  testDatabase,
} from '../../support/postgres.ts'
import { type ServeProgram, serveProgram } from '../../support/serveProgram.ts'
import { defineRow, type Row } from '../support/row.ts'
import { startUpstreams } from '../support/upstreams.ts'
import { startBalancer } from './balancer.ts'
import { createCountingExchange } from './exchange.ts'
import { endClients, type PairRun, runPairs } from './pairs.ts'

type Size = { pairs: number; clients: number; perSecond: number }
const sizes: Record<'fast' | 'full', Size> = {
  fast: { pairs: 40, clients: 8, perSecond: 60 },
  full: { pairs: 10_000, clients: 24, perSecond: 150 },
}
/** Processes of a copy of the service. */
const workers = 2
const copies = 2
/** How long the exchange takes to open an order. */
const orderMs = 20

describe.skipIf(!hasPostgres)('on a PostgreSQL of its own', () => {
  defineRow(
    {
      number: 21,
      title:
        'service on many machines: two copies of two workers, one database, both broken midway',
      cases: { fast: 40, full: 10_000 },
      limitMinutes: { full: 60 },
    },
    async (row) => {
      const size = row.sized(sizes)
      const postgres = await ownServer()
      const { address } = await testDatabase(postgres)
      const exchange = createCountingExchange(() => wait(orderMs))
      const upstreams = await startUpstreams(exchange.answer)
      const home = createCliHome()
      const start = (): Promise<ServeProgram> =>
        serveProgram(home, ['--workers', String(workers)], {
          env: {
            ...upstreams.env,
            SWAPROUTE_STORE: address.urls[0],
            SWAPROUTE_EXOLIX_PER_SECOND: String(size.perSecond),
          },
        })
      const servers = await Promise.all(Array.from({ length: copies }, start))
      const balancer = await startBalancer(servers.map(({ url }) => url))
      try {
        let broken = Promise.resolve()
        const breakAt = new Map([
          [Math.floor(size.pairs / 3), () => killOne(servers, balancer.replace, start)],
          [Math.floor((size.pairs * 2) / 3), () => restart(postgres)],
        ])
        const startedAtMs = Date.now()
        const run = await runPairs(balancer.url, size, (count) => {
          const breaking = breakAt.get(count)
          // One after the other: a copy that starts needs the database.
          if (breaking !== undefined) broken = broken.then(breaking)
        })
        const seconds = (Date.now() - startedAtMs) / 1_000
        await broken
        judgePairs(row, run, exchange.orders, size)
        await judgeFaults(row, servers)
        await judgeRate(row, exchange.arrivals, size)
        row.note(`${(size.pairs / seconds).toFixed(1)} pairs a second`)
        row.note([...run.retries].map(([reason, count]) => `${count} × ${reason}`).join(', '))
      } finally {
        endClients()
        await balancer.stop()
        await Promise.all(servers.map((server) => server.stop()))
        await upstreams.stop()
        await home.remove()
      }
    },
  )
})

/** All processes of the first copy end at once, as a machine does; it comes back. */
async function killOne(
  servers: ServeProgram[],
  replace: (index: number, url: string) => void,
  start: () => Promise<ServeProgram>,
): Promise<void> {
  const [first] = servers
  if (first === undefined) return
  process.kill(first.pid, 'SIGKILL')
  const again = await start()
  servers[0] = again
  replace(0, again.url)
}

/** As after a crash: what was not on disk is gone. */
async function restart(postgres: PostgresServer): Promise<void> {
  await postgres.stop('immediate')
  await postgres.start()
}

/** Each quote has one order at most, and every caller its address, unless its process was killed. */
function judgePairs(
  row: Row,
  { ends }: PairRun,
  orders: ReadonlyMap<string, readonly string[]>,
  { pairs, clients }: Size,
): void {
  const unknown = ends.filter(({ kind }) => kind === 'unknown')
  row.note(`${unknown.length} of ${pairs} not known after the breaks, the others swapped`)
  // What was being opened when a process or the database went, one order a client.
  if (unknown.length > clients * 2) row.failed('not known', `${unknown.length} of ${pairs}`)
  for (const end of ends) {
    const opened = orders.get(String(Number(end.amount))) ?? []
    if (opened.length > 1) {
      row.harm('double payment', `${end.amount}: ${opened.length} orders`)
      continue
    }
    if (end.kind === 'wrong') row.failed(end.amount, end.problem)
    else if (end.kind === 'swapped' && opened[0] !== end.depositAddress) {
      row.failed(end.amount, `${end.depositAddress} is not the address of its order`)
    } else row.passed()
  }
}

/** A database that is away is not a fault of the service. */
async function judgeFaults(row: Row, servers: readonly ServeProgram[]): Promise<void> {
  await row.check('no fault of its own', () => {
    const lines = servers.flatMap((server) => server.output().split('\n'))
    const fault = lines.find((line) => line.includes('"level":"error"'))
    if (fault !== undefined) throw new Error(fault)
  })
}

/** In no time more requests than the limit of the exchange allows (docs/safety.md H7). */
async function judgeRate(
  row: Row,
  arrivals: readonly number[],
  { perSecond }: Size,
): Promise<void> {
  // What may leave at once, and a second of delays on the way.
  const burst = perSecond * 2
  const sorted = arrivals.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [index, atMs] of sorted.entries()) {
    while (atMs - (sorted[first] ?? 0) > 10_000) first += 1
    most = Math.max(most, index - first + 1)
  }
  row.note(`${most} requests of the exchange in the busiest ten seconds, limit ${perSecond}/s`)
  await row.check('the limit of the exchange', () => {
    if (most > perSecond * 11 + burst) throw new Error(`${most} requests in ten seconds`)
  })
}
