import { isRecord } from '../../../src/core/json.ts'
import { type Rpc, toHex } from '../rpc.ts'
import type { Incoming } from './ledger.ts'

/** keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Plain transfers of the native coin to watched addresses (lower case), blocks `from` to `to`;
 * text in a transaction's data is its memo.
 */
export async function readBlockPayments(
  rpc: Rpc,
  from: number,
  to: number,
  watched: ReadonlySet<string>,
  nativeAddress: string,
): Promise<Incoming[]> {
  if (nativeAddress === '') return []
  const found: Incoming[] = []
  for (let number = from; number <= to; number += 1) {
    const block = await rpc.call('eth_getBlockByNumber', [toHex(number), true])
    const transactions = isRecord(block) ? block['transactions'] : null
    if (!Array.isArray(transactions)) continue
    for (const transaction of transactions) {
      const payment = readTransaction(transaction, watched, nativeAddress)
      if (payment !== null) found.push(payment)
    }
  }
  return found
}

/** Transfers of tokens to watched addresses, blocks `from` to `to`. */
export async function readTokenPayments(
  rpc: Rpc,
  from: number,
  to: number,
  watched: ReadonlySet<string>,
): Promise<Incoming[]> {
  const receivers = [...watched].map((address) => `0x${address.slice(2).padStart(64, '0')}`)
  const filter = {
    fromBlock: toHex(from),
    toBlock: toHex(to),
    topics: [transferTopic, null, receivers],
  }
  const logs = await rpc.call('eth_getLogs', [filter])
  return Array.isArray(logs) ? logs.flatMap(readLog) : []
}

function readTransaction(
  value: unknown,
  watched: ReadonlySet<string>,
  nativeAddress: string,
): Incoming | null {
  if (!isRecord(value)) return null
  const { hash, from, to, value: wei, input } = value
  if (typeof hash !== 'string' || typeof to !== 'string' || typeof wei !== 'string') return null
  const amount = BigInt(wei)
  if (amount === 0n || !watched.has(to.toLowerCase())) return null
  return {
    hash,
    from: typeof from === 'string' ? from : null,
    to,
    coinAddress: nativeAddress,
    amount,
    memo: typeof input === 'string' ? memoOf(input) : null,
    atMs: Date.now(),
  }
}

function readLog(value: unknown): Incoming[] {
  if (!isRecord(value)) return []
  const { address, topics, data, transactionHash } = value
  if (typeof address !== 'string' || typeof transactionHash !== 'string') return []
  if (!Array.isArray(topics) || topics.length !== 3 || typeof data !== 'string') return []
  return [
    {
      hash: transactionHash,
      from: accountOf(topics[1]),
      to: accountOf(topics[2]),
      coinAddress: address,
      amount: BigInt(data),
      memo: null,
      atMs: Date.now(),
    },
  ]
}

function memoOf(input: string): string | null {
  if (input === '0x') return null
  return Buffer.from(input.slice(2), 'hex').toString('utf8')
}

function accountOf(topic: unknown): string {
  return `0x${String(topic).slice(-40)}`
}
