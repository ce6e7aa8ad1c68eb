import type { Token } from '../../src/core/token.ts'
import { createBridgersProvider } from '../../src/providers/bridgers.ts'
import {
  type CallCase,
  type CallCodec,
  type CallSwap,
  decodeCall,
  encodeCall,
  type HostileCall,
} from './callCase.ts'
import { type Body, evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'

// The first swap is as it was recorded, with its calldata; the others are written by its signatures.

const [baseUsdc, bscUsdt, ether] = [
  tokenOf('BASE', 'USDC'),
  tokenOf('BSC', 'USDT'),
  tokenOf('ARBITRUM', 'ETH'),
]
const alice = '0x1085c5f70F7F7591D97da281A64688385455c2bD'
const bob = '0x514BCb1F9AAbb904e6106Bd1052B66d2706dBbb7'
const mallory = evm('mallory')
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const swap =
  'function swap(address fromToken, string toToken, string destination, uint256 fromAmount, uint256 minReturnAmount)'
const swapEth =
  'function swapEth(string toToken, string destination, uint256 minReturnAmount) payable'
const recorded =
  '0x9ddf93bb000000000000000000000000833589fcd6edb6e08f4c7c32d4f71b54bda0291300000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000005f5e10000000000000000000000000000000000000000000000000560de40b7fdcf000000000000000000000000000000000000000000000000000000000000000000215553445428425343297c6874367a75747c302e3030357c62726964676572737c3000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a30783531344243623146394141626239303465363130364264313035324236366432373036644262623700000000000000000000000000000000000000000000'

/** Calls whose code of the token is read in its parts. */
function codecOf(signature: string, place: number): CallCodec {
  const encode = (args: Body) => {
    const text = Array.isArray(args[place]) ? args[place].join('|') : args[place]
    return encodeCall(signature, args.with(place, text))
  }
  const decode = (data: string) => {
    const args = decodeCall(signature, data)
    return args.with(place, args[place].split('|'))
  }
  return {
    encode,
    decode,
    readBody: (body) => decode(body.data.txData.data),
    writeBody: (body, args) => (body.data.txData.data = encode(args)),
  }
}

type Parts = {
  src: Token
  from: string
  /** Absent: USDT of BSC. */
  dst?: Token
  into?: string
  amount: bigint
  /** In token units, and what is deducted from it. */
  out: string
  fee: string
  minimum: string
  to: string
  data: string
}

export function swapOf(parts: Parts): Pick<CallSwap, 'request' | 'honest'> {
  const { src, from, dst = bscUsdt, into = 'BSC', amount, out, fee, minimum, to, data } = parts
  const wanted = {
    fromTokenAddress: src.native ? coin : src.address,
    toTokenAddress: dst.native ? coin : dst.address,
    fromTokenAmount: String(amount),
    fromTokenChain: from,
    toTokenChain: into,
    sourceFlag: 'swaproute',
  }
  const ok = { resCode: 100, resMsg: 'success' }
  const quote: Exchange = {
    method: 'POST',
    path: '/sswap/quote',
    request: wanted,
    body: {
      ...ok,
      data: {
        txData: {
          toTokenAmount: out,
          amountOutMin: minimum,
          fee: '0.008',
          chainFee: fee,
          depositMin: '0.001',
          depositMax: '20000',
          contractAddress: to,
          estimatedTime: 10,
        },
      },
    },
  }
  const build: Exchange = {
    method: 'POST',
    path: '/sswap/swap',
    request: {
      ...wanted,
      fromAddress: alice,
      toAddress: bob,
      amountOutMin: minimum,
      equipmentNo: alice.slice(0, 32),
      slippage: '0.005',
    },
    body: {
      ...ok,
      data: { txData: { data, to, value: src.native ? `0x${amount.toString(16)}` : '0x0' } },
    },
  }
  const request = { ...requestOf(src, dst, amount), slippageBps: 50 }
  return {
    request: { ...request, fromAddress: alice, receiver: bob },
    honest: [quote, quote, build],
  }
}

const bought = (at: number, name: string, text: string): HostileCall => [
  name,
  'E8',
  ({ args }) => (args[at] = text),
]
const hostileAt = (at: number): readonly HostileCall[] => [
  bought(at, 'a code of another token', 'USDC(BSC)|ht6zut|0.005|bridgers|0'),
  bought(at, 'a code of another chain', 'USDT(POL)|ht6zut|0.005|bridgers|0'),
  bought(at, 'a code that is not known', 'DOGE|ht6zut|0.005|bridgers|0'),
  bought(at, 'a large slippage', 'USDT(BSC)|ht6zut|0.5|bridgers|0'),
  bought(at, 'more slippage than asked for', 'USDT(BSC)|ht6zut|0.0051|bridgers|0'),
  bought(at, 'another service', 'USDT(BSC)|ht6zut|0.005|other|0'),
  bought(at, 'no channel', 'USDT(BSC)||0.005|bridgers|0'),
  bought(at, 'a channel that is a text', 'USDT(BSC)|send to x|0.005|bridgers|0'),
  bought(at, 'a further part', 'USDT(BSC)|ht6zut|0.005|bridgers|0|1'),
  ['a text for a receiver', 'E8', ({ args }) => (args[at + 1] = `${bob} ${mallory}`)],
]

export const callCase: CallCase = {
  source: {
    kind: 'recorded',
    from: 'gemwalletcom/wallet, core/crates/swapper/src/bridgers/testdata (swap_base_usdc_bsc_usdt.json, records_opbnb_ton.json)',
    date: '2026-09-30',
  },
  create: (baseUrl) => createBridgersProvider('bridgers', { baseUrl }),
  ...swapOf({
    src: baseUsdc,
    from: 'BASE',
    amount: 100_000_000n,
    out: '99.812369849246231156',
    fee: '0.1',
    minimum: '99213808000000000000',
    to: '0xa18968cc31232724f1dbd0d1e8d0b323d89f3501',
    data: recorded,
  }),
  wire: {
    quotedOut: ['data.txData.toTokenAmount'],
    outDecimals: 18,
    builtOut: [],
    srcAmount: null,
    srcToken: null,
    dstToken: null,
    to: 'data.txData.to',
    data: 'data.txData.data',
    value: 'data.txData.value',
    spender: null,
    fee: null,
  },
  call: {
    signature: swap,
    payer: [],
    receiver: ['2'],
    srcToken: ['0'],
    dstToken: ['1.0'],
    srcAmount: ['3'],
    minimum: '4',
    dstChain: null,
    // The channel is the service's own word for who asked.
    free: {},
    harmless: ['1.1'],
    within: ['1.2'],
    codec: codecOf(swap, 1),
  },
  hostile: hostileAt(1),
  refusals: [
    [200, { resCode: 412, resMsg: 'no quote' }, 'NO_ROUTE'],
    [200, { resCode: '1146', resMsg: 'region' }, 'NO_ROUTE'],
    [200, { resCode: 907, resMsg: 'system busy' }, 'UPSTREAM_REFUSED'],
    [429, { message: 'too many requests' }, 'RATE_LIMITED'],
    [200, { resCode: 100, data: null }, 'UPSTREAM_FAILED'],
    [
      200,
      {
        resCode: 100,
        data: {
          txData: { toTokenAmount: '99', chainFee: '0', depositMin: '147.8', depositMax: '20000' },
        },
      },
      'AMOUNT_TOO_LOW',
    ],
    [
      200,
      {
        resCode: 100,
        data: {
          txData: { toTokenAmount: '99', chainFee: '0', depositMin: '0.01', depositMax: '0.05' },
        },
      },
      'AMOUNT_TOO_HIGH',
    ],
  ],
  orders: {
    told: (status, { paid, payout, refund } = {}) => [
      {
        method: 'POST',
        path: '/exchangeRecord/getTransData',
        body: {
          resCode: 100,
          resMsg: 'success',
          data: {
            list: [
              { hash: hash('another'), status: 'receive_complete', toHash: hash('elsewhere') },
              {
                id: 8280570,
                orderId: 'pb6nnq0p_aw52_khxu_2e3n_duiouz0pi94s',
                hash: paid ?? hash('payment'),
                status,
                fromChain: 'BASE',
                toChain: 'BSC',
                fromAmount: '100000000',
                toAmount: '99712369849246231156',
                toHash: payout ?? '',
                refundHash: refund ?? '',
                refundReason: '',
                fee: '0.008',
                confirms: '461/30',
                refundChainFee: 0,
              },
            ],
            total: 2,
            pageNo: 1,
          },
        },
      },
    ],
    words: [
      ['wait_deposit_send', 'PENDING'],
      ['wait_receive_confirm', 'PENDING'],
      ['wait_refund_send', 'LONG_PENDING'],
      ['timeout', 'LONG_PENDING'],
      ['wait_kyc', 'LONG_PENDING'],
      ['wait_deposit_send_fail', 'LONG_PENDING'],
      ['wait_partial_send', 'PENDING'],
      ['wait_partial_refund', 'LONG_PENDING'],
    ],
    done: 'receive_complete',
    refunded: 'refund_complete',
    foreign: [['another payment', (body) => (body.data.list[1].hash = hash('other'))]],
  },
  more: {
    'native coins': {
      ...swapOf({
        src: ether,
        from: 'ARBITRUM',
        amount: 10n ** 17n,
        out: '300.1',
        fee: '0.1',
        minimum: '298500000000000000000',
        to: '0xc1d13492285eb664951E201BF7C80c7c6318a1b5',
        data: encodeCall(swapEth, [
          'USDT(BSC)|ht6zut|0.005|bridgers|0',
          bob,
          298_500_000_000_000_000_000n,
        ]),
      }),
      call: {
        signature: swapEth,
        payer: [],
        receiver: ['1'],
        srcToken: [],
        dstToken: ['0.0'],
        srcAmount: [],
        minimum: '2',
        dstChain: null,
        free: {},
        harmless: ['0.1'],
        within: ['0.2'],
        codec: codecOf(swapEth, 0),
      },
      hostile: hostileAt(0),
    },
  },
}
