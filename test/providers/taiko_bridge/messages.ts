import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem'

import {
  type ChainFacts,
  type ContractCase,
  type LogFact,
  logOf,
  type ViewFact,
} from '../contractCase.ts'
import { type Body, evm, hash, nowMs } from '../depositSupport.ts'

// Messages of the bridge and how they end: IBridge.sol, SignalService.sol of taikoxyz/taiko-mono. The
// form of a proof: bridge-ui/src/libs/proof/BridgeProver.ts there.

export const ether = {
  blockchain: 'ETH',
  chainId: 1n,
  bridge: '0xd60247c6848B7Ca29eDdF63AA924E53dB6Ddd8EC',
  vault: '0x996282cA11E5DEb6B5D122CC3B9A1FcAAD4415Ab',
  signals: '0x9e0a24964e5397B566c1ed39258e21aB5E35C77C',
} as const
export const taiko = {
  blockchain: 'TAIKO',
  chainId: 167_000n,
  bridge: '0x1670000000000000000000000000000000000001',
  vault: '0x1670000000000000000000000000000000000002',
  signals: '0x1670000000000000000000000000000000000005',
} as const
export type End = typeof ether | typeof taiko

export const messageType =
  '(uint64 id, uint64 fee, uint32 gasLimit, address from, uint64 srcChainId, address srcOwner, uint64 destChainId, address destOwner, address to, uint256 value, bytes data)'

export function otherEnd(end: End): End {
  return end === ether ? taiko : ether
}

/** As the vault has it carried out; `canonical` is the token on ETH. */
export function vaultCall(canonical: string, to: string, amount: bigint): Hex {
  const token = { chainId: 1n, addr: canonical, decimals: 6, symbol: 'USDC', name: 'USD Coin' }
  const types =
    '(uint64 chainId, address addr, uint8 decimals, string symbol, string name) ctoken, address from, address to, uint256 amount'
  const inner = encodeAbiParameters(parseAbiParameters(types), [
    token as Body,
    evm('alice') as Hex,
    to as Hex,
    amount,
  ])
  const abi = parseAbi(['function onMessageInvocation(bytes data) payable'])
  return encodeFunctionData({ abi, args: [inner] })
}

function messageHash(body: Body): Hex {
  const types = parseAbiParameters(`string, ${messageType} message`)
  return keccak256(encodeAbiParameters(types as Body, ['TAIKO_MESSAGE', body]))
}

export function sent(src: End, message: Body): LogFact {
  const event = `event MessageSent(bytes32 indexed msgHash, ${messageType} message)`
  return logOf(src.bridge, event, { msgHash: messageHash(message), message })
}

function told(at: End, message: Body, returns: number): ViewFact {
  return {
    blockchain: at.blockchain,
    to: at.bridge,
    signature: 'function messageStatus(bytes32 hash) view returns (uint8)',
    args: [messageHash(message)],
    returns,
  }
}

function mined(end: End, log: LogFact): NonNullable<ChainFacts['mined']> {
  const own = hash(`end on ${end.blockchain} of ${log.address}`)
  return [
    { blockchain: end.blockchain, hash: own, from: evm('relayer'), to: end.bridge, logs: [log] },
  ]
}

function changed(end: End, message: Body, status: number): NonNullable<ChainFacts['mined']> {
  const event = 'event MessageStatusChanged(bytes32 indexed msgHash, uint8 status)'
  return mined(end, logOf(end.bridge, event, { msgHash: messageHash(message), status }))
}

const stateRoot = hash('state')
const accountNode = '0xf90101'
const storageNode = '0xf90202'
const checkpoint = 0x20n

/** The proof that the destination accepts: of its newest block of the source. */
export function proofOf(src: End): Hex {
  const types = parseAbiParameters(
    '(uint64 chainId, uint64 blockId, bytes32 rootHash, uint8 cacheOption, bytes[] accountProof, bytes[] storageProof)[] hops',
  )
  const hop = {
    chainId: otherEnd(src).chainId,
    blockId: checkpoint,
    rootHash: stateRoot as Hex,
    cacheOption: 0,
    accountProof: [accountNode],
    storageProof: [storageNode],
  } as const
  return encodeAbiParameters(types, [[hop]])
}

type Changes = { block?: bigint; isReceived?: boolean; isProved?: boolean; isYoung?: boolean }

/** A message that no relayer carried out, and what proves it. */
export function provable(src: End, message: Body, changes: Changes = {}): ChainFacts {
  const { block = checkpoint, isReceived = true, isProved = true, isYoung = false } = changes
  const dst = otherEnd(src)
  const saved =
    'event CheckpointSaved(uint48 indexed blockNumber, bytes32 blockHash, bytes32 stateRoot)'
  const log = logOf(dst.signals, saved, {
    blockNumber: Number(block),
    blockHash: hash('source block'),
    stateRoot,
  })
  const slot = keccak256(
    encodePacked(
      ['string', 'uint64', 'address', 'bytes32'],
      ['SIGNAL', src.chainId, src.bridge, messageHash(message)],
    ),
  )
  const proof = {
    blockchain: src.blockchain,
    address: src.signals,
    slot,
    blockNumber: checkpoint,
    accountProof: [accountNode],
    storageProof: [storageNode],
  }
  return {
    views: [
      told(dst, message, 0),
      {
        blockchain: dst.blockchain,
        to: dst.bridge,
        signature: `function isMessageReceived(${messageType} message, bytes proof) view returns (bool)`,
        returns: isReceived,
      },
    ],
    mined: mined(dst, log),
    proofs: isProved ? [proof] : [],
    ...(isYoung ? {} : { minedAtMs: nowMs - 27 * 3_600_000 }),
  }
}

export function statesOf(src: End, message: Body): ContractCase['states'] {
  const dst = otherEnd(src)
  const failed = told(dst, message, 3)
  const late = (changes: Changes): ChainFacts => provable(src, message, changes)
  return [
    [
      'a message that was carried out',
      'SUCCESS',
      { views: [told(dst, message, 2)], mined: changed(dst, message, 2) },
    ],
    ['a message on its way', 'PENDING', late({ isYoung: true })],
    ['a message without a relayer', 'READY_TO_CLAIM', late({})],
    ['a block that is not known there', 'LONG_PENDING', late({ block: 2n })],
    ['a node without a proof', 'LONG_PENDING', late({ isProved: false })],
    ['a proof that is not accepted', 'LONG_PENDING', late({ isReceived: false })],
    ['a message to be tried again', 'READY_TO_CLAIM', { views: [told(dst, message, 1)] }],
    ['a message that failed', 'REVERT', { views: [failed, told(src, message, 0)] }],
    [
      'a message that was recalled',
      'REVERTED',
      { views: [failed, told(src, message, 4)], mined: changed(src, message, 4) },
    ],
    ['a state that is not known', 'PENDING', { views: [told(dst, message, 9)] }],
  ]
}
