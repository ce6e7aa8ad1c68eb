import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { acceptedEncoding, compressedText, packed, type Packed } from './compression.ts'

/** A document that is the same for every caller: its text, its compressed forms, its tag. */
export type Document = { text: string; packed: Packed | null; etag: string }

export function toDocument(text: string): Document {
  return {
    text,
    packed: packed(text),
    // Weak: the same for every form.
    etag: `W/"${createHash('sha256').update(text).digest('base64url')}"`,
  }
}

/**
 * Answers with a document. It may change with every start of the server, so it may be kept and has
 * to be compared each time, which costs no body (304 by the etag middleware).
 */
export async function sendDocument(context: Context, document: Document): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    etag: document.etag,
    ...(document.packed === null ? {} : { vary: 'Accept-Encoding' }),
  }
  const encoding = acceptedEncoding(context.req.header('accept-encoding'), 'br')
  if (encoding === null || document.packed === null) {
    return context.body(document.text, 200, headers)
  }
  const body = await document.packed(encoding)
  return context.body(body, 200, { ...headers, 'content-encoding': encoding })
}

/** Answers with what holds for this caller and moment alone. */
export function sendJson(
  context: Context,
  body: unknown,
  status: ContentfulStatusCode = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = JSON.stringify(body)
  const own = { 'content-type': 'application/json', ...headers }
  // Here and not in `compressAnswers`, which has to read the answer again: half the time (measured).
  const compressed = compressedText(text, context.req.header('accept-encoding'))
  if (compressed === null) {
    const length = String(Buffer.byteLength(text))
    return context.body(text, status, { ...own, 'content-length': length })
  }
  return context.body(compressed.body, status, {
    ...own,
    'content-length': String(compressed.body.length),
    'content-encoding': compressed.encoding,
    vary: 'Accept-Encoding',
  })
}
