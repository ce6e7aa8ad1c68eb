import { SwaprouteError } from '../core/errors.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { checkAddress } from './addresses.ts'
import { parseTonAddress } from './addresses/ton.ts'
import { classicXrpAddress } from './addresses/xrp.ts'
import { chainById, isEvmChain } from './chains.ts'

/** One text for all spellings of an account, for comparing only, never for sending. */
export function accountKey(blockchain: BlockchainId, text: string): string {
  const chain = chainById(blockchain)
  if (isEvmChain(chain)) return text.toLowerCase()
  if (chain.addressFormat === 'ton') {
    const address = parseTonAddress(text)
    return address === null
      ? text
      : `${address.workchain}:${Buffer.from(address.hash).toString('hex')}`
  }
  if (chain.addressFormat === 'xrp') return classicXrpAddress(text) ?? text
  return canonical(blockchain, text)
}

/** The canonical spelling; a text that is not an address comes back unchanged. */
function canonical(blockchain: BlockchainId, text: string): string {
  try {
    return checkAddress(chainById(blockchain), text).address
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return text
    throw thrown
  }
}

/** Whether two spellings mean the same account of the chain, by the chain's own rules. */
export function isSameAccount(blockchain: BlockchainId, one: string, other: string): boolean {
  return accountKey(blockchain, one) === accountKey(blockchain, other)
}
