import { encodeAddress, encodeCall, encodeUint, isEvmAddress } from '../../../chains/evm/hex.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import type { Json } from '../../../core/quote.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import type { Direction, RowBase, SwapTerms } from './family.ts'
import { unoswaps } from './selectors.ts'
import type { V2Row } from './uniswapV2.ts'
import type { V3Row } from './uniswapV3.ts'

// Ways through up to three pools of different exchanges, by 1inch's AggregationRouterV6 and without
// its service: `unoswapTo`, `unoswapTo2`, `unoswapTo3`, and `ethUnoswapTo…` for coins. Source: the
// verified contract of ARBITRUM, AggregationRouterV6.sol (UnoswapRouter, ProtocolLib) in
// tintinweb/smart-contract-sanctuary-arbitrum (read 2026-11).
//
// The router pays the pool that a word of the call names, with the payer's tokens, and believes what it
// computes from that pool's reserves (V2) or what the pool reports (V3): in a forged pool everything is
// lost. Every pool is therefore confirmed at its exchange's factory before the call is signed
// (../unoswapPools.ts). In a pool of the exchange the computed amount is the one that it pays or the
// swap reverts, for tokens that take nothing of a transfer. The call has no deadline.

/** AggregationRouterV6, at the same address on every chain here (see ../../one_inch.ts). */
export const unoswapRouter = '0x111111125421cA6dc452d289314280a0f8842A65'

/** For display. */
export const unoswapName = '1inch router'

/** Those of 1inch's service (../../one_inch.ts) with rows here. */
const chains: ReadonlySet<BlockchainId> = new Set([
  'ARBITRUM',
  'AVALANCHE',
  'BASE',
  'BSC',
  'ETH',
  'GNOSIS',
  'LINEA',
  'OPTIMISM',
  'POLYGON',
  'UNICHAIN',
])

/**
 * The V3 factory in the router's code: no pool of another one may take the payer's tokens. Its source
 * calls only the wrapped coin specific to a chain, so that on chains where Uniswap has another factory
 * V3 pools are paid with what the router holds.
 */
const payerFactory = '0x1F98431c8aD98523631AE4a59f267346ea31F984'

export type UnoswapRow = V2Row | V3Row

/** One pool of a way. */
export type UnoswapHop =
  /** `numerator`: what the pair counts of its input, of a billion (997,000,000 at a fee of 0.3%). */
  | { row: V2Row; pool: string; numerator: number }
  /** `tier`: the pool's fee in 1e-6. */
  | { row: V3Row; pool: string; tier: number }

export type UnoswapPlan = {
  /** The exchange under which the way is shown: of one of its pools. */
  row: UnoswapRow
  direction: Direction
  /** Two to four different tokens; native coins appear as the wrapped token. */
  tokens: readonly string[]
  /** One per pair of neighbors. */
  hops: readonly UnoswapHop[]
}

export type UnoswapState = UnoswapPlan & { family: 'unoswap' }

const maxHops = 3
const billion = 1_000_000_000

type AnyRow = RowBase & { family: string; router?: string; factory?: string | null }

/** Whether the router swaps the pools of a row: pairs of plain code, and Uniswap's own V3 pools. */
export function isUnoswapRow(row: AnyRow): row is UnoswapRow {
  if (!chains.has(row.blockchain) || row.factory == null) return false
  return isV3(row) ? row.id === 'UNI_SWAP_V3' : isV2(row) && row.variant === 'plain'
}

/** Whether the router lets a V3 pool of the row take the payer's tokens, as the first pool of a way. */
export function takesFromPayer({ factory }: V3Row): boolean {
  return isSameAddress(factory ?? zeroAddress, payerFactory)
}

function isV2(row: AnyRow): row is V2Row {
  return row.family === 'uniswap-v2'
}

function isV3(row: AnyRow): row is V3Row {
  return row.family === 'uniswap-v3'
}

/**
 * The state of a way; null where the router cannot be called for it. Not for tokens that take a part
 * of each transfer: the minimum is held against what the last pool pays.
 */
export function toUnoswapState(plan: UnoswapPlan): UnoswapState | null {
  return isUnoswapPlan(plan) ? { ...plan, family: 'unoswap' } : null
}

function isUnoswapPlan({ row, direction, tokens, hops }: UnoswapPlan): boolean {
  const [first] = hops
  if (first === undefined || hops.length > maxHops) return false
  const ends = { nativeIn: tokens[0], nativeOut: tokens.at(-1), tokens: row.wrapped }[direction]
  const fits = hops.every(
    (hop) =>
      isUnoswapRow(hop.row) &&
      hop.row.blockchain === row.blockchain &&
      isSameAddress(hop.row.wrapped, row.wrapped) &&
      isEvmAddress(hop.pool) &&
      hop.pool !== zeroAddress &&
      ('tier' in hop
        ? isTier(hop.tier) && (hop !== first || direction === 'nativeIn' || takesFromPayer(hop.row))
        : isNumerator(hop.numerator)),
  )
  return (
    fits &&
    hops.some((hop) => hop.row === row) &&
    tokens.length === hops.length + 1 &&
    tokens.every((token) => isEvmAddress(token) && token !== zeroAddress) &&
    new Set(tokens.map((token) => token.toLowerCase())).size === tokens.length &&
    isSameAddress(ends ?? '', row.wrapped)
  )
}

/** A share of a billion: fees from a billionth to 10%. */
export function isNumerator(value: number): boolean {
  return Number.isInteger(value) && value >= billion - billion / 10 && value < billion
}

function isTier(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 2 ** 24
}

/** A pool in a call: its address in the lowest 160 bits, and how it is used in the highest. */
export const wordBits = {
  /** What counts of the input of a V2 pair, 32 bits. */
  numerator: 160n,
  /** Whether the first token of the pool is paid in. */
  isFirstIn: 247n,
  /** Pays out coins for the wrapped token, at the last pool. */
  unwraps: 252n,
  /** 0 for V2, 1 for V3, 2 for Curve. */
  protocol: 253n,
} as const

export const protocols = { v2: 0n, v3: 1n } as const

/** `…To` with one word per pool; the minimum holds for the last one. */
export function encodeUnoswap(
  { direction, tokens, hops }: UnoswapPlan,
  { recipient, amountIn, amountOutMin }: SwapTerms,
): string {
  const words = hops.map((hop, at) => {
    const unwraps = direction === 'nativeOut' && at === hops.length - 1
    return encodeUint(wordOf(hop, isBefore(tokens[at], tokens[at + 1]), unwraps))
  })
  const isNative = direction === 'nativeIn'
  const selector = unoswaps[isNative ? 'coins' : 'tokens'][hops.length - 1]
  if (selector === undefined) throw new RangeError(`a way through ${hops.length} pools`)
  return encodeCall(
    selector,
    encodeAddress(recipient),
    ...(isNative ? [] : [encodeAddress(tokens[0] ?? ''), encodeUint(amountIn)]),
    encodeUint(amountOutMin),
    ...words,
  )
}

function wordOf(hop: UnoswapHop, isFirstIn: boolean, unwraps: boolean): bigint {
  const isPair = 'numerator' in hop
  return (
    BigInt(hop.pool) |
    (BigInt(isPair ? hop.numerator : 0) << wordBits.numerator) |
    (BigInt(isFirstIn) << wordBits.isFirstIn) |
    (BigInt(unwraps) << wordBits.unwraps) |
    (protocols[isPair ? 'v2' : 'v3'] << wordBits.protocol)
  )
}

/** Pools have the token with the lower address first. */
function isBefore(from = '', to = ''): boolean {
  return from.toLowerCase() < to.toLowerCase()
}

/**
 * What a pair pays out, exactly as the router computes it.
 * @param reserves of the token that is paid in, and of the other one
 */
export function pairOutput(
  numerator: number,
  amountIn: bigint,
  [reserveIn, reserveOut]: readonly [bigint, bigint],
): bigint {
  const counted = amountIn * BigInt(numerator)
  const whole = counted + reserveIn * BigInt(billion)
  return whole === 0n ? 0n : (counted * reserveOut) / whole
}

/**
 * The pools as JSON: `{ id, router, pool }` with a `tier` or a `numerator`, whose row is found by its
 * identifier and its own router.
 */
export function writeUnoswap({ hops }: Pick<UnoswapPlan, 'hops'>): { hops: Json } {
  return {
    hops: hops.map((hop) => ({
      id: hop.row.id,
      router: hop.row.router,
      pool: hop.pool,
      ...('tier' in hop ? { tier: hop.tier } : { numerator: hop.numerator }),
    })),
  }
}

/** Null for anything that is not a way through pools of these rows, one of them of `shown`. */
export function readUnoswap(
  shown: ProviderId,
  { direction, tokens }: Pick<UnoswapPlan, 'direction' | 'tokens'>,
  json: Json | undefined,
  rows: readonly AnyRow[],
): UnoswapState | null {
  if (!Array.isArray(json) || json.length > maxHops) return null
  const hops: UnoswapHop[] = []
  for (const item of json) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return null
    const { id, router, pool, tier, numerator } = item
    const row = rows.find((each) => each.id === id && each.router === router)
    if (row === undefined || typeof pool !== 'string') return null
    if (isV3(row) && typeof tier === 'number') hops.push({ row, pool, tier })
    else if (isV2(row) && typeof numerator === 'number') hops.push({ row, pool, numerator })
    else return null
  }
  const row = hops.find((hop) => hop.row.id === shown)?.row
  return row === undefined ? null : toUnoswapState({ row, direction, tokens, hops })
}

// Measured on the router's own code on a local chain. Wrapping coins costs less than the transfer from the
// payer that it saves.
const baseGas = 75_000n
const hopGas = { v2: 65_000n, v3: 80_000n } as const
const tickGas = 31_000n
const unwrapGas = 35_000n

/**
 * Upper estimate of what a way uses.
 * @param ticksCrossed in all V3 pools together; null: one per pool
 */
export function unoswapGas(
  { direction, hops }: { direction: Direction; hops: readonly Pick<UnoswapHop, 'row'>[] },
  ticksCrossed: number | null,
): bigint {
  const pools = hops.filter(({ row }) => isV3(row)).length
  const pairs = hops.length - pools
  return (
    baseGas +
    BigInt(pairs) * hopGas.v2 +
    BigInt(pools) * hopGas.v3 +
    BigInt(ticksCrossed ?? pools) * tickGas +
    (direction === 'nativeOut' ? unwrapGas : 0n)
  )
}
