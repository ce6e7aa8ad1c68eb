import type { Writable } from 'node:stream'
import { formatAmount } from '../../core/amounts.ts'
import type { FundsState, SwaprouteError } from '../../core/errors.ts'
import type { TokenAmount } from '../../core/token.ts'
import { ownText, plain, terminalJson } from '../../format/plain.ts'
import type { Printable, Warning } from './shapes.ts'

export type Mode = 'human' | 'json' | 'ndjson' | 'plain'

export type Meta = {
  backend: 'embedded' | 'remote'
  sandbox: boolean
  generatedAt: string
  durationMs: number
  version: string
}

const schema = 'swaproute/v1'

/** An output; its reader may close the stream at any time. */
export type Sink = {
  write(text: string): void
  /** What `write` makes of a text. */
  clean(text: string): string
  flush(): Promise<void>
  /** Why text was lost (a full disk); null on success or if the reader closed the pipe. */
  failure(): Error | null
}

/**
 * Writes whole texts; a closed pipe silently ends the writing. All text passes `redact` (K9).
 * @param encode converts the text for the reader's locale
 */
export function createSink(
  stream: Writable,
  redact: (text: string) => string,
  encode: (text: string) => string = (text) => text,
): Sink {
  let closed = false
  let failure: Error | null = null
  let last: Promise<void> = Promise.resolve()
  stream.on('error', (error: Error & { code?: string }) => {
    closed = true
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') failure ??= error
  })
  const clean = (text: string): string => encode(redact(text))
  return {
    clean,
    write(text) {
      if (closed || text === '') return
      last = new Promise((resolve) => {
        stream.write(clean(text), () => {
          resolve()
        })
      })
    },
    flush: () => last,
    failure: () => failure,
  }
}

/** The one document of `--json` for an answer. */
export function answerDocument(
  command: string,
  answer: Printable,
  meta: Meta,
  warnings: readonly Warning[],
): Record<string, unknown> {
  return {
    schema,
    command,
    ok: true,
    data: answer.data,
    warnings,
    funds: answer.funds,
    meta,
  }
}

/** The one document of `--json` for a failure; `data`: what can still be shown. */
export function errorDocument(
  command: string | null,
  error: SwaprouteError,
  meta: Meta,
  warnings: readonly Warning[],
  funds: FundsState,
  data?: unknown,
): Record<string, unknown> {
  return {
    schema,
    command,
    ok: false,
    ...(data === undefined ? {} : { data }),
    error: errorData(error),
    warnings,
    funds,
    meta,
  }
}

/** The error part of every document. */
export function errorData(error: SwaprouteError): Record<string, unknown> {
  return {
    code: error.code,
    message: plain(error.message, 600),
    hint: error.hint === undefined ? null : ownText(error.hint, 600),
    retry: error.retry,
    serviceCode: error.serviceCode,
    details: error.context,
  }
}

/** JSON with amounts as decimal strings; foreign text is escaped, never dropped (X1). */
export function toJsonText(value: unknown, indent?: number): string {
  const json = JSON.stringify(
    value,
    (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item),
    indent,
  )
  return terminalJson(json)
}

/** An amount for machines: token, decimal text and base units. */
export function amountData(amount: TokenAmount | null): Record<string, unknown> | null {
  if (amount === null) return null
  const { token } = amount
  return {
    blockchain: token.blockchain,
    address: token.address,
    symbol: token.symbol,
    decimals: token.decimals,
    amount: formatAmount(amount.amount, token.decimals),
    weiAmount: amount.amount.toString(),
  }
}
