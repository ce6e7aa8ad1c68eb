/** Clients that quote, and then request the swap of that quote from two copies at once. */
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { exchangeRequest } from '../support/upstreams.ts'
import { bitcoinAddress } from './exchange.ts'

/** How a pair ended: with one deposit address for all callers, or with an outcome that is not known. */
export type PairEnd =
  | { kind: 'swapped'; amount: string; depositAddress: string }
  /** A process ended while it opened the order: no other one is opened (docs/safety.md D2). */
  | { kind: 'unknown'; amount: string }
  | { kind: 'wrong'; amount: string; problem: string }

export type PairRun = { ends: PairEnd[]; retries: Map<string, number> }

const agent = new http.Agent({ keepAlive: true })
/** Longer than a restart of the database, and of a process. */
const patienceMs = 60_000
const refunding = { refundAddress: bitcoinAddress(-1) }

/**
 * @param pairs how many, by `clients` at a time; each has an amount of its own
 * @param onEnd called with the number of pairs that have ended
 */
export async function runPairs(
  url: string,
  { pairs, clients }: { pairs: number; clients: number },
  onEnd: (count: number) => void = () => undefined,
): Promise<PairRun> {
  const run: PairRun = { ends: [], retries: new Map() }
  let next = 0
  const client = async (): Promise<void> => {
    while (next < pairs) {
      next += 1
      onEnd(run.ends.push(await runPair(url, next, run.retries)))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return run
}

/** Ends the kept connections. */
export function endClients(): void {
  agent.destroy()
}

async function runPair(url: string, number: number, retries: PairRun['retries']): Promise<PairEnd> {
  // Different for each pair, so that no two share a quote.
  const amount = (1 + number / 100_000).toFixed(5).replace(/0+$/, '')
  const request = { ...exchangeRequest, ...refunding, srcTokenAmount: amount }
  const quoted = await ask(url, '/api/routes/quoteDepositTrades', request, retries)
  const id = findId(quoted.body)
  if (id === null) return wrong(amount, `no route: ${quoted.status} ${quoted.text}`)
  const swaps = await Promise.all(
    [1, 2].map(() => ask(url, '/api/routes/swapDepositTrade', { ...request, id }, retries)),
  )
  const addresses = new Set(swaps.map(({ body }) => addressIn(body)))
  const [depositAddress] = addresses
  if (addresses.size === 1 && typeof depositAddress === 'string') {
    return { kind: 'swapped', amount, depositAddress }
  }
  if (swaps.every(({ status }) => status === 409)) return { kind: 'unknown', amount }
  return wrong(amount, swaps.map(({ status, text }) => `${status} ${text}`).join(' | '))
}

function wrong(amount: string, problem: string): PairEnd {
  return { kind: 'wrong', amount, problem: problem.slice(0, 500) }
}

type Answered = { status: number; text: string; body: any } // oxlint-disable-line typescript/no-explicit-any -- whatever was answered

/** Asks again while the answer says "later", as a client that means to get its swap. */
async function ask(
  url: string,
  path: string,
  body: object,
  retries: PairRun['retries'],
): Promise<Answered> {
  const untilMs = Date.now() + patienceMs
  for (;;) {
    const answered = await post(url, path, JSON.stringify(body)).catch((thrown: unknown) => ({
      status: 0,
      text: String(thrown),
      body: null,
    }))
    // On a busy machine the exchange may answer after the others were waited for.
    const isWithout = answered.status === 200 && answered.body?.routes?.length === 0
    const isLater = [0, 429, 502, 503, 504].includes(answered.status) || isWithout
    if (!isLater || Date.now() > untilMs) return answered
    const reason = `${answered.status} ${path.split('/').at(-1)}`
    retries.set(reason, (retries.get(reason) ?? 0) + 1)
    await wait(250)
  }
}

function post(url: string, path: string, body: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const asked = http.request(new URL(path, url), { method: 'POST', headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.once('error', reject)
      answer.once('end', () => {
        resolve({ status: answer.statusCode ?? 0, text, body: parse(text) })
      })
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function findId(body: Answered['body']): string | null {
  const id: unknown = body?.routes?.[0]?.id
  return typeof id === 'string' ? id : null
}

function addressIn(body: Answered['body']): string | null {
  const address: unknown = body?.transaction?.depositAddress
  return typeof address === 'string' ? address : null
}
