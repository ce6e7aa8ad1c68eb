import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem'

import { createArbitrumProvider } from '../../src/providers/arbitrum/arbitrum.ts'
import {
  type ChainFacts,
  type ContractCase,
  type LogFact,
  logOf,
  type MinedFact,
  type ViewFact,
} from './contractCase.ts'
import { depositStates, gas, inbox, submission, ticketOf } from './arbitrum/ticketFacts.ts'
import { type Body, evm, hash, requestOf, tokenOf } from './depositSupport.ts'

// Shapes and encodings: Inbox.sol, Outbox.sol, ArbSys.sol of OffchainLabs/nitro-contracts, and the
// recorded transactions of arbitrum-sdk (packages/sdk/tests/fixtures/tracing, 2026-02-23).

const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const outbox = '0x0B9857ae2D4A3DBe74ffE1d7DF045bb7F96E4840'
const parentRouter = '0x72Ce9c846789fdB6fC1f34aC4AD25Dd9ef7031ef'
const parentGateway = '0xa3A7B6F88361F48403514059F1F16C8E78d60EeC'
const childRouter = '0x5288c571Fd7aD117beA99bF60FE0846C4E84F933'
const childGateway = '0x09e9222E96E7B4AE2a407B98d48e330053351EEe'
const arbSys = '0x0000000000000000000000000000000000000064'
const nodeInterface = '0x00000000000000000000000000000000000000C8'
const [ether, childEther] = [tokenOf('ETH', 'ETH'), tokenOf('ARBITRUM', 'ETH')]
const [wbtc, childWbtc] = [tokenOf('ETH', 'WBTC'), tokenOf('ARBITRUM', 'WBTC')]

const gasPrices = { ETH: 10n ** 9n, ARBITRUM: 10n ** 7n }
const fee: ViewFact = {
  blockchain: 'ETH',
  to: inbox,
  signature:
    'function calculateRetryableSubmissionFee(uint256 dataLength, uint256 baseFee) view returns (uint256)',
  // For each wei of the base fee, which is 1 gwei here.
  returns: 5_000n,
}
const registered = (gateway = parentGateway, minted = childWbtc.address): ViewFact[] => [
  {
    blockchain: 'ETH',
    to: parentRouter,
    signature: 'function getGateway(address token) view returns (address)',
    returns: gateway,
  },
  {
    blockchain: 'ETH',
    to: parentRouter,
    signature: 'function calculateL2TokenAddress(address token) view returns (address)',
    returns: minted,
  },
]
const chainId: ViewFact = {
  blockchain: 'ARBITRUM',
  to: arbSys,
  signature: 'function arbChainID() view returns (uint256)',
  returns: 42_161n,
}

const ticketSignature =
  'function createRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data) payable returns (uint256)'
const depositSignature =
  'function outboundTransferCustomRefund(address token, address refundTo, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, bytes data) payable returns (bytes)'
const withdrawEther = 'function withdrawEth(address destination) payable returns (uint256)'
const withdrawToken =
  'function outboundTransfer(address l1Token, address to, uint256 amount, bytes data) payable returns (bytes)'
const execute =
  'function executeTransaction(bytes32[] proof, uint256 index, address l2Sender, address to, uint256 l2Block, uint256 l1Block, uint256 l2Timestamp, uint256 value, bytes data)'

const coins = 10n ** 18n
const sats = 50_000_000n
const position = 121n

type Message = {
  caller: string
  destination: string
  callvalue: bigint
  data: `0x${string}`
}
const times = { arbBlockNum: 22_328_388n, ethBlockNum: 15_452_650n, timestamp: 1_662_032_178n }

const messageLog = (message: Message): LogFact =>
  logOf(
    arbSys,
    'event L2ToL1Tx(address caller, address indexed destination, uint256 indexed hash, uint256 indexed position, uint256 arbBlockNum, uint256 ethBlockNum, uint256 timestamp, uint256 callvalue, bytes data)',
    { ...message, ...times, hash: itemHash(message), position },
  )

/** calculateItemHash of Outbox.sol. */
function itemHash({ caller, destination, callvalue, data }: Message): bigint {
  const { arbBlockNum, ethBlockNum, timestamp } = times
  const types = ['address', 'address', 'uint256', 'uint256', 'uint256', 'uint256', 'bytes']
  const item = [caller, destination, arbBlockNum, ethBlockNum, timestamp, callvalue, data]
  return BigInt(keccak256(encodePacked(types, item)))
}

const [root, childBlock] = [hash('root'), hash('child block')]
const proof = [hash('left'), hash('right')]
const onParent = (own: string, logs: readonly LogFact[]): MinedFact => ({
  blockchain: 'ETH',
  hash: own,
  from: evm('validator'),
  to: outbox,
  logs,
})
const confirmed = onParent(hash('confirmation'), [
  logOf(outbox, 'event SendRootUpdated(bytes32 indexed outputRoot, bytes32 indexed l2BlockHash)', {
    outputRoot: root,
    l2BlockHash: childBlock,
  }),
])
const blocks = { [childBlock]: { sendCount: '0x80', sendRoot: root } }
const spent = (returns: boolean): ViewFact => ({
  blockchain: 'ETH',
  to: outbox,
  signature: 'function isSpent(uint256 index) view returns (bool)',
  args: [position],
  returns,
})
const known = (returns: string): ViewFact => ({
  blockchain: 'ETH',
  to: outbox,
  signature: 'function roots(bytes32 root) view returns (bytes32)',
  args: [root],
  returns,
})
const path: ViewFact = {
  blockchain: 'ARBITRUM',
  to: nodeInterface,
  signature:
    'function constructOutboxProof(uint64 size, uint64 leaf) view returns (bytes32 send, bytes32 root, bytes32[] proof)',
  args: [128n, position],
  returns: [hash('send'), root, proof],
}
const claimable: ChainFacts = {
  views: [spent(false), known(childBlock), path],
  mined: [confirmed],
  blocks,
}

function withdrawalStates({ caller, destination }: Message): ContractCase['states'] {
  const executed = (transactionIndex: bigint, address = outbox): LogFact =>
    logOf(
      address,
      'event OutBoxTransactionExecuted(address indexed to, address indexed l2Sender, uint256 indexed zero, uint256 transactionIndex)',
      { to: destination, l2Sender: caller, zero: 0n, transactionIndex },
    )
  const claimed = (log: LogFact): ChainFacts => ({
    views: [spent(true)],
    mined: [onParent(hash('claim'), [log])],
  })
  const unconfirmed = (facts: Partial<ChainFacts>): ChainFacts => ({ ...claimable, ...facts })
  return [
    ['a withdrawal that was claimed', 'SUCCESS', claimed(executed(position))],
    ['a withdrawal to be claimed', 'READY_TO_CLAIM', claimable],
    ['a withdrawal without a confirmation', 'PENDING', unconfirmed({ mined: [] })],
    [
      'a confirmation of an earlier block',
      'PENDING',
      unconfirmed({ blocks: { [childBlock]: { sendCount: '0x79', sendRoot: root } } }),
    ],
    [
      'a root that the outbox does not know',
      'PENDING',
      unconfirmed({ views: [spent(false), known(`0x${'0'.repeat(64)}`), path] }),
    ],
  ]
}

function withdrawalClaim(message: Message): NonNullable<ContractCase['claim']> {
  const { caller, destination, callvalue, data } = message
  const { arbBlockNum, ethBlockNum, timestamp } = times
  const place = [arbBlockNum, ethBlockNum, timestamp]
  const isToken = data !== '0x'
  const other = (to: string, amount: bigint): string => finalizeCall(wbtc.address, to, amount)
  const toOther = (args: Body): unknown =>
    isToken ? (args[8] = other(mallory, sats)) : (args[3] = mallory)
  const lessPaid = (args: Body): unknown =>
    isToken ? (args[8] = other(bob, sats - 1n)) : (args[7] = callvalue - 1n)
  return {
    facts: claimable,
    signature: execute,
    args: [proof, position, caller, destination, ...place, callvalue, data],
    hostile: [
      ['pay another account', toOther],
      ['pay less', lessPaid],
      ['pay another token', (args) => (args[8] = finalizeCall(mallory, bob, sats))],
      ['run another call', (args) => (args[8] = `0x095ea7b3${'0'.repeat(128)}`)],
      ['call another contract', (args) => ((args[3] = mallory), (args[8] = other(bob, sats)))],
      ['speak for another sender', (args) => ((args[2] = mallory), (args[8] = other(bob, sats)))],
    ],
  }
}

function finalizeCall(token: string, to: string, amount: bigint): `0x${string}` {
  const abi = parseAbi([
    'function finalizeInboundTransfer(address token, address from, address to, uint256 amount, bytes data) payable',
  ])
  const more = encodeAbiParameters(parseAbiParameters('uint256, bytes'), [0n, '0x'])
  const args = [token, alice, to, amount, more]
  return encodeFunctionData({ abi, args } as never)
}

const etherTicket = ticketOf(alice, bob, coins, '0x')
const tokenTicket = ticketOf(parentGateway, childGateway, 0n, finalizeCall(wbtc.address, bob, sats))
const etherMessage: Message = { caller: alice, destination: bob, callvalue: coins, data: '0x' }
const tokenMessage: Message = {
  caller: childGateway,
  destination: parentGateway,
  callvalue: 0n,
  data: finalizeCall(wbtc.address, bob, sats),
}
const parties = { fromAddress: alice, receiver: bob }
const none = { srcToken: [], dstToken: [], dstChain: null, minimum: '', spender: null }

/** Above what the rounded price of the gas leaves. */
const ticketRounding = gas.limit

/** A ticket without its gas is not carried out by itself. */
function gasBends(gasAt: number, priceAt: number): ContractCase['hostile'] {
  return [
    ['no gas', 'E8', (args) => (args[gasAt] = 0n)],
    ['gas of a plain transfer', 'E8', (args) => (args[gasAt] = 21_000n)],
    ['more gas', 'E8', (args) => (args[gasAt] += 1n)],
    ['no price of gas', 'E16', (args) => (args[priceAt] = 0n)],
    [
      'a price below the one of ARBITRUM',
      'E16',
      (args) => (args[priceAt] = gasPrices.ARBITRUM - 1n),
    ],
  ]
}

export const contractCase: ContractCase = {
  source: {
    kind: 'recorded',
    from: 'OffchainLabs/arbitrum-sdk, packages/sdk/tests/fixtures/tracing: forms and hashes of tickets and withdrawals; accounts and amounts are those of the tests',
    date: '2026-02-23',
  },
  create: () => createArbitrumProvider(),
  gasPrices,
  request: { ...requestOf(ether, childEther, coins), ...parties },
  views: [fee],
  call: {
    ...none,
    to: inbox,
    signature: ticketSignature,
    args: [bob, coins, submission, alice, alice, gas.limit, gas.price, '0x'],
    payer: ['3', '4'],
    receiver: ['0'],
    srcAmount: ['1'],
    free: {},
    within: ['2', '6'],
  },
  hostile: [
    ['a call on arrival', 'E8', (args) => (args[7] = '0x12')],
    ['coins beside its costs, which would be lost', 'E16', (args) => (args[2] -= ticketRounding)],
    ...gasBends(5, 6),
  ],
  sent: etherTicket.logs,
  states: depositStates(etherTicket.id),
  refusals: [
    ['an inbox that does not answer', [], 'NO_ROUTE'],
    ['a fee beyond all others', [{ ...fee, returns: 10n ** 18n }], 'UNSAFE_ROUTE'],
  ],
  more: {
    'tokens in': {
      request: { ...requestOf(wbtc, childWbtc, sats), ...parties },
      views: [fee, ...registered()],
      call: {
        ...none,
        spender: parentGateway,
        to: parentRouter,
        signature: depositSignature,
        args: [
          wbtc.address,
          alice,
          bob,
          sats,
          gas.limit,
          gas.price,
          encodeAbiParameters(parseAbiParameters('uint256, bytes'), [submission, '0x']),
        ],
        payer: ['1'],
        receiver: ['2'],
        srcToken: ['0'],
        srcAmount: ['3'],
        free: {},
        within: ['5'],
        nested: true,
      },
      hostile: [
        ...gasBends(4, 5),
        [
          'a call on arrival',
          'E8',
          (args) =>
            (args[6] = encodeAbiParameters(parseAbiParameters('uint256, bytes'), [1n, '0x12'])),
        ],
        [
          'coins beside its costs, which would be lost',
          'E16',
          (args) =>
            (args[6] = encodeAbiParameters(parseAbiParameters('uint256, bytes'), [
              submission - ticketRounding,
              '0x',
            ])),
        ],
        ['a token of another gateway', 'E8', (args) => (args[0] = tokenOf('ETH', 'DAI').address)],
      ],
      sent: tokenTicket.logs,
      states: depositStates(tokenTicket.id),
    },
    'coins out': {
      request: { ...requestOf(childEther, ether, coins), ...parties },
      views: [chainId],
      call: {
        ...none,
        to: arbSys,
        signature: withdrawEther,
        args: [bob],
        payer: [],
        receiver: ['0'],
        srcAmount: [],
        free: {},
      },
      hostile: [],
      sent: [messageLog(etherMessage)],
      states: withdrawalStates(etherMessage),
      remembers: true,
      claim: withdrawalClaim(etherMessage),
    },
    'tokens out': {
      request: { ...requestOf(childWbtc, wbtc, sats), ...parties },
      views: [chainId, ...registered()],
      call: {
        ...none,
        to: childRouter,
        signature: withdrawToken,
        args: [wbtc.address, bob, sats, '0x'],
        payer: [],
        receiver: ['1'],
        srcToken: ['0'],
        srcAmount: ['2'],
        free: {},
      },
      hostile: [['a call on arrival', 'E8', (args) => (args[3] = '0x12')]],
      sent: [messageLog(tokenMessage)],
      states: withdrawalStates(tokenMessage),
      remembers: true,
      claim: withdrawalClaim(tokenMessage),
    },
  },
}
