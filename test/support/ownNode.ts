import type { AskNode, RpcClient, HostAnswers } from '../../src/http/types.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'

/** `witnesses` of a scripted client: its one node counts as the user's own. */
export async function ownNode<T>(
  this: Pick<RpcClient, 'batch'>,
  blockchain: BlockchainId,
  ask: (batch: AskNode) => Promise<T>,
  options: { signal: AbortSignal },
): Promise<HostAnswers<T>> {
  const answer = await ask((calls) => this.batch(blockchain, calls, options))
  return { answers: [{ host: 'own', answer }], by: 'own_node' }
}
