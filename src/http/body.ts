import { promisify } from 'node:util'

import { tooLarge } from './roundTrip.ts'
import { upstreamFault } from './faults.ts'

/** Encodings this program requests and can read; an answer in any other is refused. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * The body without its content encoding. Decoded bytes are counted as they arrive, so that a
 * compression bomb stops at the limit (H3).
 * @throws SwaprouteError UPSTREAM_FAILED over the limit, for damaged data or an unknown encoding
 */
export async function decodeBody(
  bytes: Buffer,
  contentEncoding: string | undefined,
  host: string,
  maxBytes: number,
): Promise<Buffer> {
  const encoding = (contentEncoding ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return bytes

  const zlib = await import('node:zlib')
  const decoders = {
    gzip: promisify<Buffer, object, Buffer>(zlib.gunzip),
    deflate: promisify<Buffer, object, Buffer>(zlib.inflate),
    br: promisify<Buffer, object, Buffer>(zlib.brotliDecompress),
  }
  const decode = Object.entries(decoders).find(([name]) => name === encoding)?.[1]
  if (decode === undefined) {
    throw upstreamFault(host, 'malformed', 'answered in an encoding that was not requested')
  }
  try {
    return await decode(bytes, { maxOutputLength: maxBytes })
  } catch (thrown) {
    if (thrown instanceof RangeError) throw tooLarge(host, maxBytes)
    throw upstreamFault(host, 'malformed', 'sent a damaged compressed answer', { cause: thrown })
  }
}
