import { concatHex, encodeFunctionData, type Hex, keccak256, numberToHex, parseAbi } from 'viem'

import {
  type ChainFacts,
  type ContractCase,
  type LogFact,
  logOf,
  type ViewFact,
} from '../contractCase.ts'
import { evm, hash } from '../depositSupport.ts'

// Messages of the bridge and how they end: omni/tokenbridge-contracts and omni/omnibridge. The form of
// a message and of packed signatures is that of a recorded claim of the same contracts between GNOSIS
// and ETH (karpatkey/defi-kit).

export const home = {
  blockchain: 'PULSECHAIN',
  mediator: '0x4fD0aaa7506f3d9cB8274bdB946Ec42A1b8751Ef',
  bridge: '0x6ef79FD6f9f840264332884240539Ed7A2dA8b2b',
} as const
export const foreign = {
  blockchain: 'ETH',
  mediator: '0x1715a3E4A142d8b698131108995174F37aEBA10D',
  bridge: '0xd0764FAe29E0a6a96fF685f71CfC685456D5636c',
} as const
type End = typeof home | typeof foreign

export type Message = { src: End; dst: End; id: Hex; encoded: Hex; amount: bigint }

export function callOf(signature: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: parseAbi([signature]), args } as never)
}

/** ArbitraryMessage.sol; the chains are 369 and 1. */
export function messageOf(
  src: End,
  data: Hex,
  amount: bigint,
  more: Partial<Header> = {},
): Message {
  const dst = src === home ? foreign : home
  const id: Hex = `0x00050000${hash('message').slice(10)}`
  const header = {
    sender: src.mediator,
    executor: dst.mediator,
    type: src === home ? '0x80' : '0x00',
    ...more,
  }
  const chains: Hex[] = src === home ? ['0x0201', '0x0171', '0x01'] : ['0x0102', '0x01', '0x0171']
  const [lengths = '0x', ...ids] = chains
  const { sender, executor, type } = header
  const parts = [id, sender, executor, numberToHex(600_000, { size: 4 }), lengths, type, ...ids]
  return {
    src,
    dst,
    id,
    encoded: concatHex([...(parts as Hex[]), data]).toLowerCase() as Hex,
    amount,
  }
}

type Header = { sender: string; executor: string; type: string }

export function requested({ src, id, encoded }: Message): LogFact {
  const name = src === home ? 'UserRequestForSignature' : 'UserRequestForAffirmation'
  const event = `event ${name}(bytes32 indexed messageId, bytes encodedData)`
  return logOf(src.bridge, event, { messageId: id, encodedData: encoded })
}

function told({ dst, id }: Message, isDone: boolean, failedAt?: string): ViewFact[] {
  const at = { blockchain: dst.blockchain, to: dst.bridge, args: [id] }
  return [
    {
      ...at,
      signature: 'function messageCallStatus(bytes32 id) view returns (bool)',
      returns: isDone,
    },
    {
      ...at,
      signature: 'function failedMessageReceiver(bytes32 id) view returns (address)',
      returns: failedAt ?? `0x${'0'.repeat(40)}`,
    },
  ]
}

function mined(end: End, log: LogFact): NonNullable<ChainFacts['mined']> {
  const from = evm('validator')
  return [{ blockchain: end.blockchain, hash: hash('end'), from, to: end.bridge, logs: [log] }]
}

const bridged =
  'event TokensBridged(address indexed token, address indexed recipient, uint256 value, bytes32 indexed messageId)'
const undone =
  'event FailedMessageFixed(bytes32 indexed messageId, address token, address recipient, uint256 value)'

/** How a message ends, whatever its way. */
function endStates(message: Message): ContractCase['states'] {
  const { src, dst, id: messageId, amount: value } = message
  const [token, recipient] = [evm('token'), evm('bob')]
  const failed = told(message, false, dst.mediator)
  const paid = logOf(dst.mediator, bridged, { token, recipient, value, messageId })
  const back = logOf(src.mediator, undone, { messageId, token, recipient, value })
  return [
    [
      'a message that was carried out',
      'SUCCESS',
      { views: told(message, true), mined: mined(dst, paid) },
    ],
    ['a message that failed', 'REVERT', { views: failed }],
    ['a message that was undone', 'REVERTED', { views: failed, mined: mined(src, back) }],
  ]
}

export function depositStates(message: Message): ContractCase['states'] {
  return [
    ...endStates(message),
    ['a deposit on its way', 'PENDING', { views: told(message, false) }],
  ]
}

/** As validators sign: r, s and v. */
const signatures = ['one', 'two', 'three'].map((who, index) =>
  concatHex([hash(`${who} r`) as Hex, hash(`${who} s`) as Hex, index === 1 ? '0x1c' : '0x1b']),
)

/** AMBBridgeHelper.sol: the count, then each v, each r, each s. */
export const packed = concatHex([
  '0x03',
  '0x1b1c1b',
  ...['one', 'two', 'three'].map((who) => hash(`${who} r`) as Hex),
  ...['one', 'two', 'three'].map((who) => hash(`${who} s`) as Hex),
])

function signed({ encoded }: Message, count: bigint): ViewFact[] {
  const at = { blockchain: home.blockchain, to: home.bridge } as const
  const message = keccak256(encoded)
  return [
    {
      ...at,
      signature: 'function numMessagesSigned(bytes32 message) view returns (uint256)',
      args: [message],
      returns: count,
    },
    ...signatures.map((returns, index) => ({
      ...at,
      signature: 'function signature(bytes32 hash, uint256 index) view returns (bytes)',
      args: [message, BigInt(index)],
      returns,
    })),
  ]
}

export function claimable(message: Message): ChainFacts {
  return { views: [...told(message, false), ...signed(message, (1n << 255n) + 3n)] }
}

export function withdrawalStates(message: Message): ContractCase['states'] {
  return [
    ...endStates(message),
    ['a withdrawal to be claimed', 'READY_TO_CLAIM', claimable(message)],
    [
      'a withdrawal with too few signatures',
      'PENDING',
      { views: [...told(message, false), ...signed(message, 2n)] },
    ],
  ]
}
