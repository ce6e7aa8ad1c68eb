import type { BuiltRoute } from '../../api/builtRoute.ts'
import { lacksCallById } from '../../api/missingCall.ts'
import type { ErrorObject } from '../../api/routeSchema.ts'
import { amountWithSymbol } from '../../core/amounts.ts'
import { disabledProvider } from '../../core/providerChoice.ts'
import { type ErrorCode, SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import type { OrderFacts } from '../../core/order.ts'
import { isDearerRefund } from '../../core/quote.ts'
import { isQuoteFresh } from '../checks/amounts.ts'
import type { SwapRequest } from '../../core/routeRequest.ts'
import type { PlanContext } from '../context.ts'
import { resumeOrderHint } from '../errors.ts'
import { isOutage } from '../outage.ts'
import { depositFacts } from '../outcome.ts'
import { toJsonRecord } from '../records.ts'
import type { DepositSession } from '../session.ts'
import type { DepositState, Instruction } from '../state.ts'
import { statusNameOf } from '../status.ts'
import { confirmAtProvider } from './confirmAtProvider.ts'
import { compareInstructions, readOrderAnswer, unsafeOrder } from './orderTerms.ts'

/** Waits before the second and third search for an order whose answer was lost. */
const retryDelaysMs = [1_000, 3_000]

/** After these errors no order exists that may be paid. */
const certain: ReadonlySet<ErrorCode> = new Set([
  'INVALID_ARGUMENT',
  'MISSING_FIELD',
  'INVALID_ADDRESS',
  'RECEIVER_REQUIRED',
  'INVALID_AMOUNT',
  'TOO_MANY_DECIMALS',
  'NO_ROUTE',
  'AMOUNT_TOO_LOW',
  'AMOUNT_TOO_HIGH',
  'UNSUPPORTED_RECEIVER',
  'UPSTREAM_REFUSED',
  'UNSAFE_ROUTE',
  'QUOTE_MISMATCH',
  'QUOTE_EXPIRED',
  'PRICE_MOVED',
])

/**
 * Opens the order of a recorded swap, or continues where an earlier process stopped: the request is
 * sent at most once, later runs only search for its order (D1, D2). Afterwards the order is on disk,
 * read back and compared, or the swap is ended.
 * @throws SwaprouteError the errors of the service; UNSAFE_ROUTE for an order that must not be paid;
 * OUTCOME_UNKNOWN while it is not known whether there is one. Nothing was shown in any case
 */
export async function openOrder(session: DepositSession): Promise<void> {
  const { stage } = session.state()
  if (stage === 'ordered' || stage === 'awaiting_deposit') return
  if (stage === 'planned') await requestOrder(session)
  else await findOrder(session, null)
}

async function requestOrder(session: DepositSession): Promise<void> {
  const { context, append, state, report } = session
  const { provider, quotedAtMs } = state().plan
  if (!isQuoteFresh(quotedAtMs, context.now())) {
    // P5: an earlier process ended before it requested the order.
    const message = 'The quote expired before the order was opened.'
    throw await giveUp(
      session,
      new SwaprouteError('QUOTE_EXPIRED', message, { hint: 'Get a new quote.' }),
    )
  }
  if (context.disabled?.isProvider(provider) === true) {
    throw await giveUp(session, disabledProvider(provider))
  }
  append({ type: 'ordering' })
  await context.checkpoint('ordering')
  report('order', 'started', `Opening the order at ${provider}`)
  let built: BuiltRoute
  try {
    built = await askOrder(session)
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    if (certain.has(error.code) || error.context['sent'] === false)
      throw await giveUp(session, error)
    append({ type: 'order_unknown', reason: error.message })
    await context.checkpoint('order_unknown')
    await findOrder(session, error)
    return
  }
  await context.checkpoint('order_answered')
  try {
    await acceptOrder(session, built)
  } catch (thrown) {
    // An order exists but could not be read back.
    if (!isOutage(thrown) || state().end !== null) throw thrown
    const error = toSwaprouteError(thrown)
    append({ type: 'order_unknown', reason: error.message })
    await findOrder(session, error)
  }
}

/**
 * Searches for an order that may have been opened. Its answer is requested only if the service knows
 * the order, so that no order is opened now.
 * @param lost error of the request; null in a later process
 */
async function findOrder(session: DepositSession, lost: SwaprouteError | null): Promise<void> {
  const { context, state } = session
  for (const waitMs of [0, ...retryDelaysMs]) {
    if (waitMs > 0) await context.sleep(waitMs)
    const knowledge = await askWhetherKnown(session)
    if (knowledge === 'untold') throw await giveUp(session, answerLost(session, lost))
    if (knowledge === 'unknown') {
      throw await giveUp(session, lost ?? orderGone(session))
    }
    if (knowledge === 'silent') continue
    try {
      await acceptOrder(session, await askOrder(session))
      return
    } catch (thrown) {
      if (state().end !== null) throw thrown
      const error = toSwaprouteError(thrown)
      // The service lost or refused the answer: the order is not shown and expires unpaid.
      if (error.code === 'OUTCOME_UNKNOWN' || certain.has(error.code)) {
        throw await giveUp(session, error)
      }
      if (!isOutage(error)) throw error
    }
  }
  const { provider } = state().plan
  throw new SwaprouteError(
    'OUTCOME_UNKNOWN',
    `It is not known whether ${provider} opened the order.`,
    {
      hint: `No address was shown, so nothing can have been paid. ${resumeOrderHint(session.swapId)}`,
      context: { receiptId: session.swapId },
      ...(lost === null ? {} : { cause: lost }),
    },
  )
}

/** `untold`: the answer cannot be had again without the risk of a second order. */
async function askWhetherKnown({
  context,
  state,
}: DepositSession): Promise<'known' | 'unknown' | 'silent' | 'untold'> {
  const { routeId } = state().plan
  try {
    const answer = await context.api.statusExtended({ id: routeId }, { signal: context.signal })
    if (statusNameOf(answer) === 'NOT_FOUND') return 'unknown'
    return context.ownReading === undefined ? 'known' : 'untold'
  } catch (thrown) {
    if (lacksCallById(thrown)) return 'untold'
    if (isOutage(thrown)) return 'silent'
    throw thrown
  }
}

function answerLost({ state }: DepositSession, lost: SwaprouteError | null): SwaprouteError {
  const { provider } = state().plan
  return new SwaprouteError(
    'OUTCOME_UNKNOWN',
    `The answer to the order at ${provider} is lost, and asking again might open a second one.`,
    {
      hint: 'No address was shown and nothing can have been paid; an unpaid order expires. Get a new quote.',
      context: { check: 'D2', provider },
      ...(lost === null ? {} : { cause: lost }),
    },
  )
}

/** Requests the order, never its transfer; a repeat returns the stored answer. */
export async function askOrder({
  context,
  state,
}: {
  context: Pick<PlanContext, 'api' | 'signal' | 'ownReading'>
  state(): DepositState
}): Promise<BuiltRoute> {
  const { plan, request } = state()
  const asked: SwapRequest = {
    ...request,
    id: plan.routeId,
    receiver: plan.receiver,
    ...(plan.fromAddress === null ? {} : { fromAddress: plan.fromAddress }),
    ...(plan.refundAddress === null ? {} : { refundAddress: plan.refundAddress }),
    enableChecks: false,
  }
  return await context.api.swapDepositTrade(asked, { signal: context.signal })
}

/**
 * Compares the order with the service's repeated answer. A foreign service might open a second order
 * for a repeated request: only the provider itself is asked about its order.
 */
export async function compareAgain(
  session: Parameters<typeof askOrder>[0],
  before: Instruction,
  check: 'D3' | 'D7',
): Promise<void> {
  if (session.context.ownReading !== undefined) return
  compareInstructions(before, await askOrder(session), check)
}

/** Checks, reads back, compares, and only then records the order (D3 to D8). */
async function acceptOrder(session: DepositSession, built: BuiltRoute): Promise<void> {
  const { context, state, append, report } = session
  const { plan, request, route } = state()
  const minReceive = plan.minReceive === null ? null : BigInt(plan.minReceive)
  const facts = { ...plan, request, route, minReceive }
  try {
    const opened = readOrderAnswer(built, facts, context.now(), context)
    refusePlace(plan.srcToken, opened.instruction, context)
    await compareAgain(session, opened.instruction, 'D3')
    const own = { ...plan, receiverMemo: request.receiverMemo }
    const confirmed = await confirmAtProvider(own, opened, context, 'D3')
    refuseDearerRefund(confirmed, plan, route.warnings)
    await context.checkpoint('order_read_back')
    const { memo, ...instruction } = opened.instruction
    append({
      type: 'ordered',
      ...instruction,
      // Not every service passes the provider's deadline on.
      expiresAtMs: instruction.expiresAtMs ?? confirmed?.expiresAtMs ?? null,
      extraFields: memo,
      dstAmount: String(opened.dstAmount),
      dstMinAmount: String(opened.dstMinAmount),
      answer: toJsonRecord(opened.answer),
    })
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    if (!certain.has(error.code)) throw error
    throw await giveUp(session, error)
  }
  await context.checkpoint('ordered')
  const number = depositFacts(state(), false)?.exchangeId
  const what = number == null ? 'The order' : `Order ${number}`
  report('order', 'done', `${what} is open and read back`)
}

/** E16: a service may omit the refund cost that its provider reports. */
function refuseDearerRefund(
  facts: OrderFacts | null,
  { provider, srcToken, srcAmount }: DepositState['plan'],
  warnings: readonly ErrorObject[],
): void {
  const fee = facts?.refundFee
  if (!isDearerRefund(fee, BigInt(srcAmount), warnings)) return
  const cost = amountWithSymbol(fee, srcToken)
  throw unsafeOrder(
    'E16',
    `Queried directly, a refund by ${provider} costs up to ${cost}, which the service does not state.`,
    { field: 'refundFee' },
  )
}

/** S6: a disabled address is not paid by hand either. */
function refusePlace(
  { blockchain }: DepositState['plan']['srcToken'],
  { depositAddress }: Instruction,
  { disabled }: Pick<PlanContext, 'disabled'>,
): void {
  if (disabled?.isContract(blockchain, depositAddress) !== true) return
  throw unsafeOrder('E2', 'The deposit address of the order is disabled by your settings.', {
    field: 'depositAddress',
  })
}

function orderGone({ state }: DepositSession): SwaprouteError {
  const { provider } = state().plan
  const message = `${provider} has no order for this swap; no address was shown.`
  return new SwaprouteError('QUOTE_EXPIRED', message, {
    hint: 'Nothing was paid. Get a new quote.',
  })
}

/** Ends a swap whose address was never shown, so nothing can have been paid. */
async function giveUp(
  { append, swapId, context }: DepositSession,
  error: SwaprouteError,
): Promise<SwaprouteError> {
  append({ type: 'abandoned', reason: error.message, code: error.code })
  await context.checkpoint('abandoned')
  return new SwaprouteError(error.code, error.message, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    context: { ...error.context, receiptId: swapId },
    serviceCode: error.serviceCode,
    cause: error.cause ?? error,
  })
}
