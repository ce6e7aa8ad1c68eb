import { SwaprouteError } from '../../core/errors.ts'
import { readEvmBaseline } from '../baseline.ts'
import type { DepositCard } from '../context.ts'
import { changedOrder } from '../errors.ts'
import { isOutage } from '../outage.ts'
import type { DepositSession } from '../session.ts'
import { isPaid, statusNameOf } from '../status.ts'
import { confirmAtProvider } from './confirmAtProvider.ts'
import { askOrderStatus } from './followOrder.ts'
import { compareAgain } from './openOrder.ts'
import { receiverMemoOf } from './plan.ts'

const overText = 'The payment deadline has passed: do not pay.'

/**
 * Shows where to pay, unless the deadline has passed or the order is paid. The journal records that
 * it was shown first.
 * @throws SwaprouteError DECLINED from `present`; UNSAFE_ROUTE when the order has changed
 */
export async function showOrder(
  session: DepositSession,
  occasion: DepositCard['occasion'],
): Promise<void> {
  const { context, append, state } = session
  if (isOver(session)) {
    // An order that was never shown cannot have been paid.
    if (state().stage === 'ordered') {
      append({ type: 'abandoned', reason: overText })
      await context.checkpoint('abandoned')
    }
    context.onEvent({ type: 'warning', code: 'DEADLINE_PASSED', text: overText })
    return
  }
  if (occasion === 'resume' && !(await mayShowAgain(session))) return
  if (state().stage === 'ordered') {
    await readBaselines(session)
    append({ type: 'awaiting_deposit' })
    await context.checkpoint('awaiting_deposit')
  }
  session.shown = true
  await context.checkpoint('presenting')
  await context.present(toCard(session, occasion))
  await context.checkpoint('presented')
}

/** D7: read back again, from the provider as well, and not paid yet. */
async function mayShowAgain(session: DepositSession): Promise<boolean> {
  const { context, state } = session
  const { order, plan, request } = state()
  if (order === null) return false
  const { disabled } = context
  const { blockchain } = plan.srcToken
  const isDisabled =
    disabled?.isProvider(plan.provider) === true ||
    disabled?.isContract(blockchain, order.instruction.depositAddress) === true
  if (isDisabled) {
    const text = `${plan.provider} is disabled by your settings: its address is not shown again; a payment already sent is still followed.`
    context.onEvent({ type: 'warning', code: 'DISABLED', text })
    return false
  }
  try {
    const answer = await askOrderStatus(session)
    if (isPaid({ answer, end: null }) || statusNameOf(answer) !== 'PENDING') return false
    await compareAgain(session, order.instruction, 'D7')
    await confirmAtProvider({ ...plan, receiverMemo: request.receiverMemo }, order, context, 'D7')
    return true
  } catch (thrown) {
    if (isOutage(thrown)) {
      const text = 'The order cannot be read back now, so its address is not shown again.'
      context.onEvent({ type: 'warning', code: 'NOT_READ_BACK', text })
      return false
    }
    if (!(thrown instanceof SwaprouteError) || thrown.code !== 'UNSAFE_ROUTE') throw thrown
    throw changedOrder(session, thrown)
  }
}

function isOver({ context, state }: DepositSession): boolean {
  const expiresAtMs = state().order?.instruction.expiresAtMs ?? null
  return expiresAtMs !== null && context.now() >= expiresAtMs
}

/** Records balances and blocks, so that an earlier transaction proves nothing about this order. */
async function readBaselines(session: DepositSession): Promise<void> {
  const { srcToken, dstToken, receiver, refundAddress, fromAddress } = session.state().plan
  await readEvmBaseline(session, dstToken, receiver)
  const payer = refundAddress ?? fromAddress
  if (payer === null || srcToken.blockchain === dstToken.blockchain) return
  await readEvmBaseline(session, srcToken, payer)
}

function toCard({ state, swapId }: DepositSession, occasion: DepositCard['occasion']): DepositCard {
  const { plan, order, route, request } = state()
  if (order === null) throw new Error(`swap ${swapId} has no order to show`)
  return {
    occasion,
    receiptId: swapId,
    routeId: plan.routeId,
    provider: plan.provider,
    rateType: route.rateType,
    send: { token: plan.srcToken, amount: BigInt(plan.srcAmount) },
    receive: { token: plan.dstToken, expected: order.dstAmount, atLeast: order.dstMinAmount },
    instruction: order.instruction,
    receiver: plan.receiver,
    receiverMemo: receiverMemoOf({ request, receiver: plan.receiver }),
    refundAddress: plan.refundAddress ?? plan.fromAddress,
    answer: order.answer,
  }
}
