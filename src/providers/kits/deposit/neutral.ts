import { chainById } from '../../../chains/chains.ts'
import type { AddressFormat } from '../../../chains/chainWords.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { ProviderName } from '../errors.ts'
import { type OrderParties, partiesOf } from './parties.ts'

/**
 * Placeholder accounts for estimates that need one; never used in an order. Those of Relay's own
 * client (relay-kit, `getDeadAddress`, read 2026-11).
 */
const neutralAccounts: Readonly<Partial<Record<AddressFormat, string>>> = {
  evm: '0x000000000000000000000000000000000000dEaD',
  tron: 'THa7BwoPfacfiELa63pbmm3g5PGKYmtJyt',
  ton: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
  solana: 'CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr',
}
const neutralBitcoin = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo'

/**
 * Parties of an estimate, for a provider without memos: the known ones, else placeholders.
 * @throws SwaprouteError RECEIVER_REQUIRED or MISSING_FIELD where a chain has no placeholder
 */
export function anyParties(request: QuoteRequest, provider: ProviderName): OrderParties {
  const { srcToken, dstToken, fromAddress, refundAddress, receiver } = request
  const named = {
    ...request,
    receiver: receiver ?? neutralAccount(dstToken.blockchain),
    refundAddress: refundAddress ?? fromAddress ?? neutralAccount(srcToken.blockchain),
  }
  return partiesOf(named, provider, { takesMemo: false, needsRefund: true })
}

/** Null for chains without a placeholder. */
function neutralAccount(blockchain: BlockchainId): string | null {
  if (blockchain === 'BITCOIN') return neutralBitcoin
  return neutralAccounts[chainById(blockchain).addressFormat] ?? null
}
