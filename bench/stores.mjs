/**
 * The two stores of the service side by side: what quotes that are written, reads by id and orders cost
 * a server on SQLite and one on PostgreSQL, in time of its caller and of the processor.
 *
 *   node bench/stores.mjs                 one table
 *   node bench/stores.mjs --requests N    resident memory of both while N requests are answered
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { importSource } from '../scripts/importSource.mjs'
import { cleanEnv, machine, median } from './measure.mjs'
import { startServe } from './onchain.mjs'

const clients = 8
const requestsOfRound = 160
const rounds = 5

export async function benchStores() {
  return await onBoth(async (sides) => {
    const results = Object.fromEntries(sides.map(({ name }) => [name, {}]))
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of sides) {
        const measured = await measureRound(side)
        if (round === 0) continue // the first one warms caches and code
        for (const [name, one] of Object.entries(measured)) {
          ;(results[side.name][name] ??= []).push(one)
        }
      }
    }
    return results
  })
}

/** One round of one server: quotes, reads of their ids, and the orders of those quotes. */
async function measureRound(side) {
  const ids = []
  const quotes = await measure(side, requestsOfRound, async () => {
    const body = side.next()
    const { routes } = await ask(side, '/api/routes/quoteDepositTrades', body)
    ids.push({ ...body, id: routes[0].id })
  })
  // Read and compared, and refused before anything is asked.
  const reads = await measure(side, requestsOfRound, async (index) => {
    await ask(side, '/api/routes/swap', { ...ids[index], srcTokenAmount: '9' }, 422)
  })
  const orders = await measure(side, requestsOfRound, async (index) => {
    await ask(side, '/api/routes/swapDepositTrade', ids[index])
  })
  return { quotes, reads, orders }
}

async function measure({ pid, database }, count, call) {
  const times = []
  const before = [cpuMs(pid), cpuMs(database)]
  let next = 0
  const client = async () => {
    while (next < count) {
      const index = next
      next += 1
      const started = performance.now()
      await call(index)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const sorted = times.toSorted((a, b) => a - b)
  return {
    p50: median(times),
    p99: sorted[Math.floor(sorted.length * 0.99)],
    server: (cpuMs(pid) - before[0]) / count,
    database: (cpuMs(database) - before[1]) / count,
  }
}

/** Both servers, on the same exchange, which answers at once. */
async function onBoth(work) {
  const [{ startUpstreams }, { bitcoinAddress, createCountingExchange }] = await Promise.all([
    importSource('test/campaign/support/upstreams.ts'),
    importSource('test/campaign/21-many-machines/exchange.ts'),
  ])
  const exchange = createCountingExchange(async () => undefined)
  const upstreams = await startUpstreams(exchange.answer)
  const postgres = await startPostgres()
  const homes = []
  const start = async (name, env, database) => {
    const home = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
    homes.push(home)
    const all = cleanEnv({
      SWAPROUTE_HOME: home,
      // The store is measured, not the wait for the exchange's limit.
      SWAPROUTE_EXOLIX_PER_SECOND: '5000',
      ...upstreams.env,
      ...env,
    })
    const { url, child } = await startServe(all)
    const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
    let number = 0
    const next = () => {
      number += 1
      return {
        ...request,
        refundAddress: bitcoinAddress(-1),
        // Near the amount whose price the exchange gives: others would be hidden as a loss.
        srcTokenAmount: (1 + (number % 9_000) / 100_000).toFixed(5),
      }
    }
    return { name, url, child, pid: child.pid, agent, database, next }
  }
  const sides = [
    await start('SQLite', {}, null),
    await start('PostgreSQL', { SWAPROUTE_STORE: postgres.url }, postgres.pid),
  ]
  try {
    return await work(sides)
  } finally {
    for (const { child, agent } of sides) {
      agent.destroy()
      child.kill('SIGTERM')
    }
    await upstreams.stop()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await postgres.stop()
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  }
}

const request = {
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenBlockchain: 'BITCOIN',
  dstTokenAddress: '0x0000000000000000000000000000000000000000',
  dstTokenBlockchain: 'ETH',
  receiver: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  referrer: 'bench',
}

/** @param body null: a GET, whose answer is only read to its end */
function ask({ url, agent }, path, body, expected = 200) {
  return new Promise((resolve, reject) => {
    const headers = body === null ? {} : { 'content-type': 'application/json' }
    const method = body === null ? 'GET' : 'POST'
    const asked = http.request(`${url}${path}`, { method, headers, agent }, (answer) => {
      let text = ''
      if (body === null) answer.resume()
      else answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      answer.once('end', () => {
        if (answer.statusCode === expected) resolve(body === null ? null : JSON.parse(text))
        else reject(new Error(`${path}: ${answer.statusCode} ${text}`))
      })
    })
    asked.once('error', reject)
    asked.end(body === null ? undefined : JSON.stringify(body))
  })
}

/** Processor time of a process and its children, those that have ended too (proc(5)); 0 for null. */
function cpuMs(pid) {
  if (pid === null) return 0
  const own = (one) => {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1].split(' ')
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
    } catch {
      return 0
    }
  }
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return own(pid) + children.filter(Boolean).reduce((sum, one) => sum + own(one), 0)
}

/** A PostgreSQL with the settings of its package, in a folder of its own. */
async function startPostgres() {
  const versions = '/usr/lib/postgresql'
  const [version] = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => b - a) : []
  if (version === undefined) throw new Error('PostgreSQL is not installed')
  const bin = join(versions, version, 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const isRoot = process.getuid() === 0
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const run = (name, ...words) => {
    const line = [join(bin, name), ...words]
    const [program, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...line] : line
    return execFileSync(program, rest, { cwd: '/', stdio: 'pipe' })
  }
  const port = await freePort()
  const data = join(folder, 'data')
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale', 'C')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    stop: async () => {
      run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort() {
  return new Promise((resolve) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}

/** Megabytes of each server after every tenth of the requests: quotes, reads, lists, unknown paths. */
async function watchMemory(requests) {
  await onBoth(async (sides) => {
    for (const side of sides) {
      const sizes = [megabytes(side.pid)]
      for (let tenth = 0; tenth < 10; tenth += 1) {
        await measure(side, requests / 10, (index) => mixed(side, index))
        sizes.push(megabytes(side.pid))
        process.stderr.write(`${side.name} ${(tenth + 1) * 10}%: ${sizes.at(-1)} MB\n`)
      }
      process.stdout.write(`${side.name}: ${sizes.join(' ')} MB\n`)
    }
  })
}

/** Of fifty requests, one is a quote; reads are of the newest one. */
async function mixed(side, index) {
  const kind = index % 3
  if (index % 50 === 0 || side.newest === undefined) {
    const body = side.next()
    const { routes } = await ask(side, '/api/routes/quoteDepositTrades', body)
    side.newest = { ...body, id: routes[0].id }
  } else if (kind === 0) {
    await ask(side, '/api/routes/swap', { ...side.newest, srcTokenAmount: '9' }, 422)
  } else if (kind === 1) await ask(side, '/api/info/chains', null)
  else await ask(side, '/api/routes/nothing', {}, 404)
}

function megabytes(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(kilobytes) / 1024)
}

function toTable(results) {
  const lines = Object.entries(results).flatMap(([store, calls]) =>
    Object.entries(calls).map(([call, values]) => {
      const of = (name) => median(values.map((one) => one[name])).toFixed(1)
      return `| ${call} | ${store} | ${of('p50')} | ${of('p99')} | ${of('server')} | ${of('database')} |`
    }),
  )
  return [
    `Machine: ${machine()}, ${clients} clients`,
    '',
    '| call | store | ms, half | ms, 99 of 100 | processor ms, server | database |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...lines.toSorted(),
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { requests: { type: 'string' } } })
  if (values.requests === undefined) process.stdout.write(`${toTable(await benchStores())}\n`)
  else await watchMemory(Number(values.requests))
}
