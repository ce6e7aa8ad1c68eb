/** Maximum columns of help: longer lines are hard to read. */
export const helpWidth = 72

/** Wraps uncoloured text at its spaces. A word longer than the line is not broken. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/**
 * A term and its text beside each other, the text wrapped below itself. A term that is wider than
 * `most` columns has a line of its own.
 */
export function termLines(
  rows: readonly (readonly [term: string, text: string])[],
  width: number,
  most = 26,
): string[] {
  const fitting = rows.map(([term]) => term.length).filter((length) => length <= most)
  const column = Math.max(0, ...fitting) + 4
  return rows.flatMap(([term, text]) => {
    const lines = wrapWords(text, width - column).map((line) => `${' '.repeat(column)}${line}`)
    if (term.length > column - 4) return [`  ${term}`, ...lines]
    const [first = '', ...others] = lines
    return [`  ${term.padEnd(column - 2)}${first.trimStart()}`.trimEnd(), ...others]
  })
}

/** A command line over several lines, with line continuations, so that it can be pasted. */
export function pastedLines(command: string, indent: number, width: number): string[] {
  const room = width - indent - 2
  const [first = '', ...others] = wrapWords(command, room - 2)
  const lines = [first, ...others.map((line) => `  ${line}`)]
  return lines.map(
    (line, index) => `${' '.repeat(indent)}${line}${index < lines.length - 1 ? ' \\' : ''}`,
  )
}
