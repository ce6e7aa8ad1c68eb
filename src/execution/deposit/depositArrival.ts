import { chainById, isEvmChain } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'
import type { EvmReceipt } from '../../wallet/types.ts'
import { tokenGain, unwrapped } from '../evidence.ts'
import type { DepositState } from './depositState.ts'
import type { ClaimedSwap } from '../ton/tonClaims.ts'
import type { ExecutionContext } from '../types.ts'

/** What own reading shows of money that an order paid out; `amount` null: it cannot be measured. */
export type DepositArrival = {
  /** `claim`: nobody here reads the chain; a hash that it can have is all there is. */
  source: 'receipt' | 'balance' | 'claim'
  hash: string
  blockNumber: bigint | null
  token: Token
  amount: bigint | null
}

type Reading = Pick<
  ExecutionContext,
  'evm' | 'ton' | 'hasChain' | 'chainId' | 'wrappedNative' | 'journal'
>

const evmHash = /^0x[0-9a-fA-F]{64}$/
/** What transactions of other chains are called: hex, base58, base64, and what explorers print. */
const anyHash = /^[A-Za-z0-9+/_=@.:-]{16,200}$/

/** What an order is about, whoever pays it. */
export type OrderedMoney = {
  swapId: string
  createdAtMs: number
  srcToken: Token
  srcAmount: bigint
  dstToken: Token
  /** Base units that were promised; the rate may move until the payment is confirmed. */
  expected: bigint
  receiver: string
  refundAddress: string | null
  fromAddress: string | null
  baselines: DepositState['baselines']
}

export function moneyOf(state: DepositState): OrderedMoney {
  const { plan, order, swapId, createdAtMs, baselines } = state
  const expected = order?.dstAmount ?? BigInt(plan.dstAmount)
  return { ...plan, srcAmount: BigInt(plan.srcAmount), expected, swapId, createdAtMs, baselines }
}

/**
 * S2: a claimed payout, held against the destination chain: the transaction is there, younger than
 * the order, not evidence of another swap, and brought the receiver between a third and three times
 * of what was expected (rates may float). Null: not proved (yet), so the claim is not endorsed.
 */
export async function payoutArrival(
  context: Reading,
  money: OrderedMoney,
  hash: string,
): Promise<DepositArrival | null> {
  const { dstToken, receiver, expected } = money
  if (dstToken.blockchain === 'TON' && context.ton !== undefined) {
    return await tonPayout(context, money, hash)
  }
  if (!canRead(context, dstToken.blockchain)) return claimOf(dstToken, hash)
  const receipt = await readReceipt(context, dstToken.blockchain, hash)
  if (receipt === null || isTooOld(money, receipt)) return null
  const came = await gainOf(context, receipt, dstToken, receiver)
  const amount = came - claimedBefore(context, money, hash)
  const isTold = isPlausible(amount, expected)
  if (!dstToken.native || isTransferTo(receiver, receipt)) {
    return isTold ? arrivalOf(receipt, dstToken, amount) : null
  }
  const measured = await coinsReceived(context, money, receipt)
  if (measured === null) return null
  return isTold
    ? arrivalOf(receipt, dstToken, amount)
    : { ...arrivalOf(receipt, dstToken, measured), source: 'balance' }
}

/** A payout out of a contract leaves no value of its own, and no log of who got it. */
async function coinsReceived(
  context: Reading,
  money: OrderedMoney,
  { hash, blockNumber }: EvmReceipt,
): Promise<bigint | null> {
  const { dstToken, receiver, expected } = money
  const change = await balanceChange(context, money)
  if (change !== null && isPlausible(change, expected)) return change
  // The receiver may have spent of it since: what its block brought him is past.
  const gain = await context.evm.readNativeGain(dstToken.blockchain, receiver, blockNumber)
  const rest = gain === null ? 0n : gain - claimedBefore(context, money, hash)
  return isPlausible(rest, expected) ? rest : null
}

/**
 * S5: a claimed refund, held against the source chain. It must have reached the refund address, or
 * the payer. Null: not proved.
 */
export async function refundArrival(
  context: Reading,
  money: OrderedMoney,
  hash: string,
): Promise<DepositArrival | null> {
  const { srcToken, srcAmount, refundAddress, fromAddress } = money
  if (srcToken.blockchain === 'TON' && context.ton !== undefined) {
    const { tonRefundArrival } = await import('../ton/tonClaims.ts')
    return await tonRefundArrival(tonFollowed(context, money), hash)
  }
  if (!canRead(context, srcToken.blockchain)) return claimOf(srcToken, hash)
  const receipt = await readReceipt(context, srcToken.blockchain, hash)
  if (receipt === null) return null
  for (const owner of [refundAddress, fromAddress]) {
    if (owner === null) continue
    const came = await gainOf(context, receipt, srcToken, owner)
    const amount = came - claimedBefore(context, money, hash)
    // Dust that somebody sends along is no refund.
    if (3n * amount >= srcAmount) return arrivalOf(receipt, srcToken, amount)
  }
  return null
}

async function tonPayout(
  context: Reading,
  money: OrderedMoney,
  hash: string,
): Promise<DepositArrival | null> {
  const { tonDestinationArrival } = await import('../ton/tonClaims.ts')
  const arrival = await tonDestinationArrival(tonFollowed(context, money), hash)
  return arrival?.amount != null && isPlausible(arrival.amount, money.expected) ? arrival : null
}

/** An order as TON's reading of claims wants it. */
function tonFollowed(context: Reading, money: OrderedMoney): ClaimedSwap {
  const { swapId, createdAtMs, expected, srcAmount, ...plan } = money
  const terms = { dstMinAmount: (expected + 2n) / 3n }
  const state = { swapId, createdAtMs, plan: { ...plan, srcAmount: String(srcAmount) }, terms }
  return { context, state: () => state }
}

/** Whether the chain can be looked at from here at all. */
function canRead(
  context: Pick<Reading, 'hasChain' | 'chainId'>,
  blockchain: BlockchainId,
): boolean {
  const isEvm = isEvmChain(chainById(blockchain))
  return isEvm && context.chainId(blockchain) !== null && context.hasChain(blockchain)
}

function claimOf(token: Token, hash: string): DepositArrival | null {
  if (!anyHash.test(hash)) return null
  return { source: 'claim', hash, blockNumber: null, token, amount: null }
}

async function readReceipt(
  { evm }: Reading,
  blockchain: BlockchainId,
  hash: string,
): Promise<EvmReceipt | null> {
  if (!evmHash.test(hash)) return null
  const receipt = await evm.readReceipt(blockchain, hash)
  return receipt?.succeeded === true ? receipt : null
}

/** What came to the owner; a plain transfer of native coins tells it by its value. */
async function gainOf(
  context: Reading,
  receipt: EvmReceipt,
  token: Token,
  owner: string,
): Promise<bigint> {
  if (!token.native) return tokenGain(receipt.logs, token.address, owner)
  if (isTransferTo(owner, receipt)) {
    return (await context.evm.readValue(token.blockchain, receipt.hash)) ?? 0n
  }
  return unwrapped(receipt.logs, context.wrappedNative(token.blockchain)) ?? 0n
}

function isTransferTo(owner: string, { to }: EvmReceipt): boolean {
  return to?.toLowerCase() === owner.toLowerCase()
}

function arrivalOf(receipt: EvmReceipt, token: Token, amount: bigint): DepositArrival {
  const { hash, blockNumber } = receipt
  return { source: 'receipt', hash, blockNumber, token, amount }
}

function isPlausible(amount: bigint, expected: bigint): boolean {
  return amount > 0n && 3n * amount >= expected && amount <= 3n * expected
}

/** A transaction from before the order was shown proves nothing. */
function isTooOld({ baselines, dstToken }: OrderedMoney, { blockNumber }: EvmReceipt): boolean {
  const before = baselines.findLast(({ blockchain }) => blockchain === dstToken.blockchain)
  return before?.blockNumber != null && blockNumber <= BigInt(before.blockNumber)
}

/** Change of the receiver's balance since the order was opened; null when it was not read. */
async function balanceChange(
  { evm }: Reading,
  { dstToken, receiver, baselines }: OrderedMoney,
): Promise<bigint | null> {
  const { blockchain, address } = dstToken
  const before = baselines.findLast((baseline) => baseline.blockchain === blockchain)?.balance
  if (before == null) return null
  const [after] = await evm.readBalances(blockchain, receiver, [address])
  return after === undefined ? null : after - BigInt(before)
}

/** One transaction may pay several swaps, but not the same money twice. */
function claimedBefore({ journal }: Reading, { swapId }: OrderedMoney, hash: string): bigint {
  const other = journal.findByHash(hash)
  if (other === null || other === swapId) return 0n
  const end = journal
    .read(other)
    .map(({ event }) => event)
    .find(({ type }) => type === 'done' || type === 'refunded')
  const isEnd = end?.type === 'done' || end?.type === 'refunded'
  return isEnd && end.received !== null ? BigInt(end.received.amount) : 0n
}
