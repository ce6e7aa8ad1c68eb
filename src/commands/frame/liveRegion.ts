import type { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { Ora } from 'ora'
import { terminalLine } from '../../format/plain.ts'
import { displayWidth, fit } from '../../format/width.ts'
import type { Sink } from './output.ts'

/** Lines on stderr that are redrawn while something takes time, and vanish when it ends. */
export type Live = {
  /** Draws the lines at once, and then again and again behind a spinner; what is written meanwhile
   * appears above them. */
  start(render: () => readonly string[]): void
  /** The user has pressed Enter: undoes the terminal's own line break. */
  typed(): void
  /** Erases what was drawn. */
  stop(): void
  /** Whether anything is drawn at all. */
  draws: boolean
  /** The terminal's bell. */
  bell(): void
  /** Puts a text into the clipboard of the terminal (OSC 52); one that does not know it ignores it. */
  copy(text: string): void
  /** Writes above what is drawn. */
  interject(write: () => void): void
}

/** Until the spinner is loaded: after the first pause, once the first request is out. */
const firstFrame = '⠋'
const redrawMs = 80

/** For pipes, `--quiet` and machines: nothing is drawn. */
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
 * @param stream the terminal that `sink` writes to
 * @param columns `rows` is the other side of the true size: a line that wraps, or one that has left
 *   the screen, could not be erased
 */
export function createLive(
  sink: Sink,
  stream: Writable,
  columns: number,
  coloured: boolean,
  rows = Number.POSITIVE_INFINITY,
): Live {
  let timer: NodeJS.Timeout | null = null
  let spinner: Ora | null = null
  /** Lines drawn before the spinner is loaded. */
  let still = 0
  let render: () => readonly string[] = () => []

  const text = (): string => {
    const lines = render()
      .slice(0, Math.max(1, rows - 2))
      .map((line) => terminalLine(line, coloured))
      .map((line, index) =>
        fitLine(line, index === 0 ? columns - `${firstFrame} `.length : columns),
      )
    // The cursor stays on its own line, so typed text never joins these.
    return sink.clean(`${lines.join('\n')}\n`)
  }
  const erase = (): void => {
    // Up over what was drawn, to the first column, and everything below erased.
    if (still > 0) sink.write(`\u001b[${still}A\r\u001b[0J`)
    still = 0
  }
  const spin = async (): Promise<void> => {
    const { default: ora } = await import('ora')
    if (timer === null) return // stopped meanwhile
    spinner ??= ora({
      stream,
      isEnabled: true,
      // Colours follow this program's rules; the library would read the environment itself.
      color: false,
      spinner: sink.clean(firstFrame) === firstFrame ? 'dots' : 'line',
      // Standard input belongs to the questions and to Enter.
      discardStdin: false,
      // Hiding the cursor takes handlers of signals to bring it back.
      hideCursor: false,
    })
    erase()
    spinner.start(text())
  }
  const redraw = (): void => {
    if (spinner?.isSpinning === true) {
      spinner.text = text()
    } else {
      const lines = `${sink.clean(firstFrame)} ${text()}`
      erase()
      sink.write(lines)
      still = lines.split('\n').length - 1
    }
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
        // Without the library, as during an update, the lines are not animated.
        loading ??= spin().catch(() => undefined)
      }, redrawMs).unref()
    },
    typed() {
      // The spinner draws again below because of the \r.
      if (timer !== null) sink.write('\u001b[1A\r\u001b[0J\r')
    },
    stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      erase()
      spinner?.stop()
    },
  }
  return live
}

function fitLine(line: string, columns: number): string {
  return displayWidth(line) <= columns ? line : fit(stripVTControlCharacters(line), columns)
}
