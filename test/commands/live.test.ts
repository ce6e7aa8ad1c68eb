import { clearLine, cursorTo, moveCursor } from 'node:readline'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import { createLive, type Live } from '../../src/commands/frame/liveRegion.ts'
import { createSink, type Sink } from '../../src/commands/frame/output.ts'
import { displayWidth } from '../../src/format/width.ts'
import { routeItem } from '../support/fakeApi.ts'
import { remaining, runCli } from '../support/runMain.ts'

const columns = 40
const table = ['Asking', '', 'across  249.71', 'relay   249.1']
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'] as const

/** A terminal that remembers what is written to it. */
class Terminal extends Writable {
  readonly isTTY = true
  readonly columns = columns
  written = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk.toString('utf8')
    done()
  }
  cursorTo = (x: number): boolean => cursorTo(this, x)
  moveCursor = (x: number, y: number): boolean => moveCursor(this, x, y)
  clearLine = (direction: -1 | 0 | 1): boolean => clearLine(this, direction)
}

let terminal: Terminal
let sink: Sink
let live: Live

function open(coloured = false, encode?: (text: string) => string): void {
  terminal = new Terminal()
  sink = createSink(terminal, (text) => text.replaceAll('secret', '[redacted]'), encode)
  live = createLive(sink, terminal, columns, coloured)
}

const screen = (): string => remaining(terminal.written)

/** Time passes, and what is loaded meanwhile is there. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await vi.dynamicImportSettled()
}

beforeEach(() => {
  vi.useFakeTimers()
  open()
})
afterEach(() => {
  live.stop()
  vi.useRealTimers()
})

describe('the lines of a command that takes time', () => {
  test('are there at once, before anything is loaded for them', () => {
    live.start(() => table)
    expect(screen()).toBe(`⠋ ${table.join('\n')}\n`)
    live.stop()
    expect(screen()).toBe('')
  })

  test('then appear behind a spinner that moves, and vanish', async () => {
    let count = 0
    live.start(() => [`Asking ${(count += 1)}`, ...table.slice(1)])
    const frames = new Set<string>()
    const counts = new Set<string>()
    for (let step = 0; step < 5; step += 1) {
      await pass(100)
      const [, frame = '', at = ''] = /^(.) Asking (\d+)\n/u.exec(screen()) ?? []
      expect(screen()).toBe(`${frame} Asking ${at}\n${table.slice(1).join('\n')}\n`)
      frames.add(frame)
      counts.add(at)
    }
    expect(frames.size).toBeGreaterThanOrEqual(3)
    expect(counts.size).toBeGreaterThanOrEqual(3)
    live.stop()
    expect(screen()).toBe('')
    const before = terminal.written
    await pass(1_000)
    expect(terminal.written).toBe(before)
  })

  test('are shown at once when they change', async () => {
    live.start(() => ['one'])
    live.start(() => ['two', 'lines'])
    expect(screen()).toBe('⠋ two\nlines\n')
    await pass(100)
    live.start(() => ['three'])
    expect(screen()).toMatch(/^. three\n$/u)
  })

  test('leave the line break of Enter no trace', async () => {
    live.start(() => table)
    terminal.written += '\n' // as the terminal echoes it
    live.typed()
    live.stop()
    expect(screen()).toBe('')
    live.start(() => table)
    await pass(200)
    const drawn = /^. Asking\n\nacross {2}249\.71\nrelay {3}249\.1\n$/u
    expect(screen()).toMatch(drawn)
    terminal.written += '\n'
    live.typed()
    expect(screen()).toMatch(drawn)
    await pass(200)
    expect(screen()).toMatch(drawn)
    live.stop()
    expect(screen()).toBe('')
  })

  test('move down for what is written meanwhile', async () => {
    live.start(() => table)
    await pass(100)
    sink.write('a warning\n')
    expect(screen()).toMatch(/^a warning\n. Asking\n/u)
    live.interject(() => {
      live.stop()
      sink.write('another\n')
    })
    await pass(100)
    expect(screen()).toMatch(/^a warning\nanother\n. Asking\n/u)
    live.stop()
    expect(screen()).toBe('a warning\nanother\n')
  })

  test('show no secret, and nothing that the locale cannot show', async () => {
    open(false, (text) => text.replaceAll(/[→\u2800-\u28ff]/g, '?'))
    live.start(() => ['the secret → here'])
    await pass(100)
    expect(screen()).toMatch(/^[-\\|/] the \[redacted\] \? here\n$/)
  })

  test('are never wider than the terminal, nor do they steer it', async () => {
    for (const coloured of [false, true]) {
      open(coloured)
      live.start(() => [
        'x'.repeat(90),
        '最'.repeat(50),
        'a\u001b[2Jb\u001b]0;t\u0007c\u001b[8md\u202e',
      ])
      await pass(100)
      live.stop()
      const codes = terminal.written.match(/(?!\n)[\p{Cc}\p{Cf}](?:\[[?\d;]*\w)?/gu)
      const own = /^(?:\r|.\[(?:\d*[AGK]|0J|\?2026[hl]))$/
      expect(codes?.filter((code) => !own.test(code))).toEqual([])
      for (const line of terminal.written.replace(/\p{Cc}\[[?\d;]*\w/gu, '\n').split('\n'))
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
    await pass(100)
    expect(listeners()).toEqual(before)
    expect(terminal.written).not.toContain('\u001b[?25')
    live.stop()
    expect(listeners()).toEqual(before)
  })
})

describe('a quote on a terminal', () => {
  beforeEach(() => void vi.useRealTimers())

  const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
  const quoteAll: Contract['quoteAll'] = async (body) => {
    const quote = { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' }
    return { quote, routes: [routeItem('across', '249.7')], failed: [] }
  }

  test('shows how it goes on', async () => {
    let drawn = (): void => undefined
    const isDrawn = new Promise<void>((resolve) => (drawn = resolve))
    const run = await runCli(line, {
      columns: 80,
      api: { quoteAll: async (...asked) => isDrawn.then(() => quoteAll(...asked)) },
      onStderr: (text) => {
        if (text.includes('Asking')) drawn()
      },
    })
    expect(run.stderr).toMatch(/[⠋-⠿] Asking the providers · 0\.\ds of \d+s/u)
    expect(remaining(run.stderr)).toBe('')
    expect(run.stdout).not.toContain('\u001b')
  })

  /** Takes longer than the pause before anything is drawn. */
  const slow: Contract['quoteAll'] = async (...asked) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return quoteAll(...asked)
  }

  test.each([
    ['--json', {}],
    ['--ndjson', {}],
    ['--plain', {}],
    ['--quiet', {}],
    ['', { CI: 'true' }],
    ['', { TERM: 'dumb' }],
  ])('%s %j draws nothing', async (flag, env) => {
    const run = await runCli([...line, flag].filter(Boolean), {
      columns: 80,
      api: { quoteAll: slow },
      env,
    })
    expect(run.exit).toBe(0)
    expect(run.stderr).toBe('')
  })

  test('without a terminal draws nothing', async () => {
    expect((await runCli(line, { api: { quoteAll: slow } })).stderr).toBe('')
  })
})
