import { chainById } from '../../chains/chains.ts'
import { payeeOf } from '../../chains/receiverMemos.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { OrderClaim, OrderFacts } from '../../core/order.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { Token } from '../../core/token.ts'
import type { PlanContext } from '../context.ts'
import { isOutage } from '../outage.ts'
import type { DepositState, OpenedOrder } from '../state.ts'
import { spellingOf, unsafeOrder } from './orderTerms.ts'

// All of a remote service's answers about an order come from one source. Before anything is shown
// or signed, this machine asks the provider itself, at its own address (D3).

/** Waits before the second, third and fourth read: a new order may not be listed yet. */
const retryDelaysMs = [300, 1_000, 2_500]

/** Providers estimate when a channel closes, and estimate again. */
const deadlineSlackMs = 2 * 60_000

type Asking = Pick<PlanContext, 'ownReading' | 'sleep'>

type Plan = DepositState['plan'] & Pick<RouteRequest, 'receiverMemo'>

type Opened = Pick<OpenedOrder, 'instruction' | 'dstMinAmount'>

/**
 * Before an order is opened: checks that this machine can ask its provider.
 * @throws SwaprouteError UNSAFE_ROUTE (D3), with what is missing
 */
export async function requireReadable(
  provider: Plan['provider'],
  { ownReading }: Pick<PlanContext, 'ownReading'>,
): Promise<void> {
  const obstacle = (await ownReading?.obstacle(provider)) ?? null
  if (obstacle !== null) throw unconfirmed(provider, obstacle.reason, obstacle.hint)
}

/**
 * Compares a remote service's instruction with the provider's own answer, field by field. Does
 * nothing with the embedded backend, which has asked the provider itself.
 * @param check D3 for a new order; D7 for one that is about to be shown again or paid
 * @returns the provider's answer; null with the embedded backend
 * @throws SwaprouteError UNSAFE_ROUTE naming the field, never its value; for D7 a provider outage
 * is thrown as such
 */
export async function confirmAtProvider(
  plan: Plan,
  opened: Opened,
  context: Asking,
  check: 'D3' | 'D7',
): Promise<OrderFacts | null> {
  const { ownReading } = context
  if (ownReading === undefined) return null
  await requireReadable(plan.provider, context)
  const claim = toClaim(plan, opened)
  const facts = await readOrder(claim, plan.provider, ownReading, context, check)
  const differing = findDifference(plan, opened, claim, facts, check)
  if (differing === null) return facts
  const [field, isReported] = differing
  const what = isReported ? 'returned a different' : 'did not return the'
  throw unsafeOrder(
    check,
    `Queried directly, ${plan.provider} ${what} ${fieldNames[field]} for the order.`,
    { field },
  )
}

function toClaim(plan: Plan, { instruction }: Opened): OrderClaim {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver } = plan
  const { exchangeId, depositAddress, memo } = instruction
  return {
    orderId: exchangeId,
    depositAddress,
    depositMemo: memo?.value ?? null,
    srcToken,
    dstToken,
    srcAmount: BigInt(srcAmount),
    fromAddress,
    receiver,
  }
}

async function readOrder(
  claim: OrderClaim,
  provider: Plan['provider'],
  { read }: NonNullable<PlanContext['ownReading']>,
  { sleep }: Asking,
  check: 'D3' | 'D7',
): Promise<OrderFacts> {
  let outage: SwaprouteError | null = null
  for (const waitMs of [0, ...retryDelaysMs]) {
    if (waitMs > 0) await sleep(waitMs)
    try {
      const facts = await read(provider, claim)
      if (facts !== null) return facts
      outage = null
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError) || !isOutage(thrown)) throw thrown
      outage = thrown
    }
  }
  const reason =
    outage === null
      ? `${provider} itself does not know the order.`
      : `${provider} itself did not answer a direct query: ${outage.message}`
  if (check === 'D3') throw unconfirmed(provider, reason, 'Try again later.')
  // The earlier answer still holds; nothing is done on it now.
  throw new SwaprouteError('UPSTREAM_FAILED', reason, {
    hint: 'Nothing was shown or signed. Try again later.',
    ...(outage === null ? {} : { cause: outage }),
  })
}

function unconfirmed(provider: string, reason: string, hint: string): SwaprouteError {
  const text = `The order of ${provider} cannot be confirmed from here: ${reason} (check D3)`
  return new SwaprouteError('UNSAFE_ROUTE', text, {
    hint: `Nothing was shown or signed: a remote service is not trusted to say where to pay. ${hint} Or use --backend embedded, or another provider.`,
    context: { check: 'D3', provider },
  })
}

const fieldNames = {
  exchangeId: 'number',
  depositAddress: 'deposit address',
  memo: 'memo',
  amountToSend: 'amount',
  srcToken: 'coin to pay',
  dstToken: 'coin to receive',
  receiver: 'receiver',
  receiverMemo: "receiver's memo",
  refundAddress: 'refund address',
  dstAmount: 'amount to receive',
  expiresAt: 'deadline',
} as const

type Field = keyof typeof fieldNames

/** The first differing field, and whether the provider returned it; null if all agree. */
function findDifference(
  plan: Plan,
  { instruction, dstMinAmount }: Opened,
  claim: OrderClaim,
  facts: OrderFacts,
  check: 'D3' | 'D7',
): [field: Field, isReported: boolean] | null {
  const { srcToken, dstToken } = plan
  const receiver = payeeOf(dstToken.blockchain, plan.receiver, plan.receiverMemo ?? null)
  const back = plan.refundAddress ?? plan.fromAddress
  const sameOn = ({ blockchain }: Token, a: string | null, b: string | null): boolean =>
    a === null || b === null
      ? a === b
      : spellingOf(chainById(blockchain), a) === spellingOf(chainById(blockchain), b)
  const refundTo = back === null ? null : payeeOf(srcToken.blockchain, back, null).address
  const rows: [Field, unknown, () => boolean][] = [
    ['exchangeId', facts.orderId, () => facts.orderId === claim.orderId],
    [
      'depositAddress',
      facts.depositAddress,
      () => sameOn(srcToken, facts.depositAddress ?? null, claim.depositAddress),
    ],
    ['memo', facts.depositMemo, () => (facts.depositMemo || null) === claim.depositMemo],
    ['amountToSend', facts.srcAmount, () => facts.srcAmount === claim.srcAmount],
    ['srcToken', facts.srcToken, () => isCoin(facts.srcToken, srcToken)],
    ['dstToken', facts.dstToken, () => isCoin(facts.dstToken, dstToken)],
    ['receiver', facts.receiver, () => sameOn(dstToken, facts.receiver ?? null, receiver.address)],
    [
      'receiverMemo',
      // Many have no such field; then the memo is absent.
      facts.receiverMemo === undefined ? (receiver.memo ?? 'none') : facts.receiverMemo,
      () => (facts.receiverMemo || null) === receiver.memo,
    ],
    [
      'refundAddress',
      // Without one in the request, an absent field agrees.
      facts.refundAddress === undefined && refundTo === null ? 'none' : facts.refundAddress,
      () => sameOn(srcToken, facts.refundAddress || null, refundTo),
    ],
    [
      'dstAmount',
      facts.dstAmount,
      // A floating rate moves after the order is open.
      () => check === 'D7' || (facts.dstAmount ?? 0n) >= dstMinAmount,
    ],
    [
      'expiresAt',
      'optional',
      () =>
        // Of a new order without a deadline the provider's own is taken.
        (check === 'D3' && instruction.expiresAtMs === null) ||
        isInTime(instruction.expiresAtMs, facts.expiresAtMs),
    ],
  ]
  for (const [field, reported, holds] of rows) {
    if (reported === undefined || !holds()) return [field, reported !== undefined]
  }
  return null
}

/** The claimed deadline must not be later than the provider's; earlier is harmless. */
function isInTime(claimedMs: number | null, reportedMs: number | null | undefined): boolean {
  if (reportedMs == null) return true
  return claimedMs !== null && claimedMs <= reportedMs + deadlineSlackMs
}

function isCoin(reported: OrderFacts['srcToken'], token: Token): boolean {
  if (reported == null || reported.blockchain !== token.blockchain) return false
  if (reported.native || token.native) return reported.native === token.native
  const chain = chainById(token.blockchain)
  return spellingOf(chain, reported.address) === spellingOf(chain, token.address)
}
