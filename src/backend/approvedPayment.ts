import { chainById, isEvmChain } from '../chains/chains.ts'
import { isSameAddress } from '../core/addresses.ts'
import { createEvmReader, type StoredReceipt } from '../evidence/evm.ts'
import { topics } from '../evidence/logs.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import type { Asking } from './carriers.ts'
import { seenSource } from './locating.ts'

/**
 * The hash of the payment that an approval was made for: the payer's call of the approved contract
 * that takes the token, looked for among the newest events of the token. Null where there is none,
 * where it cannot be told from others, and where the chain does not search that far back.
 */
export async function approvedPayment(
  { blockchain, hash, sender, kind }: ChainTransaction,
  { services, rollCall, signal: parent }: Asking,
): Promise<string | null> {
  if (kind.is !== 'approval' || sender === null || !isEvmChain(chainById(blockchain))) return null
  const { token, spender, amount } = kind
  const paid = await rollCall.chain(blockchain, parent, async (signal) => {
    const reader = createEvmReader(seenSource(services, signal))
    const from = `0x${sender.slice(2).toLowerCase().padStart(64, '0')}`
    const [approval, found] = await Promise.all([
      reader.readStoredReceipt(blockchain, hash, { recent: true }),
      reader.findEvents(blockchain, { address: token, topics: [topics.transfer, from] }),
    ])
    if (approval === null) return []
    const isTransfer = (log: StoredReceipt['logs'][number]): boolean =>
      isSameAddress(log.address, token) &&
      log.topics[0] === topics.transfer &&
      log.topics[1]?.toLowerCase() === from
    return found.flatMap(({ logs, ...receipt }) => {
      const isIts =
        receipt.succeeded === true &&
        isSameAddress(receipt.from, sender) &&
        isSameAddress(receipt.to ?? '', spender) &&
        receipt.blockNumber >= approval.blockNumber
      const moved = logs.filter(isTransfer).reduce((sum, { data }) => sum + BigInt(data), 0n)
      return isIts ? [{ hash: receipt.hash, moved }] : []
    })
  })
  const exact = (paid ?? []).filter(({ moved }) => moved === amount)
  const [only, ...others] = exact.length > 0 ? exact : (paid ?? [])
  return only === undefined || others.length > 0 ? null : only.hash
}
