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
  {
    file: 'wallet/fees.ts',
    line: 'const overBase = gasPrice > baseFee ? gasPrice - baseFee : 0n',
    original: '>',
    replacement: '>=',
    reason: 'nothing is over where both are equal',
  },
  {
    file: 'wallet/fees.ts',
    line: 'const maxPriorityFeePerGas = wanted < most ? wanted : most',
    original: '<',
    replacement: '<=',
    reason: 'where both are equal it does not matter which is taken',
  },
  {
    file: 'wallet/fees.ts',
    line: '.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))',
    original: '<',
    replacement: '<=',
    reason: 'equal tips may stand in any order',
  },
  {
    file: 'wallet/fees.ts',
    line: '.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))',
    original: '1',
    replacement: '(1 + 1)',
    reason: 'only the sign of a comparison counts',
  },
  {
    file: 'wallet/fees.ts',
    line: '.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))',
    original: '>',
    replacement: '>=',
    reason: 'equal tips may stand in any order',
  },
  {
    file: 'wallet/fees.ts',
    line: '.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))',
    original: '>',
    replacement: '<=',
    reason: 'sorting only asks whether one is less than the other',
  },
  {
    file: 'wallet/fees.ts',
    line: '.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))',
    original: 'a > b',
    replacement: '!(a > b)',
    reason: 'sorting only asks whether one is less than the other',
  },
  {
    file: 'wallet/fees.ts',
    line: '.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))',
    original: '0',
    replacement: '(0 + 1)',
    reason: 'equal tips may stand in any order',
  },
  {
    file: 'wallet/recoverSender.ts',
    line: 'if (r <= 0n || r >= groupOrder || s <= 0n || s > groupOrder / 2n) return null',
    original: '>=',
    replacement: '>',
    reason: 'the order has no inverse, so that nobody is found',
  },
  {
    file: 'wallet/recoverSender.ts',
    line: 'let sum: Point = { x: 1n, y: 1n, z: 0n }',
    original: '1n',
    replacement: '(1n + 1n)',
    reason: 'with z = 0 it is the point at infinity, whatever x and y are',
  },
  {
    file: 'wallet/recoverSender.ts',
    line: 'if (h === 0n) return r === 0n ? double(a) : { x: 1n, y: 1n, z: 0n }',
    original: '1n',
    replacement: '(1n + 1n)',
    reason: 'with z = 0 it is the point at infinity, whatever x and y are',
  },
  {
    file: 'wallet/rlp.ts',
    line: "if (first === undefined) throw new RangeError('ends too early')",
    original: "throw new RangeError('ends too early')",
    replacement: ';',
    reason: 'only the empty input comes here, and it is refused for its end as well',
  },
  {
    file: 'wallet/rlp.ts',
    line: "if (to > input.length) throw new RangeError('ends too early')",
    original: "throw new RangeError('ends too early')",
    replacement: ';',
    reason: 'an end beyond the input is then refused by the list or the input around it',
  },
  {
    file: 'wallet/evmKey.ts',
    line: 'while (start < end && isSpace(text[start])) start += 1',
    original: '<',
    replacement: '<=',
    reason: 'behind the end there is no space',
  },
  {
    file: 'wallet/evmKey.ts',
    line: 'while (end > start && isSpace(text[end - 1])) end -= 1',
    original: '>',
    replacement: '>=',
    reason: 'what holds nothing but spaces is no key, wherever it ends',
  },
  {
    file: 'wallet/evmKey.ts',
    line: 'if (text[start] === 0x30 && ((text[start + 1] ?? 0) | 0x20) === 0x78) start += 2',
    original: '0',
    replacement: '(0 + 1)',
    reason: 'neither of them is an x',
  },
  {
    file: 'wallet/evmKey.ts',
    line: 'if (byte === undefined) return -1',
    original: '-1',
    replacement: '(null)',
    reason: 'the digits were counted before they are read',
  },
  {
    file: 'wallet/evmKey.ts',
    line: 'if (byte === undefined) return -1',
    original: '1',
    replacement: '(1 + 1)',
    reason: 'the digits were counted before they are read',
  },
  {
    file: 'wallet/evmKey.ts',
    line: 'return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1',
    original: '1',
    replacement: '(1 + 1)',
    reason: 'any number below zero means that it is no digit',
  },
  {
    file: 'wallet/simulationLogs.ts',
    line: 'if (known === undefined || known.amount < approval.amount) seen.set(key, approval)',
    original: '<',
    replacement: '<=',
    reason: 'approvals of one key with the same amount are the same',
  },
  {
    file: 'wallet/simulationLogs.ts',
    line: 'eventTopics.set(signature, topic)',
    original: 'eventTopics.set(signature, topic)',
    replacement: ';',
    reason: 'what is not remembered is computed again',
  },
  {
    file: 'wallet/evm.ts',
    line: "return answer ?? { ok: false, code: 0, message: 'no answer', data: null }",
    original: '0',
    replacement: '(0 + 1)',
    reason: 'neither of the codes means anything',
  },
  {
    file: 'wallet/simulate.ts',
    line: 'return { ok: false, answer: { ok: false, code: 0, message, data: null } }',
    original: '0',
    replacement: '(0 + 1)',
    reason: 'neither of the codes means anything',
  },
  {
    file: 'wallet/signerProtocol.ts',
    line: 'signTon: 6,',
    original: '6',
    replacement: '(6 + 1)',
    reason: 'both ends read it here, and no other kind has that number',
  },
  {
    file: 'wallet/signerProtocol.ts',
    line: "throw new RangeError('not JSON', { cause })",
    original: "throw new RangeError('not JSON', { cause })",
    replacement: ';',
    reason: 'what is no JSON is then refused for being no answer',
  },
  {
    file: 'wallet/revertReasons.ts',
    line: 'const known = knownErrors.find(([signature]) => selectorOf(signature) === selector)',
    original: 'find',
    replacement: 'findLast',
    reason: 'no two of them have the same selector',
  },
  {
    file: 'wallet/simulate.ts',
    line: '(data !== null && data.length > 2) ||',
    original: '2',
    replacement: '(2 + 1)',
    reason: 'the data of an error arrive in whole bytes, of two digits each',
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
