import type { RpcClient } from '../../src/http/types.ts'

/** `agreed` of a scripted client: its one node counts as the user's own. */
export const ownNode = async function (this: Pick<RpcClient, 'batch'>, blockchain, calls, options) {
  return { answers: await this.batch(blockchain, calls, options), by: 'own_node' as const }
} satisfies (
  this: Pick<RpcClient, 'batch'>,
  ...given: Parameters<RpcClient['agreed']>
) => ReturnType<RpcClient['agreed']>
