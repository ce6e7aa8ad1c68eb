import { chainById, isEvmChain } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { ProviderContext } from '../types.ts'

// Relay's own numbers of chains that have none in EIP-155, and its words for their coins
// (https://docs.relay.link, guides of BITCOIN, SOLANA and TRON; relay-sdk 7.0.3; read 2026-11).

type Row = { id: number; native: string | null }

/** The coin of TON is told by GET /chains alone. */
const otherChains: Readonly<Partial<Record<BlockchainId, Row>>> = {
  BITCOIN: { id: 8253038, native: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8' },
  SOLANA: { id: 792703809, native: '11111111111111111111111111111111' },
  TON: { id: 224235520, native: null },
  TRON: { id: 728126428, native: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
}

export const relayBlockchains: readonly BlockchainId[] = [
  'ARBITRUM',
  'AVALANCHE',
  'BASE',
  'BERACHAIN',
  'BITCOIN',
  'BLAST',
  'BOBA',
  'BSC',
  'CELO',
  'CRONOS',
  'ETH',
  'GNOSIS',
  'HYPER_EVM',
  'LINEA',
  'MANTA_PACIFIC',
  'MANTLE',
  'METIS',
  'MODE',
  'MONAD',
  'OPTIMISM',
  'PLASMA',
  'POLYGON',
  'SCROLL',
  'SEI',
  'SOLANA',
  'SONEIUM',
  'TAIKO',
  'TON',
  'TRON',
  'UNICHAIN',
  'ZK_SYNC',
]

/** A chain as Relay lists it. */
export type RelayChain = { id: number; native: string | null; isOpen: boolean }

/** EIP-155 id in force, or Relay's own number; null where it has none. */
export function relayChainId(blockchain: BlockchainId, context: ProviderContext): number | null {
  return otherChains[blockchain]?.id ?? context.chainId(blockchain)
}

export function blockchainOf(chainId: number, context: ProviderContext): BlockchainId | null {
  return relayBlockchains.find((id) => relayChainId(id, context) === chainId) ?? null
}

/** Whether the coin of the token's chain must be looked up before it can be named. */
export function needsList({ blockchain, native }: Token): boolean {
  return native && otherChains[blockchain]?.native === null
}

/** Relay's word for a token; null for a coin that only the list knows. */
export function currencyOf(token: Token, list: readonly RelayChain[]): string | null {
  if (!token.native) return token.address
  if (isEvmChain(chainById(token.blockchain))) return zeroAddress
  const row = otherChains[token.blockchain]
  return row?.native ?? list.find(({ id }) => id === row?.id)?.native ?? null
}

/** One text for every spelling of a currency, to compare with. */
export function currencyKey(chainId: number, address: string): string {
  return `${chainId} ${/^0x/i.test(address) ? address.toLowerCase() : address}`
}
