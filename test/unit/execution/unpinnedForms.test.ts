/** What is never asked about, although no table has it, and how a refusal reads. */
import { describe, expect, test } from 'vitest'
import {
  checkTable,
  type ContractFacts,
  requireAccepted,
} from '../../../src/execution/checks/contracts.ts'
import { alice, bob, eth, usdc } from '../../support/executionService.ts'

const provider = 'across'
const acceptContract = async (): Promise<boolean> => true
const simulation = {
  kind: 'simulated',
  failure: null,
  changes: [],
  approvals: [],
  gasUsed: [],
} as const

function facts(change: Partial<ContractFacts>): ContractFacts {
  return {
    transaction: { kind: 'evm', to: bob, data: '0x', value: 1n, approvalAddress: null },
    srcToken: eth,
    dstToken: usdc,
    srcAmount: 1n,
    provider,
    pinned: { targets: [], spenders: [] },
    confirmedDeposit: null,
    ...change,
  }
}

describe('never asked about', () => {
  test('a plain transfer to the address of an order', () => {
    expect(checkTable(facts({ confirmedDeposit: bob }), { acceptContract })).toEqual({
      form: { form: 'transfer', recipient: bob, token: 'native' },
      unpinned: [],
    })
  })

  test('a call of the source token, with any spender', () => {
    const data = `0x12345678${'00'.repeat(64)}`
    const transaction = { kind: 'evm', to: usdc.address, data, value: 0n, approvalAddress: alice }
    const given = facts({ srcToken: usdc, dstToken: eth, transaction } as Partial<ContractFacts>)
    expect(() => checkTable(given, { acceptContract })).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ check: 'E4' }) }),
    )
    const pinned = { targets: [usdc.address], spenders: [] }
    const other = { ...transaction, to: alice, approvalAddress: usdc.address }
    const approved = { srcToken: usdc, dstToken: eth, transaction: other, pinned }
    expect(() => checkTable(facts(approved as Partial<ContractFacts>), { acceptContract })).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ check: 'E2' }) }),
    )
  })
})

test.each([
  ['target', 'E2', 'is not among the contracts of across. (check E2)'],
  ['spender', 'E3', 'is not a spender of across. (check E3)'],
] as const)('a %s that was not typed is reported as such', async (role, check, words) => {
  const contract = { provider, blockchain: 'ETH', address: bob, roles: [role] } as const
  const refused = requireAccepted([contract], simulation as never, {
    acceptContract: async () => false,
  })
  await expect(refused).rejects.toMatchObject({
    message: `${bob} ${words}`,
    context: { check, to: bob },
  })
})
