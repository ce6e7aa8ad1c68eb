/** Row 12: amounts are exact, against arithmetic of the test's own. */
import {
  formatAmount,
  minimumAfterSlippage,
  mulDivDown,
  mulDivUp,
  parseAmount,
} from '../../../src/core/amounts.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Random } from '../support/random.ts'
import { defineRow } from '../support/row.ts'

const digits = '0123456789'

/** What no amount may contain; put somewhere into one. */
const intruders = [
  '-',
  '+',
  'e',
  'e5',
  'E-3',
  ',',
  "'",
  '_',
  ' ',
  '.',
  'x',
  '0x',
  '٣',
  '１',
  '\u200b',
  '\n',
  '%',
  'n',
  '½',
  '∞',
  '\0',
  '−',
]

defineRow(
  {
    number: 12,
    title: 'amounts against BigInt arithmetic',
    cases: { fast: 20_000, full: 1_000_000 },
  },
  async (row) => {
    const { random } = row
    const rounds = row.sized({ fast: 4_000, full: 200_000 })
    for (let round = 0; round < rounds; round += 1) {
      const decimals = random.pick([0, 1, 2, 6, 8, 9, 18, 24, random.below(78)])
      const text = amountText(decimals, random)
      const wrong = spoilt(text, decimals, random)
      const amount = bigRandom(random)
      const problems = [
        parsed(text, decimals),
        parsed(wrong, decimals),
        formatted(amount, decimals),
        divided(amount, bigRandom(random), bigRandom(random) + 1n),
        slipped(amount, random.below(10_001)),
      ]
      for (const problem of problems) {
        if (problem === null) row.passed()
        else row.failed(`round ${round}`, problem)
      }
    }
  },
)

/** Value in base units by reading letter by letter; null for a text that is no amount. */
function valueOf(text: string, decimals: number): bigint | null {
  if (text.length === 0 || text.length > 96) return null
  let value = 0n
  let places: number | null = null
  for (let at = 0; at < text.length; at += 1) {
    const digit = digits.indexOf(text.charAt(at))
    if (digit >= 0) {
      value = value * 10n + BigInt(digit)
      if (places !== null) places += 1
    } else if (text.charAt(at) === '.' && places === null && at > 0 && at < text.length - 1)
      places = 0
    else return null
  }
  const missing = decimals - (places ?? 0)
  return missing < 0 ? null : value * 10n ** BigInt(missing)
}

function parsed(text: string, decimals: number): string | null {
  const expected = valueOf(text, decimals)
  let found: bigint | null = null
  try {
    found = parseAmount(text, decimals)
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError))
      return `${JSON.stringify(text)} throws ${String(thrown)}`
  }
  return found === expected
    ? null
    : `${JSON.stringify(text)} of ${decimals} decimals is ${found}, not ${expected}`
}

function formatted(amount: bigint, decimals: number): string | null {
  const text = formatAmount(amount, decimals)
  const shortest = !/\.\d*0$|\.$|^0\d/.test(text)
  const back = valueOf(text, decimals)
  if (!shortest) return `${text} has digits without need`
  if (text.length > 96) return null
  if (back !== amount) return `${amount} with ${decimals} decimals is written ${text}`
  return parseAmount(text, decimals) === amount ? null : `${text} is not read back`
}

function divided(amount: bigint, numerator: bigint, denominator: bigint): string | null {
  const product = amount * numerator
  const down = mulDivDown(amount, numerator, denominator)
  const up = mulDivUp(amount, numerator, denominator)
  const isFloor = down * denominator <= product && product < (down + 1n) * denominator
  const isCeiling = up * denominator >= product && (up === 0n || (up - 1n) * denominator < product)
  return isFloor && isCeiling
    ? null
    : `${amount} * ${numerator} / ${denominator} is ${down} or ${up}`
}

function slipped(amount: bigint, bps: number): string | null {
  const least = minimumAfterSlippage(amount, bps)
  const exact = amount * (10_000n - BigInt(bps))
  // A minimum of nothing would be no minimum.
  if (amount > 0n && exact < 10_000n) return least === 1n ? null : `${bps} bp leave ${least}`
  return least * 10_000n <= exact && exact < (least + 1n) * 10_000n
    ? null
    : `${bps} bp off ${amount} leave ${least}`
}

function amountText(decimals: number, random: Random): string {
  const some = (most: number): string =>
    Array.from({ length: random.below(most + 1) }, () => digits.charAt(random.below(10))).join('')
  const whole = random.pick(['0', '1', '00', some(1), some(10), some(40)]) || '0'
  const fraction = some(random.pick([decimals, decimals, decimals + 3]))
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function spoilt(text: string, decimals: number, random: Random): string {
  const at = random.below(text.length + 1)
  return random.pick([
    () => text.slice(0, at) + random.pick(intruders) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1),
    () => `${text}${'0'.repeat(decimals + 1)}`,
    () => `${text}.${text}`,
    () => '9'.repeat(90 + random.below(12)),
    () => '',
  ])()
}

/** From nothing to 2^256. */
function bigRandom(random: Random): bigint {
  const size = random.below(33)
  return size === 0 ? 0n : BigInt(`0x${Buffer.from(random.bytes(size)).toString('hex')}`)
}
