import { encodeAbiParameters, encodeFunctionData, namehash, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { type EnsCall, resolveEnsName } from '../../../src/chains/evm/ens.ts'

const resolver = '0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63'
const bob = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const abi = parseAbi(['function addr(bytes32)', 'function addr(bytes32, uint256)'])
const node = namehash('bob.eth')
const evm = (chainId: number): bigint => 0x80000000n | BigInt(chainId)

type Records = Partial<Record<'eth' | `${bigint}`, string>>

/** A registry and a resolver with these records; a missing one answers zero, as resolvers do. */
function ens(records: Records, hasResolver = true): EnsCall {
  const wordOf = (address = `0x${'0'.repeat(40)}`): string =>
    encodeAbiParameters([{ type: 'address' }], [address as `0x${string}`])
  return async (to, data) => {
    if (to !== resolver) return { data: wordOf(hasResolver ? resolver : undefined), revert: null }
    if (data === encodeFunctionData({ abi, functionName: 'addr', args: [node] })) {
      return { data: wordOf(records.eth), revert: null }
    }
    for (const [coinType, address] of Object.entries(records)) {
      if (coinType === 'eth') continue
      const args = [node, BigInt(coinType)] as const
      if (data === encodeFunctionData({ abi, functionName: 'addr', args })) {
        const bytes = encodeAbiParameters([{ type: 'bytes' }], [address as `0x${string}`])
        return { data: bytes, revert: null }
      }
    }
    return { data: encodeAbiParameters([{ type: 'bytes' }], ['0x']), revert: null }
  }
}

const plainAccount = async (): Promise<boolean> => false
const contract = async (): Promise<boolean> => true

describe('a name', () => {
  test.each<[string, number, Records, string]>([
    ['on Ethereum is its address record', 1, { eth: bob, [`${evm(42161)}`]: other }, bob],
    [
      'on another chain is the record of that chain',
      42161,
      { eth: bob, [`${evm(42161)}`]: other },
      other,
    ],
    ['else the default of all EVM chains', 42161, { eth: bob, [`${evm(0)}`]: other }, other],
    ['else the plain account of Ethereum', 42161, { eth: bob }, bob],
  ])('%s', async (_, chainId, records, address) => {
    const found = await resolveEnsName('Bob.eth', chainId, ens(records), plainAccount)
    expect(found.toLowerCase()).toBe(address.toLowerCase())
  })

  test('of a contract wallet has no address on another chain', async () => {
    await expect(resolveEnsName('bob.eth', 42161, ens({ eth: bob }), contract)).rejects.toThrow(
      'is a contract on Ethereum, and names no address for this chain',
    )
    expect(await resolveEnsName('bob.eth', 1, ens({ eth: bob }), contract)).toBeTruthy()
  })

  test.each([
    ['without a resolver', ens({}, false), 'has no record on Ethereum'],
    ['without an address', ens({}), 'has no address'],
  ])('%s is refused', async (_, call, sentence) => {
    await expect(resolveEnsName('bob.eth', 1, call, plainAccount)).rejects.toThrow(sentence)
  })

  test('that a server answers for is refused', async () => {
    const call: EnsCall = async (to, data) =>
      to === resolver ? { data: null, revert: '0x556f1830abcd' } : await ens({})(to, data)
    await expect(resolveEnsName('bob.eth', 1, call, plainAccount)).rejects.toThrow(
      'is stored on a server',
    )
  })

  test.each(['bоb.eth', 'bob_.eth\u200d', '.eth'])('%j is not a valid name', async (name) => {
    await expect(resolveEnsName(name, 1, ens({ eth: bob }), plainAccount)).rejects.toThrow(
      'This is not a valid ENS name.',
    )
  })

  test.each([80, 81])('a refusal names the first 80 letters of %i', async (length) => {
    const name = `${'b'.repeat(length - 4)}.eth`
    await expect(resolveEnsName(name, 1, ens({}, false), plainAccount)).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message: `${name.slice(0, 80)} has no record on Ethereum.`,
    })
  })
})
