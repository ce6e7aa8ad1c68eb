/** The tokens by which callers are known: their file, and the one of a request. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type CallerLimit, readCallerLimit } from '../core/callerLimits.ts'
import { SwaprouteError } from '../core/errors.ts'

/** A token as the server keeps it: not the token itself. */
export type CallerToken = {
  name: string
  digest: Buffer
  /** Its own limit; null for that of the server. */
  limit: CallerLimit | null
}

/** Of the only token of a file that has no name. */
const defaultName = 'default'
const leastLength = 16

/**
 * The tokens of a file: a line `name:token` or `name token` for each, with an own limit behind it if
 * it has one (`name token 120/min`); a single token may have no name. `#` begins a comment.
 * @throws SwaprouteError CONFIG_INVALID with the line, never with a token
 */
export function readTokens(text: string, path: string): CallerToken[] {
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    const words = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/[ \t]+/)
    return words[0] === '' ? [] : [{ words, number: index + 1 }]
  })
  if (lines.length === 0) throw refused(`${path} has no token`)
  const tokens: CallerToken[] = []
  const lineOf = new Map<string, number>()
  for (const { words, number } of lines) {
    const where = `Line ${number} of ${path}`
    const { name, token, limit } = readLine(words, lines.length === 1, where)
    const digest = digestOf(token)
    for (const [what, key] of [
      ['name', `name ${name}`],
      ['token', `token ${digest.toString('hex')}`],
    ] as const) {
      const earlier = lineOf.get(key)
      if (earlier !== undefined) throw refused(`${where} has the ${what} of line ${earlier}`)
      lineOf.set(key, number)
    }
    tokens.push({ name, digest, limit })
  }
  return tokens
}

/** The token that a caller sent. Takes as long for a wrong one as for any other. */
export function findToken(tokens: readonly CallerToken[], given: string): CallerToken | null {
  const digest = digestOf(given)
  let found: CallerToken | null = null
  for (const token of tokens) if (timingSafeEqual(token.digest, digest)) found = token
  return found
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function readLine(
  words: readonly string[],
  isOnly: boolean,
  where: string,
): { name: string; token: string; limit: CallerLimit | null } {
  const [first = '', ...rest] = words
  const [, joinedName, joinedToken] = /^([A-Za-z0-9][\w.-]{0,39}):(\S+)$/.exec(first) ?? []
  const isBare = isOnly && joinedToken === undefined && (rest.length === 0 || isLimit(rest[0]))
  const [name, token, given, ...more] = isBare
    ? [defaultName, first, ...rest]
    : joinedToken === undefined
      ? words
      : [joinedName, joinedToken, ...rest]
  if (name === undefined || token === undefined || more.length > 0) {
    throw refused(`${where} is not a name and a token`)
  }
  if (!/^[A-Za-z0-9][\w.-]{0,39}$/.test(name)) {
    throw refused(`${where} has a name that is not of letters, digits, dots and dashes`)
  }
  if (token.length < leastLength) throw refused(`${where} has a token that is too short to be safe`)
  // What an HTTP header can carry.
  if (!/^[\x21-\x7e]{1,256}$/.test(token)) {
    throw refused(`${where} has a token that is not of at most 256 ASCII characters`)
  }
  const limit = given === undefined ? null : readCallerLimit(given)
  if (given !== undefined && limit === null) {
    throw refused(`${where} has a limit that is not like 120/min, 5/s or 1000/h`)
  }
  return { name, token, limit }
}

function isLimit(text: string | undefined): boolean {
  return text !== undefined && readCallerLimit(text) !== null
}

function refused(what: string): SwaprouteError {
  return new SwaprouteError('CONFIG_INVALID', `${what}.`, {
    hint: `Write a line \`name token\` for each caller; a token has at least ${leastLength} characters, for example of \`openssl rand -hex 32\`.`,
  })
}
