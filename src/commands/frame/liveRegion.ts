import { clearLine, cursorTo, moveCursor } from 'node:readline'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { Ora } from 'ora'
import { terminalLine } from '../../format/plain.ts'
import { displayWidth, fit } from '../../format/width.ts'
import type { Sink } from './output.ts'

/** Lines on stderr that are redrawn during work and erased when it ends. */
export type Live = {
  /** Draws the lines at once, then repeatedly with a spinner. */
  start(render: () => readonly string[]): void
  /** The user has pressed Enter: undoes the terminal's own line break. */
  typed(): void
  /** Erases what was drawn. */
  stop(): void
  /** Whether anything is drawn at all. */
  draws: boolean
  /** The terminal's bell. */
  bell(): void
  /** Copies a text to the terminal's clipboard (OSC 52), if it supports that. */
  copy(text: string): void
  /** Writes lines above the drawn ones. */
  interject(write: () => void): void
}

/** The spinner is loaded after the first pause, once the first request is out. */
const redrawMs = 80
const firstFrame = '⠋'

/** For pipes, `--quiet` and machines: draws nothing. */
export const noLive: Live = {
  start: () => undefined,
  typed: () => undefined,
  stop: () => undefined,
  draws: false,
  bell: () => undefined,
  copy: () => undefined,
  interject: (write) => {
    write()
  },
}

/**
 * `columns` and `rows` are the exact size of the terminal: a wrapped line, or one scrolled off the
 * screen, could not be erased.
 */
export function createLive(
  sink: Sink,
  columns: number,
  coloured: boolean,
  rows = Number.POSITIVE_INFINITY,
): Live {
  const terminal = terminalOf(sink, columns)
  let timer: NodeJS.Timeout | null = null
  let spinner: Ora | null = null
  /** Lines drawn before the spinner is loaded. */
  let still = 0
  let render: () => readonly string[] = () => []

  const text = (): string => {
    const lines = render()
      .slice(0, Math.max(1, rows - 2))
      .map((line) => terminalLine(line, coloured))
      .map((line, index) => fitLine(line, index === 0 ? columns - firstFrame.length - 1 : columns))
    // The cursor is on its own line, so typed text never joins ours.
    return `${lines.join('\n')}\n`
  }
  const drawStill = (): void => {
    const lines = `${firstFrame} ${text()}`
    sink.write(`${eraseLines(still)}${lines}`)
    still = lines.split('\n').length - 1
  }
  const spin = async (): Promise<void> => {
    const wanted = timer
    const { default: ora } = await import('ora')
    if (timer !== wanted) return // stopped meanwhile
    sink.write(eraseLines(still))
    still = 0
    spinner = ora({
      text: text(),
      stream: terminal,
      isEnabled: true,
      // Colours follow this program's rules; the library would read the environment itself.
      color: false,
      // Standard input belongs to the questions and to Enter.
      discardStdin: false,
      // A hidden cursor would need signal handlers to restore it.
      hideCursor: false,
    }).start()
  }
  const redraw = (): void => {
    if (spinner === null) drawStill()
    else spinner.text = text()
  }

  const live: Live = {
    draws: true,
    bell() {
      sink.write('\u0007')
    },
    copy(text) {
      sink.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`)
    },
    interject(write) {
      const drawn = timer === null ? null : render
      write()
      if (drawn !== null) live.start(drawn)
    },
    start(next) {
      render = next
      redraw()
      spinner?.render()
      if (timer !== null) return
      let loading: Promise<void> | null = null
      timer = setInterval(() => {
        redraw()
        // Without the library, as during an update, the line is not animated.
        loading ??= spin().catch(() => undefined)
      }, redrawMs).unref()
    },
    typed() {
      // The spinner erases its lines around text written to the terminal and redraws them below it:
      // at once, because of the \r.
      if (timer !== null) sink.write(`${eraseLines(1)}\r`)
    },
    stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      sink.write(eraseLines(still))
      still = 0
      spinner?.stop()
      spinner = null
    },
  }
  return live
}

/** Cursor up over `count` lines, to the first column, and everything below erased. */
function eraseLines(count: number): string {
  return count === 0 ? '' : `\u001b[${count}A\r\u001b[0J`
}

function fitLine(line: string, columns: number): string {
  return displayWidth(line) <= columns ? line : fit(stripVTControlCharacters(line), columns)
}

/**
 * The sink as a terminal for the spinner; writing to the stream itself would bypass the redaction.
 */
function terminalOf(sink: Sink, columns: number): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      sink.write(String(chunk))
      done()
    },
  })
  return Object.assign(stream, {
    isTTY: true,
    columns,
    cursorTo: (x: number) => cursorTo(stream, x),
    moveCursor: (x: number, y: number) => moveCursor(stream, x, y),
    clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
  })
}
