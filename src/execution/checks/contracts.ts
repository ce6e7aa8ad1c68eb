import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import { byteLength, isEvmAddress, isHexData, readAddress, readUint } from '../../chains/evm/hex.ts'
import { type Token, isSameAddress, zeroAddress } from '../../core/token.ts'
import { disabledProvider } from '../../core/providerChoice.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { RuleCode } from '../../core/rules.ts'
import type { EvmTransaction } from '../../core/transaction.ts'
import type { UnpinnedContract } from '../../core/review.ts'
import type { Simulation } from '../../wallet/types.ts'
import type { PlanContext } from '../context.ts'
import type { SwapOrder } from '../planned.ts'
import { readRoute } from '../route.ts'
import { isAmong, unsafe } from './unsafe.ts'

export type ContractFacts = {
  provider: ProviderId
  transaction: EvmTransaction
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  pinned: { targets: readonly string[]; spenders: readonly string[] }
  /** Deposit address read back from the provider's order; null without one. */
  confirmedDeposit: string | null
}

/** Form of the payment: to a contract of the provider, or a plain transfer. */
export type PaymentForm =
  | { form: 'contract' }
  | { form: 'transfer'; recipient: string; token: 'native' | 'erc20' }

const transferSelector = '0xa9059cbb'
const withdrawSelector = '0x2e1a7d4d'
const depositSelector = '0xd0e30db0'

/**
 * Methods that grant or use a right over tokens (E4). Selectors are the first four bytes of
 * keccak-256 of the signature; a test computes them again.
 */
export const forbiddenMethods: ReadonlyMap<string, string> = new Map([
  ['0x095ea7b3', 'approve(address,uint256)'],
  ['0x23b872dd', 'transferFrom(address,address,uint256)'],
  ['0xd505accf', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  ['0x9fd5a6cf', 'permit(address,address,uint256,uint256,bytes)'],
  ['0x8fcbaf0c', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'],
  ['0xa22cb465', 'setApprovalForAll(address,bool)'],
  ['0x39509351', 'increaseAllowance(address,uint256)'],
  ['0xd73dd623', 'increaseApproval(address,uint256)'],
  ['0x959b8c3f', 'authorizeOperator(address)'],
  ['0xcae9ca51', 'approveAndCall(address,uint256,bytes)'],
  ['0x3177029f', 'approveAndCall(address,uint256)'],
  ['0xd8fbe994', 'transferFromAndCall(address,address,uint256)'],
  ['0xc1d34b89', 'transferFromAndCall(address,address,uint256,bytes)'],
  ['0x42842e0e', 'safeTransferFrom(address,address,uint256)'],
  ['0xb88d4fde', 'safeTransferFrom(address,address,uint256,bytes)'],
  ['0xf242432a', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'],
  // Permit2, https://docs.uniswap.org/contracts/permit2/overview (read 2026-11)
  ['0x87517c45', 'approve(address,address,uint160,uint48)'],
  ['0x2b67b570', 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)'],
  ['0x2a2d80d1', 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)'],
  ['0x36c78516', 'transferFrom(address,address,uint160,address)'],
  ['0x0d58b1db', 'transferFrom((address,address,uint160,address)[])'],
  [
    '0x30f28b7a',
    'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
  ],
  [
    '0xedd9444b',
    'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
  ],
  [
    '0x137c29fe',
    'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
  ],
  [
    '0xfe8ec1a7',
    'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
  ],
])

/**
 * E2 (without the code at the target), E3 and E4.
 * @returns the form of the payment
 */
export function checkContracts(facts: ContractFacts): PaymentForm {
  const { transaction, srcToken, provider, pinned, confirmedDeposit } = facts
  const { to, data } = transaction
  if (!isEvmAddress(to) || isSameAddress(to, zeroAddress)) {
    throw unsafe('E2', 'The transaction has no valid contract address.', { to })
  }
  if (!isHexData(data)) throw unsafe('E4', 'The call data is not hexadecimal.')
  const method = forbiddenMethods.get(data.slice(0, 10).toLowerCase())
  if (method !== undefined) {
    throw unsafe('E4', `The transaction calls ${method}, which no provider may request.`, {
      method,
    })
  }
  const form = formOf(facts)
  if (form.form === 'transfer') {
    // A plain transfer to a contract that expects a call would be lost, even to a pinned one.
    if (confirmedDeposit === null || !isSameAddress(form.recipient, confirmedDeposit)) {
      throw unsafe('E2', `No order of ${provider} confirms the address ${form.recipient}.`, {
        to: form.recipient,
      })
    }
  } else if (!isAmong(to, pinned.targets)) {
    throw notInTable({
      provider,
      blockchain: srcToken.blockchain,
      address: toChecksumAddress(to),
      roles: ['target'],
    })
  }
  checkSpender(facts, form)
  if (srcToken.native && transaction.approvalAddress !== null) {
    const spender = transaction.approvalAddress
    throw unsafe('E3', 'A native coin needs no approval, but the route asks for one.', { spender })
  }
  return form
}

/** The refusal that the user can override by typing the full address. */
function notInTable({ provider, blockchain, address, roles }: UnpinnedContract): SwaprouteError {
  const check = roles.includes('target') ? 'E2' : 'E3'
  const what =
    check === 'E2'
      ? `${address} is not among the contracts of ${provider}.`
      : `${address} is not a spender of ${provider}.`
  return new SwaprouteError('UNSAFE_ROUTE', `${what} (check ${check})`, {
    hint: `Nothing was signed. Choose another provider with --provider; or, only if ${provider} itself publishes this contract, type its full address at the prompt or add --accept-contract ${blockchain.toLowerCase()}:<full address>. --yes does not accept it.`,
    context: { check, to: address, blockchain },
  })
}

/** E2: the target is a contract. `code` is the answer of `eth_getCode`. */
export function checkCode(to: string, code: string, form: PaymentForm): void {
  if (form.form === 'transfer' && form.token === 'native') return
  if (code.length > 2) return
  throw unsafe('E2', `There is no contract at ${to} on this chain.`, { to })
}

/** A token route is paid through a spender, except by transfer or by unwrapping one's own token. */
function checkSpender(
  { transaction, srcToken, provider, pinned }: ContractFacts,
  form: PaymentForm,
): void {
  const spender = transaction.approvalAddress
  if (spender === null) return
  if (form.form === 'transfer' || isSameAddress(spender, srcToken.address)) {
    throw unsafe('E3', `An approval for ${spender} is not needed for this payment.`, { spender })
  }
  if (!isAmong(spender, pinned.spenders)) {
    throw notInTable({
      provider,
      blockchain: srcToken.blockchain,
      address: toChecksumAddress(spender),
      roles: ['spender'],
    })
  }
}

function formOf({
  provider,
  transaction,
  srcToken,
  dstToken,
  srcAmount,
}: ContractFacts): PaymentForm {
  const { to, data } = transaction
  if (srcToken.native) {
    if (data === '0x') return { form: 'transfer', recipient: to, token: 'native' }
    if (isSameAddress(to, dstToken.address))
      checkWrapping(provider, data.toLowerCase() === depositSelector)
    return { form: 'contract' }
  }
  if (data.length < 10)
    throw unsafe('E4', 'The payment is in a token, but the transaction calls no contract.', { to })
  if (!isSameAddress(to, srcToken.address)) return { form: 'contract' }

  const selector = data.slice(0, 10).toLowerCase()
  if (selector === withdrawSelector) {
    const amount = byteLength(data) === 36 ? readUint(data, 4) : -1n
    checkWrapping(provider, dstToken.native && amount === srcAmount)
    return { form: 'contract' }
  }
  if (selector !== transferSelector || byteLength(data) !== 68) {
    throw unsafe(
      'E4',
      'The transaction calls the token itself for something other than a transfer.',
      {
        selector,
      },
    )
  }
  const amount = readUint(data, 36)
  if (amount !== srcAmount) {
    throw unsafe('E2', 'The transfer is not for exactly the accepted amount.', {
      accepted: String(srcAmount),
      transferred: String(amount),
    })
  }
  return { form: 'transfer', recipient: readAddress(data, 4), token: 'erc20' }
}

function checkWrapping(provider: ProviderId, exact: boolean): void {
  if (provider === 'WRAPPED' && exact) return
  throw unsafe('E4', 'The transaction calls the token itself for something other than wrapping.')
}

type Listing = Pick<PlanContext, 'disabled'>

/** S6: a disabled provider gets no new requests, and nothing is signed for it. */
export function refuseDisabled(
  { request, route }: Pick<SwapOrder, 'request' | 'route'>,
  { disabled }: Listing,
): void {
  const { provider } = readRoute(route, request)
  if (disabled?.isProvider(provider) === true) throw disabledProvider(provider)
}

/** E2 and E3: no call, transfer or approval reaches a contract that the user has disabled. */
export function checkNotDisabled(
  { srcToken }: Pick<RouteRequest, 'srcToken'>,
  { to, approvalAddress }: EvmTransaction,
  form: PaymentForm,
  context: Listing,
): void {
  const { blockchain } = srcToken
  const paid = [to, ...(form.form === 'transfer' ? [form.recipient] : [])]
  for (const address of paid) refuseContract('E2', blockchain, address, context)
  if (!srcToken.native) refuseContract('E2', blockchain, srcToken.address, context)
  if (approvalAddress !== null) refuseContract('E3', blockchain, approvalAddress, context)
}

/** @throws SwaprouteError UNSAFE_ROUTE with the rule */
export function refuseContract(
  check: RuleCode,
  blockchain: BlockchainId,
  address: string,
  { disabled }: Listing,
): void {
  if (disabled?.isContract(blockchain, address) !== true) return
  throw unsafe(
    check,
    `${address} is disabled by your settings (disabledContracts), and this route would pay it.`,
    { to: address },
  )
}

// E2 and E3 check contracts against a table that changes only with releases. Only a user who types
// the full address can bypass it; all other rules still apply.

/**
 * `checkContracts` plus the unknown contracts of an otherwise valid plan, refused at once if no
 * user can be asked. Plain transfers are never asked about: they go only to the address an order
 * confirms.
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
  // On the source token itself only a transfer or unwrapping is ever called.
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
 * Asks about each unknown contract, after all other checks of the plan.
 * @returns the addresses that were typed in full
 * @throws SwaprouteError UNSAFE_ROUTE with E2 or E3; E10 where the plan could not be simulated
 */
export async function requireAccepted(
  unpinned: readonly UnpinnedContract[],
  simulation: Simulation,
  { acceptContract }: Pick<PlanContext, 'acceptContract'>,
): Promise<string[]> {
  if (unpinned.length > 0 && simulation.kind === 'unavailable') {
    const what =
      'An unknown contract is paid only after a simulation, and this call was not simulated'
    throw unsafe('E10', `${what}: ${simulation.reason}.`)
  }
  for (const contract of unpinned) {
    if ((await acceptContract?.(contract)) !== true) throw notInTable(contract)
  }
  return unpinned.map(({ address }) => address)
}
