import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { exchangeRate } from '../deposit/rates.ts'
import type { Coin } from '../deposit/types.ts'
import {
  createOrderServer,
  type Dialect,
  type OrderServerOptions,
  strangerOn,
} from './orderServer.ts'
import { isAddressOn } from '../deposit/scripted.ts'
import {
  assetName,
  chainOf,
  coinOfAsset,
  confirmationSeconds,
  fromThor,
  hasShortMemos,
  inboundChains,
  leastPayment,
  listPools,
  toThor,
} from './thorchainAssets.ts'
import { printStages, unknownStages } from './thorchainStatus.ts'
import { RefusalError, type LoopbackEnv } from './server.ts'

const quoteLifeMs = 15 * 60_000
const longestShortMemo = 80
const dust = 10_000n

const dialect: Dialect = {
  provider: 'thorchain',
  path: '/thorchain',
  unauthorized: { message: 'unauthorized' },
  noPair: (why) =>
    refuse(why === 'refused' ? 'trading is halted, no swaps' : 'bad from asset or to asset'),
  outOfRange: (side) =>
    refuse(
      `failed to simulate swap: ${side === 'min' ? 'not enough asset to pay for fees' : 'pool depth exceeded'}`,
    ),
  badAddress: (whose) => refuse(`bad ${whose === 'receiver' ? 'destination' : 'refund'} address`),
  noOrder: () => new RefusalError(200, unknownStages()),
}

/**
 * The interface of a THORChain node on loopback, from its documentation (read 2026-11). There are
 * no orders: a quote names a vault and a memo, and a payment there that carries the memo is a swap.
 */
export function createThorchainServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { exchange } = options
  const server = createOrderServer(dialect, options)
  const { app } = server
  const vaultOf = ({ blockchain }: Coin): string =>
    exchange.ledger(blockchain).depositAddress('thorchain')

  app.get('/pools', (context) => context.json(listPools()))

  app.get('/inbound_addresses', (context) => {
    const isHalted = server.has('refuse')
    const isAltered = server.has('alter-deposit-address')
    return context.json(
      inboundChains().map(({ chain, coin }) => ({
        chain,
        pub_key: '',
        address: isAltered ? strangerOn(coin.blockchain) : vaultOf(coin),
        halted: isHalted,
        global_trading_paused: isHalted,
        chain_trading_paused: isHalted,
        chain_lp_actions_paused: isHalted,
        gas_rate: '5',
        gas_rate_units: hasShortMemos(coin) ? 'satsperbyte' : 'gwei',
        outbound_tx_size: '1000',
        outbound_fee: '1000',
        dust_threshold: String(dust),
      })),
    )
  })

  app.get('/quote/swap', async (context) => {
    const query = context.req.query()
    const { from_asset, to_asset, amount = '', destination, refund_address } = query
    if (!/^\d{1,60}$/.test(amount)) throw refuse('bad amount')
    const { from, to } = server.pair(coinOfAsset(from_asset), coinOfAsset(to_asset))
    // A colon ends a field of the memo: the prefix of BCH makes it unreadable.
    if ([destination, refund_address].some((address) => address?.includes(':') === true)) {
      throw dialect.badAddress('receiver')
    }
    if (destination !== undefined && !isAddressOn(to.blockchain, destination)) {
      throw dialect.badAddress('receiver')
    }
    if (refund_address !== undefined && !isAddressOn(from.blockchain, refund_address)) {
      throw dialect.badAddress('refund')
    }
    const amountIn = fromThor(BigInt(amount), from)
    const least = leastPayment(from)
    const limits = { min: least / 2n, max: 0n }
    if (server.has('too-low') || BigInt(amount) < limits.min) {
      throw dialect.outOfRange('min', limits, from, amountIn)
    }
    if (server.has('too-high')) throw dialect.outOfRange('max', limits, from, amountIn)
    const { amountOut, networkFee } = exchangeRate('thorchain', 'float', from, to, amountIn)
    const expected = toThor(amountOut, to)
    const tolerance = BigInt(query['tolerance_bps'] ?? query['liquidity_tolerance_bps'] ?? 0)
    const limit = tolerance === 0n ? 0n : (expected * (10_000n - tolerance)) / 10_000n
    const expiryMs = exchange.now() + quoteLifeMs
    const memo =
      destination === undefined ? null : memoFor(from, to, destination, refund_address, limit)
    if (memo !== null) {
      await exchange.open({
        provider: 'thorchain',
        id: randomBytes(16).toString('hex'),
        rateType: 'float',
        from,
        to,
        amountIn,
        amountOut,
        minOut: limit === 0n ? null : fromThor(limit, to),
        receiver: destination ?? '',
        receiverMemo: null,
        refundAddress: refund_address ?? null,
        refundMemo: null,
        expiresAtMs: expiryMs,
        facts: {},
        memo: { text: memo },
        stage: 'quoted',
      })
    }
    const seconds = confirmationSeconds(from)
    return context.json({
      inbound_address: vaultOf(from),
      inbound_confirmation_blocks: 1,
      inbound_confirmation_seconds: seconds,
      outbound_delay_blocks: 10,
      outbound_delay_seconds: 60,
      fees: {
        asset: assetName(to),
        affiliate: '0',
        outbound: String(toThor(networkFee, to)),
        liquidity: String(expected / 500n),
        total: String(toThor(networkFee, to) + expected / 500n),
        slippage_bps: 20,
        total_bps: 35,
      },
      expiry: Math.floor(expiryMs / 1_000),
      warning: 'Do not cache this response. Do not send funds after the expiry.',
      notes: 'First output should be to inbound_address, the memo goes along with the payment.',
      dust_threshold: String(dust),
      recommended_min_amount_in: String(least),
      recommended_gas_rate: '5',
      gas_rate_units: hasShortMemos(from) ? 'satsperbyte' : 'gwei',
      ...(memo === null ? {} : { memo }),
      expected_amount_out: String(expected),
      max_streaming_quantity: 1,
      streaming_swap_blocks: 0,
      streaming_swap_seconds: 0,
      total_swap_seconds: seconds + 66,
    })
  })

  app.get('/tx/status/:hash', (context) => {
    const hash = plainHash(context.req.param('hash'))
    const order = exchange
      .orders()
      .find(
        ({ provider, payments }) =>
          provider === 'thorchain' && payments.some((payment) => plainHash(payment.hash) === hash),
      )
    return context.json(printStages(server.markRead(order)))
  })
  return app
}

/**
 * `=:ASSET:DESTINATION/REFUND:LIMIT`. Where only 80 bytes fit, the contract of a token is left to
 * its last digits.
 */
function memoFor(
  from: Coin,
  to: Coin,
  destination: string,
  refund: string | undefined,
  limit: bigint,
): string {
  const receiver = refund === undefined ? destination : `${destination}/${refund}`
  const least = limit === 0n ? '' : `:${limit}`
  const whole = `=:${assetName(to)}:${receiver}${least}`
  if (!hasShortMemos(from) || whole.length <= longestShortMemo) return whole
  const short = to.native ? assetName(to) : `${chainOf(to)}.${to.symbol}-${to.address.slice(-3)}`
  const cut = `=:${short.toUpperCase()}:${receiver}${least}`
  if (cut.length <= longestShortMemo) return cut
  throw refuse('generated memo too long for source chain')
}

function plainHash(hash: string): string {
  return hash.replace(/^0x/i, '').toUpperCase()
}

function refuse(message: string): RefusalError {
  return new RefusalError(400, { code: 3, message, details: [] })
}
