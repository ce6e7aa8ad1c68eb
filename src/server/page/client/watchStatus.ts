/** Asks again for the status on the page, until it ends. */
import { find } from './dom.ts'

const firstPauseMs = 2_000
const longestPauseMs = 60_000
/** A hash that is not found may be too new; after this it is wrong. */
const notFoundGraceMs = 3 * 60_000
const limitMs = 2 * 60 * 60_000

/** What the server writes on `#answer` for this script. */
type Facts = { state: string; line: string; isOver: boolean; isFailure: boolean }

function factsOf({ dataset }: HTMLElement): Facts {
  const { state = '', line = '', over, failed } = dataset
  return { state, line, isOver: over === 'true', isFailure: failed === 'true' }
}

/** Refreshes `#answer` in place with growing pauses; only a change is announced. */
export function watchStatus(): void {
  const first = document.getElementById('answer')
  if (first === null || factsOf(first).isOver) return
  const live = find('live', HTMLElement)
  const startedAt = performance.now()
  let pauseMs = firstPauseMs
  live.textContent = 'This page asks again by itself.'

  const look = async (shown: HTMLElement): Promise<HTMLElement> => {
    const page = await load(location.href)
    const next = page?.getElementById('answer') ?? null
    // An outage does not hide what was known.
    if (page === null || next === null || (factsOf(next).isFailure && !factsOf(next).isOver)) {
      live.textContent = 'No answer; asking again.'
      return shown
    }
    const isChange = factsOf(next).line !== factsOf(shown).line
    if (isChange) live.textContent = factsOf(next).line
    // A reader who copies a hash or is about to follow a link keeps it.
    if (!isChange && isInUse(shown)) return shown
    shown.replaceWith(next)
    document.title = page.title
    return next
  }
  const run = async (shown: HTMLElement): Promise<void> => {
    for (let answer = shown; ; answer = await look(answer)) {
      const elapsedMs = performance.now() - startedAt
      const { state, isOver } = factsOf(answer)
      if (isOver) return
      if (elapsedMs > (state === 'NOT_FOUND' ? notFoundGraceMs : limitMs)) break
      await pause(pauseMs)
      await visible()
      pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)
    }
    live.textContent = 'No longer asking. Load the page again to ask.'
  }
  void run(first)
}

function isInUse(element: HTMLElement): boolean {
  const selection = document.getSelection()
  const isSelected = selection !== null && !selection.isCollapsed
  return (
    element.contains(document.activeElement) ||
    (isSelected && element.contains(selection.anchorNode))
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Resolves once the page is visible. */
function visible(): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    check()
  })
}

/** A page of this server as a document, in which no script runs; null without an answer. */
function load(url: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.addEventListener('loadend', () => resolve(request.responseXML))
    request.send()
  })
}
