import {
  createPrompt,
  isEnterKey,
  makeTheme,
  useEffect,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core'

const redrawMs = 1_000

/**
 * A question whose note changes while it is open; the library's own prompts redraw only on a key.
 */
export type LiveQuestion = {
  message: string
  /**
   * Shown in brackets after the message until answered: `y/N`, the age of a quote; may be empty.
   */
  note: () => string
  /** Interprets the typed text on Enter; `again` is shown and the question repeated. */
  read: (text: string) => TypedAnswer | { again: string }
  /** Wraps a line between words to the width of the terminal. */
  broken: (line: string) => string
  theme: { prefix: { idle: string; done: string } }
}

/** `shown` replaces the note after the message. */
export type TypedAnswer = { answer: boolean; shown: string }

export const question = createPrompt<boolean, LiveQuestion>((config, done) => {
  const [status, setStatus] = useState<'idle' | 'done'>('idle')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [, setNote] = useState('')
  const [tries, setTries] = useState(0)
  const theme = makeTheme(config.theme)
  const prefix = usePrefix({ status, theme })
  useEffect(() => {
    const timer = setInterval(() => setNote(config.note()), redrawMs)
    return () => clearInterval(timer)
  }, [])
  useKeypress((key, line) => {
    if (status === 'done') return
    if (!isEnterKey(key)) {
      setText(line.line)
      setProblem('')
      return
    }
    const read = config.read(text)
    if ('again' in read) {
      // Redrawn even if nothing else changes, so that Enter alone has an effect.
      setTries(tries + 1)
      setText('')
      setProblem(read.again)
      return
    }
    setText(read.shown)
    setStatus('done')
    done(read.answer)
  })
  const message = theme.style.message(config.message, status)
  if (status === 'done') return `${prefix} ${config.broken(message)} ${theme.style.answer(text)}`
  const note = config.note()
  const shown = note === '' ? '' : ` ${theme.style.defaultAnswer(note)}`
  return [
    `${prefix} ${config.broken(`${message}${shown}`)} ${text}`,
    problem === '' ? '' : theme.style.error(problem),
  ]
})
