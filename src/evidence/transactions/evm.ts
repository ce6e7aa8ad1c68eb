import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { createEvmReader, type EvmLog, type StoredReceipt, type StoredTransaction } from '../evm.ts'
import { topics } from '../logs.ts'
import type { ChainPayment, TransactionSource, ChainTransaction } from './transaction.ts'

/** approve(address,uint256) and increaseAllowance(address,uint256) of OpenZeppelin's ERC20 */
const approvals: ReadonlySet<string> = new Set(['0x095ea7b3', '0x39509351'])
/** transfer(address,uint256) and transferFrom(address,address,uint256): EIP-20 */
const transfers: ReadonlySet<string> = new Set(['0xa9059cbb', '0x23b872dd'])

/**
 * Null for a transaction that the chain does not know.
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readOnEvm(
  blockchain: BlockchainId,
  hash: string,
  source: TransactionSource,
): Promise<ChainTransaction | null> {
  const reader = createEvmReader(source)
  const transaction = await reader.readTransaction(blockchain, hash, { recent: true })
  if (transaction === null) return null
  // The rest is optional: the transaction itself is found.
  const orNull = <T>(thrown: unknown): T | null => {
    if (thrown instanceof SwaprouteError && !source.signal.aborted) return null
    throw thrown
  }
  const receipt = await reader
    .readStoredReceipt(blockchain, hash, { recent: true })
    .catch(orNull<StoredReceipt>)
  const atMs =
    receipt === null
      ? null
      : await reader.readBlockTime(blockchain, receipt.blockNumber).catch(orNull<number>)
  return toTransaction(blockchain, hash, transaction, receipt, atMs)
}

function toTransaction(
  blockchain: BlockchainId,
  hash: string,
  transaction: StoredTransaction,
  receipt: StoredReceipt | null,
  atMs: number | null,
): ChainTransaction {
  const { from, to, value, input } = transaction
  const target = to ?? null
  const logs = receipt?.logs ?? []
  const touched = [...(target === null ? [] : [target]), ...logs.map(({ address }) => address)]
  const coins: ChainPayment[] =
    value === 0n ? [] : [{ token: null, amount: value, from, to: target }]
  return {
    blockchain,
    hash,
    state: receipt?.succeeded == null ? 'waiting' : receipt.succeeded ? 'done' : 'failed',
    atMs,
    sender: toChecksumAddress(from),
    touched: [...new Set(touched.map((address) => address.toLowerCase()))],
    payments:
      receipt?.succeeded === false ? [] : [...coins, ...logs.flatMap(toPayment)].map(checksummed),
    kind: kindOf(target, input),
  }
}

function kindOf(to: string | null, input: string): ChainTransaction['kind'] {
  const method = input.slice(0, 10).toLowerCase()
  const [, spender, amount] = /^0x.{8}0{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(input) ?? []
  if (to !== null && approvals.has(method) && spender !== undefined && amount !== undefined) {
    return {
      is: 'approval',
      token: toChecksumAddress(to),
      spender: toChecksumAddress(`0x${spender}`),
      amount: BigInt(`0x${amount}`),
    }
  }
  const isTransfer = to !== null && (input === '0x' || transfers.has(method))
  return { is: isTransfer ? 'transfer' : 'call' }
}

function toPayment({ address, topics: [topic, from, to, more], data }: EvmLog): ChainPayment[] {
  // With a fourth topic it is a token of its own kind each (ERC-721).
  if (topic !== topics.transfer || from === undefined || to === undefined) return []
  if (more !== undefined || !/^0x[0-9a-f]{64}$/i.test(data)) return []
  const accountOf = (padded: string): string => `0x${padded.slice(-40)}`
  return [{ token: address, amount: BigInt(data), from: accountOf(from), to: accountOf(to) }]
}

function checksummed(payment: ChainPayment): ChainPayment {
  const written = (address: string | null): string | null =>
    address === null ? null : toChecksumAddress(address)
  return {
    ...payment,
    token: written(payment.token),
    from: written(payment.from),
    to: written(payment.to),
  }
}
