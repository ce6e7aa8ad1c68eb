import { isEvmChain, chainById } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'

const hex64 = /^(?:0x)?[0-9a-fA-F]{64}$/
const base58Word = /^[1-9A-HJ-NP-Za-km-z]{32,90}$/
const base64Word = /^[A-Za-z0-9+/_-]{43}=?$/
/** Chains whose transaction ids are not 64 hex digits. */
const shapes: Partial<Record<string, RegExp>> = {
  solana: base58Word,
  sui: base58Word,
  near: base58Word,
  // Without leading zeros.
  starknet: /^0x[0-9a-fA-F]{50,64}$/,
  algorand: /^[A-Z2-7]{52}$/,
  hedera: /^[0-9.]{5,30}[@-][0-9.@-]{5,40}$/,
  tezos: /^o[1-9A-HJ-NP-Za-km-z]{50}$/,
  waves: base58Word,
  multiversx: /^[0-9a-fA-F]{64}$/,
  // Also by position: block and index.
  polkadot: /^(?:(?:0x)?[0-9a-fA-F]{64}|\d{1,10}-\d{1,6})$/,
}

/** Whether a text can be the hash of a transaction on the chain (S2); it proves nothing else. */
export function isTransactionHash(blockchain: BlockchainId, text: string): boolean {
  const chain = chainById(blockchain)
  if (isEvmChain(chain)) return /^0x[0-9a-fA-F]{64}$/.test(text)
  if (chain.kind === 'ton') return hex64.test(text) || base64Word.test(text)
  return (shapes[chain.kind] ?? hex64).test(text)
}
