import { stripVTControlCharacters } from 'node:util'
import { terminalLine } from '../../format/plain.ts'
import { displayWidth, fit } from '../../format/width.ts'
import type { Sink } from './output.ts'

/** Lines on stderr that are redrawn while something takes time, and vanish when it ends. */
export type Live = {
  /** Draws at once and then ten times a second. */
  start(render: () => readonly string[]): void
  /** The user has pressed Enter: the terminal's own line break is taken back. */
  typed(): void
  /** Erases what was drawn. */
  stop(): void
}

const redrawMs = 100

/** For pipes, `--quiet` and machines: nothing is drawn. */
export const noLive: Live = {
  start: () => undefined,
  typed: () => undefined,
  stop: () => undefined,
}

/** `columns` is the true width of the terminal: a line that wraps could not be erased. */
export function createLive(sink: Sink, columns: number, coloured: boolean): Live {
  let timer: NodeJS.Timeout | null = null
  let drawn: readonly string[] = []
  let render: () => readonly string[] = () => []

  const draw = (): void => {
    const lines = render()
      .map((line) => terminalLine(line, coloured))
      .map((line) =>
        displayWidth(line) <= columns ? line : fit(stripVTControlCharacters(line), columns),
      )
    if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return
    sink.write(`${eraseLines(drawn.length)}${lines.map((line) => `${line}\n`).join('')}`)
    drawn = lines
  }

  return {
    start(next) {
      render = next
      draw()
      timer ??= setInterval(draw, redrawMs).unref()
    },
    typed() {
      if (drawn.length > 0) sink.write(eraseLines(1))
    },
    stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      sink.write(eraseLines(drawn.length))
      drawn = []
    },
  }
}

/** Cursor up over `count` lines, to the first column, and everything below erased. */
function eraseLines(count: number): string {
  return count === 0 ? '' : `\u001b[${count}A\r\u001b[0J`
}
