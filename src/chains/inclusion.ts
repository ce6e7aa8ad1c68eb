import type { BlockchainId } from '../core/blockchainIds.ts'

/** Seconds until a transaction is usually in a block; chains not listed take 15. */
const blockSeconds: Readonly<Partial<Record<BlockchainId, number>>> = {
  ARBITRUM: 2,
  AVALANCHE: 3,
  BASE: 2,
  BERACHAIN: 3,
  BLAST: 2,
  BSC: 3,
  BOBA: 2,
  FANTOM: 2,
  FRAXTAL: 2,
  GNOSIS: 6,
  HEMI: 12,
  HYPER_EVM: 2,
  LINEA: 3,
  MANTA_PACIFIC: 3,
  MANTLE: 2,
  MEGAETH: 1,
  METIS: 4,
  MODE: 2,
  MONAD: 1,
  MORPH: 2,
  OPTIMISM: 2,
  POLYGON: 3,
  SCROLL: 3,
  SEI: 1,
  SONEIUM: 2,
  STELLAR: 6,
  SUI: 1,
  TAIKO: 4,
  UNICHAIN: 1,
  XLAYER: 3,
  ZK_SYNC: 2,
}

/** Seconds a new transaction usually waits for its block. */
export function inclusionSeconds(blockchain: BlockchainId): number {
  return blockSeconds[blockchain] ?? 15
}
