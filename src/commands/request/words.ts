import { SwaprouteError } from '../../core/errors.ts'
import type { assetFlags } from '../frame/flags.ts'
import type { Flags } from '../frame/shapes.ts'

type AssetFlag = (typeof assetFlags)[number]['name']

/** What is swapped, as typed; null where the user left it out. */
export type SentenceText = {
  amount: string | null
  rawAmount: string | null
  from: string | null
  to: string | null
}

/**
 * `1 eth:ETH to eth:USDC` and `-a 1 -f eth:ETH -t eth:USDC` are equal, also mixed: words fill what
 * no flag has given, in the order amount, source, destination.
 * @throws SwaprouteError INVALID_ARGUMENT when something is given twice
 */
export function readSentence(words: readonly string[], flags: Flags<AssetFlag>): SentenceText {
  if (flags.on('amount') && flags.on('raw-amount')) throw twice('amount')
  const text: SentenceText = {
    amount: flags.text('amount') ?? null,
    rawAmount: flags.text('raw-amount') ?? null,
    from: flags.text('from') ?? null,
    to: flags.text('to') ?? null,
  }
  const rest = words.filter((word, index) => index === 0 || word.toLowerCase() !== 'to')
  const open = (['amount', 'from', 'to'] as const).filter((name) =>
    name === 'amount' ? text.amount === null && text.rawAmount === null : text[name] === null,
  )
  if (rest.length > open.length) {
    const taken = (['amount', 'from', 'to'] as const).find((name) => !open.includes(name))
    throw twice(taken ?? 'to')
  }
  // `quote eth:ETH eth:USDC` lacks its amount; the sentence about that is better than one about
  // an amount that reads "eth:ETH".
  const first = rest[0]?.includes(':') === true && open[0] === 'amount' ? 1 : 0
  for (const [index, word] of rest.entries()) {
    const name = open[index + first]
    if (name !== undefined) text[name] = word
  }
  return text
}

/** @throws SwaprouteError MISSING_FIELD naming the flag that would fill the gap */
export function required(value: string | null, what: string, flag: string): string {
  if (value !== null) return value
  throw new SwaprouteError('MISSING_FIELD', `The ${what} is missing.`, {
    hint: `Write it like \`swaproute quote 100 eth:USDC to arb:USDC\`, or give ${flag}.`,
    context: { field: what },
  })
}

function twice(name: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', `The ${name} is given twice.`, {
    hint: 'Give it either in the sentence or by its flag.',
  })
}
