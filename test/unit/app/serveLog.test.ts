import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createServeLog, type LogOptions } from '../../../src/app/serveLog.ts'
import { createRedactor } from '../../../src/http/redact.ts'

/** What a log wrote, with the times left out. */
type Written = { log: Awaited<ReturnType<typeof createServeLog>>; lines: string[] }

const hostile = '\u001b[31mred\u009b2J\u202e\r\n{"level":"error","msg":"made up"}'
const request = { id: 'a-1', method: 'POST', route: '/api/routes/quoteAll', status: 200, ms: 12.3 }

async function open(options: Partial<LogOptions> = {}): Promise<Written> {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(
        chunk
          .toString('utf8')
          .replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/, '"time":"…"')
          .replace(/^\[\d\d:\d\d:\d\d\]/, '[…]'),
      )
      done()
    },
  })
  const log = await createServeLog(stream, {
    level: 'info',
    form: 'json',
    coloured: false,
    base: {},
    redact: (text) => text,
    ...options,
  })
  return { log, lines }
}

describe('as JSON', () => {
  test('each event is one line, written at once, with the time and the name of its level', async () => {
    const { log, lines } = await open({ base: { worker: 2 } })
    log.info({ ...request, caller: undefined, pair: 'ETH:0xA0b8 → ARBITRUM:0xaf88' }, 'request')
    log.error({ id: 'a-2', code: 'INTERNAL' }, 'fault')
    expect(lines).toEqual([
      '{"level":"info","time":"…","worker":2,"id":"a-1","method":"POST","route":"/api/routes/quoteAll","status":200,"ms":12.3,"pair":"ETH:0xA0b8 → ARBITRUM:0xaf88","msg":"request"}\n',
      '{"level":"error","time":"…","worker":2,"id":"a-2","code":"INTERNAL","msg":"fault"}\n',
    ])
  })

  test('foreign text breaks no line, adds no member and controls no terminal', async () => {
    const { log, lines } = await open()
    log.info({ ...request, referrer: hostile }, 'request')
    expect(lines).toHaveLength(1)
    const [line = ''] = lines
    expect(line.slice(0, -1)).toMatch(/^[^\p{Cc}\p{Cf}]*$/u)
    expect(JSON.parse(line)).toMatchObject({ level: 'info', referrer: hostile, msg: 'request' })
  })
})

describe('for people', () => {
  test('a request is read from left to right', async () => {
    const { log, lines } = await open({ form: 'pretty' })
    log.info({ ...request, routes: 3 }, 'request')
    log.info({}, 'Serving on http://127.0.0.1:7331 · docs http://127.0.0.1:7331/docs')
    log.error({ id: 'a-1', code: 'INTERNAL', error: 'it is broken' }, 'fault')
    expect(lines).toEqual([
      '[…] INFO: POST /api/routes/quoteAll 200 12.3 ms {"id":"a-1","routes":3}\n',
      '[…] INFO: Serving on http://127.0.0.1:7331 · docs http://127.0.0.1:7331/docs\n',
      '[…] ERROR: fault {"id":"a-1","code":"INTERNAL","error":"it is broken"}\n',
    ])
  })

  test('foreign text is harmless, and colours are this program’s own', async () => {
    const { log, lines } = await open({ form: 'pretty', coloured: true })
    log.info({ ...request, referrer: hostile }, 'request')
    expect(lines).toHaveLength(1)
    const withoutColours = stripVTControlCharacters(lines[0] ?? '')
    expect(withoutColours.slice(0, -1)).toMatch(/^[^\p{Cc}\p{Cf}]*$/u)
    expect(lines[0]).not.toContain('\u001b[31mred')
    expect(withoutColours).toContain('red')
  })
})

test.each(['json', 'pretty'] as const)('no secret is in a line (%s)', async (form) => {
  const redactor = createRedactor()
  redactor.addSecret('canary-of-a-key-1234')
  redactor.addUrl('https://node.example/v2/Canary99OfAPath')
  const { log, lines } = await open({ form, redact: redactor.redact })
  const error = 'https://node.example/v2/Canary99OfAPath refused canary-of-a-key-1234'
  log.error({ error, referrer: 'canary-of-a-key-1234' }, 'fault')
  expect(lines.join('')).toContain('[redacted]')
  expect(lines.join('')).not.toMatch(/canary/i)
})

test.each([
  ['silent', 0],
  ['error', 1],
  ['warn', 2],
  ['info', 3],
  ['debug', 4],
] as const)('at level %s there are %d of four lines', async (level, count) => {
  const { log, lines } = await open({ level })
  for (const name of ['error', 'warn', 'info', 'debug'] as const) log[name]({}, name)
  expect(lines).toHaveLength(count)
  expect(log.isLevelEnabled('debug')).toBe(level === 'debug')
})

test('what a stalled reader does not take is dropped, so that memory has a limit', async () => {
  let kept = 0
  const stalled = new Writable({ highWaterMark: 1, write: () => undefined })
  const log = await createServeLog(stalled, {
    level: 'info',
    form: 'json',
    coloured: false,
    base: {},
    redact: (text) => ((kept += 1), text),
  })
  const large = 'x'.repeat(1_048_576)
  for (let index = 0; index < 40; index += 1) log.info({ large }, 'request')
  expect(kept).toBe(16)
  expect(stalled.writableLength).toBeLessThan(17.1 * 1_048_576)
})
