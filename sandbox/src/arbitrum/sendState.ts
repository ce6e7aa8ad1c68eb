import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toEventSelector,
  zeroHash,
} from 'viem'
import { callText, toHex, type Rpc } from '../rpc.ts'
import { arbSysAddress } from './contracts.ts'

/** Messages sent up to a block of ARBITRUM, and the root of their tree. */
export type SendState = { count: number; root: Hex }

const sent = 'L2ToL1Tx(address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes)'
const abi = parseAbi([
  'function constructOutboxProof(uint64 size, uint64 leaf) view returns (bytes32 send, bytes32 root, bytes32[] proof)',
])

/** Counted by events: a node that was restarted has lost the states of older blocks. */
export async function sendStateAt(rpc: Rpc, blockNumber: bigint): Promise<SendState> {
  const logs = await rpc.call('eth_getLogs', [
    {
      address: arbSysAddress,
      topics: [toEventSelector(sent)],
      fromBlock: '0x0',
      toBlock: toHex(blockNumber),
    },
  ])
  if (!Array.isArray(logs)) throw new Error('the node gives no logs')
  const count = logs.length
  if (count === 0) return { count, root: zeroHash }
  const functionName = 'constructOutboxProof'
  const data = encodeFunctionData({ abi, functionName, args: [BigInt(count), 0n] })
  const answer = await callText(rpc, 'eth_call', [{ to: arbSysAddress, data }, 'latest'])
  const [, root] = decodeFunctionResult({ abi, functionName, data: asHex(answer) })
  return { count, root }
}

export function asHex(text: string): Hex {
  return `0x${text.replace(/^0x/, '')}`
}
