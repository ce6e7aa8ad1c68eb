import { nativeToken } from '../chains/tokens.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { QuoteRequest } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { Provider } from '../providers/types.ts'

/** A swap to price; the amount in token units. */
export type SampleSwap = { amount: string; from: Token; to: Token }

/** Tokens of a chain, the well-known ones first. */
export type Listed = (blockchain: BlockchainId) => readonly Token[]

/**
 * Coins in amounts above every provider's minimum and far below the size of pools and limits. For
 * other coins the amount is a hundred, which is worth more than a dollar or refused with an error
 * that proves the service works.
 */
const coinAmounts: Readonly<Record<string, string>> = {
  BTC: '0.01',
  ETH: '0.1',
  TON: '5',
  SOL: '1',
  BNB: '0.5',
  PLS: '1000000',
}
/** Stablecoins of chains without well-known tokens. */
const besides: readonly Token[] = [
  {
    blockchain: 'PULSECHAIN',
    // DAI of ETH, by the canonical bridge: https://bridge.pulsechain.com (read 2026-11).
    address: '0xefD766cCb38EaF1dfd701853BFCe31359239F305',
    symbol: 'DAI',
    name: 'Dai Stablecoin from Ethereum',
    decimals: 18,
    listed: true,
    native: false,
  },
]
const stableAmount = '250'
const otherAmount = '100'

const stables = ['USDC', 'USDT', 'USDT0', 'USDe', 'DAI']

/** Chains that most bridges connect, and the coin of most exchanges. */
const usual: readonly (readonly [from: BlockchainId, to: BlockchainId])[] = [
  ['BITCOIN', 'ETH'],
  ['ETH', 'ARBITRUM'],
]

/**
 * The first common pair that a provider serves, by its capabilities: BTC to ETH, a stablecoin or
 * the coin to another chain, the coin for a stablecoin of one chain. Null if it serves none.
 */
export function sampleSwapOf(
  provider: Provider,
  id: ProviderId,
  listed: Listed,
): SampleSwap | null {
  const { capabilities, forms } = provider
  // A provider that is also paid by calls is better tested between tokens.
  const coinsFirst = capabilities.deposit && forms === undefined
  const pairs = coinsFirst ? usual : usual.toReversed()
  for (const candidate of candidates(provider.blockchains(id), pairs, listed)) {
    if (provider.supports(sampleRequest(candidate, 1n)).includes(id)) return candidate
  }
  return null
}

/** The pools of a chain price its native coin in a stablecoin; null if none is listed. */
export function poolQuestion(blockchain: BlockchainId, listed: Listed): SampleSwap | null {
  const stable = listed(blockchain).find(({ symbol }) => symbol === 'USDC' || symbol === 'USDT')
  return stable === undefined ? null : { amount: '1', from: nativeToken(blockchain), to: stable }
}

/** Generated lazily: some providers serve a hundred chains, and the first pairs fit most. */
function* candidates(
  chains: readonly BlockchainId[],
  pairs: typeof usual,
  listed: Listed,
): Generator<SampleSwap> {
  for (const [from, to] of pairs) {
    if (chains.includes(from) && chains.includes(to)) yield* betweenChains(from, to, listed)
  }
  for (const blockchain of chains) {
    for (const token of [...stablesOf(blockchain, listed), ...listed(blockchain)]) {
      if (!token.native) yield question(nativeToken(blockchain), token)
    }
  }
  for (const from of chains) {
    for (const to of chains) if (to !== from) yield* betweenChains(from, to, listed)
  }
}

/** The same token on both chains, or its wrapped form on the second, then their coins. */
function* betweenChains(
  from: BlockchainId,
  to: BlockchainId,
  listed: Listed,
): Generator<SampleSwap> {
  const arriving = stablesOf(to, listed)
  for (const stable of stablesOf(from, listed)) {
    const same = arriving.find(({ symbol }) => symbol === stable.symbol)
    if (same !== undefined) yield question(stable, same)
    const wrapped = listed(to).find(({ symbol }) => symbol === `w${stable.symbol}`)
    if (wrapped !== undefined) yield question(stable, wrapped)
  }
  yield question(nativeToken(from), nativeToken(to))
}

function question(from: Token, to: Token): SampleSwap {
  const isStable = stables.includes(from.symbol)
  const amount = isStable ? stableAmount : (coinAmounts[from.symbol] ?? otherAmount)
  return { amount, from, to }
}

function stablesOf(blockchain: BlockchainId, listed: Listed): Token[] {
  const tokens = [...listed(blockchain), ...besides.filter((one) => one.blockchain === blockchain)]
  // USDC is no longer issued on TRON.
  const symbols = blockchain === 'TRON' ? stables.filter((symbol) => symbol !== 'USDC') : stables
  return symbols.flatMap((symbol) => tokens.filter((token) => token.symbol === symbol).slice(0, 1))
}

/** A request without parties, so that no order is opened. */
export function sampleRequest(
  { from, to }: Pick<SampleSwap, 'from' | 'to'>,
  srcAmount: bigint,
): QuoteRequest {
  return {
    srcToken: from,
    dstToken: to,
    srcAmount,
    receiver: null,
    fromAddress: null,
    refundAddress: null,
    slippageBps: null,
    referrer: 'swaproute',
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
  }
}
