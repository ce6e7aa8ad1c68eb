/** Clients that ask without pause, well and badly. */
import http from 'node:http'
import type { Random } from '../support/random.ts'
import { exchangeRequest } from '../support/upstreams.ts'

export type Told = { path: string; status: number; retryAfter: string | null }
export type Load = {
  answers: Told[]
  /** Connections that ended without an answer, by error code. */
  broken: Map<string, number>
}

type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string }

const json = { 'content-type': 'application/json' }
const tenMegabytes = 'x'.repeat(10 * 1024 * 1024)
const quoting = JSON.stringify(exchangeRequest)
const quotes = ['/api/routes/quoteAll', '/api/routes/quoteBest', '/api/routes/quoteDepositTrades']
const reads = ['/healthz', '/metrics', '/api/info/chains', '/api/info/providers', '/openapi.json']

const malformed: readonly Ask[] = [
  { path: quotes[0] ?? '', method: 'POST', headers: json, body: '{' },
  { path: quotes[1] ?? '', method: 'POST', headers: json, body: '{"timeout":61}' },
  { path: quotes[0] ?? '', method: 'POST', headers: json, body: `{"a":${'['.repeat(20_000)}` },
  { path: quotes[0] ?? '', method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' },
  { path: quotes[0] ?? '', method: 'POST', headers: { ...json, origin: 'null' }, body: quoting },
  { path: '/api/routes/swap', method: 'POST', headers: json, body: quoting },
  { path: '/nothing', method: 'GET' },
  { path: '/api/info/status', method: 'GET' },
]

/**
 * `connections` clients that each ask again as soon as they were answered, until `untilMs`.
 * @param onAnswer called with the number of answers so far
 */
export async function runLoad(
  url: string,
  connections: number,
  untilMs: number,
  random: Random,
  onAnswer: (count: number) => void = () => undefined,
): Promise<Load> {
  const load: Load = { answers: [], broken: new Map() }
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const client = async (): Promise<void> => {
    while (Date.now() < untilMs) {
      const ask = choose(random)
      try {
        onAnswer(load.answers.push(await send(url, ask, agent)))
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'other'
        load.broken.set(code, (load.broken.get(code) ?? 0) + 1)
        await new Promise((done) => setTimeout(done, 50))
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  agent.destroy()
  return load
}

let bursts = 0

/** As many equal quotes at the same moment, which share nothing with those before. */
export async function burst(
  url: string,
  count: number,
  onAnswer: (told: Told) => void = () => undefined,
): Promise<Told[]> {
  const agent = new http.Agent({ keepAlive: false })
  bursts += 1
  const body = JSON.stringify({ ...exchangeRequest, srcTokenAmount: `1.${bursts}` })
  const ask: Ask = { path: quotes[0] ?? '', method: 'POST', headers: json, body }
  const quote = async (): Promise<Told> => {
    const told = await send(url, ask, agent)
    onAnswer(told)
    return told
  }
  return Promise.all(Array.from({ length: count }, quote))
}

function choose(random: Random): Ask {
  const part = random()
  if (part < 0.1) return random.pick(malformed)
  if (part < 0.11) {
    return { path: quotes[0] ?? '', method: 'POST', headers: json, body: tenMegabytes }
  }
  if (part < 0.3) return { path: random.pick(reads) }
  return { path: random.pick(quotes), method: 'POST', headers: json, body: quoting }
}

function send(url: string, { path, method, headers, body }: Ask, agent: http.Agent): Promise<Told> {
  return new Promise((resolve, reject) => {
    // Half of the large bodies come without their length: only counting shows it.
    const chunked = body !== undefined && body.length > 100_000 && Math.random() < 0.5
    const length = body === undefined || chunked ? {} : { 'content-length': body.length }
    // A large body is refused once it was sent: on a connection of its own it holds up no other.
    const own = body !== undefined && body.length > 100_000
    const options = {
      method: method ?? 'GET',
      agent: own ? false : agent,
      headers: { ...headers, ...length },
    }
    const request = http.request(`${url}${path}`, options, (response) => {
      const { statusCode = 0 } = response
      const retryAfter = response.headers['retry-after'] ?? null
      response.resume()
      response.on('end', () => resolve({ path, status: statusCode, retryAfter }))
      response.on('error', reject)
    })
    request.on('error', reject)
    if (own) request.on('socket', (socket) => socket.on('error', () => undefined))
    request.end(body)
  })
}
