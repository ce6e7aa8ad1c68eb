import { feltAddress, splitUint, starknetSelector } from '../../src/chains/starknet/felts.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ForeignOf } from '../../src/core/foreignTransaction.ts'
import type { Token } from '../../src/core/token.ts'
import { createAvnuProvider } from '../../src/providers/avnu.ts'
import { type Body, type Exchange, hash, requestOf, rpcKey, tokenOf } from './depositSupport.ts'
import {
  bendsOf,
  type ForeignCase,
  type ForeignSwapCase,
  type MinedAs,
  type Scene,
} from './foreignCase.ts'

const [strk, eth, usdc] = ['STRK', 'ETH', 'USDC'].map((symbol) => tokenOf('STARKNET', symbol)) as [
  Token,
  Token,
  Token,
]
/** The label that takes the taker's place in the recording. */
const payer = '0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcd'
const fromAddress = feltAddress(BigInt(payer))
const mallory = `0x06${hash('mallory').slice(4)}`
const exchange = '0x4270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f'
const swapped = `0x05${hash('swapped on Starknet').slice(4)}`
const shortStrk = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d'

function addressOf({ native, address }: Token): string {
  return native ? `0x0${shortStrk.slice(2)}` : address
}

/** As the service writes it: without leading zeros. */
function shortOf(token: Token): string {
  return hex(BigInt(addressOf(token)))
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}

type Swap = { src: Token; dst: Token; amount: bigint; out: bigint; min: bigint; routes: string[] }

function swapOf({ src, dst, amount, out, min, routes }: Swap): ForeignSwapCase {
  const quote: Exchange = {
    path: `/avnu/swap/v3/quotes?${new URLSearchParams({
      sellTokenAddress: addressOf(src),
      buyTokenAddress: addressOf(dst),
      sellAmount: hex(amount),
      takerAddress: fromAddress,
      size: '1',
    }).toString()}`,
    body: [
      {
        quoteId: '197f4a1e-3ee8-46c4-a34a-27f81daf232b',
        sellTokenAddress: shortOf(src),
        sellAmount: hex(amount),
        buyTokenAddress: shortOf(dst),
        buyAmount: hex(out),
        chainId: '0x534e5f4d41494e',
        expiry: null,
        routes: [{ name: 'Ekubo', percent: 1 }],
      },
    ],
  }
  const build: Exchange = {
    method: 'POST',
    path: '/avnu/swap/v3/build',
    request: {
      quoteId: '197f4a1e-3ee8-46c4-a34a-27f81daf232b',
      takerAddress: fromAddress,
      slippage: 0.005,
      includeApprove: false,
    },
    body: {
      chainId: '0x534e5f4d41494e',
      calls: [
        {
          contractAddress: exchange,
          entrypoint: 'multi_route_swap',
          calldata: [
            shortOf(src),
            ...splitUint(amount).map(hex),
            shortOf(dst),
            ...splitUint(out).map(hex),
            ...splitUint(min).map(hex),
            payer,
            '0x0',
            '0x0',
            ...routes,
          ],
        },
      ],
      executorAddress: null,
    },
  }
  const felt = (at: number, value: string) => (body: Body) => {
    body.calls[0].calldata[at] = value
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress },
    honest: { quote: [quote], build: [quote, build] },
    wire: {
      srcToken: '0.sellTokenAddress',
      dstToken: '0.buyTokenAddress',
      srcAmount: '0.sellAmount',
      dstAmount: '0.buyAmount',
    },
    reads: { target: feltAddress(BigInt(exchange)), minOut: min, networkFee: null },
    hostile: [
      ['another chain', 'E1', (body) => Object.assign(body, { chainId: '0x534e5f5345504f4c4941' })],
      [
        'another contract',
        'E2',
        (body) => Object.assign(body.calls[0], { contractAddress: mallory }),
      ],
      [
        'an exact output',
        'E8',
        (body) => Object.assign(body.calls[0], { entrypoint: 'swap_exact_token_to' }),
      ],
      [
        'a transfer besides',
        'E8',
        (body) =>
          body.calls.push({
            contractAddress: shortOf(src),
            entrypoint: 'transfer',
            calldata: [mallory, '0x1', '0x0'],
          }),
      ],
      ['no call', 'E8', (body) => Object.assign(body, { calls: [] })],
      ['another token sold', 'E8', felt(0, shortOf(usdc === src ? eth : usdc))],
      ['a larger amount', 'E6', felt(1, hex(amount + 1n))],
      ['an amount of two halves', 'E6', felt(2, '0x1')],
      ['another token bought', 'E8', felt(3, mallory)],
      ['a smaller minimum', 'E9', felt(6, '0x1')],
      ['a half that is too large', 'E8', felt(6, hex(1n << 128n))],
      ['another beneficiary', 'E8', felt(8, mallory)],
      ['a fee of an integrator', 'E8', felt(9, '0x64')],
      ['a receiver of fees', 'E8', felt(10, mallory)],
      ['no routes', 'E8', felt(11, '0x0')],
      ['endless routes', 'E8', felt(11, hex(1n << 200n))],
      ['a route of another token', 'E8', felt(12, mallory)],
      ['no share', 'E8', felt(15, '0x0')],
      ['too large a share', 'E8', felt(15, '0xe8d4a51001')],
      ['felts behind its arguments', 'E8', (body) => body.calls[0].calldata.push('0x0')],
      ['half of its arguments', 'E8', (body) => body.calls[0].calldata.splice(9)],
      ['no number', 'E8', felt(9, 'zero')],
      ['a number beyond the prime', 'E8', felt(9, `0x${'f'.repeat(64)}`)],
    ],
    transactions: bendsOf('starknet', [
      ['no approval', 'E8', ({ kind, calls }) => ({ kind, calls: calls.slice(1) })],
      ['another spender', 'E3', approving((calldata) => [mallory, ...calldata.slice(1)])],
      [
        'an endless approval',
        'E6',
        approving(([spender = '']) => [spender, hex((1n << 128n) - 1n), hex((1n << 128n) - 1n)]),
      ],
      ['a longer approval', 'E4', approving((calldata) => [...calldata, '0x0'])],
      [
        'an approval of another token',
        'E4',
        ({ kind, calls: [first, ...rest] }) => ({
          kind,
          calls: [{ ...call(first), contractAddress: mallory }, ...rest],
        }),
      ],
      [
        'a transfer in its place',
        'E4',
        ({ kind, calls: [first, ...rest] }) => ({
          kind,
          calls: [{ ...call(first), entrypoint: 'transfer' }, ...rest],
        }),
      ],
    ]),
  }
}

type Call = ForeignOf<'starknet'>['calls'][number]

function call(one: Call | undefined): Call {
  if (one === undefined) throw new Error('no call')
  return one
}

function approving(bend: (calldata: string[]) => string[]) {
  return ({ kind, calls: [first, ...rest] }: ForeignOf<'starknet'>): ForeignOf<'starknet'> => ({
    kind,
    calls: [{ ...call(first), calldata: bend(call(first).calldata) }, ...rest],
  })
}

function answers(transaction: unknown, receipt: unknown): Scene {
  const asked = [hex(BigInt(swapped))]
  return {
    exchanges: [],
    chains: {
      nodes: ['STARKNET'],
      rpc: {
        [rpcKey('STARKNET', 'starknet_getTransactionByHash', asked)]: transaction,
        [rpcKey('STARKNET', 'starknet_getTransactionReceipt', asked)]: receipt,
      },
    },
  }
}

/** Shapes: starkware-libs/starknet-specs, api/starknet_api_openrpc.json. */
function minedAs(
  transaction: Parameters<ForeignCase['mined']['as']>[0],
  { young, failed, received = 0n }: MinedAs,
): Scene {
  if (transaction.kind !== 'starknet') throw new Error('not of Starknet')
  const token = transaction.calls[1]?.calldata[3] ?? ''
  const event = (from: string, to: string, amount: bigint, isOld: boolean): Body => {
    const [kind, parties, amounts] = [
      hex(starknetSelector('Transfer')),
      [from, to],
      splitUint(amount).map(hex),
    ]
    return isOld
      ? { from_address: token, keys: [kind], data: [...parties, ...amounts] }
      : { from_address: token, keys: [kind, ...parties], data: amounts }
  }
  return answers(
    {
      type: 'INVOKE',
      version: '0x3',
      transaction_hash: swapped,
      sender_address: payer,
      calldata: [
        hex(BigInt(transaction.calls.length)),
        ...transaction.calls.flatMap(({ contractAddress, entrypoint, calldata }) => [
          contractAddress,
          hex(starknetSelector(entrypoint)),
          hex(BigInt(calldata.length)),
          ...calldata,
        ]),
      ],
    },
    {
      type: 'INVOKE',
      transaction_hash: swapped,
      actual_fee: { amount: '0x38d7ea4c68000', unit: 'FRI' },
      execution_status: failed === true ? 'REVERTED' : 'SUCCEEDED',
      finality_status: young === true ? 'PRE_CONFIRMED' : 'ACCEPTED_ON_L2',
      ...(failed === true ? { revert_reason: 'Insufficient tokens received' } : {}),
      events:
        failed === true
          ? []
          : [
              event(exchange, mallory, 10n ** 30n, false),
              event(exchange, payer, received / 2n, true),
              event(exchange, payer, received - received / 2n, false),
            ],
    },
  )
}

const unknown = new SwaprouteError('UPSTREAM_FAILED', 'Transaction hash not found', {
  context: { code: 29 },
})
/** One Ekubo pool, as in the recording. */
const ekubo = (src: Token, dst: Token): string[] => [
  shortOf(src),
  shortOf(dst),
  '0x5dd3d2f4429af886cd1a3b08289dbcea99a294197e9eb43b0e0325b4b',
  '0xe8d4a51000',
  '0x6',
  shortStrk,
  shortOf(eth),
  '0x20c49ba5e353f80000000000000000',
  '0x56a4c',
  '0x43e4f09c32d13d43a880e85f69f7de93ceda62d6cf2581a582c6db635548fdc',
  '0x9baa764f7ff38000000000000000000',
]

export const foreignCase: ForeignCase = {
  // The first swap; the other has the forms of routes of avnu-contracts-v2, src/models.cairo.
  source: {
    kind: 'recorded',
    from: 'ColdAI-org/clip-wallet, tests of AvnuSwap: quote and call of the live service',
    date: '2026-10-03',
  },
  create: (baseUrl) => createAvnuProvider({ baseUrl: `${baseUrl}/avnu` }),
  ...swapOf({
    src: strk,
    dst: eth,
    amount: 10n ** 18n,
    out: 0xf0073b84dcdn,
    min: 0xeed3ff0fb7dn,
    routes: ['0x1', ...ekubo(strk, eth)],
  }),
  refusals: [
    [200, [], 'NO_ROUTE'],
    [400, { messages: ['Invalid quote id'] }, 'PRICE_MOVED'],
    [400, { messages: ['sellAmount must not be 0'] }, 'UPSTREAM_REFUSED'],
    [404, { messages: ['Token not found'] }, 'NO_ROUTE'],
    [429, 'Too Many Requests', 'RATE_LIMITED'],
    [500, { messages: ['Contract error'], revertError: 'Residual tokens' }, 'UPSTREAM_FAILED'],
    [502, '<html></html>', 'UPSTREAM_FAILED'],
    [200, [{ buyAmount: 'much' }], 'UPSTREAM_FAILED'],
  ],
  mined: { hash: swapped, unknown: answers(unknown, unknown), as: minedAs },
  more: {
    'over two tokens, with an alternative': swapOf({
      src: usdc,
      dst: strk,
      amount: 25_000_000n,
      out: 600n * 10n ** 18n,
      min: 597n * 10n ** 18n,
      routes: [
        '0x2',
        ...ekubo(usdc, eth),
        shortOf(eth),
        shortStrk,
        '0x6272616e6368',
        mallory,
        '0xe8d4a51000',
        '0x0',
        '0x2',
        // Alternatives: pool, share, least price, what it wants to know.
        mallory,
        '0x2540be400',
        '0x5',
        '0x0',
        '0x1',
        '0x7',
        mallory,
        '0x2540be400',
        '0x5',
        '0x0',
        '0x0',
      ],
    }),
  },
}
