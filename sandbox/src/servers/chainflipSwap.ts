import { mulDivDown, formatAmount } from '../../../src/core/amounts.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsOf } from '../deposit/coins.ts'
import { secondsFor } from '../deposit/rates.ts'
import {
  type Coin,
  factText,
  type Order,
  type Payment,
  type Stage,
  type Transfer,
} from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { anotherCoin, asReported } from './orderServer.ts'

type Row = [internal: string, blockchain: BlockchainId, chain: string, asset: string]

// Assets of the SDK 1.11.2 that a chain of the sandbox's list has (read 2026-11).
const rows: readonly Row[] = [
  ['Eth', 'ETH', 'Ethereum', 'ETH'],
  ['Usdc', 'ETH', 'Ethereum', 'USDC'],
  ['Usdt', 'ETH', 'Ethereum', 'USDT'],
  ['ArbEth', 'ARBITRUM', 'Arbitrum', 'ETH'],
  ['ArbUsdc', 'ARBITRUM', 'Arbitrum', 'USDC'],
  ['Btc', 'BITCOIN', 'Bitcoin', 'BTC'],
  ['Sol', 'SOLANA', 'Solana', 'SOL'],
  ['SolUsdc', 'SOLANA', 'Solana', 'USDC'],
]

export type AssetName = { chain: string; asset: string }

/** Null for an asset or chain that Chainflip does not have. */
export function coinOfAsset({ chain, asset }: AssetName): Coin | null {
  const row = rows.find(([, , chainName, symbol]) => chainName === chain && symbol === asset)
  if (row === undefined) return null
  return coinsOf(row[1]).find(({ symbol }) => symbol === asset) ?? null
}

function assetOf({ blockchain, symbol }: Coin): AssetName {
  const row = rows.find(([, id, , asset]) => id === blockchain && asset === symbol)
  if (row === undefined) throw new Error(`${symbol} of ${blockchain} is no asset of Chainflip`)
  return { asset: row[3], chain: row[2] }
}

/** `GET /api/networkInfo`. */
export function networkInfo() {
  return {
    assets: rows.map(([asset]) => ({
      asset,
      vaultSwapDepositsEnabled: true,
      depositChannelDepositsEnabled: true,
      depositChannelCreationEnabled: true,
      egressEnabled: true,
      boostDepositsEnabled: asset === 'Btc',
    })),
    cfBrokerCommissionBps: 0,
  }
}

/** The least that may come out for an amount at a price in Q128 of base units; rounded down. */
export function leastAt(amount: bigint, minPriceX128: bigint): bigint {
  return mulDivDown(amount, minPriceX128, 1n << 128n)
}

type Priced = {
  from: Coin
  to: Coin
  amountIn: bigint
  amountOut: bigint
  networkFee: bigint
  isVaultSwap: boolean
  isOnChain: boolean
}

/** One quote of `GET /v2/quote`; in chunks where their number is given. */
export function printQuote(priced: Priced, chunks: number | null) {
  const { from, to, amountIn, amountOut, networkFee } = priced
  const seconds = secondsFor(from)
  const swapSeconds = chunks === null ? 12 : 12 * chunks
  const durations = { deposit: seconds, swap: swapSeconds, egress: 30 }
  const isSlow = from.blockchain === 'BITCOIN' || to.blockchain === 'BITCOIN'
  return {
    type: chunks === null ? 'REGULAR' : 'DCA',
    srcAsset: assetOf(from),
    destAsset: assetOf(to),
    isVaultSwap: priced.isVaultSwap,
    isOnChain: priced.isOnChain,
    depositAmount: String(amountIn),
    egressAmount: String(amountOut),
    includedFees: [
      { type: 'INGRESS', ...assetOf(from), amount: '0' },
      { type: 'NETWORK', chain: 'Ethereum', asset: 'USDC', amount: '0' },
      { type: 'EGRESS', ...assetOf(to), amount: String(networkFee) },
    ],
    poolInfo: [],
    lowLiquidityWarning: false,
    estimatedDurationSeconds: durations.deposit + durations.swap + durations.egress,
    estimatedDurationsSeconds: durations,
    estimatedPrice: priceOf(amountIn, from, amountOut + networkFee, to),
    recommendedSlippageTolerancePercent: 1,
    recommendedRetryDurationMinutes: isSlow ? 30 : 5,
    recommendedLivePriceSlippageTolerancePercent: 1,
    ...(chunks === null ? {} : { dcaParams: { numberOfChunks: chunks, chunkIntervalBlocks: 2 } }),
  }
}

/** Whole units of `to` for one whole unit of `from`. */
function priceOf(amountIn: bigint, from: Coin, amountOut: bigint, to: Coin): string {
  if (amountIn === 0n) return '0'
  const scale = 18
  const scaled = (amountOut * 10n ** BigInt(scale + from.decimals)) / amountIn
  return formatAmount(scaled / 10n ** BigInt(to.decimals), scale)
}

/** Chainflip's statuses of a swap. */
const statuses: Readonly<Record<Stage, string>> = {
  quoted: 'WAITING',
  waiting: 'WAITING',
  incomplete: 'RECEIVING',
  confirming: 'RECEIVING',
  confirmed: 'SWAPPING',
  held: 'SWAPPING',
  exchanging: 'SWAPPING',
  sending: 'SENT',
  finished: 'COMPLETED',
  refunding: 'SENDING',
  refunded: 'COMPLETED',
  failed: 'FAILED',
  expired: 'WAITING',
}

const blocksPerHour = 300

/** The answer of `POST /api/openSwapDepositChannel`. */
export function channelAnswer(order: Order) {
  return {
    id: order.id,
    depositAddress: order.depositAddress,
    brokerCommissionBps: 0,
    maxBoostFeeBps: 0,
    issuedBlock: order.facts['issuedBlock'],
    srcChainExpiryBlock: expiryBlock(order),
    estimatedExpiryTime: order.expiresAtMs,
    channelOpeningFee: '0',
  }
}

/** The answer of `GET /v2/swaps/{id}`. */
export function printSwap(order: Order, nowMs: number, faults: FaultBoard) {
  const reported = asReported(order, faults)
  const src = assetOf(reported.from === order.from ? order.from : anotherAsset(order.from))
  const dest = assetOf(reported.to === order.to ? order.to : anotherAsset(order.to))
  const payment = order.payments.at(-1)
  const hasSwap = payment !== undefined && order.stage !== 'confirming'
  return {
    state: statuses[order.stage],
    ...(payment === undefined ? {} : { swapId: factText(order, 'swapId') }),
    srcAsset: src.asset,
    srcChain: src.chain,
    destAsset: dest.asset,
    destChain: dest.chain,
    destAddress: reported.receiver,
    depositChannel: channel(order, reported, nowMs),
    ...(payment === undefined ? {} : { deposit: deposit(order, payment) }),
    ...(hasSwap ? { swap: swap(order) } : {}),
    ...(order.payout === null ? {} : { swapEgress: egress(order, order.payout) }),
    ...(order.refund === null ? {} : { refundEgress: egress(order, order.refund) }),
    fillOrKillParams: fillOrKill(order, reported),
    fees: [],
    brokers: [],
    estimatedDurationSeconds: 60,
    estimatedDurationsSeconds: { deposit: 30, swap: 12, egress: 18 },
    srcChainRequiredBlockConfirmations: 1,
    lastStatechainUpdateAt: order.history.at(-1)?.atMs ?? nowMs,
  }
}

function channel(order: Order, reported: Order, nowMs: number) {
  const expiryMs = order.expiresAtMs ?? 0
  return {
    id: reported.id,
    createdAt: order.createdAtMs,
    depositAddress: reported.depositAddress,
    srcChainExpiryBlock: expiryBlock(order),
    estimatedExpiryTime: expiryMs,
    expectedDepositAmount: String(reported.amountIn),
    isExpired: order.overdue || nowMs > expiryMs,
    openedThroughBackend: true,
    brokerCommissionBps: 0,
    affiliateBrokers: [],
    fillOrKillParams: fillOrKill(order, reported),
  }
}

function fillOrKill(order: Order, reported: Order) {
  const { amountIn, from, to, facts } = order
  const least = leastAt(amountIn, BigInt(factText(order, 'minPriceX128')))
  return {
    refundAddress: reported.refundAddress,
    minPrice: priceOf(
      amountIn,
      from,
      reported.amountOut === order.amountOut ? least : least / 2n,
      to,
    ),
    retryDurationBlocks: facts['retryDurationBlocks'],
  }
}

function deposit({ stage }: Order, { amount, hash, atMs }: Payment) {
  const isTooSmall = stage === 'failed'
  return {
    amount: String(amount),
    txRef: hash,
    txConfirmations: 1,
    witnessedAt: atMs,
    witnessedBlockIndex: '7000010-1',
    ...(isTooSmall
      ? {
          failure: {
            failedAt: atMs,
            failedBlockIndex: '7000010-2',
            mode: 'DEPOSIT_IGNORED',
            reason: {
              name: 'BelowMinimumDeposit',
              code: 'BelowMinimumDeposit',
              message: 'The deposited amount was below the minimum required',
            },
          },
          failedAt: atMs,
          failedBlockIndex: '7000010-2',
        }
      : {}),
  }
}

function swap(order: Order) {
  const paid = order.payments.reduce((sum, { amount }) => sum + amount, 0n)
  const isDone = order.payout !== null && order.stage !== 'exchanging'
  const out = isDone ? String(order.payout?.amount ?? 0n) : '0'
  return {
    originalInputAmount: String(paid),
    remainingInputAmount: isDone ? '0' : String(paid),
    swappedInputAmount: isDone ? String(paid) : '0',
    swappedIntermediateAmount: '0',
    swappedOutputAmount: out,
    regular: {
      inputAmount: String(paid),
      outputAmount: isDone ? out : undefined,
      scheduledAt: order.history.at(-1)?.atMs,
      scheduledBlockIndex: '7000011-1',
      retryCount: 0,
    },
  }
}

/** What goes out; its transaction is named once it was sent. */
function egress(order: Order, { amount, hash, done }: Transfer) {
  const atMs = order.history.at(-1)?.atMs
  return {
    amount: String(amount),
    scheduledAt: atMs,
    scheduledBlockIndex: '7000012-1',
    ...(hash === null ? {} : { txRef: hash }),
    ...(done ? { witnessedAt: atMs, witnessedBlockIndex: '7000013-1' } : {}),
  }
}

function anotherAsset(coin: Coin): Coin {
  const { chain, asset } = assetOf(coin)
  const other = coinOfAsset({ chain, asset: asset === 'USDC' ? 'ETH' : 'USDC' })
  return other ?? coinOfAsset({ chain: 'Ethereum', asset: 'USDT' }) ?? anotherCoin(coin)
}

function expiryBlock({ facts }: Order): string {
  return String(Number(facts['issuedBlock']) + 24 * blocksPerHour)
}
