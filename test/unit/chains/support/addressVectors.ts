import { readFileSync } from 'node:fs'

import { type BlockchainId, isBlockchainId } from '../../../../src/core/blockchainIds.ts'

export type AddressVectors = {
  chain: BlockchainId
  good: string[]
  bad: string[]
  /** Letters under the checksum: changing any one of them after `skip` must be refused. */
  checksum: { alphabet: string; skip: number } | null
}

const alphabets: Readonly<Record<string, string>> = {
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  base32lower: 'abcdefghijklmnopqrstuvwxyz234567',
  base32nano: '13456789abcdefghijkmnopqrstuwxyz',
  base58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  base58xrp: 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  bech32: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
  c32: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  hex: '0123456789abcdef',
  mixedHex: '0123456789abcdefABCDEF',
  reedSolomon: '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
}

/** The groups of addressVectors.txt, whose head explains its form. */
export function readAddressVectors(): AddressVectors[] {
  const groups: AddressVectors[] = []
  const text = readFileSync(new URL('addressVectors.txt', import.meta.url), 'utf8')
  for (const line of text.split('\n')) {
    const [first = '', second = '', third = ''] = line.split(' ')
    if (line === '' || first === '#') continue
    if (first === '+') groups.at(-1)?.good.push(second)
    else if (first === '-') groups.at(-1)?.bad.push(second)
    else groups.push(newGroup(first, second, Number(third)))
  }
  return groups
}

function newGroup(chain: string, alphabetName: string, skip: number): AddressVectors {
  const alphabet = alphabets[alphabetName]
  if (!isBlockchainId(chain)) throw new Error(`addressVectors.txt: ${chain}`)
  if (alphabet === undefined && alphabetName !== 'none') {
    throw new Error(`addressVectors.txt: ${alphabetName}`)
  }
  return { chain, good: [], bad: [], checksum: alphabet === undefined ? null : { alphabet, skip } }
}
