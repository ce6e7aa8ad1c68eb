/** Requests to the server that the page came from. */
import type { ChainsAnswer, QuoteAllAnswer, TokensAnswer } from '../../../api/schemas.ts'
import { isRecord } from '../../../core/json.ts'
import { plain } from '../../../format/plain.ts'

/** A refused request: what the server said of it, one sentence each. */
export class RefusedError extends Error {
  readonly reasons: readonly string[]
  constructor(reasons: readonly string[]) {
    super(reasons.join(' '))
    this.reasons = reasons
  }
}

const longestReason = 600

/** @throws RefusedError */
export async function askChains(): Promise<ChainsAnswer> {
  return await ask('/api/info/chains', (body): body is ChainsAnswer => Array.isArray(body))
}

/** @throws RefusedError */
export async function askTokens(
  network: string,
  query: string,
  signal: AbortSignal,
): Promise<TokensAnswer['results']> {
  const search = new URLSearchParams({ network, ...(query === '' ? {} : { query }) })
  const isPage = (body: unknown): body is TokensAnswer =>
    isRecord(body) && Array.isArray(body['results'])
  return (await ask(`/api/tokens?${search}`, isPage, { signal })).results
}

/** @throws RefusedError */
export async function askRoutes(body: object, signal: AbortSignal): Promise<QuoteAllAnswer> {
  const isQuotes = (answer: unknown): answer is QuoteAllAnswer =>
    isRecord(answer) && Array.isArray(answer['routes'])
  return await ask('/api/routes/quoteAll', isQuotes, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
}

/**
 * @param isAnswer the outer form alone: the server that made this page has checked the rest
 * @throws RefusedError
 */
async function ask<Answer>(
  path: string,
  isAnswer: (body: unknown) => body is Answer,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    if (init.signal?.aborted === true) throw cause
    throw new RefusedError(['The server could not be reached. Check the connection and try again.'])
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && isAnswer(body)) return body
  throw new RefusedError(reasonsOf(body, response))
}

function reasonsOf(body: unknown, { status, headers }: Response): string[] {
  if (status === 401) return ['The server needs a token. Load the page again to enter it.']
  const wait = headers.get('retry-after')
  const later = wait !== null && /^\d{1,5}$/.test(wait) ? [`Try again in ${wait}s.`] : []
  const errors = isRecord(body) ? [body['errors'], body['error']].flat() : []
  const reasons = errors.flatMap((error) =>
    isRecord(error) && typeof error['reason'] === 'string'
      ? [sentence(plain(error['reason'], longestReason))]
      : [],
  )
  return reasons.length === 0
    ? [`The server answered with status ${status}.`, ...later]
    : [...reasons, ...later]
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…"]$/.test(begun) ? begun : `${begun}.`
}
