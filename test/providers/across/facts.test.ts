import { type Abi, getAbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { allChains, chainById } from '../../../src/chains/chains.ts'
import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import {
  acrossBlockchains,
  acrossContracts,
  isEventEmitter,
} from '../../../src/providers/across/contracts.ts'
import emitters from '../../../src/providers/across/data/eventEmitters.json' with { type: 'json' }
import { acrossTopics } from '../../../src/providers/across/evidence.ts'
import { deposit, poolAbi } from './calls.ts'
import published from './recordings/contracts.json' with { type: 'json' }

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
  expect(acrossTopics).toEqual({
    fundsDeposited: topicOf('FundsDeposited'),
    filledRelay: topicOf('FilledRelay'),
  })
})

const deployed: Record<string, Record<string, string>> = published.addresses

test('every chain of the package that has an identifier here is served', () => {
  const known = allChains().filter(
    ({ chainId, testnet }) => !testnet && deployed[String(chainId)]?.['SpokePool'],
  )
  expect(known.map(({ id }) => id).toSorted()).toEqual(acrossBlockchains().toSorted())
})

test('every pinned address is whole, with its checksum', () => {
  const pinned = acrossBlockchains().flatMap((blockchain) => {
    const contracts = acrossContracts(blockchain)
    return contracts === null
      ? []
      : [contracts.spokePool, ...contracts.peripheries, contracts.handler ?? []].flat()
  })
  expect(pinned.length).toBeGreaterThan(60)
  for (const address of [...pinned, ...emitters]) {
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(address).toBe(toChecksumAddress(address))
  }
})

test('the log contracts of the package are known in any spelling', () => {
  for (const blockchain of ['AVALANCHE', 'MEGAETH'] as const) {
    const address = deployed[String(chainById(blockchain).chainId)]?.['AcrossEventEmitter'] ?? ''
    expect([isEventEmitter(address), isEventEmitter(address.toLowerCase())]).toEqual([true, true])
  }
  expect(isEventEmitter('0x25b15fc38d6a2c13fedd9cb51f184f7cf0d4c11')).toBe(false)
})

test('pinned contracts are those of the package', () => {
  expect(acrossBlockchains().length).toBeGreaterThan(15)
  for (const blockchain of acrossBlockchains()) {
    const addresses = deployed[String(chainById(blockchain).chainId)] ?? {}
    const contracts = acrossContracts(blockchain)
    expect([
      contracts?.spokePool,
      contracts?.peripheries[0],
      contracts?.handler ?? undefined,
    ]).toEqual(
      ['SpokePool', 'SpokePoolPeriphery', 'MulticallHandler'].map((name) => addresses[name]),
    )
  }
})
