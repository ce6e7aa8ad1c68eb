import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import type { ChainNode } from './chainNode.ts'
import type { SandboxKey } from './accounts.ts'
import { asHex, callText } from './rpc.ts'

/** Signs and sends for one of the sandbox's own keys, one transaction at a time per chain. */
export type Sender = (node: ChainNode, to: string, data: Hex) => Promise<Hex>

const gasLimit = 1_500_000n

export function createSender(key: SandboxKey): Sender {
  const account = privateKeyToAccount(key.privateKey)
  const queues = new Map<number, Promise<unknown>>()

  const send = async ({ rpc, chain }: ChainNode, to: string, data: Hex): Promise<Hex> => {
    const nonce = await nonceOf({ rpc }, account.address, 'pending')
    const gasPrice = BigInt(await callText(rpc, 'eth_gasPrice'))
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.chainId,
      nonce,
      to: asHex(to),
      data,
      gas: gasLimit,
      maxFeePerGas: gasPrice * 2n,
      maxPriorityFeePerGas: 0n,
    })
    const hash = await callText(rpc, 'eth_sendRawTransaction', [signed])
    return asHex(hash)
  }

  return (node, to, data) => {
    const turn = (queues.get(node.chain.chainId) ?? Promise.resolve())
      .catch(() => undefined) // the one before has reported its own failure
      .then(() => send(node, to, data))
    queues.set(node.chain.chainId, turn)
    return turn
  }
}

/** Number of the account's next transaction, counting those that wait or only those mined. */
export async function nonceOf(
  { rpc }: Pick<ChainNode, 'rpc'>,
  address: string,
  tag: 'latest' | 'pending',
): Promise<number> {
  return Number(await callText(rpc, 'eth_getTransactionCount', [address, tag]))
}
