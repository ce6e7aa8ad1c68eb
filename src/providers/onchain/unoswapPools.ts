import { chainById } from '../../chains/chains.ts'
import {
  encodeAddress,
  encodeCall,
  encodeUint,
  readAddress,
  readSize,
} from '../../chains/evm/hex.ts'
import {
  type Aggregate3Result,
  decodeAggregate3,
  encodeAggregate3,
} from '../../chains/evm/multicall3.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { PoolStep } from '../../core/transaction.ts'
import { agreed } from '../../http/agreed.ts'
import type { Naming } from '../types.ts'
import { wordAt } from './families/answers.ts'
import { invalidCall } from './families/callTerms.ts'
import { addressIn, hasWord } from './families/checks.ts'
import type { Read } from './families/family.ts'
import { poolGetters } from './families/selectors.ts'
import {
  isNumerator,
  isUnoswapRow,
  type UnoswapHop,
  type UnoswapRow,
} from './families/unoswapPlan.ts'
import { foreignPool, type PoolEnds, withTokens } from './poolTokens.ts'
import { chainRows } from './rows.ts'

// The pools of a way that 1inch's router swaps (families/unoswapPlan.ts): how a quote finds them, and
// how they are confirmed before the call is signed, by the factories of the exchanges themselves.

// How a pair's fee is read: the exchange's own router computes the output of a small amount in an even
// pair, 3 parameters in Uniswap's code and its forks with one fee for all pairs
// (https://docs.uniswap.org/contracts/v2/reference/smart-contracts/library, read 2026-11).
const feeAmount = 10n ** 12n
const feeReserve = 10n ** 30n
const feeUnit = feeAmount / 10n ** 9n

/**
 * What a quote asks for the pool of two tokens: the factory for its address; of pairs also the
 * exchange's router for the fee.
 * @param tier of a V3 row, one of its tiers; null for a V2 row
 */
export function poolReads(
  row: UnoswapRow,
  from: string,
  to: string,
  tier: number | null,
): readonly Read[] {
  const target = row.factory ?? zeroAddress
  const ends = encodeAddress(from) + encodeAddress(to)
  return tier === null
    ? [
        { target, callData: encodeCall(poolGetters.getPair, ends) },
        { target: row.router, callData: pairFeeCall },
      ]
    : [{ target, callData: encodeCall(poolGetters.getPool, ends, encodeUint(tier)) }]
}

const pairFeeCall = encodeCall(
  poolGetters.getAmountOut,
  encodeUint(feeAmount),
  encodeUint(feeReserve),
  encodeUint(feeReserve),
)

/**
 * Reads the pool from the answers to `poolReads`; null if there is no pool, if a pair has no constant
 * fee, or if an answer is malformed.
 */
export function toUnoswapHop(
  row: UnoswapRow,
  tier: number | null,
  [found, fee]: readonly Aggregate3Result[],
): UnoswapHop | null {
  const pool = found === undefined ? null : addressIn(found)
  if (pool === null) return null
  if (row.family === 'uniswap-v3') return tier === null ? null : { row, pool, tier }
  if (fee === undefined || !hasWord(fee)) return null
  const numerator = Number((wordAt(fee.returnData, 0) + feeUnit - 1n) / feeUnit)
  return isNumerator(numerator) ? { row, pool, numerator } : null
}

type AskChain = (reads: readonly Read[]) => Promise<readonly Aggregate3Result[]>

/**
 * The call with the tokens at its ends, if each pool on its way is one of an exchange of the chain, of
 * the code and with the fee that the call states. Two hosts are asked (N1), first the pools for their
 * tokens and then the factories: the router itself believes any pool.
 */
export const nameUnoswap: Naming = async (call, { blockchain }, { rpc, signal }) => {
  const rows = (chainRows(blockchain)?.rows ?? []).filter(isUnoswapRow)
  const { multicall3 } = chainById(blockchain)
  const [row] = rows
  if (row === undefined || multicall3 === null)
    throw invalidCall('goes to a contract of a different owner')
  const ask: AskChain = async (reads) => {
    const data = encodeAggregate3(reads.map((read) => ({ ...read, allowFailure: true })))
    const asked = { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }
    const { answers } = await agreed(rpc, blockchain, [asked], { signal })
    const [answer] = answers
    if (answer?.ok === true && typeof answer.result === 'string')
      return decodeAggregate3(answer.result, reads.length)
    throw invalidCall('goes through pools that no node knows')
  }
  const pools = await askPools(call.pools ?? [], ask)
  return withTokens(call, row, await confirmed(pools, rows, ask))
}

/** What a pool says of itself, which proves nothing yet. */
type AskedPool = { step: PoolStep; tokens: readonly [string, string]; tier: number | null }

const ownGetters = [poolGetters.token0, poolGetters.token1, poolGetters.fee] as const

async function askPools(steps: readonly PoolStep[], ask: AskChain): Promise<AskedPool[]> {
  const reads = steps.flatMap(({ pool }) =>
    ownGetters.map((callData) => ({ target: pool, callData })),
  )
  const answers = await ask(reads)
  return steps.map((step, at) => {
    const [token0, token1, fee] = answers.slice(at * ownGetters.length)
    const isV3 = step.code?.kind === 'v3'
    if (![token0, token1, ...(isV3 ? [fee] : [])].every((one) => one !== undefined && hasWord(one)))
      throw foreignPool(step.pool)
    const tokenOf = (answer: Aggregate3Result | undefined): string =>
      readAddress(answer?.returnData ?? '0x', 0)
    return {
      step,
      tokens: [tokenOf(token0), tokenOf(token1)],
      tier: isV3 ? readSize(fee?.returnData ?? '0x', 0) : null,
    }
  })
}

/** The tokens of those that a factory calls its own. */
async function confirmed(
  pools: readonly AskedPool[],
  rows: readonly UnoswapRow[],
  ask: AskChain,
): Promise<PoolEnds> {
  const questions = pools.flatMap((pool) =>
    rows
      .filter(({ family }) => (family === 'uniswap-v3') === (pool.tier !== null))
      .map((row) => ({ ...pool, row, reads: poolReads(row, ...pool.tokens, pool.tier) })),
  )
  const answers = await ask(questions.flatMap(({ reads }) => reads))
  const ends = new Map<string, readonly [string, string]>()
  let at = 0
  for (const { step, tokens, tier, row, reads } of questions) {
    const hop = toUnoswapHop(row, tier, answers.slice(at, at + reads.length))
    at += reads.length
    if (hop === null || !isSameAddress(hop.pool, step.pool)) continue
    const isStated =
      'tier' in hop || (step.code?.kind === 'v2' && step.code.numerator === hop.numerator)
    if (isStated) ends.set(step.pool.toLowerCase(), tokens)
  }
  return ends
}
