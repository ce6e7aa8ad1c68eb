import { chainById } from '../../../chains/chains.ts'
import type { AddressFormat } from '../../../chains/chainWords.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'

/**
 * Accounts of nobody in particular, for estimates that must name somebody; an order never does.
 * Those Relay's own client uses (relay-kit, `getDeadAddress`, read 2026-11).
 */
const neutralAccounts: Readonly<Partial<Record<AddressFormat, string>>> = {
  evm: '0x000000000000000000000000000000000000dEaD',
  tron: 'THa7BwoPfacfiELa63pbmm3g5PGKYmtJyt',
  ton: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADerZ0z',
  solana: 'CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr',
}
const neutralBitcoin = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo'

/** Null for chains of which no such account is known. */
export function neutralAccount(blockchain: BlockchainId): string | null {
  if (blockchain === 'BITCOIN') return neutralBitcoin
  return neutralAccounts[chainById(blockchain).addressFormat] ?? null
}
