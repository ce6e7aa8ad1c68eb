import { SwaprouteError } from '../../core/errors.ts'

/** The swap as typed; undefined for parts the user left out. */
export type Sentence = {
  amount: string | undefined
  rawAmount: string | undefined
  from: string | undefined
  to: string | undefined
}

/**
 * `1 eth:ETH to eth:USDC` and `-a 1 -f eth:ETH -t eth:USDC` are equal, also mixed: words fill the
 * gaps between flags, in the order amount, source, destination.
 * @throws SwaprouteError INVALID_ARGUMENT if a part is given twice
 */
export function readSentence(words: readonly string[], given: Sentence): Sentence {
  if (given.amount !== undefined && given.rawAmount !== undefined) throw twice('amount')
  const text = { ...given }
  const rest = words.filter((word, index) => index === 0 || word.toLowerCase() !== 'to')
  const open = (['amount', 'from', 'to'] as const).filter((name) =>
    name === 'amount'
      ? text.amount === undefined && text.rawAmount === undefined
      : text[name] === undefined,
  )
  if (rest.length > open.length) {
    const taken = (['amount', 'from', 'to'] as const).find((name) => !open.includes(name))
    throw twice(taken ?? 'to')
  }
  // `quote eth:ETH eth:USDC` lacks its amount: that message is better than one about an amount
  // "eth:ETH".
  const first = rest[0]?.includes(':') === true && open[0] === 'amount' ? 1 : 0
  refuseGlued(rest[0], open[0], words)
  for (const [index, word] of rest.entries()) {
    const name = open[index + first]
    if (name !== undefined) text[name] = word
  }
  return text
}

/** Whether the command line names the swap itself. */
export function isSwapNamed({ amount, rawAmount, from, to }: Sentence): boolean {
  return (amount ?? rawAmount ?? from ?? to) !== undefined
}

/** `100usdc`: an amount and its token without a space. */
function refuseGlued(
  first: string | undefined,
  open: string | undefined,
  words: readonly string[],
): void {
  const match =
    open === 'amount' ? /^(\d+(?:\.\d+)?)(?!e\d*$)([a-z]\w*(?::\w+)?)$/i.exec(first ?? '') : null
  if (match === null || /^0x/i.test(first ?? '')) return
  const [, amount = '', token = ''] = match
  throw new SwaprouteError(
    'INVALID_AMOUNT',
    `"${(first ?? '').slice(0, 40)}" has no space between amount and token.`,
    {
      hint: `Did you mean \`${[amount, token, ...words.slice(1)].join(' ').slice(0, 80)}\`?`,
    },
  )
}

/** @throws SwaprouteError MISSING_FIELD naming the missing flag */
export function required(value: string | undefined, what: string, flag: string): string {
  if (value !== undefined) return value
  throw new SwaprouteError('MISSING_FIELD', `The ${what} is missing.`, {
    hint: `Write it like \`swaproute quote 100 eth:USDC to arb:USDC\`, or give ${flag}.`,
    context: { field: what },
  })
}

const fieldNames: Readonly<Record<string, string>> = { from: 'source', to: 'destination' }

function twice(name: string): SwaprouteError {
  return new SwaprouteError(
    'INVALID_ARGUMENT',
    `The ${fieldNames[name] ?? name} was given more than once.`,
    {
      hint: 'Give it either in the sentence or by its flag.',
    },
  )
}
