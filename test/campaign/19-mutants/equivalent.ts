/** Mutants that no test can tell from the original, each with the reason. */
import type { Target } from './targets.ts'

type Equivalent = {
  file: string
  /** The line of the source it is in, without its indentation. */
  line: string
  original: string
  replacement: string
  reason: string
}

const equivalents: readonly Equivalent[] = [
  {
    file: 'checks/price.ts',
    line: "return `${(bps / 100).toFixed(2).replace(/\\.?0+$/, '')} %`",
    original: '2',
    replacement: '(2 + 1)',
    reason: 'basis points are whole, and zeros at the end go',
  },
  {
    file: 'checks/price.ts',
    line: 'const rounded = scaled > 0n ? (scaled + paidUsdE18 - 1n) / paidUsdE18 : scaled / paidUsdE18',
    original: '>',
    replacement: '>=',
    reason: 'of nothing both ways of rounding make nothing',
  },
  {
    file: 'checks/price.ts',
    line: 'const rounded = scaled > 0n ? (scaled + paidUsdE18 - 1n) / paidUsdE18 : scaled / paidUsdE18',
    original: '0n',
    replacement: '(0n + 1n)',
    reason: 'it is a multiple of 10,000 and never 1',
  },
  {
    file: 'checks/minimum.ts',
    line: 'const floor = minReceive !== null && minReceive > acceptedMin ? minReceive : acceptedMin',
    original: '>',
    replacement: '>=',
    reason: 'where both are equal it does not matter which is taken',
  },
  {
    file: 'checks/simulation.ts',
    line: 'const arrived = changes.find((change) => isSameAddress(change.token, address))?.delta ?? 0n',
    original: 'find',
    replacement: 'findLast',
    reason: 'a simulation tells each token once',
  },
  {
    file: 'checks/simulation.ts',
    line: 'if (delta >= 0n) return',
    original: '>=',
    replacement: '>',
    reason: 'what does not change is below every limit',
  },
  {
    file: 'checks/simulation.ts',
    line: 'if (delta >= 0n) return',
    original: '0n',
    replacement: '(0n + 1n)',
    reason: 'what does not change is below every limit',
  },
  {
    file: 'checks/contracts.ts',
    line: 'if (code.length > 2) return',
    original: '2',
    replacement: '(2 + 1)',
    reason: 'bytes have two digits, so there is no code of three characters',
  },
  {
    file: 'checks/contracts.ts',
    line: 'const amount = byteLength(data) === 36 ? readUint(data, 4) : -1n',
    original: '1n',
    replacement: '(1n + 1n)',
    reason: 'no negative number is the amount of a swap',
  },
]

export function reasonOf({ file, text, mutant }: Target): string | null {
  const line = (text.split('\n')[mutant.line - 1] ?? '').trim()
  const found = equivalents.find(
    (one) =>
      file.endsWith(one.file) &&
      one.line === line &&
      one.original === mutant.original &&
      one.replacement === mutant.replacement,
  )
  return found?.reason ?? null
}
