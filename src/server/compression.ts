/**
 * Compression of answers. Node's own functions are called at once: for answers of this size that
 * takes a tenth of a millisecond, while a stream, or a thread, takes several times as long.
 */
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

export type Encoding = 'br' | 'gzip'

/** Shorter bodies do not become shorter by compression. */
const leastBytes = 1_024
/** Longer bodies are compressed beside everything else. */
const mostBytesAtOnce = 262_144
/** Brotli's best level takes seconds for longer ones. */
const mostBytesForBest = 524_288

/**
 * For a quote of 39 kB gzip takes 0.2 ms; brotli makes it 5% shorter and usually takes as long, but
 * at times fifteen times that, for the memory that it maps and unmaps each time (measured).
 */
const quickest: Encoding = 'gzip'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The encoding that a client prefers (RFC 9110, section 12.5.3); null for none.
 * @param ours among those it likes alike
 */
export function acceptedEncoding(header: string | undefined, ours: Encoding): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const [, weight] = /^q=([01](?:\.\d{0,3})?)$/.exec(parameters.join(';')) ?? []
    if (name !== '') weights.set(name, parameters.length === 0 ? 1 : Number(weight ?? 0))
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const other = ours === 'br' ? 'gzip' : 'br'
  const best = weightOf(ours) >= weightOf(other) ? ours : other
  const least = weights.get('identity') ?? 0
  return weightOf(best) > 0 && weightOf(best) >= least ? best : null
}

/** Compresses the answers that are not compressed yet: pages, metrics, long lists. */
export function compressAnswers(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { req, res } = context
    const isText = /^(?:text\/|application\/json\b)/.test(res.headers.get('content-type') ?? '')
    const length = res.headers.get('content-length')
    if (!isText || res.headers.has('content-encoding') || Number(length ?? leastBytes) < leastBytes)
      return
    const varies = res.headers.get('vary')?.toLowerCase().includes('accept-encoding') ?? false
    if (!varies) res.headers.append('vary', 'Accept-Encoding')
    const encoding = acceptedEncoding(req.header('accept-encoding'), quickest)
    if (encoding === null || res.body === null) return
    const body = new Uint8Array(await res.arrayBuffer())
    const packed = body.length < leastBytes ? body : await compress(body, encoding)
    context.res = new Response(packed, res)
    if (packed !== body) {
      context.res.headers.set('content-encoding', encoding)
      // A strong tag is of these bytes only.
      const tag = res.headers.get('etag')
      if (tag?.startsWith('"') === true) context.res.headers.set('etag', `W/${tag}`)
    }
    context.res.headers.set('content-length', String(packed.length))
  }
}

/**
 * A text in the form that a client accepts; null where it is sent as it is, or is long enough to
 * wait for `compressAnswers`.
 */
export function compressedText(
  text: string,
  accepted: string | undefined,
): { body: Bytes; encoding: Encoding } | null {
  if (text.length < leastBytes || text.length > mostBytesAtOnce) return null
  const encoding = acceptedEncoding(accepted, quickest)
  return encoding === null
    ? null
    : { body: compressNow(new TextEncoder().encode(text), encoding), encoding }
}

/** A text that may be sent many times, in the forms that clients accept. */
export type Packed = (encoding: Encoding) => Promise<Bytes>

/**
 * The first caller gets a form that is made quickly, so that what is sent once costs little; the
 * second starts the making of the shortest one. Null for a text that is too short.
 */
export function packed(text: string): Packed | null {
  const body = new TextEncoder().encode(text)
  if (body.length < leastBytes) return null
  const forms = new Map<Encoding, Promise<Bytes>>()
  const isWell = new Set<Encoding>()
  return (encoding) => {
    const form = forms.get(encoding)
    if (form === undefined) {
      const quick = compress(body, encoding)
      forms.set(encoding, quick)
      return quick
    }
    if (!isWell.has(encoding)) {
      isWell.add(encoding)
      const keep = (well: Bytes): unknown => forms.set(encoding, Promise.resolve(well))
      void compressWell(body, encoding).then(keep, () => undefined) // the quick form remains
    }
    return form
  }
}

async function compress(body: Bytes, encoding: Encoding): Promise<Bytes> {
  return body.length > mostBytesAtOnce
    ? await compressBeside(body, encoding, fastBrotli)
    : compressNow(body, encoding)
}

function compressNow(body: Bytes, encoding: Encoding): Bytes {
  return encoding === 'br'
    ? bytesOf(brotliCompressSync(body, brotliOptions(fastBrotli, body)))
    : bytesOf(gzipSync(body, { level: gzipLevel }))
}

async function compressWell(body: Bytes, encoding: Encoding): Promise<Bytes> {
  const quality = body.length > mostBytesForBest ? fastBrotli : constants.BROTLI_MAX_QUALITY
  return await compressBeside(body, encoding, quality)
}

/** The same bytes, not copied. */
function bytesOf({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Bytes {
  return new Uint8Array(buffer, byteOffset, length)
}

/** In another thread. */
async function compressBeside(body: Bytes, encoding: Encoding, quality: number): Promise<Bytes> {
  return await new Promise((resolve, reject) => {
    const done = (fault: Error | null, result: Buffer<ArrayBuffer>): void => {
      if (fault === null) resolve(bytesOf(result))
      else reject(fault)
    }
    if (encoding === 'br') brotliCompress(body, brotliOptions(quality, body), done)
    else gzip(body, { level: gzipLevel }, done)
  })
}

const gzipLevel = 6
const fastBrotli = 4

function brotliOptions(quality: number, { length }: Bytes): { params: Record<number, number> } {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // A window as large as the text: the default one has 4 MB.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length)))),
    },
  }
}
