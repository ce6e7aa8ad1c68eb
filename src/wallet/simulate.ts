import { toQuantity } from '../chains/evm/hex.ts'
import { isMissingMethod } from '../http/rpcWire.ts'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { decodeUint, encodeAllowance, encodeBalanceOf } from '../chains/evm/erc20.ts'
import { mulDivUp } from '../core/amounts.ts'
import { zeroAddress } from '../core/token.ts'
import { foreignReason } from '../core/foreignReason.ts'
import type { RpcAnswer, RpcCall } from '../http/types.ts'
import type { SimulatedCall } from './evmAnswers.ts'
import { revertReason } from './revertReasons.ts'
import { type SeenApproval, approvalsIn, contractsNaming } from './simulationLogs.ts'
import type { EvmCall, EvmFees, Simulation } from './types.ts'

/** A node for simulating: bound to one chain, answers already checked for shape. */
export type SimulationNode = {
  ask(call: RpcCall): Promise<RpcAnswer>
  readCalls(result: unknown): SimulatedCall[]
  latestBlock(): Promise<SimulatedBlock>
  nativeBalance(owner: string): Promise<bigint>
  nowSeconds(): number
}

type SimulatedBlock = { number: bigint; timestampSeconds: number; baseFeePerGas: bigint | null }

type Base = { tag: string; timeSeconds: number | null; baseFeePerGas: bigint | null }
type Outcome = { ok: true; calls: SimulatedCall[] } | { ok: false; answer: RefusedAnswer }
type RefusedAnswer = Extract<RpcAnswer, { ok: false }>
type WireCall = { from?: string; to: string; data: string; value?: string; gas?: string } & WireFees
type WireFees = { gasPrice?: string; maxFeePerGas?: string; maxPriorityFeePerGas?: string }
type Overrides = Record<string, { code?: string; balance?: string }>

/** More contracts than any ordinary swap touches for the payer. */
const maxMeasured = 32
/** Prevents a hostile `balanceOf` from using up the block's gas. */
const readGas = '0x7a120'

/**
 * Code that returns the native balance of the address in it, placed at an unused address for the
 * simulation: PUSH20 owner, BALANCE, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN.
 */
const balanceReader = '0x53776170526f7574652062616c616e6365207264'
const balanceReaderCode = (owner: string): string =>
  `0x73${owner.slice(2).toLowerCase()}3160005260206000f3`

/**
 * Runs the calls one after another on top of the latest block. Twice: first to find the contracts
 * and approvals they touch, then with the owner's balances read before and after, in the same
 * block, so that the result is measured and not taken from logs, which a contract can write at
 * will. The measured run has the gas prices and limits of the payment and the block's base fee:
 * with a gas price of 0 a contract could detect the simulation. The payer gets extra coins for gas;
 * whether gas can be paid is checked elsewhere.
 * https://geth.ethereum.org/docs/interacting-with-geth/rpc/ns-eth (eth_simulateV1, read 2026-11)
 * @param fees those of the payment; null if not known yet: then both runs are without
 */
export async function simulateCalls(
  node: SimulationNode,
  owner: string,
  calls: readonly EvmCall[],
  watched: readonly string[],
  fees: EvmFees | null,
): Promise<Simulation> {
  const wireCalls = calls.map(toWireCall)
  const base = await baseBlock(node)
  const plain = { ...base, baseFeePerGas: null }
  let outcome = await run(node, plain, owner, wireCalls)
  let usedBase = base
  if (!outcome.ok && !isMissingMethod(outcome.answer) && !isUnfunded(outcome.answer)) {
    // A node behind a load balancer may not have the block yet.
    usedBase = { ...base, tag: 'latest', timeSeconds: null }
    outcome = await run(node, { ...usedBase, baseFeePerGas: null }, owner, wireCalls)
  }
  if (!outcome.ok) return await withoutSimulation(node, calls, outcome.answer)

  const gasUsed = outcome.calls.map((call) => call.gasUsed)
  const failure = failureIn(outcome.calls)
  if (failure !== null) return { kind: 'simulated', failure, changes: [], approvals: [], gasUsed }
  const logs = outcome.calls.flatMap((call) => call.logs)
  const tokens = new Set([
    ...watched.filter((token) => token !== zeroAddress).map(toChecksumAddress),
    ...contractsNaming(owner, logs),
  ])
  if (tokens.size > maxMeasured) {
    return unavailable(`the calls touch ${tokens.size} contracts for the account`)
  }
  const approvals = approvalsIn(owner, logs)
  const payer = calls[0]?.from ?? owner
  const measureAs = async (at: Base, run: Priced): Promise<Measured | null> =>
    await measure({ node, base: at, owner }, run, [...tokens], approvals)
  const measureAt = async (given: EvmFees, room: bigint): Promise<Measured | null> =>
    await measureAs(usedBase, await price(node, payer, wireCalls, gasUsed, given, room))
  const free = { calls: wireCalls, overrides: {}, control: null }
  let measured =
    fees === null
      ? await measureAs({ ...usedBase, baseFeePerGas: null }, free)
      : await measureAt(fees, 1n)
  if (fees !== null && measured?.failure !== null) {
    measured = (await measureAt(fees, dataRoom)) ?? measured
  }
  if (measured === null) return unavailable('the node refused to measure balance changes')
  return { kind: 'simulated', ...measured, gasUsed }
}

type Priced = { calls: readonly WireCall[]; overrides: Overrides; control: WireCall | null }

/**
 * Factor on the usual limit, if that is not enough: Arbitrum charges for data in gas, but not if
 * gas has no price, as in the first run.
 * https://github.com/OffchainLabs/nitro/blob/master/arbos/tx_processor.go (GasChargingHook)
 */
const dataRoom = 4n

/** The calls with the payment's own prices and limits, and a payer who can pay for them. */
async function price(
  node: SimulationNode,
  payer: string,
  calls: readonly WireCall[],
  gasUsed: readonly bigint[],
  fees: EvmFees,
  room: bigint,
): Promise<Priced> {
  const prices = toWireFees(fees)
  const control = { from: payer, to: balanceReader, data: '0x', gas: readGas, ...prices }
  // The same margin as in signed transactions: one half of the gas used.
  const limits = gasUsed.map((used) => mulDivUp(used, 3n * room, 2n))
  const gas = limits.reduce((total, limit) => total + limit, BigInt(readGas))
  const balance = (await node.nativeBalance(payer)) + gas * maxFeeOf(fees)
  return {
    calls: calls.map((call, index) => ({
      ...call,
      gas: toQuantity(limits[index] ?? 0n),
      ...prices,
    })),
    overrides: { [payer]: { balance: toQuantity(balance) } },
    control,
  }
}

type Measured = Pick<
  Extract<Simulation, { kind: 'simulated' }>,
  'changes' | 'approvals' | 'failure'
>

async function measure(
  { node, base, owner }: { node: SimulationNode; base: Base; owner: string },
  { calls, overrides, control }: Priced,
  tokens: readonly string[],
  approvals: readonly SeenApproval[],
): Promise<Measured | null> {
  // Some nodes charge the base fee for a call without a price, which its sender may not be able to
  // pay.
  const read = { gas: readGas, ...(control === null ? {} : { gasPrice: '0x0' }) }
  const coins = { to: balanceReader, data: '0x', ...read }
  const balances = [
    coins,
    ...tokens.map((token) => ({ to: token, data: encodeBalanceOf(owner), ...read })),
  ]
  const allowances = approvals.map(({ token, spender }) => ({
    to: token,
    data: encodeAllowance(owner, spender),
    ...read,
  }))
  // An empty call of the payer shows how much a unit of gas takes from the balance on this node.
  const controls = control === null ? [] : [coins, control]
  const asked = [...controls, ...balances, ...calls, ...balances, ...allowances]
  const outcome = await run(node, base, owner, asked, overrides)
  if (!outcome.ok) return null

  const { calls: results } = outcome
  const first = controls.length
  const afterCalls = first + balances.length + calls.length
  const payments = results.slice(first + balances.length, afterCalls)
  const failure = failureIn(payments)
  if (failure !== null) return control === null ? null : { failure, changes: [], approvals: [] }
  const before = results.slice(first, first + balances.length).map(readNumber)
  const after = results.slice(afterCalls, afterCalls + balances.length).map(readNumber)
  const left = results.slice(afterCalls + balances.length).map(readNumber)
  const gasPaid = control === null ? 0n : gasTaken(results, before[0], payments)
  if (before[0] == null || after[0] == null || gasPaid === null) return null

  const changes = [zeroAddress, ...tokens].flatMap((token, index) => {
    const [from, to] = [before[index], after[index]]
    // A contract without a balance is not a token: a pool or a router that logs the account's
    // address.
    if (from == null || to == null) return []
    const delta = to - from + (index === 0 ? gasPaid : 0n)
    return delta === 0n ? [] : [{ token, delta }]
  })
  return {
    failure: null,
    changes,
    approvals: approvals.map(({ token, spender, amount, measurable }, index) => ({
      token,
      spender,
      amount,
      remaining: measurable ? (left[index] ?? null) : null,
    })),
  }
}

/** Coins the node deducted from the owner for the gas of the payments; null if unknown. */
function gasTaken(
  [start, control]: readonly SimulatedCall[],
  next: bigint | null | undefined,
  payments: readonly SimulatedCall[],
): bigint | null {
  const coins = start === undefined ? null : readNumber(start)
  if (coins === null || next == null || control === undefined || control.gasUsed === 0n) return null
  const used = payments.reduce((total, { gasUsed }) => total + gasUsed, 0n)
  return mulDivUp(coins - next, used, control.gasUsed)
}

function failureIn(
  calls: readonly SimulatedCall[],
): Extract<Simulation, { kind: 'simulated' }>['failure'] {
  const index = calls.findIndex(({ status }) => status !== 1n)
  return index === -1 ? null : { index, reason: failureReason(calls[index]) }
}

/** The latest block by number, so that both runs use the same one, and a time after it. */
async function baseBlock(node: SimulationNode): Promise<Base> {
  const { number, timestampSeconds, baseFeePerGas } = await node.latestBlock()
  const timeSeconds = Math.max(node.nowSeconds(), timestampSeconds + 1)
  return { tag: toQuantity(number), timeSeconds, baseFeePerGas }
}

async function run(
  node: SimulationNode,
  { tag, timeSeconds, baseFeePerGas }: Base,
  owner: string,
  calls: readonly WireCall[],
  overrides: Overrides = {},
): Promise<Outcome> {
  const blockOverrides = {
    ...(timeSeconds === null ? {} : { time: `0x${timeSeconds.toString(16)}` }),
    ...(baseFeePerGas === null ? {} : { baseFeePerGas: toQuantity(baseFeePerGas) }),
  }
  const block = {
    ...(Object.keys(blockOverrides).length === 0 ? {} : { blockOverrides }),
    stateOverrides: { [balanceReader]: { code: balanceReaderCode(owner) }, ...overrides },
    calls,
  }
  const options = { blockStateCalls: [block], traceTransfers: false, validation: false }
  const answer = await node.ask({ method: 'eth_simulateV1', params: [options, tag] })
  if (!answer.ok) return { ok: false, answer }
  const results = node.readCalls(answer.result)
  if (results.length === calls.length) return { ok: true, calls: results }
  const message = `answered ${results.length} calls of ${calls.length}`
  return { ok: false, answer: { ok: false, code: 0, message, data: null } }
}

/** The result of a node that cannot simulate these calls. */
async function withoutSimulation(
  node: SimulationNode,
  calls: readonly EvmCall[],
  answer: RefusedAnswer,
): Promise<Simulation> {
  const failedAt = (index: number, reason: string): Simulation => {
    return {
      kind: 'simulated',
      failure: { index, reason },
      changes: [],
      approvals: [],
      gasUsed: [],
    }
  }
  if (isUnfunded(answer)) {
    // Nodes do not report which call failed; in a swap only the payment has a value.
    const paying = Math.max(
      0,
      calls.findIndex(({ value }) => value > 0n),
    )
    return failedAt(paying, 'the account cannot pay the amount')
  }
  const [call, second] = calls
  if (call !== undefined && second === undefined) {
    const plain = await node.ask({ method: 'eth_call', params: [toWireCall(call), 'latest'] })
    if (!plain.ok && isRevert(plain)) return failedAt(0, revertReason(plain))
  }
  return unavailable(
    isMissingMethod(answer)
      ? 'the node does not support eth_simulateV1'
      : `the node refused to simulate: ${foreignReason(answer.message)}`,
  )
}

function unavailable(reason: string): Simulation {
  return { kind: 'unavailable', reason }
}

function toWireCall({ from, to, data, value }: EvmCall): WireCall {
  return { from, to, data, value: toQuantity(value) }
}

function toWireFees(fees: EvmFees): WireFees {
  return fees.type === 'legacy'
    ? { gasPrice: toQuantity(fees.gasPrice) }
    : {
        maxFeePerGas: toQuantity(fees.maxFeePerGas),
        maxPriorityFeePerGas: toQuantity(fees.maxPriorityFeePerGas),
      }
}

function maxFeeOf(fees: EvmFees): bigint {
  return fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
}

/** geth puts revert data into the error, anvil into the result. */
function failureReason(call: SimulatedCall | undefined): string {
  const fromError = call?.error?.data ?? '0x'
  const data = fromError.length > 2 ? fromError : (call?.returnData ?? null)
  return revertReason({ data, message: call?.error?.message ?? '' })
}

function readNumber({ status, returnData }: SimulatedCall): bigint | null {
  return status === 1n ? decodeUint(returnData) : null
}

/** Whether a call's error means that the contract reverted, rather than that the node failed. */
export function isRevert({ code, message, data }: RefusedAnswer): boolean {
  return (
    code === 3 ||
    (data !== null && data.length > 2) ||
    /revert|out of gas|exceeds allowance/i.test(message)
  )
}

/** -38014 is the specification's code for it; other nodes only use the text. */
export function isUnfunded({ code, message }: RefusedAnswer): boolean {
  return code === -38014 || /insufficient funds/i.test(message)
}
