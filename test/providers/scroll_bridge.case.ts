import type { Hex } from 'viem'

import { createScrollProvider } from '../../src/providers/scroll_bridge/scroll_bridge.ts'
import type { ContractCase, ViewFact } from './contractCase.ts'
import { evm, requestOf, tokenOf } from './depositSupport.ts'
import {
  batch,
  child,
  depositStates,
  etherCall,
  type Message,
  nonce,
  parent,
  proof,
  proved,
  sent,
  tokenCall,
  withdrawalStates,
} from './scroll_bridge/messages.ts'

const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const [ether, childEther] = [tokenOf('ETH', 'ETH'), tokenOf('SCROLL', 'ETH')]
const [wbtc, childWbtc] = [tokenOf('ETH', 'WBTC'), tokenOf('SCROLL', 'WBTC')]
const [usdc, childUsdc] = [tokenOf('ETH', 'USDC'), tokenOf('SCROLL', 'USDC')]
const queue = '0x56971da63A3C0205184FEF096E9ddFc7A8C2D18a'
/** On ETH and on SCROLL. */
const gateways = {
  ether: [
    '0x7F2b8C31F88B6006c382775eea88297Ec1e3E905',
    '0x6EA73e05AdC79974B931123675ea8F78FfdacDF0',
  ],
  standard: [
    '0xD8A791fE2bE73eb6E6cF1eb0cb3F36adC9B3F8f9',
    '0xE2b4795039517653c5Ae8C2A9BFdd783b48f447A',
  ],
  usdc: [
    '0xf1AF3b23DE0A5Ca3CAb7261cb0061C0D779A5c7B',
    '0x33B60d5Dd260d453cAC3782b0bDC01ce84672142',
  ],
} as const

const depositEther = 'function depositETH(address to, uint256 amount, uint256 gasLimit) payable'
const depositToken =
  'function depositERC20(address token, address to, uint256 amount, uint256 gasLimit) payable'
const withdrawEther = 'function withdrawETH(address to, uint256 amount, uint256 gasLimit) payable'
const withdrawToken =
  'function withdrawERC20(address token, address to, uint256 amount, uint256 gasLimit) payable'
const relay =
  'function relayMessageWithProof(address from, address to, uint256 value, uint256 nonce, bytes message, (uint256 batchIndex, bytes merkleProof) proof)'

const [coins, sats, dollars] = [10n ** 18n, 50_000_000n, 250_000_000n]
const fee: ViewFact = {
  blockchain: 'ETH',
  to: queue,
  signature: 'function estimateCrossDomainMessageFee(uint256 gasLimit) view returns (uint256)',
  returns: 17_000_000_000_000n,
}
const ownQueue: ViewFact = {
  blockchain: 'ETH',
  to: parent.messenger,
  signature: 'function messageQueueV2() view returns (address)',
  returns: queue,
}
const etherGateway = ({ blockchain, router }: typeof parent | typeof child): ViewFact => ({
  blockchain,
  to: router,
  signature: 'function ethGateway() view returns (address)',
  returns: gateways.ether[blockchain === 'ETH' ? 0 : 1],
})
const routed = (
  { blockchain, router }: typeof parent | typeof child,
  gateway: string,
  other: string,
): ViewFact[] => [
  {
    blockchain,
    to: router,
    signature: 'function getERC20Gateway(address token) view returns (address)',
    returns: gateway,
  },
  {
    blockchain,
    to: router,
    signature: `function ${blockchain === 'ETH' ? 'getL2ERC20Address' : 'getL1ERC20Address'}(address token) view returns (address)`,
    returns: other,
  },
]

function claimOf(message: Message, others: (to: string, amount: bigint, data?: Hex) => Hex) {
  const { from, to, value, message: data } = message
  const amount = value === 0n ? dollars : value
  const hostile: NonNullable<ContractCase['claim']>['hostile'] = [
    ['pay another account', (args) => (args[4] = others(mallory, amount))],
    ['pay less', (args) => (args[4] = others(bob, amount - 1n))],
    ['run a call on arrival', (args) => (args[4] = others(bob, amount, '0x12'))],
    ['run another call', (args) => (args[4] = `0x095ea7b3${'0'.repeat(128)}`)],
    ['call another contract', (args) => (args[1] = mallory)],
    ['speak for another sender', (args) => (args[0] = mallory)],
    ['take coins besides', (args) => (args[2] = value + 1n)],
  ]
  return {
    facts: proved(message),
    signature: relay,
    args: [from, to, value, nonce, data, { batchIndex: batch, merkleProof: proof }],
    hostile,
  }
}

const etherIn: Message = {
  from: gateways.ether[0],
  to: gateways.ether[1],
  value: coins,
  message: etherCall('finalizeDepositETH', bob, coins),
}
const tokensIn: Message = {
  from: gateways.standard[0],
  to: gateways.standard[1],
  value: 0n,
  message: tokenCall('finalizeDepositERC20', wbtc.address, childWbtc.address, bob, sats, '0x1234'),
}
const etherOut: Message = {
  from: gateways.ether[1],
  to: gateways.ether[0],
  value: coins,
  message: etherCall('finalizeWithdrawETH', bob, coins),
}
const dollarsOut = (to: string, amount: bigint, data: Hex = '0x'): Hex =>
  tokenCall('finalizeWithdrawERC20', usdc.address, childUsdc.address, to, amount, data)
const tokensOut: Message = {
  from: gateways.usdc[1],
  to: gateways.usdc[0],
  value: 0n,
  message: dollarsOut(bob, dollars),
}

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
const otherGas = (index: number): ContractCase['hostile'][number] => [
  'too little gas on arrival',
  'E8',
  (args) => (args[index] = 21_000n),
]

export const contractCase: ContractCase = {
  source: {
    kind: 'shaped',
    from: 'scroll-tech/scroll-contracts, src/L1 and src/L2; scroll-tech/scroll, bridge-history-api/internal/types/schema.go',
    date: '2026-03-18',
  },
  create: (historyUrl) => createScrollProvider({ historyUrl }),
  request: { ...requestOf(ether, childEther, coins), ...parties },
  views: [etherGateway(parent), ownQueue, fee],
  call: {
    ...none,
    to: parent.router,
    signature: depositEther,
    args: [bob, coins, 170_000n],
    receiver: ['0'],
    srcAmount: ['1'],
  },
  hostile: [otherGas(2)],
  sent: [sent(parent, etherIn)],
  states: depositStates(etherIn),
  remembers: true,
  refusals: [
    ['a router that does not answer', [], 'NO_ROUTE'],
    ['another gateway', [{ ...etherGateway(parent), returns: mallory }, ownQueue, fee], 'NO_ROUTE'],
    ['another queue', [etherGateway(parent), { ...ownQueue, returns: mallory }, fee], 'NO_ROUTE'],
    [
      'a fee beyond all others',
      [etherGateway(parent), ownQueue, { ...fee, returns: 10n ** 18n }],
      'UNSAFE_ROUTE',
    ],
  ],
  more: {
    'tokens in': {
      request: { ...requestOf(wbtc, childWbtc, sats), ...parties },
      views: [...routed(parent, gateways.standard[0], childWbtc.address), ownQueue, fee],
      call: {
        ...none,
        spender: parent.router,
        to: parent.router,
        signature: depositToken,
        args: [wbtc.address, bob, sats, 250_000n],
        srcToken: ['0'],
        receiver: ['1'],
        srcAmount: ['2'],
      },
      hostile: [
        otherGas(3),
        ['a token of another bridge', 'E8', (args) => (args[0] = tokenOf('ETH', 'LINK').address)],
      ],
      sent: [sent(parent, tokensIn)],
      states: depositStates(tokensIn),
    },
    'coins out': {
      request: { ...requestOf(childEther, ether, coins), ...parties },
      views: [etherGateway(child)],
      call: {
        ...none,
        to: child.router,
        signature: withdrawEther,
        args: [bob, coins, 0n],
        receiver: ['0'],
        srcAmount: ['1'],
      },
      hostile: [],
      sent: [sent(child, etherOut)],
      states: withdrawalStates(etherOut),
      claim: claimOf(etherOut, (to, amount, data) =>
        etherCall('finalizeWithdrawETH', to, amount, data),
      ),
    },
    'tokens out': {
      request: { ...requestOf(childUsdc, usdc, dollars), ...parties },
      views: routed(child, gateways.usdc[1], usdc.address),
      call: {
        ...none,
        spender: gateways.usdc[1],
        to: child.router,
        signature: withdrawToken,
        args: [childUsdc.address, bob, dollars, 0n],
        srcToken: ['0'],
        receiver: ['1'],
        srcAmount: ['2'],
      },
      hostile: [],
      sent: [sent(child, tokensOut)],
      states: withdrawalStates(tokensOut),
      claim: claimOf(tokensOut, dollarsOut),
    },
  },
}
