import { foreignReason } from '../../core/foreignReason.ts'
import { isSameAddress } from '../../core/token.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { RuleCode } from '../../core/rules.ts'

/**
 * The refusal of a route before anything is signed.
 * @param what one sentence: what the route does wrong
 * @param facts for machines; JSON, so amounts as decimal strings
 */
export function unsafe(
  check: RuleCode,
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
