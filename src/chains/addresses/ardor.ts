import { accept, type AddressKind, refuse, wrongChecksum } from './result.ts'

// Reed-Solomon code over GF(32) with 13 data and 4 check symbols.
// https://nxtdocs.jelurida.com/RS_Address_Format

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const order = [3, 2, 1, 0, 7, 6, 5, 4, 13, 14, 15, 16, 12, 8, 9, 10, 11]
const exponents = [
  1, 2, 4, 8, 16, 5, 10, 20, 13, 26, 17, 7, 14, 28, 29, 31, 27, 19, 3, 6, 12, 24, 21, 15, 30, 25,
  23, 11, 22, 9, 18, 1,
]
const logarithms = [
  0, 0, 1, 18, 2, 5, 19, 11, 3, 29, 6, 27, 20, 8, 12, 23, 4, 10, 30, 17, 7, 22, 28, 26, 21, 25, 9,
  16, 13, 14, 24, 15,
]

export const ardorKind: AddressKind = {
  shape: () => 'ARDOR- and 17 characters in groups',
  check: (text) => {
    const match =
      /^ARDOR-([2-9A-HJ-NP-Z]{4})-([2-9A-HJ-NP-Z]{4})-([2-9A-HJ-NP-Z]{4})-([2-9A-HJ-NP-Z]{5})$/.exec(
        text,
      )
    if (match === null) return refuse('it is not ARDOR- and groups of 4, 4, 4 and 5 characters')
    const codeword = Array.from({ length: order.length }, () => 0)
    ;[...match.slice(1).join('')].forEach((character, index) => {
      codeword[order[index] ?? 0] = alphabet.indexOf(character)
    })
    return isCodeword(codeword) ? accept(text, null) : refuse(wrongChecksum)
  },
}

function isCodeword(codeword: readonly number[]): boolean {
  for (let root = 1; root < 5; root += 1) {
    let sum = 0
    for (let term = 0; term < 31; term += 1) {
      if (term > 12 && term < 27) continue
      const symbol = codeword[term > 26 ? term - 14 : term] ?? 0
      sum ^= multiply(symbol, exponents[(root * term) % 31] ?? 0)
    }
    if (sum !== 0) return false
  }
  return true
}

function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0
  return exponents[((logarithms[a] ?? 0) + (logarithms[b] ?? 0)) % 31] ?? 0
}
