/**
 * Interprets the text that names a swap: blank, or a hash in one of its spellings, and its possible
 * chains.
 */
import { chainById, isEvmChain } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { type PossibleHash, possibleHashes } from '../evidence/hashes.ts'
import { tonHashIn } from '../evidence/ton.ts'
import { canReadTransactions } from '../evidence/transactions/readers.ts'
import type { StatusServices } from './services.ts'

/** Blank values, as sent by programs that have no hash yet. */
const blanks: ReadonlySet<string> = new Set(['', 'undefined', 'null'])

/** Null for a blank text. */
export function givenText(text: string | undefined): string | null {
  const given = text?.trim() ?? ''
  return blanks.has(given.toLowerCase()) ? null : given
}

/**
 * The given text, and its form as a TON hash, since hashes of other chains may have the same form.
 */
export function spellingsOf(text: string): readonly string[] {
  const hex = tonHashIn(text)
  return hex === null || hex === text ? [text] : [text, hex]
}

/** A hash in its stored spelling for a chain. */
export function spellingOn(blockchain: BlockchainId, text: string): string {
  return blockchain === 'TON' ? (tonHashIn(text) ?? text) : text
}

export type PossibleChains = {
  /** Chains to ask, with the hash in each one's own spelling. */
  asked: readonly PossibleHash[]
  /** Chains of providers with hashes of the same form, without a node in this run. */
  withoutNode: readonly BlockchainId[]
}

/**
 * The chains that a hash may be of, by its form.
 * @param onlyChain the chain named by the user, asked even without a node; null: all with a node;
 *   of EVM chains, those that providers serve
 */
export async function possibleChains(
  services: StatusServices,
  text: string,
  onlyChain: BlockchainId | null,
): Promise<PossibleChains> {
  const providers = await services.providers.all()
  const served = new Set(
    providers.flatMap((provider) => provider.ids.flatMap((id) => provider.blockchains(id))),
  )
  const possible = possibleHashes(text, onlyChain)
  const isAsked = ({ blockchain }: PossibleHash): boolean => {
    if (onlyChain !== null) return true
    const isServed = !isEvmChain(chainById(blockchain)) || served.has(blockchain)
    return isServed && isReadable(services, blockchain)
  }
  const others = possible.filter((one) => !isAsked(one)).map(({ blockchain }) => blockchain)
  return {
    asked: possible.filter(isAsked),
    withoutNode: services.sandbox ? [] : others.filter((one) => served.has(one)),
  }
}

/** Whether the chain's transactions can be read by hash in this run. */
export function isReadable(services: StatusServices, blockchain: BlockchainId): boolean {
  if (blockchain === 'TON') return services.ton.has()
  return isEvmChain(chainById(blockchain))
    ? services.rpc.has(blockchain)
    : canReadTransactions(blockchain, services.nodes)
}
