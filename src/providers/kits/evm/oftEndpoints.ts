import type { BlockchainId } from '../../../core/blockchainIds.ts'

/** A chain as LayerZero numbers it, and the largest message fee that is paid there. */
type OftEndpoint = {
  eid: number
  /** Native base units. */
  mostFee: bigint
}

const thousandth = 10n ** 15n

/**
 * Endpoint ids of LayerZero V2, https://docs.layerzero.network/v2/deployments/deployed-contracts
 * (2026-11), and the bound of E5: about 50 USD of the chain's coin, some ten times what a message to
 * ETH costs.
 */
export const oftEndpoints: Readonly<Partial<Record<BlockchainId, OftEndpoint>>> = {
  ARBITRUM: { eid: 30110, mostFee: 20n * thousandth },
  AVALANCHE: { eid: 30106, mostFee: 2_000n * thousandth },
  BASE: { eid: 30184, mostFee: 20n * thousandth },
  BERACHAIN: { eid: 30362, mostFee: 25_000n * thousandth },
  BLAST: { eid: 30243, mostFee: 20n * thousandth },
  BSC: { eid: 30102, mostFee: 80n * thousandth },
  ETH: { eid: 30101, mostFee: 20n * thousandth },
  FLARE: { eid: 30295, mostFee: 2_500_000n * thousandth },
  HYPER_EVM: { eid: 30367, mostFee: 1_500n * thousandth },
  LINEA: { eid: 30183, mostFee: 20n * thousandth },
  MANTLE: { eid: 30181, mostFee: 40_000n * thousandth },
  MEGAETH: { eid: 30398, mostFee: 20n * thousandth },
  MONAD: { eid: 30390, mostFee: 1_000_000n * thousandth },
  MORPH: { eid: 30322, mostFee: 20n * thousandth },
  OPTIMISM: { eid: 30111, mostFee: 20n * thousandth },
  PLASMA: { eid: 30383, mostFee: 150_000n * thousandth },
  POLYGON: { eid: 30109, mostFee: 250_000n * thousandth },
  ROOTSTOCK: { eid: 30333, mostFee: thousandth },
  SCROLL: { eid: 30214, mostFee: 20n * thousandth },
  SEI: { eid: 30280, mostFee: 200_000n * thousandth },
  SONEIUM: { eid: 30340, mostFee: 20n * thousandth },
  UNICHAIN: { eid: 30320, mostFee: 20n * thousandth },
  XLAYER: { eid: 30274, mostFee: 500n * thousandth },
}

export function blockchainOfEid(eid: number): BlockchainId | null {
  const found = Object.entries(oftEndpoints).find(([, endpoint]) => endpoint.eid === eid)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  return found === undefined ? null : (found[0] as BlockchainId)
}
