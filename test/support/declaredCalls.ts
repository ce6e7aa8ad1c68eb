/** Reads calls as the program does, by what a provider declares; at once, since viem is loaded here. */
import type { CallTerms } from '../../src/chains/evm/calls.ts'
import { isSameAddress } from '../../src/core/token.ts'
import { readCall } from '../../src/chains/evm/readCall.ts'
import { chainById, chainOfNumber } from '../../src/chains/chains.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { DecodedCall, PoolStep } from '../../src/core/transaction.ts'
import { rowCalls } from '../../src/providers/onchain/rowCalls.ts'
import { nativeNames } from '../../src/providers/onchain/families/family.ts'
import { isUnoswapRow, unoswapRouter } from '../../src/providers/onchain/families/unoswapPlan.ts'
import { chainRows, type DeploymentRow } from '../../src/providers/onchain/rows.ts'
import { type Provider, proofOf } from '../../src/providers/types.ts'
import { type PoolEnds, rowAt, withTokens } from '../../src/providers/onchain/poolTokens.ts'
import { registeredCodes, isRegistered, registeredEntry, registeredPools } from './registry.ts'

export type NumberOf = (blockchain: BlockchainId) => number | null

const mainNumbers: NumberOf = (blockchain) => chainById(blockchain).chainId

/** @throws SwaprouteError UNSAFE_ROUTE with check E8 */
export function readDeclared(
  provider: Pick<Provider, 'proofs'>,
  blockchain: BlockchainId,
  to: string,
  data: string,
  numberOf: NumberOf = mainNumbers,
): DecodedCall {
  const chainOf = (chainId: bigint) => chainOfNumber(chainId, numberOf)
  const calls = proofOf(provider, 'calls')?.calls({ blockchain, to, chainOf }) ?? []
  const named = withHeldTokens(blockchain, to, readCall('the provider', calls, data))
  const call = atEntry(named, blockchain)
  if (call.keeper === undefined || isRegistered(call.keeper)) return call
  throw new SwaprouteError('UNSAFE_ROUTE', 'an unknown keeper', { context: { check: 'E2' } })
}

/** What the chain would say of the pools that a call names. */
export function withHeldTokens(
  blockchain: BlockchainId,
  to: string,
  call: DecodedCall,
): DecodedCall {
  if (call.pools === undefined) return call
  if (isSameAddress(to, unoswapRouter)) {
    const row = chainRows(blockchain)?.rows.find(isUnoswapRow)
    return row === undefined ? call : withTokens(call, row, poolsOfCode(call.pools))
  }
  const row = rowAt(blockchain, to)
  return row === null ? call : withTokens(call, row, registeredPools)
}

/** Those that have the code which the call states. */
function poolsOfCode(steps: readonly PoolStep[]): PoolEnds {
  const known = steps.flatMap(({ pool, code }) => {
    const ends = registeredPools.get(pool)
    const isIt = JSON.stringify(registeredCodes.get(pool)) === JSON.stringify(code)
    return ends !== undefined && isIt ? [[pool, ends] as const] : []
  })
  return new Map(known)
}

/** With what the call names by an entry of its contract. */
function atEntry(call: DecodedCall, blockchain: BlockchainId): DecodedCall {
  if (call.entry === undefined) return call
  const found = registeredEntry(call.entry, blockchain)
  const agrees = call.srcToken === null || isSameAddress(call.srcToken, found?.srcToken ?? '')
  if (found !== null && agrees) return { ...call, ...found }
  throw new SwaprouteError('UNSAFE_ROUTE', 'an unknown entry', { context: { check: 'E8' } })
}

/** A contract that is of every kind the reader of pools knows. */
function rowsAt(to: string, blockchain: BlockchainId): DeploymentRow[] {
  const base = {
    id: 'UNISWAP_V2',
    blockchain,
    wrapped: chainById(blockchain).wrappedNative ?? '',
    off: null,
    confidence: 'high',
    note: null,
    router: to,
    factory: null,
  } as const
  const v2 = { ...base, family: 'uniswap-v2', nativeWords: Object.values(nativeNames) } as const
  const v3 = {
    ...base,
    family: 'uniswap-v3',
    quoter: to,
    quoterKind: 'single',
    tiers: [],
  } as const
  return [
    { ...base, family: 'wrapped', wrapped: to },
    { ...v2, variant: 'plain' },
    { ...v2, variant: 'referrer' },
    { ...v2, variant: 'stableFlags' },
    { ...v3, routerKind: 'router01' },
    { ...v3, routerKind: 'router02' },
    { ...v3, routerKind: 'slipstream' },
    { ...v3, routerKind: 'kyber' },
  ]
}

/** A call to a contract of any kind; null for one that must not be signed. */
export function readOnchain(
  to: string,
  data: string,
  blockchain: BlockchainId = 'ETH',
): (CallTerms & { method: string }) | null {
  for (const row of rowsAt(to, blockchain)) {
    try {
      return readCall('the exchange', rowCalls([row], to), data)
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown
    }
  }
  return null
}
