import {
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  parseAbi,
  toEventSelector,
} from 'viem'
import { isRecord } from '../../../src/core/json.ts'
import { callText, type Rpc } from '../rpc.ts'
import { toLogs } from '../spokePool.ts'
import type { SandboxOft } from './contracts.ts'

/** The part of SandboxOft.sol that its executor and its explorer need. */
export const oftAbi = parseAbi([
  'event Packet(bytes32 indexed guid, uint32 dstEid, address to, uint256 amount)',
  'event OFTReceived(bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD)',
  'function isDelivered(bytes32 guid) view returns (bool)',
  'function deliver(bytes32 guid, uint32 srcEid, address to, uint256 amount)',
])

/** A message on its way. */
export type Packet = { from: SandboxOft; guid: Hex; dstEid: number; to: Hex; amount: bigint }

const packetTopic = toEventSelector(getAbiItem({ abi: oftAbi, name: 'Packet' }))
const receivedTopic = toEventSelector(getAbiItem({ abi: oftAbi, name: 'OFTReceived' }))

/** Every message that a contract sent. */
export async function packetsFrom(from: SandboxOft, rpc: Rpc): Promise<Packet[]> {
  return readPackets(from, await logsOf(rpc, from, [packetTopic]))
}

/** The messages that one transaction sent. */
export async function packetsIn(from: SandboxOft, hash: string, rpc: Rpc): Promise<Packet[]> {
  const receipt = await rpc.call('eth_getTransactionReceipt', [hash])
  const logs = isRecord(receipt) ? receipt['logs'] : []
  const own = (Array.isArray(logs) ? logs : []).filter(
    (log: unknown) =>
      isRecord(log) && String(log['address']).toLowerCase() === from.oft.toLowerCase(),
  )
  return readPackets(from, own)
}

function readPackets(from: SandboxOft, logs: unknown): Packet[] {
  return toLogs(logs).flatMap(({ data, topics }) => {
    if (topics[0] !== packetTopic) return []
    const { args } = decodeEventLog({ abi: oftAbi, eventName: 'Packet', data, topics })
    return [{ from, ...args }]
  })
}

export async function isDelivered({ oft }: SandboxOft, guid: Hex, rpc: Rpc): Promise<boolean> {
  const functionName = 'isDelivered'
  const data = encodeFunctionData({ abi: oftAbi, functionName, args: [guid] })
  const answer = await callText(rpc, 'eth_call', [{ to: oft, data }, 'latest'])
  return decodeFunctionResult({ abi: oftAbi, functionName, data: `0x${answer.slice(2)}` })
}

/** The transaction that delivered a message; null while undelivered. */
export async function deliveryOf(to: SandboxOft, guid: Hex, rpc: Rpc): Promise<Hex | null> {
  const [log] = toLogs(await logsOf(rpc, to, [receivedTopic, guid]))
  return log?.transactionHash ?? null
}

function logsOf(rpc: Rpc, { oft }: SandboxOft, topics: readonly Hex[]): Promise<unknown> {
  return rpc.call('eth_getLogs', [{ address: oft, topics, fromBlock: '0x0', toBlock: 'latest' }])
}
