import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, type Hex } from 'viem'
import { sandboxKey } from './accounts.ts'
import type { ChainNode } from './chainNode.ts'
import { waitForReceipt } from './rpc.ts'
import { createSender, nonceOf } from './sender.ts'
import {
  eventTopic,
  fromBytes32,
  refundLeafParameters,
  slowLeafParameters,
  spokePoolAbi,
  toBytes32,
  toLogs,
  toRelayData,
  type Deposit,
} from './spokePool.ts'

/** The transactions with which a deposit is paid out or back; each resolves to its hash. */
export type Settlement = {
  /** Whether our transactions there are still waiting to be mined. */
  isWaiting(node: ChainNode): Promise<boolean>
  /** The relayer pays the receiver from its own funds. */
  fill(destination: ChainNode, deposit: Deposit): Promise<Hex>
  /** The relayer leaves the deposit to the bridge's own money. */
  requestSlowFill(destination: ChainNode, deposit: Deposit): Promise<Hex>
  /** The bridge pays what `requestSlowFill` asked for. */
  fillSlowly(destination: ChainNode, deposit: Deposit): Promise<Hex>
  /** The bridge returns an expired deposit to its depositor. */
  refund(origin: ChainNode, deposit: Deposit): Promise<Hex>
}

const zeroHash: Hex = `0x${'00'.repeat(32)}`
const transferAbi = parseAbi(['function transfer(address to, uint256 value)'])

/**
 * The relayer, and in place of Across' HubPool the owner of the pools: it publishes root bundles
 * of a single leaf, whose hash then is the root.
 */
export function createSettlement(): Settlement {
  const relayer = sandboxKey('relayer')
  const operator = sandboxKey('operator')
  const sendAsRelayer = createSender(relayer)
  const sendAsOperator = createSender(operator)

  const publish = async (node: ChainNode, refunds: Hex, slowFills: Hex): Promise<number> => {
    const data = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'relayRootBundle',
      args: [refunds, slowFills],
    })
    const hash = await sendAsOperator(node, node.chain.spokePool, data)
    const receipt = await waitForReceipt(node.rpc, hash)
    const topic = eventTopic('RelayedRootBundle')
    const entry = toLogs(receipt['logs']).find((item) => item.topics[0] === topic)
    if (entry?.topics[1] === undefined) throw new Error(`root bundle ${hash} was not accepted`)
    return Number(entry.topics[1])
  }

  return {
    isWaiting: async (node) => {
      for (const { address } of [relayer, operator]) {
        if (
          (await nonceOf(node, address, 'latest')) !== (await nonceOf(node, address, 'pending'))
        ) {
          return true
        }
      }
      return false
    },

    fill: (destination, deposit) => {
      const repaymentChainId = BigInt(deposit.originChainId)
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'fillRelay',
        args: [toRelayData(deposit), repaymentChainId, toBytes32(relayer.address)],
      })
      return sendAsRelayer(destination, destination.chain.spokePool, data)
    },

    requestSlowFill: (destination, deposit) => {
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'requestSlowFill',
        args: [toRelayData(deposit)],
      })
      return sendAsRelayer(destination, destination.chain.spokePool, data)
    },

    fillSlowly: async (destination, deposit) => {
      const { spokePool } = destination.chain
      // A slow fill is paid from the pool's own money, which settlement brings there first.
      const bring = encodeFunctionData({
        abi: transferAbi,
        functionName: 'transfer',
        args: [spokePool, deposit.outputAmount],
      })
      await sendAsRelayer(destination, fromBytes32(deposit.outputToken), bring)
      const leaf = {
        relayData: toRelayData(deposit),
        chainId: BigInt(deposit.destinationChainId),
        updatedOutputAmount: deposit.outputAmount,
      }
      const root = keccak256(encodeAbiParameters(slowLeafParameters, [leaf]))
      const bundle = await publish(destination, zeroHash, root)
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'executeSlowRelayLeaf',
        args: [leaf, bundle, []],
      })
      return sendAsOperator(destination, spokePool, data)
    },

    refund: async (origin, deposit) => {
      const leaf = {
        amountToReturn: 0n,
        chainId: BigInt(deposit.originChainId),
        refundAmounts: [deposit.inputAmount],
        // Any number does; with the deposit's own, its refund can be found on the chain.
        leafId: Number(deposit.depositId),
        l2TokenAddress: fromBytes32(deposit.inputToken),
        refundAddresses: [fromBytes32(deposit.depositor)],
      }
      const root = keccak256(encodeAbiParameters(refundLeafParameters, [leaf]))
      const bundle = await publish(origin, root, zeroHash)
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'executeRelayerRefundLeaf',
        args: [bundle, leaf, []],
      })
      return sendAsOperator(origin, origin.chain.spokePool, data)
    },
  }
}
