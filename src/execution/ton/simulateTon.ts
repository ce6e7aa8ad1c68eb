import { jettonOps, readInternalTransfer } from '../../chains/ton/jettons.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import type { TonChainTransaction, TonTrace } from '../../core/tonChain.ts'
import type { TonMessage } from '../../core/transaction.ts'
import { unsafe } from '../checks/unsafe.ts'
import { outageAsNull } from '../outage.ts'
import type { TonSimulation } from '../reviewTypes.ts'
import type { SwapOrder } from '../types.ts'
import { validitySeconds } from './checks.ts'
import { balanceChange, gainsOf, sumOf } from '../../evidence/ton.ts'
import { toOutMessage } from './outMessage.ts'
import { type Payer, whyNotSignable } from './payer.ts'

const hint = 'Nothing was signed. Quote again, or take another provider with --provider.'

/**
 * Runs the payment in advance, with everything that would follow from it; a wallet's first one
 * with the contract it brings along. A service that does not answer leaves it undone, and the card
 * says so: what is signed is read and held against the plan in any case.
 * @throws SwaprouteError UNSAFE_ROUTE (T1, T3) when more would leave than was planned,
 *   SIMULATION_FAILED when it would not bring what was accepted
 */
export async function simulateTon(
  messages: readonly TonMessage[],
  order: SwapOrder,
  dstMinAmount: bigint,
  payer: Payer,
): Promise<TonSimulation> {
  const { ton, wallet, owner, walletVersion, raw } = payer
  const isFirst = wallet.status === 'uninitialized'
  if (isFirst && owner === null) {
    return undone('it is the first of its wallet, whose public key is not known here')
  }
  if (walletVersion === null || whyNotSignable(wallet, ton.networkId) !== null) {
    return undone('no key of this program signs for the wallet')
  }
  const plan = {
    networkId: ton.networkId,
    from: raw,
    walletVersion,
    seqno: wallet.seqno,
    validUntilSeconds: wallet.atSeconds + validitySeconds,
    sendMode: 3 as const,
    deploys: isFirst,
    messages: messages.map(toOutMessage),
  }
  const answer = await outageAsNull(
    ton.access
      .simulate(plan, owner?.publicKey ?? null)
      .then((trace) => ({ trace: checkTaken(trace) })),
  )
  if (answer === null) return undone('the service that runs it did not answer')
  const { trace } = answer
  if (!trace.complete) return undone('it is longer than the service goes on')
  checkWallet(trace, raw, messages.length)
  const jettons = checkJettons(trace, order, payer)
  const received = await checkArrival(trace, order, dstMinAmount, payer)
  return { foreseen: { coins: balanceChange(trace, raw), jettons, received } }
}

function undone(reason: string): TonSimulation {
  return { foreseen: null, reason }
}

function checkTaken(trace: TonTrace | null): TonTrace {
  if (trace !== null) return trace
  throw failed('Run in advance, the wallet does not take the payment.')
}

/** T1: the wallet sends the planned messages, and never anything after that. */
function checkWallet({ transactions }: TonTrace, wallet: string, count: number): void {
  const [first, ...later] = transactions
  if (first === undefined || first.account !== wallet || !isCarriedOut(first)) {
    throw failed('Run in advance, the wallet does not carry the payment out.')
  }
  const more = later.some(({ account, outMessages }) => account === wallet && sends(outMessages))
  if (!more && first.outMessages.length === count) return
  throw unsafe('T1', 'Run in advance, the wallet sends other messages than those of the plan.', {
    planned: count,
    sent: first.outMessages.length,
  })
}

/** Money that is not wanted goes back by itself; whatever else a wallet sends, somebody ordered. */
function sends(outMessages: TonChainTransaction['outMessages']): boolean {
  return outMessages.some(({ bounced, destination }) => !bounced && destination !== null)
}

function isCarriedOut({ aborted, compute, action }: TonChainTransaction): boolean {
  const acted = action?.success === true && action.skippedActions === 0
  return !aborted && compute?.success === true && acted
}

/** T3: exactly the accepted amount leaves the own jetton wallet. Null where coins are sold. */
function checkJettons(
  { transactions }: TonTrace,
  { srcToken, srcAmount }: SwapOrder,
  { ownJettonWallet }: Payer,
): bigint | null {
  if (ownJettonWallet === null) return null
  const left = transactions
    .filter(({ account }) => account === ownJettonWallet)
    .flatMap(({ outMessages }) => outMessages)
    .filter(({ opcode, bounced }) => opcode === jettonOps.internalTransfer && !bounced)
    .reduce((sum, { body }) => sum + (readInternalTransfer(body)?.amount ?? 0n), 0n)
  if (left === srcAmount) return -left
  if (left === 0n) throw failed(`Run in advance, no ${srcToken.symbol} leaves the wallet.`)
  throw unsafe('T3', `Run in advance, another amount of ${srcToken.symbol} leaves the wallet.`, {
    accepted: String(srcAmount),
    left: String(left),
  })
}

async function checkArrival(
  trace: TonTrace,
  { srcToken, dstToken, receiver }: SwapOrder,
  dstMinAmount: bigint,
  { ton }: Payer,
): Promise<bigint | null> {
  if (dstToken.blockchain !== srcToken.blockchain) return null
  // Where the receiver's wallet for a jetton lies is asked of the chain: without it nothing is known.
  const gains = await outageAsNull(gainsOf(ton.access, trace, dstToken, receiver))
  if (gains === null) return null
  const received = sumOf(gains)
  if (received >= dstMinAmount) return received
  const brings = received === 0n ? 'nothing' : amountText(received, dstToken)
  throw failed(
    `Run in advance, the swap brings ${brings}; the least is ${amountText(dstMinAmount, dstToken)}.`,
  )
}

function amountText(amount: bigint, { decimals, symbol }: Token): string {
  return `${formatAmount(amount, decimals)} ${symbol}`
}

function failed(message: string): SwaprouteError {
  return new SwaprouteError('SIMULATION_FAILED', message, { hint })
}
