import { foreignReason } from '../../core/foreignReason.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { SwaprouteError } from '../../core/errors.ts'

/** Codes of docs/safety.md section 2 that execution enforces. */
export type CheckCode =
  | 'E1'
  | 'E2'
  | 'E3'
  | 'E4'
  | 'E5'
  | 'E8'
  | 'E9'
  | 'E10'
  | 'E11'
  | 'E13'
  | 'E15'
  | 'E18'
  | 'T1'
  | 'T2'
  | 'T3'
  | 'T4'
  | 'T5'
  | 'T6'
  | 'T7'
  | 'P2'
  | 'P3'
  | 'P4'
  | 'P9'
  | 'S6'

/**
 * The refusal of a route before anything is signed.
 * @param what one sentence: what the route does wrong
 * @param facts for machines; JSON, so amounts as decimal strings
 */
export function unsafe(
  check: CheckCode,
  what: string,
  facts: Record<string, string | number | null> = {},
): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${foreignReason(what, 320)} (check ${check})`, {
    hint: 'Nothing was signed. Get a new quote, or choose another provider with --provider.',
    context: {
      check,
      ...Object.fromEntries(
        Object.entries(facts).map(([name, fact]) => [
          name,
          typeof fact === 'string' ? foreignReason(fact, 320) : fact,
        ]),
      ),
    },
  })
}

export function isAmong(address: string, list: readonly string[]): boolean {
  return list.some((other) => isSameAddress(address, other))
}
