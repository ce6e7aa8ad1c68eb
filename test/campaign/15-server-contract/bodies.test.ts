import http from 'node:http'
import { createOpenApi } from '../../../src/server/openapi.ts'
import { createHttpApp } from '../../../src/server/httpApp.ts'
import { createMetrics } from '../../../src/server/metrics.ts'
import { embedded, fakeServices, serve } from '../../support/backend.ts'
import { noPage } from '../../support/page.ts'
import { fakeProvider, quote } from '../../support/routing.ts'
import { defineRow, type Row } from '../support/row.ts'
import { makeBody } from './generate.ts'
import { privatePath, watchApi } from './hostileApi.ts'
import { findBreach, recordOf, type Schema } from './jsonSchema.ts'
import { hasNameTwice, isExcessive, spelled } from './spellings.ts'

const document = recordOf(JSON.parse(JSON.stringify(createOpenApi('0.0.0', false))))
const bodyLimit = 64 * 1024
/** A refusal names what is wrong; it need not repeat what was sent. */
const longestRefusal = 32 * 1024

type Call = { path: string; body: Schema; responses: Schema }
type Answer = { status: number; type: string; text: string }
type Send = (path: string, text: string) => Promise<Answer>

const calls = Object.entries(recordOf(document['paths'])).flatMap(([path, methods]): Call[] => {
  const { post } = recordOf(methods)
  if (post === undefined) return []
  const { requestBody, responses } = recordOf(post)
  const body = recordOf(recordOf(jsonOf(requestBody))['schema'])
  return [{ path, body, responses: recordOf(responses) }]
})

defineRow(
  {
    number: 15,
    title: 'server contract: generated bodies',
    cases: { fast: 1_000, full: 50_000 },
  },
  async (row) => {
    const openApi = () => embedded(fakeServices(providers(), { now: 0 }))
    let watched = watchApi(openApi())
    const options = {
      contract: new Proxy(watched.api, { get: (_, name) => Reflect.get(watched.api, name) }),
      page: noPage,
      version: '0.0.0',
      host: '127.0.0.1',
      tokens: null,
      allowedHosts: [],
      allowedOrigins: [],
      sandbox: false,
      clock: () => 0,
      metrics: await createMetrics('0.0.0'),
    }
    const app = createHttpApp(options, {
      phase: () => 'serving',
      signal: new AbortController().signal,
    })
    const served = await serve(options.contract)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
    const kinds = new Map<string, number>()
    const total = row.sized({ fast: 1_000, full: 50_000 })
    try {
      for (let index = 0; index < total; index += 1) {
        // What was quoted is remembered: a fresh service now and then keeps this small.
        if (index % 5_000 === 4_999) watched = watchApi(openApi())
        const overSocket = index % 25 === 0
        const send: Send = overSocket
          ? (path, text) => sendOverSocket(`${served.url}${path}`, text, agent)
          : async (path, text) => toAnswer(await app.request(path, toRequest(text, index), {}))
        await judgeOne(row, watched, send, kinds)
      }
    } finally {
      agent.destroy()
      await served.stop()
    }
    row.note([...kinds].map(([name, count]) => `${count} ${name}`).join(', '))
  },
)

async function judgeOne(
  row: Row,
  watched: ReturnType<typeof watchApi>,
  send: Send,
  kinds: Map<string, number>,
): Promise<void> {
  const { random } = row
  const call = random.pick(calls)
  const { kind, text } = makeBody(call.body, document, random)
  watched.takeCalls()
  const broken = random() < 0.1 ? watched.breakNext(random) : null
  const name = `${call.path} ${kind}${broken === null ? '' : `, ${broken}`}: ${text.slice(0, 200)}`
  const valid = isValid(call, text)
  const word = valid ? 'well-formed' : 'malformed'
  kinds.set(word, (kinds.get(word) ?? 0) + 1)

  await row.check(name, async () => {
    const {
      status,
      type,
      text: told,
    } = await send(call.path, text).catch((thrown: unknown) => {
      throw new Error(`the server threw ${String(thrown)}`)
    })
    const reached = watched.takeCalls()
    if (!type.startsWith('application/json')) throw new Error(`${status} is ${type}`)
    const response = call.responses[String(status)]
    if (response === undefined) throw new Error(`status ${status} is not in the document`)
    const breach = findBreach(recordOf(jsonOf(response))['schema'], JSON.parse(told), document)
    if (breach !== null) throw new Error(`${status}: ${breach}: ${told.slice(0, 300)}`)
    const leak = /node_modules|\bfile:|\/(?:home|root|work|usr|tmp)\/|\n?\s+at .+:\d+:\d+/.exec(
      told,
    )
    if (told.includes(privatePath) || leak !== null) {
      throw new Error(`${status} tells of this machine: ${leak?.[0] ?? told.slice(0, 300)}`)
    }
    if (valid !== reached > 0) throw new Error(`${word}, ${reached} calculations, ${status}`)
    if (!valid && told.length > longestRefusal) throw new Error(`refusal of ${told.length} bytes`)
    if (status >= 500 && broken === null && status !== 502) throw new Error(`${status}: ${told}`)
  })
}

function isValid({ body }: Call, text: string): boolean {
  if (Buffer.byteLength(text) > bodyLimit) return false
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return false
  }
  if (isExcessive(value) || hasNameTwice(text, value)) return false
  return findBreach(body, spelled(body, value, document), document) === null
}

function providers() {
  const broken = fakeProvider('UNISWAP_V2', async () => {
    throw new TypeError(`no ${privatePath}`)
  })
  return [fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)]), broken]
}

/** Every other one names its length, as browsers and most clients do. */
function toRequest(text: string, index: number): RequestInit {
  const length = index % 2 === 0 ? { 'content-length': String(Buffer.byteLength(text)) } : {}
  const headers = { host: '127.0.0.1', 'content-type': 'application/json', ...length }
  return { method: 'POST', headers, body: text }
}

async function toAnswer(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, text: await response.text() }
}

function sendOverSocket(url: string, text: string, agent: http.Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const request = http.request(url, { method: 'POST', headers, agent }, (response) => {
      let told = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (told += chunk))
      const type = response.headers['content-type'] ?? ''
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type, text: told }))
    })
    request.on('error', reject)
    request.end(text)
  })
}

function jsonOf(holder: unknown): unknown {
  return recordOf(recordOf(holder)['content'])['application/json']
}
