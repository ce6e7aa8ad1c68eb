import { usdValueE18 } from '../core/usd.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { Leg } from '../store/journalTables.ts'
import type { EvmCall, EvmFees, EvmPlan, SignedEvm } from '../wallet/types.ts'
import { broadcastLeg, recordSent } from './broadcastLeg.ts'
import { checkChainId, checkSignedBytes } from './checks/chain.ts'
import { boundFees, checkGas, maxFeeOf } from './checks/gas.ts'
import { unsafe } from './checks/unsafe.ts'
import { requireFunds } from './funds.ts'
import { nextNonce } from './nonce.ts'
import { type Session, stopIfInterrupted } from './session.ts'

/**
 * Signs and sends one transaction: number, then bytes, then broadcast, each on disk before the
 * next begins. Returns once the node has answered, whatever it said: only receipts decide.
 * To be called under the account's lock.
 */
export async function sendLeg(session: Session, leg: Leg, call: EvmCall): Promise<void> {
  const { context, append, tell } = session
  stopIfInterrupted(session)
  const plan = await freezePlan(session, leg, call)
  const { chainId, from: account, nonce } = plan
  append({ type: 'signing', leg, account, chainId, nonce })
  await context.checkpoint(`${leg}_signing`)

  const signed = await signPlan(session, leg, plan)
  append({ type: 'signed', leg, ...toSignedRecord(plan, signed) })
  await context.checkpoint(`${leg}_signed`)

  const refusal = await broadcastLeg(session, leg, signed)
  recordSent(session, leg, signed.hash, refusal)
  if (refusal !== null) {
    const text = `The node did not take the transaction (${refusal}); only the chain decides.`
    context.onEvent({ type: 'warning', code: 'BROADCAST_REFUSED', text })
  }
  tell(leg, 'sent', describeSent(leg), signed.hash)
  await context.checkpoint(`${leg}_sent`)
}

/** Reads what is still free to choose, within the caps; nothing of it can change afterwards. */
async function freezePlan(
  { state, context, nativePrice, acceptedGas }: Session,
  leg: Leg,
  call: EvmCall,
): Promise<EvmPlan> {
  const { srcToken, chainId } = state().plan
  const { blockchain } = srcToken
  const { evm } = context
  const nativeToken = context.nativeToken(blockchain)
  const [reported, gasLimit, feeReading, balances] = await Promise.all([
    evm.readChainId(blockchain),
    evm.estimateGas(blockchain, call),
    evm.readFees(blockchain),
    evm.readBalances(blockchain, call.from, [nativeToken.address]),
  ])
  checkChainId(chainId, reported)
  // An allowance is taken away at the price of the day: leaving it costs more.
  const accepted = leg === 'revoke' ? null : acceptedGas
  const fees = boundFees(feeReading, accepted?.fees ?? null)
  const cost = gasLimit * maxFeeOf(fees)
  const costUsdE18 =
    nativePrice === null ? null : usdValueE18(cost, nativeToken.decimals, nativePrice)
  checkGas({ gasLimit, fees, costUsdE18 })
  if (accepted !== null) spend(accepted, cost)
  requireFunds({
    srcToken: nativeToken,
    srcAmount: call.value,
    tokenBalance: 0n,
    nativeToken,
    nativeBalance: balances[0] ?? 0n,
    value: call.value,
    gasCost: cost,
  })
  const nonce = await nextNonce({ context }, blockchain, chainId, call.from)
  return { ...call, blockchain, chainId, nonce, gasLimit, fees }
}

/** K12: all transactions of a swap together cost what its review covers. */
function spend(accepted: NonNullable<Session['acceptedGas']>, cost: bigint): void {
  if (cost > accepted.left) {
    throw unsafe('E11', 'Gas would cost more than what was accepted.', {
      cost: String(cost),
      left: String(accepted.left),
    })
  }
  accepted.left -= cost
}

/** A number whose bytes were never made, or never leave, is given back. */
async function signPlan(session: Session, leg: Leg, plan: EvmPlan): Promise<SignedEvm> {
  try {
    const signer = await session.signer()
    session.context.journal.assertOwned(session.swapId)
    const signed = await signer.sign(plan)
    checkSignedBytes(plan, signed.decoded)
    return signed
  } catch (thrown) {
    session.append({ type: 'freed', leg, nonce: plan.nonce })
    throw thrown
  }
}

function toSignedRecord(
  plan: EvmPlan,
  { hash, raw }: SignedEvm,
): Omit<Extract<JournalEvent, { type: 'signed' }>, 'type' | 'leg'> {
  const { blockchain, chainId, from: account, nonce, to, data, value, gasLimit, fees } = plan
  const numbers = { value: String(value), gasLimit: String(gasLimit) }
  const common = { blockchain, chainId, account, nonce, hash, raw, to, data }
  return { ...common, ...numbers, fees: toFeesRecord(fees) }
}

function toFeesRecord(fees: EvmFees): Extract<JournalEvent, { type: 'signed' }>['fees'] {
  if (fees.type === 'legacy') return { type: 'legacy', gasPrice: String(fees.gasPrice) }
  return {
    type: 'eip1559',
    maxFeePerGas: String(fees.maxFeePerGas),
    maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
  }
}

function describeSent(leg: Leg): string {
  return leg === 'pay'
    ? 'The payment is sent'
    : leg === 'revoke'
      ? 'Taking the allowance away'
      : 'The approval is sent'
}
