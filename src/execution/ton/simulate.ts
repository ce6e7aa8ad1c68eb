import { jettonOps, readInternalTransfer } from '../../chains/ton/jettons.ts'
import { amountWithSymbol } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { TonSimulation } from '../../core/review.ts'
import type { TonChainTransaction, TonTrace } from '../../core/tonChain.ts'
import type { TonMessage } from '../../core/transaction.ts'
import { balanceChange, gainsOf, sumOf } from '../../evidence/ton.ts'
import { refuseFarAbove } from '../checks/simulation.ts'
import { unsafe } from '../checks/unsafe.ts'
import { outageAsNull } from '../outage.ts'
import type { SwapOrder } from '../planned.ts'
import { validitySeconds } from './checks.ts'
import { toOutMessage } from './messages.ts'
import { type Payer, whyNotSignable } from './payer.ts'

const hint = 'Nothing was signed. Get a new quote, or choose another provider with --provider.'

/** Base units of the destination token. */
type Arriving = { dstAmount: bigint; dstMinAmount: bigint }

/** What a payment would do, and whether only one host vouches for it (N1). */
export type SimulatedTon = { simulation: TonSimulation; oneNode: boolean }

/**
 * Simulates the payment and everything that follows from it, at two hosts; a wallet's first one
 * with its contract. If no service answers, the card reports it: the messages are decoded and checked in any
 * case. Whatever has to hold at one host has to hold at the other; the smaller arrival is shown.
 * @throws SwaprouteError UNSAFE_ROUTE (T1, T3) when more would leave than was planned or (E10) far
 * more would arrive than was expected, SIMULATION_FAILED when it would not bring what was accepted
 */
export async function simulateTon(
  messages: readonly TonMessage[],
  order: SwapOrder,
  terms: Arriving,
  payer: Payer,
): Promise<SimulatedTon> {
  const { ton, wallet, owner, walletVersion, raw } = payer
  const isFirst = wallet.status === 'uninitialized'
  if (isFirst && owner === null) {
    return undone('it is the wallet’s first, and its public key is not known')
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
  const answer = await outageAsNull(ton.access.simulate(plan, owner?.publicKey ?? null))
  if (answer === null) return undone('the service that runs it did not answer')
  const whole = answer.traces.filter((trace) => trace === null || trace.complete)
  if (whole.length === 0) return undone('it is longer than the service simulates')
  const isOneHost = answer.oneNode || whole.length < answer.traces.length
  const attached = messages.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  let simulated: SimulatedTon | null = null
  for (const simulatedTrace of whole) {
    const trace = checkTaken(simulatedTrace)
    checkWallet(trace, raw, messages.length)
    const jettons = checkJettons(trace, order, payer)
    const { received, oneNode } = await checkArrival(trace, order, { ...terms, attached }, payer)
    if (simulated !== null && !isLess(received, simulated)) continue
    simulated = {
      simulation: { foreseen: { coins: balanceChange(trace, raw), jettons, received } },
      oneNode: isOneHost || oneNode,
    }
  }
  return simulated ?? undone('the service that runs it did not answer')
}

function isLess(received: bigint | null, { simulation: { foreseen } }: SimulatedTon): boolean {
  return received !== null && foreseen?.received != null && received < foreseen.received
}

function undone(reason: string): SimulatedTon {
  return { simulation: { foreseen: null, reason }, oneNode: false }
}

function checkTaken(trace: TonTrace | null): TonTrace {
  if (trace !== null) return trace
  throw failed('In the simulation, the wallet rejects the payment.')
}

/** T1: the wallet sends the planned messages, and never anything after that. */
function checkWallet({ transactions }: TonTrace, wallet: string, count: number): void {
  const [first, ...later] = transactions
  if (first === undefined || first.account !== wallet || !isCarriedOut(first)) {
    throw failed('In the simulation, the wallet does not execute the payment.')
  }
  const more = later.some(({ account, outMessages }) => account === wallet && sends(outMessages))
  if (!more && first.outMessages.length === count) return
  throw unsafe('T1', 'In the simulation, the wallet sends messages other than the planned ones.', {
    planned: count,
    sent: first.outMessages.length,
  })
}

/** Bounces are automatic; any other message of a wallet was requested. */
function sends(outMessages: TonChainTransaction['outMessages']): boolean {
  return outMessages.some(({ bounced, destination }) => !bounced && destination !== null)
}

function isCarriedOut({ aborted, compute, action }: TonChainTransaction): boolean {
  const acted = action?.success === true && action.skippedActions === 0
  return !aborted && compute?.success === true && acted
}

/** T3: exactly the accepted amount leaves our jetton wallet. Null when TON is sold. */
function checkJettons(
  { transactions }: TonTrace,
  { request: { srcToken, srcAmount } }: SwapOrder,
  { ownJettonWallet }: Payer,
): bigint | null {
  if (ownJettonWallet === null) return null
  const left = transactions
    .filter(({ account }) => account === ownJettonWallet)
    .flatMap(({ outMessages }) => outMessages)
    .filter(({ opcode, bounced }) => opcode === jettonOps.internalTransfer && !bounced)
    .reduce((sum, { body }) => sum + (readInternalTransfer(body)?.amount ?? 0n), 0n)
  if (left === srcAmount) return -left
  if (left === 0n) throw failed(`In the simulation, no ${srcToken.symbol} leaves the wallet.`)
  throw unsafe(
    'T3',
    `In the simulation, a different amount of ${srcToken.symbol} leaves the wallet.`,
    {
      accepted: String(srcAmount),
      left: String(left),
    },
  )
}

async function checkArrival(
  trace: TonTrace,
  { receiver, request: { srcToken, dstToken } }: SwapOrder,
  { dstAmount, dstMinAmount, attached }: Arriving & { attached: bigint },
  { ton: { access } }: Payer,
): Promise<{ received: bigint | null; oneNode: boolean }> {
  let oneNode = false
  if (dstToken.blockchain !== srcToken.blockchain) return { received: null, oneNode }
  const reader = {
    readJettonWallet: async (master: string, owner: string): Promise<string> => {
      const wallet = await access.agreedJettonWallet(master, owner)
      oneNode = wallet.oneNode
      return wallet.address
    },
  }
  // The receiver's jetton wallet address comes from the chain; without it nothing is known.
  const gains = await outageAsNull(gainsOf(reader, trace, dstToken, receiver))
  if (gains === null) return { received: null, oneNode }
  const received = sumOf(gains)
  // What is left of the coins sent along comes back with the coins bought.
  const expected = dstAmount + (dstToken.native ? attached : 0n)
  refuseFarAbove(received, { token: dstToken, expected })
  if (received >= dstMinAmount) return { received, oneNode }
  const brings = received === 0n ? 'nothing' : amountWithSymbol(received, dstToken)
  throw failed(
    `In the simulation, the swap brings ${brings}; the minimum is ${amountWithSymbol(dstMinAmount, dstToken)}.`,
  )
}

function failed(message: string): SwaprouteError {
  return new SwaprouteError('SIMULATION_FAILED', message, { hint })
}
