/** `serve` as an operator runs it: its log, time to drain, several workers, and their metrics. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/api/endpoints.ts'
import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import { formatFindings, hasPromtool, promtoolFindings } from '../support/promtool.ts'
import { type ServeProgram, serveProgram } from '../support/serveProgram.ts'

const request = {
  srcTokenAddress: nativeAddress,
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstTokenBlockchain: 'ETH',
  referrer: 'integrator',
}

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})

afterAll(() => sandbox.remove())

type Answer = { status: number; text: string; headers: Headers }

/** On a connection of its own, which the first process gives to the next worker. */
async function call(url: string, path: string, sent?: unknown): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    headers: { connection: 'close', 'content-type': 'application/json', 'x-request-id': 'e2e-1' },
    ...(sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

function linesOf({ output }: ServeProgram): Record<string, unknown>[] {
  return output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Record<string, unknown> => JSON.parse(line))
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const patient = { timeout: 30_000, interval: 100 }

describe('the log', () => {
  test('has a line for each event, of the same members each time', async () => {
    const server = await serveProgram(sandbox, ['--sandbox'])
    await call(server.url, '/api/routes/quoteAll', request)
    await call(server.url, '/not/a/path')
    expect(await server.stop()).toBe(0)
    const normal = linesOf(server).map((line) => ({
      ...line,
      time: typeof line['time'],
      ...(line['ms'] === undefined ? {} : { ms: typeof line['ms'] }),
      ...(line['bytes'] === undefined ? {} : { bytes: typeof line['bytes'] }),
      ...(line['routes'] === undefined ? {} : { routes: Number(line['routes']) > 0 }),
      msg: String(line['msg']).replaceAll(/:\d+/g, ':…'),
    }))
    expect(normal).toMatchInlineSnapshot(`
      [
        {
          "level": "info",
          "msg": "Serving on http://127.0.0.1:… · docs http://127.0.0.1:…/docs · stop with Ctrl-C",
          "time": "string",
        },
        {
          "address": "127.0.0.1",
          "bytes": "number",
          "id": "e2e-1",
          "level": "info",
          "method": "POST",
          "ms": "number",
          "msg": "request",
          "pair": "ETH:0x0000000000000000000000000000000000000000 → ETH:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
          "referrer": "integrator",
          "route": "/api/routes/quoteAll",
          "routes": true,
          "status": 200,
          "time": "string",
        },
        {
          "address": "127.0.0.1",
          "bytes": "number",
          "id": "e2e-1",
          "level": "info",
          "method": "GET",
          "ms": "number",
          "msg": "request",
          "route": "other",
          "status": 404,
          "time": "string",
        },
        {
          "level": "info",
          "msg": "Stopping; finishing open requests.",
          "time": "string",
        },
      ]
    `)
  })

  test('at level debug has each request of ours with the id of its cause, and no secret', async () => {
    const env = {
      SWAPROUTE_RPC_ETH: 'http://127.0.0.1:1/v2/CanaryOfARpcPath01',
      SWAPROUTE_LIFI_API_KEY: 'canary-of-an-api-key',
    }
    const server = await serveProgram(sandbox, ['--log-level', 'debug'], { env })
    await call(server.url, '/api/routes/quoteAll', { ...request, timeout: 5 })
    await server.stop()
    const caused = linesOf(server).filter(({ level }) => level === 'debug')
    expect(caused).toContainEqual(
      expect.objectContaining({
        id: 'e2e-1',
        msg: 'upstream',
        host: '127.0.0.1:1',
        chain: 'ETH',
        outcome: 'failed',
        status: null,
      }),
    )
    expect(caused).toContainEqual(
      expect.objectContaining({ id: 'e2e-1', msg: 'provider', outcome: 'failed' }),
    )
    expect(server.output()).not.toMatch(/canary/i)
  })
})

describe('time to drain', () => {
  test('it reports not ready, still serves, and then ends with 0', async () => {
    const server = await serveProgram(sandbox, ['--sandbox', '--drain', '6'])
    expect((await call(server.url, '/readyz')).status).toBe(200)
    const stopped = server.stop()
    await expect
      .poll(async () => (await call(server.url, '/readyz')).text, patient)
      .toContain('"status":"stopping"')
    const answer = await call(server.url, '/api/info/chains')
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await stopped).toBe(0)
    await expect(call(server.url, '/healthz')).rejects.toThrow('fetch failed')
  })

  test('a second signal ends it at once', async () => {
    const server = await serveProgram(sandbox, ['--sandbox', '--drain', '300', '--workers', '2'])
    const workers = childrenOf(server.pid)
    const stopped = server.stop()
    await expect.poll(async () => (await call(server.url, '/readyz')).status, patient).toBe(503)
    process.kill(server.pid, 'SIGTERM')
    expect(await stopped).toBeNull() // by the signal
    await expect.poll(() => workers.filter(isRunning), patient).toEqual([])
  })
})

describe('several workers', () => {
  let server: ServeProgram
  beforeAll(async () => {
    server = await serveProgram(sandbox, ['--sandbox', '--workers', '2'])
  })
  afterAll(() => server.stop())

  test('share one port, one line that says so, and one store', async () => {
    expect(server.output().match(/Serving on/g)).toHaveLength(1)
    expect(childrenOf(server.pid)).toHaveLength(2)
    const fromAddress = sandbox.account('alice').address
    for (let round = 0; round < 3; round += 1) {
      const quoted = await call(server.url, '/api/routes/quoteBest', { ...request, fromAddress })
      const { id } = endpoints.quoteBest.output.parse(JSON.parse(quoted.text))
      const built = await call(server.url, '/api/routes/swap', { ...request, fromAddress, id })
      expect(built.status).toBe(200)
    }
    const workers = linesOf(server).flatMap(({ worker, route }) =>
      route === '/api/routes/swap' ? [worker] : [],
    )
    expect(workers).toHaveLength(3)
    expect(new Set(linesOf(server).map(({ worker }) => worker))).toEqual(new Set([undefined, 1, 2]))
  })

  test('are counted together, while they work, as Prometheus wants it', async () => {
    const count = async (): Promise<number> => {
      const { text } = await call(server.url, '/metrics')
      const sample = /^swaproute_http_request_duration_seconds_count\{route="\/healthz".*\} (\d+)$/m
      return Number(sample.exec(text)?.[1] ?? 0)
    }
    const before = await count()
    const load = Array.from({ length: 40 }, () => call(server.url, '/healthz'))
    const quotes = Array.from({ length: 4 }, () =>
      call(server.url, '/api/routes/quoteAll', request),
    )
    const { text } = await call(server.url, '/metrics')
    expect(formatFindings(text)).toEqual([])
    if (hasPromtool) expect(promtoolFindings(text)).toBe('')
    await Promise.all([...load, ...quotes])
    await expect.poll(count, patient).toBe(before + 40)
    const { text: after } = await call(server.url, '/metrics')
    expect(after).toMatch(/^swaproute_workers 2$/m)
    expect(after).toMatch(/^swaproute_provider_quote_duration_seconds_count\{.*"quoted"\} \d+$/m)
    expect(after).toMatch(/^swaproute_node_request_duration_seconds_count\{chain="ETH",/m)
  })

  test('one that is killed is replaced, and the others go on', async () => {
    const [killed = 0, other = 0] = childrenOf(server.pid)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => isRunning(killed), patient).toBe(false)
    expect((await call(server.url, '/api/info/chains')).status).toBe(200)
    await expect
      .poll(async () => (await call(server.url, '/metrics')).text, patient)
      .toMatch(/^swaproute_worker_restarts_total 1$/m)
    await expect.poll(() => server.output(), patient).toContain('worker started again')
    const now = childrenOf(server.pid)
    expect(now).toContain(other)
    expect(now).toHaveLength(2)
    expect(linesOf(server)).toContainEqual(
      expect.objectContaining({ level: 'error', msg: 'worker ended', signal: 'SIGKILL' }),
    )
    expect((await call(server.url, '/api/info/chains')).status).toBe(200)
  })

  test('end in order with the first process, which reports it', async () => {
    const workers = childrenOf(server.pid)
    expect(await server.stop()).toBe(0)
    expect(workers.filter(isRunning)).toEqual([])
    expect(server.output()).toContain('Stopped serving on')
  })
})

test('workers end if the first process is killed', async () => {
  const server = await serveProgram(sandbox, ['--sandbox', '--workers', '2'])
  const workers = childrenOf(server.pid)
  expect(workers).toHaveLength(2)
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(() => workers.filter(isRunning), patient).toEqual([])
  await server.stop()
})

test('what keeps workers from serving is reported once, with its exit code', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const flags = ['serve', '--sandbox', '--workers', '2', '--port', port]
  const run = await sandbox.run(flags)
  const document = await sandbox.json(flags)
  taken.close()
  expect(run.code).toBe(3)
  expect(run.stderr.match(/is in use by another program/g)).toHaveLength(1)
  expect(document.document.error).toMatchObject({ code: 'CONFIG_INVALID' })
})

test('--metrics-port serves the metrics alone, without a token', async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const address = free.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  await new Promise((resolve) => free.close(resolve))
  for (const workers of ['1', '2']) {
    const flags = ['--sandbox', '--metrics-port', port, '--workers', workers]
    const server = await serveProgram(sandbox, flags)
    const own = `http://127.0.0.1:${port}`
    expect(formatFindings((await call(own, '/metrics')).text)).toEqual([])
    expect((await call(own, '/healthz')).status).toBe(404)
    expect(await server.stop()).toBe(0)
    await expect(call(own, '/metrics')).rejects.toThrow('fetch failed')
  }
})
