/** What disks, editors, careless hands and enemies do to a keystore. */
import type { Random } from '../support/random.ts'
import type { Sample } from './writers.ts'

export type Damage = {
  name: string
  /** Only the iv differs: nothing but an address in the file can show it (the mac leaves it out). */
  ivOnly?: true
  of(sample: Sample, random: Random): Uint8Array
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')
const wrongTypes: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'x',
  [],
  {},
  [[]],
  '0x',
  ' 3',
  1e308,
  2 ** 53,
]
const sizes: readonly unknown[] = [
  0,
  1,
  3,
  -2,
  2 ** 21,
  2 ** 30,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 62,
  1e300,
  '2',
  '0x2',
  2.5,
  null,
  [],
  '1e9',
  true,
]
const members = [
  'version',
  'crypto',
  'crypto.cipher',
  'crypto.cipherparams',
  'crypto.cipherparams.iv',
  'crypto.ciphertext',
  'crypto.kdf',
  'crypto.kdfparams',
  'crypto.kdfparams.salt',
  'crypto.kdfparams.dklen',
  'crypto.mac',
]

/** The text with one member replaced; `undefined` takes it away. */
function withMember({ text }: Sample, path: string, value: unknown): Uint8Array {
  const whole: unknown = JSON.parse(text)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let place: unknown = whole
  for (const step of steps) place = Reflect.get(Object(place), step)
  if (value === undefined) Reflect.deleteProperty(Object(place), last)
  else Reflect.set(Object(place), last, value)
  return utf8(JSON.stringify(whole))
}

function hexMember({ text }: Sample, name: string): string {
  return new RegExp(`"${name}":"([0-9a-f]*)"`).exec(text)?.[1] ?? ''
}

function otherDigit(digits: string, random: Random): string {
  const at = random.below(digits.length)
  const digit = random.pick(
    Array.from('0123456789abcdef').filter((one) => one !== digits.charAt(at)),
  )
  return digits.slice(0, at) + digit + digits.slice(at + 1)
}

function nested(depth: number, random: Random): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1)
    value = random.below(2) === 0 ? [value] : { a: value }
  return value
}

const kdfNames = [
  'argon2id',
  'bcrypt',
  'SCRYPT ',
  'pbkdf2',
  'scrypt',
  '__proto__',
  'constructor',
  '',
]

export const damages: readonly Damage[] = [
  {
    name: 'flipped bit',
    of: ({ text }, random) => {
      const bytes = Buffer.from(text, 'utf8')
      const at = random.below(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
      return bytes
    },
  },
  {
    name: 'several flipped bits',
    of: ({ text }, random) => {
      const bytes = Buffer.from(text, 'utf8')
      for (let time = 0; time < 8; time += 1) {
        const at = random.below(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
      }
      return bytes
    },
  },
  { name: 'cut', of: ({ text }, random) => utf8(text.slice(0, random.below(text.length))) },
  {
    name: 'cut at the beginning',
    of: ({ text }, random) => utf8(text.slice(1 + random.below(text.length - 1))),
  },
  {
    name: 'hole of zeros',
    of: ({ text }, random) => {
      const bytes = Buffer.from(text, 'utf8')
      const at = random.below(bytes.length)
      return bytes.fill(0, at, Math.min(bytes.length, at + 64))
    },
  },
  {
    name: 'piece lost',
    of: ({ text }, random) => {
      const at = random.below(text.length)
      return utf8(text.slice(0, at) + text.slice(at + 1 + random.below(16)))
    },
  },
  {
    name: 'piece doubled',
    of: ({ text }, random) => {
      const at = random.below(text.length)
      return utf8(text.slice(0, at) + text.slice(Math.max(0, at - 8)))
    },
  },
  { name: 'of noise', of: (_, random) => random.bytes(random.below(2_000)) },
  { name: 'with a mark of order', of: ({ text }) => utf8(`\ufeff${text}`) },
  { name: 'written twice', of: ({ text }) => utf8(text + text) },
  {
    name: 'of a wrong type',
    of: (sample, random) => withMember(sample, random.pick(members), random.pick(wrongTypes)),
  },
  {
    name: 'without a member',
    of: (sample, random) => withMember(sample, random.pick(members), undefined),
  },
  {
    name: 'of another version',
    of: (sample, random) => withMember(sample, 'version', random.pick([0, 1, 2, 4, '4', 3.1, -3])),
  },
  {
    name: 'with another mac',
    of: (sample, random) =>
      withMember(sample, 'crypto.mac', otherDigit(hexMember(sample, 'mac'), random)),
  },
  {
    name: 'with another ciphertext',
    of: (sample, random) =>
      withMember(sample, 'crypto.ciphertext', otherDigit(hexMember(sample, 'ciphertext'), random)),
  },
  {
    name: 'with a ciphertext of another length',
    of: (sample, random) => {
      const digits = hexMember(sample, 'ciphertext')
      return withMember(
        sample,
        'crypto.ciphertext',
        random.pick([digits.slice(2), `${digits}00`, '', '00', digits.repeat(40)]),
      )
    },
  },
  {
    name: 'with another salt',
    of: (sample, random) =>
      withMember(sample, 'crypto.kdfparams.salt', otherDigit(hexMember(sample, 'salt'), random)),
  },
  {
    name: 'with another iv',
    ivOnly: true,
    of: (sample, random) =>
      withMember(sample, 'crypto.cipherparams.iv', otherDigit(hexMember(sample, 'iv'), random)),
  },
  {
    name: 'with another kdf',
    of: (sample, random) => withMember(sample, 'crypto.kdf', random.pick(kdfNames)),
  },
  ...['n', 'r', 'p', 'dklen'].map((field): Damage => ({
    name: `with an odd ${field}`,
    of: (sample, random) => withMember(sample, `crypto.kdfparams.${field}`, random.pick(sizes)),
  })),
  {
    name: 'with an invalid c',
    of: (sample, random) =>
      withMember(
        sample,
        'crypto.kdfparams.c',
        random.pick([0, -1, 2 ** 24, 2 ** 32, 1.5, '1', null, []]),
      ),
  },
  {
    name: 'that would take all memory',
    of: (sample, random) => {
      const [n, r, p] = random.pick([
        [2 ** 20, 9, 1],
        [2 ** 20, 8, 5],
        [2 ** 18, 33, 1],
        [2, 2 ** 23, 1],
        [2 ** 10, 2 ** 14, 1],
        [2 ** 16, 8, 2 ** 20],
        [2, 1, 2 ** 30],
        [2, 8, 2 ** 21],
        [4, 2 ** 20, 8],
      ])
      const whole = Buffer.from(withMember(sample, 'crypto.kdf', 'scrypt')).toString()
      return withMember({ ...sample, text: whole }, 'crypto.kdfparams', {
        n,
        r,
        p,
        dklen: 32,
        salt: 'ab'.repeat(32),
      })
    },
  },
  {
    name: 'that would take all day',
    of: (sample, random) => {
      const whole = Buffer.from(withMember(sample, 'crypto.kdf', 'pbkdf2')).toString()
      const c = random.pick([10_000_001, 2 ** 31, 2 ** 32 + 1, 1e15, 2 ** 53])
      const params = { c, prf: 'hmac-sha256', dklen: 32, salt: 'ab'.repeat(32) }
      return withMember({ ...sample, text: whole }, 'crypto.kdfparams', params)
    },
  },
  {
    name: 'with another hash',
    of: (sample, random) =>
      withMember(
        sample,
        'crypto.kdfparams.prf',
        random.pick(['hmac-sha1', 'hmac-sha512', 'md5', '', null, 1]),
      ),
  },
  {
    name: 'with another cipher',
    of: (sample, random) =>
      withMember(
        sample,
        'crypto.cipher',
        random.pick(['aes-256-ctr', 'aes-128-cbc', 'none', '', null]),
      ),
  },
  {
    name: 'of another owner',
    of: (sample, random) => {
      const address = Buffer.from(random.bytes(20)).toString('hex')
      const other = { kind: 'ton', address: `0:${'11'.repeat(32)}`, walletVersion: 'v5r1' }
      if (sample.kind === 'evm') return withMember(sample, 'address', address)
      const publicKey = Buffer.from(random.bytes(32)).toString('hex')
      return random.below(2) === 0
        ? withMember(sample, 'swaproute', other)
        : withMember(sample, 'swaproute.publicKey', publicKey)
    },
  },
  {
    name: 'nested deeply',
    of: (sample, random) =>
      withMember(
        sample,
        random.pick(['crypto', 'x', 'crypto.kdfparams']),
        nested(random.pick([5, 50, 500]), random),
      ),
  },
  {
    name: 'of brackets alone',
    of: (_, random) => utf8(random.pick(['[', '{"a":', '"']).repeat(random.pick([10, 20_000]))),
  },
  {
    name: 'with doubled members',
    of: ({ text }, random) =>
      utf8(text.replace('{', random.pick(['{"Crypto":{},', '{"VERSION":1,', '{"CRYPTO":null,']))),
  },
  {
    name: 'with keys of the language',
    of: ({ text }, random) =>
      utf8(
        text.replace(
          '"crypto":{',
          random.pick([
            '"crypto":{"__proto__":{"kdf":"x"},"kdf":"none",',
            '"crypto":{"MAC":"00",',
            '"__proto__":{"crypto":1},"crypto":{"Kdf":"y",',
          ]),
        ),
      ),
  },
]
