import { isSameAddress } from '../../core/token.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { SwapStatus } from '../../core/status.ts'
import type { ProviderContext } from '../types.ts'
import { type PaidContracts, readCallStatus } from '../kits/evm/paidCall.ts'
import { rowCalls } from './rowCalls.ts'
import { contractsOf, type DeploymentRow } from './rows.ts'

/**
 * The status of the swap in transaction `hash`, for the exchange with these rows. NOT_FOUND for a
 * transaction to any other contract.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer
 */
export async function readSwapStatus(
  blockchain: BlockchainId,
  hash: string,
  rows: readonly DeploymentRow[],
  context: ProviderContext,
): Promise<SwapStatus> {
  const rowAt = (to: string): DeploymentRow | undefined =>
    rows.find((row) => contractsOf(row).some((contract) => isSameAddress(contract, to)))
  const exchange: PaidContracts = {
    contracts: rows.flatMap(contractsOf),
    calls: (to) => {
      const row = rowAt(to)
      return row === undefined ? [] : rowCalls([row], to)
    },
    unwrapping: (to, from) => {
      const row = rowAt(to)
      if (row === undefined) return null
      return { wrapped: row.wrapped, account: row.family === 'wrapped' ? from : to }
    },
  }
  return await readCallStatus(blockchain, hash, exchange, context)
}
