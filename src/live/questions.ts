import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'

/** A swap to price: assets as on the command line, the amount in token units. */
export type Question = { amount: string; from: string; to: string }

const btcToEth: Question = { amount: '0.01', from: 'bitcoin', to: 'eth' }
const usdcToArbitrum: Question = { amount: '250', from: 'eth:USDC', to: 'arbitrum:USDC' }
const tonToUsdt: Question = { amount: '5', from: 'ton', to: 'ton:USDT' }

/** Requests for providers that do not swap BTC for ETH. */
const others: Partial<Record<ProviderId, Question>> = {
  across: usdcToArbitrum,
  relay: usdcToArbitrum,
  STONFI: tonToUsdt,
  DEDUST: tonToUsdt,
  COFFEE_SWAP: tonToUsdt,
  TONCO_DEX: tonToUsdt,
}

/** One common pair with an amount above every provider's minimum. */
export function questionOf(id: ProviderId): Question {
  return others[id] ?? btcToEth
}

/** The pools of a chain price its native coin in a stablecoin. */
export function poolQuestion(blockchain: BlockchainId, stable: string): Question {
  const chain = blockchain.toLowerCase()
  return { amount: '1', from: chain, to: `${chain}:${stable}` }
}
