import { encodeFunctionData, toEventSelector, toFunctionSelector, type Abi } from 'viem'
import { expect, test } from 'vitest'
import across from '../../../sandbox/src/contracts/data/across.json' with { type: 'json' }
import { multicallHandlerAddress, sandboxChains } from '../../../sandbox/src/chains.ts'
import { convertDecimals } from '../../../sandbox/src/servers/acrossRequest.ts'
import { fromBytes32, spokePoolAbi, toBytes32 } from '../../../sandbox/src/spokePool.ts'

import published from '../../providers/across/recordings/contracts.json' with { type: 'json' }

const realChainIds = { ETH: '1', POLYGON: '137', ARBITRUM: '42161', BSC: '56' } as const

function selectors(abi: Abi): string[] {
  return abi.flatMap((item) => {
    if (item.type === 'function') return [toFunctionSelector(item)]
    return item.type === 'event' ? [toEventSelector(item)] : []
  })
}

test('the calls and events used are those of the deployed contract', () => {
  const real = selectors(across.contracts.Ethereum_SpokePool.abi as Abi)
  for (const selector of selectors(spokePoolAbi)) expect(real).toContain(selector)
  expect(selectors(spokePoolAbi)).toContain('0xad5425c6')
})

test.each(sandboxChains)('$blockchain: the pool is at its production address', (chain) => {
  const addresses: Record<string, string> = published.addresses[realChainIds[chain.blockchain]]
  expect(chain.spokePool).toBe(addresses['SpokePool'])
  if (chain.blockchain !== 'ETH') {
    expect(multicallHandlerAddress).toBe(addresses['MulticallHandler'])
  }
})

test.each([
  [1_234_567n, 6, 18, 1_234_567_000_000_000_000n],
  [1_234_567_999_999_999_999n, 18, 6, 1_234_567n],
  [5n, 8, 8, 5n],
])('%s of %s decimals are counted in %s decimals as %s', (amount, from, to, expected) => {
  expect(convertDecimals(amount, from, to)).toBe(expected)
})

test('addresses survive the way through 32 bytes', () => {
  const address = '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5'
  expect(fromBytes32(toBytes32(address))).toBe(address)
  expect(toBytes32(address)).toHaveLength(66)
  expect(
    encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'relayRootBundle',
      args: [toBytes32(address), toBytes32(address)],
    }),
  ).toHaveLength(138)
})
