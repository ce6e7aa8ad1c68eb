/** The hostile party: a server on 127.0.0.1 before an honest one that bends its answers. */
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { sentBytes } from './sends.ts'

/** One question of the program, with the answer of the honest server. */
export type Exchange = {
  /** Which front was asked: a provider's id, a chain, `remote`. */
  front: string
  /** Path behind the front's base, without the query. */
  call: string
  /** 1 for the first question to this call since the case began. */
  count: number
  request: { method: string; path: string; body: unknown }
  /** To be changed in place; `body` is parsed JSON, or text. */
  answer: { status: number; headers: Record<string, string>; body: unknown }
  /** Set, it answers in place of `answer`; `text` is the honest body as the wire has it. */
  deliver: ((response: ServerResponse, text: string) => void | Promise<void>) | null
}

/** What the party does to an answer; leaves alone what it has no interest in. */
export type Lie = (exchange: Exchange) => void

export const honest: Lie = () => undefined

export type FrontOptions = {
  name: string
  /** Base address of the honest server. */
  target: string
  /**
   * The first honest answer to a question is stored and given again, so that what is signed in an
   * honest run and in a hostile one can be compared byte by byte. Not for chains.
   */
  replays: boolean
}

export type Front = { name: string; url: string }

export type KitServer = {
  fronts: readonly Front[]
  /** An address that only hostile answers name and no client should ask. */
  trapUrl: string
  /**
   * Begins a case: counts are zero, sent bytes forgotten. `forwards`: what is signed reaches the
   * chain, and every answer is the present one.
   */
  begin(lie: Lie, options?: { forwards?: boolean }): void
  /** Different signed transactions or messages that were handed to a chain since then. */
  sent(): string[]
  /** Requests that reached the trap. */
  trapped(): number
  close(): Promise<void>
}

/** Signed bytes never reach the chain unless `begin` allows it: their hash is answered instead. */
export async function startKitServer(options: readonly FrontOptions[]): Promise<KitServer> {
  const sent = new Set<string>()
  const counts = new Map<string, number>()
  const kept = new Map<string, Honest>()
  let lie: Lie = honest
  let forwards = false
  let trapped = 0

  const answer = async (
    front: FrontOptions,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const bytes = await readAll(incoming)
    const { method = 'GET', url = '/' } = incoming
    const body = parsed(bytes.toString('utf8'))
    const signed = sentBytes(method, url, body)
    for (const { raw } of signed) sent.add(raw)
    const [only] = signed
    const key = `${front.name} ${method} ${url} ${bytes.toString('utf8')}`
    const held = only !== undefined && !forwards
    const said = held
      ? { status: 200, headers: jsonHeaders, text: JSON.stringify(only.answer) }
      : ((forwards ? undefined : kept.get(key)) ?? (await ask(front.target, incoming, bytes)))
    if (front.replays && !forwards) kept.set(key, said)

    const call = url.split('?')[0] ?? '/'
    const count = 1 + (counts.get(`${front.name} ${call}`) ?? 0)
    counts.set(`${front.name} ${call}`, count)
    const exchange: Exchange = {
      front: front.name,
      call,
      count,
      request: { method, path: url, body },
      answer: { status: said.status, headers: { ...said.headers }, body: parsed(said.text) },
      deliver: null,
    }
    lie(exchange)
    if (exchange.deliver !== null) return await exchange.deliver(response, said.text)
    const { status, headers, body: told } = exchange.answer
    response.writeHead(status, headers).end(typeof told === 'string' ? told : JSON.stringify(told))
  }

  const servers: Server[] = []
  const listen = async (
    handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<string> => {
    const server = createServer((incoming, response) => {
      response.on('error', () => undefined) // the client may have left
      handle(incoming, response).catch(() => response.destroy())
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    servers.push(server)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the kit has no port')
    return `http://127.0.0.1:${address.port}`
  }
  const fronts: Front[] = []
  for (const front of options) {
    const { pathname } = new URL(front.target)
    const at = await listen((incoming, response) => answer(front, incoming, response))
    fronts.push({ name: front.name, url: `${at}${pathname === '/' ? '' : pathname}` })
  }
  const trapUrl = await listen(async (_incoming, response) => {
    trapped += 1
    response.writeHead(200, jsonHeaders).end('{}')
  })
  return {
    fronts,
    trapUrl,
    begin: (chosen, { forwards: through = false } = {}) => {
      lie = chosen
      forwards = through
      trapped = 0
      sent.clear()
      counts.clear()
    },
    sent: () => [...sent],
    trapped: () => trapped,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
}

type Honest = { status: number; headers: Record<string, string>; text: string }

const jsonHeaders = { 'content-type': 'application/json' }

/** Only origin and path of the front differ; the body comes back without content encoding. */
function ask(target: string, incoming: IncomingMessage, body: Buffer): Promise<Honest> {
  const { origin } = new URL(target)
  const { host: _host, 'accept-encoding': _encoding, ...headers } = incoming.headers
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(incoming.url ?? '/', origin),
      { method: incoming.method ?? 'GET', headers },
      (response) => {
        readAll(response).then((bytes) => {
          const { 'content-type': type = 'application/json' } = response.headers
          const retry = response.headers['retry-after']
          resolve({
            status: response.statusCode ?? 502,
            headers: {
              'content-type': type,
              ...(retry === undefined ? {} : { 'retry-after': retry }),
            },
            text: bytes.toString('utf8'),
          })
        }, reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
