import type { ClaimAnswer, ClaimQuery } from '../api/schemas.ts'
import { startDeadline } from '../core/deadline.ts'
import { SwaprouteError } from '../core/errors.ts'
import { providerContext } from '../providers/types.ts'
import { findByHash } from '../status/findSwap.ts'
import { foreignRef } from '../status/providersAsked.ts'
import type { BackendServices } from './services.ts'
import { statusServices } from './status.ts'

/** Time for the reads of both chains. */
const claimingMs = 60_000

/**
 * The transaction that claims a transfer. Callers must check it before signing; the command line
 * builds its own.
 * @throws SwaprouteError with the contract's number 3100 for a hash unknown to these bridges
 */
export async function claimOf(
  services: BackendServices,
  { sourceTransactionHash: srcTxHash, fromBlockchain }: ClaimQuery,
  signal: AbortSignal,
): Promise<ClaimAnswer> {
  const own = statusServices(services)
  const { provider: id } = await findByHash(own, srcTxHash, fromBlockchain, signal)
  const provider = id === null ? null : await services.providers.find(id)
  if (id === null || provider?.claims === undefined) {
    const text = 'The hash is not that of a claimable transfer.'
    throw new SwaprouteError('SWAP_NOT_FOUND', text, { serviceCode: 3100 })
  }
  const deadline = startDeadline(signal, claimingMs)
  try {
    const ref = foreignRef(srcTxHash, fromBlockchain)
    const { to, data } = await provider.claims.plan(
      id,
      ref,
      providerContext(services, deadline.signal),
    )
    return { to, data, value: '0' }
  } finally {
    deadline.end()
  }
}
