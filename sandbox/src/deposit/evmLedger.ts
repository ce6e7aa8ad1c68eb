import { encodeFunctionData, type Hex, keccak256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import { isRecord } from '../../../src/core/json.ts'
import { sandboxKey } from '../accounts.ts'
import type { ChainNode } from '../chainNode.ts'
import type { Incoming, Ledger, Coin, Order, Transfer } from './types.ts'
import { fund } from '../funding.ts'
import { asHex, callText, RpcError, toHex, type Rpc } from '../rpc.ts'
import { nonceOf } from '../sender.ts'

const transferAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])
const gasLimit = 200_000n
/** Reserve for gas. */
const gasMoney = 10n ** 18n
/** Multiple of the missing amount by which the exchange is topped up. */
const reserveTimes = 1_000n
/** Maximum blocks read at once after a restart. */
const mostBlocks = 200

/** A chain of the sandbox that runs on a node: payments and payouts are its transactions. */
export function createEvmLedger(node: ChainNode): Ledger {
  const hot = sandboxKey('exchange')
  const account = privateKeyToAccount(hot.privateKey)
  const { rpc, chain } = node
  let scanned: number | null = null
  let queue: Promise<unknown> = Promise.resolve()

  const height = async (): Promise<number> => Number(await callText(rpc, 'eth_blockNumber'))

  const sign = async (transfer: Transfer): Promise<Hex> => {
    const { coin, to, amount } = transfer
    const gasPrice = BigInt(await callText(rpc, 'eth_gasPrice'))
    const call = coin.native
      ? { to: asHex(to), value: amount }
      : { to: asHex(coin.address), data: transferData(asHex(to), amount) }
    return account.signTransaction({
      type: 'eip1559',
      chainId: chain.chainId,
      nonce: await nonceOf(node, hot.address, 'pending'),
      gas: gasLimit,
      maxFeePerGas: gasPrice * 2n,
      maxPriorityFeePerGas: 0n,
      ...call,
    })
  }

  const send = async (transfer: Transfer, save: () => void): Promise<void> => {
    // A fault holds back blocks: topping up would mine one.
    if ((await rpc.call('anvil_getAutomine')) !== true) return
    await topUp(node, hot.address, transfer)
    const raw = await sign(transfer)
    transfer.raw = raw
    transfer.hash = keccak256(raw)
    save()
    await callText(rpc, 'eth_sendRawTransaction', [raw])
  }

  const resend = async (transfer: Transfer, save: () => void): Promise<void> => {
    try {
      await callText(rpc, 'eth_sendRawTransaction', [transfer.raw])
    } catch (thrown) {
      if (!(thrown instanceof RpcError)) throw thrown
      if (!/nonce too low/i.test(thrown.message)) return // it is waiting already
      // Mined since the check: sending again would be a second payout.
      if (isRecord(await rpc.call('eth_getTransactionByHash', [transfer.hash]))) return
      transfer.raw = null
      transfer.hash = null
      save()
    }
  }

  return {
    depositAddress: (seed) => toChecksumAddress(sandboxKey(`deposit ${seed}`).address),
    height,

    scan: async (orders) => {
      const last = await height()
      const first = Math.min(...orders.map(({ openedAtBlock }) => openedAtBlock))
      const isNew = scanned === null || scanned > last
      const from = isNew ? first : Math.max(scanned ?? 0, first) + 1
      if (from > last) return []
      const to = Math.min(last, from + mostBlocks - 1)
      const watched = new Set(orders.map(({ depositAddress }) => depositAddress.toLowerCase()))
      const found: Incoming[] = [
        ...(await readBlockPayments(rpc, from, to, watched, nativeOf(orders))),
        ...(await readTokenPayments(rpc, from, to, watched)),
      ]
      scanned = to
      return found
    },

    isThere: async ({ hash }) => isRecord(await rpc.call('eth_getTransactionReceipt', [hash])),

    settle: async (transfer, _order, save) => {
      if (transfer.hash === null) {
        const turn = queue.catch(() => undefined).then(() => send(transfer, save))
        queue = turn
        return turn
      }
      const receipt = await rpc.call('eth_getTransactionReceipt', [transfer.hash])
      if (!isRecord(receipt)) return resend(transfer, save)
      if (receipt['status'] === '0x1') {
        transfer.done = true
      } else {
        transfer.raw = null
        transfer.hash = null
      }
      save()
    },

    forget: () => {
      scanned = null
    },
  }
}

/** Call data of a token's transfer. */
export function transferData(to: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: transferAbi, functionName: 'transfer', args: [to, amount] })
}

async function topUp(node: ChainNode, address: string, { coin, amount }: Transfer): Promise<void> {
  const { blockchain } = node.chain
  const native = BigInt(await callText(node.rpc, 'eth_getBalance', [address, 'latest']))
  const needed = (coin.native ? amount : 0n) + gasMoney
  if (native < needed) {
    await fund(node, { address, blockchain, token: 'native', amount: needed * reserveTimes })
  }
  if (coin.native || (await tokenBalance(node, address, coin)) >= amount) return
  await fund(node, { address, blockchain, token: coin.address, amount: amount * reserveTimes })
}

async function tokenBalance({ rpc }: ChainNode, owner: string, coin: Coin): Promise<bigint> {
  const data = encodeFunctionData({
    abi: transferAbi,
    functionName: 'balanceOf',
    args: [asHex(owner)],
  })
  const call = { to: coin.address, data, gas: toHex(gasLimit) }
  return BigInt(await callText(rpc, 'eth_call', [call, 'latest']))
}

function nativeOf(orders: readonly Order[]): string {
  return orders.find(({ from }) => from.native)?.from.address ?? ''
}

/** keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Plain transfers of the native coin to watched addresses (lower case), blocks `from` to `to`;
 * text in a transaction's data is its memo.
 */
async function readBlockPayments(
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
async function readTokenPayments(
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
