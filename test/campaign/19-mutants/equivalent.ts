/** Mutants that no test can distinguish from the original, each with the reason. */
import { type Equivalent, walletEquivalents } from './equivalentWallet.ts'
import type { Target } from './targets.ts'

const equivalents: readonly Equivalent[] = [
  ...walletEquivalents,
  {
    file: 'execution/renewal.ts',
    line: 'const flagLevels = { yes: 0, confirm_amount: 1, impossible: 2 } as const',
    original: '2',
    replacement: '(2 + 1)',
    reason: 'only the order of the levels counts',
  },
  {
    file: 'execution/renewal.ts',
    line: 'const typingLevels = { yes_no: 0, type_amount: 1 } as const',
    original: '1',
    replacement: '(1 + 1)',
    reason: 'only the order of the levels counts',
  },
  {
    file: 'execution/renewal.ts',
    line: 'const before = accepted.find((one) => one.name === name && isSameToken(one.token, token))',
    original: 'find',
    replacement: 'findLast',
    reason: 'a card has one fee of a name and a token',
  },
  {
    file: 'chains/callRules.ts',
    line: 'return powers.find((power) => !isOwn(power)) ?? null',
    original: 'find',
    replacement: 'findLast',
    reason: 'whichever of several powers is named, the call is refused',
  },
  {
    file: 'agents/plans.ts',
    line: 'dropEnded()',
    original: 'dropEnded()',
    replacement: ';',
    reason:
      'it is called at both ends: a plan that stayed in between is dropped before it is taken',
  },
  {
    file: 'agents/plans.ts',
    line: 'const mostRepeats = 1_000',
    original: '1_000',
    replacement: '(1_000 + 1)',
    reason: 'one more than are ever made within ten minutes',
  },
  {
    file: 'http/agreed.ts',
    line: 'const trouble = answers.find(isNodeError)',
    original: 'find',
    replacement: 'findLast',
    reason: 'whichever of them is quoted, the next host is asked',
  },
  {
    file: 'http/agreed.ts',
    line: 'if (one.ok && other.ok) return textOf(one.result) === textOf(other.result)',
    original: '&&',
    replacement: '||',
    reason: 'an error has no result, and a result is never nothing',
  },
  {
    file: 'checks/amounts.ts',
    line: 'const ofClaimedBps = Number((gasUsdE18 * 10_000n) / (claimedUsdE18 > 0n ? claimedUsdE18 : 1n))',
    original: '0n',
    replacement: '(0n + 1n)',
    reason: 'of 1 both ways make 1',
  },
  {
    file: 'checks/decoded.ts',
    line: 'if (srcAmount < (decoded.leastIn ?? 0n)) {',
    original: '0n',
    replacement: '(0n + 1n)',
    reason: 'a swap of nothing is refused long before',
  },
  {
    file: 'checks/gas.ts',
    line: 'if (left >= most) return most',
    original: '>=',
    replacement: '>',
    reason: 'where both are equal it does not matter which is taken',
  },
  {
    file: 'checks/gas.ts',
    line: 'return left > now ? left : now',
    original: '>',
    replacement: '>=',
    reason: 'where both are equal it does not matter which is taken',
  },
  {
    file: 'checks/amounts.ts',
    line: 'const rounded = scaled > 0n ? (scaled + paidUsdE18 - 1n) / paidUsdE18 : scaled / paidUsdE18',
    original: '>',
    replacement: '>=',
    reason: 'of nothing both ways of rounding make nothing',
  },
  {
    file: 'checks/amounts.ts',
    line: 'const rounded = scaled > 0n ? (scaled + paidUsdE18 - 1n) / paidUsdE18 : scaled / paidUsdE18',
    original: '0n',
    replacement: '(0n + 1n)',
    reason: 'it is a multiple of 10,000 and never 1',
  },
  {
    file: 'checks/amounts.ts',
    line: 'if (quoted.dstMinAmount > floor) return { acceptedMin: quoted.dstMinAmount }',
    original: '>',
    replacement: '>=',
    reason: 'where both are equal only the sentence about the slippage is left out',
  },
  {
    file: 'checks/gas.ts',
    line: 'if (most < lowest) lowest = most',
    original: '<',
    replacement: '<=',
    reason: 'where both are equal it does not matter which is taken',
  },
  {
    file: 'checks/gas.ts',
    line: 'if (maxFeeOf(fees) <= most) return fees',
    original: '<=',
    replacement: '<',
    reason: 'fees that are cut to what they are stay the same',
  },
  {
    file: 'checks/gas.ts',
    line: 'return { ...fees, maxFeePerGas: most, maxPriorityFeePerGas: tip < overBase ? tip : overBase }',
    original: '<',
    replacement: '<=',
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
  {
    file: 'store/processes.ts',
    line: "if (state === 'Z' || state === 'X') return null",
    original: "'X'",
    replacement: "'mutated'",
    reason: 'that state is never shown, by proc(5)',
  },
  {
    file: 'store/processes.ts',
    line: "if (!(thrown instanceof Error) || !('code' in thrown)) return false",
    original: '||',
    replacement: '&&',
    reason: 'whatever the system refuses comes as an Error with a code',
  },
  {
    file: 'store/processes.ts',
    line: "if (!(thrown instanceof Error) || !('code' in thrown)) return false",
    original: 'false',
    replacement: 'true',
    reason: 'whatever the system refuses comes as an Error with a code',
  },
  {
    file: 'store/processes.ts',
    line: 'timeout: 2000,',
    original: '2000',
    replacement: '(2000 + 1)',
    reason: 'a millisecond of two seconds is not visible',
  },
  {
    file: 'store/journalTables.ts',
    line: "return row === undefined ? 0 : numberIn(row, 'last')",
    original: '0',
    replacement: '(0 + 1)',
    reason: 'the highest of no records is a row too',
  },
  {
    file: 'store/journalTables.ts',
    line: 'const open = isEnd(event) ? 0 : 1',
    original: '1',
    replacement: '(1 + 1)',
    reason: 'the smaller of it and the flag, which is 0 or 1, is the flag',
  },
  {
    file: 'store/database.ts',
    line: "return row === undefined ? 0 : numberIn(row, 'user_version')",
    original: '0',
    replacement: '(0 + 1)',
    reason: 'a PRAGMA always answers with a row',
  },
  {
    file: 'store/database.ts',
    line: "return typeof value === 'object' && value !== null",
    original: '&&',
    replacement: '||',
    reason: 'what libsql answers with are objects, all of them',
  },
  {
    file: 'store/mark.ts',
    line: 'found: Number.isSafeInteger(found) && found > 0 ? found : 0,',
    original: '>',
    replacement: '>=',
    reason: 'nothing found is 0 as well',
  },
  {
    file: 'evidence/ton.ts',
    line: 'return named !== null && named < value ? named : value',
    original: '<',
    replacement: '<=',
    reason: 'where both are equal it does not matter which is taken',
  },
  {
    file: 'store/salvage.ts',
    line: 'updatedAtMs: records.at(-1)?.atMs ?? 0,',
    original: '0',
    replacement: '(0 + 1)',
    reason: 'a swap is there by its records, and has one',
  },
]

/** Entries whose line is in none of their files any more: they excuse nothing. */
export function staleEquivalents(targets: readonly Pick<Target, 'file' | 'text'>[]): string[] {
  const has = ({ file, line }: Equivalent): boolean =>
    targets.some(
      (target) =>
        target.file.endsWith(file) && target.text.split('\n').some((one) => codeOf(one) === line),
    )
  return equivalents.filter((one) => !has(one)).map(({ file, line }) => `${file}: ${line}`)
}

/** A line without its indentation and its remark. */
function codeOf(line: string): string {
  return line.trim().replace(/ \/\/ .*$/, '')
}

export function reasonOf({ file, text, mutant }: Target): string | null {
  const line = codeOf(text.split('\n')[mutant.line - 1] ?? '')
  const found = equivalents.find(
    (one) =>
      file.endsWith(one.file) &&
      one.line === line &&
      one.original === mutant.original &&
      one.replacement === mutant.replacement,
  )
  return found?.reason ?? null
}
