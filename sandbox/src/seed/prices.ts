import { formatAmount, mulDivUp, parseAmount } from '../../../src/core/amounts.ts'

// What one token is worth in the sandbox, in US dollars. Round figures near the market of 2026:
// the point is that pools, bridges and price servers agree, not that they are today's.
const usd: Record<string, string> = {
  ETH: '3000',
  WETH: '3000',
  wstETH: '3600',
  WBTC: '60000',
  cbBTC: '60000',
  BTCB: '60000',
  POL: '0.5',
  WPOL: '0.5',
  BNB: '600',
  WBNB: '600',
  USDC: '1',
  'USDC.e': '1',
  USDT: '1',
  DAI: '1',
  FRAX: '1',
  PYUSD: '1',
  USDe: '1',
  BUSD: '1',
  FDUSD: '1',
  LINK: '15',
  UNI: '8',
  AAVE: '180',
  CRV: '0.6',
  LDO: '1.1',
  SHIB: '0.000012',
  PEPE: '0.000009',
  MKR: '1600',
  QUICK: '0.03',
  SUSHI: '0.8',
  CAKE: '2.5',
  XRP: '2',
  DOGE: '0.2',
  ARB: '0.5',
  GMX: '15',
  PENDLE: '4',
  TON: '3',
  tsTON: '3.2',
  NOT: '0.002',
  DOGS: '0.0001',
  SCALE: '0.4',
  jUSDT: '1',
  jUSDC: '1',
  OP: '0.9',
  AVAX: '20',
  BTC: '60000',
  BCH: '400',
  LTC: '80',
  DASH: '25',
  ZEC: '50',
  XLM: '0.25',
  TRX: '0.2',
  WTRX: '0.2',
  SOL: '150',
  wSOL: '150',
  SUI: '2.5',
  APT: '6',
  ADA: '0.5',
  ATOM: '6',
  RUNE: '2',
  DOT: '5',
  NEAR: '3',
}

/** Decimals of `priceOf`. */
export const priceDecimals = 12

/**
 * US dollars of one whole token as an integer with 12 decimals.
 * @throws Error for a symbol without a price
 */
export function priceOf(symbol: string): bigint {
  const price = usd[symbol]
  if (price === undefined) throw new Error(`the sandbox has no price for ${symbol}`)
  return parseAmount(price, priceDecimals)
}

/** Whether `priceOf` knows the symbol. */
export function hasPrice(symbol: string): boolean {
  return usd[symbol] !== undefined
}

/** Base units worth `dollars` whole US dollars; rounded down. */
export function amountWorth(dollars: number, token: { symbol: string; decimals: number }): bigint {
  const one = 10n ** BigInt(token.decimals)
  return (BigInt(dollars) * 10n ** BigInt(priceDecimals) * one) / priceOf(token.symbol)
}

/** What an amount is worth, as a decimal of US dollars: `2988.02`. */
export function usdText(amount: bigint, token: { symbol: string; decimals: number }): string {
  const scaled = (amount * priceOf(token.symbol)) / 10n ** BigInt(token.decimals)
  return formatAmount(scaled, priceDecimals)
}

/** An amount of one token in another, at the fair price; rounded up, as fees are. */
export function convertAtPrice(
  amount: bigint,
  from: { symbol: string; decimals: number },
  to: { symbol: string; decimals: number },
): bigint {
  return mulDivUp(
    amount,
    priceOf(from.symbol) * 10n ** BigInt(to.decimals),
    priceOf(to.symbol) * 10n ** BigInt(from.decimals),
  )
}
