/** Row 12: addresses of all kinds, right and wrong ones, against other libraries' opinion. */
import { checkAddress } from '../../../src/chains/addresses.ts'
import { chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Random } from '../support/random.ts'
import { defineRow, type Row } from '../support/row.ts'
import { readAddressVectors } from '../../unit/chains/support/addressVectors.ts'
import { type Codec, codecs, testAddress } from './addressCodecs.ts'

/** How a text differs from a valid address. */
const changes: Readonly<Record<string, (text: string, codec: Codec, random: Random) => string>> = {
  mistyped: (text, { letters }, random) => {
    const at = 2 + random.below(text.length - 2)
    return text.slice(0, at) + random.pick(Array.from(letters)) + text.slice(at + 1)
  },
  swapped: (text, _, random) => {
    const at = 2 + random.below(text.length - 3)
    return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
  },
  'of other case': (text, _, random) =>
    random.pick([
      text.toLowerCase(),
      text.toUpperCase(),
      Array.from(text, (letter) =>
        random.below(2) === 0 ? letter.toLowerCase() : letter.toUpperCase(),
      ).join(''),
    ]),
  cut: (text, _, random) =>
    random.below(2) === 0 ? text.slice(0, -1 - random.below(4)) : text.slice(1 + random.below(3)),
  'too long': (text, { letters }, random) => text + random.pick(Array.from(letters)),
  'with a broken end': (text, { letters }, random) =>
    text.slice(0, -4) + Array.from({ length: 4 }, () => random.pick(Array.from(letters))).join(''),
  'with something invisible': (text, _, random) => {
    const at = random.below(text.length + 1)
    return (
      text.slice(0, at) +
      random.pick([' ', '\u200b', '\u202e', '\n', '\u00a0', '\0', '\ufeff']) +
      text.slice(at)
    )
  },
  'of a test network': (_, __, random) => testAddress(random),
  'of another chain': (_, { chain }, random) =>
    random.pick(codecs.filter((one) => one.chain !== chain)).make(random),
}

defineRow(
  {
    number: 12,
    title: 'addresses against other libraries',
    cases: { fast: 1_200, full: 21_000 },
  },
  async (row) => {
    const { random } = row
    const rounds = row.sized({ fast: 3, full: 100 })
    const mistakes = row.sized({ fast: 20, full: 200 })
    let mistyped = 0
    let slipped = 0
    for (let round = 0; round < rounds; round += 1) {
      for (const codec of codecs) {
        const valid = codec.make(random)
        await row.twin(`${codec.chain} ${valid}`, () => agree(codec, valid))
        for (const [name, change] of Object.entries(changes)) {
          const text = change(valid, codec, random)
          judge(codec, text, `${codec.chain} ${name}: ${JSON.stringify(text)}`, row)
        }
        if (codec.chain === 'ETH') {
          for (let time = 0; time < mistakes; time += 1) {
            const text = mixedMistype(valid, random)
            mistyped += 1
            if (verdict('ETH', text) === null) row.passed()
            else slipped += 1
          }
        }
      }
    }
    row.note(`mistyped mixed-case EVM addresses accepted: ${slipped} of ${mistyped}`)
    // One address of few letters may let two of some dozens pass: fewer are no rate.
    if (slipped > Math.max(3, mistyped / 1000))
      row.failed('mixed-case EVM', `${slipped} of ${mistyped} accepted`)
    else row.passed(slipped)
    published(row)
  },
)

/** Every kind, also those no other library is at hand for: published addresses, and changes of them. */
function published(row: Row): void {
  const { random } = row
  for (const { chain, good, bad, checksum } of readAddressVectors()) {
    for (const text of good) {
      expectVerdict(row, chain, text, true)
      for (const odd of [` ${text}`, `${text}\u200b`, `\u202e${text}`, `${text}\r`])
        expectVerdict(row, chain, odd, false)
      // Case carries too few bits, a number of 4 characters proves too little.
      if (checksum === null || chain === 'ETH') continue
      const { alphabet, skip } = checksum
      for (let time = 0; time < row.sized({ fast: 1, full: 10 }); time += 1) {
        const at = skip + random.below(text.length - skip)
        const letter = random.pick(Array.from(alphabet).filter((one) => one !== text.charAt(at)))
        if (!alphabet.includes(text.charAt(at))) continue
        expectVerdict(row, chain, text.slice(0, at) + letter + text.slice(at + 1), false)
      }
    }
    for (const text of bad) expectVerdict(row, chain, text, false)
  }
}

function expectVerdict(row: Row, chain: BlockchainId, text: string, valid: boolean): void {
  if ((verdict(chain, text) !== null) === valid) row.passed()
  else row.failed(`${chain} ${JSON.stringify(text)}`, valid ? 'refused' : 'accepted')
}

function judge(codec: Codec, text: string, name: string, row: Row): void {
  const expected = codec.read(text)
  const found = verdict(codec.chain, text)
  if (found === expected) row.passed()
  else row.failed(name, `${found ?? 'refused'} instead of ${expected ?? 'refused'}`)
}

function agree({ chain, read }: Codec, text: string): void {
  const found = verdict(chain, text)
  if (found === null || found !== read(text)) throw new Error(`${found ?? 'refused'}`)
}

/** The form to pay to; null for a refusal. Anything else than a refusal is thrown on. */
function verdict(chain: BlockchainId, text: string): string | null {
  try {
    return checkAddress(chainById(chain), text).address
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'INVALID_ADDRESS') return null
    throw thrown
  }
}

/** One digit is another one; never a change of letter case alone. */
function mixedMistype(text: string, random: Random): string {
  const at = 2 + random.below(40)
  const digit = random.pick(
    Array.from('0123456789abcdefABCDEF').filter(
      (one) => one.toLowerCase() !== text.charAt(at).toLowerCase(),
    ),
  )
  const other = text.slice(0, at) + digit + text.slice(at + 1)
  return /[a-f]/.test(other) && /[A-F]/.test(other) ? other : mixedMistype(text, random)
}
