import type { Token } from '../../src/core/token.ts'
import { formatAmount } from '../../src/core/amounts.ts'
import { createWanBridgeProvider } from '../../src/providers/wanchain/wanchain_bridge.ts'
import { type CallCase, type CallSwap, encodeCall } from './callCase.ts'
import { evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'
import {
  burnSignature,
  gatewayHostile,
  groupId,
  lockSignature,
  otherPairs,
} from './wanchain/gatewayCalls.ts'

// Shapes: the vendor's documents, with its recorded answers of quotaAndFee and of a status (2023-06-27).

const [usdt, bscUsdt] = [tokenOf('AVALANCHE', 'USDT'), tokenOf('BSC', 'USDT')]
const [ether, arbEther] = [tokenOf('ETH', 'ETH'), tokenOf('ARBITRUM', 'ETH')]
const [alice, bob] = [evm('alice'), evm('bob')]
const gateway = '0x74e121a34a66D54C33f3291f2cdf26B1cd037c3a'
const networkFee = 20_000_000_000_000_000n

type Route = {
  src: Token
  dst: Token
  amount: bigint
  out: bigint
  pair: bigint
  to: string
  chains: readonly [from: string, to: string, id: string]
  burns?: true
}

const toBsc: Route = {
  src: usdt,
  dst: bscUsdt,
  amount: 25_000_000n,
  out: 24_700_000_000_000_000_000n,
  pair: 234n,
  to: gateway,
  chains: ['AVAX', 'BNB', '0xa86a'],
}

function swapOf({ src, dst, amount, out, pair, to, chains, burns }: Route) {
  const fee = src.native ? networkFee / 20n : networkFee
  const asked = (receiver: string, account = receiver.toLowerCase()): Exchange => ({
    method: 'POST',
    path: '/createTx2',
    request: {
      fromChain: chains[0],
      toChain: chains[1],
      fromToken: src.address,
      toToken: dst.address,
      fromAccount: alice,
      toAccount: receiver,
      amount: formatAmount(amount, src.decimals),
    },
    body: {
      success: true,
      data: {
        chainId: chains[2],
        tx: {
          to,
          value: `0x${(fee + (src.native ? amount : 0n)).toString(16)}`,
          data:
            burns === true
              ? encodeCall(burnSignature, [groupId, pair, amount, 0n, src.address, account])
              : encodeCall(lockSignature, [groupId, pair, amount, account]),
        },
        ...(src.native ? {} : { approveCheck: { token: src.address, to, amount: String(amount) } }),
        receiveAmount: String(out),
        feeAndQuota: {
          symbol: src.symbol,
          minQuota: '2000000',
          maxQuota: '500000000000000000000',
          networkFee: { value: String(fee), isPercent: false },
          operationFee: {
            value: '0.0008',
            isPercent: true,
            minFeeLimit: '300000',
            maxFeeLimit: '10000000',
          },
        },
        txDataDetail: {},
      },
    },
  })
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [asked(alice), asked(bob)],
  } satisfies Partial<CallSwap>
}

const wire: CallSwap['wire'] = {
  quotedOut: ['data.receiveAmount'],
  builtOut: ['data.receiveAmount'],
  srcAmount: null,
  srcToken: null,
  dstToken: null,
  to: 'data.tx.to',
  data: 'data.tx.data',
  value: 'data.tx.value',
  spender: 'data.approveCheck.to',
  fee: 'data.feeAndQuota.networkFee.value',
}
const call: CallSwap['call'] = {
  signature: lockSignature,
  payer: [],
  receiver: ['3'],
  srcToken: [],
  dstToken: [],
  srcAmount: ['2'],
  minimum: '',
  dstChain: null,
  free: { 0: 'a group of validators; the gateway takes only one that is ready' },
}

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: "the vendor's bridge documentation, sections 2.1 to 2.3",
    date: '2026-11',
  },
  create: (baseUrl) => createWanBridgeProvider({ baseUrl }),
  ...swapOf(toBsc),
  wire,
  call,
  hostile: [
    ...gatewayHostile('data.tx', '1', '3'),
    ['another chain id', 'E1', ({ body }) => (body.data.chainId = '0xa')],
  ],
  refusals: [
    [400, { success: false, error: 'Invalid token pair' }, 'NO_ROUTE'],
    [200, { success: false, error: 'amount is less than the minimum 2' }, 'AMOUNT_TOO_LOW'],
    [200, { success: false, error: 'amount exceeds the quota' }, 'AMOUNT_TOO_HIGH'],
    [200, { success: false, error: 'internal' }, 'UPSTREAM_REFUSED'],
    [404, { message: 'no such page' }, 'NO_ROUTE'],
  ],
  orders: {
    told: (status, { paid, payout, refund } = {}) => [
      {
        path: `/status/${hash('payment')}`,
        body: {
          success: true,
          data: {
            timestamp: 1_687_940_507,
            tokenPair: '234',
            lockHash: paid ?? hash('payment'),
            redeemHash: payout ?? refund ?? '',
            status,
            sendAmount: '25000000',
            receiveAmount: '24700000000000000000',
          },
        },
      },
    ],
    words: [
      ['Processing', 'PENDING'],
      ['Trusteeship', 'LONG_PENDING'],
      ['Failed', 'LONG_PENDING'],
    ],
    done: 'Success',
    refunded: 'Refund',
    foreign: [['another payment', (body) => (body.data.lockHash = hash('other'))]],
  },
  more: {
    'native coins': {
      ...swapOf({
        src: ether,
        dst: arbEther,
        amount: 10n ** 18n,
        out: 999n * 10n ** 15n,
        pair: 236n,
        to: '0xfCeAAaEB8D564a9D0e71Ef36f027b9D162bC334e',
        chains: ['ETH', 'ARETH', '0x1'],
      }),
      wire: { ...wire, spender: null },
      hostile: gatewayHostile('data.tx', '1', '3', otherPairs.ETH),
    },
    'a token that is burned': {
      ...swapOf({ ...toBsc, burns: true }),
      call: { ...call, signature: burnSignature, receiver: ['5'], srcToken: ['4'] },
      hostile: [
        ...gatewayHostile('data.tx', '1', '5'),
        ['a fee from what is paid out', 'E8', ({ args }) => (args[3] = 1n)],
      ],
    },
  },
}
