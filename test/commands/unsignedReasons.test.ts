/** A script that takes an unsigned transaction is given the reasons that a person would have to type. */
import { expect, test } from 'vitest'
import type { PlannedForeign } from '../../src/execution/foreign/plan.ts'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { alice, type SwapScript, swapServices } from '../support/swapScript.ts'

const payer = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const script: SwapScript = {
  card: {
    typedReasons: [
      { code: 'loss', text: 'The loss is 46.62%.', size: 46.62 },
      { code: 'slippage', text: 'The slippage is 9.9%.', size: 9.9 },
    ],
    yesBlockedBy: 'The transaction could not be simulated: no node answers.',
  },
}
const warnings = [
  { code: 'REVIEW_LOSS', message: 'The loss is 46.62%.' },
  { code: 'REVIEW_SLIPPAGE', message: 'The slippage is 9.9%.' },
  {
    code: 'REVIEW_BY_A_PERSON',
    message: 'The transaction could not be simulated: no node answers.',
  },
]

const evm = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--from-address', alice]
const solana = ['swap', '1', 'solana:SOL', 'to', 'arb:USDC', '-r', alice, '--from-address', payer]

async function json(line: string[], given: SwapScript): Promise<Record<string, unknown>> {
  const { services } = swapServices(given)
  const item = routeItem('across', '249.7', line.includes(payer) ? { executionKind: 'solana' } : {})
  const planning: typeof services.planning = async (hooks) => {
    if (services.planning === undefined) throw new Error('no planning')
    const tools = await services.planning(hooks)
    return {
      ...tools,
      planForeign: async (order): Promise<PlannedForeign> => {
        const { provider, routeId, answer, card } = await tools.planSwap(order)
        const transaction = { data: 'AQID' }
        const kind = { leg: 'pay', blockchain: 'SOLANA', kind: 'solana' } as const
        const unsigned = [{ ...kind, from: payer, transaction }]
        return { order, provider, routeId, answer, card, unsigned }
      },
    }
  }
  const run = await runCli([...line, '--json'], {
    services: { ...services, planning },
    routes: [item],
  })
  return documentOf(run)
}

test.each([
  ['an EVM chain', evm],
  ['another chain', solana],
])('of %s: the review is in the data, its reasons are warnings', async (_, line) => {
  for (const flag of ['--unsigned', '--dry-run']) {
    const { data, warnings: told } = await json([...line, flag], script)
    expect(told).toEqual(warnings)
    expect(data).toMatchObject({
      review: { typedReasons: [{ code: 'loss' }, { code: 'slippage' }] },
    })
    expect(await json([...line, flag], {})).toMatchObject({ ok: true, warnings: [] })
  }
})
