import * as z from 'zod/mini'

import { call, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import type { ClaimTerms } from '../../core/claim.ts'
import { zeroAddress } from '../../core/token.ts'
import { readAnswer } from '../../http/nodeAnswers.ts'
import { wireHex } from '../../http/wire.ts'
import type { ClaimCall, ContractDelivery } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { claimsAt, unreadBridge } from '../kits/rollup/claims.ts'
import { bridges, type TaikoSide, signalServices, taikoTokens, tokenOn } from './contracts.ts'
import {
  invocation,
  invocationTypes,
  isBetweenVaults,
  type TaikoMessage,
  type MessageBody,
  messageType,
} from './messages.ts'

// Anyone may execute a message by proving on its destination that it was sent: a relayer for the
// message's fee, or its owner. The proof is that of a storage slot in a block that the destination
// knows: SignalService.sol, Bridge.sol of https://github.com/taikoxyz/taiko-mono (2026-08). What fails
// may be tried again; `isLastAttempt` would give it up, and is not used.

const process =
  `function processMessage(${messageType} message, bytes proof) returns (uint8, uint8)` as const
const retry = `function retryMessage(${messageType} message, bool isLastAttempt)` as const
const isReceived =
  `function isMessageReceived(${messageType} message, bytes proof) view returns (bool)` as const
const statusView = 'function messageStatus(bytes32 hash) view returns (uint8)'
const changed = 'event MessageStatusChanged(bytes32 indexed msgHash, uint8 status)'
const saved =
  'event CheckpointSaved(uint48 indexed blockNumber, bytes32 blockHash, bytes32 stateRoot)'
const proofTypes =
  '(uint64 chainId, uint64 blockId, bytes32 rootHash, uint8 cacheOption, bytes[] accountProof, bytes[] storageProof)[] hops'

const states = { new: 0, retriable: 1, done: 2, failed: 3, recalled: 4 } as const

/** How long a relayer is waited for: as long as it takes, and some more. */
const patienceMs = { TAIKO: 3_600_000, ETH: 26 * 3_600_000 } as const satisfies Record<
  TaikoSide,
  number
>

export async function taikoDelivery(
  message: TaikoMessage,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const { src, dst, amount } = message
  const status = await statusOf(message, dst, tools)
  switch (status) {
    case states.done:
      return { kind: 'arrived', hash: await changeOf(message, dst, states.done, tools), amount }
    case states.retriable:
      return {
        kind: 'claimable',
        note: `The message was tried on ${dst} and failed there; it can be tried again.`,
        claim: async () => retryCall(message, tools),
      }
    case states.failed: {
      const isBack = (await statusOf(message, src, tools)) === states.recalled
      const hash = isBack ? await changeOf(message, src, states.recalled, tools) : null
      if (hash !== null) return { kind: 'returned', hash, amount }
      const note = isBack
        ? `The message was recalled on ${src}; its node does not find the transaction.`
        : `The message failed on ${dst}; recallMessage of ${bridges[src]} on ${src} brings it back.`
      return { kind: 'stuck', note }
    }
    case states.new:
      return await newDelivery(message, tools)
    default:
      return {
        kind: 'waiting',
        note: `${dst} shows a state that is not known.`,
        upstreamStatus: String(status),
      }
  }
}

async function statusOf(
  { hash }: TaikoMessage,
  at: TaikoSide,
  { read }: ContractTools,
): Promise<number> {
  const [status] = await read(at, [view(bridges[at], statusView, [asHex(hash)])])
  if (!status.ok) throw unreadBridge(at, 'the bridge of Taiko')
  return status.value
}

/** The transaction that set the state of the message; null if the node finds none. */
async function changeOf(
  { hash }: TaikoMessage,
  at: TaikoSide,
  state: number,
  { findEvent }: ContractTools,
): Promise<string | null> {
  const place = { blockchain: at, contract: bridges[at], topics: [hash] }
  const found = await findEvent(
    changed,
    place,
    ({ msgHash, status }) => msgHash.toLowerCase() === hash.toLowerCase() && status === state,
  )
  return found?.hash ?? null
}

async function newDelivery(message: TaikoMessage, tools: ContractTools): Promise<ContractDelivery> {
  const { src, dst, blockNumber, body } = message
  if (body.gasLimit !== 0) {
    const sentAtMs = await tools.reader.readBlockTime(src, blockNumber)
    if (sentAtMs === null || tools.context.now() - sentAtMs < patienceMs[dst]) {
      return { kind: 'waiting', note: `A relayer has yet to carry the message out on ${dst}.` }
    }
  }
  const proof = await proofOf(message, tools)
  if (proof.kind === 'none') {
    // Beyond the patience with the relayer it takes longer than usual.
    return { kind: 'waiting', note: proof.note, ...(body.gasLimit === 0 ? {} : { isLong: true }) }
  }
  return {
    kind: 'claimable',
    note:
      body.gasLimit === 0
        ? `${dst} knows the message; ${body.destOwner} can claim it there.`
        : `No relayer carried the message out; it can be claimed on ${dst}.`,
    claim: async () => claimCall(message, tools.encode(process, [body, asHex(proof.encoded)])),
  }
}

const proofWire = z.object({
  accountProof: z.array(wireHex),
  storageProof: z.array(z.object({ proof: z.array(wireHex) })),
})

type Proof = { kind: 'proof'; encoded: string } | { kind: 'none'; note: string }

/** The proof that the destination's contracts accept now. */
async function proofOf(message: TaikoMessage, tools: ContractTools): Promise<Proof> {
  const { src, dst, hash, body, blockNumber } = message
  const { read, packedHash, encodeValues, context } = tools
  const checkpoint = await checkpointOf(dst, blockNumber, tools)
  if (checkpoint === null) {
    return { kind: 'none', note: `${dst} does not know the block of the message yet.` }
  }
  const slot = packedHash(
    ['string', 'uint64', 'address', 'bytes32'],
    ['SIGNAL', body.srcChainId, bridges[src], hash],
  )
  const params = [signalServices[src], [slot], `0x${checkpoint.blockNumber.toString(16)}`]
  const method = 'eth_getProof'
  const [answer] = await context.rpc.batch(src, [{ method, params }], { signal: context.signal })
  if (answer?.ok !== true) {
    const note = `The ${src} node has no proof for block ${checkpoint.blockNumber}; set an archive node with SWAPROUTE_RPC_${src}=https://….`
    return { kind: 'none', note }
  }
  const { accountProof, storageProof } = readAnswer(proofWire, answer.result, src, method)
  const hop = {
    chainId: body.destChainId,
    blockId: checkpoint.blockNumber,
    rootHash: checkpoint.stateRoot,
    cacheOption: 0,
    accountProof,
    storageProof: storageProof[0]?.proof ?? [],
  }
  const encoded = encodeValues(proofTypes, [[hop]])
  // The node of the source is not believed: the bridge of the destination checks the proof.
  const [received] = await read(dst, [view(bridges[dst], isReceived, [body, asHex(encoded)])])
  return received.ok && received.value
    ? { kind: 'proof', encoded }
    : { kind: 'none', note: `${dst} does not accept the proof of the ${src} node yet.` }
}

/** TAIKO learns of a block of ETH nearly every minute; ETH of one of TAIKO some times a day. */
const checkpointBlocks = { TAIKO: 600n, ETH: 7_200n } as const satisfies Record<TaikoSide, bigint>

/** The newest block of the other chain that a chain knows; null if none is as late as this one. */
async function checkpointOf(
  at: TaikoSide,
  leastBlock: bigint,
  { reader, events, topicOf }: ContractTools,
): Promise<{ blockNumber: bigint; stateRoot: string } | null> {
  const address = signalServices[at]
  const filter = { address, topics: [topicOf(saved)], mostBlocks: checkpointBlocks[at] }
  for (const { logs, succeeded } of await reader.findEvents(at, filter)) {
    for (const { args } of succeeded === true ? events(saved, logs, address) : []) {
      const blockNumber = BigInt(args.blockNumber)
      if (blockNumber >= leastBlock) return { blockNumber, stateRoot: args.stateRoot }
    }
  }
  return null
}

function retryCall(message: TaikoMessage, { encode }: ContractTools): ClaimCall {
  return claimCall(message, encode(retry, [message.body, false]))
}

function claimCall(
  { dst, token: address, amount, recipient: receiver }: TaikoMessage,
  data: string,
): ClaimCall {
  const token = tokenOn(dst, address)
  if (token === null) throw unsafeCall('Taiko', 'pays a token that is not known')
  return { blockchain: dst, to: bridges[dst], data, token, amount, receiver }
}

function payoutOf(blockchain: TaikoSide) {
  const pays = call(invocation, ([data], inside): ClaimTerms => {
    const [canonical, , recipient, amount] = inside.values(invocationTypes, data)
    const pair = taikoTokens.pairOf('ETH', canonical.addr)
    if (pair === null) throw unsafeCall('Taiko', 'pays a token that is not known')
    return { token: pair[blockchain], amount, recipient }
  })
  return (
    { from, to, value, data }: MessageBody,
    inside: Parameters<typeof pays.read>[1],
  ): ClaimTerms => {
    if (data === '0x') return { token: zeroAddress, amount: value, recipient: to }
    if (!isBetweenVaults({ from, to }, taikoTokens.otherSide(blockchain)) || value !== 0n) {
      throw unsafeCall('Taiko', 'does more than a transfer')
    }
    const { token, amount, recipient } = inside.call([pays], data)
    return { token, amount, recipient }
  }
}

export const taikoClaims = claimsAt(bridges, (blockchain) => {
  const payout = payoutOf(blockchain)
  return [
    call(process, ([message], inside) => payout(message, inside)),
    call(retry, ([message, isLast], inside) => {
      if (isLast) throw unsafeCall('Taiko', 'abandons the message if it fails')
      return payout(message, inside)
    }),
  ]
})
