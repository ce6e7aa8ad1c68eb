import type { Token } from '../../src/core/token.ts'
import {
  type ChainFacts,
  type ContractSwap,
  type LogFact,
  type MinedFact,
  type ViewFact,
  logOf,
  payment,
} from './contractCase.ts'
import { type Body, evm, type Exchange, hash, requestOf } from './depositSupport.ts'

// What token contracts of LayerZero answer and log: IOFT.sol of @layerzerolabs/oft-evm.

const param =
  '(uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam'
const sendSignature = `function send(${param}, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) payable`
const sentEvent =
  'event OFTSent(bytes32 indexed guid, uint32 dstEid, address indexed fromAddress, uint256 amountSentLD, uint256 amountReceivedLD)'
const receivedEvent =
  'event OFTReceived(bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD)'
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const guid = hash('guid')
const delivery = hash('delivery')

type Side = { token: Token; oft: string; eid: number }
export type OftTerms = {
  from: Side
  to: Side
  srcAmount: bigint
  /** In the decimals of the source, and of the destination. */
  received: bigint
  dstReceived: bigint
  /** In the decimals of the source. */
  minimum: bigint
  approval: boolean
}

const nativeFee = 1_000_000_000_000n
const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

function oftViews({ from, srcAmount, received, approval }: OftTerms): ViewFact[] {
  const at = { blockchain: from.token.blockchain, to: from.oft }
  return [
    { ...at, signature: 'function token() view returns (address)', returns: from.token.address },
    { ...at, signature: 'function approvalRequired() view returns (bool)', returns: approval },
    {
      ...at,
      signature: `function quoteOFT(${param}) view returns ((uint256 minAmountLD, uint256 maxAmountLD) limit, (int256 feeAmountLD, string description)[] fees, (uint256 amountSentLD, uint256 amountReceivedLD) receipt)`,
      returns: [
        { minAmountLD: 1_000n, maxAmountLD: 500_000n * 10n ** BigInt(from.token.decimals) },
        [{ feeAmountLD: received - srcAmount, description: 'protocol fee' }],
        { amountSentLD: srcAmount, amountReceivedLD: received },
      ],
    },
    {
      ...at,
      signature: `function quoteSend(${param}, bool payInLzToken) view returns ((uint256 nativeFee, uint256 lzTokenFee) fee)`,
      returns: { nativeFee, lzTokenFee: 0n },
    },
  ]
}

/** The views with some answers replaced, by their method. */
export function changed(terms: OftTerms, by: Record<string, Partial<ViewFact>>): ViewFact[] {
  return oftViews(terms).map((view) => {
    const method = /function (\w+)/.exec(view.signature)?.[1] ?? ''
    return { ...view, ...by[method] }
  })
}

function scanned(name: string, txHash?: string): Exchange {
  return {
    path: `/messages/tx/${payment}`,
    body: {
      data: [
        {
          guid,
          source: { status: 'SUCCEEDED', tx: { txHash: payment } },
          destination: { status: 'SUCCEEDED', ...(txHash && { tx: { txHash } }) },
          status: { name, message: '' },
        },
      ],
    },
  }
}

export function oftSwap(terms: OftTerms): ContractSwap {
  const { from, to, srcAmount, received, dstReceived, minimum, approval } = terms
  const order = {
    dstEid: to.eid,
    to: word(bob),
    amountLD: srcAmount,
    minAmountLD: minimum,
    extraOptions: '0x',
    composeMsg: '0x',
    oftCmd: '0x',
  }
  const unit = from.token.decimals > 6 ? 10n ** BigInt(from.token.decimals - 6) : 1n
  const sent = {
    guid,
    dstEid: to.eid,
    fromAddress: alice,
    amountSentLD: srcAmount,
    amountReceivedLD: received,
  }
  const arrived = { guid, srcEid: from.eid, toAddress: bob, amountReceivedLD: dstReceived }
  const came = (logs: readonly LogFact[]): MinedFact => ({
    blockchain: to.token.blockchain,
    hash: delivery,
    from: evm('executor'),
    to: evm('endpoint'),
    logs,
  })
  const log = (args: Body): LogFact => logOf(to.oft, receivedEvent, args)
  const facts = (mined: readonly MinedFact[], exchange?: Exchange): ChainFacts => ({
    mined,
    ...(exchange === undefined ? {} : { exchanges: [exchange, exchange] }),
  })
  const hostile = (path: string, value: unknown) => (args: Body) => (args[0][path] = value)
  return {
    request: {
      ...requestOf(from.token, to.token, srcAmount),
      fromAddress: alice,
      receiver: bob,
    },
    views: oftViews(terms),
    call: {
      to: from.oft,
      signature: sendSignature,
      args: [order, { nativeFee: (nativeFee * 105n) / 100n, lzTokenFee: 0n }, alice],
      spender: approval ? from.oft : null,
      payer: ['2'],
      receiver: ['0.to'],
      srcToken: [],
      dstToken: [],
      srcAmount: ['0.amountLD'],
      minimum: '0.minAmountLD',
      dstChain: '0.dstEid',
      free: { '1.nativeFee': 'the contract refuses a fee that is not its value, which is bound' },
      alike: { '0.extraOptions': ['0x0003'] },
      unit,
      ...(from.token.decimals === to.token.decimals ? {} : { nested: true }),
    },
    hostile: [
      ['another chain', 'E8', hostile('dstEid', 30_111)],
      ['an unknown chain', 'E8', hostile('dstEid', 1)],
      ['a native drop', 'E8', hostile('extraOptions', `0x0003${'01'.repeat(20)}`)],
      ['a call on arrival', 'E8', hostile('composeMsg', '0x12')],
      ['a slower way', 'E8', hostile('oftCmd', '0x01')],
      ['a receiver of another chain', 'E8', hostile('to', `0x01${word(bob).slice(4)}`)],
      ['a fee in another token', 'E8', (args) => (args[1].lzTokenFee = 1n)],
    ],
    sent: [logOf(from.oft, sentEvent, sent)],
    states: [
      [
        'a delivery that Scan names',
        'SUCCESS',
        facts([came([log(arrived)])], scanned('DELIVERED', delivery)),
      ],
      ['a delivery without Scan', 'SUCCESS', facts([came([log(arrived)])])],
      ['a message on its way', 'PENDING', facts([], scanned('INFLIGHT'))],
      ['a word of tomorrow', 'PENDING', facts([], scanned('TELEPORTED', delivery))],
      ['a message that was not executed', 'REVERT', facts([], scanned('PAYLOAD_STORED'))],
      ['a failure that no chain shows', 'LONG_PENDING', facts([], scanned('FAILED'))],
      ['a delivery that no chain shows', 'PENDING', facts([], scanned('DELIVERED', delivery))],
      [
        'a delivery of another message',
        'PENDING',
        facts([came([log({ ...arrived, guid: hash('other') })])], scanned('DELIVERED', delivery)),
      ],
      [
        'a delivery by another contract',
        'PENDING',
        facts([came([{ ...log(arrived), address: mallory }])], scanned('DELIVERED', delivery)),
      ],
      [
        'a delivery of dust',
        'PENDING',
        facts([came([log({ ...arrived, amountReceivedLD: 1n })])], scanned('DELIVERED', delivery)),
      ],
    ],
  }
}
