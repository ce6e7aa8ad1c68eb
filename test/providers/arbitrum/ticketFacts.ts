import { encodePacked } from 'viem'

import { hashOf } from '../../../src/chains/evm/codec.ts'
import { type ContractSwap, type LogFact, logOf, type MinedFact } from '../contractCase.ts'
import { evm, hash } from '../depositSupport.ts'

// Tickets as the inbox writes them down and ARBITRUM carries them out.

const alice = evm('alice')
export const inbox = '0x4Dbd4fc535Ac27206064B68FfCf827b0A60BAB3f'
const bridge = '0x8315177aB297bA92A06054cE80a67Ed4DBd7ed3a'
const retryables = '0x000000000000000000000000000000000000006E'
// (submission + 300,000 gas) three times; half of it for the submission, which is cheaper.
export const submission = 12_000_000_000_001n
export const gas = { limit: 300_000n, price: 40_000_000n }
const number = 20_518n
const baseFee = 10_339_244_553n

/** The message of a ticket, as bridge and inbox log it, and the hash of its transaction. */
export function ticketOf(sender: string, to: string, callValue: bigint, call: `0x${string}`) {
  const value = callValue + submission + gas.limit * gas.price
  const data = encodePacked(
    [
      'uint256',
      'uint256',
      'uint256',
      'uint256',
      'uint256',
      'uint256',
      'uint256',
      'uint256',
      'uint256',
      'bytes',
    ],
    [
      BigInt(to),
      callValue,
      value,
      submission,
      BigInt(alice),
      BigInt(alice),
      gas.limit,
      gas.price,
      BigInt((call.length - 2) / 2),
      call,
    ],
  )
  const delivered =
    'event MessageDelivered(uint256 indexed messageIndex, bytes32 indexed beforeInboxAcc, address inbox, uint8 kind, address sender, bytes32 messageDataHash, uint256 baseFeeL1, uint64 timestamp)'
  const message = {
    messageIndex: number,
    beforeInboxAcc: hash('accumulator'),
    inbox,
    kind: 9,
    sender,
    messageDataHash: hash('data'),
    baseFeeL1: baseFee,
    timestamp: 1_790_000_000n,
  }
  const id = hashOf(0x69, [
    42_161,
    `0x${number.toString(16).padStart(64, '0')}`,
    sender,
    baseFee,
    value,
    gas.price,
    gas.limit,
    to,
    callValue,
    alice,
    submission,
    alice,
    call,
  ])
  const logs = [
    logOf(bridge, delivered, message),
    logOf(inbox, 'event InboxMessageDelivered(uint256 indexed messageNum, bytes data)', {
      messageNum: number,
      data,
    }),
  ]
  return { id, logs }
}

const redeemed = (ticketId: string, retryTxHash: string): LogFact =>
  logOf(
    retryables,
    'event RedeemScheduled(bytes32 indexed ticketId, bytes32 indexed retryTxHash, uint64 indexed sequenceNum, uint64 donatedGas, address gasDonor, uint256 maxRefund, uint256 submissionFeeRefund)',
    {
      ticketId,
      retryTxHash,
      sequenceNum: 0n,
      donatedGas: 96_298n,
      gasDonor: alice,
      maxRefund: 0n,
      submissionFeeRefund: 0n,
    },
  )

const onChild = (own: string, logs: readonly LogFact[] = [], status = '0x1'): MinedFact => ({
  blockchain: 'ARBITRUM',
  hash: own,
  from: alice,
  to: retryables,
  logs,
  status,
})

export function depositStates(id: string): ContractSwap['states'] {
  const retry = hash('retry')
  const later = hash('later')
  const ticket = onChild(id, [redeemed(id, retry)])
  const byHand = onChild(hash('by hand'), [redeemed(id, later)])
  return [
    ['a ticket that was carried out', 'SUCCESS', { mined: [ticket, onChild(retry)] }],
    [
      'a ticket that was redeemed later',
      'SUCCESS',
      { mined: [ticket, onChild(retry, [], '0x0'), byHand, onChild(later)] },
    ],
    ['a ticket on its way', 'PENDING', {}],
    ['a ticket that was not carried out', 'REVERT', { mined: [ticket, onChild(retry, [], '0x0')] }],
    ['a ticket that could not be made', 'LONG_PENDING', { mined: [onChild(id, [], '0x0')] }],
    [
      'a ticket of another message',
      'REVERT',
      { mined: [onChild(id, [redeemed(hash('other'), retry)]), onChild(retry)] },
    ],
  ]
}
