import { foreignReason } from '../core/foreignReason.ts'
import { SwaprouteError } from '../core/errors.ts'
import { foreignKindOf, foreignRowOf } from '../core/foreignTransaction.ts'
import type { Token } from '../core/token.ts'
import type { DecodedForeign } from '../core/transaction.ts'
import { isSameAccount } from './accountKey.ts'
import { chainById } from './chains.ts'

/** What a foreign transaction is checked against; no member comes from the service. */
export type ForeignTerms = {
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  fromAddress: string
  receiver: string
  /** Base units; what the transaction itself has to enforce. */
  dstMinAmount: bigint
  /** Programs and contracts of the provider. */
  targets: readonly string[]
}

/**
 * Holds what a transaction was decoded to against what was accepted.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`
 */
export function checkForeign(provider: string, read: DecodedForeign, terms: ForeignTerms): void {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver, dstMinAmount, targets } = terms
  const { blockchain } = srcToken
  const isSame = (one: string, other: string): boolean => isSameAccount(blockchain, one, other)
  const refuse = (check: string, what: string): SwaprouteError =>
    unsafeForeign(provider, check, what)
  if (!targets.some((target) => isSame(target, read.target))) {
    throw refuse('E2', `calls ${read.target}, which is not a contract of this provider`)
  }
  if (!isSame(read.payer, fromAddress)) throw refuse('E8', `is paid by ${read.payer}`)
  if (!isSame(read.recipient, receiver)) {
    throw refuse('E8', `pays ${read.recipient} instead of the receiver`)
  }
  if (!isSame(read.srcToken, srcToken.address)) throw refuse('E8', 'spends a different token')
  if (!isSame(read.dstToken, dstToken.address)) throw refuse('E8', 'pays a different token')
  if (read.srcAmount !== srcAmount) throw refuse('E5', 'spends a different amount')
  if (read.minOut < dstMinAmount) throw refuse('E9', 'guarantees less than was accepted')
  const kind = foreignKindOf(blockchain)
  const most = kind === null ? undefined : foreignRowOf(kind).mostNetworkFee
  if (most === undefined || read.networkFee === null) return
  const limit = (most * 10n ** BigInt(chainById(blockchain).native.decimals)) / 1000n
  if (read.networkFee > limit) throw refuse('E11', 'pays the network far more than a swap costs')
}

/** The refusal of a transaction; `what` completes "The transaction of JUPITER …". */
export function unsafeForeign(
  provider: string,
  check: string,
  what: string,
  cause?: unknown,
): SwaprouteError {
  const text = `The transaction of ${provider} ${foreignReason(what, 240)}. (check ${check})`
  return new SwaprouteError('UNSAFE_ROUTE', text, {
    hint: 'Do not sign it. Get a new quote, or choose another provider with --provider.',
    context: { check },
    cause,
  })
}
