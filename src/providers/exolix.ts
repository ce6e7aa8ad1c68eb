// Exolix: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating or fixed rate.
//
// API: https://exolix.com/developers (read 2026-11). Amounts are JSON numbers in token units, all
// fees are inside the rate. Quirks: an amount out of range is refused with 422 or with 200, a
// message and `toAmount` 0; coins are identified by code and network alone, so a token's contract
// is compared with the list before a quote and with the order before it is shown; the transaction
// of a refund has no field of its own.

import * as z from 'zod/mini'

import { chainById } from '../chains/chains.ts'
import { type Coin, createCoinTable } from './kits/deposit/coins.ts'
import { wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import { orderAt } from './kits/deposit/orders.ts'
import { withoutPrefix } from './kits/deposit/parties.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { ExchangeRate } from './kits/deposit/rate.ts'
import type { TrackedOrder } from './kits/deposit/snapshot.ts'
import type { Provider } from './types.ts'

// Networks and codes of GET /currencies (page "Developers" and public clients, read 2026-11).
const coins = createCoinTable({
  ETH: ['ETH', 'ETH USDT USDC DAI WBTC LINK UNI AAVE CRV LDO SHIB PEPE PYUSD'],
  BSC: ['BSC', 'BNB USDT USDC DAI CAKE FDUSD'],
  POLYGON: ['MATIC', 'POL USDT USDC'],
  ARBITRUM: ['ARBITRUM', 'ETH USDT USDC ARB GMX'],
  OPTIMISM: ['OPTIMISM', 'ETH USDT USDC OP'],
  BASE: ['BASE', 'ETH USDC AERO'],
  AVALANCHE: ['AVAXC', 'AVAX USDT USDC JOE'],
  FANTOM: ['FTM', 'FTM'],
  CELO: ['CELO', 'CELO USDT'],
  ZK_SYNC: ['ZKSYNCERA', 'ETH ZK'],
  TRON: ['TRX', 'TRX USDT USDC USDD TUSD JST SUN BTT'],
  SOLANA: ['SOL', 'SOL USDC USDT JUP BONK RAY'],
  TON: ['TON', 'TON USDT NOT DOGS'],
  BITCOIN: ['BTC', 'BTC'],
  BITCOIN_CASH: ['BCH', 'BCH'],
  LITECOIN: ['LTC', 'LTC'],
  DOGECOIN: ['DOGE', 'DOGE'],
  RIPPLE: ['XRP', 'XRP'],
  STELLAR: ['XLM', 'XLM'],
  SUI: ['SUI', 'SUI USDC'],
  MONERO: ['XMR', 'XMR'],
  CARDANO: ['ADA', 'ADA'],
  COSMOS: ['ATOM', 'ATOM'],
  NANO: ['NANO', 'XNO'],
})

const text = z.nullish(z.string())

/** Networks of one coin; natives have no contract. */
const networksWire = z.array(
  z.object({
    network: z.string(),
    contract: text,
    /** Beside `memoName` and `memoRegex`: payments need one (page "Developers"). */
    memoNeeded: z.nullish(z.boolean()),
  }),
)

const limitsWire = z.object({ minAmount: z.nullish(wireMoney), maxAmount: z.nullish(wireMoney) })

/** Out of range: `toAmount` 0 and a message, with 422 or 200. */
const rateWire = z.object({ toAmount: wireMoney, message: text, rateId: text })

const coinWire = z.object({
  coinCode: z.string(),
  network: z.string(),
  memoName: text,
  /** Natives of EVM chains have a placeholder of repeated `e`. */
  contract: text,
})

const hashWire = z.nullish(z.object({ hash: text }))

/** Answer of `POST /transactions` and of `GET /transactions/{id}`. */
const orderWire = z.object({
  id: wireOrderId,
  amount: wireMoney,
  amountTo: wireMoney,
  coinFrom: coinWire,
  coinTo: coinWire,
  depositAddress: z.string().check(z.minLength(1)),
  depositExtraId: text,
  withdrawalAddress: z.string(),
  withdrawalExtraId: text,
  refundAddress: text,
  refundExtraId: text,
  rateType: text,
  status: z.string(),
  hashIn: hashWire,
  hashOut: hashWire,
})

const limits = z.pipe(
  limitsWire,
  z.transform(({ minAmount: min, maxAmount: max }) => ({ min, max })),
)
const rate = z.pipe(
  rateWire,
  z.transform(({ toAmount, message, rateId = null }): ExchangeRate | null =>
    (message ?? '') === '' ? { dstAmount: toAmount, orderFields: { rateId } } : null,
  ),
)
const order = z.pipe(orderWire, z.transform(toOrder))

/** `apiKey` is optional: it only credits orders to an account. */
export function createExolixProvider({ baseUrl, apiKey = null, pause }: DepositOptions): Provider {
  return depositExchange({
    id: 'exolix',
    name: 'Exolix',
    keyVariable: 'SWAPROUTE_EXOLIX_API_KEY',
    hasKey: apiKey !== null,
    baseUrl,
    headers: (): Record<string, string> => (apiKey === null ? {} : { authorization: apiKey }),
    pause,
    list: {
      call: (code) => ({ path: `/currencies/${encodeURIComponent(code)}/networks` }),
      wire: networksWire,
      what: 'The networks of Exolix',
    },
    coins: {
      blockchains: coins.blockchains,
      serves: (token) => coins.find(token) !== null,
      presumed: coins.find,
      find: async (token, side, load) => {
        const coin = coins.find(token)
        if (coin === null || side === 'dst' || chainById(token.blockchain).memo === null)
          return coin
        const listed = (await load(coin.code)).find(({ network }) => network === coin.network)
        return { ...coin, depositMemo: listed?.memoNeeded === true ? 'needed' : null }
      },
      contractOf: async ({ code, network }, load) =>
        (await load(code)).find((listed) => listed.network === network)?.contract,
      tokenOf: async (coin) => coins.tokenOf(coin),
    },
    parties: { takesMemo: true, needsRefund: false },
    rate: {
      names: { float: 'float', fixed: 'fixed' },
      amounts: 'number',
      call: ({ src, dst, amount, rateName }) => ({
        path: '/rate',
        query: { ...pairFields(src, dst), amount, rateType: rateName },
      }),
      answer: () => rate,
      limits,
      // Exolix promises 5 to 40 minutes.
      usualSeconds: 20 * 60,
    },
    order: {
      path: '/transactions',
      body: ({ request: { srcToken, dstToken }, src, dst, receiver, refund, ...wanted }) => ({
        ...pairFields(src, dst),
        amount: wanted.wireAmount,
        withdrawalAddress: withoutPrefix(dstToken.blockchain, receiver.address),
        withdrawalExtraId: receiver.memo,
        refundAddress: refund && withoutPrefix(srcToken.blockchain, refund.address),
        refundExtraId: refund?.memo,
        rateType: wanted.rateName,
      }),
      created: order,
      read: orderAt('/transactions', order),
      mayOmit: [],
      number: /^[A-Za-z0-9]{8,40}$/,
    },
    statusMap: {
      wait: 'awaiting',
      confirmation: 'confirming',
      confirmed: 'confirming',
      exchanging: 'exchanging',
      sending: 'sending',
      success: 'done',
      overdue: 'expired',
      deleted: 'failed',
      error: 'failed',
      refund: 'refunding',
      refunded: 'refunded',
    },
  })
}

function pairFields(src: Coin, dst: Coin): Record<string, string> {
  return {
    coinFrom: src.code,
    networkFrom: src.network,
    coinTo: dst.code,
    networkTo: dst.network,
  }
}

function toOrder(wire: z.output<typeof orderWire>): TrackedOrder {
  const { coinFrom, coinTo, amount, amountTo } = wire
  return {
    orderId: wire.id,
    src: { code: coinFrom.coinCode, network: coinFrom.network, contract: coinFrom.contract },
    dst: { code: coinTo.coinCode, network: coinTo.network, contract: coinTo.contract },
    amountToSend: amount,
    dstAmount: amountTo,
    depositAddress: wire.depositAddress,
    depositMemo: wire.depositExtraId,
    memoName: coinFrom.memoName,
    receiver: wire.withdrawalAddress,
    receiverMemo: wire.withdrawalExtraId,
    refundAddress: wire.refundAddress,
    refundMemo: wire.refundExtraId,
    rateType: wire.rateType,
    progress: {
      status: wire.status,
      paymentHash: wire.hashIn?.hash,
      payoutHashes: [wire.hashOut?.hash],
      paidAmount: amount,
      payoutAmount: amountTo,
    },
  }
}
