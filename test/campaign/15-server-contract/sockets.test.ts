import { watchReferrers } from './referrers.ts'
import { defineRow, type Row } from '../support/row.ts'
import { allowed, foreignCases, type OriginCase, ownCases } from './originCases.ts'
import { honestRequest, type ParserCase, parserCases } from './parserCases.ts'
import { type Heard, sendRaw } from './rawSocket.ts'

/** What is not answered by then never will be. */
const listenMs = 1_000
/** What must be answered may take its time on a busy machine. */
const honestMs = 10_000

type Watched = Awaited<ReturnType<typeof watchReferrers>>

defineRow(
  {
    number: 15,
    title: 'server contract: hosts, origins and types; raw requests',
    cases: { fast: 100, full: 100 },
  },
  async (row) => {
    const server = await watchReferrers({
      allowedHosts: [allowed.host],
      allowedOrigins: [allowed.origin],
    })
    try {
      const origins = [
        ...foreignCases.map((one, at) => judgeForeign(row, server, one, `foreign-${at}`)),
        ...ownCases.map((one, at) => judgeOwn(row, server, one, `own-${at}`)),
      ]
      const raw = parserCases.map((one, at) => judgeRaw(row, server, one, `raw-${at}`))
      await Promise.all([...origins, ...raw])
      await row.twin('two honest requests in one piece', async () => {
        const both = honestRequest(server.body('one')) + honestRequest(server.body('two'))
        await sendRaw(server.port, [both], { listenMs: honestMs, answers: 2 })
        if (!server.executed('one') || !server.executed('two')) throw new Error('one was lost')
      })
      await row.twin('the server answers after all of it', async () => {
        const { statuses } = await sendRaw(
          server.port,
          ['GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
          { listenMs: honestMs },
        )
        if (statuses[0] !== 200) throw new Error(`it said ${statuses.join()}`)
      })
    } finally {
      await server.stop()
    }
    row.note(`${foreignCases.length} origins, ${parserCases.length} raw requests`)
  },
)

async function judgeForeign(row: Row, server: Watched, one: OriginCase, name: string) {
  const heard = await sendRaw(server.port, [requestOf(server, one, name)], { listenMs })
  await row.check(one.name, () => {
    if (server.executed(name)) throw new Error('was accepted')
    checkAnswers(heard)
    if (!heard.statuses.every((status) => [400, 403, 415].includes(status))) {
      throw new Error(`was answered ${heard.statuses.join()}`)
    }
  })
}

async function judgeOwn(row: Row, server: Watched, one: OriginCase, name: string) {
  const { statuses } = await sendRaw(server.port, [requestOf(server, one, name)], {
    listenMs: honestMs,
  })
  await row.twin(one.name, () => {
    if (!server.executed(name)) throw new Error(`was answered ${statuses.join()}`)
  })
}

async function judgeRaw(row: Row, server: Watched, one: ParserCase, name: string) {
  const [outer, inner] = [server.body(`${name}-outer`), honestRequest(server.body(`${name}-inner`))]
  const heard = await sendRaw(server.port, one.parts(outer, inner), {
    listenMs,
    halfClose: one.halfClose ?? false,
  })
  await row.check(one.name, () => {
    if (server.executed(`${name}-inner`)) throw new Error('the second request was executed')
    if (one.first === 'never' && server.executed(`${name}-outer`)) {
      throw new Error('the first request was executed')
    }
    checkAnswers(heard)
  })
}

function checkAnswers({ text, statuses }: Heard): void {
  const bad = statuses.find((status) => status >= 500)
  if (bad !== undefined) throw new Error(`was answered ${bad}: ${text.slice(0, 300)}`)
  if (/node_modules|\bat .+:\d+:\d+|file:\/\//.test(text)) throw new Error(`tells: ${text}`)
}

function requestOf(server: Watched, { headers, target }: OriginCase, name: string): string {
  const body = server.body(name)
  const lines = [
    `POST ${target ?? '/api/routes/quoteAll'} HTTP/1.1`,
    ...headers,
    'Connection: close',
    `Content-Length: ${body.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
