/** Every provider that is paid at an address of an order, from its case. */
import { depositCases } from './cases.ts'
import { describeDepositProvider } from './depositContract.ts'
import { describePaidOrders } from './depositPaid.ts'

for (const [id, it] of depositCases) {
  describeDepositProvider(id, it)
  describePaidOrders(id, it)
}
