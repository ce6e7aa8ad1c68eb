import { createTaikoProvider } from '../../src/providers/taiko_bridge/taiko_bridge.ts'
import type { Token } from '../../src/core/token.ts'
import type { ContractCase, ViewFact } from './contractCase.ts'
import { type Body, evm, requestOf, tokenOf } from './depositSupport.ts'
import {
  type End,
  ether as onEther,
  messageType,
  otherEnd,
  proofOf,
  provable,
  sent,
  statesOf,
  taiko as onTaiko,
  vaultCall,
} from './taiko_bridge/messages.ts'

const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const [ether, taikoEther] = [tokenOf('ETH', 'ETH'), tokenOf('TAIKO', 'ETH')]
const usdc = tokenOf('ETH', 'USDC')
const taikoUsdc: Token = {
  ...usdc,
  blockchain: 'TAIKO',
  address: '0x07d83526730c7438048D55A4fc0b850e2aaB6f0b',
}
const manager = evm('quota manager')
const zero = `0x${'0'.repeat(40)}`

const sendMessage = `function sendMessage(${messageType} message) payable`
const sendToken =
  'function sendToken((uint64 destChainId, address destOwner, address to, uint64 fee, address token, uint32 gasLimit, uint256 amount) op) payable'
const process = `function processMessage(${messageType} message, bytes proof) returns (uint8, uint8)`

const [coins, dollars] = [10n ** 18n, 250_000_000n]
const gasPrices = { ETH: 10n ** 9n, TAIKO: 10n ** 7n }
const gas = { coins: 806_657, tokens: 1_320_000 }
/** Twice what the gas on the destination costs now. */
const feeTo = ({ blockchain }: End, units: number): bigint =>
  2n * BigInt(units) * gasPrices[blockchain]

/** What the contracts answer to a quote from one end. */
function views(
  src: End,
  more: { paused?: boolean; quota?: bigint; minted?: string } = {},
): ViewFact[] {
  const { paused = false, quota = 250n * coins, minted = taikoUsdc.address } = more
  const dst = otherEnd(src)
  const isPaused = (end: End, returns: boolean): ViewFact => ({
    blockchain: end.blockchain,
    to: end.bridge,
    signature: 'function paused() view returns (bool)',
    returns,
  })
  return [
    isPaused(src, false),
    isPaused(dst, paused),
    {
      blockchain: dst.blockchain,
      to: dst.bridge,
      signature: 'function getMessageMinGasLimit(uint256 dataLength) view returns (uint32)',
      returns: 806_656,
    },
    {
      blockchain: 'TAIKO',
      to: onTaiko.vault,
      signature:
        'function canonicalToBridged(uint256 chainId, address token) view returns (address)',
      args: [1n, usdc.address],
      returns: minted,
    },
    {
      blockchain: 'ETH',
      to: onEther.bridge,
      signature: 'function quotaManager() view returns (address)',
      returns: manager,
    },
    {
      blockchain: 'ETH',
      to: manager,
      signature: 'function availableQuota(address token, uint256 leap) view returns (uint256)',
      returns: quota,
    },
  ]
}

/** As the bridge sends what was asked of it. */
function bodyOf(src: End, more: Body): Body {
  const dst = otherEnd(src)
  return {
    id: 6268n,
    fee: feeTo(dst, gas.coins),
    gasLimit: gas.coins,
    from: alice,
    srcChainId: src.chainId,
    srcOwner: alice,
    destChainId: dst.chainId,
    destOwner: bob,
    to: bob,
    value: coins,
    data: '0x',
    ...more,
  }
}

const tokensOf = (src: End): Body =>
  bodyOf(src, {
    fee: feeTo(otherEnd(src), gas.tokens),
    gasLimit: gas.tokens,
    from: src.vault,
    to: otherEnd(src).vault,
    value: 0n,
    data: vaultCall(usdc.address, bob, dollars),
  })

const parties = { fromAddress: alice, receiver: bob }
const none = { srcToken: [], dstToken: [], dstChain: null, minimum: '', spender: null }

function coinSwap(src: End, from: Token, to: Token) {
  const dst = otherEnd(src)
  const filled = { id: 0n, from: zero, srcChainId: 0n }
  return {
    request: { ...requestOf(from, to, coins), ...parties },
    views: views(src),
    call: {
      ...none,
      to: src.bridge,
      signature: sendMessage,
      args: [{ ...bodyOf(src, filled) }],
      payer: ['0.srcOwner'],
      receiver: ['0.to', '0.destOwner'],
      srcAmount: ['0.value'],
      dstChain: '0.destChainId',
      free: {
        '0.fee':
          'the bridge refuses a value that is not amount and fee, and a message without a fee is claimed',
      },
    },
    hostile: [
      ['a call on arrival', 'E8', (args) => (args[0].data = '0x12')],
      ['gas that no relayer gets', 'E8', (args) => (args[0].gasLimit = 0)],
      ['another sender', 'E8', (args) => (args[0].from = mallory)],
      ['another chain', 'E8', (args) => (args[0].destChainId = 10n)],
      ['its own chain', 'E8', (args) => (args[0].destChainId = src.chainId)],
    ],
    sent: [sent(src, bodyOf(src, {}))],
    states: statesOf(src, bodyOf(src, {})),
    claim: claimOf(src, bodyOf(src, {}), (body, to, amount) => {
      Object.assign(body, { to, value: amount })
    }),
    refusals: [
      ['contracts that do not answer', [], 'NO_ROUTE'],
      ['a bridge that is paused', views(src, { paused: true }), 'NO_ROUTE'],
      ...(dst === onEther
        ? ([
            ['more than a day lets out', views(src, { quota: coins - 1n }), 'AMOUNT_TOO_HIGH'],
          ] as const)
        : []),
    ],
  } satisfies Partial<ContractCase>
}

function tokenSwap(src: End, from: Token, to: Token) {
  const dst = otherEnd(src)
  const op = {
    destChainId: dst.chainId,
    destOwner: bob,
    to: bob,
    fee: feeTo(dst, gas.tokens),
    token: from.address,
    gasLimit: gas.tokens,
    amount: dollars,
  }
  return {
    request: { ...requestOf(from, to, dollars), ...parties },
    views: views(src),
    call: {
      ...none,
      spender: src.vault,
      to: src.vault,
      signature: sendToken,
      args: [op],
      payer: [],
      receiver: ['0.to', '0.destOwner'],
      srcToken: ['0.token'],
      srcAmount: ['0.amount'],
      dstChain: '0.destChainId',
      free: {
        '0.fee':
          'what the value has above it is paid to the receiver, and a message without a fee is claimed',
      },
    },
    hostile: [
      ['gas that no relayer gets', 'E8', (args) => (args[0].gasLimit = 0)],
      ['a token that is not known', 'E8', (args) => (args[0].token = mallory)],
    ],
    sent: [sent(src, tokensOf(src))],
    states: statesOf(src, tokensOf(src)),
    claim: claimOf(src, tokensOf(src), (body, to, amount) => {
      body.data = vaultCall(usdc.address, to, amount)
    }),
  } satisfies Partial<ContractCase>
}

function claimOf(
  src: End,
  message: Body,
  pay: (body: Body, to: string, amount: bigint) => void,
): NonNullable<ContractCase['claim']> {
  const amount = message.value === 0n ? dollars : coins
  const other = vaultCall(mallory, bob, amount)
  return {
    facts: provable(src, message),
    signature: process,
    args: [message, proofOf(src)],
    hostile: [
      ['pay another account', (args) => pay(args[0], mallory, amount)],
      ['pay less', (args) => pay(args[0], bob, amount - 1n)],
      ['run another call', (args) => (args[0].data = `0x095ea7b3${'0'.repeat(128)}`)],
      [
        'pay another token',
        (args) => Object.assign(args[0], { data: other, from: src.vault, value: 0n }),
      ],
      ['call another contract', (args) => Object.assign(args[0], { to: mallory, data: other })],
      [
        'speak for another sender',
        (args) => Object.assign(args[0], { from: mallory, data: other }),
      ],
    ],
  }
}

export const contractCase: ContractCase = {
  source: {
    kind: 'shaped',
    from: 'taikoxyz/taiko-mono, packages/protocol/contracts/shared and packages/bridge-ui/src/libs/proof',
    date: '2026-08-21',
  },
  create: () => createTaikoProvider(),
  gasPrices,
  remembers: true,
  ...coinSwap(onEther, ether, taikoEther),
  more: {
    'coins out': coinSwap(onTaiko, taikoEther, ether),
    'tokens in': tokenSwap(onEther, usdc, taikoUsdc),
    'tokens out': tokenSwap(onTaiko, taikoUsdc, usdc),
  },
}
