import type { Token } from '../../src/core/token.ts'
import { formatAmount } from '../../src/core/amounts.ts'
import { createXflowsProvider } from '../../src/providers/wanchain/xflows.ts'
import { type CallCase, type CallSwap, encodeCall } from './callCase.ts'
import { evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'
import { gatewayHostile, groupId, lockSignature, otherPairs } from './wanchain/gatewayCalls.ts'

// Shapes: openapi.json 3.0.0 of the vendor, and the fields that its own client reads (wandevs/xflows-cli).

const [usdt, bscUsdt] = [tokenOf('AVALANCHE', 'USDT'), tokenOf('BSC', 'USDT')]
const [ether, arbEther] = [tokenOf('ETH', 'ETH'), tokenOf('ARBITRUM', 'ETH')]
const [alice, bob] = [evm('alice'), evm('bob')]

type Route = {
  src: Token
  dst: Token
  amount: bigint
  out: bigint
  pair: bigint
  to: string
  chainIds: readonly [from: number, to: number]
  fee: bigint
}

function swapOf({ src, dst, amount, out, pair, to, chainIds, fee }: Route) {
  const asked = (receiver: string) => ({
    fromChainId: chainIds[0],
    toChainId: chainIds[1],
    fromTokenAddress: src.address,
    toTokenAddress: dst.address,
    fromAddress: alice,
    toAddress: receiver,
    fromAmount: formatAmount(amount, src.decimals),
    bridge: 'wanbridge',
  })
  const offer = {
    amountOut: formatAmount(out, dst.decimals),
    amountOutRaw: String(out),
    amountOutMin: formatAmount(out, dst.decimals),
    amountOutMinRaw: String(out),
    slippage: 0.01,
    priceImpact: 0,
    workMode: 1,
    bridge: 'wanbridge',
    dex: null,
    approvalAddress: to,
    nativeFees: [{ nativeFeeAmount: formatAmount(fee, 18), nativeFeeSymbol: 'AVAX' }],
    tokenFees: [{ tokenFeeAmount: '0.2', tokenFeeSymbol: src.symbol }],
    extraData: { directPair: { tokenPairID: String(pair) } },
  }
  const data = encodeCall(lockSignature, [groupId, pair, amount, bob.toLowerCase()])
  const value = String(fee + (src.native ? amount : 0n))
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [
      {
        method: 'POST',
        path: '/quote',
        request: asked(alice),
        body: { success: true, data: offer },
      },
      {
        method: 'POST',
        path: '/buildTx',
        request: asked(bob),
        body: {
          success: true,
          data: { ...offer, tx: { to, data, value, approvalAddress: to } },
        },
      },
    ] satisfies Exchange[],
  } satisfies Partial<CallSwap>
}

const wire: CallSwap['wire'] = {
  quotedOut: ['data.amountOutRaw'],
  builtOut: ['data.amountOutRaw'],
  srcAmount: null,
  srcToken: null,
  dstToken: null,
  to: 'data.tx.to',
  data: 'data.tx.data',
  value: 'data.tx.value',
  spender: 'data.tx.approvalAddress',
  fee: 'data.nativeFees.0.nativeFeeAmount',
}
const refused = (error: string) => ({ success: false, data: { error } })

export const callCase: CallCase = {
  source: { kind: 'shaped', from: 'xflows-open-api.wanscan.org/openapi.json', date: '2026-11' },
  create: (baseUrl) => createXflowsProvider({ baseUrl }),
  foundAs: 'wanchain_bridge',
  ...swapOf({
    src: usdt,
    dst: bscUsdt,
    amount: 10_000_000n,
    out: 9_800_000_000_000_000_000n,
    pair: 234n,
    to: '0x74e121a34a66D54C33f3291f2cdf26B1cd037c3a',
    chainIds: [43_114, 56],
    fee: 20_000_000_000_000_000n,
  }),
  wire,
  call: {
    signature: lockSignature,
    payer: [],
    receiver: ['3'],
    srcToken: [],
    dstToken: [],
    srcAmount: ['2'],
    minimum: '',
    dstChain: null,
    free: { 0: 'a group of validators; the gateway takes only one that is ready' },
  },
  hostile: gatewayHostile('data.tx', '1', '3'),
  refusals: [
    [200, refused('From Chain not supported'), 'NO_ROUTE'],
    [200, refused('no token pair for SOL cross ETH -> SOL'), 'NO_ROUTE'],
    [200, refused('amount is below the minimum'), 'AMOUNT_TOO_LOW'],
    [200, refused('amount exceeds the quota'), 'AMOUNT_TOO_HIGH'],
    [200, refused('Invalid fromAddress'), 'UPSTREAM_REFUSED'],
    [200, { success: true, data: { amountOutRaw: '1', workMode: 6 } }, 'NO_ROUTE'],
  ],
  orders: {
    told: (word, { paid, payout, refund } = {}) => [
      {
        method: 'POST',
        path: '/status',
        body: {
          success: true,
          data: {
            statusCode: /^\d+$/.test(word) ? Number(word) : word,
            statusMsg: '',
            workMode: 1,
            sourceHash: paid ?? hash('payment'),
            destinationHash: payout ?? '',
            swapHash: null,
            refundHash: refund ?? '',
            receiveAmount: '9.8',
            receiveAmountRaw: '9800000000000000000',
            timestamp: 1_795_165_200,
          },
        },
      },
    ],
    words: [
      ['0', 'PENDING'],
      ['3', 'PENDING'],
      ['2', 'LONG_PENDING'],
      ['6', 'LONG_PENDING'],
      ['7', 'LONG_PENDING'],
    ],
    done: '1',
    refunded: '4',
    foreign: [['another payment', (body) => (body.data.sourceHash = hash('other'))]],
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
        chainIds: [1, 42_161],
        fee: 10n ** 15n,
      }),
      hostile: gatewayHostile('data.tx', '1', '3', otherPairs.ETH),
      wire: { ...wire, spender: null },
    },
  },
}
