/** Every provider that is paid at an address of an order, from its case. */
import { depositCases } from './cases.ts'
import { describeDepositProvider } from './depositContract.ts'

for (const [id, it] of depositCases) describeDepositProvider(id, it)
