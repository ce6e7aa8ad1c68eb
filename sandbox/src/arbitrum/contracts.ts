import type { Hex } from 'viem'
import type { Placement } from '../place.ts'
import type { SandboxBlockchain } from '../chains.ts'

// Contracts of the bridge between ETH and ARBITRUM at their own addresses: networks.ts of
// https://github.com/OffchainLabs/arbitrum-sdk (4.1.0, 2026-06).

export const arbSysAddress: Hex = '0x0000000000000000000000000000000000000064'
const nodeInterfaceAddress: Hex = '0x00000000000000000000000000000000000000C8'
export const outboxAddress: Hex = '0x0B9857ae2D4A3DBe74ffE1d7DF045bb7F96E4840'

/** The bridge's contracts on a chain; `initCode` has their constructors' arguments. */
export function arbitrumPlacements(
  blockchain: SandboxBlockchain,
  initCodes: { outbox: Hex; arbSys: Hex; nodeInterface: Hex },
): Placement[] {
  switch (blockchain) {
    case 'ETH':
      return [{ address: outboxAddress, initCode: initCodes.outbox }]
    case 'ARBITRUM':
      return [
        { address: arbSysAddress, initCode: initCodes.arbSys },
        { address: nodeInterfaceAddress, initCode: initCodes.nodeInterface },
      ]
    case 'POLYGON':
    case 'BSC':
      return []
    default:
      return blockchain satisfies never
  }
}
