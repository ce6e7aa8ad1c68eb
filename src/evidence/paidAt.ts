import { chainById, isEvmChain } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { createEvmReader } from './evm.ts'
import type { Sources } from './expected.ts'
import { isTransactionHash } from './hashes.ts'
import { tonHashIn } from './ton.ts'
import { readTrace } from './tonTraces.ts'

/**
 * Time of a transaction by its chain, Unix milliseconds; null if it cannot be read: it
 * only shows the age of a swap.
 * @throws SwaprouteError INTERRUPTED
 */
export async function readPaidAt(
  blockchain: BlockchainId,
  hash: string,
  sources: Sources,
): Promise<number | null> {
  if (!isTransactionHash(blockchain, hash)) return null
  try {
    const chain = chainById(blockchain)
    if (chain.kind === 'ton') return await onTon(hash, sources)
    if (!isEvmChain(chain) || !sources.rpc.has(blockchain)) return null
    const reader = createEvmReader(sources)
    const receipt = await reader.readStoredReceipt(blockchain, hash, { recent: true })
    return receipt === null ? null : await reader.readBlockTime(blockchain, receipt.blockNumber)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code !== 'INTERRUPTED') return null
    throw thrown
  }
}

async function onTon(text: string, sources: Sources): Promise<number | null> {
  const hash = tonHashIn(text)
  if (hash === null || !sources.ton.has()) return null
  const trace =
    (await readTrace(sources, { transactionHash: hash }, { recent: true })) ??
    (await readTrace(sources, { messageHash: hash }))
  const times = trace?.transactions.map(({ atSeconds }) => atSeconds) ?? []
  return times.length === 0 ? null : 1000 * Math.min(...times)
}
