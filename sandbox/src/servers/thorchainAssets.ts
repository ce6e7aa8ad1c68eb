import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsOf } from '../deposit/coins.ts'
import { convert, limitsOf, exchangeRate } from '../deposit/rates.ts'
import { isAddressOn } from '../deposit/scripted.ts'
import type { Coin, MemoTerms } from '../deposit/types.ts'

type Row = { chain: string; tokens: readonly string[]; utxo?: true; seconds: number }

// Chains and assets of GET /thorchain/pools (THORNode interface documentation, read 2026-11).
const rows: Readonly<Partial<Record<BlockchainId, Row>>> = {
  BITCOIN: { chain: 'BTC', tokens: [], utxo: true, seconds: 600 },
  LITECOIN: { chain: 'LTC', tokens: [], utxo: true, seconds: 150 },
  BITCOIN_CASH: { chain: 'BCH', tokens: [], utxo: true, seconds: 600 },
  DOGECOIN: { chain: 'DOGE', tokens: [], utxo: true, seconds: 60 },
  ETH: { chain: 'ETH', tokens: ['USDC', 'USDT', 'WBTC'], seconds: 12 },
  BSC: { chain: 'BSC', tokens: ['USDC', 'USDT'], seconds: 3 },
  AVALANCHE: { chain: 'AVAX', tokens: ['USDC', 'USDT'], seconds: 3 },
  BASE: { chain: 'BASE', tokens: ['USDC'], seconds: 2 },
  COSMOS: { chain: 'GAIA', tokens: [], seconds: 6 },
  RIPPLE: { chain: 'XRP', tokens: [], seconds: 4 },
}

const chainIds = Object.keys(rows).filter((id): id is BlockchainId => id in rows)

/** Decimals of every amount in THORChain's interface. */
const thorDecimals = 8

/** `BTC.BTC`, `ETH.USDC-0XA0B8…`. */
export function assetName({ blockchain, native, symbol, address }: Coin): string {
  const chain = rows[blockchain]?.chain ?? ''
  return native ? `${chain}.${symbol}` : `${chain}.${symbol}-${address.toUpperCase()}`
}

/** Null for an asset without a pool. */
export function coinOfAsset(asset: string | undefined): Coin | null {
  return tradedCoins().find((coin) => assetName(coin) === asset?.toUpperCase()) ?? null
}

/** Shorter ways to write an asset in a memo: its letter, or a contract's last digits. */
function coinByMemo(asset: string): Coin | null {
  const exact = coinOfAsset(letters[asset.toLowerCase()] ?? asset)
  if (exact !== null) return exact
  const [name, digits = ''] = asset.toUpperCase().split('-')
  const isIt = (coin: Coin): boolean =>
    `${chainOf(coin)}.${coin.symbol}` === name && coin.address.toUpperCase().endsWith(digits)
  return tradedCoins().find(isIt) ?? null
}

// https://dev.thorchain.org/concepts/memo-length-reduction.html (read 2026-11)
const letters: Readonly<Record<string, string>> = {
  a: 'AVAX.AVAX',
  b: 'BTC.BTC',
  c: 'BCH.BCH',
  d: 'DOGE.DOGE',
  e: 'ETH.ETH',
  f: 'BASE.ETH',
  g: 'GAIA.ATOM',
  l: 'LTC.LTC',
  s: 'BSC.BNB',
  x: 'XRP.XRP',
}

export function chainOf({ blockchain }: Coin): string {
  return rows[blockchain]?.chain ?? ''
}

/** Seconds until a payment of the chain counts. */
export function confirmationSeconds({ blockchain }: Coin): number {
  return rows[blockchain]?.seconds ?? 0
}

/** Chains whose payments carry a memo of at most 80 bytes. */
export function hasShortMemos({ blockchain }: Coin): boolean {
  return rows[blockchain]?.utxo === true
}

/** In THORChain's eight decimals; rounded down. */
export function toThor(amount: bigint, { decimals }: Coin): bigint {
  return decimals >= thorDecimals
    ? amount / 10n ** BigInt(decimals - thorDecimals)
    : amount * 10n ** BigInt(thorDecimals - decimals)
}

/** Back in the coin's own units; rounded down. */
export function fromThor(amount: bigint, { decimals }: Coin): bigint {
  return decimals >= thorDecimals
    ? amount * 10n ** BigInt(decimals - thorDecimals)
    : amount / 10n ** BigInt(thorDecimals - decimals)
}

/** `GET /thorchain/pools`. */
export function listPools() {
  const [reference] = coinsOf('BITCOIN')
  return tradedCoins().map((coin) => ({
    asset: assetName(coin),
    short_code: '',
    status: 'Available',
    decimals: String(coin.decimals),
    balance_asset: String(
      reference === undefined ? 0n : toThor(convert(100n * 10n ** 8n, reference, coin), coin),
    ),
    balance_rune: '300000000000000',
    pool_units: '1',
    LP_units: '1',
    synth_units: '0',
    synth_supply: '0',
    savers_depth: '0',
    savers_units: '0',
    pending_inbound_asset: '0',
    pending_inbound_rune: '0',
  }))
}

/** One entry per chain of `GET /thorchain/inbound_addresses`. */
export function inboundChains(): { chain: string; coin: Coin }[] {
  return chainIds.flatMap((id) => {
    const coin = coinsOf(id).find(({ native }) => native)
    return coin === undefined ? [] : [{ chain: chainOf(coin), coin }]
  })
}

/** The smallest payment that is worth its fees, in eight decimals. */
export function leastPayment(coin: Coin): bigint {
  return toThor(limitsOf('thorchain', coin).min, coin)
}

function tradedCoins(): Coin[] {
  return chainIds.flatMap((id) =>
    coinsOf(id).filter(({ native, symbol }) => native || rows[id]?.tokens.includes(symbol)),
  )
}

/**
 * Reads `=:ASSET:DESTINATION/REFUND:LIMIT/INTERVAL/QUANTITY:…`
 * (https://dev.thorchain.org/concepts/memos.html, read 2026-11); null for anything but a swap.
 */
export function readSwapMemo(memo: string, from: Coin, amountIn: bigint): MemoTerms | null {
  const [verb = '', asset = '', parties = '', limits = ''] = memo.split(':')
  if (!/^(?:=|s|swap)$/i.test(verb)) return null
  const to = coinByMemo(asset)
  const [receiver = '', refund] = parties.split('/')
  if (to === null || to === from || !isAddressOn(to.blockchain, receiver)) return null
  if (refund !== undefined && !isAddressOn(from.blockchain, refund)) return null
  const limit = readLimit(limits.split('/')[0] ?? '')
  if (limit === null) return null
  return {
    to,
    amountOut: exchangeRate('thorchain', 'float', from, to, amountIn).amountOut,
    minOut: limit === 0n ? null : fromThor(limit, to),
    receiver,
    refundAddress: refund ?? null,
  }
}

/** Digits, or digits and a power of ten: `14e7`. Empty: no limit. Null: not a number. */
function readLimit(text: string): bigint | null {
  if (text === '') return 0n
  const match = /^(\d{1,30})(?:e(\d{1,2}))?$/i.exec(text)
  return match === null ? null : BigInt(match[1] ?? 0) * 10n ** BigInt(match[2] ?? 0)
}
