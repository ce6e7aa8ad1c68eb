/** What is recorded of an account before a payment, when the node fails. */
import { expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { readEvmBaseline } from '../../../src/execution/baseline.ts'
import { evm, tokenOf } from '../../providers/depositSupport.ts'
import { createFakeChain } from '../../support/executionChain.ts'

const owner = evm('receiver')
const usdc = tokenOf('ETH', 'USDC')

type Call = 'readBalances' | 'readBlock'

async function recorded(fails: Partial<Record<Call, Error>>): Promise<unknown[]> {
  const chain = createFakeChain('ETH', 1)
  const events: unknown[] = []
  const reader = Object.fromEntries(
    Object.entries(fails).map(([call, thrown]) => [call, () => Promise.reject(thrown)]),
  )
  const context = {
    evm: { ...chain.evm, ...reader },
    chainId: () => 1,
    hasChain: () => true,
  } as never // only what a baseline needs
  await readEvmBaseline({ context, append: (event) => events.push(event) }, usdc, owner)
  return events
}

const outage = new SwaprouteError('CHAIN_UNAVAILABLE', 'No node answers.')
const known = { type: 'baseline', blockchain: 'ETH', owner, balance: '0' }

test('an outage leaves unknown what it hides', async () => {
  const [whole] = await recorded({})
  expect(whole).toMatchObject({ ...known, blockNumber: expect.stringMatching(/^\d+$/) })
  expect(await recorded({ readBlock: outage })).toEqual([{ ...known, blockNumber: null }])
  expect(await recorded({ readBalances: outage })).toEqual([
    { ...known, balance: null, blockNumber: expect.stringMatching(/^\d+$/) },
  ])
})

test.each<Call>(['readBalances', 'readBlock'])(
  'an error of ours in %s is not an outage',
  async (call) => {
    const stopped = new SwaprouteError('INTERRUPTED', 'stopped')
    await expect(recorded({ [call]: stopped })).rejects.toBe(stopped)
    const bug = new TypeError('undefined is not a function')
    await expect(recorded({ [call]: bug })).rejects.toBe(bug)
  },
)
