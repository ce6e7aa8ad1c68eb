import { SwaprouteError } from '../core/errors.ts'

/** Legitimate arguments of a command that have the form of a key. */
export type SecretArgumentRules = {
  /** The command takes 32-byte hashes or addresses (`status`, `receipt`, `resume`, `tokens`). */
  hashes: boolean
}

/** Flags that would pass a secret, refused with any value; this program does not have them. */
const secretFlags: ReadonlySet<string> = new Set([
  'key',
  'mnemonic',
  'mnemonic-phrase',
  'pass',
  'passphrase',
  'password',
  'pk',
  'priv-key',
  'private-key',
  'privatekey',
  'recovery-phrase',
  'secret',
  'secret-key',
  'seed',
  'seed-phrase',
])

/**
 * Flags whose value may be 64 hexadecimal digits: addresses of Sui, Aptos, Starknet and NEAR look
 * like keys, and so do ids and hashes.
 */
const hexFlags: ReadonlySet<string> = new Set([
  'from-address',
  'id',
  'idempotency-key',
  'integrator',
  'r',
  'receiver',
  'referrer',
  'refund-to',
])

const keyShape = /^(?:0x)?[0-9a-f]{64}$/i
const seedWord = /^[a-z]{3,8}$/i
/** Shortest BIP-39 phrase; no command line has twelve such words in a row. */
const seedLength = 12

/**
 * Throws when an argument looks like a private key or a seed phrase (docs/safety.md K2): arguments
 * are visible to every process of the machine and stay in the shell's history. Assets
 * (`sui:0x…::coin::COIN`), addresses and, if the command takes them, hashes do not count as keys.
 * Must be called before any message repeats an argument.
 * @throws SwaprouteError SECRET_IN_ARGUMENTS with the position, never the text
 */
export function refuseSecretArguments(argv: readonly string[], rules: SecretArgumentRules): void {
  let flag: string | null = null
  for (const [index, argument] of argv.entries()) {
    const { name, value } = splitArgument(argument)
    if (name !== null && secretFlags.has(name)) throw secretFound(index, 'passes a secret')
    const owner = name ?? flag
    flag = name !== null && value === null ? name : null
    if (value === null) continue
    if (isSeedPhrase(value.split(/[\s,]+/))) throw secretFound(index, 'looks like a seed phrase')
    const mayBeHex = rules.hashes || (owner !== null && hexFlags.has(owner))
    if (!mayBeHex && keyShape.test(value.trim())) {
      throw secretFound(index, 'looks like a private key')
    }
  }
  for (let start = 0; start + seedLength <= argv.length; start += 1) {
    if (isSeedPhrase(argv.slice(start, start + seedLength))) {
      throw secretFound(start, 'starts what looks like a seed phrase')
    }
  }
}

/** `--name=value`, `--name`, `-n` or a bare value. */
function splitArgument(argument: string): { name: string | null; value: string | null } {
  const match = /^--?([a-z][a-z-]*)(?:=([\s\S]*))?$/i.exec(argument)
  if (match === null) return { name: null, value: argument }
  return { name: (match[1] ?? '').toLowerCase(), value: match[2] ?? null }
}

function isSeedPhrase(words: readonly string[]): boolean {
  const filled = words.filter((word) => word !== '')
  return filled.length >= seedLength && filled.every((word) => seedWord.test(word))
}

function secretFound(index: number, what: string): SwaprouteError {
  return new SwaprouteError('SECRET_IN_ARGUMENTS', `Argument ${index + 1} ${what}.`, {
    hint:
      'Other programs can read arguments, and the shell history keeps them: treat that secret as ' +
      'exposed and move its funds. Use `swaproute wallet import`, --key-stdin or --password-file.',
    context: { check: 'K2', position: index + 1 },
  })
}
