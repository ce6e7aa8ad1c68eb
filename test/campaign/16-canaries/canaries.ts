/** Secrets that belong to no account, in every place a user may put one, and a search for each of them. */
import type { Random } from '../support/random.ts'

export type Finding = { canary: string; spelling: string; around: string }

/** A leak of this many characters of a longer secret counts like one of all of it. */
const piece = 20

/** 24 words of a TON wallet that was always empty. */
const phrase =
  'story album detect three junior army tunnel stadium various delay craft mixed ' +
  'nation wrap scrap shuffle witness scale alarm rifle cart chair project hybrid'

export type Canaries = ReturnType<typeof makeCanaries>

export function makeCanaries(random: Random) {
  const hex = (length: number): string => Buffer.from(random.bytes(length)).toString('hex')
  const word = (length: number): string =>
    Buffer.from(random.bytes(length)).toString('base64url').replace(/[-_]/g, 'Q')
  return {
    stdinKey: `0x${hex(32)}`,
    environmentKey: `0x${hex(32)}`,
    phrase,
    password: `Pw ${word(9)} "ä\\ ${word(6)}`,
    wrongPassword: `Wrong ${word(12)}`,
    /** As long as the tokens of some providers: no line holds it. */
    longKey: [word(60), word(120), word(48)].join('.'),
    shortKey: hex(16),
    /** The second part of a key of two. */
    secondPart: word(20),
    /** Signs requests; as a provider hands it out. */
    signingKey: hex(64),
    remoteKey: word(24),
    token: word(30),
    rpcUser: `user${word(9)}`,
    rpcPassword: `p:${word(12)}/é`,
    rpcPath: word(24),
    rpcQuery: word(24),
    urlPassword: word(18),
    urlPath: word(24),
    proxyUser: `proxy${word(6)}`,
    proxyPassword: word(18),
  } satisfies Record<string, string>
}

/** Searches for all of them, in any spelling, whole or in pieces. */
export function createNose(canaries: Record<string, string>): (text: string) => Finding[] {
  const traces = Object.entries(canaries).flatMap(([name, text]) =>
    [...spellings(text)].flatMap(([spelling, spelled]) =>
      piecesOf(squeezed(spelled)).map((part) => ({ canary: name, spelling, part })),
    ),
  )
  return (text) => {
    const found = new Map<string, Finding>()
    const flat = squeezed(text)
    for (const { canary, spelling, part } of traces) {
      const at = flat.indexOf(part)
      if (at === -1 || found.has(canary)) continue
      found.set(canary, { canary, spelling, around: flat.slice(Math.max(0, at - 80), at) })
    }
    return [...found.values()]
  }
}

/** Neither letter case nor where lines were broken, words divided or colours set makes a difference. */
function squeezed(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- the colours are what is to be removed
      .replace(/\u001b\[[0-9;]*m/g, '')
      .replace(/[\s,|│┃…]+/g, '')
      .toLowerCase()
  )
}

function piecesOf(text: string): string[] {
  if (text.length <= piece) return [text]
  const parts: string[] = []
  for (let at = 0; at + piece <= text.length; at += piece / 2)
    parts.push(text.slice(at, at + piece))
  return parts
}

function spellings(text: string): Map<string, string> {
  const all = new Map<string, string>()
  const addBytes = (kind: string, bytes: Buffer): void => {
    all.set(`${kind} in hex`, bytes.toString('hex'))
    all.set(`${kind} in base64`, bytes.toString('base64').replace(/=+$/, ''))
    all.set(`${kind} in base64url`, bytes.toString('base64url'))
    all.set(`${kind} as numbers`, [...bytes].join())
    // In the middle of a longer text: base64 depends on where it begins.
    for (const shift of [1, 2]) {
      const moved = Buffer.concat([Buffer.alloc(shift, 0x20), bytes])
      const groups = moved.subarray(0, moved.length - (moved.length % 3)).toString('base64')
      if (bytes.length > 12) all.set(`${kind} in base64, moved by ${shift}`, groups.slice(4))
    }
  }
  addBytes('text', Buffer.from(text, 'utf8'))
  all.set('as it is', text)
  all.set('percent-encoded', encodeURIComponent(text))
  all.set('JSON-escaped', JSON.stringify(text).slice(1, -1))
  const digits = /^0x([0-9a-f]{64})$/.exec(text)?.[1]
  if (digits !== undefined) {
    all.set('without 0x', digits)
    all.set('decimal', BigInt(text).toString())
    addBytes('key', Buffer.from(digits, 'hex'))
  }
  return all
}

/** The spellings a leak could have, for texts that hold them. */
export function spellingsOf(text: string): string[] {
  return [...spellings(text).values()]
}
