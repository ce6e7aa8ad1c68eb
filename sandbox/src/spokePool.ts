import {
  decodeEventLog,
  getAbiItem,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
  type Hex,
} from 'viem'
import type { ChainNode } from './chainNode.ts'
import { isRecord } from '../../src/core/json.ts'
import type { Rpc } from './rpc.ts'

// The part of Across' SpokePool that is used here, from Ethereum_SpokePool.json of
// @across-protocol/contracts 5.0.27 (a test compares).
export const spokePoolAbi = parseAbi([
  'struct RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'struct SlowFill { RelayData relayData; uint256 chainId; uint256 updatedOutputAmount; }',
  'struct RelayerRefundLeaf { uint256 amountToReturn; uint256 chainId; uint256[] refundAmounts; uint32 leafId; address l2TokenAddress; address[] refundAddresses; }',
  'struct RelayExecutionInfo { bytes32 updatedRecipient; bytes32 updatedMessageHash; uint256 updatedOutputAmount; uint8 fillType; }',
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  'function fillRelay(RelayData relayData, uint256 repaymentChainId, bytes32 repaymentAddress)',
  'function requestSlowFill(RelayData relayData)',
  'function executeSlowRelayLeaf(SlowFill slowFillLeaf, uint32 rootBundleId, bytes32[] proof)',
  'function relayRootBundle(bytes32 relayerRefundRoot, bytes32 slowRelayRoot)',
  'function executeRelayerRefundLeaf(uint32 rootBundleId, RelayerRefundLeaf relayerRefundLeaf, bytes32[] proof) payable',
  'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
  'event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, RelayExecutionInfo relayExecutionInfo)',
  'event RequestedSlowFill(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash)',
  'event RelayedRootBundle(uint32 indexed rootBundleId, bytes32 indexed relayerRefundRoot, bytes32 indexed slowRelayRoot)',
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])

/** A leaf of a root bundle is hashed as the ABI encoding of its struct (MerkleLib.sol). */
export const refundLeafParameters = parseAbiParameters([
  'Leaf leaf',
  'struct Leaf { uint256 amountToReturn; uint256 chainId; uint256[] refundAmounts; uint32 leafId; address l2TokenAddress; address[] refundAddresses; }',
])
export const slowLeafParameters = parseAbiParameters([
  'Leaf leaf',
  'struct RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'struct Leaf { RelayData relayData; uint256 chainId; uint256 updatedOutputAmount; }',
])

/** A deposit as in its event. */
export type Deposit = {
  originChainId: number
  destinationChainId: number
  depositId: bigint
  transactionHash: Hex
  inputToken: Hex
  outputToken: Hex
  inputAmount: bigint
  outputAmount: bigint
  fillDeadline: number
  exclusivityDeadline: number
  depositor: Hex
  recipient: Hex
  exclusiveRelayer: Hex
  message: Hex
}

/** An event log as far as it is needed. */
export type Log = { data: Hex; topics: [Hex, ...Hex[]]; transactionHash: Hex }

type Node = Pick<ChainNode, 'chain' | 'rpc'>

type SpokePoolEvent =
  | 'FundsDeposited'
  | 'FilledRelay'
  | 'RequestedSlowFill'
  | 'RelayedRootBundle'
  | 'ExecutedRelayerRefundRoot'

/** Topic of one of the SpokePool's events. */
export function eventTopic(eventName: SpokePoolEvent): Hex {
  return toEventSelector(getAbiItem({ abi: spokePoolAbi, name: eventName }))
}

/** Logs of one event of the chain's SpokePool. */
export async function findLogs(
  rpc: Rpc,
  spokePool: string,
  eventName: SpokePoolEvent,
  indexed: (Hex | null)[] = [],
  range: { fromBlock: Hex; toBlock: Hex | 'latest' } = { fromBlock: '0x0', toBlock: 'latest' },
): Promise<Log[]> {
  const topics = [eventTopic(eventName), ...indexed]
  return toLogs(await rpc.call('eth_getLogs', [{ address: spokePool, topics, ...range }]))
}

export function toLogs(value: unknown): Log[] {
  if (!Array.isArray(value)) throw new Error('the node gives no logs')
  return value.flatMap((item: unknown) => (isLog(item) ? [item] : []))
}

/** The deposit behind a log; null for other events. */
export function readDeposit(log: Log, originChainId: number): Deposit | null {
  if (log.topics[0] !== eventTopic('FundsDeposited')) return null
  const { args } = decodeEventLog({
    abi: spokePoolAbi,
    eventName: 'FundsDeposited',
    data: log.data,
    topics: log.topics,
  })
  const { destinationChainId, quoteTimestamp: _, ...rest } = args
  return {
    ...rest,
    originChainId,
    destinationChainId: Number(destinationChainId),
    transactionHash: log.transactionHash,
  }
}

/** The transaction that paid the deposit out on its destination; at most one. */
export function findFills(destination: Node, deposit: Deposit): Promise<Log[]> {
  const { spokePool } = destination.chain
  return findLogs(destination.rpc, spokePool, 'FilledRelay', depositTopics(deposit))
}

/** The transaction that asked the bridge to pay out itself; at most one. */
export function findSlowFillRequests(destination: Node, deposit: Deposit): Promise<Log[]> {
  const { spokePool } = destination.chain
  return findLogs(destination.rpc, spokePool, 'RequestedSlowFill', depositTopics(deposit))
}

/** The transaction that paid the deposit back at its source; at most one. */
export function findRefunds(origin: Node, deposit: Deposit): Promise<Log[]> {
  const topics = [null, null, numberToHex(deposit.depositId, { size: 32 })]
  return findLogs(origin.rpc, origin.chain.spokePool, 'ExecutedRelayerRefundRoot', topics)
}

/** Origin chain and deposit number, as the destination's events index them. */
function depositTopics({ originChainId, depositId }: Deposit): Hex[] {
  return [numberToHex(originChainId, { size: 32 }), numberToHex(depositId, { size: 32 })]
}

/** A deposit as the destination SpokePool takes it. */
export function toRelayData(deposit: Deposit) {
  const { destinationChainId: _, transactionHash: __, originChainId, ...rest } = deposit
  return { ...rest, originChainId: BigInt(originChainId) }
}

export function toBytes32(address: Hex): Hex {
  return pad(address, { size: 32 })
}

/** The address in the last 20 bytes of a word. */
export function fromBytes32(word: Hex): Hex {
  return `0x${word.slice(-40)}`
}

function isLog(value: unknown): value is Log {
  return (
    isRecord(value) &&
    typeof value['data'] === 'string' &&
    typeof value['transactionHash'] === 'string' &&
    Array.isArray(value['topics'])
  )
}
