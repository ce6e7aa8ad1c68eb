import { invalidCall } from './families/callTerms.ts'
import { readAddress } from '../../chains/evm/hex.ts'
import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { DecodedCall, PoolStep } from '../../core/transaction.ts'
import type { unsafeCall } from '../../chains/evm/calls.ts'
import { agreed } from '../../http/agreed.ts'
import type { Naming } from '../types.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { Read } from './families/family.ts'
import { hasWord } from './families/checks.ts'
import { chainRows, type DeploymentRow } from './rows.ts'

// Calls that go through pools without naming tokens: what they pay is what the pools hold, and the
// promise holds only for a pool of the exchange itself. Both are read from the chain.

/** The tokens of pools that are the exchange's own, by address in lower case. */
export type PoolEnds = ReadonlyMap<string, readonly [first: string, second: string]>

type AskChain = (reads: readonly Read[]) => Promise<readonly Aggregate3Result[]>

/** Asks two hosts before a call is signed (N1): a router pays the amount that its pool reports. */
export const nameTokens: Naming = async (call, { blockchain, to }, { rpc, signal }) => {
  const row = rowAt(blockchain, to)
  if (row === null) throw invalidCall('goes to a contract of a different owner')
  const ask: AskChain = async (reads) => {
    const asked = reads.map(({ target, callData }) => ({
      method: 'eth_call',
      params: [{ to: target, data: callData }, 'latest'],
    }))
    const { answers } = await agreed(rpc, blockchain, asked, { signal })
    return answers.map((answer) =>
      answer.ok && typeof answer.result === 'string'
        ? { success: true, returnData: answer.result }
        : { success: false, returnData: '0x' },
    )
  }
  const ends = new Map<string, readonly [string, string]>()
  for (const { pool } of call.pools ?? [])
    ends.set(pool.toLowerCase(), await askPool(pool, row, ask))
  return withTokens(call, row, ends)
}

/** The row whose calls go to a contract. */
export function rowAt(blockchain: BlockchainId, to: string): PoolRow | null {
  const rows = chainRows(blockchain)?.rows ?? []
  const isIt = (row: DeploymentRow): row is PoolRow =>
    row.family !== 'wrapped' && isSameAddress(row.router, to)
  return rows.find(isIt) ?? null
}

/**
 * The call with the tokens at its ends.
 * @throws SwaprouteError UNSAFE_ROUTE for a pool that is not one of these, or pools that do not follow
 * each other
 */
export function withTokens(
  call: DecodedCall,
  row: Pick<PoolRow, 'wrapped'>,
  ends: PoolEnds,
): DecodedCall {
  const { pools = [], ...terms } = call
  const tokens: string[] = []
  for (const step of pools) {
    const pair = ends.get(step.pool.toLowerCase())
    if (pair === undefined) throw foreignPool(step.pool)
    const [tokenIn, tokenOut] = endsOf(step, pair)
    const last = tokens.at(-1)
    if (last === undefined) tokens.push(tokenIn)
    else if (!isSameAddress(last, tokenIn)) throw invalidCall('has an impossible path')
    if (tokens.some((token) => isSameAddress(token, tokenOut)))
      throw invalidCall('comes back to a token')
    tokens.push(tokenOut)
  }
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined) throw invalidCall('has an impossible path')
  return {
    ...terms,
    srcToken: endOf(terms.srcToken, first, row),
    dstToken: endOf(terms.dstToken, last, row),
  }
}

async function askPool(
  pool: string,
  row: PoolRow,
  ask: AskChain,
): Promise<readonly [string, string]> {
  const { poolFacts } = familyOf(row)
  if (poolFacts === undefined) throw invalidCall('does not name its tokens')
  const answers = (await ask(poolFacts.tokens(pool))).filter(hasWord)
  const [first, second] = answers.map(({ returnData }) => readAddress(returnData, 0))
  if (first === undefined || second === undefined) throw foreignPool(pool)
  const confirmed = await ask(poolFacts.confirm(row, pool, [first, second]))
  if (poolFacts.isConfirmed(pool, confirmed)) return [first, second]
  throw foreignPool(pool)
}

export function foreignPool(pool: string): ReturnType<typeof unsafeCall> {
  return invalidCall(`goes through ${pool}, which is not a pool of the exchange`)
}

function endsOf(
  { tokenIn, isFirstIn }: PoolStep,
  [first, second]: readonly [string, string],
): [from: string, to: string] {
  if (isFirstIn !== null) return isFirstIn ? [first, second] : [second, first]
  if (tokenIn !== null && isSameAddress(tokenIn, first)) return [first, second]
  if (tokenIn !== null && isSameAddress(tokenIn, second)) return [second, first]
  throw invalidCall('pays a token that its pool does not hold')
}

/** An end in the call has to match a token of the pool; coins are the wrapped token there. */
function endOf(answered: string | null, assumed: string, row: Pick<PoolRow, 'wrapped'>): string {
  if (answered === null) return assumed.toLowerCase()
  if (isSameAddress(answered === zeroAddress ? row.wrapped : answered, assumed)) return answered
  throw invalidCall('pays a different token than its pool holds')
}
