import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Shorter bodies do not become shorter by compression. */
export const compressFromBytes = 1_024

/** A document that is the same for every caller: its text, its form for most clients, its tag. */
export type Document = { text: string; gzipped: () => Uint8Array<ArrayBuffer>; etag: string }

export function toDocument(text: string): Document {
  let gzipped: Uint8Array<ArrayBuffer> | null = null
  return {
    text,
    gzipped: () => (gzipped ??= new Uint8Array(gzipSync(text))),
    // Weak: the same for either form.
    etag: `W/"${createHash('sha256').update(text).digest('base64url')}"`,
  }
}

/**
 * Answers with a document. It may change with every start of the server, so it may be kept and has
 * to be compared each time, which costs no body (304 by the etag middleware).
 */
export function sendDocument(context: Context, { text, gzipped, etag }: Document): Response {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag,
  }
  const encoding = accepts(context, {
    header: 'Accept-Encoding',
    supports: ['gzip', 'identity'],
    default: 'identity',
  })
  return encoding === 'gzip' && text.length >= compressFromBytes
    ? context.body(gzipped(), 200, { ...headers, 'content-encoding': 'gzip' })
    : context.body(text, 200, headers)
}

/** Answers with what holds for this caller and moment alone. Its length decides about compression. */
export function sendJson(
  context: Context,
  body: unknown,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  const text = JSON.stringify(body)
  return context.body(text, status, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  })
}
