/** Questions on a terminal: what may answer them, and what never does (X6). */
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createAsk, type Ask } from '../../src/commands/frame/ask.ts'
import type { Io } from '../../src/commands/frame/shapes.ts'

const cancelled = { accepts: (text: string) => text === '1 ETH', mismatch: 'Type "1 ETH".' }

type Script = [words: string, keys: string][]

/** A terminal whose keys are pressed once its words are on the screen, each once. */
function terminal(...script: Script): Terminal {
  return terminalOf({}, script)
}

type Terminal = {
  ask: Ask
  stderr: PassThrough
  stdin: PassThrough & { raw: boolean[]; setRawMode(raw: boolean): void }
  screen: () => string
}

function terminalOf(env: Io['env'], script: Script): Terminal {
  const raw: boolean[] = []
  const stdin = Object.assign(new PassThrough(), {
    raw,
    setRawMode: (on: boolean) => void raw.push(on),
  })
  const stderr = new PassThrough()
  const left = [...script]
  let shown = ''
  stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8')
    const [next] = left
    if (next === undefined || !chunk.toString('utf8').includes(next[0])) return
    left.shift()
    setImmediate(() => stdin.write(next[1]))
  })
  const io: Pick<Io, 'stdin' | 'stderr' | 'env'> = { stdin, stderr, env }
  const ask = createAsk(io, true, new AbortController().signal)
  return { ask, stdin, stderr, screen: () => shown }
}

describe('keys typed before a question is on the screen', () => {
  test('never answer it', async () => {
    const { ask, stdin, screen } = terminal(['Send 21 USDC?', 'n\r'])
    stdin.write('y\r')
    await expect(ask.confirm('Send 21 USDC?')).resolves.toBe(false)
    expect(screen()).toContain('No')
  })

  test('the same keys after it do', async () => {
    const { ask } = terminal(['Send 21 USDC?', 'y\r'])
    await expect(ask.confirm('Send 21 USDC?')).resolves.toBe(true)
  })

  test('nor does a whole typed amount', async () => {
    const { ask, stdin } = terminal(['Type the amount:', 'no\r'])
    stdin.write('1 ETH\r')
    await expect(ask.typed('Type the amount:', cancelled)).resolves.toBe(false)
  })

  test('are read as single keys, for a terminal keeps a line that is not ended', async () => {
    const { ask, stdin } = terminal(['Send?', 'y\r'])
    await ask.confirm('Send?')
    expect(stdin.raw[0]).toBe(true)
    expect(stdin.raw.at(-1)).toBe(false)
  })

  test('an interrupt among them interrupts, and the terminal is as before', async () => {
    const { ask, stdin, screen } = terminal()
    stdin.write('y\u0003')
    await expect(ask.confirm('Send?')).rejects.toMatchObject({ code: 'INTERRUPTED' })
    expect(screen()).toBe('')
    expect(stdin.raw).toEqual([true, false])
  })
})

describe('a typed answer', () => {
  test('that is wrong is asked for again', async () => {
    const { ask, screen } = terminal(['Type it:', 'y\r'], ['Type "1 ETH".', '1 ETH\r'])
    await expect(ask.typed('Type it:', cancelled)).resolves.toBe(true)
    expect(screen()).toContain('Type "1 ETH".')
  })

  test('three wrong ones decline', async () => {
    const wrong: [string, string][] = [
      ['Type it:', 'a\r'],
      ['Type "1 ETH".', 'b\r'],
      ['Type "1 ETH".', 'c\r'],
    ]
    await expect(terminal(...wrong).ask.typed('Type it:', cancelled)).resolves.toBe(false)
  })

  test.each(['n\r', 'no\r', 'No\r'])('%j ends it at once', async (keys) => {
    await expect(terminal(['Type it:', keys]).ask.typed('Type it:', cancelled)).resolves.toBe(false)
  })

  test.each([60, 80])('is asked for in %i columns without breaking a word', async (columns) => {
    const { ask, stderr, screen } = terminal(['refunds', 'x\r'], ['wallet', '1\r'])
    Object.assign(stderr, { columns })
    const words = 'A sentence that goes on until it is longer than any line of a terminal is wide'
    const wrong = `${words}, and names a wallet.`
    await ask.text(`${words}, for refunds:`, (text) => (text === 'x' ? wrong : null))
    const shown = stripVTControlCharacters(screen()).replaceAll('\r', '')
    for (const text of [`${words}, for refunds:`, wrong]) {
      for (const word of text.split(' ')) expect(shown).toContain(word)
    }
    expect(shown.replaceAll(/\s+/g, ' ')).toContain(wrong)
  })

  test('its note goes to the next line whole', async () => {
    const { ask, stderr, screen } = terminal(['Type "1 ETH"', '1 ETH\r'])
    Object.assign(stderr, { columns: 60 })
    const question = 'The value is $3,000.00. Type "1 ETH" to send it:'
    await ask.typed(question, cancelled, () => 'quote 12s old')
    expect(stripVTControlCharacters(screen())).toMatch(/to send it: \(quote\r?\n12s old\)/)
  })

  test('ends without a green tick', async () => {
    const { ask, screen } = terminal(['Type it:', 'no\r'])
    await ask.typed('Type it:', cancelled)
    expect(screen()).not.toContain('✔')
  })
})

test('Ctrl-C at a question prints our own message', async () => {
  const { ask } = terminal(['Send?', '\u0003'])
  const failure = await ask.confirm('Send?').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'INTERRUPTED', message: 'Interrupted at the question.' })
  expect(failure).not.toHaveProperty('cause')
})

describe('the note of a question', () => {
  test('is redrawn while the user is not typing, and disappears with the answer', async () => {
    let age = 3
    const note = (): string => `quote ${age++}s old`
    const { ask, screen } = terminal(['quote 5s old', 'y\r'])
    await expect(ask.confirm('Send 21 USDC?', 'no', note)).resolves.toBe(true)
    expect(screen()).toContain('(y/N, quote 3s old)')
    expect(screen().slice(screen().lastIndexOf('Send 21 USDC?'))).not.toContain('old')
  })

  test('leaves what is being typed alone', async () => {
    let age = 3
    const note = (): string => `quote ${age++}s old`
    const { ask } = terminal(['quote 3s old', '1 E'], ['quote 6s old', 'TH\r'])
    await expect(ask.typed('Type it:', cancelled, note)).resolves.toBe(true)
  })
})

test('an answer that is neither yes nor no is asked for again', async () => {
  const { ask } = terminal(['Send?', 'x\r'], ['Answer y or n.', 'yes\r'])
  await expect(ask.confirm('Send?')).resolves.toBe(true)
})

test('what is revealed leaves the terminal and its history with Enter', async () => {
  const { ask, screen } = terminal(['Written down?', '\r'])
  await ask.reveal(['1 apple', '2 pear'], 'Written down?')
  const [before = '', rest = ''] = screen().split('\u001B[?1049h')
  const [within = '', after] = rest.split('\u001B[?1049l')
  expect(before).not.toContain('apple')
  expect(within).toContain('2 pear')
  expect(after).not.toContain('apple')
})

test.each([{}, { LC_ALL: 'C' }])('one question after another, with %j', async (env) => {
  const { ask } = terminalOf(env, [
    ['First?', 'y\r'],
    ['Second?', 'n\r'],
  ])
  await expect(ask.confirm('First?')).resolves.toBe(true)
  await expect(ask.confirm('Second?')).resolves.toBe(false)
})

test('a list that changes before a key is pressed is drawn again, and answered then', async () => {
  const { ask, screen, stderr } = terminalOf({}, [['with balances', '\r']])
  let line = 'eth:ETH'
  const changed = new Promise<void>((resolve) => {
    stderr.on('data', (chunk: Buffer) => {
      if (!chunk.toString('utf8').includes(line)) return
      line = 'eth:ETH with balances'
      resolve()
    })
  })
  const picked = await ask.search('What do you pay?', {
    find: () => [{ line, short: 'ETH', value: 7 }],
    changed,
  })
  expect(picked).toBe(7)
  expect(screen()).toContain('with balances')
})

test('nothing of a question comes after what is written once it is answered', async () => {
  const { ask, stderr, screen } = terminal(['Who receives?', '\r'])
  await ask.search('Who receives?', { find: () => [{ line: 'alice', short: 'alice', value: 1 }] })
  stderr.write('Next line')
  await turn()
  await turn()
  expect(screen().endsWith('Next line')).toBe(true)
})
