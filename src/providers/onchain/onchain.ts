// Same-chain swaps on the pools of every family and by the wrapped native tokens: one reader for
// every deployment in data/deployments.json.
//
// A quote reads every pool that a way may lead through in one HTTP request, and asks in a second one what
// the best ways bring that it has computed from the answers; later quotes ask all of it at once. V2
// https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02, V3
// https://docs.uniswap.org/contracts/v3/reference/periphery/lens/QuoterV2 (both read 2026-11).
// Amounts are base units and net of all pool fees; gas is estimated, the wallet measures it again.

import { chainById } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { Provider, ProviderContext, QuoteOutcome } from '../types.ts'
import { buildSwap } from './build.ts'
import { nameTokens } from './poolTokens.ts'
import { rowCalls } from './rowCalls.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import { unoswapRouter } from './families/unoswapPlan.ts'
import { amountsFor, learnRates, learnWays, recallWays } from './knownWays.ts'
import { coinsOf, directionOf, isWrapPair, pooledAddress } from './paths.ts'
import {
  askedKey,
  type AskedWay,
  type Cutting,
  type ReadPlan,
  preparePlan,
  rowsKey,
} from './plan.ts'
import { verdictOf, type ProbeVerdict } from './probe.ts'
import { createMemoryProbeCache, freshVerdicts, type ProbeCache } from './probeCache.ts'
import { askAgain } from './askAgain.ts'
import { addPools, type ChainPools, recallPools } from './knownPools.ts'
import { quotePools } from './quotePools.ts'
import { blockchainsById, blockchainsWithRows } from './registry.ts'
import { type ChainRows, chainRows, contractsOf, type DeploymentRow } from './rows.ts'
import { mayTax, type Taxes, untaxed } from './taxes.ts'
import { nameUnoswap } from './unoswapPools.ts'
import { askedOf, rowsToJoin } from './venue.ts'
import { type RowState, rowStatesOf } from './rowStates.ts'

/** Most nodes stop a call at 30 or 50 million gas; a piece's estimate stays below. */
const defaultPieceGas = 25_000_000
const leastPieceGas = 2_000_000
/** A node whose newest block is older than this may not have the contracts yet. */
const defaultNodeAgeMs = 600_000
const defaultProbeTtlMs = 24 * 60 * 60 * 1000
const mostPlans = 16
const mostHeavier = 2000

export type OnchainOptions = {
  /** Verdicts on the registry's contracts; cached in memory by default. */
  probeCache?: ProbeCache
  /** How long a verdict is valid; a day by default. */
  probeTtlMs?: number
  /**
   * Oldest newest block of a node that may report a contract as missing; ten minutes by default.
   */
  maxNodeAgeMs?: number
  /** Estimated gas of one `eth_call`; 25 million by default. */
  pieceGas?: number
}

export type OnchainProvider = Provider & {
  /** Every deployment of a chain, or of all chains, with its state; sends no request. */
  rowStates(blockchain?: BlockchainId): Promise<RowState[]>
}

export function createOnchainProvider(options: OnchainOptions = {}): OnchainProvider {
  const probeCache = options.probeCache ?? createMemoryProbeCache()
  const probeTtlMs = options.probeTtlMs ?? defaultProbeTtlMs
  const plans = new Map<string, { plan: ReadPlan; atMs: number; endsAtMs: number }>()
  const pieceGasOf = new Map<BlockchainId, number>()
  const heavier = new Map<string, number>()
  const chainsWithoutMulticall = new Set<string>()

  const cuttingOf = (blockchain: BlockchainId, multicall: string): Cutting => ({
    multicall,
    pieceGas: pieceGasOf.get(blockchain) ?? options.pieceGas ?? defaultPieceGas,
    heavier,
  })

  /** A plan is valid as long as its inputs: until then the pools are not read. */
  const planFor = (asked: PlanQuestion, pools: ChainPools, now: number): ReadPlan => {
    const { request, chain, rows, cutting, chainId, ways } = asked
    const key = planKey(request, rows, [chainId, cutting.pieceGas, ...ways.map(askedKey)])
    const cached = plans.get(key)
    plans.delete(key)
    if (cached !== undefined && cached.atMs <= now && now < cached.endsAtMs) {
      plans.set(key, cached)
      return cached.plan
    }
    const recalled = recallPools(pools, now)
    const plan = preparePlan(request, chain, rows, cutting, recalled, ways)
    // What is asked for the first time is known better the next time.
    if (!plan.learns) plans.set(key, { plan, atMs: now, endsAtMs: recalled.endsAtMs() })
    const [oldest] = plans.keys()
    if (plans.size > mostPlans && oldest !== undefined) plans.delete(oldest)
    return plan
  }

  /**
   * The node ran out of gas, because some pools search far for liquidity or because its gas limit
   * is low. Next time the same calls go out in pieces of the sizes that succeeded.
   */
  const learn = (blockchain: BlockchainId, fittingSizes: ReadonlyMap<string, number>): void => {
    const { pieceGas } = cuttingOf(blockchain, zeroAddress)
    if (heavier.size > mostHeavier) heavier.clear()
    for (const [call, size] of fittingSizes) {
      heavier.set(call, size === 0 ? Number.MAX_SAFE_INTEGER : Math.ceil(pieceGas / size))
    }
    // If no single call used most of the gas, the node's own limit is low: halve the batch for
    // every pair.
    const isLimitLow = Math.min(...fittingSizes.values()) > 1
    if (isLimitLow) pieceGasOf.set(blockchain, Math.max(Math.floor(pieceGas / 2), leastPieceGas))
    plans.clear()
  }

  const quote = async (
    request: QuoteRequest,
    wanted: ReadonlySet<ProviderId>,
    context: ProviderContext,
  ): Promise<QuoteOutcome> => {
    const { blockchain } = request.srcToken
    const chain = chainRows(blockchain)
    const { multicall3 } = chainById(blockchain)
    const usable = usableRows(request)
    const rows = usable.filter(({ id }) => wanted.has(id))
    if (chain === null || multicall3 === null || rows.length === 0) {
      return {
        quotes: [],
        failed: [...wanted].map((id) => ({ provider: id, error: unserved(id) })),
      }
    }
    if (!context.rpc.has(blockchain)) throw noNode(blockchain)
    if (request.srcAmount >= 1n << 255n) throw tooMuch(request)

    const chainId = context.chainId(blockchain)
    const known = await probeCache.read(blockchain)
    const now = context.now()
    const verdicts = freshVerdicts(known, chainId, now, probeTtlMs)
    const allRows = [...rows, ...rowsToJoin(rows, usable, verdicts)]
    const cached = known !== null && known.chainId === chainId ? known : null
    const pools = cached?.pools ?? {}
    const tokens = {
      tokenIn: pooledAddress(request.srcToken, chain),
      tokenOut: pooledAddress(request.dstToken, chain),
    }
    const poolRows = allRows
      .filter((row) => row.family !== 'wrapped')
      .filter((row) => verdictOf(verdicts, row)?.state !== 'off')
    const chainKey = `${blockchain}:${chainId}`
    const cutting = cuttingOf(blockchain, multicall3)
    const asked = poolRows.filter((row) => rows.includes(row))
    const recalled = recallWays(
      cached?.ways,
      { ...tokens, direction: coinsOf(request) },
      asked,
      request.srcAmount,
      now,
    )
    const ways = [...recalled.ways, ...askedOf(recalled.proposed, allRows, verdicts)]
    const question = {
      request,
      chain,
      rows,
      plan: planFor({ request, chain, rows: poolRows, cutting, chainId, ways }, pools, now),
      cutting,
      singly: chainsWithoutMulticall.has(chainKey),
      verdicts,
      maxNodeAgeMs: options.maxNodeAgeMs ?? defaultNodeAgeMs,
      taxes: untaxed,
      amounts: amountsFor(chain, tokens, request.srcAmount, cached?.rates),
      allRows,
      // What was looked for a short time ago is not looked for again.
      known: recalled.isSearched ? null : recallPools(pools, now),
      proposed: recalled.proposed,
    }
    const [first, taxes] = await Promise.all([
      quotePools(question, context),
      taxesOf(request, { chain, rows: poolRows }, context),
    ])
    const { probed, learned, noMulticall } = first

    if (noMulticall) chainsWithoutMulticall.add(chainKey)
    const after = addPools(pools, learned, now)
    const again = { ...question, singly: noMulticall }
    const offers =
      taxes === null
        ? await askAgain(again, after, first, context)
        : await (await import('./askTaxed.ts')).askTaxed(again, taxes, after, first, context)
    if (offers.fittingSizes.size > 0) learn(blockchain, offers.fittingSizes)
    const { curves } = first.reading
    const better = offers.isComplete
      ? learnWays(cached?.ways, tokens, rows, offers.offered, request.srcAmount, now)
      : cached?.ways
    const rates = learnRates(cached?.rates, chain, tokens, curves, request.srcAmount, now)
    const isNew = probed.size > 0 || learned.length > 0
    if (isNew || better !== cached?.ways || rates !== cached?.rates) {
      const all = { ...Object.fromEntries(verdicts), ...Object.fromEntries(probed) }
      const probe = { chainId, verdicts: all, pools: after, ways: better ?? {}, rates: rates ?? {} }
      await probeCache.write(blockchain, probe)
    }
    return { quotes: offers.quotes, failed: offers.failed }
  }

  const rowStates = async (blockchain?: BlockchainId): Promise<RowState[]> => {
    const states: RowState[] = []
    for (const each of blockchain === undefined ? blockchainsWithRows() : [blockchain]) {
      const probe = await probeCache.read(each)
      const verdicts = new Map<string, ProbeVerdict>(Object.entries(probe?.verdicts ?? {}))
      states.push(...rowStatesOf(each, verdicts))
    }
    return states
  }

  return {
    // They require every deployment to be read, which no quote needs.
    get ids() {
      return [...blockchainsById().keys()]
    },
    capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: false },
    blockchains: (id) => blockchainsById().get(id) ?? [],
    supports: (request) => [...new Set(usableRows(request).map(({ id }) => id))],
    quote,
    pinned: (id, blockchain) => {
      const rows = rowsOf(id, blockchain)
      const pools = rows.filter((row) => row.family !== 'wrapped')
      return { targets: rows.flatMap(contractsOf), spenders: pools.flatMap(contractsOf) }
    },
    proofs: [
      {
        kind: 'calls',
        calls: ({ blockchain, to }) => rowCalls(chainRows(blockchain)?.rows ?? [], to),
        names: (call, site, context) => {
          const name = isSameAddress(site.to, unoswapRouter) ? nameUnoswap : nameTokens
          return name(call, site, context)
        },
      },
    ],
    build: (built, context) => Promise.resolve(buildSwap(built, context.now())),
    status: async (id, ref, context) => {
      const { srcBlockchain, srcTxHash } = ref
      if (srcTxHash === null) return { status: 'NOT_FOUND', destinationTxHash: null }
      // Reads receipts by schemas, which no quote needs.
      const { readSwapStatus } = await import('./rowStatus.ts')
      return await readSwapStatus(srcBlockchain, srcTxHash, rowsOf(id, srcBlockchain), context)
    },
    rowStates,
  }
}

/** Null for tokens that take nothing; coins and tokens of the built-in list are not asked. */
async function taxesOf(
  request: QuoteRequest,
  where: { chain: ChainRows; rows: readonly PoolRow[] },
  context: ProviderContext,
): Promise<Taxes | null> {
  if (![request.srcToken, request.dstToken].some(mayTax)) return null
  const { readTaxes } = await import('./taxProbe.ts')
  return await readTaxes(request, where, context)
}

type PlanQuestion = {
  request: QuoteRequest
  chain: ChainRows
  rows: readonly PoolRow[]
  cutting: Cutting
  chainId: number | null
  /** Asked as a whole beside the pools. */
  ways: readonly AskedWay[]
}

/** Rows that can serve the pair, according to the registry. */
function usableRows(request: QuoteRequest): DeploymentRow[] {
  const { srcToken, dstToken, receiver, fromAddress } = request
  if (srcToken.blockchain !== dstToken.blockchain) return []
  const paysCaller =
    receiver === null || (fromAddress !== null && isSameAddress(receiver, fromAddress))
  return (chainRows(srcToken.blockchain)?.rows ?? []).filter((row) =>
    row.family === 'wrapped'
      ? paysCaller && isWrapPair(row, request)
      : directionOf(row, request) !== null && (paysCaller || !familyOf(row).paysCaller),
  )
}

function rowsOf(id: ProviderId, blockchain: BlockchainId): DeploymentRow[] {
  return (chainRows(blockchain)?.rows ?? []).filter((row) => row.id === id)
}

function planKey(
  { srcToken, dstToken }: QuoteRequest,
  rows: readonly PoolRow[],
  more: readonly (string | number | null)[],
): string {
  const pair = [srcToken.blockchain, pairKey(srcToken), pairKey(dstToken), ...more]
  return [...pair, rowsKey(rows)].join('|')
}

function pairKey({ native, address }: QuoteRequest['srcToken']): string {
  return native ? 'native' : address.toLowerCase()
}

function unserved(id: ProviderId): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', `${id} does not swap this pair.`)
}

function noNode(blockchain: BlockchainId): SwaprouteError {
  return new SwaprouteError('CHAIN_UNAVAILABLE', `No RPC address is set for ${blockchain}.`, {
    hint: `Set one with SWAPROUTE_RPC_${blockchain}=https://….`,
    context: { blockchain },
  })
}

function tooMuch({ srcToken }: QuoteRequest): SwaprouteError {
  return new SwaprouteError('AMOUNT_TOO_HIGH', `No pool has this much ${srcToken.symbol}.`, {
    hint: 'Try a smaller amount.',
  })
}
