import type { Call } from '../../../chains/evm/calls.ts'
import type { Aggregate3Call, Aggregate3Result } from '../../../chains/evm/multicall3.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import type { Json } from '../../../core/quote.ts'

// A family is one code that many exchanges run. Its file holds everything the reader has to know about
// it: what a row states, how its contracts are checked, asked and called, and what a call may be.

/** What every deployment has. */
export type RowBase = {
  id: ProviderId
  blockchain: BlockchainId
  /** The router's wrapped native token. */
  wrapped: string
  /** Why the row is never used; null for one in use. */
  off: string | null
  confidence: string
  note: string | null
}

/** What every deployment with pools has. */
export type PoolBase = RowBase & {
  /** The contract that a swap calls and pays. */
  router: string
  factory: string | null
}

/** A row as deployments.json has it. */
export type RawRow = {
  id: string
  family: string
  router?: string
  factory?: string
  quoter?: string
  wrapped?: string
  variant?: string
  native?: readonly string[]
  routerKind?: string
  quoterKind?: string
  tiers?: readonly number[]
  hopTiers?: readonly number[]
  factories?: readonly string[]
  off?: string
  confidence?: string
  note?: string
}

/** Which end of the swap is a native coin, as the router call requires. */
export type Direction = 'tokens' | 'nativeIn' | 'nativeOut'

/** A path through pools of one row: all a quote needs. */
export type QuotedPath<R = PoolBase> = {
  row: R
  /** Two addresses, or three; native coins appear as the wrapped token. */
  tokens: readonly string[]
  /** Fee tier, tick spacing, stable flag or pool per hop; empty if a hop needs no parameter. */
  params: readonly number[]
  /** The pool of each hop, of families whose pools are found by a lookup. */
  pools?: readonly FoundPool[]
}

/** A pool that a contract named for two tokens, with the numbers that its calls need. */
export type FoundPool = { address: string; params: readonly number[] }

export type Read = Omit<Aggregate3Call, 'allowFailure'>

/** How the pools of two tokens are found on the chain, so that later quotes can ask them. */
export type PoolLookup<R> = {
  /** @param amount a small one of the first token */
  reads(row: R, from: string, to: string, amount: bigint): readonly Read[]
  /** Upper estimate of one read. */
  gas: number
  /**
   * The pools that the answers name.
   * @throws SwaprouteError for a malformed answer
   */
  found(row: R, results: readonly Aggregate3Result[], from: string, to: string): FoundPool[]
  /** Pools that are known without asking; default none. */
  listed?(row: R, from: string, to: string): readonly FoundPool[]
  /** Whether those are all that the row has; absent: no. */
  listsAll?(row: R): boolean
}

/**
 * How the chain returns the tokens of a pool, and that it is one of the row's, of families whose
 * calls name pools alone.
 */
export type PoolFacts<R> = {
  /** The pool's own answer: its tokens, in its own order. */
  tokens(pool: string): readonly [Read, Read]
  /** What the row's factories are asked about it. */
  confirm(row: R, pool: string, tokens: readonly [string, string]): readonly Read[]
  /** @throws SwaprouteError for a malformed answer */
  isConfirmed(pool: string, results: readonly Aggregate3Result[]): boolean
}

/** A contract's quote for one path. */
export type PathAnswer = {
  amountOut: bigint
  /** Output of the first of two hops, where the contract returns it. */
  amountMiddle: bigint | null
  /**
   * Initialized ticks the swap crosses, which determine its gas; null for pools without ticks. The
   * quoter's own gas estimate is useless in a batch: it depends on the calls before it.
   */
  ticksCrossed: number | null
  /** The pool that the contract found, and the places of the tokens in it; absent if it names no pool. */
  pool?: { address: string; places: readonly number[] }
}

/** Part of a V2 router's function names where Uniswap has `ETH`. */
export const nativeNames = ['ETH', 'AVAX', 'KLAY', 'Metis', 'SYS', 'SEI'] as const
export type NativeName = (typeof nativeNames)[number]

/**
 * - `router01`: the first SwapRouter, deadline inside the arguments.
 * - `router02`: SwapRouter02 and Pancake's SmartRouter, deadline around them.
 * - `slipstream`: as `router01` with a tick spacing instead of the fee.
 * - `kyber`: Kyber Elastic names, fees in 1e-5.
 * - `unconfirmed`: `router01` or `router02`; the probe finds out.
 */
export const v3RouterKinds = ['router01', 'router02', 'slipstream', 'kyber', 'unconfirmed'] as const
export type V3RouterKind = (typeof v3RouterKinds)[number]

/** Facts found by the check of a row's contracts. */
export type Findings = {
  /** Spelling of the native functions; null if the row has no such functions. */
  nativeWord: NativeName | null
  /** Generation of a V3 router; null for other rows. */
  routerKind: V3RouterKind | null
  /** The V2 factory whose pairs a SwapRouter02 swaps too; null if it has none, and for other rows. */
  v2Factory: string | null
}

export const nothingFound: Findings = { nativeWord: null, routerKind: null, v2Factory: null }

/** Answers to the calls of `Family.probe`, in their order. */
type ProbeAnswers = {
  results: readonly Aggregate3Result[]
  /** The answers as addresses; null for a revert, no contract or the zero address. */
  addresses: readonly (string | null)[]
}

/** The state of a family whose pools are found by a lookup. */
export type PoolsState<R extends { family: string }> = StateBase<R> & {
  family: R['family']
  pools: readonly FoundPool[]
}

/** Further data to turn a path and a direction into a call. */
export type StateBase<R> = {
  row: R
  direction: Direction
  tokens: readonly string[]
}

/** The state of a family that needs nothing but the params of its path. */
export type PathState<R extends { family: string }> = StateBase<R> & {
  family: R['family']
  params: readonly number[]
}

/** The arguments of every swap except its path. */
export type SwapTerms = {
  recipient: string
  /** Who signs; absent where the call does not name it. */
  payer?: string
  amountIn: bigint
  /** The swap reverts below it. */
  amountOutMin: bigint
  /** Unix seconds of the chain. */
  deadline: bigint
}

// Method syntax throughout: a family of one kind of row is used where rows are of any kind.
export type Family<R extends PoolBase, S extends StateBase<R>> = {
  /** @throws Error for a row that deployments.json states wrongly */
  toRow(base: PoolBase, raw: RawRow): R
  /** Contracts of the row other than its router; a verdict is void when one changes. */
  contracts(row: R): readonly string[]
  /** The reads that check the row's contracts. */
  probe(row: R): readonly Read[]
  /** What the answers say, or the reason why the row is off. */
  judge(row: R, answers: ProbeAnswers): Findings | string
  /** Whether the router serves coins at either end, as well as tokens. */
  servesCoins(row: R): boolean
  /** The contract pays only its caller. */
  paysCaller: boolean
  /** The call names its caller as the payer. */
  namesPayer?: true
  /** Offers that lose more to their own size are left out; absent: any. */
  maxImpactPercent?: number
  /** Hops of the longest path. */
  maxHops: 1 | 2 | 3
  /**
   * A quote does not return what part of its input was spent: one of twice the amount has to show that
   * the pools hold more.
   */
  asksMore?(row: R): boolean
  /**
   * The possible params of one hop of a path of `hops` hops; empty if no pool joins the tokens, or
   * if pools are found by a lookup.
   */
  hopParams(
    row: R,
    from: string,
    to: string,
    hops: number,
    direction: Direction,
  ): readonly (readonly number[])[]
  /** Absent: the pools of two tokens are known without asking. */
  lookup?: PoolLookup<R>
  /** Absent: its calls name their tokens. */
  poolFacts?: PoolFacts<R>
  quoteTarget(path: QuotedPath<R>): string
  /** Calldata with `amount`, a word of 64 hex digits or a placeholder of that length. */
  encodeQuote(path: QuotedPath<R>, amount: string): string
  /** The word of the answer that is the output. */
  outputWord(path: QuotedPath<R>): number
  /**
   * Null where there is no route, or liquidity for part of the input only.
   * @throws SwaprouteError for a malformed answer
   */
  decodeQuote(path: QuotedPath<R>, data: string, amountIn: bigint): PathAnswer | null
  /** Upper estimate of a cold quote over the path. */
  quoteGas(path: QuotedPath<R>): number
  /** How the price before the swap is read: along the whole path, or once per hop. */
  price: 'path' | 'hops'
  swapGas(path: QuotedPath<R>, ticksCrossed: number | null): bigint
  /** Whether its router counts what arrives of tokens that take a part of each transfer; absent: no. */
  servesTaxed?(row: R): boolean
  /**
   * Null where the findings do not allow the direction, or the answer is missing that it needs.
   * `taxed`: one of the tokens takes a part of each transfer.
   */
  toState(
    path: QuotedPath<R>,
    direction: Direction,
    findings: Findings,
    answer?: PathAnswer,
    taxed?: boolean,
  ): S | null
  /** The state's own members as JSON. */
  writeState(state: S): Readonly<Record<string, Json>>
  /** The state from its JSON; null for members that do not fit the row. */
  readState(base: StateBase<R>, json: Readonly<Record<string, Json | undefined>>): S | null
  encodeSwap(state: S, terms: SwapTerms): string
  /** Every call its router may get. */
  calls(row: R): readonly Call[]
}

/** @throws Error for an unknown name */
export function oneOf<Word extends string>(text: string, names: readonly Word[]): Word {
  const name = names.find((candidate) => candidate === text)
  if (name === undefined) throw new Error(`deployments.json: unknown name ${text}`)
  return name
}
