import 'ora' // loaded now, so that only the clock decides when it draws
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import { createLive, type Live } from '../../src/commands/frame/liveRegion.ts'
import { displayWidth } from '../../src/format/width.ts'
import { routeItem } from '../support/fakeApi.ts'
import { remaining, runCli } from '../support/runMain.ts'

const columns = 40
const table = ['Asking', '', 'across  249.71', 'relay   249.1']
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'] as const

const { write } = process.stderr
const isTerminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')

let written = ''
let live: Live

/** Standard error as on a terminal: the library takes what is written there, too. */
function open(coloured = false): void {
  written = ''
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  process.stderr.write = (text) => {
    written += String(text)
    return true
  }
  const sink = {
    write: (text: string) => void process.stderr.write(text),
    flush: async () => undefined,
    failure: () => null,
  }
  live = createLive(sink, columns, coloured)
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** Until the library draws: it sets off each picture from what else is written. */
async function spinning(): Promise<void> {
  while (!written.includes('\u001b[?2026l')) await pass(5)
}

beforeEach(() => {
  vi.useFakeTimers()
  open()
})
afterEach(() => {
  live.stop()
  vi.useRealTimers()
  process.stderr.write = write
  if (isTerminal === undefined) Reflect.deleteProperty(process.stderr, 'isTTY')
  else Object.defineProperty(process.stderr, 'isTTY', isTerminal)
})

describe('the lines of a command that takes time', () => {
  test('are there at once, before anything is loaded for them', () => {
    live.start(() => table)
    expect(remaining(written)).toBe(`⠋ ${table.join('\n')}\n`)
    live.stop()
    expect(remaining(written)).toBe('')
  })

  test('then follow a moving spinner, and disappear', async () => {
    let count = 0
    live.start(() => [`Asking ${(count += 1)}`, ...table.slice(1)])
    await spinning()
    const frames = new Set<string>()
    const counts = new Set<string>()
    while (frames.size < 3 || counts.size < 3) {
      await pass(20)
      const [, frame = '', at = ''] = /^(.) Asking (\d+)\n/u.exec(remaining(written)) ?? []
      expect(remaining(written)).toBe(`${frame} Asking ${at}\n${table.slice(1).join('\n')}\n`)
      frames.add(frame)
      counts.add(at)
    }
    live.stop()
    expect(remaining(written)).toBe('')
    const before = written
    await pass(200)
    expect(written).toBe(before)
  })

  test('are shown at once when they change, before and after the spinner is there', async () => {
    live.start(() => ['one'])
    live.start(() => ['two', 'lines'])
    expect(remaining(written)).toBe('⠋ two\nlines\n')
    await spinning()
    live.start(() => ['three'])
    expect(remaining(written)).toMatch(/^. three\n$/u)
  })

  test('leave the line break of Enter no trace', async () => {
    live.start(() => table)
    written += '\n' // as the terminal echoes it
    live.typed()
    live.stop()
    expect(remaining(written)).toBe('')
    live.start(() => table)
    written = ''
    await spinning()
    await pass(100)
    written += '\n'
    live.typed()
    const drawn = /^. Asking\n\nacross {2}249\.71\nrelay {3}249\.1\n$/u
    expect(remaining(written)).toMatch(drawn)
    const { length } = written
    await pass(200)
    expect(remaining(written)).toMatch(drawn)
    expect(written.length - length).toBeLessThan(2_000)
    process.stderr.write('a line of somebody else\n')
    expect(remaining(written)).toMatch(/^a line of somebody else\n. Asking\n/u)
    live.stop()
    expect(remaining(written)).toBe('a line of somebody else\n')
    open()
    live.start(() => table)
    live.stop()
    expect(remaining(written)).toBe('')
  })

  test('are never wider than the terminal, nor do they steer it', async () => {
    for (const coloured of [false, true]) {
      open(coloured)
      live.start(() => [
        'x'.repeat(90),
        '最'.repeat(50),
        'a\u001b[2Jb\u001b]0;t\u0007c\u001b[8md\u202e',
      ])
      await spinning()
      live.stop()
      const codes = written.match(/(?!\n)[\p{Cc}\p{Cf}](?:\[[?\d;]*\w)?/gu)
      const own = /^(?:\r|.\[(?:\d*[AGK]|0J|\?2026[hl]))$/
      expect(codes?.filter((code) => !own.test(code))).toEqual([])
      for (const line of written.replace(/\p{Cc}\[[?\d;]*\w/gu, '\n').split('\n'))
        expect(displayWidth(line)).toBeLessThanOrEqual(columns)
    }
  })

  test('take nothing of standard input and no signal', async () => {
    const listeners = (): number[] => [
      ...signals.map((name) => process.listenerCount(name)),
      process.stdin.listenerCount('data'),
      process.stdin.listenerCount('readable'),
    ]
    const before = listeners()
    live.start(() => table)
    await spinning()
    expect(listeners()).toEqual(before)
    expect(written).not.toContain('\u001b[?25')
    live.stop()
    expect(listeners()).toEqual(before)
  })
})

describe('a quote on a terminal', () => {
  const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
  const quoteAll: Contract['quoteAll'] = async (body) => {
    await pass(400)
    const quote = { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' }
    return { quote, routes: [routeItem('across', '249.7')], failed: [] }
  }
  const options = { columns: 80, api: { quoteAll } }

  test('shows how it goes on', async () => {
    const run = await runCli(line, options)
    expect(run.stderr).toMatch(/⠋ Asking the providers · 0\.\ds of \d+s/)
    expect(run.stderr).toContain('\u001b[?2026h')
    expect(remaining(run.stderr)).toBe('')
    expect(run.stdout).not.toContain('\u001b')
  })

  test.each([
    ['--json', {}],
    ['--ndjson', {}],
    ['--plain', {}],
    ['--quiet', {}],
    ['', { CI: 'true' }],
    ['', { TERM: 'dumb' }],
  ])('%s %j draws nothing', async (flag, env) => {
    const run = await runCli([...line, flag].filter(Boolean), { ...options, env })
    expect(run.exit).toBe(0)
    expect(run.stderr).toBe('')
  })

  test('without a terminal draws nothing', async () => {
    expect((await runCli(line, { api: options.api })).stderr).toBe('')
  })
})
