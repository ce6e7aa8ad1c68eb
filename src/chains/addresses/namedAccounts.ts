import { ripemd160 } from '@noble/hashes/legacy.js'
import { toChecksumAddress } from '../evm/checksum.ts'
import { isVisibleAscii } from '../text.ts'
import { base58Bytes, hexBytes, withoutChecksum } from './codecs.ts'
import { evmKind } from './evm.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// Accounts that are names or numbers, without a checksum.

/** https://docs.antelope.io: EOS and WAX. */
export const eosioKind: AddressKind = {
  shape: () => 'a name of 1 to 12 characters a-z, 1-5 and dot',
  check: (text) => {
    if (/^(EOS|PUB_)/.test(text)) return refuse('it is a public key, not an account name')
    const isName = /^[a-z1-5.]{1,12}$/.test(text) && !text.startsWith('.') && !text.endsWith('.')
    return isName ? accept(text, null) : refuse('it is not 1 to 12 characters a-z, 1-5 and dot')
  },
}

/** https://developers.steem.io */
export const steemKind: AddressKind = {
  shape: () => 'a name of 3 to 16 lower-case characters',
  check: (text) => {
    const isName =
      text.length >= 3 &&
      text.length <= 16 &&
      text.split('.').every((part) => /^[a-z][a-z0-9-]+[a-z0-9]$/.test(part))
    return isName ? accept(text, null) : refuse('it is not a name of 3 to 16 lower-case characters')
  },
}

/** https://developers.iost.io */
export const iostKind: AddressKind = {
  shape: () => 'a name of 5 to 11 characters a-z, 0-9 and _',
  check: (text) =>
    /^[a-z0-9_]{5,11}$/.test(text)
      ? accept(text, null)
      : refuse('it is not a name of 5 to 11 characters a-z, 0-9 and _'),
}

/** A public key with its checksum, or the account name that belongs to it. */
export const fioKind: AddressKind = {
  shape: () => 'FIO and 50 base58 characters',
  check: (text) => {
    if (text.includes('@')) return refuse('it is a handle; the public key behind it is needed')
    if (/^[a-z1-5]{12}$/.test(text)) return accept(text, null)
    if (!/^FIO[1-9A-HJ-NP-Za-km-z]{48,51}$/.test(text))
      return refuse('it is not FIO and 50 characters')
    const bytes = base58Bytes(text.slice(3))
    const key = bytes === null ? null : withoutChecksum(bytes, 4, ripemd160)
    if (key?.length !== 33) return refuse(wrongChecksum)
    return accept(text, key)
  },
}

/** https://docs.near.org/protocol/account-id */
export const nearKind: AddressKind = {
  shape: () => 'a name such as alice.near, or 64 hexadecimal digits',
  check: checkNear,
}

function checkNear(text: string): AddressCheck {
  if (/^[0-9a-f]{64}$/.test(text)) return accept(text, hexBytes(text))
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) {
    // The account an Ethereum key controls; NEAR itself knows only the lower-case form.
    const isLower = text === text.toLowerCase()
    if (!isLower && toChecksumAddress(text) !== text) return refuse(wrongChecksum)
    return accept(text.toLowerCase(), hexBytes(text.slice(2).toLowerCase()))
  }
  if (text.endsWith('.testnet')) return refuse(testNetwork)
  const isName = text.length >= 2 && text.length <= 64 && /^[a-z0-9]+([-_.][a-z0-9]+)*$/.test(text)
  return isName
    ? accept(text, null)
    : refuse('it is not a name of lower-case letters, digits, dots and hyphens')
}

/** https://github.com/hashgraph/hedera-improvement-proposal/blob/main/HIP/hip-15.md */
export const hederaKind: AddressKind = {
  shape: () => '0.0. and a number, or 0x and 40 hexadecimal digits',
  check: (text, chain) => {
    if (text.startsWith('0x')) return evmKind.check(text, chain)
    const match =
      /^((?:0|[1-9]\d{0,17})\.(?:0|[1-9]\d{0,17})\.(?:0|[1-9]\d{0,17}))(?:-([a-z]{5}))?$/.exec(text)
    const account = match?.[1]
    const sum = match?.[2]
    if (account === undefined) return refuse('it is not three numbers with dots')
    if (sum !== undefined && sum !== hederaChecksum(account, mainLedger)) {
      return refuse(sum === hederaChecksum(account, testLedger) ? testNetwork : wrongChecksum)
    }
    return accept(account, null)
  },
}

const mainLedger = 0
const testLedger = 1

function hederaChecksum(account: string, ledger: number): string {
  const letters = 26 ** 3
  const limit = 26 ** 5
  let all = 0
  let even = 0
  let odd = 0
  ;[...account].forEach((character, index) => {
    const digit = character === '.' ? 10 : Number(character)
    all = (31 * all + digit) % letters
    if (index % 2 === 0) even = (even + digit) % 11
    else odd = (odd + digit) % 11
  })
  // The ledger's number byte, followed by six zero bytes.
  const ledgerSum = [ledger, 0, 0, 0, 0, 0, 0].reduce((sum, byte) => (31 * sum + byte) % limit, 0)
  const mixed =
    ((((account.length % 5) * 11 + even) * 11 + odd) * letters + all + ledgerSum) % limit
  let rest = (mixed * 1_000_003) % limit
  let text = ''
  for (let index = 0; index < 5; index += 1) {
    text = String.fromCharCode(97 + (rest % 26)) + text
    rest = Math.floor(rest / 26)
  }
  return text
}

const longestWord = 128

/** For chains whose address rule no two sources confirm: the provider's own check decides. */
export const anyKind: AddressKind = {
  shape: () => 'one word without spaces',
  check: (text) => {
    if (!isVisibleAscii(text) || text.length > longestWord) {
      return refuse(`it is not one word of at most ${longestWord} characters`)
    }
    return accept(text, null, { notes: ['the form of this address could not be checked'] })
  },
}
