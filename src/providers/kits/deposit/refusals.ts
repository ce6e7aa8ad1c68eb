import * as z from 'zod/mini'

import type { SwaprouteError } from '../../../core/errors.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { Token } from '../../../core/token.ts'
import { foreignReason } from '../../../core/foreignReason.ts'
import { envelopeError } from '../../../http/reason.ts'
import type { HttpResponse } from '../../../http/types.ts'
import {
  answerError,
  limitError,
  type Limits,
  noRoute,
  type ProviderName,
  quoteError,
  unnamedLimit,
} from '../errors.ts'
import { type AmountForm, readAmount } from './money.ts'

// An exchange's refusals as a table of its codes and texts, with the limits that they name.

/**
 * `low`, `high`: the amount. `none`: no offer. `no-offer`: no offer unless the HTTP status is more specific.
 * `refused`: this request. `outage`: temporary.
 */
export type RefusalKind = 'low' | 'high' | 'none' | 'no-offer' | 'refused' | 'outage'

/** Limits in the exchange's form; a maximum of zero means none. */
export type NamedLimits = { min?: string | null | undefined; max?: string | null | undefined }

/** Parts of a refusal; limits in addition to those that `limits` of the rate reads. */
export type RefusalParts = NamedLimits & {
  code?: string | null | undefined
  /** Human-readable reason. */
  reason?: string | null | undefined
  /** Limits of unknown side, likeliest first. */
  limits?: readonly string[]
}

/** A row of the table: conditions on an answer, and its kind. */
export type RefusalRow = {
  /** HTTP status. */
  status?: number
  /** Its code is one of these; `any`: it has one. */
  codes?: readonly string[] | 'any'
  /** Found in its reason. */
  text?: RegExp
  /** Limits inside the reason; with a point in token units, else in the exchange's form. */
  min?: RegExp
  max?: RegExp
  /** Absent: only its limits count. */
  means?: RefusalKind
}

export type Refusals = {
  /** Reads the parts of a refusal; absent or not matching: a reason anywhere in it. */
  wire?: z.ZodMiniType<RefusalParts>
  /** The first that fits counts. */
  rows: readonly RefusalRow[]
}

/** The part of an exchange that refuses. */
type RefusingExchange = ProviderName & {
  hasKey: boolean
  rate: { amounts: AmountForm; limits?: z.ZodMiniType<NamedLimits>; refusals?: Refusals }
}

/** The error of a refused quote or order: its limit, else its own reason. */
export function refusalError(
  exchange: RefusingExchange,
  { status, body }: HttpResponse,
  request: QuoteRequest,
  purpose: 'quote' | 'order',
): SwaprouteError {
  const { srcToken, srcAmount } = request
  const { rate, hasKey } = exchange
  const limitOf = (limits: Limits): SwaprouteError | null =>
    limitError(exchange, srcAmount, srcToken, limits)
  const limit = limitOf(limitsIn(exchange, body, srcToken))
  if (limit !== null) return limit
  const parts = partsOf(rate.refusals, body)
  const row = rate.refusals?.rows.find((one) => fits(one, status, parts)) ?? {}
  const sided = limitOf(sidedLimits(rate.amounts, parts, row, srcToken))
  if (sided !== null) return sided
  const { means } = row
  for (const text of parts.limits ?? []) {
    const min = means === 'high' ? null : readAmount(rate.amounts, text, srcToken, 'up')
    const max = means === 'low' ? null : readAmount(rate.amounts, text, srcToken, 'down')
    const error = limitOf({ min, max })
    if (error !== null) return error
  }
  const reason = parts.reason == null || parts.reason === '' ? null : parts.reason
  const envelope = reason === null ? body : { message: reason }
  switch (means ?? (purpose === 'quote' ? 'no-offer' : 'refused')) {
    case 'low':
      return unnamedLimit(exchange, 'AMOUNT_TOO_LOW', srcToken)
    case 'high':
      return unnamedLimit(exchange, 'AMOUNT_TOO_HIGH', srcToken)
    case 'none':
      return noRoute(exchange, reason === null ? null : foreignReason(reason))
    case 'no-offer':
      return quoteError(exchange, status, envelope, hasKey)
    case 'outage':
      return answerError(exchange, Math.max(status, 502), envelope, hasKey)
    case 'refused':
      return answerError(exchange, status, envelope, hasKey)
  }
}

/** Limits of a pair, in an offer or a refusal. */
export function limitsIn({ rate }: RefusingExchange, body: unknown, token: Token): Limits {
  const parsed = rate.limits === undefined ? null : z.safeParse(rate.limits, body)
  return toLimits(rate.amounts, parsed?.success === true ? parsed.data : {}, token)
}

function partsOf(refusals: Refusals | undefined, body: unknown): RefusalParts {
  if (refusals === undefined) return {}
  const parsed = refusals.wire === undefined ? null : z.safeParse(refusals.wire, body)
  return parsed?.success === true
    ? parsed.data
    : { reason: envelopeError(body, { anyField: true }) }
}

function fits(row: RefusalRow, status: number, { code, reason }: RefusalParts): boolean {
  const { codes, text } = row
  const isCode = codes === undefined || (code != null && (codes === 'any' || codes.includes(code)))
  const isText = text === undefined || text.test(reason ?? '')
  return isCode && isText && (row.status ?? status) === status
}

function sidedLimits(
  form: AmountForm,
  parts: RefusalParts,
  { min, max }: RefusalRow,
  token: Token,
): Limits {
  const named = toLimits(form, parts, token)
  const inText = (pattern: RegExp | undefined, rounding: 'up' | 'down'): bigint | null => {
    const text = pattern?.exec(parts.reason ?? '')?.[1]
    if (text === undefined) return null
    return readAmount(text.includes('.') ? 'text' : form, text, token, rounding)
  }
  return { min: inText(min, 'up') ?? named.min, max: inText(max, 'down') ?? named.max }
}

function toLimits(form: AmountForm, { min, max }: NamedLimits, token: Token): Limits {
  const most = readAmount(form, max ?? '0', token, 'down')
  return {
    min: min == null ? null : readAmount(form, min, token, 'up'),
    max: most === 0n ? null : most,
  }
}
