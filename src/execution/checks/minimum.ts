import type { QuoteAllBody } from '../../api/schemas.ts'
import { formatAmount, slippageToBps } from '../../core/amounts.ts'
import {
  defaultSlippageBps,
  leastAccepted,
  mostSlippageBps,
  type SlippageKind,
} from '../../core/slippage.ts'
import type { Token } from '../../core/token.ts'
import { percent } from './price.ts'
import { unsafe } from './unsafe.ts'

export type FloorFacts = {
  /** The request; its slippage is the user's own, absent where none was named. */
  body: Pick<QuoteAllBody, 'slippage'>
  /** What the accepted route expects, and what it promises at least. */
  quoted: { dstAmount: bigint; dstMinAmount: bigint }
  kind: SlippageKind
}

/** What is accepted at least, and how it came about where the slippage decides. */
export type AcceptedMinimum = { acceptedMin: bigint; because?: string }

export type MinimumFacts = AcceptedMinimum & {
  dstToken: Token
  /** What the call itself enforces; null when it cannot be read or does not say. */
  decodedMin: bigint | null
  /** What the service says the transaction guarantees. */
  claimedMin: bigint
  /** `--min-receive`. */
  minReceive: bigint | null
}

/**
 * Which default applies where the user names no slippage. Told by the tokens and by the form of the
 * payment, not by the service.
 */
export function slippageKind(
  { srcToken, dstToken }: { srcToken: Token; dstToken: Token },
  isDeposit: boolean,
): SlippageKind {
  if (isDeposit) return 'deposit'
  if (srcToken.blockchain !== dstToken.blockchain) return 'bridge'
  return srcToken.blockchain === 'TON' ? 'ton' : 'pools'
}

/**
 * E9: what is accepted at least, computed here: the expectation less the user's slippage or this
 * program's default; more where the accepted route itself promised more.
 * @throws SwaprouteError UNSAFE_ROUTE (P4) for a slippage of the user's above 10 %
 */
export function acceptedMinimum({ body, quoted, kind }: FloorFacts): AcceptedMinimum {
  const asked = body.slippage === undefined ? null : slippageToBps(body.slippage)
  if (asked !== null && asked > mostSlippageBps) {
    throw unsafe('P4', `A slippage of ${percent(asked)} is above the limit of 10 %.`, {
      slippageBps: asked,
    })
  }
  const floor = leastAccepted(quoted.dstAmount, asked, kind)
  if (quoted.dstMinAmount > floor) return { acceptedMin: quoted.dstMinAmount }
  const because =
    asked === null
      ? `The default slippage is ${percent(defaultSlippageBps[kind])}; --slippage sets another.`
      : `The slippage is ${percent(asked)}.`
  return { acceptedMin: floor, because }
}

/** E9: neither the claim nor the call itself goes below what is accepted. */
export function checkMinimum(facts: MinimumFacts): void {
  const { dstToken, decodedMin, claimedMin, acceptedMin, because = '', minReceive } = facts
  const refuse = (what: string, amount: bigint, floor: bigint, why: string): void => {
    if (amount >= floor) return
    const text = (value: bigint): string =>
      `${formatAmount(value, dstToken.decimals)} ${dstToken.symbol}`
    const reason = why === '' ? '' : ` ${why}`
    const sentence = `${what} ${text(amount)}, less than the accepted ${text(floor)}.${reason}`
    throw unsafe('E9', sentence, { minimum: String(amount), accepted: String(floor) })
  }
  refuse('The route promises at least', claimedMin, acceptedMin, because)
  if (minReceive !== null) refuse('The route promises at least', claimedMin, minReceive, '')
  if (decodedMin !== null) refuse('The call itself guarantees only', decodedMin, claimedMin, '')
}
