import { SwaprouteError } from '../core/errors.ts'

/** The lengths of a BIP-39 phrase. */
const lengths: readonly number[] = [12, 15, 18, 21, 24]

/** Whether a text is meant as a seed phrase: several words, and no hexadecimal key. */
export function isPhrase(text: Uint8Array): boolean {
  return wordsIn(text).length > 2
}

/**
 * The private key of a BIP-39 phrase at m/44'/60'/0'/0/index, where wallets of EVM chains have their
 * accounts (https://eips.ethereum.org/EIPS/eip-601, 2026-11). The caller overwrites it.
 * @throws SwaprouteError KEY_UNAVAILABLE that names the first wrong word by its place alone
 */
export async function keyOfPhrase(text: Uint8Array, index: number): Promise<Buffer> {
  const words = wordsIn(text)
  if (!lengths.includes(words.length)) {
    throw refusal(
      `A seed phrase has ${lengths.join(', ')} words, not ${words.length}.`,
      'Copy all words in their order.',
    )
  }
  const [{ validateMnemonic }, { wordlist }, { mnemonicToAccount }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english'),
    import('viem/accounts'),
  ])
  const known = new Set(wordlist)
  const wrong = words.findIndex((word) => !known.has(word))
  if (wrong !== -1) {
    // The word itself is a part of the secret.
    throw refusal(`Word ${wrong + 1} is not in the BIP-39 list.`, 'Check its spelling.')
  }
  const phrase = words.join(' ')
  if (!validateMnemonic(phrase, wordlist)) {
    throw refusal(
      'The checksum of the seed phrase is wrong.',
      'A word is mistaken, or two are in the wrong order.',
    )
  }
  const { privateKey } = mnemonicToAccount(phrase, { addressIndex: index }).getHdKey()
  if (privateKey === null)
    throw refusal('The seed phrase has no key there.', 'Try another --index.')
  return Buffer.from(privateKey)
}

function wordsIn(text: Uint8Array): string[] {
  const words = Buffer.from(text).toString('utf8').normalize('NFKD').trim().toLowerCase()
  return words === '' ? [] : words.split(/\s+/)
}

function refusal(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', message, { hint })
}
