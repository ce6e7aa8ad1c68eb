import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { ProviderState } from '../types.ts'
import { type ProbeVerdict, verdictOf } from './probe.ts'
import {
  blockchainsById,
  chainRows,
  idsWithoutRows,
  offReasonsOf,
  type OffRow,
  type DeploymentRow,
} from './rows.ts'

/** One deployment as `providers` lists it. */
export type RowState = {
  id: ProviderId
  blockchain: BlockchainId
  family: DeploymentRow['family']
  /** `unchecked`: usable as far as known, its contracts have not been probed yet. */
  state: 'on' | 'off' | 'unchecked'
  /** Why it is off; null otherwise. */
  reason: string | null
  /** How reliable the registry's addresses are. */
  confidence: string
  note: string | null
}

/** Every row of a chain, used or not. `verdicts` are those of the last probe. */
export function rowStatesOf(
  blockchain: BlockchainId,
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): RowState[] {
  const chain = chainRows(blockchain)
  if (chain === null) return []
  return [
    ...chain.rows.map((row) => {
      const verdict = verdictOf(verdicts, row)
      const reason = verdict?.state === 'off' ? verdict.reason : null
      return toRowState(row, verdict?.state ?? 'unchecked', reason)
    }),
    ...chain.off.map((row) => toRowState(row, 'off', row.off)),
  ]
}

function toRowState(
  row: DeploymentRow | OffRow,
  state: RowState['state'],
  reason: string | null,
): RowState {
  const { id, blockchain, family, confidence, note } = row
  return { id, blockchain, family, state, reason, confidence, note }
}

/** Ready, or closed with all reasons, for each identifier of the pool reader. */
export function readProviderStates(): ReadonlyMap<ProviderId, ProviderState> {
  const states = new Map<ProviderId, ProviderState>()
  for (const [id, blockchains] of blockchainsById()) {
    states.set(
      id,
      blockchains.length > 0 ? { state: 'ready' } : { state: 'closed', reason: closedReason(id) },
    )
  }
  return states
}

function closedReason(id: ProviderId): string {
  const without = idsWithoutRows().get(id)
  if (without !== undefined) return without
  const blockchains = new Map<string, string[]>()
  for (const { blockchain, reason } of offReasonsOf(id)) {
    blockchains.set(reason, [...(blockchains.get(reason) ?? []), blockchain])
  }
  return [...blockchains]
    .map(([reason, chains]) => `${[...new Set(chains)].join(', ')}: ${reason}`)
    .join('; ')
}
