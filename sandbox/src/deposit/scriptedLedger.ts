import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { scriptedAddress } from './addresses.ts'
import { scriptedHash } from './hashes.ts'
import type { Ledger } from './ledger.ts'

/** A chain without a node here: payments are played by `sandbox deposit pay`, payouts are words. */
export function createScriptedLedger(blockchain: BlockchainId): Ledger {
  return {
    depositAddress: (seed) => scriptedAddress(blockchain, seed),
    height: async () => 0,
    look: async () => [],
    isThere: async () => true,
    settle: async (transfer, { provider, id }, save) => {
      transfer.hash = scriptedHash(blockchain, `${provider} ${id} to ${transfer.to}`)
      transfer.done = true
      save()
    },
    forget: () => {},
  }
}
