import { mulDivDown } from '../../../src/core/amounts.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsOf } from '../deposit/coins.ts'
import type { Coin } from '../deposit/types.ts'

type Row = [internal: string, blockchain: BlockchainId, chain: string, asset: string]

// Assets of the SDK 1.11.2 that a chain of the sandbox's list has (read 2026-11).
const rows: readonly Row[] = [
  ['Eth', 'ETH', 'Ethereum', 'ETH'],
  ['Usdc', 'ETH', 'Ethereum', 'USDC'],
  ['Usdt', 'ETH', 'Ethereum', 'USDT'],
  ['ArbEth', 'ARBITRUM', 'Arbitrum', 'ETH'],
  ['ArbUsdc', 'ARBITRUM', 'Arbitrum', 'USDC'],
  ['Btc', 'BITCOIN', 'Bitcoin', 'BTC'],
  ['Sol', 'SOLANA', 'Solana', 'SOL'],
  ['SolUsdc', 'SOLANA', 'Solana', 'USDC'],
]

export type AssetName = { chain: string; asset: string }

/** Null for an asset or chain that Chainflip does not have. */
export function coinOfAsset({ chain, asset }: AssetName): Coin | null {
  const row = rows.find(([, , chainName, symbol]) => chainName === chain && symbol === asset)
  if (row === undefined) return null
  return coinsOf(row[1]).find(({ symbol }) => symbol === asset) ?? null
}

export function assetOf({ blockchain, symbol }: Coin): AssetName {
  const row = rows.find(([, id, , asset]) => id === blockchain && asset === symbol)
  if (row === undefined) throw new Error(`${symbol} of ${blockchain} is no asset of Chainflip`)
  return { asset: row[3], chain: row[2] }
}

/** `GET /api/networkInfo`. */
export function networkInfo() {
  return {
    assets: rows.map(([asset]) => ({
      asset,
      vaultSwapDepositsEnabled: true,
      depositChannelDepositsEnabled: true,
      depositChannelCreationEnabled: true,
      egressEnabled: true,
      boostDepositsEnabled: asset === 'Btc',
    })),
    cfBrokerCommissionBps: 0,
  }
}

/** The least that may come out for an amount at a price in Q128 of base units; rounded down. */
export function leastAt(amount: bigint, minPriceX128: bigint): bigint {
  return mulDivDown(amount, minPriceX128, 1n << 128n)
}
