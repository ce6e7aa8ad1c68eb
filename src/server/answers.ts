import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { acceptedEncoding, packed, type Packed } from './compression.ts'

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
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  if (encoding === null || document.packed === null) {
    return context.body(document.text, 200, headers)
  }
  const body = await document.packed(encoding)
  return context.body(body, 200, { ...headers, 'content-encoding': encoding })
}

/** Answers with what holds for this caller and moment alone. Its length decides about compression. */
export function sendJson(
  context: Context,
  body: unknown,
  status: ContentfulStatusCode = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = JSON.stringify(body)
  return context.body(text, status, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  })
}
