import type { ClaimTerms } from '../../core/claim.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import type { ContractDelivery, MinedTransfer } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { unreadBridge } from '../kits/rollup/claims.ts'
import { child, scrollEther, pairOfGateways, parent } from './contracts.ts'
import { type ScrollMessage, withdrawEther, withdrawToken } from './message.ts'
import { type FindProof, withdrawalClaim } from './proofs.ts'

// A transfer is a message between the messengers of both chains, known by the hash of its call:
// IScrollMessenger.sol, ScrollMessengerBase.sol of https://github.com/scroll-tech/scroll-contracts
// (2026-03).

const sent =
  'event SentMessage(address indexed sender, address indexed target, uint256 value, uint256 messageNonce, uint256 gasLimit, bytes message)'
const relayed = 'event RelayedMessage(bytes32 indexed messageHash)'
const failed = 'event FailedRelayedMessage(bytes32 indexed messageHash)'
const relay =
  'function relayMessage(address from, address to, uint256 value, uint256 nonce, bytes message)'
const depositEther =
  'function finalizeDepositETH(address from, address to, uint256 amount, bytes data) payable'
const depositToken =
  'function finalizeDepositERC20(address l1Token, address l2Token, address from, address to, uint256 amount, bytes data) payable'

/** The message of a transfer of coins or of a known token; null: another message. */
export function scrollMessageOf(mined: MinedTransfer, tools: ContractTools): ScrollMessage | null {
  const isDeposit = mined.blockchain === 'ETH'
  const dst = isDeposit ? 'SCROLL' : 'ETH'
  const messenger = isDeposit ? parent.messenger : child.messenger
  for (const { args } of tools.events(sent, mined.logs, messenger)) {
    const { sender: from, target: to, value, messageNonce: nonce, message } = args
    const terms = termsOf({ dst, from, to, value, message }, tools)
    if (terms === null) continue
    const call = tools.encode(relay, [from, to, value, nonce, message])
    const hash = tools.packedHash(['bytes'], [call])
    return { dst, sentBy: mined.hash, from, to, value, nonce, message, hash, ...terms }
  }
  return null
}

/** What a message pays out; null: it does something else. */
function termsOf(
  {
    dst,
    from,
    to,
    value,
    message,
  }: Pick<ScrollMessage, 'dst' | 'from' | 'to' | 'value' | 'message'>,
  { decode }: ContractTools,
): ClaimTerms | null {
  const [onParent, onChild] = dst === 'SCROLL' ? [from, to] : [to, from]
  const ether = decode(dst === 'SCROLL' ? depositEther : withdrawEther, message)
  if (ether !== null) {
    const [, recipient, amount] = ether
    const isIts =
      isSameAddress(onParent, scrollEther.parentGateway) &&
      isSameAddress(onChild, scrollEther.childGateway) &&
      amount === value
    return isIts ? { token: zeroAddress, amount, recipient } : null
  }
  const tokens = decode(dst === 'SCROLL' ? depositToken : withdrawToken, message)
  if (tokens === null) return null
  const [l1Token, l2Token, , recipient, amount] = tokens
  const pair = pairOfGateways(onParent, onChild, l1Token)
  if (pair === null || !isSameAddress(pair.SCROLL, l2Token)) return null
  return { token: dst === 'SCROLL' ? pair.SCROLL : pair.ETH, amount, recipient }
}

export async function scrollDelivery(
  message: ScrollMessage,
  findProof: FindProof,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const { dst, hash, amount } = message
  const { read } = tools
  const messenger = dst === 'SCROLL' ? child.messenger : parent.messenger
  const [executed] = await (dst === 'SCROLL'
    ? read(dst, [
        view(messenger, 'function isL1MessageExecuted(bytes32 hash) view returns (bool)', [
          asHex(hash),
        ]),
      ])
    : read(dst, [
        view(messenger, 'function isL2MessageExecuted(bytes32 hash) view returns (bool)', [
          asHex(hash),
        ]),
      ]))
  if (!executed.ok) throw unreadBridge(dst, 'the messenger of Scroll')
  if (executed.value) {
    const by = await relayedBy(relayed, message, messenger, tools)
    return { kind: 'arrived', hash: by, amount }
  }
  if (dst === 'ETH') return withdrawalDelivery(message, findProof, tools)
  if ((await relayedBy(failed, message, messenger, tools)) !== null) {
    const note = `The message failed on SCROLL; replayMessage of ${parent.messenger} on ETH sends it again with more gas.`
    return { kind: 'stuck', note }
  }
  return { kind: 'waiting', note: 'The deposit is on ETH; SCROLL does not show it yet.' }
}

async function withdrawalDelivery(
  message: ScrollMessage,
  findProof: FindProof,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const found = await findProof(message, tools)
  switch (found.kind) {
    case 'proof':
      return {
        kind: 'claimable',
        note: 'SCROLL has proved the withdrawal on ETH; it can be claimed there.',
        claim: async () => withdrawalClaim(message, found.proof, tools),
      }
    case 'none': {
      const note =
        'The withdrawal can be claimed on ETH once its batch is proved there, some hours after the withdrawal.'
      return { kind: 'waiting', note }
    }
    case 'silent': {
      const note =
        "The proof of the withdrawal comes from Scroll's history service, which does not answer; the chains alone do not give it. Try again later."
      return { kind: 'waiting', note }
    }
    default:
      return found satisfies never
  }
}

/** The transaction with an event of the message; null if the node finds none. */
async function relayedBy(
  event: typeof relayed | typeof failed,
  { dst, hash }: ScrollMessage,
  messenger: string,
  { findEvent }: ContractTools,
): Promise<string | null> {
  const place = { blockchain: dst, contract: messenger, topics: [hash] }
  const found = await findEvent(
    event,
    place,
    ({ messageHash }) => messageHash.toLowerCase() === hash.toLowerCase(),
  )
  return found?.hash ?? null
}
