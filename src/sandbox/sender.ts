import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import type { ChainNode } from './chainNode.ts'
import type { SandboxKey } from './accounts.ts'
import { callText, toHex } from './rpc.ts'

/** Signs and sends for one of the sandbox's own keys, one transaction at a time per chain. */
export type Sender = (node: ChainNode, to: string, data: Hex) => Promise<Hex>

const gasLimit = 1_500_000n

export function createSender(key: SandboxKey): Sender {
  const account = privateKeyToAccount(key.privateKey)
  const queues = new Map<number, Promise<unknown>>()

  const send = async ({ rpc, chain }: ChainNode, to: string, data: Hex): Promise<Hex> => {
    const nonce = Number(
      await callText(rpc, 'eth_getTransactionCount', [account.address, 'pending']),
    )
    const gasPrice = BigInt(await callText(rpc, 'eth_gasPrice'))
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.chainId,
      nonce,
      to: asAddress(to),
      data,
      gas: gasLimit,
      maxFeePerGas: gasPrice * 2n,
      maxPriorityFeePerGas: 0n,
    })
    const hash = await callText(rpc, 'eth_sendRawTransaction', [signed])
    return asAddress(hash)
  }

  return (node, to, data) => {
    const turn = (queues.get(node.chain.chainId) ?? Promise.resolve())
      .catch(() => undefined) // the one before has reported its own failure
      .then(() => send(node, to, data))
    queues.set(node.chain.chainId, turn)
    return turn
  }
}

export function simulate(
  node: ChainNode,
  call: { from: string; to: string; data: string; value?: bigint },
): Promise<string> {
  const value = call.value === undefined ? {} : { value: toHex(call.value) }
  return callText(node.rpc, 'eth_call', [{ ...call, ...value }, 'latest'])
}

function asAddress(text: string): Hex {
  if (!text.startsWith('0x')) throw new Error(`${text} is not hexadecimal`)
  return `0x${text.slice(2)}`
}
