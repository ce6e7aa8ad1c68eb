import type { BlockchainId } from '../../core/blockchainIds.ts'
import { paymentTitle } from '../../core/claim.ts'
import { usdValueE18 } from '../../core/usd.ts'
import type { EvmReceipt } from '../../evidence/evm.ts'
import { tokenGain } from '../../evidence/logs.ts'
import type { EventOf } from '../../store/eventSchema.ts'
import type { PendingTransaction } from '../../store/journal.ts'
import type { Leg } from '../../store/journalTables.ts'
import type { EvmCall, EvmFees, EvmPlan, SignedEvm } from '../../wallet/types.ts'
import { type Attempt, attemptOf } from '../attempts.ts'
import { checkChainId, checkSignedBytes } from '../checks/chain.ts'
import { boundFees, checkGas, maxFeeOf, requireFunds } from '../checks/gas.ts'
import { unsafe } from '../checks/unsafe.ts'
import { isOutage } from '../outage.ts'
import type { Session } from '../session.ts'
import type { SwapState } from '../state.ts'
import { appendSent, awaitFate, handOver, recordSent, signAndSend } from '../transaction.ts'

/** Signs and sends one transaction; see `signAndSend`. */
export async function sendTransaction(session: Session, leg: Leg, call: EvmCall): Promise<void> {
  const { context, swapId } = session
  await signAndSend<SignedEvm>(session, async () => {
    const plan = await freezePlan(session, leg, call)
    return {
      leg,
      account: plan.from,
      chainId: plan.chainId,
      nonce: plan.nonce,
      what: 'transaction',
      sign: async () => {
        const signer = await session.signer()
        context.journal.assertOwned(swapId)
        const signed = await signer.sign(plan)
        checkSignedBytes(plan, signed.decoded)
        return signed
      },
      toRecord: (signed) => toSignedRecord(leg, plan, signed),
      broadcast: ({ raw }) => context.evm.broadcast(plan.blockchain, raw),
    }
  })
}

/** Reads the remaining values, within the caps; the plan is frozen afterwards. */
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
  // A revocation pays the current price: leaving the allowance costs more.
  const accepted = leg === 'revoke' ? null : acceptedGas
  const fees = boundFees(feeReading, accepted?.fees ?? null)
  const dataFee = await evm.readDataFee(blockchain, [{ ...call, gas: gasLimit }])
  const cost = gasLimit * maxFeeOf(fees) + dataFee
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

/** K12: all transactions of a swap together cost at most what its review covers. */
function spend(accepted: NonNullable<Session['acceptedGas']>, cost: bigint): void {
  if (cost > accepted.left) {
    throw unsafe('E11', 'Gas would cost more than accepted.', {
      cost: String(cost),
      left: String(accepted.left),
    })
  }
  accepted.left -= cost
}

function toSignedRecord(leg: Leg, plan: EvmPlan, { hash, raw }: SignedEvm): EventOf<'signed'> {
  const { blockchain, chainId, from: account, nonce, to, data, value, gasLimit, fees } = plan
  const numbers = { value: String(value), gasLimit: String(gasLimit) }
  const common = { blockchain, chainId, account, nonce, hash, raw, to, data }
  return { type: 'signed', leg, ...common, ...numbers, fees: toFeesRecord(fees) }
}

function toFeesRecord(fees: EvmFees): EventOf<'signed'>['fees'] {
  if (fees.type === 'legacy') return { type: 'legacy', gasPrice: String(fees.gasPrice) }
  return {
    type: 'eip1559',
    maxFeePerGas: String(fees.maxFeePerGas),
    maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
  }
}

/** How long to wait for one transaction before answering "not known yet". */
export const minedWaitMs = 10 * 60_000
const firstPauseMs = 400
/** Minimum time between sending the bytes again to a node that does not know them. */
const resendAfterMs = 5_000

/** Another transaction with our nonce is final after both (docs/safety.md section 3). */
const finality = { blocks: 64n, seconds: 900 }

/** Waits until a signed transaction is mined or replaced, or time is up. */
export async function awaitTransaction(
  session: Session,
  leg: Leg,
  waitMs: number = minedWaitMs,
): Promise<void> {
  await awaitFate(session, leg, waitMs, firstPauseMs, async (attempt) => {
    // Right after our own broadcast the node may not know the bytes yet.
    const sinceMs = session.context.now() - session.lastBroadcastMs
    return await check(session, attempt, session.resends && sinceMs >= resendAfterMs)
  })
}

/** Checks the chain once; true once the attempt is settled. A node failure changes nothing. */
async function check(session: Session, attempt: Attempt, resend: boolean): Promise<boolean> {
  const { leg, signed, account, nonce } = attempt
  if (signed?.type !== 'signed') return false
  const { evm } = session.context
  const { blockchain, hash, raw } = signed
  try {
    const receipt = await evm.readReceipt(blockchain, hash)
    if (receipt !== null) return recordMined(session, attempt, receipt)
    const { latest } = await evm.readNonce(blockchain, account)
    if (latest > nonce) {
      const late = await evm.readReceipt(blockchain, hash)
      return late === null
        ? await recordPassedNonce(session, attempt)
        : recordMined(session, attempt, late)
    }
    if (!resend) return false
    await sendEarlier(session, blockchain, attempt.chainId, account, { latest, nonce })
    if (await evm.knowsTransaction(blockchain, hash)) return false
    const refusal = await handOver(session, leg, () => evm.broadcast(blockchain, raw))
    if (attempt.stage === 'signed') recordSent(session, leg, hash, refusal)
    return false
  } catch (thrown) {
    if (isOutage(thrown)) return false
    throw thrown
  }
}

function recordMined(session: Session, { leg, signed }: Attempt, receipt: EvmReceipt): boolean {
  const { plan } = session.state()
  const isPayment = leg === 'pay' && receipt.succeeded
  const record: EventOf<'confirmed'> = {
    type: 'confirmed',
    leg,
    hash: signed?.hash ?? receipt.hash,
    succeeded: receipt.succeeded,
    blockNumber: String(receipt.blockNumber),
    blockHash: receipt.blockHash,
    gasUsed: String(receipt.gasUsed),
    effectiveGasPrice: String(receipt.effectiveGasPrice),
    spent: isPayment ? String(spentIn(receipt, plan)) : null,
  }
  appendSent(session, record, receipt.hash)
  const end = receipt.succeeded ? 'done' : 'failed'
  session.report(leg, end, describeMined(leg, receipt.succeeded, session.state()), receipt.hash)
  return true
}

/** Source tokens that left the account; a native amount is in the value, not in logs. */
function spentIn({ logs }: EvmReceipt, plan: SwapState['plan']): bigint {
  if (plan.srcToken.native) return BigInt(plan.srcAmount)
  const gain = tokenGain(logs, plan.srcToken.address, plan.fromAddress)
  return gain < 0n ? -gain : 0n
}

/**
 * Another transaction has our nonce. Ours is `replaced` only once that is final: until then a reorg
 * may still mine it.
 */
async function recordPassedNonce(session: Session, attempt: Attempt): Promise<boolean> {
  const { leg, signed, passed } = attempt
  if (signed === null) return false
  const { evm } = session.context
  const { blockchain, hash } = signed
  const { number, timestampSeconds } = await evm.readBlock(blockchain)
  if (passed?.type !== 'nonce_passed') {
    const block = { blockNumber: String(number), timestampSeconds }
    session.append({ type: 'nonce_passed', leg, hash, ...block })
    return false
  }
  const old =
    number - BigInt(passed.blockNumber) >= finality.blocks &&
    timestampSeconds - passed.timestampSeconds >= finality.seconds
  // A transaction the node still knows is only missing from its receipts.
  if (!old || (await evm.knowsTransaction(blockchain, hash))) return false
  // Several nodes behind one address may each lack something.
  const late = await evm.readReceipt(blockchain, hash)
  if (late !== null) return recordMined(session, attempt, late)
  session.append({ type: 'replaced', leg, hash })
  return true
}

/**
 * Checks that the block of a mined transaction is still on the chain. If not, the state returns to
 * `sent` and its bytes are sent again; null without an answer.
 */
export async function recheckTransaction(session: Session, leg: Leg): Promise<EvmReceipt | null> {
  const attempt = attemptOf(session.state(), leg)
  if (attempt?.signed == null || attempt.confirmed?.type !== 'confirmed') return null
  const { blockchain, hash } = attempt.signed
  const { blockHash } = attempt.confirmed
  const receipt = await session.context.evm.readReceipt(blockchain, hash)
  if (receipt !== null && receipt.blockHash.toLowerCase() === blockHash.toLowerCase())
    return receipt
  session.append({ type: 'reorged', leg, hash, blockHash })
  await session.context.checkpoint('reorged')
  if (receipt !== null) {
    const open = attemptOf(session.state(), leg)
    if (open !== null) recordMined(session, open, receipt)
  }
  return receipt
}

function describeMined(leg: Leg, succeeded: boolean, { terms }: SwapState): string {
  const title = leg === 'pay' ? paymentTitle(terms.routeId) : 'Approval'
  if (!succeeded) return `${title} reverted`
  if (leg === 'pay') return `${title} confirmed`
  return leg === 'approve' ? 'Approval confirmed' : 'Allowance revoked'
}

type Numbering = Pick<Session, 'context'>

/**
 * The next nonce of the account (I6); call under its lock. Signed transactions of earlier swaps
 * that may not be mined keep their nonces, and their bytes are sent again if the node lacks them:
 * ours would wait behind them forever.
 */
async function nextNonce(
  session: Numbering,
  blockchain: BlockchainId,
  chainId: number,
  account: string,
): Promise<number> {
  const { evm, journal } = session.context
  const { latest, pending } = await evm.readNonce(blockchain, account)
  let next = Math.max(latest, pending)
  // Both at once: another process may settle or reopen a transaction meanwhile.
  const open = journal.pendingTransactions(chainId, account)
  const settled = journal.settledTransactions(chainId, account, next)
  // A node's count may be behind: a nonce once used counts as used. After a reorg, the same bytes
  // use it again if they had succeeded; failed ones are not sent again, and the nonces from there
  // on are free.
  for (const earlier of settled) {
    if (hadPaid(session, earlier)) await sendMissing(session, blockchain, earlier)
    else if (!(await isKnown(session, blockchain, earlier.hash))) break
    next = Math.max(next, earlier.nonce + 1)
  }
  for (const earlier of open) {
    if (earlier.nonce < latest) continue
    await sendMissing(session, blockchain, earlier)
    next = Math.max(next, earlier.nonce + 1)
  }
  return next
}

/**
 * Sends again the unknown bytes that must be mined before `nonce`: open signatures, and payments
 * and approvals dropped in a reorg.
 */
async function sendEarlier(
  session: Numbering,
  blockchain: BlockchainId,
  chainId: number,
  account: string,
  { latest, nonce }: { latest: number; nonce: number },
): Promise<void> {
  const { journal } = session.context
  const settled = journal
    .settledTransactions(chainId, account, latest)
    .filter((transaction) => hadSuccess(session, transaction))
  for (const earlier of [...settled, ...journal.pendingTransactions(chainId, account)]) {
    if (earlier.nonce < latest || earlier.nonce >= nonce) continue
    await sendMissing(session, blockchain, earlier)
  }
}

/** Reverted or replaced transactions must not be sent again. */
function hadSuccess(session: Numbering, transaction: PendingTransaction): boolean {
  return successesOf(session, transaction).some(({ hash }) => hash === transaction.hash)
}

/** Approvals go with the payment they were for. */
function hadPaid(session: Numbering, transaction: PendingTransaction): boolean {
  return successesOf(session, transaction).some(({ leg }) => leg === 'pay')
}

/** Successfully mined transactions of the swap a transaction belongs to. */
function successesOf(
  { context }: Numbering,
  { swapId }: PendingTransaction,
): EventOf<'confirmed'>[] {
  return context.journal
    .read(swapId)
    .flatMap(({ event }) => (event.type === 'confirmed' && event.succeeded ? [event] : []))
}

async function sendMissing(
  { context }: Numbering,
  blockchain: BlockchainId,
  { hash, raw }: PendingTransaction,
): Promise<void> {
  if (await context.evm.knowsTransaction(blockchain, hash)) return
  context.journal.assertWritable()
  await context.evm.broadcast(blockchain, raw)
}

async function isKnown(
  { context: { evm } }: Numbering,
  blockchain: BlockchainId,
  hash: string,
): Promise<boolean> {
  if ((await evm.readReceipt(blockchain, hash)) !== null) return true
  return await evm.knowsTransaction(blockchain, hash)
}
