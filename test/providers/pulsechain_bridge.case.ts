import type { Hex } from 'viem'

import { createPulsechainProvider } from '../../src/providers/pulsechain_bridge/pulsechain_bridge.ts'
import type { Token } from '../../src/core/token.ts'
import type { ContractCase, ViewFact } from './contractCase.ts'
import { evm, requestOf, tokenOf } from './depositSupport.ts'
import {
  callOf,
  claimable,
  depositStates,
  foreign,
  home,
  type Message,
  messageOf,
  packed,
  requested,
  withdrawalStates,
} from './pulsechain_bridge/messages.ts'

const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const router = '0x8AC4ae65b3656e26dC4e0e69108B392283350f55'
const [ether, weth, dai] = [tokenOf('ETH', 'ETH'), tokenOf('ETH', 'WETH'), tokenOf('ETH', 'DAI')]
const onPulse = (of: Token, address: string): Token => ({
  ...of,
  blockchain: 'PULSECHAIN',
  address,
})
const pulseWeth = onPulse(weth, '0x02DcdD04e3F455D838cd1249292C58f3B79e3C3C')
const pulseDai = onPulse(dai, '0xefD766cCb38EaF1dfd701853BFCe31359239F305')
const zero = `0x${'0'.repeat(40)}`

const relay = 'function relayTokens(address token, address receiver, uint256 value)'
const relayAndCall =
  'function relayTokensAndCall(address token, address receiver, uint256 value, bytes data)'
const wrapAndRelay = 'function wrapAndRelayTokens(address receiver) payable'
const execute = 'function safeExecuteSignaturesWithAutoGasLimit(bytes data, bytes signatures)'
const mint = 'function handleBridgedTokens(address token, address recipient, uint256 value)'
const firstMint =
  'function deployAndHandleBridgedTokens(address token, string name, string symbol, uint8 decimals, address recipient, uint256 value)'
const release = 'function handleNativeTokens(address token, address recipient, uint256 value)'
const releaseAndCall =
  'function handleNativeTokensAndCall(address token, address recipient, uint256 value, bytes data)'

const amount = 10n ** 18n

/** What the contracts answer to a quote from one end. */
function views(src: typeof home | typeof foreign, pulse: Token, more: Changed = {}): ViewFact[] {
  const dst = src === home ? foreign : home
  const { manager = zero, fee = 0n, bridge = src.bridge, most = 10n ** 24n } = more
  const limit = (end: typeof src, name: string, returns: bigint): ViewFact => ({
    blockchain: end.blockchain,
    to: end.mediator,
    signature: `function ${name}(address token) view returns (uint256)`,
    returns,
  })
  const own = { blockchain: 'PULSECHAIN', to: home.mediator } as const
  return [
    {
      blockchain: src.blockchain,
      to: src.mediator,
      signature: 'function bridgeContract() view returns (address)',
      returns: bridge,
    },
    limit(src, 'minPerTx', 10n ** 15n),
    limit(src, 'maxAvailablePerTx', most),
    limit(dst, 'executionMaxPerTx', 10n ** 23n),
    {
      ...own,
      signature: 'function bridgedTokenAddress(address token) view returns (address)',
      returns: pulse.address,
    },
    { ...own, signature: 'function feeManager() view returns (address)', returns: manager },
    {
      blockchain: 'PULSECHAIN',
      to: evm('manager'),
      signature:
        'function calculateFee(bytes32 feeType, address token, uint256 value) view returns (uint256)',
      returns: fee,
    },
  ]
}

type Changed = { manager?: string; fee?: bigint; bridge?: string; most?: bigint }

const parties = { fromAddress: alice, receiver: bob }
const none = {
  payer: [],
  srcToken: [],
  dstToken: [],
  dstChain: null,
  minimum: '',
  spender: null,
  free: {},
}

const daiIn = messageOf(foreign, callOf(mint, [dai.address, bob, amount]), amount)
const etherIn = messageOf(
  foreign,
  callOf(firstMint, [weth.address, 'Wrapped Ether', 'WETH', 18, bob, amount]),
  amount,
)
const daiOut = messageOf(home, callOf(release, [dai.address, bob, amount]), amount)
const paidOut = (to: string, value: bigint): Hex =>
  callOf(releaseAndCall, [weth.address, router, value, to])
const etherOut = messageOf(home, paidOut(bob, amount), amount)

function claimOf(message: Message, others: (to: string, value: bigint) => Hex) {
  const by = (data: Hex, more?: Parameters<typeof messageOf>[3]): Hex =>
    messageOf(home, data, amount, more).encoded
  const honest = others(bob, amount)
  const hostile: NonNullable<ContractCase['claim']>['hostile'] = [
    ['pay another account', (args) => (args[0] = by(others(mallory, amount)))],
    ['pay less', (args) => (args[0] = by(others(bob, amount - 1n)))],
    ['pay another token', (args) => (args[0] = by(callOf(release, [mallory, bob, amount])))],
    ['run another call', (args) => (args[0] = by(`0x095ea7b3${'0'.repeat(128)}`))],
    ['call another contract', (args) => (args[0] = by(honest, { executor: mallory }))],
    ['speak for another sender', (args) => (args[0] = by(honest, { sender: mallory }))],
    ['be of another type', (args) => (args[0] = by(honest, { type: '0x01' }))],
    [
      'call a receiver of tokens',
      (args) => (args[0] = by(callOf(releaseAndCall, [dai.address, bob, amount, '0x12']))),
    ],
  ]
  return {
    facts: claimable(message),
    signature: execute,
    args: [message.encoded, packed],
    hostile,
  }
}

export const contractCase: ContractCase = {
  source: {
    kind: 'shaped',
    from: 'omni/omnibridge 1.1 and omni/tokenbridge-contracts 6.1, contracts/upgradeable_contracts',
    date: '2021-09-06',
  },
  create: () => createPulsechainProvider(),
  request: { ...requestOf(dai, pulseDai, amount), ...parties },
  views: views(foreign, pulseDai),
  call: {
    ...none,
    spender: foreign.mediator,
    to: foreign.mediator,
    signature: relay,
    args: [dai.address, bob, amount],
    srcToken: ['0'],
    receiver: ['1'],
    srcAmount: ['2'],
  },
  hostile: [
    ['a token that is not known', 'E8', (args) => (args[0] = tokenOf('ETH', 'LINK').address)],
  ],
  sent: [requested(daiIn)],
  states: depositStates(daiIn),
  remembers: true,
  refusals: [
    ['contracts that do not answer', [], 'NO_ROUTE'],
    ['another token', views(foreign, pulseWeth), 'NO_ROUTE'],
    ['another message bridge', views(foreign, pulseDai, { bridge: mallory }), 'NO_ROUTE'],
    [
      'a fee of the bridge',
      views(foreign, pulseDai, { manager: evm('manager'), fee: 1n }),
      'NO_ROUTE',
    ],
    ['too much for a day', views(foreign, pulseDai, { most: amount - 1n }), 'AMOUNT_TOO_HIGH'],
  ],
  more: {
    'coins in': {
      request: { ...requestOf(ether, pulseWeth, amount), ...parties },
      views: views(foreign, pulseWeth, { manager: evm('manager') }),
      call: {
        ...none,
        to: router,
        signature: wrapAndRelay,
        args: [bob],
        receiver: ['0'],
        srcAmount: [],
      },
      hostile: [],
      sent: [requested(etherIn)],
      states: depositStates(etherIn),
    },
    'tokens out': {
      request: { ...requestOf(pulseDai, dai, amount), ...parties },
      views: views(home, pulseDai),
      call: {
        ...none,
        spender: home.mediator,
        to: home.mediator,
        signature: relay,
        args: [pulseDai.address, bob, amount],
        srcToken: ['0'],
        receiver: ['1'],
        srcAmount: ['2'],
      },
      hostile: [],
      sent: [requested(daiOut)],
      states: withdrawalStates(daiOut),
      claim: claimOf(daiOut, (to, value) => callOf(release, [dai.address, to, value])),
    },
    'coins out': {
      request: { ...requestOf(pulseWeth, ether, amount), ...parties },
      views: views(home, pulseWeth),
      call: {
        ...none,
        spender: home.mediator,
        to: home.mediator,
        signature: relayAndCall,
        args: [pulseWeth.address, router, amount, bob.toLowerCase()],
        srcToken: ['0'],
        receiver: ['3'],
        srcAmount: ['2'],
      },
      hostile: [
        ['another router', 'E8', (args) => (args[1] = mallory)],
        ['data besides the receiver', 'E8', (args) => (args[3] = `${args[3]}12`)],
      ],
      sent: [requested(etherOut)],
      states: withdrawalStates(etherOut),
      claim: claimOf(etherOut, paidOut),
    },
  },
}
