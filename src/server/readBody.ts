import { SwaprouteError } from '../core/errors.ts'
import { createGate } from '../core/gate.ts'

const bodyLimitBytes = 64 * 1024
/** Maximum bytes of a refused body to read, so that its sender sees the answer and not a reset. */
const discardLimitBytes = 16 * 1024 * 1024
const discardLimitMs = 10_000
/**
 * Refused bodies that are read at once; the others wait in their senders' buffers. Each chunk read
 * stays in memory until the next collection, so many in parallel would add up.
 */
const discarding = createGate(1, 512)

/**
 * More than any body of the contract has. The schemas limit each part as well, but visit every
 * entry and explain each error: 64 KiB of wrong entries would give megabytes of explanation.
 */
const maxDepth = 8
const maxEntries = 400

/**
 * The value of a request body.
 * @throws SwaprouteError INVALID_ARGUMENT if it is not JSON, has a duplicate member, is nested too
 *   deeply or too long
 */
export function readBody(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'The body is not valid JSON.', { cause })
  }
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      const entries: unknown[] = Object.values(one)
      if (entries.length > maxEntries || depth === maxDepth) {
        throw new SwaprouteError(
          'INVALID_ARGUMENT',
          `The body is nested deeper than ${maxDepth} levels or has more than ${maxEntries} entries in one place.`,
        )
      }
      inner.push(...entries)
    }
    level = inner
  }
  const repeated = findRepeatedName(text)
  if (repeated === null) return value
  throw new SwaprouteError(
    'INVALID_ARGUMENT',
    `The body names ${JSON.stringify(repeated.slice(0, 60))} twice.`,
  )
}

/**
 * The first duplicate member in a valid JSON text: parsers differ in which one they use, and a
 * proxy may have checked the other one.
 */
function findRepeatedName(text: string): string | null {
  const open: Set<string>[] = []
  for (const [token, name] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined) {
      const names = open.at(-1)
      const read = String(JSON.parse(token.slice(0, -name.length)))
      if (names?.has(read) === true) return read
      names?.add(read)
    }
  }
  return null
}

type Body = ReadableStream<Uint8Array> | null

/**
 * The text of a body; null if it is larger than the limit (V4). The rest of such a body is read and
 * dropped.
 * @throws SwaprouteError INVALID_ARGUMENT when the sender disconnects before its end
 */
export async function readText(request: Request): Promise<string | null> {
  const body: Body = request.body
  if (body === null) return ''
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > bodyLimitBytes) {
        await discardFrom(reader)
        return null
      }
      pieces.push(value)
    }
  } catch (cause) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'The body ended early.', { cause })
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** Reads and drops the unread rest of a body; never rejects. */
export async function discardBody(request: Request): Promise<void> {
  const body: Body = request.body
  if (request.bodyUsed || body === null || body.locked) return
  await discardFrom(body.getReader())
}

async function discardFrom(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), discardLimitMs).unref()
  })
  try {
    await discarding.run(async () => {
      for (let dropped = 0; dropped <= discardLimitBytes;) {
        const next = await Promise.race([reader.read(), late])
        if (next === 'late' || next.done) return
        dropped += next.value.length
      }
    })
  } catch {
    // The sender disconnected, or too many wait: the answer goes out without the rest.
  } finally {
    clearTimeout(timer)
  }
}
