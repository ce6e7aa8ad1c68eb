/** Knows what must never reach text and takes it out (K9). */
export type Redactor = {
  /** A key, seed, password or API key; every common spelling of it is covered. */
  addSecret(secret: string | Uint8Array): void
  /** An RPC or provider address whose path, query or credentials may carry a key. */
  addUrl(url: string): void
  redact(text: string): string
}

/** Shorter texts would blank out ordinary words. */
const minLength = 4
/** Path and query parts of at least this length are taken for keys, shorter ones for names. */
const minUrlPart = 8
const mark = '[redacted]'

/**
 * Collects secrets as they are loaded. All output passes `redact`: known secrets in raw, hex,
 * base64, percent-encoded and JSON-escaped form become `[redacted]`; registered addresses keep
 * only scheme and host.
 */
export function createRedactor(): Redactor {
  const spellings = new Set<string>()
  const urls: { prefix: string; shown: string }[] = []
  let pattern: RegExp | null = null

  const add = (text: string): void => {
    if (text.length < minLength) return
    spellings.add(text)
    pattern = null
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
      if (url.password !== '') {
        add(`${url.username}:${url.password}`)
        for (const spelling of spellingsOf(decodeURIComponent(url.password))) add(spelling)
      }
      const parts = [...url.pathname.split('/'), ...url.searchParams.values()]
      for (const part of parts) {
        if (part.length >= minUrlPart) for (const spelling of spellingsOf(part)) add(spelling)
      }
    },
    redact(text) {
      let clean = text
      for (const { prefix, shown } of urls) clean = stripPath(clean, prefix, shown)
      if (spellings.size === 0) return clean
      pattern ??= new RegExp(
        [...spellings]
          .sort((a, b) => b.length - a.length)
          .map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
          .join('|'),
        'gi',
      )
      return clean.replace(pattern, mark)
    },
  }
}

function stripPath(text: string, prefix: string, shown: string): string {
  let from = 0
  let result = ''
  for (;;) {
    const at = text.indexOf(prefix, from)
    if (at === -1) return result + text.slice(from)
    const rest = /^[/?#][^\s"'<>)\]}]*/.exec(text.slice(at + prefix.length))
    const tail = rest?.[0] ?? ''
    // A bare "/" names no path; punctuation after the host belongs to the sentence.
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
