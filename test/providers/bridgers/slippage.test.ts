/** The slippage that a call of Bridgers states, beside its least amount. */
import { describe, expect, test } from 'vitest'

import { createBridgersProvider } from '../../../src/providers/bridgers.ts'
import { bentExchanges, type CallCase, serviceUrl } from '../callCase.ts'
import { callCases } from '../cases.ts'
import { play, quoteOf, refusal } from '../depositSupport.ts'

const provider = createBridgersProvider('bridgers', { baseUrl: serviceUrl })
const swaps = callCases.filter(([name]) => name.startsWith('bridgers'))

/** Built where 0.005 was asked for. */
async function built(it: CallCase, slippage: string): Promise<unknown> {
  const [path = ''] = it.call.within ?? []
  const [argument = 0, part = 0] = path.split('.').map(Number)
  const exchanges = bentExchanges(it, ({ args }) => (args[argument][part] = slippage))
  const { context } = play(serviceUrl, exchanges)
  return await provider.build(await quoteOf(provider, it.request, context), context)
}

describe.each(swaps)('%s', (_name, it) => {
  test.each(['0.005', '0.0050', '0.005000', '0.004999', '0.003', '0.0', '0'])(
    'takes a call that states %s',
    async (slippage) => {
      await expect(built(it, slippage)).resolves.toMatchObject({ transaction: { kind: 'evm' } })
    },
  )

  test.each(['0.005001', '0.0051', '0.075', '0.1'])(
    'refuses a call that states %s',
    async (slippage) => {
      expect(await refusal(built(it, slippage))).toMatchObject({
        code: 'UNSAFE_ROUTE',
        message: 'The call of Bridgers states more slippage than requested. (check E8)',
        context: { check: 'E8' },
      })
    },
  )

  test.each(['', '.005', '5e-3', '-0.005', '0.0050000', '1'])(
    'refuses a call that states "%s", which is not a share',
    async (slippage) => {
      expect(await refusal(built(it, slippage))).toMatchObject({
        code: 'UNSAFE_ROUTE',
        message: 'The call of Bridgers does not say what it buys. (check E8)',
      })
    },
  )
})
