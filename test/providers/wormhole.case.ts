import { base58 } from '@scure/base'

import type { StatusName } from '../../src/core/status.ts'
import type { Token } from '../../src/core/token.ts'
import { createWormholeProvider } from '../../src/providers/wormhole.ts'
import { type CallCodec, decodeCall, encodeCall } from './callCase.ts'
import { nodeUrls } from './chainNodes.ts'
import {
  type ContractCase,
  type ContractSwap,
  logOf,
  payment,
  type ViewFact,
} from './contractCase.ts'
import {
  type Body,
  evm,
  type Exchange,
  nowMs,
  plainHash,
  requestOf,
  tokenOf,
} from './depositSupport.ts'

// Quotes in the form of one of mainnet of 2026-10-07 (ETH to BASE, 1,000,000 gas), whose price this is;
// answers by the types of @wormhole-foundation/sdk-definitions 6.1.5, protocols/executor/api.

const [alice, mallory] = [evm('alice'), evm('mallory')]
const [usdc, usdt] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'USDT')]
const [wUsdc, wUsdt] = [tokenOf('SUI', 'wUSDC'), tokenOf('SUI', 'wUSDT')]
const bob = `0x${plainHash('bob on SUI')}`
const relayer = '0xa8969F3f8D97b3Ed89D4e2EC19B6B0CfD504b212'
const core = '0x98f3c9e6E3fAce36bAAd05FE09d375Ef1464288B'
const tokenBridge = '0x3ee18B2214AFF97000D974cf647E7C347E8fa585'
const redeemer = '0xf5dffae04382c0c14379d551696f0751310c7fc35f454cc29263a4c862c82c82'
const resolver = '0x7a013e4ff895bf77d172b183004c844b86e34a5d9c5ee257cc846d26e49f139d'
const signature =
  'function transferTokensWithRelay(address token, uint256 amount, uint16 targetChain, bytes32 targetRecipient, uint32 nonce, bytes32 dstTransferRecipient, bytes32 dstExecutionAddress, uint256 executionAmount, address refundAddr, bytes signedQuoteBytes, bytes relayInstructions) payable returns (uint64)'
const logMessagePublished =
  'event LogMessagePublished(address indexed sender, uint64 sequence, uint32 nonce, bytes payload, uint8 consistencyLevel)'

const cost = 84_081_300_000_000n
const [prefix, quoter] = ['45513031', 'a54008017941ece968623a0dd8ee907e2b133596']
const payee = `${'0'.repeat(24)}6a8bfc410a3cc7306d52872f116afb12f1cec6c6`
const chains = '00020015'
const expiry = BigInt(nowMs / 1000) + 3_600n
/** Four prices, and the executor's signature. */
const prices = '00000000000bea0d00000000005b8d800000174bcb40af000000174bcb40af00'
const signed = `${plainHash('signature')}${plainHash('of the executor')}1c`
const hex16 = (value: bigint): string => value.toString(16).padStart(16, '0')
const quote = `0x${prefix}${quoter}${payee}${chains}${hex16(expiry)}${prices}${signed}`
const instructions = '0x0100000000000000000000000005f5e10000000000000000000000000000000000'

/** The quote in its parts; what is no quote stays as it is. */
const codec: CallCodec = {
  encode: (args) => {
    const parts = args[9]
    const whole =
      typeof parts === 'string'
        ? parts
        : `${parts.head}${hex16(BigInt(parts.expiry))}${parts.rest.slice(2)}`
    return encodeCall(signature, args.with(9, whole))
  },
  decode: (data) => {
    const args = decodeCall(signature, data)
    const text = String(args[9])
    if (text.length !== quote.length) return args
    const [head, until, rest] = [text.slice(0, 122), text.slice(122, 138), text.slice(138)]
    return args.with(9, { head, expiry: BigInt(`0x${until}`), rest: `0x${rest}` })
  },
  readBody: ({ data }) => codec.decode(data),
  writeBody: () => {},
}

const asked: Exchange = {
  method: 'POST',
  path: '/quote',
  request: { srcChain: 2, dstChain: 21, relayInstructions: instructions },
  body: { signedQuote: quote, estimatedCost: String(cost) },
}
const able = (
  to: Body = { requestPrefixes: ['ERV1', 'ERN1'], maxGasLimit: '1000000000' },
): Exchange => ({
  path: '/capabilities',
  body: {
    2: {
      requestPrefixes: ['ERV1'],
      gasDropOffLimit: '1',
      maxGasLimit: '3000000',
      maxMsgValue: '1',
    },
    ...(to === null ? {} : { 21: to }),
  },
})
const messageFee = (returns: bigint): ViewFact => ({
  blockchain: 'ETH',
  to: core,
  signature: 'function messageFee() view returns (uint256)',
  returns,
})

const digest = base58.encode(Buffer.from(plainHash('delivery'), 'hex'))
const told = (status: string, txs: readonly Body[] = []): Exchange => ({
  method: 'POST',
  path: '/status/tx',
  request: { txHash: payment, chainId: 2 },
  body: [{ id: payment, txHash: payment, chainId: 2, status, estimatedCost: String(cost), txs }],
})
const delivered = told('submitted', [{ txHash: digest, chainId: 21, blockNumber: '1', cost: '9' }])

type Shown = { to?: string; token?: Token; amount?: bigint; failed?: true; atMs?: number }

function shown(bought: Token, sent: bigint, change: Shown = {}): Exchange {
  const { to = bob, token = bought, amount = sent, failed, atMs = nowMs + 20 * 60_000 } = change
  return {
    method: 'POST',
    path: nodeUrls.SUI,
    body: {
      data: {
        transaction: {
          digest,
          sender: { address: `0x${plainHash('executor')}` },
          transactionBcs: 'AAAA',
          effects: {
            status: failed === true ? 'FAILURE' : 'SUCCESS',
            timestamp: new Date(atMs).toISOString(),
            gasEffects: {
              gasSummary: { computationCost: '8', storageCost: '5', storageRebate: '3' },
            },
            balanceChanges: {
              nodes: [
                {
                  owner: { address: to },
                  amount: String(amount),
                  coinType: { repr: token.address },
                },
              ],
            },
          },
        },
      },
    },
  }
}

function statesOf(bought: Token, amount: bigint): ContractSwap['states'] {
  const state = (what: string, word: StatusName, ...exchanges: readonly Exchange[]) =>
    [what, word, { exchanges, mined: [] }] as const
  const other = (what: string, change: Shown) =>
    state(what, 'PENDING', delivered, shown(bought, amount, change))
  const missing: Exchange = {
    ...shown(bought, amount),
    body: { data: { transaction: null } },
  }
  return [
    state('a delivery', 'SUCCESS', delivered, shown(bought, amount)),
    state('no delivery', 'PENDING', told('pending')),
    state('a delivery that SUI does not show', 'PENDING', delivered, missing),
    state(
      'a delivery on another chain',
      'PENDING',
      told('submitted', [{ txHash: digest, chainId: 1 }]),
    ),
    state('a text for a delivery', 'PENDING', told('submitted', [{ txHash: 'soon', chainId: 21 }])),
    state('a payment that the executor does not know', 'PENDING', { ...told(''), body: [] }),
    state('an outage', 'PENDING', { ...told(''), status: 503, body: { message: 'unavailable' } }),
    state('a word that nobody publishes', 'PENDING', told('meditating')),
    ...['failed', 'unsupported', 'underpaid', 'aborted'].map((word) =>
      state(`a delivery that is ${word}`, 'REVERT', told(word)),
    ),
    state(
      'a delivery by another, later',
      'SUCCESS',
      told('aborted', [{ txHash: digest, chainId: 21 }]),
      shown(bought, amount),
    ),
    other('a delivery to another account', { to: `0x${plainHash('mallory')}` }),
    other('a delivery of another token', { token: tokenOf('SUI', 'USDC') }),
    other('a delivery of less', { amount: amount - 1n }),
    other('a delivery that failed', { failed: true }),
    other('a delivery of yesterday', { atMs: nowMs - 24 * 3_600_000 }),
  ]
}

function swapOf(sold: Token, bought: Token, amount: bigint): ContractSwap {
  const word = (value: bigint | string): string =>
    (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(
      64,
      '0',
    )
  const payload = `0x03${word(amount)}${word(sold.address)}0002${redeemer.slice(2)}0015${word(relayer)}${bob.slice(2)}`
  const message = (changes: Body = {}) =>
    logOf(core, logMessagePublished, {
      sender: tokenBridge,
      sequence: 7n,
      nonce: 0,
      payload,
      consistencyLevel: 1,
      ...changes,
    })
  return {
    request: { ...requestOf(sold, bought, amount), fromAddress: alice, receiver: bob },
    views: [messageFee(0n)],
    exchanges: [asked, able()],
    call: {
      to: relayer,
      spender: relayer,
      signature,
      args: [
        sold.address,
        amount,
        21,
        bob,
        0,
        redeemer,
        resolver,
        cost,
        alice,
        quote,
        instructions,
      ],
      payer: ['8'],
      receiver: ['3'],
      srcToken: ['0'],
      dstToken: [],
      srcAmount: ['1'],
      minimum: '',
      dstChain: '2',
      otherChain: 1,
      free: {},
      within: ['9.expiry'],
      // The contract takes this value and no other; prices and signature are the executor's own.
      harmless: ['7', '9.rest'],
      codec,
    },
    hostile: [
      [
        'the other token sold',
        'E8',
        (args) => (args[0] = sold === usdc ? usdt.address : usdc.address),
      ],
      ['a token without a form on SUI', 'E8', (args) => (args[0] = mallory)],
      ['another chain', 'E8', (args) => (args[2] = 1)],
      ['a number of its own', 'E8', (args) => (args[4] = 1)],
      ['another contract on SUI', 'E8', (args) => (args[5] = resolver)],
      ['another object that executes', 'E8', (args) => (args[6] = redeemer)],
      ['a refund to a stranger', 'E8', (args) => (args[8] = mallory)],
      ['a quote of another', 'E8', (args) => (args[9] = args[9].replace(quoter, mallory.slice(2)))],
      ['a fee for another', 'E8', (args) => (args[9] = args[9].replace(payee, word(mallory)))],
      [
        'a quote from another chain',
        'E8',
        (args) => (args[9] = args[9].replace(chains, '00170015')),
      ],
      ['a quote to another chain', 'E8', (args) => (args[9] = args[9].replace(chains, '00020001'))],
      ['a quote of another form', 'E8', (args) => (args[9] = args[9].replace(prefix, '45513033'))],
      ['half a quote', 'E8', (args) => (args[9] = args[9].slice(0, -2))],
      ['no quote', 'E8', (args) => (args[9] = '0x')],
      [
        'a quote that is over',
        'E8',
        (args) => (args[9] = args[9].replace(hex16(expiry), hex16(expiry - 3_600n))),
      ],
      [
        'a quote of next year',
        'E8',
        (args) => (args[9] = args[9].replace(hex16(expiry), hex16(expiry + 31_536_000n))),
      ],
      ['less gas', 'E8', (args) => (args[10] = args[10].replace('5f5e1', '00001'))],
      ['coins besides', 'E8', (args) => (args[10] += `02${plainHash('drop')}`)],
    ],
    sent: [
      message({ sender: mallory, payload: payload.replace(word(amount), word(amount * 2n)) }),
      message({ payload: payload.replace('0x03', '0x01') }),
      message(),
    ],
    states: statesOf(bought, amount),
  }
}

export const contractCase: ContractCase = {
  ...swapOf(usdc, wUsdc, 100_000_000n),
  source: {
    kind: 'shaped',
    from: 'wormholelabs-xyz/example-permissionless-token-bridge-executor-shim, and types of @wormhole-foundation/sdk-definitions 6.1.5',
    date: '2025-12-09',
  },
  create: (baseUrl) => createWormholeProvider({ baseUrl }),
  refusals: [
    ['a core without a fee', [], 'NO_ROUTE'],
    ['a message that costs more than is known', [messageFee(2n * 10n ** 15n)], 'UNSAFE_ROUTE'],
  ],
  more: { USDT: swapOf(usdt, wUsdt, 25_500_001n) },
}
