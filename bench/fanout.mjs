/**
 * Fan-out: how long until the last of N providers has answered, against the slowest of them alone.
 *
 * Both sides go through the product's own HTTP client with its limits, JSON checks and one wire
 * schema, warm, in turn (ABAB), in this process; the N servers live in another one.
 *
 *   node bench/fanout.mjs [servers] [delayMs] [rounds]
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build } from 'rolldown'

import { median, row } from './measure.mjs'

const self = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
/** Bytes of one answer, as measured of real quotes (spec: 3463). */
const answerBytes = 3463

/**
 * @param {{ servers?: number, delayMs?: number, rounds?: number }} [options]
 * @returns {Promise<{ servers: number, delayMs: number, rounds: number, allMs: number[],
 *   oneMs: number[], allMedianMs: number, oneMedianMs: number, ratio: number, coldMs: number,
 *   cpuMs: number }>} times of every round, their medians and the ratio of the medians; `coldMs` is
 *   the first fan-out of the process, sockets not yet open, `cpuMs` the CPU of one warm fan-out
 */
export async function measureFanout({ servers = 100, delayMs = 200, rounds = 11 } = {}) {
  const farm = await startFarm(servers, delayMs)
  const { createHttpClient, parseWire, z } = await loadClient()
  const client = createHttpClient({ bases: farm.urls })
  const schema = z.object({ id: z.string(), steps: z.array(z.object({ amount: z.string() })) })
  const ask = async (url) => {
    const { body } = await client.send({
      url: `${url}/quote?amount=1`,
      effect: 'read',
      signal: AbortSignal.timeout(10_000),
    })
    return parseWire(schema, body, 'The quote')
  }
  const timed = async (work) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  try {
    const all = () => Promise.all(farm.urls.map(ask))
    const coldMs = await timed(all)
    await timed(() => ask(farm.urls[0]))
    const allMs = []
    const oneMs = []
    let cpuMicros = 0
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage()
      allMs.push(await timed(all))
      const { user, system } = process.cpuUsage(before)
      cpuMicros += user + system
      oneMs.push(await timed(() => ask(farm.urls[round % farm.urls.length])))
    }
    const allMedianMs = median(allMs)
    const oneMedianMs = median(oneMs)
    const ratio = allMedianMs / oneMedianMs
    const cpuMs = cpuMicros / rounds / 1000
    return {
      servers,
      delayMs,
      rounds,
      allMs,
      oneMs,
      allMedianMs,
      oneMedianMs,
      ratio,
      coldMs,
      cpuMs,
    }
  } finally {
    await client.close()
    farm.stop()
  }
}

/** The row of `npm run bench`. */
export async function benchFanout() {
  const { servers, delayMs, allMs, oneMs } = await measureFanout()
  const all = { median: median(allMs), values: allMs }
  const one = { median: median(oneMs), values: oneMs }
  // Parsing and checking a hundred answers is work besides the waiting: 30 ms of it are allowed.
  const limit = Math.round((1.1 + 30 / one.median) * 100) / 100
  return [row(`${servers} loopback providers at ${delayMs} ms / one of them`, all, one, limit)]
}

async function loadClient() {
  const dir = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const input = {
    client: 'src/http/client.ts',
    wire: 'src/http/wire.ts',
    z: 'node_modules/zod/mini/index.js',
  }
  const output = { dir, minify: true, entryFileNames: '[name].mjs', chunkFileNames: '[hash].mjs' }
  await build({ cwd: root, input, platform: 'node', output })
  const load = (name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)
  const [{ createHttpClient }, { parseWire }, z] = await Promise.all(Object.keys(input).map(load))
  rmSync(dir, { recursive: true })
  return { createHttpClient, parseWire, z }
}

function startFarm(servers, delayMs) {
  const child = fork(self, ['--farm', String(servers), String(delayMs)], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('message', (urls) => resolve({ urls, stop: () => child.kill() }))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the servers ended with ${code}`)))
  })
}

async function runFarm(servers, delayMs) {
  const step = { amount: '1000000000000000000', provider: 'x'.repeat(40) }
  const body = { id: 'q', steps: [], padding: '' }
  while (JSON.stringify(body).length < answerBytes - 100) body.steps.push(step)
  body.padding = 'x'.repeat(answerBytes - JSON.stringify(body).length)
  const text = JSON.stringify(body)
  const urls = []
  for (let index = 0; index < servers; index++) {
    const server = createServer((_request, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      }, delayMs)
    })
    server.keepAliveTimeout = 60_000
    await new Promise((done) => server.listen(0, '127.0.0.1', done))
    urls.push(`http://127.0.0.1:${server.address().port}`)
  }
  process.once('disconnect', () => process.exit())
  process.send(urls)
}

if (process.argv[1] === self) {
  const [first, ...numbers] = process.argv.slice(2)
  if (first === '--farm') {
    await runFarm(Number(numbers[0]), Number(numbers[1]))
  } else {
    const [servers, delayMs, rounds] = [first, ...numbers].map((text) =>
      text === undefined ? undefined : Number(text),
    )
    const result = await measureFanout({ servers, delayMs, rounds })
    const round = (ms) => ms.toFixed(1)
    console.log(
      `${result.servers} providers at ${result.delayMs} ms: last answer ${round(result.allMedianMs)} ms, ` +
        `one alone ${round(result.oneMedianMs)} ms, ratio ${result.ratio.toFixed(3)} ` +
        `(cold ${round(result.coldMs)} ms, CPU ${round(result.cpuMs)} ms)`,
    )
    console.log(`  all: ${result.allMs.map(round).join(' ')}`)
    console.log(`  one: ${result.oneMs.map(round).join(' ')}`)
  }
}
