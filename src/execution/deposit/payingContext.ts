import {
  type BuiltCall,
  type BuiltRoute,
  readSwapAnswer,
  toWireTransaction,
} from '../../api/builtRoute.ts'
import { toBody } from '../../api/request.ts'
import { chainById, isEvmChain } from '../../chains/chains.ts'
import { encodeTransfer } from '../../chains/evm/erc20.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { PlanContext } from '../context.ts'
import type { DepositState, OpenedOrder } from '../state.ts'
import { confirmAtProvider } from './confirmAtProvider.ts'
import { compareAgain } from './openOrder.ts'
import { unsafeOrder } from './orderTerms.ts'

/** Time a payment needs to be detected; nothing is signed this close to the deadline. */
const lastMomentsMs = 2 * 60_000

/**
 * The context of a swap that pays an open order by a plain transfer. The service provides only the
 * order; the transfer is built here from the recorded, read-back instruction and checked by every
 * payment rule (D7, D8, E2, T2). A new plan pays the same order (I1).
 */
export function payingContext<C extends PlanContext>(context: C, state: DepositState): C {
  const order = requireOrder(state)
  const { route, swapId, plan, request } = state
  return {
    ...context,
    confirmDeposit: () => Promise.resolve(order.instruction.depositAddress),
    api: {
      ...context.api,
      swap: async () => {
        refuseLate(order, context.now())
        await compareAgain({ context, state: () => state }, order.instruction, 'D7')
        await confirmAtProvider(
          { ...plan, receiverMemo: request.receiverMemo },
          order,
          context,
          'D7',
        )
        return toTransfer(readSwapAnswer(order.answer, plan.srcToken, 'order'), state, order)
      },
      quoteAll: (request) => Promise.resolve({ quote: toBody(request), routes: [route] }),
    },
  }

  function requireOrder({ order: opened }: DepositState): OpenedOrder {
    if (opened !== null) return opened
    throw new Error(`swap ${swapId} has no order to pay`)
  }
}

/** @throws SwaprouteError QUOTE_EXPIRED when a payment might come too late */
function refuseLate({ instruction }: OpenedOrder, nowMs: number): void {
  const { expiresAtMs } = instruction
  if (expiresAtMs === null || nowMs + lastMomentsMs < expiresAtMs) return
  throw new SwaprouteError('QUOTE_EXPIRED', 'The payment deadline of this order has passed.', {
    hint: 'Nothing was signed. Get a new quote.',
    context: { check: 'D7' },
  })
}

/** A TON transfer is built from the instruction, with the memo as comment. */
function toTransfer(built: BuiltRoute, { plan }: DepositState, order: OpenedOrder): BuiltRoute {
  const { srcToken } = plan
  if (!isEvmChain(chainById(srcToken.blockchain))) return built
  const { depositAddress, memo } = order.instruction
  if (memo !== null) {
    throw unsafeOrder('D5', 'The order requires a memo that a plain transfer cannot carry.')
  }
  const amount = BigInt(plan.srcAmount)
  const call = srcToken.native
    ? { to: depositAddress, data: '0x', value: amount }
    : { to: srcToken.address, data: encodeTransfer(depositAddress, amount), value: 0n }
  const transfer = { kind: 'evm', ...call, approvalAddress: null } as const
  const transaction: BuiltCall = { ...transfer, approvalAddress: undefined, permit2Address: null }
  return {
    ...built,
    transaction,
    answer: { ...built.answer, transaction: toWireTransaction(transfer, {}) },
  }
}
