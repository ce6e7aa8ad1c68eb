import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import { type ProbeVerdict, verdictOf } from './probe.ts'
import { chainRows, type DeploymentRow, type OffRow } from './rows.ts'

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
