import type { Hex } from 'viem'
import type { SandboxBlockchain } from '../chains.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'
import type { Body, Manners } from '../servers/manners.ts'

// A dialect is one service as data and a few short functions: paths, fields, errors, contracts and
// calls are the vendor's. It imports no library: tables of the command line come from it, which
// start in milliseconds. What needs one (ABI, HTTP, chains) is the engine's, and handed in.
//
// To add one: a file in `dialects` and its name in `services.ts`. A route prices with `offer`, writes
// the vendor's calldata with `call` by its own signature (each call with something unique in it, by
// `unique`), hands it to `sell` or `open`, and prints the vendor's answer. An aggregator is done with
// that; a bridge prints its orders by `find` and `findByHash`, with the vendor's statuses.

export type Token = SandboxTokenRow & { blockchain: SandboxBlockchain }

/** An answer that is an error, in the vendor's form. */
export type Refusal = { status: 200 | 400 | 401 | 403 | 404 | 409 | 422 | 500; body: Body }

/** What a client sent. */
export type Asked = {
  /** Part of the path; empty if the route has no such part. */
  path(name: string): string
  /** Empty where it is missing. */
  query(name: string): string
  header(name: string): string
  /** Members of the JSON body; empty for another body. */
  body: Readonly<Record<string, unknown>>
}

export type Route<Engine> = {
  method: 'GET' | 'POST'
  /** As Hono writes it: `/:chain/quote`. */
  path: string
  answer: (asked: Asked, engine: Engine) => object | Promise<object>
}

/** What the service takes, so that offers differ and are ranked. */
export type Terms = {
  /** Share of the value, basis points. */
  spreadBps: bigint
  /** US dollars of a payment. */
  minUsd: number
  maxUsd: number
}

export type NoRoute = 'chain' | 'token' | 'pair'

type Service<Engine> = Manners & {
  /** Identifier of the provider. */
  id: string
  /**
   * Ends of its base addresses by their names, all served here; its first is under its `id`. Absent:
   * one, which ends in nothing.
   */
  urls?: Readonly<Record<string, string>>
  /** Its name for the native coin. */
  coin: Hex
  terms: Terms
  /** Whether it takes a token, or pays it out; absent: all. */
  trades?: (side: 'from' | 'to', token: Token) => boolean
  noRoute: (why: NoRoute) => Refusal
  outOfRange: (side: 'min' | 'max', limit: { token: Token; amount: bigint }) => Refusal
  badAddress: () => Refusal
  routes: readonly Route<Engine>[]
}

export type AggregatorDialect = Service<AggregatorEngine> & {
  kit: 'evmAggregator'
  /** Contracts its calls go to or its allowances are held by; the same on every chain. */
  contracts: readonly Hex[]
  /** Its names of the chains it serves. */
  chains: Readonly<Partial<Record<SandboxBlockchain, string>>>
}

export type BridgeDialect = Service<BridgeEngine> & {
  kit: 'evmBridge'
  /** Its names of the chains it serves; absent: it knows all of them by their ids. */
  chains?: Readonly<Partial<Record<SandboxBlockchain, string>>>
  /** Contract that is paid. */
  source: Hex
  /** Contract that pays out on the other chain. */
  destination: Hex
  /** Further contracts, such as holders of allowances. */
  contracts?: readonly Hex[]
  /** It swaps on one chain as well. */
  onChain?: true
  /** US dollars of a payout that its transaction costs. */
  payoutUsd: string
}

export type Dialect = AggregatorDialect | BridgeDialect

/** A priced swap; base units. */
export type Offer = {
  from: Token
  to: Token
  amountIn: bigint
  /** What the receiver gets. */
  amountOut: bigint
}

export type Log = { topics: readonly Hex[]; data: Hex }

/** A call as the dialect wrote it. */
export type BuiltCall = {
  data: Hex
  value: bigint
  /** Its sender; null: anyone. */
  sender: Hex | null
  /** Contract it goes to; absent: the dialect's first. */
  to?: Hex
  /** Contract that holds the allowance; absent: the one it goes to. */
  spender?: Hex
  /** The vendor's events. */
  logs?: readonly Log[]
  /** What the call returns, encoded; absent: nothing. */
  result?: Hex
  /** What other contracts of the service answer a client that asks about the call. */
  answers?: readonly { to: Hex; data: Hex; result: Hex }[]
}

type Engine = {
  now(): number
  /**
   * Chain, token and amount as the vendor writes them.
   * @throws RefusalError
   */
  offer(asked: { from: Place; to: Place; amount: string }): Offer
  /** The vendor's name for a token. */
  upstreamName(token: Token): Hex
  /** EIP-155 id of a token's chain. */
  chainIdOf(token: Token): number
  /** US dollars of an amount as a decimal. */
  usd(amount: bigint, token: Token): string
  /** Price of gas on the chain of a token, wei, and US dollars of so much of it. */
  gasPrice(token: Token): bigint
  gasUsd(gas: bigint, token: Token): string
  /** Calldata by a human-readable function. */
  call(signature: string, args: readonly unknown[]): Hex
  /** A log by a human-readable event. */
  log(signature: string, args: readonly unknown[]): Log
  /**
   * An EVM address as the client wrote it.
   * @throws RefusalError `badAddress`
   */
  account(value: unknown): Hex
  /** A number that no call had before, below 2^64: calls are distinguished by their data. */
  unique(): bigint
  /** keccak-256. */
  hash(data: Hex): Hex
  /** An error of the vendor's own. */
  refuse(refusal: Refusal): Error
}

/** A token by the vendor's names for chain and token. */
export type Place = { chain: string; token: string }

export type AggregatorEngine = Engine & {
  /** Registers a call that may be sent once: it takes the amount and pays the receiver. */
  sell(offer: Offer, call: BuiltCall & { receiver: Hex }): Promise<void>
}

export type BridgeEngine = Engine & {
  /** Who pays out. */
  solver: Hex
  /**
   * Registers a call that may be sent once and opens an order. The payout and the refund are transactions of
   * the engine's own; `data` of each must be unique.
   */
  open(offer: Offer, order: NewOrder): Promise<void>
  /** Null for an order that is not known, or whose payment is not mined. */
  find(id: string): Promise<FoundOrder | null>
  /** By the transaction that paid it. */
  findByHash(hash: string): Promise<FoundOrder | null>
  /** By who paid them, the latest first. */
  findByPayer(payer: string): Promise<FoundOrder[]>
}

export type NewOrder = BuiltCall & {
  /** As the vendor numbers it. */
  id: string
  /** Further data that pay it, as the contract ignores what differs; default none. */
  alike?: readonly Hex[]
  receiver: Hex
  refundTo: Hex
  payout: { data: Hex; logs?: readonly Log[] }
  refund: { data: Hex; logs?: readonly Log[] }
}

export type OrderStage = 'created' | 'filled' | 'refunding' | 'refunded'

export type FoundOrder = {
  id: string
  stage: OrderStage
  offer: Offer
  payer: Hex
  receiver: Hex
  srcTxHash: string
  payoutHash: string | null
  refundHash: string | null
}
