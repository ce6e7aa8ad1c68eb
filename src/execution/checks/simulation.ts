import { type Token, isSameAddress, zeroAddress } from '../../core/token.ts'
import { amountWithSymbol } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Leg } from '../../store/journalTables.ts'
import type { Simulation } from '../../wallet/types.ts'
import { unsafe } from './unsafe.ts'

export type SimulationFacts = {
  simulation: Simulation
  /** What the simulated calls were, in order. */
  legs: readonly Leg[]
  srcToken: Token
  srcAmount: bigint
  spender: string | null
  /** Native coins the payment sends along. */
  value: bigint
  /** Required arrival; set for a one-chain swap to the paying account. */
  arrival: Arrival | null
}

/** Base units. */
type Arrival = { token: Token; atLeast: bigint; expected: bigint }

/** E10: what may arrive above the expectation, basis points. */
const mostAboveBps = 2000n

/**
 * E10: in the simulation only the source amount and the declared value leave the account, and only
 * our approval is given. A simulation filters, it does not prove.
 * @throws SwaprouteError SIMULATION_FAILED when a call reverts, UNSAFE_ROUTE when it does more
 */
export function checkSimulation(facts: SimulationFacts): void {
  const { simulation, legs } = facts
  if (simulation.kind === 'unavailable') return
  refuseFailure(simulation, legs)
  for (const { token, delta } of simulation.changes) checkChange(facts, token, delta)
  for (const approval of simulation.approvals) checkApproval(facts, approval)
  checkArrival(facts, simulation.changes)
  // Whatever holds at one host has to hold at the other (N1).
  if (simulation.second !== undefined) {
    checkSimulation({ ...facts, simulation: simulation.second })
  }
}

/** What the payer's simulation shows, after the receiver's was compared with its arrival. */
export function withReceiver(payers: Simulation, receivers: Simulation): Simulation {
  if (payers.kind === 'unavailable' || receivers.kind === 'unavailable') {
    return payers.kind === 'unavailable' ? payers : receivers
  }
  return receivers.oneNode === true ? { ...payers, oneNode: true } : payers
}

/** For a swap on one chain to another receiver: the same calls, measured at the receiver. */
export function checkReceiverSimulation(
  simulation: Simulation,
  legs: readonly Leg[],
  arrival: Arrival,
): void {
  if (simulation.kind === 'unavailable') return
  refuseFailure(simulation, legs)
  checkArrived(arrival, simulation.changes)
  if (simulation.second !== undefined) {
    checkReceiverSimulation(simulation.second, legs, arrival)
  }
}

function refuseFailure(
  { failure }: Extract<Simulation, { kind: 'simulated' }>,
  legs: readonly Leg[],
): void {
  if (failure === null) return
  const { index, reason } = failure
  const leg = legs[index] === 'pay' ? 'payment' : 'approval'
  throw new SwaprouteError('SIMULATION_FAILED', `The ${leg} would fail: ${reason}.`, {
    hint: 'Nothing was signed. Get a new quote; if it fails again, choose another provider.',
    context: { check: 'E10', leg: legs[index] ?? null, reason },
  })
}

function checkChange(facts: SimulationFacts, token: string, delta: bigint): void {
  if (delta >= 0n) return
  const isSource = isSameAddress(token, facts.srcToken.address)
  const native = isSameAddress(token, zeroAddress)
  const allowed = native ? facts.value : isSource ? facts.srcAmount : 0n
  if (-delta <= allowed) return
  throw unsafe('E10', `In the simulation, more leaves the account than planned.`, {
    token,
    leaves: String(-delta),
    planned: String(allowed),
  })
}

function checkApproval(
  { srcToken, srcAmount, spender }: SimulationFacts,
  approval: { token: string; spender: string; amount: bigint },
): void {
  const ours =
    spender !== null &&
    isSameAddress(approval.token, srcToken.address) &&
    isSameAddress(approval.spender, spender) &&
    approval.amount <= srcAmount
  if (ours || approval.amount === 0n) return
  throw unsafe('E10', `In the simulation, ${approval.spender} gets an unplanned approval.`, {
    token: approval.token,
    spender: approval.spender,
    amount: String(approval.amount),
  })
}

function checkArrival(
  { arrival, value }: SimulationFacts,
  changes: readonly { token: string; delta: bigint }[],
): void {
  if (arrival === null) return
  // A native fee is already deducted from the balance change.
  const paid = arrival.token.native ? value : 0n
  const { atLeast, expected } = arrival
  checkArrived({ ...arrival, atLeast: atLeast - paid, expected: expected - paid }, changes)
}

function checkArrived(
  { token, atLeast, expected }: Arrival,
  changes: readonly { token: string; delta: bigint }[],
): void {
  const address = token.native ? zeroAddress : token.address
  const arrived = changes.find((change) => isSameAddress(change.token, address))?.delta ?? 0n
  refuseFarAbove(arrived, { token, expected })
  if (arrived >= atLeast) return
  const text = `${amountWithSymbol(arrived, token)} arrives, less than ${amountWithSymbol(atLeast, token)}`
  throw unsafe('E10', `In the simulation, ${text}.`, {
    arrives: String(arrived),
    atLeast: String(atLeast),
  })
}

/**
 * Too much is as wrong as too little: it was counted in another unit, or is the user's own.
 * Amounts in base units.
 */
export function refuseFarAbove(
  arrived: bigint,
  { token, expected }: Pick<Arrival, 'token' | 'expected'>,
): void {
  if (arrived <= expected + (expected * mostAboveBps) / 10_000n) return
  const text = `${amountWithSymbol(arrived, token)} arrives, far more than the expected ${amountWithSymbol(expected, token)}`
  throw unsafe('E10', `In the simulation, ${text}.`, {
    arrives: String(arrived),
    expected: String(expected),
  })
}
