import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createOpenApi } from '../../../src/server/openapi.ts'
import { createCliHome } from '../../support/cliHome.ts'
import { serveProgram } from '../../support/serveProgram.ts'
import type { Row } from '../support/row.ts'
import { answerExchange, startUpstreams } from '../support/upstreams.ts'
import { burst, type Load, runLoad, type Told } from './load.ts'
import { type SlowCrowd, type SlowTimes, startSlowCrowd } from './slowCrowd.ts'
import { slowKinds } from './slowSockets.ts'

const megabyte = 1024 * 1024
/** Of the upstreams. */
const upstreamMs = 1_000
/** Places of quotes: those that are open and those that wait (V5). */
const places = 256 + 128
/** A burst whose quotes are not refused ends after this time. */
const burstLimitMs = 20_000
const slowLimitMs = 20_000
const stopLimitMs = 10_000

type Size = { seconds: number; connections: number; slow: number; burst: number }
const sizes: Record<'fast' | 'full', Size> = {
  fast: { seconds: 2, connections: 40, slow: 60, burst: 450 },
  full: { seconds: 60, connections: 200, slow: 500, burst: 500 },
}

export const facts = {
  number: 14,
  title: 'server under load: slow sockets, large bodies, more than it takes',
  cases: { fast: 200, full: 3_000 },
  limitMinutes: { full: 6 },
}

/** @param store variables that name the store */
export async function judgeServer(row: Row, store: NodeJS.ProcessEnv): Promise<void> {
  const size = row.sized(sizes)
  let answering = Promise.resolve()
  const upstreams = await startUpstreams(async ({ path }, response) => {
    await Promise.all([answering, wait(upstreamMs)])
    answerExchange(path, response)
  })
  const home = createCliHome()
  const server = await serveProgram(home, [], { env: { ...upstreams.env, ...store } })
  const slow = await startSlowCrowd(home.folder, Number(new URL(server.url).port))
  try {
    const memory = watchMemory(server.pid)
    for (let round = 0; round < 3; round += 1) await burst(server.url, 10)
    const idle = memory.now()

    const holdUpstreams = (until: Promise<void>): void => void (answering = until)
    await judgeBurst(row, { url: server.url, count: size.burst, holdUpstreams })
    const untilMs = Date.now() + size.seconds * 1_000
    const [load] = await Promise.all([
      runLoad(server.url, size.connections, untilMs, row.random),
      holdSlow(row, slow, size.slow),
    ])
    judgeAnswers(row, load.answers)
    row.note(summaryOf(load))
    const peak = memory.highest()
    await row.check('memory under load', () => {
      if (peak > idle + 150 * megabyte) throw new Error(`${inMegabytes(peak - idle)} above idle`)
    })
    if (row.size === 'full') {
      const after = await memory.settled(idle + 40 * megabyte, 60_000)
      await row.check('memory afterwards', () => {
        if (after > idle + 40 * megabyte) throw new Error(`${inMegabytes(after - idle)} above idle`)
      })
      row.note(`memory ${inMegabytes(after)} afterwards`)
    }
    row.note(`memory ${inMegabytes(idle)} idle, ${inMegabytes(peak)} at most`)
    await row.twin('an honest quote afterwards', async () => {
      const [told] = await burst(server.url, 1)
      if (told?.status !== 200) throw new Error(`was answered ${told?.status}`)
    })
    await judgeStop(row, server, size)
  } finally {
    await slow.end()
    await server.stop()
    await upstreams.stop()
    await home.remove()
  }
}

/** Full size: every kind must be ended in time. Fast: they are there while others are answered. */
async function holdSlow(row: Row, slow: SlowCrowd, count: number): Promise<void> {
  const waves = row.sized({ fast: 1, full: 2 }) // below the limit of all connections
  for (let wave = 0; wave < waves; wave += 1) {
    slow.open(count / waves)
    if (row.size === 'fast') continue
    const times = await ended(slow, ((wave + 1) * count) / waves, count / waves)
    for (const { kind, closedAfterMs: after } of times) {
      if (after !== null && after <= slowLimitMs) row.passed()
      else row.failed(`slow ${kind}`, after === null ? 'still open' : `open ${after} ms`)
    }
    const longest = slowKinds.map((wanted) => {
      const ended = times.flatMap(({ kind, closedAfterMs }) =>
        kind === wanted ? (closedAfterMs ?? []) : [],
      )
      return `${wanted} ${(Math.max(...ended) / 1_000).toFixed(1)} s`
    })
    row.note(`slow sockets ended after ${longest.join(', ')}`)
  }
}

/** The newest of `opened` sockets, once all are closed, or much later than they have to be. */
async function ended(slow: SlowCrowd, opened: number, newest: number): Promise<SlowTimes> {
  const untilMs = Date.now() + slowLimitMs + 10_000
  for (;;) {
    const all = await slow.times()
    const times = all.slice(-newest)
    const isOpen = all.length < opened || times.some(({ closedAfterMs }) => closedAfterMs === null)
    if (!isOpen || Date.now() > untilMs) return times
    await wait(500)
  }
}

/**
 * Those beyond its places are asked to retry later. The upstreams answer once they were: no place
 * becomes free before, however slow the machine is.
 */
async function judgeBurst(
  row: Row,
  {
    url,
    count,
    holdUpstreams,
  }: { url: string; count: number; holdUpstreams: (until: Promise<void>) => void },
): Promise<void> {
  const tooMany = count - places
  let refused = 0
  let letGo = (): void => undefined
  holdUpstreams(new Promise((resolve) => (letGo = resolve)))
  const timer = setTimeout(() => letGo(), burstLimitMs)
  const answers = await burst(url, count, ({ status }) => {
    refused += status === 503 ? 1 : 0
    if (refused === tooMany) letGo()
  })
  clearTimeout(timer)
  await row.check('more than it takes', () => {
    if (refused !== tooMany) throw new Error(`${refused} of ${count} refused, not ${tooMany}`)
  })
  judgeAnswers(row, answers)
}

const paths: Record<string, { [method: string]: { responses: object } }> = JSON.parse(
  JSON.stringify(createOpenApi('0', false).paths),
)

function judgeAnswers(row: Row, answers: readonly Told[]): void {
  for (const { path, status, retryAfter } of answers) {
    // What the document does not list is refused as well while the server stops.
    const operations = Object.values(paths[path] ?? { any: { responses: { '503': '' } } })
    const declared = operations.some(({ responses }) => Object.hasOwn(responses, String(status)))
    if (status >= 500 && !declared) row.failed(path, `${status} is not declared`)
    else if (status === 500) row.failed(path, 'the server failed')
    else if (status === 503 && !/^\d+$/.test(retryAfter ?? '')) {
      row.failed(path, '503 without Retry-After')
    } else row.passed()
  }
}

/** It ends in time while it is asked, and reports no fault of its own. */
async function judgeStop(row: Row, server: Server, { connections }: Size): Promise<void> {
  let isBusy = (): void => undefined
  const busy = new Promise<void>((resolve) => (isBusy = resolve))
  const load = runLoad(server.url, connections, Date.now() + 2_000, row.random, (count) => {
    if (count >= connections) isBusy()
  })
  await Promise.race([busy, load])
  const startedAtMs = Date.now()
  const code = await server.stop()
  const tookMs = Date.now() - startedAtMs
  const { answers } = await load
  row.note(`stopped under load after ${(tookMs / 1_000).toFixed(1)} s`)
  await row.check('an orderly stop', () => {
    if (code !== 0) throw new Error(`exit code ${code}`)
    if (tookMs > stopLimitMs) throw new Error(`took ${tookMs} ms`)
  })
  judgeAnswers(row, answers)
  await row.check('no fault of its own', () => {
    const fault = /^.*(?:fault|Error|at .+:\d+:\d+).*$/m.exec(server.output())
    if (fault !== null) throw new Error(fault[0])
  })
}

type Server = Awaited<ReturnType<typeof serveProgram>>

/** Resident memory of a process, in bytes. */
function watchMemory(pid: number) {
  const now = (): number => {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  }
  const highest = (): number => {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  }
  const settled = async (limit: number, patienceMs: number): Promise<number> => {
    const untilMs = Date.now() + patienceMs
    while (now() > limit && Date.now() < untilMs) await wait(500)
    return now()
  }
  return { now, highest, settled }
}

function summaryOf({ answers, broken }: Load): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  const told = [...counts].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`)
  const lost = [...broken].map(([code, n]) => `${n} × ${code}`)
  return [...told, ...lost].join(', ')
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`
