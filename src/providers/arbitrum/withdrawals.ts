import * as z from 'zod/mini'

import { call, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { otherNodeHint, SwaprouteError } from '../../core/errors.ts'
import { readAnswer } from '../../http/nodeAnswers.ts'
import { wireHash, wireHexUint } from '../../http/wire.ts'
import type { ClaimCall, ContractDelivery, MinedTransfer } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import type { ClaimTerms } from '../../core/claim.ts'
import { claimsAt, unreadBridge } from '../kits/rollup/claims.ts'
import { listedToken } from '../kits/rollup/tokenPairs.ts'
import { arbitrumTokens, child, parent } from './contracts.ts'
import { inboundSelector } from './deposits.ts'

// A withdrawal is a message of ArbSys. When the rollup has confirmed a block after it, the outbox on
// ETH has a root that proves it, and anyone may execute it with executeTransaction:
// https://docs.arbitrum.io/how-arbitrum-works/l2-to-l1-messaging (2026-11).

const l2ToL1 =
  'event L2ToL1Tx(address caller, address indexed destination, uint256 indexed hash, uint256 indexed position, uint256 arbBlockNum, uint256 ethBlockNum, uint256 timestamp, uint256 callvalue, bytes data)'
const rootUpdated = 'event SendRootUpdated(bytes32 indexed outputRoot, bytes32 indexed l2BlockHash)'
const executed =
  'event OutBoxTransactionExecuted(address indexed to, address indexed l2Sender, uint256 indexed zero, uint256 transactionIndex)'
const execute =
  'function executeTransaction(bytes32[] proof, uint256 index, address l2Sender, address to, uint256 l2Block, uint256 l1Block, uint256 l2Timestamp, uint256 value, bytes data)'
const finalize =
  'function finalizeInboundTransfer(address token, address from, address to, uint256 amount, bytes data) payable'
const constructProof =
  'function constructOutboxProof(uint64 size, uint64 leaf) view returns (bytes32 send, bytes32 root, bytes32[] proof)'

/** Positions and counts of messages are 64 bits long where their proof is computed. */
const mostMessages = 1n << 64n

/** A block of ARBITRUM, whose node adds how many messages were sent up to it. */
const childBlockWire = z.object({
  sendCount: wireHexUint.check(z.lt(mostMessages)),
  sendRoot: wireHash,
})

export type Withdrawal = {
  kind: 'withdrawal'
  dst: 'ETH'
  caller: string
  destination: string
  position: bigint
  arbBlockNum: bigint
  ethBlockNum: bigint
  timestamp: bigint
  callvalue: bigint
  data: string
} & ClaimTerms

/** The message of a withdrawal of coins or of a known token; null: another message. */
export function withdrawalOf({ logs }: MinedTransfer, tools: ContractTools): Withdrawal | null {
  for (const { args } of tools.events(l2ToL1, logs, child.arbSys)) {
    const isPlaced = args.position < mostMessages
    const terms = isPlaced && isWhole(args, tools) ? termsOf(args) : null
    if (terms !== null) return { kind: 'withdrawal', dst: 'ETH', ...args, ...terms }
  }
  return null
}

const itemTypes = ['address', 'address', 'uint256', 'uint256', 'uint256', 'uint256', 'bytes']

/**
 * Whether the members of a message match its hash (calculateItemHash of the
 * outbox): the outbox records an executed message by its position alone.
 */
function isWhole(
  message: Omit<Withdrawal, keyof ClaimTerms | 'kind' | 'dst'> & { hash: bigint },
  { packedHash }: ContractTools,
): boolean {
  const { caller, destination, arbBlockNum, ethBlockNum, timestamp, callvalue, data } = message
  const item = [caller, destination, arbBlockNum, ethBlockNum, timestamp, callvalue, data]
  return BigInt(packedHash(itemTypes, item)) === message.hash
}

/** What a message pays out; null: it does something else. */
function termsOf({
  caller,
  destination,
  callvalue,
  data,
}: Pick<Withdrawal, 'caller' | 'destination' | 'callvalue' | 'data'>): ClaimTerms | null {
  if (data === '0x') return { token: zeroAddress, amount: callvalue, recipient: destination }
  const isToken =
    isSameAddress(caller, child.gateway) &&
    isSameAddress(destination, parent.gateway) &&
    data.startsWith(inboundSelector) &&
    data.length >= 10 + 64 * 5
  if (!isToken) return null
  const token = `0x${data.slice(34, 74)}`
  const recipient = `0x${data.slice(34 + 128, 74 + 128)}`
  const amount = BigInt(`0x${data.slice(10 + 192, 10 + 256)}`)
  return arbitrumTokens.pairOf('ETH', token) === null ? null : { token, amount, recipient }
}

export async function withdrawalDelivery(
  withdrawal: Withdrawal,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const { position, destination, caller, amount } = withdrawal
  const [spent] = await tools.read('ETH', [
    view(parent.outbox, 'function isSpent(uint256 index) view returns (bool)', [position]),
  ])
  if (!spent.ok) throw unreadBridge('ETH', 'the outbox')
  if (spent.value) {
    const topics = [topicWord(destination), topicWord(caller)]
    const found = await tools.findEvent(
      executed,
      { blockchain: 'ETH', contract: parent.outbox, topics },
      ({ transactionIndex }) => transactionIndex === position,
    )
    return { kind: 'arrived', hash: found?.hash ?? null, amount }
  }
  const root = await confirmedRoot(tools, position)
  return root === null
    ? {
        kind: 'waiting',
        note: 'The withdrawal can be claimed on ETH once the rollup confirms its block, about a week after the withdrawal.',
      }
    : {
        kind: 'claimable',
        note: 'The rollup has confirmed the withdrawal; it can be claimed on ETH.',
        claim: () => withdrawalClaim(withdrawal, root, tools),
      }
}

/** A root of the outbox, and how many messages it covers. */
type Confirmed = { root: string; size: bigint }

/** A root of the outbox that covers a message; null while none is confirmed. */
async function confirmedRoot(
  { reader, events, topicOf, read, context }: ContractTools,
  position: bigint,
): Promise<Confirmed | null> {
  const filter = { address: parent.outbox, topics: [topicOf(rootUpdated)] }
  const updates = (await reader.findEvents('ETH', filter)).flatMap(({ logs, succeeded }) =>
    succeeded === true ? events(rootUpdated, logs, parent.outbox) : [],
  )
  for (const { args } of updates) {
    const { rpc, signal } = context
    const params = [args.l2BlockHash, false]
    const answer = await rpc.call('ARBITRUM', 'eth_getBlockByHash', params, { signal })
    if (answer === null) continue
    const block = readAnswer(childBlockWire, answer, 'ARBITRUM', 'eth_getBlockByHash')
    if (block.sendCount <= position) continue
    // The ARBITRUM node is not trusted: the outbox has to know its root.
    const [known] = await read('ETH', [
      view(parent.outbox, 'function roots(bytes32 root) view returns (bytes32)', [
        asHex(block.sendRoot),
      ]),
    ])
    if (known.ok && BigInt(known.value) !== 0n)
      return { root: block.sendRoot, size: block.sendCount }
  }
  return null
}

async function withdrawalClaim(
  withdrawal: Withdrawal,
  confirmed: Confirmed,
  tools: ContractTools,
): Promise<ClaimCall> {
  const token = listedToken('ETH', withdrawal.token)
  if (token === null) throw noProof()
  const [proof] = await tools.read('ARBITRUM', [
    view(child.nodeInterface, constructProof, [confirmed.size, withdrawal.position]),
  ])
  if (!proof.ok) throw noProof()
  const [, root, path] = proof.value
  if (root.toLowerCase() !== confirmed.root.toLowerCase()) throw noProof()
  const data = tools.encode(execute, [
    path,
    withdrawal.position,
    asHex(withdrawal.caller),
    asHex(withdrawal.destination),
    withdrawal.arbBlockNum,
    withdrawal.ethBlockNum,
    withdrawal.timestamp,
    withdrawal.callvalue,
    asHex(withdrawal.data),
  ])
  return {
    blockchain: 'ETH',
    to: parent.outbox,
    data,
    token,
    amount: withdrawal.amount,
    receiver: withdrawal.recipient,
  }
}

const payout = call(finalize, ([token, , recipient, amount]): ClaimTerms => ({
  token,
  amount,
  recipient,
}))

export const arbitrumClaims = claimsAt({ ETH: parent.outbox }, () => [
  call(execute, ([, , sender, recipient, , , , value, data], inside): ClaimTerms => {
    if (data === '0x') return { token: zeroAddress, amount: value, recipient }
    const isGateway =
      isSameAddress(recipient, parent.gateway) && isSameAddress(sender, child.gateway)
    if (!isGateway || value !== 0n) {
      throw unsafeCall('Arbitrum', 'does more than a withdrawal')
    }
    const { token, amount, recipient: receiver } = inside.call([payout], data)
    return { token, amount, recipient: receiver }
  }),
])

function noProof(): SwaprouteError {
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    'The ARBITRUM node returned no proof of the withdrawal.',
    {
      hint: otherNodeHint('ARBITRUM'),
    },
  )
}

function topicWord(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
