import { disabledProvider } from '../../core/disabled.ts'
import type { EvmTransaction } from '../../core/transaction.ts'
import { readRoute } from '../routeFacts.ts'
import type { PlanContext, SwapOrder } from '../types.ts'
import type { PaymentForm } from './contracts.ts'
import { type CheckCode, unsafe } from './unsafe.ts'

type Listing = Pick<PlanContext, 'disabled'>

/** S6: nothing new is asked of a provider that the user has disabled, and nothing is signed for it. */
export function refuseDisabled(
  order: Parameters<typeof readRoute>[1] & Pick<SwapOrder, 'route'>,
  { disabled }: Listing,
): void {
  const { provider } = readRoute(order.route, order)
  if (disabled?.isProvider(provider) === true) throw disabledProvider(provider)
}

/** E2 and E3: no call, transfer or approval reaches a contract that the user has disabled. */
export function checkNotDisabled(
  { srcToken }: Pick<SwapOrder, 'srcToken'>,
  { to, approvalAddress }: EvmTransaction,
  form: PaymentForm,
  context: Listing,
): void {
  const { blockchain } = srcToken
  const paid = [to, ...(form.form === 'transfer' ? [form.recipient] : [])]
  for (const address of paid) refuseContract('E2', blockchain, address, context)
  if (!srcToken.native) refuseContract('E2', blockchain, srcToken.address, context)
  if (approvalAddress !== null) refuseContract('E3', blockchain, approvalAddress, context)
}

/** @throws SwaprouteError UNSAFE_ROUTE with the rule */
export function refuseContract(
  check: CheckCode,
  blockchain: SwapOrder['srcToken']['blockchain'],
  address: string,
  { disabled }: Listing,
): void {
  if (disabled?.isContract(blockchain, address) !== true) return
  throw unsafe(
    check,
    `${address} is disabled by your own list (disabledContracts), and this route would pay it.`,
    { to: address },
  )
}
