import { pipeline, type Readable, type Transform } from 'node:stream'

import { upstreamFault } from './faults.ts'

/** Encodings this program asks for and can read; anything else refuses the answer. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * The decoded body. Received and decoded bytes are both counted while they stream, so neither a
 * compression bomb nor an endless stream is ever held in memory (H3).
 * @throws SwaprouteError UPSTREAM_FAILED over the limit or with an unknown encoding; errors of the
 *   stream pass through as they are
 */
export async function readBody(
  body: Readable,
  headers: Record<string, string | string[] | undefined>,
  host: string,
  maxBytes: number,
): Promise<Buffer> {
  const announced = Number(one(headers['content-length']) ?? 0)
  if (announced > maxBytes) {
    discard(body)
    throw tooLarge(host, maxBytes)
  }
  const encoding = (one(headers['content-encoding']) ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return collect(body, host, maxBytes)

  const decoder = await createDecoder(encoding)
  if (decoder === null) {
    discard(body)
    throw upstreamFault(host, 'malformed', 'answered in an encoding nobody asked for', {
      check: 'H3',
    })
  }
  // The generator counts what arrives: a stream of empty blocks decodes to nothing, for ever.
  const received = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(host, maxBytes)
      yield chunk
    }
  }
  // The callback is required but has nothing to add: pipeline destroys the decoder with the error.
  pipeline(body, received, decoder, () => {})
  return collect(decoder, host, maxBytes)
}

/** Ends a body nobody will read and frees its socket. */
export function discard(body: Readable): void {
  // Destroying an unread body emits an abort error; it is expected here and decides nothing.
  body.on('error', () => {}).destroy()
}

async function collect(stream: Readable, host: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(host, maxBytes)
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
}

async function createDecoder(encoding: string): Promise<Transform | null> {
  const zlib = await import('node:zlib')
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip()
    case 'deflate':
      return zlib.createInflate()
    case 'br':
      return zlib.createBrotliDecompress()
    default:
      return null
  }
}

function tooLarge(host: string, maxBytes: number): Error {
  const mebibytes = Math.round((maxBytes / 1_048_576) * 10) / 10
  return upstreamFault(host, 'limit', `sent more than ${mebibytes} MiB`, { check: 'H3' })
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
