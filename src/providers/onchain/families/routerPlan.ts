import { encodeAddress, encodeCall, encodeUint, isEvmAddress } from '../../../chains/evm/hex.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Json } from '../../../core/quote.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { encodeAddresses, encodeOffset } from '../abi.ts'
import type { Direction, SwapTerms } from './family.ts'
import { helpers, router02V2Swap } from './selectors.ts'
import { readNumbers } from './states.ts'
import { encodeExactInput, multicallUntil, selfRecipient } from './uniswapV3Swap.ts'
import { unwrapCall } from './unwrap.ts'

// Swaps of SwapRouter02 and of its fork SmartRouter (PancakeSwap) that mix V2 pairs and V3 pools
// within a path, or split the input over several paths:
// https://github.com/Uniswap/swap-router-contracts, https://github.com/pancakeswap/pancake-v3-contracts
// projects/router (both read 2026-11). The fork has the same methods, the same special recipients and
// the same meaning of the amount 0; its stable pools are not used.

/** A pool of the router's V3 factory by its tier, or the pair of the router's V2 factory. */
export type RouterHop = { kind: 'v2' } | { kind: 'v3'; tier: number }

/**
 * A path that takes `share` of the input; the last part also takes what rounding leaves. All parts
 * of a plan begin and end with the same tokens.
 */
export type RouterPart = {
  /** A whole number above 0, of the sum of all shares. */
  share: number
  /** Two to four different tokens; native coins appear as the wrapped token. */
  tokens: readonly string[]
  /** One per pair of neighbors. */
  hops: readonly RouterHop[]
}

export type RouterPlan = { direction: Direction; parts: readonly RouterPart[] }

export const maxParts = 8
export const maxPartHops = 3
const maxShare = 10_000

/**
 * Whether a router can be called for it, with one outcome whatever the pools hold: no path comes back
 * to a token, so that no call spends what another one left in the router.
 */
export function isPlan(parts: readonly RouterPart[]): boolean {
  const [first] = parts
  if (first === undefined || parts.length > maxParts) return false
  const ends = [first.tokens[0] ?? '', first.tokens.at(-1) ?? ''] as const
  return parts.every(
    ({ share, tokens, hops }) =>
      Number.isInteger(share) &&
      share > 0 &&
      share <= maxShare &&
      hops.length >= 1 &&
      hops.length <= maxPartHops &&
      tokens.length === hops.length + 1 &&
      tokens.every((token) => isEvmAddress(token) && token !== zeroAddress) &&
      new Set(tokens.map((token) => token.toLowerCase())).size === tokens.length &&
      isSameAddress(tokens[0] ?? '', ends[0]) &&
      isSameAddress(tokens.at(-1) ?? '', ends[1]),
  )
}

/** The tiers of a plan that is one path through V3 pools; null for one that needs several calls. */
export function singleV3Path([part, another]: readonly RouterPart[]): number[] | null {
  if (part === undefined || another !== undefined) return null
  const tiers = part.hops.flatMap((hop) => (hop.kind === 'v3' ? [hop.tier] : []))
  return tiers.length === part.hops.length ? tiers : null
}

/** The amount of each part, in their order: shares rounded down, the last one with the remainder. */
export function partAmounts(parts: readonly RouterPart[], amountIn: bigint): bigint[] {
  const shares = BigInt(sumOfShares(parts))
  const amounts = parts.map(({ share }) => (amountIn * BigInt(share)) / shares)
  const rest = amountIn - amounts.reduce((sum, amount) => sum + amount, 0n)
  return amounts.map((amount, index) => (index === amounts.length - 1 ? amount + rest : amount))
}

function sumOfShares(parts: readonly RouterPart[]): number {
  return parts.reduce((sum, { share }) => sum + share, 0)
}

/** Neighboring hops of one kind, which are one call. */
type Run = { kind: RouterHop['kind']; tokens: readonly string[]; tiers: readonly number[] }

function runsOf({ tokens, hops }: RouterPart): Run[] {
  const runs: Run[] = []
  for (const [index, hop] of hops.entries()) {
    const next = tokens[index + 1] ?? ''
    const tiers = hop.kind === 'v3' ? [hop.tier] : []
    const open = runs.at(-1)
    if (open?.kind === hop.kind) {
      runs[runs.length - 1] = {
        kind: hop.kind,
        tokens: [...open.tokens, next],
        tiers: [...open.tiers, ...tiers],
      }
    } else runs.push({ kind: hop.kind, tokens: [tokens[index] ?? '', next], tiers })
  }
  return runs
}

/**
 * Whether the last swap pays the recipient itself. A split is paid out as one sum, so that one
 * minimum covers it. Of a V2 path of several pairs the router only measures how much the recipient's
 * balance grew while tokens in the middle are transferred (docs/safety.md E15): it goes to the router
 * first, whose own balance is compared instead.
 */
function paysDirectly({ direction, parts }: RouterPlan): boolean {
  const [part] = parts
  if (part === undefined || parts.length > 1 || direction === 'nativeOut') return false
  const last = runsOf(part).at(-1)
  return last?.kind === 'v3' || last?.tokens.length === 2
}

/**
 * `multicall` of the plan's swaps, part after part: the first of a part takes its amount from the
 * payer, each later one all that the router holds of its token, which is what the one before it
 * brought. The last call pays the recipient and enforces the whole minimum.
 * @throws SwaprouteError QUOTE_MISMATCH for an amount that is too small for its parts: 0 would mean
 * the router's balance
 */
export function encodePlan(plan: RouterPlan, terms: SwapTerms): string {
  const { direction, parts } = plan
  const isDirect = paysDirectly(plan)
  const amounts = partAmounts(parts, terms.amountIn)
  if (amounts.some((amount) => amount <= 0n)) throw tooSmall()
  const calls = parts.flatMap((part, index) => {
    const runs = runsOf(part)
    return runs.map((run, at) => {
      const pays = isDirect && at === runs.length - 1
      return encodeRun(run, {
        amountIn: at === 0 ? (amounts[index] ?? 0n) : 0n,
        amountOutMin: pays ? terms.amountOutMin : 0n,
        recipient: pays ? terms.recipient : selfRecipient.router02,
        deadline: terms.deadline,
      })
    })
  })
  if (direction === 'nativeOut') calls.push(unwrapCall(helpers.unwrapWeth9, terms))
  else if (!isDirect) calls.push(sweepCall(parts[0]?.tokens.at(-1) ?? '', terms))
  return multicallUntil(terms.deadline, calls)
}

function encodeRun({ kind, tokens, tiers }: Run, terms: SwapTerms): string {
  if (kind === 'v3') return encodeExactInput({ routerKind: 'router02', tokens, tiers }, terms)
  return encodeCall(
    router02V2Swap,
    encodeUint(terms.amountIn),
    encodeUint(terms.amountOutMin),
    encodeOffset(4),
    encodeAddress(terms.recipient),
    encodeAddresses(tokens),
  )
}

/** Pays out what the router holds of a token, at least the minimum. */
function sweepCall(token: string, { amountOutMin, recipient }: SwapTerms): string {
  return encodeCall(
    helpers.sweepToken,
    encodeAddress(token),
    encodeUint(amountOutMin),
    encodeAddress(recipient),
  )
}

function tooSmall(): SwaprouteError {
  return new SwaprouteError('QUOTE_MISMATCH', 'The amount is too small for a split route.', {
    hint: 'Ask for a new quote.',
  })
}

/** The parts as JSON: `{ share, path, pools }`, a pool being `v2` or a tier. */
export function writeParts(parts: readonly RouterPart[]): Json {
  return parts.map(({ share, tokens, hops }) => ({
    share,
    path: [...tokens],
    pools: hops.map((hop) => (hop.kind === 'v2' ? hop.kind : hop.tier)),
  }))
}

/** Null for anything that is not a plan between the two tokens. */
export function readParts(json: Json | undefined, ends: readonly string[]): RouterPart[] | null {
  if (!Array.isArray(json) || json.length > maxParts || ends.length !== 2) return null
  const parts: RouterPart[] = []
  for (const item of json) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return null
    const { share, path, pools } = item
    const hops = readHops(pools)
    if (typeof share !== 'number' || !Array.isArray(path) || hops === null) return null
    const tokens = path.filter((token) => typeof token === 'string')
    if (tokens.length !== path.length) return null
    parts.push({ share, tokens, hops })
  }
  const [first] = parts
  const fits =
    isPlan(parts) &&
    isSameAddress(first?.tokens[0] ?? '', ends[0] ?? '') &&
    isSameAddress(first?.tokens.at(-1) ?? '', ends[1] ?? '')
  return fits ? parts : null
}

function readHops(pools: Json | undefined): RouterHop[] | null {
  if (!Array.isArray(pools) || pools.length > maxPartHops) return null
  const tiers = readNumbers(pools.filter((pool) => pool !== 'v2'))
  if (tiers === null) return null
  return pools.map((pool) =>
    typeof pool === 'number' ? { kind: 'v3', tier: pool } : { kind: 'v2' },
  )
}

// Measured on the real contracts of a local chain, beyond the estimates of a single path.
const baseGas = 85_000n
const hopGas = { v2: 65_000n, v3: 80_000n } as const
const tickGas = 31_000n
/** What the router keeps between two calls, or until it pays out, is transferred once more. */
const keptGas = 35_000n

/**
 * Upper estimate of what a plan uses.
 * @param ticksCrossed in all V3 pools together; null: one per pool
 */
export function planGas(plan: RouterPlan, ticksCrossed: number | null): bigint {
  const hops = plan.parts.flatMap((part) => part.hops)
  const pools = hops.filter(({ kind }) => kind === 'v3').length
  const between = plan.parts.flatMap(runsOf).length - plan.parts.length
  const kept = paysDirectly(plan) ? between : between + 1
  return (
    baseGas +
    hops.reduce((sum, { kind }) => sum + hopGas[kind], 0n) +
    BigInt(ticksCrossed ?? pools) * tickGas +
    BigInt(kept) * keptGas
  )
}

/** A part for display: its percentage of the input, and where each hop goes. */
export type DescribedPart = {
  percent: number
  tokens: readonly string[]
  hops: readonly RouterHop[]
}

/** By its fee, as traders call V3 pools. */
export function poolName(hop: RouterHop): string {
  return hop.kind === 'v2' ? 'V2' : `${hop.tier / 10_000}%`
}

/** Percentages of the input with one decimal at most. */
export function describeParts({ parts }: Pick<RouterPlan, 'parts'>): DescribedPart[] {
  const shares = sumOfShares(parts)
  return parts.map(({ share, tokens, hops }) => ({
    percent: Math.round((share * 1000) / shares) / 10,
    tokens,
    hops,
  }))
}
