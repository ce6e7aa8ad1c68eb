/** What a rollup charges besides gas, read through Multicall3 of a real EVM. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readOwnArtifacts } from '../../sandbox/src/artifacts.ts'
import { multicall3Address } from '../../sandbox/src/chains.ts'
import { usualCall } from '../../src/chains/evm/dataFees.ts'
import { startChain, type TestChain } from './support/anvil.ts'

let chain: TestChain

/**
 * An oracle: `getL1Fee(bytes)` costs 3 for each byte of its calldata, `getOperatorFee(uint256)` the
 * gas it is given; everything else reverts.
 */
const oracleCode =
  '0x60003560e01c' +
  // if it is getL1Fee, go to 0x20
  '806349948e0e14602057' +
  // if it is getOperatorFee, go to 0x2e
  '63275aedd214602e57' +
  '60006000fd' +
  '0000' +
  // 0x20: return 3 * calldatasize
  '5b366003026000526020' +
  '6000f3' +
  '00' +
  // 0x2e: return the argument
  '5b60043560005260206000f3'

const payment = {
  to: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  data: `0x${'ab'.repeat(100)}`,
  value: 10n ** 18n,
  gas: 321_000n,
}

/** Calldata of `getL1Fee`: selector, offset, length, and the bytes in whole words. */
function asked(bytes: number): bigint {
  return BigInt(4 + 32 + 32 + 32 * Math.ceil(bytes / 32))
}

beforeAll(async () => {
  chain = await startChain('BASE')
  const { Multicall3 } = await readOwnArtifacts()
  // What a creation returns is the code.
  const code = await chain.rpc('eth_call', { data: Multicall3.bytecode }, 'latest')
  await chain.rpc('anvil_setCode', multicall3Address, code)
})

afterAll(async () => {
  await chain?.stop()
})

describe('on an EVM', () => {
  test('charges nothing without an oracle', async () => {
    expect(await chain.evm.readDataFee('BASE', [payment, usualCall])).toBe(0n)
  })

  test('the oracle prices the bytes and the gas of each transaction', async () => {
    await chain.rpc('anvil_setCode', '0x420000000000000000000000000000000000000F', oracleCode)
    // Fields, receiver, value of eight bytes, data.
    const size = asked(56 + 20 + 8 + 100)
    const usual = asked(56 + 20 + 4 + 9 * 32)
    expect(await chain.evm.readDataFee('BASE', [payment])).toBe(3n * size + payment.gas)
    expect(await chain.evm.readDataFee('BASE', [payment, usualCall])).toBe(
      3n * (size + usual) + payment.gas + usualCall.gas,
    )
  })

  test('a chain that carries its data in gas is not asked', async () => {
    expect(await chain.evm.readDataFee('ARBITRUM', [payment])).toBe(0n)
  })
})
