import { chainById } from '../../../chains/chains.ts'
import type { AddressFormat } from '../../../chains/chainWords.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { ProviderName } from './errors.ts'
import { type Parties, partiesOf } from './parties.ts'

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

/**
 * Who is named in an estimate, of a provider that takes no memos: whoever is known, else somebody
 * of no meaning.
 * @throws SwaprouteError RECEIVER_REQUIRED or MISSING_FIELD where nobody is known for a chain
 */
export function anyParties(request: QuoteRequest, provider: ProviderName): Parties {
  const { srcToken, dstToken, fromAddress, refundAddress, receiver } = request
  const named = {
    ...request,
    receiver: receiver ?? neutralAccount(dstToken.blockchain),
    refundAddress: refundAddress ?? fromAddress ?? neutralAccount(srcToken.blockchain),
  }
  return partiesOf(named, provider, { takesMemo: false, needsRefund: true })
}

/** Null for chains of which no such account is known. */
function neutralAccount(blockchain: BlockchainId): string | null {
  if (blockchain === 'BITCOIN') return neutralBitcoin
  return neutralAccounts[chainById(blockchain).addressFormat] ?? null
}
