/**
 * What the service costs: processor time of an answer, its tail, its bytes on disk, and whether slow
 * services hold up anything but their own quotes. Both sides of a row are measured in turn.
 *
 *   node bench/serving.mjs
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Libsql from 'libsql'
import { alternate, cleanEnv, median, row } from './measure.mjs'
import { program, quoteBody, startProxy, startServe } from './onchain.mjs'

/** Milliseconds of processor time, and bytes, of one request. */
const goals = { quoteAll: 9, chains: 0.5, providers: 0.5, storedBytes: 15_000 }
/** Longer than undici keeps a connection by itself. */
const pauseMs = 5_000

export async function benchServing() {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const base = cleanEnv({ SWAPROUTE_HOME: home })
  const run = (args) => execFileSync(process.execPath, [program, ...args], { env: base })
  run(['sandbox', 'start'])
  try {
    return [...(await benchSandbox(base, home)), ...(await benchSlow(base, run))]
  } finally {
    run(['sandbox', 'stop'])
    rmSync(home, { recursive: true, force: true })
  }
}

/** The service as `serve --sandbox` starts it: every provider that the sandbox has. */
async function benchSandbox(env, home) {
  const server = await startServe(env, ['--sandbox'])
  const get = (path) => () => ask(`${server.url}${path}`)
  let amount = 1
  // Another amount each time: an equal quote within a second would be shared.
  const quote = () => {
    const srcTokenAmount = String(1 + (amount++ % 1000) / 10_000)
    return ask(`${server.url}/api/routes/quoteAll`, { ...quoteBody, srcTokenAmount })
  }
  try {
    const { routes } = JSON.parse(await quote())
    const cpu = await cpuPerCall(server.child.pid, {
      healthz: [get('/healthz'), 400],
      quoteAll: [quote, 40],
      chains: [get('/api/info/chains'), 200],
      providers: [get('/api/info/providers'), 200],
    })
    const names = { quoteAll: `quoteAll (${routes.length} routes)` }
    const cpuRows = ['quoteAll', 'chains', 'providers'].map((side) =>
      goal(
        `processor time of ${names[side] ?? side} / healthz`,
        cpu[side],
        cpu.healthz,
        goals[side],
        'ms',
      ),
    )
    const tail = await latencies(quote, 8, 400)
    await wait(100)
    const bytes = storedBytes(home)
    return [
      ...cpuRows,
      row('p99 of quoteAll for 8 clients / p50', { median: tail.p99 }, { median: tail.p50 }, 2),
      goal(
        `bytes stored of a quoteAll of ${routes.length} routes / its answer`,
        bytes,
        JSON.stringify(routes).length,
        goals.storedBytes,
        'B',
      ),
    ]
  } finally {
    server.child.kill('SIGTERM')
  }
}

/** Three silent services, and a node that does not say how long it keeps connections. */
async function benchSlow(base, run) {
  const proxy = await startProxy(0)
  const silent = await startSilent()
  const { data } = JSON.parse(run(['sandbox', 'status', '--json']).toString())
  proxy.target = data.chains.find((chain) => chain.blockchain === 'ETH').rpcUrl
  const services = data.providers.filter(({ id }) => id !== 'arbitrum')
  const isSlow = (id) => ['LIFI', 'RANGO', 'KYBER_SWAP'].includes(id.toUpperCase())
  const urls = Object.fromEntries(
    services.map(({ id, url }) => [
      `SWAPROUTE_${id.toUpperCase()}_URL`,
      isSlow(id) ? silent.url : url,
    ]),
  )
  const server = await startServe({ ...base, ...urls, SWAPROUTE_RPC_ETH: proxy.url })
  const quote = (referrer) =>
    ask(`${server.url}/api/routes/quoteAll`, { ...quoteBody, referrer, timeout: 8 })
  const status = () => timed(() => ask(`${server.url}/api/info/statusExtended?id=unknown`))
  try {
    await quote('first')
    const before = proxy.connections
    await wait(pauseMs)
    await quote('second')
    const opened = proxy.connections - before
    const times = await alternate(
      {
        alone: status,
        behind: async () => {
          const quotes = Array.from({ length: 60 }, (_, index) =>
            quote(`${index} ${Math.random()}`),
          )
          await wait(300)
          const ms = await status()
          await Promise.all(quotes)
          return ms
        },
      },
      3,
    )
    return [
      {
        name: `new connections to a node after ${pauseMs / 1000} s / before`,
        ours: String(opened),
        reference: String(before),
        ratio: (opened / before).toFixed(2),
        limit: '= 0',
        met: opened === 0,
      },
      row(
        'status behind 60 quotes that wait for silent services / alone',
        times.behind,
        times.alone,
        2,
      ),
    ]
  } finally {
    server.child.kill('SIGTERM')
    for (const each of [proxy.server, silent.server]) {
      each.close()
      each.closeAllConnections()
    }
  }
}

/** A value with a goal of its own, beside what it is compared with. */
function goal(name, value, reference, limit, unit) {
  return {
    name,
    ours: `${value.toFixed(2)} ${unit}`,
    reference: `${reference.toFixed(2)} ${unit}`,
    ratio: (value / reference).toFixed(2),
    limit: `≤ ${limit} ${unit}`,
    met: value <= limit * 1.1,
  }
}

/** Milliseconds of processor time of one call of each side, the median of rounds in turn. */
async function cpuPerCall(pid, sides, rounds = 7) {
  const measured = await alternate(
    Object.fromEntries(
      Object.entries(sides).map(([name, [call, count]]) => [
        name,
        async () => {
          const before = cpuMs(pid)
          for (let done = 0; done < count; done += 1) await call()
          return (cpuMs(pid) - before) / count
        },
      ]),
    ),
    rounds,
  )
  return Object.fromEntries(Object.entries(measured).map(([name, side]) => [name, side.median]))
}

/** Processor time of a process, all threads (proc(5): fields 14 and 15, in hundredths). */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function latencies(call, clients, requests) {
  const times = []
  let left = requests + clients * 5
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left-- > 0) times.push(await timed(call))
    }),
  )
  const sorted = times.slice(clients * 5).sort((a, b) => a - b)
  return { p50: median(sorted), p99: sorted[Math.floor(sorted.length * 0.99)] }
}

/** The largest answer in the store, with the ids of its routes. */
function storedBytes(home) {
  const file = readdirSync(home, { recursive: true }).find((name) => name.endsWith('quotes.db'))
  const database = new Libsql(join(home, file))
  const sql = `SELECT max(length(content) + (SELECT sum(length(id)) FROM quote_ids
    WHERE quote_ids.set_id = quote_sets.set_id)) AS bytes FROM quote_sets`
  const [{ bytes }] = database.prepare(sql).all()
  database.close()
  return bytes
}

/** Accepts every request and answers none. */
async function startSilent() {
  const server = http.createServer((request) => request.resume())
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${server.address().port}` }
}

async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const agent = new http.Agent({ keepAlive: true })

function ask(url, body) {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const request = http.request(url, { method, headers, agent }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${url}: HTTP ${response.statusCode} ${text.slice(0, 200)}`))
      })
    })
    // The server may have closed a connection that was idle.
    request.on('error', (error) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(ask(url, body))
      else reject(error)
    })
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const one of await benchServing()) console.log(JSON.stringify(one))
  agent.destroy()
}
