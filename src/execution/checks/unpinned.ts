import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import type { UnpinnedContract } from '../../core/unpinnedContract.ts'
import type { Simulation } from '../../wallet/types.ts'
import type { PlanContext } from '../types.ts'
import { type ContractFacts, checkContracts, notInTable, type PaymentForm } from './contracts.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { isAmong, unsafe } from './unsafe.ts'

// E2 and E3 hold contracts against a table that changes with releases only. The one way around the
// table is a person who types the whole address; every other rule stays as it is.

/**
 * `checkContracts`, and what of the plan is in no table although nothing else is wrong with it.
 * Where nobody can be asked, that is refused at once. Plain transfers are never asked about: they
 * go to the address that an order confirms, or nowhere.
 */
export function checkTable(
  facts: ContractFacts,
  { acceptContract }: Pick<PlanContext, 'acceptContract'>,
): { form: PaymentForm; unpinned: UnpinnedContract[] } {
  const unpinned = acceptContract === undefined ? [] : unpinnedOf(facts)
  if (unpinned.length === 0) return { form: checkContracts(facts), unpinned }
  const { pinned } = facts
  const named = unpinned.map(({ address }) => address)
  const form = checkContracts({
    ...facts,
    pinned: {
      targets: [...pinned.targets, ...named],
      spenders: [...pinned.spenders, ...named],
    },
  })
  if (form.form === 'transfer') return { form: checkContracts(facts), unpinned: [] }
  return { form, unpinned }
}

function unpinnedOf({
  transaction,
  srcToken,
  provider,
  pinned,
}: ContractFacts): UnpinnedContract[] {
  const { to, approvalAddress: spender } = transaction
  const isPaid = !isAmong(to, pinned.targets)
  const mayTake = spender !== null && !isAmong(spender, pinned.spenders)
  const contract = (address: string, roles: UnpinnedContract['roles']): UnpinnedContract => ({
    provider,
    blockchain: srcToken.blockchain,
    address: toChecksumAddress(address),
    roles,
  })
  // Of the source token itself nothing but a transfer or unwrapping is ever called.
  if (
    [to, spender].some((address) => address !== null && isSameAddress(address, srcToken.address))
  ) {
    return []
  }
  if (mayTake && isPaid && isSameAddress(to, spender)) return [contract(to, ['target', 'spender'])]
  return [
    ...(isPaid ? [contract(to, ['target'])] : []),
    ...(mayTake ? [contract(spender, ['spender'])] : []),
  ]
}

/**
 * Asks about each contract that no table knows, once everything else about the plan is checked.
 * @returns the addresses that were typed in full
 * @throws SwaprouteError UNSAFE_ROUTE with E2 or E3; E10 where the plan could not be simulated
 */
export async function requireAccepted(
  unpinned: readonly UnpinnedContract[],
  simulation: Simulation,
  { acceptContract }: Pick<PlanContext, 'acceptContract'>,
): Promise<string[]> {
  if (unpinned.length > 0 && simulation.kind === 'unavailable') {
    const what = 'A contract that is in no table is paid only after a simulation, and there is none'
    throw unsafe('E10', `${what}: ${simulation.reason}.`)
  }
  for (const contract of unpinned) {
    if ((await acceptContract?.(contract)) !== true) throw notInTable(contract)
  }
  return unpinned.map(({ address }) => address)
}
