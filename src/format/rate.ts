/** Significant digits of a rate; more would suggest a precision that a market price does not have. */
const significant = 6
const scale = 18

/**
 * The rate per whole source token: `1 ETH = 2,999.95 USDC`, rounded down. Null if one side is zero
 * or not a number.
 * @param send amount in token units
 * @param receive amount in token units
 */
export function rateText(
  send: { amount: string; symbol: string },
  receive: { amount: string; symbol: string },
): string | null {
  const [from, to] = [send.amount, receive.amount].map(toScaled)
  if (from == null || to == null || from === 0n || to === 0n) return null
  const rate = (to * 10n ** BigInt(scale)) / from
  if (rate > 0n) return `1 ${send.symbol} = ${digits(rate)} ${receive.symbol}`
  return null
}

/** A decimal times 10^18; further digits are cut. */
function toScaled(text: string): bigint | null {
  const match = /^(\d{1,60})(?:\.(\d{1,80}))?$/.exec(text)
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
}

/** A number times 10^18 with six significant digits, at least two decimals above 1,000. */
function digits(value: bigint): string {
  const text = value.toString().padStart(scale + 1, '0')
  const whole = text.slice(0, -scale)
  const fraction = text.slice(-scale)
  const leadingZeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const kept = whole === '0' ? leadingZeros + significant : Math.max(2, significant - whole.length)
  const shown = fraction.slice(0, kept).replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  if (shown === '') return grouped
  return `${grouped}.${whole.length >= 4 ? shown.padEnd(2, '0') : shown}`
}
