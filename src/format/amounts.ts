const significantDigits = 8
const decimalText = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * A decimal text with at most 8 significant digits; the rest is cut, because an amount received is
 * never rounded up. Text that is not a plain decimal comes back unchanged.
 */
export function shortAmount(amount: string): string {
  return cutFraction(amount, fractionDigits(amount))
}

/**
 * Amounts of one token in a column: all with the same number of decimals, so that the decimal
 * points line up, and as many as let the largest show up to 8 significant digits. Cut, never
 * rounded; an amount that would become zero keeps its own digits.
 */
export function alignedAmounts(amounts: readonly string[]): string[] {
  const digits = amounts.filter(isNonZero).map(fractionDigits)
  const shared = digits.length === 0 ? 0 : Math.min(...digits)
  const longest = Math.max(0, ...amounts.map((amount) => fractionOf(amount).length))
  return amounts.map((amount) => {
    const short = cutFraction(amount, shared)
    if (isNonZero(amount) && !isNonZero(short)) return shortAmount(amount)
    const wanted = Math.min(shared, longest)
    if (!decimalText.test(amount) || wanted === 0) return short
    const [whole = '', fraction = ''] = short.split('.')
    return `${whole}.${fraction.padEnd(wanted, '0')}`
  })
}

/**
 * Amounts of different tokens in a column: each with its own 8 significant digits, padded with
 * spaces on the right so that the decimal points line up.
 */
export function alignedPoints(amounts: readonly string[]): string[] {
  const short = amounts.map(shortAmount)
  const tail = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0)
  const longest = Math.max(0, ...short.map(tail))
  return short.map((text) => text + ' '.repeat(longest - tail(text)))
}

/** How many decimals of this amount fit into 8 significant digits. */
function fractionDigits(amount: string): number {
  const match = decimalText.exec(amount)
  if (match === null) return 0
  const whole = (match[2] ?? '').replace(/^0+/, '')
  if (whole !== '') return Math.max(0, significantDigits - whole.length)
  const leadingZeros = /^0*/.exec(match[3] ?? '')?.[0].length ?? 0
  return leadingZeros + significantDigits
}

function cutFraction(amount: string, digits: number): string {
  const match = decimalText.exec(amount)
  if (match === null) return amount
  const [, sign = '', whole = '', fraction = ''] = match
  const kept = fraction.slice(0, digits).replace(/0+$/, '')
  return `${sign}${whole}${kept === '' ? '' : `.${kept}`}`
}

function fractionOf(amount: string): string {
  return decimalText.exec(amount)?.[3] ?? ''
}

function isNonZero(amount: string): boolean {
  return /[1-9]/.test(amount)
}
