import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Token } from '../core/token.ts'
import type { EvmReceipt } from '../wallet/types.ts'
import { tokenGain, unwrapped } from './evidence.ts'
import type { Session } from './session.ts'
import type { Arrival } from './settled.ts'
import { type SwapState, attemptOf } from './swapState.ts'
import type { ExecutionContext } from './types.ts'

type Reading = Pick<
  ExecutionContext,
  'evm' | 'ton' | 'hasChain' | 'chainId' | 'wrappedNative' | 'journal'
>

/** The part of a session that looking needs. */
type Followed = { context: Reading; state: Session['state'] }

const evmHash = /^0x[0-9a-fA-F]{64}$/

/**
 * What a swap on one chain brought, from its own receipt. A payout in native coins leaves no log:
 * it is what was unwrapped, or else the change of the balance since before the payment; that is
 * also the second opinion on a token whose logs show too little. Zero is an amount as well.
 */
export async function sameChainArrival(
  { context, state }: Followed,
  receipt: EvmReceipt,
): Promise<Arrival> {
  const { dstToken, receiver } = state().plan
  const found: Arrival = {
    source: 'receipt',
    blockchain: dstToken.blockchain,
    hash: receipt.hash,
    blockNumber: receipt.blockNumber,
    token: dstToken,
    amount: null,
  }
  if (dstToken.native) {
    const amount = await nativeArrival(context, state(), receipt)
    return { ...found, amount: amount !== null && amount > 0n ? amount : null }
  }
  const gain = tokenGain(receipt.logs, dstToken.address, receiver)
  if (gain >= state().terms.dstMinAmount) return { ...found, amount: gain }
  const change = await balanceChange(context, state())
  if (change === null) return { ...found, amount: gain > 0n ? gain : null }
  return change > gain
    ? { ...found, source: 'balance', amount: change }
    : { ...found, amount: gain > 0n ? gain : 0n }
}

async function nativeArrival(
  context: Reading,
  state: SwapState,
  receipt: EvmReceipt,
): Promise<bigint | null> {
  const { plan, terms } = state
  const { blockchain } = plan.dstToken
  const amount = unwrapped(receipt.logs, context.wrappedNative(blockchain))
  if (amount !== null && isPlausible(amount, terms)) return amount
  const change = await balanceChange(context, state)
  if (change === null) return amount
  const own = plan.receiver.toLowerCase() === plan.fromAddress.toLowerCase()
  const value = terms.transaction.kind === 'evm' ? terms.transaction.value : 0n
  const paid = own ? receipt.gasUsed * receipt.effectiveGasPrice + value : 0n
  return change + paid
}

/**
 * A claim held against the chain it is about; TON's reading is loaded only where it is needed.
 * Null: not proved (yet).
 */
export async function destinationArrival(session: Followed, hash: string): Promise<Arrival | null> {
  const { context, state } = session
  if (state().plan.dstToken.blockchain !== 'TON' || context.ton === undefined) {
    return await evmDestinationArrival(session, hash)
  }
  const { tonDestinationArrival } = await import('./ton/tonClaims.ts')
  return await tonDestinationArrival(session, hash)
}

/** The same for a claimed refund. */
export async function refundArrival(session: Followed, hash: string): Promise<Arrival | null> {
  const { context, state } = session
  const back = await evmRefundArrival(session, hash)
  if (back !== null || context.ton === undefined) return back
  if (state().plan.srcToken.blockchain !== 'TON') return null
  const { tonRefundArrival } = await import('./ton/tonClaims.ts')
  return await tonRefundArrival(session, hash)
}

/**
 * S2: a claimed success between chains, held against the destination chain: the transaction is
 * there, younger than the payment, not evidence of another swap, and brought the receiver what was
 * promised. Null: not proved (yet), so the claim is not endorsed.
 */
async function evmDestinationArrival(
  { context, state }: Followed,
  hash: string,
): Promise<Arrival | null> {
  const { plan, terms } = state()
  const { dstToken, receiver } = plan
  const { blockchain } = dstToken
  const claim: Arrival = {
    source: 'claim',
    blockchain,
    hash,
    blockNumber: null,
    token: dstToken,
    amount: null,
  }
  if (!canRead(context, blockchain)) return hash.length >= 16 ? claim : null
  if (!evmHash.test(hash)) return null
  const receipt = await context.evm.readReceipt(blockchain, hash)
  if (receipt === null || !receipt.succeeded || isTooOld(state(), receipt)) return null
  const found = { ...claim, blockNumber: receipt.blockNumber, hash: receipt.hash }
  // Who got native coins no log says: they may as well be another's, unless the receiver has more.
  const change = dstToken.native ? await balanceChange(context, state()) : null
  const measured = dstToken.native
    ? unwrapped(receipt.logs, context.wrappedNative(blockchain))
    : tokenGain(receipt.logs, dstToken.address, receiver)
  if (measured !== null) {
    const amount = measured - claimedBefore(context, hash)
    const fits = amount >= terms.dstMinAmount && (!dstToken.native || isPlausible(amount, terms))
    if (fits && (change === null || change >= terms.dstMinAmount)) {
      return { ...found, source: 'receipt', amount }
    }
  }
  if (!dstToken.native) return null
  if (change !== null && change >= terms.dstMinAmount) {
    return { ...found, source: 'balance', amount: change }
  }
  // The receiver may have spent of it since: what its block brought him is past.
  const gain = await context.evm.readNativeGain(blockchain, receiver, receipt.blockNumber)
  if (gain === null) return null
  const amount = gain - claimedBefore(context, hash)
  return isPlausible(amount, terms) ? { ...found, source: 'balance', amount } : null
}

/**
 * S5: a claimed refund, held against the chains it could be on. It must have reached the payer or
 * his refund address. Null: not proved.
 */
async function evmRefundArrival(
  { context, state }: Followed,
  hash: string,
): Promise<Arrival | null> {
  const { plan } = state()
  const owners = [plan.refundAddress, plan.fromAddress].filter((owner) => owner !== null)
  for (const token of [plan.srcToken, plan.dstToken]) {
    const { blockchain } = token
    if (!canRead(context, blockchain) || !evmHash.test(hash)) continue
    const receipt = await context.evm.readReceipt(blockchain, hash)
    if (receipt === null || !receipt.succeeded || isOwnPayment(state(), hash)) continue
    const wrapped = context.wrappedNative(blockchain)
    const address = token.native ? wrapped : token.address
    const gains =
      address === null ? [] : owners.map((owner) => tokenGain(receipt.logs, address, owner))
    // Native coins leave no log: only where one names an owner can they have come back to him.
    const native =
      token.native && namesAny(receipt, owners) ? unwrapped(receipt.logs, wrapped) : null
    const amount = [...gains, native ?? 0n].reduce((most, gain) => (gain > most ? gain : most), 0n)
    if (amount > 0n && isWorthARefund(amount, token, state())) {
      return {
        source: 'receipt',
        blockchain,
        hash,
        blockNumber: receipt.blockNumber,
        token,
        amount,
      }
    }
  }
  return null
}

function namesAny({ logs }: EvmReceipt, owners: readonly string[]): boolean {
  const named = logs.map(({ topics, data }) => [...topics, data].join().toLowerCase())
  return owners.some((owner) => named.some((text) => text.includes(owner.slice(2).toLowerCase())))
}

/** Whether the chain can be looked at from here at all. */
function canRead(
  context: Pick<Reading, 'hasChain' | 'chainId'>,
  blockchain: BlockchainId,
): boolean {
  return context.chainId(blockchain) !== null && context.hasChain(blockchain)
}

/** Change of the receiver's balance since right before the payment; null when it was not read. */
async function balanceChange(
  context: Reading,
  { plan, baselines }: SwapState,
): Promise<bigint | null> {
  const { blockchain, address } = plan.dstToken
  const before = baselines.findLast((baseline) => baseline.blockchain === blockchain)?.balance
  if (before == null) return null
  const [after] = await context.evm.readBalances(blockchain, plan.receiver, [address])
  return after === undefined ? null : after - BigInt(before)
}

/** A transaction from before the payment proves nothing. */
function isTooOld({ baselines, plan }: SwapState, { blockNumber }: EvmReceipt): boolean {
  const { blockchain } = plan.dstToken
  const before = baselines.findLast((baseline) => baseline.blockchain === blockchain)?.blockNumber
  return before != null && blockNumber <= BigInt(before)
}

/** One transaction may pay several swaps, but not the same money twice. */
function claimedBefore({ journal }: Reading, hash: string): bigint {
  const other = journal.findByHash(hash)
  if (other === null) return 0n
  const end = journal.read(other).find(({ event }) => event.type === 'done')?.event
  return end?.type === 'done' && end.received !== null ? BigInt(end.received.amount) : 0n
}

function isOwnPayment(state: SwapState, hash: string): boolean {
  return attemptOf(state, 'pay')?.signed?.hash.toLowerCase() === hash.toLowerCase()
}

/** An amount that was not measured at the receiver itself: near what was quoted, or it is another. */
function isPlausible(amount: bigint, terms: SwapState['terms']): boolean {
  return amount >= terms.dstMinAmount && amount <= 3n * terms.dstAmount
}

/** A third at least: dust that somebody sends along is no refund. */
function isWorthARefund(amount: bigint, token: Token, { plan, terms }: SwapState): boolean {
  const isSource = token.blockchain === plan.srcToken.blockchain
  return 3n * amount >= (isSource ? BigInt(plan.srcAmount) : terms.dstAmount)
}
