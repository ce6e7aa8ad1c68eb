import type { BuiltRoute } from '../../api/builtRoute.ts'
import { checkAddress, checkReceiver } from '../../chains/addresses.ts'
import { classicXrpAddress } from '../../chains/addresses/xrp.ts'
import { type Chain, chainById, isEvmChain } from '../../chains/chains.ts'
import { memoFault } from '../../chains/receiverMemos.ts'
import { toRawTonAddress } from '../../chains/ton/address.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { acceptedMinimum, checkMinimum } from '../checks/amounts.ts'
import type { DepositOrder } from '../planned.ts'
import { builtTerms, termsOf } from '../route.ts'
import type { Instruction, OpenedOrder } from '../state.ts'

// The client's own checks of an order, whichever backend and provider opened it (D4 to D8, P3). An
// order that fails here is never shown.

/** Maximum promise of an order, percent of the quoted amount; more is a mistake or a lure. */
const promisePercent = 120n

type Facts = Pick<
  DepositOrder,
  'request' | 'fromAddress' | 'receiver' | 'refundAddress' | 'minReceive' | 'route'
>

/**
 * Reads the instruction from the service's answer and checks it against what was accepted.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, UPSTREAM_REFUSED when the
 * answer is not a deposit order
 */
export function readOrderAnswer(
  built: BuiltRoute,
  order: Facts,
  nowMs: number,
  options: { sandbox: boolean },
): OpenedOrder {
  const { instruction, amount } = readInstruction(built)
  checkPair(built, order)
  checkAmount(amount, order)
  checkPlace(instruction.depositAddress, order, options)
  if (instruction.memo !== null)
    checkMemo(instruction.memo.value, order.request.srcToken.blockchain)
  const { expiresAtMs } = instruction
  if (expiresAtMs !== null && expiresAtMs <= nowMs) {
    throw unsafeOrder('D7', 'The order has already expired.', { field: 'expiresAt' })
  }
  const accepted = termsOf(order.route)
  // The order is checked against the accepted fees, whatever fees it states.
  const { dstAmount, dstMinAmount } = builtTerms({ ...built, fees: null }, order.route)
  checkMinimum({
    dstToken: order.request.dstToken,
    decodedMin: null,
    claimedMin: dstMinAmount,
    ...acceptedMinimum({ request: order.request, quoted: accepted, kind: 'deposit' }),
    minReceive: order.minReceive,
  })
  checkPromise(dstAmount, accepted.dstAmount)
  return { instruction, dstAmount, dstMinAmount, answer: built.answer }
}

/**
 * Compares the order when asked again (D3, D7): every field of the instruction is unchanged.
 * @throws SwaprouteError UNSAFE_ROUTE naming the field, never its value
 */
export function compareInstructions(
  before: Instruction,
  built: BuiltRoute,
  check: 'D3' | 'D7',
): void {
  const again = readInstruction(built).instruction
  const differing = (
    [
      ['depositAddress', before.depositAddress === again.depositAddress],
      ['amountToSend', before.amountToSend === again.amountToSend],
      ['exchangeId', before.exchangeId === again.exchangeId],
      ['memo', before.memo?.value === again.memo?.value],
      ['memo', before.memo?.name === again.memo?.name],
      ['expiresAt', before.expiresAtMs === again.expiresAtMs],
    ] as const
  ).find(([, same]) => !same)
  if (differing === undefined) return
  const [field] = differing
  throw unsafeOrder(
    check,
    `Queried again, the service returned a different ${field} for the order.`,
    {
      field,
    },
  )
}

/** The instruction with its amount in base units, null where that is not one. */
function readInstruction({ transaction, answer }: BuiltRoute): {
  instruction: Instruction
  amount: bigint | null
} {
  if (transaction.kind !== 'deposit') throw noOrder(answer)
  const { depositAddress, amountToSend, exchangeId, amount, memo, expiresAtMs } = transaction
  if (amountToSend === null || exchangeId === null || exchangeId === '') throw noOrder(answer)
  if (!/^[\x21-\x7e]{1,200}$/.test(exchangeId)) {
    throw unsafeOrder('D3', 'The order number is invalid.', { field: 'exchangeId' })
  }
  if (expiresAtMs !== null && typeof expiresAtMs !== 'number') {
    const { invalid: field } = expiresAtMs
    throw unsafeOrder('D6', 'The deadline of the order is not a time.', { field })
  }
  return { instruction: { depositAddress, amountToSend, exchangeId, memo, expiresAtMs }, amount }
}

function noOrder({ transaction }: BuiltRoute['answer']): SwaprouteError {
  return new SwaprouteError('UPSTREAM_REFUSED', 'The service returned no deposit order.', {
    hint: 'Nothing can be paid. Get a new quote, or choose another provider with --provider.',
    context: { members: Object.keys(transaction) },
  })
}

/** D6: coins and chains in the answer, where repeated, are the requested ones. */
function checkPair({ pair }: BuiltRoute, { request: { srcToken, dstToken } }: Facts): void {
  if (pair === null) return
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
  const differing = (
    [
      ['srcTokenBlockchain', pair.src.blockchain === srcToken.blockchain],
      ['srcTokenAddress', same(pair.src.address, srcToken.address)],
      ['dstTokenBlockchain', pair.dst.blockchain === dstToken.blockchain],
      ['dstTokenAddress', same(pair.dst.address, dstToken.address)],
    ] as const
  ).find(([, equal]) => !equal)
  if (differing === undefined) return
  throw unsafeOrder('D6', 'The order is for another token or chain.', { field: differing[0] })
}

/** D8 */
function checkAmount(amount: bigint | null, { request: { srcAmount } }: Facts): void {
  if (amount === srcAmount) return
  throw unsafeOrder('D8', 'The order asks for a different amount than accepted.', {
    field: 'amountToSend',
  })
}

/** P3: the order must not promise far more than its quote. */
function checkPromise(dstAmount: bigint, quoted: bigint): void {
  if (dstAmount * 100n <= quoted * promisePercent) return
  throw unsafeOrder('P3', 'The order promises over 20% more than its quote.', {
    field: 'destinationWeiAmount',
  })
}

/** D4: the address fits the source chain and has no other role in the swap. */
function checkPlace(address: string, facts: Facts, { sandbox }: { sandbox: boolean }): void {
  const { fromAddress, receiver, refundAddress, request } = facts
  const { srcToken, dstToken } = request
  const chain = chainById(srcToken.blockchain)
  const sharesForm = chainById(dstToken.blockchain).addressFormat === chain.addressFormat
  const own = [fromAddress, refundAddress, sharesForm ? receiver : null].flatMap((text) =>
    text === null ? [] : [text],
  )
  const others = [...own, srcToken.address, ...(sharesForm ? [dstToken.address] : [])]
  const key = spellingOf(chain, address)
  if (others.some((other) => spellingOf(chain, other) === key)) {
    throw unsafeOrder(
      'D4',
      'The order names a deposit address that has another role in this swap.',
      {
        field: 'depositAddress',
      },
    )
  }
  try {
    checkReceiver(chain, address, { knownAddresses: own, sandbox })
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    throw unsafeOrder('D4', `The order names an address that must not be paid on ${chain.id}.`, {
      field: 'depositAddress',
    })
  }
}

/** Canonical spelling of an account; text that is not an address is returned unchanged. */
export function spellingOf(chain: Chain, text: string): string {
  const own =
    chain.addressFormat === 'ton'
      ? toRawTonAddress(text)
      : chain.addressFormat === 'xrp'
        ? classicXrpAddress(text)
        : null
  if (own !== null) return own
  try {
    return checkAddress(chain, text).address.toLowerCase()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return text.toLowerCase()
    throw thrown
  }
}

/** D5: the memo can be copied by hand and carried by the chain. */
function checkMemo(memo: string, blockchain: BlockchainId): void {
  if (memoFault(blockchain, memo) === null && !isEvmChain(chainById(blockchain))) return
  throw unsafeOrder(
    'D5',
    `The order requires a memo that a payment on ${blockchain} cannot carry.`,
    {
      field: 'memo',
    },
  )
}

/** The refusal of an order; never contains its address or memo. */
export function unsafeOrder(
  check: string,
  what: string,
  facts: Record<string, string> = {},
): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${what} (check ${check})`, {
    hint: 'The address is not shown. Do not pay; choose another provider with --provider.',
    context: { check, ...facts },
  })
}
