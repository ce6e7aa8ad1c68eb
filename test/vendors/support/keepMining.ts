import { createTestClient, http } from 'viem'

/**
 * A block a second on every chain, as on a live one, until the returned function is called. The
 * vendors' clients wait with viem's `waitForTransactionReceipt`, which overlooks a block now and
 * then and needs a next one.
 */
export function keepMining(chains: readonly { rpcUrl: string }[]): () => void {
  const nodes = chains.map(({ rpcUrl }) =>
    createTestClient({ mode: 'anvil', transport: http(rpcUrl, { retryCount: 0 }) }),
  )
  // A node on its way out answers no more: the tests that still need it say so themselves.
  const mine = () => void Promise.allSettled(nodes.map((node) => node.mine({ blocks: 1 })))
  const timer = setInterval(mine, 1_000)
  return () => clearInterval(timer)
}
