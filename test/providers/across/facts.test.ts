import { type Abi, getAbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { chainById } from '../../../src/chains/chains.ts'
import { acrossBlockchains, acrossContracts } from '../../../src/providers/across/contracts.ts'
import { topics } from '../../../src/providers/across/evidence.ts'
import { deposit, poolAbi, readJson } from './calls.ts'

test('selectors and topics are those of the package', () => {
  const selector = (abi: Abi, name: string): string => {
    const item = getAbiItem({ abi, name })
    if (item?.type !== 'function') throw new Error(`no ${name}`)
    return toFunctionSelector(item)
  }
  const topicOf = (name: string): string => {
    const item = getAbiItem({ abi: poolAbi, name })
    if (item?.type !== 'event') throw new Error(`no ${name}`)
    return toEventSelector(item)
  }
  expect(deposit().slice(0, 10)).toBe(selector(poolAbi, 'deposit'))
  expect(topics).toEqual({
    fundsDeposited: topicOf('FundsDeposited'),
    filledRelay: topicOf('FilledRelay'),
    transfer: toEventSelector('Transfer(address,address,uint256)'),
  })
})

test('pinned contracts are those of the package', () => {
  type Deployed = { chains: Record<string, { contracts: Record<string, { address: string }> }> }
  const { chains } = readJson('dist/broadcast/deployed-addresses.json') as Deployed
  expect(acrossBlockchains().length).toBeGreaterThan(15)
  for (const blockchain of acrossBlockchains()) {
    const deployed = chains[String(chainById(blockchain).chainId)]?.contracts ?? {}
    const contracts = acrossContracts(blockchain)
    expect([
      contracts?.spokePool,
      contracts?.peripheries[0],
      contracts?.handler ?? undefined,
    ]).toEqual(
      ['SpokePool', 'SpokePoolPeriphery', 'MulticallHandler'].map(
        (name) => deployed[name]?.address,
      ),
    )
  }
})
