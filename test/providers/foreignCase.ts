import type { ErrorCode } from '../../src/core/errors.ts'
import type { QuoteRequest } from '../../src/core/quote.ts'
import type {
  ForeignKind,
  ForeignOf,
  ForeignTransaction,
} from '../../src/core/foreignTransaction.ts'
import type { DecodedForeign } from '../../src/core/transaction.ts'
import type { Provider } from '../../src/providers/types.ts'
import type { CaseSource } from './caseSource.ts'
import type { Body, Chains, Exchange } from './depositSupport.ts'

/** What the chain shows of a mined transaction. */
export type MinedAs = {
  /** In a block that may still be dropped; absent: it is final. */
  young?: true
  failed?: true
  /** What the receiver gained; absent: what was quoted. */
  received?: bigint
}

/** What of the provider's answers and of its chain's is played. */
export type Scene = { exchanges: readonly Exchange[]; chains?: Chains }

/** Name, rule that refuses it, and the change of the answer with the transaction. */
export type HostileForeign = readonly [name: string, rule: string, bend: (body: Body) => void]

/** Name, rule that refuses it, and the change of the transaction itself. */
type HostileTransaction = readonly [
  name: string,
  rule: string,
  bend: (transaction: ForeignTransaction) => ForeignTransaction,
]

/** Changes of the transactions of one kind. */
export function bendsOf<K extends ForeignKind>(
  kind: K,
  bends: readonly (readonly [
    name: string,
    rule: string,
    bend: (transaction: ForeignOf<K>) => ForeignTransaction,
  ])[],
): HostileTransaction[] {
  const isOf = (one: ForeignTransaction): one is ForeignOf<K> => one.kind === kind
  return bends.map(([name, rule, bend]) => [
    name,
    rule,
    (transaction) => {
      if (!isOf(transaction)) throw new Error(`not a transaction of ${kind}`)
      return bend(transaction)
    },
  ])
}

/** One swap of a case. */
export type ForeignSwapCase = {
  request: QuoteRequest & { fromAddress: string }
  /** The quote, and everything that is asked while its transaction is built. */
  honest: { quote: readonly Exchange[]; build: readonly Exchange[]; chains?: Chains }
  /** Paths in the answer with the price; null: it does not repeat the amount. */
  wire: { srcToken: string; dstToken: string; srcAmount: string | null; dstAmount: string }
  /** What the transaction has to say, besides payer, receiver, tokens and amount. */
  reads: Partial<DecodedForeign>
  /** Changes of one of the answers of `build`, by its place; the last one by default. */
  hostile: readonly HostileForeign[]
  bentAt?: number
  /** What the chain could show while it is built, and the rule that refuses it. */
  hostileChains?: readonly (readonly [name: string, rule: string, chains: Chains])[]
  /** What a foreign backend could make of the transaction, where it is made here. */
  transactions?: readonly HostileTransaction[]
}

/** A provider on the kit of chains that are signed elsewhere, as data for every suite. */
export type ForeignCase = ForeignSwapCase & {
  source: CaseSource
  create: (baseUrl: string) => Provider
  /** Status and body in place of the quote, and the code. */
  refusals: readonly (readonly [number, Body, ErrorCode])[]
  /** How the chain shows the transaction once it is mined, and by which hash. */
  mined: {
    hash: string
    unknown: Scene
    as: (transaction: ForeignTransaction, how: MinedAs) => Scene
  }
  /** Its chain shows no block that could still be dropped. */
  finalAtOnce?: true
  more?: Readonly<Record<string, Partial<ForeignSwapCase>>>
}
