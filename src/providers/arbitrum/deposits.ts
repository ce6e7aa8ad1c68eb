import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { ContractDelivery, MinedTransfer } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { arbitrumTokens, child, parent } from './contracts.ts'

// A deposit is a message of the inbox, and its number gives the hash of the transaction that carries
// it out on ARBITRUM: https://docs.arbitrum.io/how-arbitrum-works/l1-to-l2-messaging (2026-11), and
// arbitrum_types.go of https://github.com/OffchainLabs/go-ethereum (2026-11).

const delivered =
  'event MessageDelivered(uint256 indexed messageIndex, bytes32 indexed beforeInboxAcc, address inbox, uint8 kind, address sender, bytes32 messageDataHash, uint256 baseFeeL1, uint64 timestamp)'
const inboxDelivered = 'event InboxMessageDelivered(uint256 indexed messageNum, bytes data)'
const redeemScheduled =
  'event RedeemScheduled(bytes32 indexed ticketId, bytes32 indexed retryTxHash, uint64 indexed sequenceNum, uint64 donatedGas, address gasDonor, uint256 maxRefund, uint256 submissionFeeRefund)'

const kinds = { retryable: 9, ether: 12 } as const
const types = { retryable: 0x69, ether: 0x64 } as const

export type ArbitrumDeposit = {
  kind: 'deposit'
  dst: 'ARBITRUM'
  /** Of the transaction that submits the ticket, or pays plain coins out. */
  hash: string
  isTicket: boolean
  /** Base units of what arrives. */
  amount: bigint
}

/** The deposit in a transaction's events; null if this bridge has none. */
export function depositOf({ logs }: MinedTransfer, tools: ContractTools): ArbitrumDeposit | null {
  const { events, context } = tools
  const chainId = context.chainId('ARBITRUM')
  if (chainId === null) return null
  for (const { args: message } of events(delivered, logs, parent.bridge)) {
    const data = events(inboxDelivered, logs, parent.inbox).find(
      ({ args }) => args.messageNum === message.messageIndex,
    )?.args.data
    if (data === undefined || !isSameAddress(message.inbox, parent.inbox)) continue
    const id = { chainId, number: message.messageIndex, sender: message.sender }
    if (message.kind === kinds.ether) return etherDeposit(id, data, tools)
    if (message.kind === kinds.retryable) {
      return ticketDeposit({ ...id, baseFee: message.baseFeeL1 }, data, tools)
    }
  }
  return null
}

type MessageId = { chainId: number; number: bigint; sender: string }

/** Of `depositEth`: the receiver and the amount, packed. */
function etherDeposit(
  id: MessageId,
  data: string,
  { hashOf }: ContractTools,
): ArbitrumDeposit | null {
  if (data.length !== 2 + 2 * 52) return null
  const to = data.slice(0, 42)
  const amount = BigInt(`0x${data.slice(42)}`)
  const hash = hashOf(types.ether, [id.chainId, toWord(id.number), id.sender, to, amount])
  return { kind: 'deposit', dst: 'ARBITRUM', hash, isTicket: false, amount }
}

/** Of a ticket: nine words, then its call. */
function ticketDeposit(
  { chainId, number, sender, baseFee }: MessageId & { baseFee: bigint },
  data: string,
  { hashOf }: ContractTools,
): ArbitrumDeposit | null {
  if (data.length < 2 + 64 * 9) return null
  const word = (index: number): string => data.slice(2 + 64 * index, 66 + 64 * index)
  const number_ = (index: number): bigint => BigInt(`0x${word(index)}`)
  const address = (index: number): string => `0x${word(index).slice(24)}`
  const [to, callValue, value, submission] = [address(0), number_(1), number_(2), number_(3)]
  const [feeRefund, valueRefund, gasLimit, gasPrice] = [
    address(4),
    address(5),
    number_(6),
    number_(7),
  ]
  const call = `0x${data.slice(2 + 64 * 9)}`
  const hash = hashOf(types.retryable, [
    chainId,
    toWord(number),
    sender,
    baseFee,
    value,
    gasPrice,
    gasLimit,
    isSameAddress(to, zeroAddress) ? '0x' : to,
    callValue,
    valueRefund,
    submission,
    feeRefund,
    call,
  ])
  const amount = isSameAddress(to, child.gateway) ? inboundAmount(call) : callValue
  return amount === null ? null : { kind: 'deposit', dst: 'ARBITRUM', hash, isTicket: true, amount }
}

/** finalizeInboundTransfer(address token, address from, address to, uint256 amount, bytes data) */
export const inboundSelector = '0x2e567b36'

/** Of a token that this program knows; null: another one, or another call. */
function inboundAmount(call: string): bigint | null {
  if (!call.startsWith(inboundSelector) || call.length < 10 + 64 * 4) return null
  const token = `0x${call.slice(34, 74)}`
  return arbitrumTokens.pairOf('ETH', token) === null
    ? null
    : BigInt(`0x${call.slice(10 + 64 * 3, 10 + 64 * 4)}`)
}

export async function depositDelivery(
  { hash, isTicket, amount }: ArbitrumDeposit,
  { reader, events, topicOf }: ContractTools,
): Promise<ContractDelivery> {
  const receipt = await reader.readStoredReceipt('ARBITRUM', hash, { recent: true })
  if (receipt?.succeeded == null) {
    return { kind: 'waiting', note: 'The deposit is on ETH; ARBITRUM does not show it yet.' }
  }
  const isFailed = !receipt.succeeded
  if (isFailed) {
    const note = `ARBITRUM could not create the ticket ${hash}.`
    return { kind: 'waiting', note, isLong: true }
  }
  if (!isTicket) return { kind: 'arrived', hash, amount }
  const own = [receipt]
  const filter = { address: child.retryables, topics: [topicOf(redeemScheduled), hash] }
  for (const round of ['automatic', 'later'] as const) {
    const tried = round === 'automatic' ? own : await reader.findEvents('ARBITRUM', filter)
    for (const { logs } of tried) {
      for (const { args } of events(redeemScheduled, logs, child.retryables)) {
        if (args.ticketId.toLowerCase() !== hash.toLowerCase()) continue
        const retry = await reader.readStoredReceipt('ARBITRUM', args.retryTxHash, { recent: true })
        if (retry?.succeeded === true) return { kind: 'arrived', hash: args.retryTxHash, amount }
      }
    }
  }
  const note = `The ticket ${hash} waits on ARBITRUM; it can be redeemed for seven days (redeem of ${child.retryables}).`
  return { kind: 'stuck', note }
}

function toWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
