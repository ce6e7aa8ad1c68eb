import { chainById } from '../chains/chains.ts'
import { startDeadline } from '../core/deadline.ts'
import type { QuoteFees } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import { transferGas } from '../providers/onchain/estimates.ts'
import type { BackendServices } from './services.ts'

/** As long as prices may take: an estimate is not waited for any longer. */
const limitMs = 1_500

/**
 * What a plain transfer of the token costs its sender, estimated for the comparison of routes.
 * Null on chains whose wallets are not known here, and where the node does not say. Never rejects.
 */
export async function readTransferGas(
  token: Token,
  { rpc }: Pick<BackendServices, 'rpc'>,
  signal: AbortSignal,
): Promise<QuoteFees['gas']> {
  const { blockchain } = token
  const { kind } = chainById(blockchain)
  // One unit of gas is one nanoton.
  if (kind === 'ton') return { limit: transferGas(token), price: 1n }
  if (kind !== 'evm' || !rpc.has(blockchain)) return null
  const deadline = startDeadline(signal, limitMs)
  try {
    const price = await rpc.call(blockchain, 'eth_gasPrice', [], { signal: deadline.signal })
    return typeof price === 'string' && /^0x[0-9a-f]{1,32}$/i.test(price)
      ? { limit: transferGas(token), price: BigInt(price) }
      : null
  } catch {
    // The offers say "unknown" then; the node's own failure shows where it is needed.
    return null
  } finally {
    deadline.end()
  }
}
