import type { Json } from '../core/quote.ts'

/** Removes registered secrets from texts (K9). */
export type Redactor = {
  /** Registers a key, seed, password or API key; covers every common spelling of it. */
  addSecret(secret: string | Uint8Array): void
  /** Registers an RPC or provider address whose path, query or credentials may contain a key. */
  addUrl(url: string): void
  redact(text: string): string
  /**
   * A parsed answer without the secrets this program sends: an upstream may echo the key of a
   * request, and text that is later cut or wrapped can no longer be recognized.
   */
  scrub(value: unknown): unknown
  /**
   * A copy for a file that leaves this machine: every secret is removed, short ones, those in names
   * of members and those written as numbers too. Addresses keep their paths.
   */
  conceal(value: Json): Json
}

/** Shorter texts would blank out ordinary words. */
const minLength = 4
/** Shorter ones could be part of a correct answer: they are removed from printed text only. */
const minScrubbed = 12
/** Path and query parts of at least this length count as keys, shorter ones as names. */
const minUrlPart = 8
/**
 * Parts of a path: longer ones are keys whatever their characters; `swaproute` and
 * `ethereum-mainnet` are names.
 */
const urlName = /^(?=.{1,24}$)[a-z]+(?:[-_.][a-z]+)*$/
const mark = '[redacted]'

/**
 * Collects secrets as they are loaded. All output passes `redact`: known secrets in raw, hex,
 * base64, percent-encoded and JSON-escaped form become `[redacted]`; registered addresses keep only
 * scheme and host.
 */
export function createRedactor(): Redactor {
  const spellings = new Set<string>()
  const urls: { prefix: string; shown: string }[] = []
  let pattern: RegExp | null = null
  let longPattern: RegExp | null = null

  const add = (text: string): void => {
    if (text.length < minLength) return
    spellings.add(text)
    pattern = null
    longPattern = null
  }

  const withoutSecrets = (text: string): string => {
    if (spellings.size === 0) return text
    pattern ??= patternOf([...spellings])
    return text.replace(pattern, mark)
  }

  const conceal = (value: Json): Json => {
    if (typeof value === 'string') return withoutSecrets(value)
    if (typeof value === 'number') {
      const text = String(value)
      const clean = withoutSecrets(text)
      return clean === text ? value : clean
    }
    if (Array.isArray(value)) return value.map(conceal)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [withoutSecrets(name), conceal(inner)]),
    )
  }

  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (value.length < minScrubbed) return value
      longPattern ??= patternOf([...spellings].filter(({ length }) => length >= minScrubbed))
      return value.replace(longPattern, mark)
    }
    if (Array.isArray(value)) return value.map(scrub)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, scrub(inner)]))
  }

  return {
    addSecret(secret) {
      for (const spelling of spellingsOf(secret)) add(spelling)
    },
    addUrl(text) {
      if (!URL.canParse(text)) return
      const url = new URL(text)
      const shown = `${url.protocol}//${url.host}`
      urls.push({ prefix: shown, shown: `${shown}/…` })
      const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
      if (user !== '' || password !== '') {
        // The Authorization header contains all of it in base64.
        for (const spelling of spellingsOf(`${user}:${password}`)) add(spelling)
        add(`${url.username}:${url.password}`)
        for (const spelling of spellingsOf(password)) add(spelling)
        if (isKeyLike(user)) for (const spelling of spellingsOf(user)) add(spelling)
      }
      const named = url.pathname.split('/').filter(isKeyLike)
      const asked = [...url.searchParams.values()].filter(({ length }) => length >= minUrlPart)
      for (const part of [...named, ...asked]) {
        for (const spelling of spellingsOf(part)) add(spelling)
      }
    },
    redact(text) {
      let clean = text
      for (const { prefix, shown } of urls) clean = stripPath(clean, prefix, shown)
      return withoutSecrets(clean)
    },
    conceal,
    scrub: (value) => (spellings.size === 0 ? value : scrub(value)),
  }
}

function isKeyLike(part: string): boolean {
  return part.length >= minUrlPart && !urlName.test(part)
}

function patternOf(spellings: readonly string[]): RegExp {
  if (spellings.length === 0) return /(?!)/g
  const escaped = spellings
    .toSorted((a, b) => b.length - a.length)
    .map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(escaped.join('|'), 'gi')
}

function stripPath(text: string, prefix: string, shown: string): string {
  let from = 0
  let result = ''
  for (;;) {
    const at = text.indexOf(prefix, from)
    if (at === -1) return result + text.slice(from)
    const rest = /^[/?#][^\s"'<>)\]}]*/.exec(text.slice(at + prefix.length))
    const tail = rest?.[0] ?? ''
    // A bare "/" is not a path; punctuation after the host belongs to the sentence.
    result += text.slice(from, at) + (tail.length > 1 ? shown : prefix + tail)
    from = at + prefix.length + tail.length
  }
}

function spellingsOf(secret: string | Uint8Array): Set<string> {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : Buffer.from(secret)
  const all = new Set<string>()
  const addBytes = (value: Buffer): void => {
    all.add(value.toString('hex'))
    all.add(value.toString('base64').replace(/=+$/, ''))
    all.add(value.toString('base64url'))
    // A buffer in JSON, and the middle of a longer text in base64, whose form depends on its
    // offset.
    if (value.length < minScrubbed) return
    all.add(value.join(','))
    for (const shift of [1, 2]) {
      const moved = Buffer.concat([Buffer.alloc(shift), value])
      const whole = moved.subarray(0, moved.length - (moved.length % 3)).toString('base64')
      all.add(whole.slice(4))
      all.add(whole.slice(4).replaceAll('+', '-').replaceAll('/', '_'))
    }
  }
  addBytes(bytes)
  if (typeof secret === 'string') {
    const text = secret.trim()
    all.add(secret)
    all.add(text)
    all.add(encodeURIComponent(text))
    all.add(encodeURIComponent(text).replace(/%20/g, '+'))
    all.add(JSON.stringify(text).slice(1, -1))
    all.add(text.split(/\s+/).join(' '))
    if (/^(0x)?([0-9a-f]{2}){16,}$/i.test(text)) {
      const digits = text.replace(/^0x/i, '')
      all.add(digits)
      all.add(BigInt(`0x${digits}`).toString())
      addBytes(Buffer.from(digits, 'hex'))
    }
  }
  return all
}
