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

/** A question whose note changes while it stands; the library's own are drawn only at a key. */
export type LiveQuestion = {
  message: string
  /** Behind the message as long as there is no answer, in brackets: `y/N`, the age of a quote; may be empty. */
  note: () => string
  /** What Enter means for a typed text; `again` is shown and the text typed anew. */
  read: (text: string) => TypedAnswer | { again: string }
  /** Breaks a line between words, for the width of the terminal. */
  broken: (line: string) => string
  theme: { prefix: { idle: string; done: string } }
}

/** `shown` stands behind the message from then on. */
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
      // Drawn again also where nothing else changes, so that Enter alone has an effect.
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
