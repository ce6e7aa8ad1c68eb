import type { IncomingHttpHeaders } from 'node:http'
import type { Validator } from './types.ts'

/** An ETag as RFC 9110 writes it, and the only form of a date in it; anything else is not sent back. */
const tag = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/
const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Marks from an answer or from a file; null without a usable one. */
export function validatorOf(etag: unknown, lastModified: unknown): Validator | null {
  const found = {
    etag: typeof etag === 'string' && tag.test(etag) ? etag : null,
    lastModified: typeof lastModified === 'string' && date.test(lastModified) ? lastModified : null,
  }
  return found.etag === null && found.lastModified === null ? null : found
}

/** Member of an answer to a request with `unless`. */
export function validatorIn(headers: IncomingHttpHeaders): { validator?: Validator } {
  const validator = validatorOf(headers.etag, headers['last-modified'])
  return validator === null ? {} : { validator }
}

/** Headers of a request with `unless`. */
export function conditionOf(unless: Validator | null | undefined): Record<string, string> {
  return {
    ...(unless?.etag == null ? {} : { 'if-none-match': unless.etag }),
    ...(unless?.lastModified == null ? {} : { 'if-modified-since': unless.lastModified }),
  }
}
