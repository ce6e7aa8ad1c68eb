/** What a text may be that names a swap: nothing, a hash in one of its spellings, of which chains. */
import { chainById, isEvmChain } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { type PossibleHash, possibleHashes } from '../evidence/hashes.ts'
import { tonHashIn } from '../evidence/ton.ts'
import { canReadTransactions } from '../evidence/transactions/readers.ts'
import type { StatusServices } from './services.ts'

/** Spellings of nothing at all, as programs send it that have no hash yet. */
const blanks: ReadonlySet<string> = new Set(['', 'undefined', 'null'])

/** Null for a text that says nothing. */
export function givenText(text: string | undefined): string | null {
  const given = text?.trim() ?? ''
  return blanks.has(given.toLowerCase()) ? null : given
}

/** A text as it was given, and as TON's hash: those of other chains may look the same. */
export function spellingsOf(text: string): readonly string[] {
  const hex = tonHashIn(text)
  return hex === null || hex === text ? [text] : [text, hex]
}

/** A hash as the store has it for a chain. */
export function spellingOn(blockchain: BlockchainId, text: string): string {
  return blockchain === 'TON' ? (tonHashIn(text) ?? text) : text
}

export type PossibleChains = {
  /** To be asked about the hash, which is in each one's own spelling. */
  asked: readonly PossibleHash[]
  /** Chains of providers whose hashes look the same, without a node in this run. */
  withoutNode: readonly BlockchainId[]
}

/**
 * The chains that a hash may be of, by its form.
 * @param onlyChain the chain that the user named, asked whether or not it has a node; null: those
 *   with a node, of EVM chains those that providers serve
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

/** Whether the chain's transactions can be read by their hash in this run. */
export function isReadable(services: StatusServices, blockchain: BlockchainId): boolean {
  if (blockchain === 'TON') return services.ton.has()
  return isEvmChain(chainById(blockchain))
    ? services.rpc.has(blockchain)
    : canReadTransactions(blockchain, services.nodes)
}
