import { base58 } from '@scure/base'

import { allChains, type Chain, chainById, isEvmChain } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { tonHashIn } from './ton.ts'

/** How the chains of one family write the ids of their transactions. */
type HashForm = {
  kinds: readonly Chain['kind'][]
  /** What can be an id there, however a program spells it (S2). */
  accepts: RegExp
  /** A user's text in the chain's own spelling; null: it cannot be an id there. */
  spell: (text: string) => string | null
}

const hex64 = /^(?:0x)?[0-9a-fA-F]{64}$/
const base58Word = /^[1-9A-HJ-NP-Za-km-z]{32,90}$/
const asWritten = (shape: RegExp) => (text: string) => (shape.test(text) ? text : null)
const inBase58 = (bytes: number) => (text: string) =>
  base58Word.test(text) && base58.decode(text).length === bytes ? text : null

const algorandWord = /^[A-Z2-7]{52}$/
const hederaId = /^[0-9.]{5,30}[@-][0-9.@-]{5,40}$/
const tezosWord = /^o[1-9A-HJ-NP-Za-km-z]{50}$/
// Also by position: block and index.
const extrinsic = /^(?:(?:0x)?[0-9a-fA-F]{64}|\d{1,10}-\d{1,6})$/

/** One row per form; what is on no row is written as 64 hex digits in lower case. */
const forms: readonly HashForm[] = [
  {
    kinds: ['evm', 'xdc'],
    accepts: /^0x[0-9a-fA-F]{64}$/,
    spell: (text) => prefixed(digitsOf(text)),
  },
  {
    kinds: ['aptos', 'icon', 'neo', 'stacks', 'vechain'],
    accepts: hex64,
    spell: (text) => prefixed(digitsOf(text)),
  },
  // Leading zeros are left out as often as not.
  { kinds: ['starknet'], accepts: /^(?:0x[0-9a-fA-F]{50,64}|[0-9a-fA-F]{64})$/, spell: felt },
  { kinds: ['ton'], accepts: /^(?:(?:0x)?[0-9a-fA-F]{64}|[\w+/-]{43}=?)$/, spell: tonHashIn },
  {
    kinds: ['cosmos', 'nano', 'xrp'],
    accepts: hex64,
    spell: (text) => digitsOf(text)?.toUpperCase() ?? null,
  },
  { kinds: ['solana'], accepts: base58Word, spell: inBase58(64) },
  { kinds: ['iota', 'near', 'sui', 'waves'], accepts: base58Word, spell: inBase58(32) },
  { kinds: ['algorand'], accepts: algorandWord, spell: asWritten(algorandWord) },
  { kinds: ['hedera'], accepts: hederaId, spell: asWritten(hederaId) },
  { kinds: ['tezos'], accepts: tezosWord, spell: asWritten(tezosWord) },
  { kinds: ['multiversx'], accepts: /^[0-9a-fA-F]{64}$/, spell: digitsOf },
  { kinds: ['polkadot'], accepts: extrinsic, spell: asWritten(extrinsic) },
]
const usual: HashForm = { kinds: [], accepts: hex64, spell: digitsOf }

const byKind = new Map(forms.flatMap((form) => form.kinds.map((kind) => [kind, form] as const)))
/** Families whose ids begin with 0x, or may. */
const withPrefix: ReadonlySet<Chain['kind']> = new Set([
  'aptos',
  'evm',
  'icon',
  'neo',
  'polkadot',
  'stacks',
  'starknet',
  'ton',
  'vechain',
  'xdc',
])

function formOf(chain: Chain): HashForm {
  return (isEvmChain(chain) ? byKind.get('evm') : byKind.get(chain.kind)) ?? usual
}

/** Whether a text can be the hash of a transaction on the chain (S2); it proves nothing else. */
export function isTransactionHash(blockchain: BlockchainId, text: string): boolean {
  return formOf(chainById(blockchain)).accepts.test(text)
}

/** A hash in the spelling of one chain, which it may be of. */
export type PossibleHash = { blockchain: BlockchainId; hash: string }

/**
 * The chains whose transactions a text may name, by its form alone; test networks are left out. A
 * chain that the user named is there whether or not the text has the usual prefix.
 */
export function possibleHashes(text: string, only: BlockchainId | null = null): PossibleHash[] {
  const hasPrefix = /^0x/i.test(text)
  return allChains().flatMap((chain) => {
    if (only === null ? chain.testnet || chain.status === 'dead' : chain.id !== only) return []
    const isUsual = !hasPrefix || isEvmChain(chain) || withPrefix.has(chain.kind)
    const hash = isUsual || only !== null ? formOf(chain).spell(text) : null
    return hash === null ? [] : [{ blockchain: chain.id, hash }]
  })
}

function digitsOf(text: string): string | null {
  return /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase() ?? null
}

function prefixed(digits: string | null): string | null {
  return digits === null ? null : `0x${digits}`
}

function felt(text: string): string | null {
  const digits = /^0x([0-9a-f]{50,64})$/i.exec(text)?.[1] ?? digitsOf(text)
  return digits === null ? null : `0x${digits.toLowerCase().replace(/^0+(?=.)/, '')}`
}
