/** What rollups charge besides gas: which chains do, what is asked, what an answer means. */
import { decodeFunctionData, encodeFunctionResult, multicall3Abi, parseAbi, type Hex } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'

import type { DataFeeKind } from '../../../../src/chains/chainWords.ts'
import { allChains, isEvmChain } from '../../../../src/chains/chains.ts'
import {
  dataFeeCall,
  type PricedBytes,
  readDataFees,
  usualCall,
} from '../../../../src/chains/evm/dataFees.ts'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const oracleAbi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
])
const payment: PricedBytes = {
  to: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  data: '0xdeadbeef',
  value: 0x123n,
  gas: 321_000n,
}

describe('chains', () => {
  /** How each rollup of the table charges for its data; sources: dataFees.ts. */
  const rollups: Readonly<Record<DataFeeKind | 'in gas or its price', readonly BlockchainId[]>> = {
    'op-stack': [
      'BASE',
      'BLAST',
      'BOBA',
      'CELO',
      'FRAXTAL',
      'HEMI',
      'MANTA_PACIFIC',
      'MEGAETH',
      'METIS',
      'MODE',
      'OPTIMISM',
      'SONEIUM',
      'UNICHAIN',
      'XLAYER',
      'BLAST_TESTNET',
      'UNICHAIN_SEPOLIA_TESTNET',
    ],
    mantle: ['MANTLE'],
    morph: ['MORPH'],
    scroll: ['SCROLL', 'SCROLL_SEPOLIA'],
    'in gas or its price': [
      'ARBITRUM',
      'GRAVITY',
      'LINEA',
      'MERLIN',
      'TAIKO',
      'ZK_FAIR',
      'ZK_LINK',
      'ZK_SYNC',
    ],
  }
  /** Chains with their own consensus (AURORA: NEAR’s), and those that have ended. */
  const others: readonly BlockchainId[] = [
    'ASTAR_EVM',
    'AURORA',
    'AVALANCHE',
    'BAHAMUT',
    'BERACHAIN',
    'BITGERT',
    'BITLAYER',
    'BOBA_BSC',
    'BSC',
    'CORE',
    'CRONOS',
    'DEFIKINGDOMS',
    'ETH',
    'ETHEREUM_CLASSIC',
    'FANTOM',
    'FLARE',
    'FUSE',
    'GNOSIS',
    'HARMONY',
    'HORIZEN_EON',
    'HYPER_EVM',
    'IOTEX',
    'KAVA',
    'KLAYTN',
    'MONAD',
    'MOONBEAM',
    'MOONRIVER',
    'OASIS',
    'OKX',
    'PLASMA',
    'POLYGON',
    'POLYGON_ZKEVM',
    'PULSECHAIN',
    'ROOTSTOCK',
    'SEI',
    'SYSCOIN',
    'TELOS',
    'THETA',
    'VELAS',
    'XDC',
    'ZETACHAIN',
    'ARTHERA',
    'BERACHAIN_TESTNET',
    'BSCT',
    'FUJI',
    'GOERLI',
    'HOLESKY',
    'MUMBAI',
    'SEPOLIA',
  ]

  test('each has its answer: a rollup that charges by an oracle, one that does not, or no rollup', () => {
    const ways = new Map<string, string>(
      Object.entries(rollups).flatMap(([way, ids]) => ids.map((id) => [id, way] as const)),
    )
    for (const id of others) ways.set(id, 'no rollup')
    const evmChains = allChains().filter((chain) => isEvmChain(chain))
    expect([...ways.keys()].toSorted()).toEqual(evmChains.map(({ id }) => id).toSorted())
    expect(ways.size).toBe(others.length + Object.values(rollups).flat().length)
    for (const { id, dataFee } of evmChains) {
      const way = ways.get(id) ?? ''
      expect([id, dataFee]).toEqual([
        id,
        way === 'no rollup' || way === 'in gas or its price' ? null : way,
      ])
    }
  })

  test('of viem’s list that have the oracle of the OP Stack are all there', () => {
    // viem names two chains for the number of HYPER_EVM, one of them a test network long gone.
    const withOracle = new Set<number>(
      Object.values(viemChains).flatMap((chain) =>
        'contracts' in chain && 'gasPriceOracle' in (chain.contracts ?? {}) && chain.id !== 999
          ? [chain.id]
          : [],
      ),
    )
    const missing = allChains().filter(
      (chain) => isEvmChain(chain) && withOracle.has(chain.chainId) && chain.dataFee === null,
    )
    expect(missing.map(({ id }) => id)).toEqual([])
    expect(withOracle.size).toBeGreaterThan(10)
  })
})

type Read = { target: string; method: string; args: readonly unknown[] }

function readsOf(dataFee: DataFeeKind, transactions: readonly PricedBytes[]): Read[] {
  const { params } = dataFeeCall({ dataFee, multicall3 }, transactions)
  const [{ to, data }] = params as [{ to: string; data: Hex }]
  expect(to).toBe(multicall3)
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const [calls] = args as [readonly { target: string; callData: Hex; allowFailure: boolean }[]]
  return calls.map(({ target, callData, allowFailure }) => {
    expect(allowFailure).toBe(true)
    const { functionName, args: given } = decodeFunctionData({
      abi: oracleAbi,
      data: callData,
    })
    return { target, method: functionName, args: given }
  })
}

describe('one call', () => {
  test.each<[DataFeeKind, string, string[]]>([
    ['op-stack', '0x420000000000000000000000000000000000000F', []],
    ['mantle', '0x420000000000000000000000000000000000000F', ['tokenRatio']],
    ['scroll', '0x5300000000000000000000000000000000000002', []],
    ['morph', '0x530000000000000000000000000000000000000f', []],
  ])('asks the oracle of %s for each transaction', (kind, oracle, first) => {
    const reads = readsOf(kind, [payment, usualCall])
    expect(reads.map(({ method }) => method)).toEqual([
      ...first,
      'getL1Fee',
      'getOperatorFee',
      'getL1Fee',
      'getOperatorFee',
    ])
    for (const { target } of reads) expect(target).toBe(oracle)
    const [bytes, gas] = reads.slice(first.length)
    expect(String(bytes?.args[0])).toMatch(/68b3465833fb72a70ecdf485e0e4c7bd8665fc450123deadbeef$/i)
    expect(gas?.args).toEqual([321_000n])
  })

  test('has the size of a transaction, and hardly compresses', () => {
    const [{ args } = { args: [] }] = readsOf('op-stack', [usualCall])
    const bytes = String(args[0]).slice(2)
    // Fields, receiver, selector and nine words.
    expect(bytes.length / 2).toBe(56 + 20 + 4 + 9 * 32)
    expect(new Set(bytes.slice(0, 112).match(/../g)).size).toBeGreaterThan(30)
  })
})

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function answer(results: (bigint | null)[]): string {
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: results.map((value) => ({
      success: value !== null,
      returnData: value === null ? '0x' : word(value),
    })),
  })
}

describe('an answer', () => {
  test.each<[string, DataFeeKind, (bigint | null)[], bigint[]]>([
    ['is L1 and operator together', 'op-stack', [70n, 7n, 500n, 5n], [77n, 505n]],
    ['is L1 alone before Isthmus', 'op-stack', [70n, null, 500n, null], [70n, 500n]],
    ['is L1 alone on Scroll', 'scroll', [70n, null, 500n, null], [70n, 500n]],
    ['is in MNT on Mantle', 'mantle', [3789n, 70n, 7n, 500n, 5n], [265_237n, 1_894_505n]],
  ])('%s', (_, dataFee, results, expected) => {
    expect(readDataFees({ dataFee }, [payment, usualCall], answer(results))).toEqual(expected)
  })

  test('of a chain without Multicall3 or oracle counts as zero', () => {
    const asked = [payment, usualCall]
    expect(readDataFees({ dataFee: 'op-stack' }, asked, '0x')).toEqual([0n, 0n])
    const none = encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: Array.from({ length: 4 }, () => ({ success: true, returnData: '0x' as const })),
    })
    expect(readDataFees({ dataFee: 'op-stack' }, asked, none)).toEqual([0n, 0n])
  })

  test('of another form is refused', () => {
    expect(() => readDataFees({ dataFee: 'op-stack' }, [payment], answer([1n]))).toThrow(
      /1 results instead of 2/,
    )
  })
})
