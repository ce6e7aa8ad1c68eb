import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'
import { type Coin, type CoinWords, createCoinTable } from '../kits/deposit/coins.ts'
import { noRoute, type ProviderName } from '../kits/deposit/errors.ts'
import type { ChainflipNetwork } from './wire.ts'

export const chainflip: ProviderName = { name: 'Chainflip', keyVariable: null }

// Chains and assets of the SDK 1.11.2 and, for BSC, TRON, USDT on ARBITRUM and SOLANA, WBTC and
// CBBTC, of the backend's source of August 2026. Which of them are open, networkInfo tells.
const words: CoinWords = {
  BITCOIN: ['Bitcoin', 'BTC'],
  ETH: ['Ethereum', 'ETH USDC USDT WBTC cbBTC=CBBTC'],
  ARBITRUM: ['Arbitrum', 'ETH USDC USDT'],
  SOLANA: ['Solana', 'SOL USDC USDT'],
  TRON: ['Tron', 'TRX USDT'],
  BSC: ['Bsc', 'BNB USDT'],
  POLKADOT: ['Assethub', 'DOT'],
}
export const coins = createCoinTable(words)

/** Names inside the network. Those with two are not in the SDK, and their spelling is not known. */
const internalNames: Readonly<Record<string, readonly string[]>> = {
  'Bitcoin BTC': ['Btc'],
  'Ethereum ETH': ['Eth'],
  'Ethereum USDC': ['Usdc'],
  'Ethereum USDT': ['Usdt'],
  'Ethereum WBTC': ['Wbtc', 'EthWbtc'],
  'Ethereum CBBTC': ['Cbbtc', 'CbBtc'],
  'Arbitrum ETH': ['ArbEth'],
  'Arbitrum USDC': ['ArbUsdc'],
  'Arbitrum USDT': ['ArbUsdt', 'ArbitrumUsdt'],
  'Solana SOL': ['Sol'],
  'Solana USDC': ['SolUsdc'],
  'Solana USDT': ['SolUsdt', 'SolanaUsdt'],
  'Tron TRX': ['Trx', 'TronTrx'],
  'Tron USDT': ['TronUsdt', 'TrxUsdt'],
  'Bsc BNB': ['Bnb', 'BscBnb'],
  'Bsc USDT': ['BscUsdt', 'BnbUsdt'],
  'Assethub DOT': ['HubDot'],
}

/** Chains whose deposit addresses are opened only where the network says so by name. */
const confirmedOnly: ReadonlySet<BlockchainId> = new Set(['TRON'])

/**
 * Whether the network opens deposit addresses for the source and pays out the destination.
 * @throws SwaprouteError NO_ROUTE
 */
export function checkOpen(src: Token, dst: Token, { assets }: ChainflipNetwork): void {
  const flagsOf = (token: Token): ChainflipNetwork['assets'][number] | undefined => {
    const coin = coins.find(token)
    const names = coin === null ? [] : (internalNames[coinKey(coin)] ?? [])
    return assets.find(({ asset }) => names.includes(asset))
  }
  const [from, to] = [flagsOf(src), flagsOf(dst)]
  const isClosed =
    from?.depositChannelCreationEnabled === false ||
    from?.depositChannelDepositsEnabled === false ||
    to?.egressEnabled === false ||
    (from === undefined && confirmedOnly.has(src.blockchain))
  if (isClosed) throw noRoute(chainflip, 'this asset is closed at the moment')
}

/** One text for an asset, to compare with. */
export function coinKey({ code, network }: Coin): string {
  return `${network} ${code}`
}
