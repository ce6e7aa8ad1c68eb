import * as z from 'zod/mini'

import { type Call, call, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import type { StructTypes } from '../../chains/evm/structs.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { zeroAddress } from '../../core/token.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import type { CallSite } from '../types.ts'
import lists from './relay.json' with { type: 'json' }

// Deposits of Relay's settlement protocol. The depository receives no terms except a 32-byte id, which
// is the hash of the order: RelayDepository.sol (relayprotocol/relay-depository) and `getOrderId`
// (relayprotocol/relay-protocol-sdk src/order), both read 2026-11-23. The order goes along behind
// the arguments, where the contract ignores it; Relay documents such suffixes as "builder codes".
// So the terms are proved by the signed bytes alone: only an order with these terms has this hash. Its
// payout is one of two ends: a refund of `minimumAmount` settles it as well (attestSolverRefund there).
// That the solver has agreed to it is not: the settlement takes an order with the solver's signature
// over its id alone, as a personal message of 32 bytes (relayprotocol/relay-protocol-oracle
// src/services/attestation, read 2026-11-27). The signature follows the order where Relay gave it.

/** EIP-712 types of an order; its id is their `hashStruct`, without a domain. */
export const orderTypes = {
  Order: [
    { name: 'version', type: 'string' },
    { name: 'solverChainId', type: 'string' },
    { name: 'solver', type: 'address' },
    { name: 'salt', type: 'uint256' },
    { name: 'inputs', type: 'Input[]' },
    { name: 'output', type: 'Output' },
    { name: 'fees', type: 'Fee[]' },
  ],
  Input: [
    { name: 'payment', type: 'InputPayment' },
    { name: 'refunds', type: 'InputRefund[]' },
  ],
  InputPayment: [
    { name: 'chainId', type: 'string' },
    { name: 'currency', type: 'bytes' },
    { name: 'amount', type: 'uint256' },
    { name: 'weight', type: 'uint256' },
  ],
  InputRefund: [
    { name: 'chainId', type: 'string' },
    { name: 'recipient', type: 'bytes' },
    { name: 'currency', type: 'bytes' },
    { name: 'minimumAmount', type: 'uint256' },
    { name: 'deadline', type: 'uint32' },
    { name: 'extraData', type: 'bytes' },
  ],
  Output: [
    { name: 'chainId', type: 'string' },
    { name: 'payments', type: 'OutputPayment[]' },
    { name: 'deadline', type: 'uint32' },
    { name: 'calls', type: 'bytes[]' },
    { name: 'extraData', type: 'bytes' },
  ],
  OutputPayment: [
    { name: 'recipient', type: 'bytes' },
    { name: 'currency', type: 'bytes' },
    { name: 'minimumAmount', type: 'uint256' },
    { name: 'expectedAmount', type: 'uint256' },
  ],
  Fee: [
    { name: 'recipientChainId', type: 'string' },
    { name: 'recipient', type: 'bytes' },
    { name: 'currencyChainId', type: 'string' },
    { name: 'currency', type: 'bytes' },
    { name: 'amount', type: 'uint256' },
  ],
} as const satisfies StructTypes

const account = z.string().check(z.regex(/^0x[\da-f]{40}$/))
const orderValue = z.object({
  version: z.string(),
  solverChainId: z.string(),
  solver: account,
  inputs: z.array(
    z.object({
      payment: z.object({ chainId: z.string(), currency: account, amount: z.bigint() }),
      refunds: z.array(
        z.object({
          chainId: z.string(),
          recipient: account,
          currency: account,
          minimumAmount: z.bigint(),
          extraData: z.string(),
        }),
      ),
    }),
  ),
  output: z.object({
    chainId: z.string(),
    payments: z.array(
      z.object({ recipient: account, currency: account, minimumAmount: z.bigint() }),
    ),
    deadline: z.int(),
    calls: z.array(z.string()),
    extraData: z.string(),
  }),
  fees: z.array(z.unknown()),
})
type Order = z.output<typeof orderValue>
type Refund = Order['inputs'][number]['refunds'][number]

type Solver = { chainId: string; address: string }

/** Solver of all EVM chains: documentation, "Input Validation" (read 2026-11-23). */
const solver: Solver = { chainId: 'base', address: '0xf70da97812cb96acdf810712aa562db8dfa3dbef' }

/** Relay's names of chains in orders: documentation, "Depository", "Addresses". */
const chainNames = new Map(
  Object.entries(lists.protocolChains).flatMap(([id, name]) =>
    isBlockchainId(id) ? [[name, id] as const] : [],
  ),
)

/** Chains whose deposits can be read: sources and destinations. */
export const signedChains: readonly BlockchainId[] = [...chainNames.values()]

/**
 * The contracts that a fill may go through, versions 3 and 3.2 (documentation, "Contract
 * Addresses"): a fill is proved by their events, so another one could feign it.
 */
const fillContracts: readonly string[] = lists.routers

/** The two deposits that name an amount; the third takes the whole allowance. */
export function depositCalls(site: CallSite, by: Solver = solver): readonly Call[] {
  return [
    call(
      'function depositNative(address depositor, bytes32 id) payable',
      ([depositor, id], inside) =>
        toTerms(site, by, { depositor, id, token: zeroAddress, amount: null }, inside),
      anyOrder,
    ),
    call(
      'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
      ([depositor, token, amount, id], inside) =>
        toTerms(site, by, { depositor, id, token, amount }, inside),
      anyOrder,
    ),
  ]
}

const anyOrder = /^[\da-f]+$/

type Deposit = { depositor: string; id: string; token: string; amount: bigint | null }

function toTerms(
  { blockchain }: CallSite,
  by: Solver,
  { depositor, id, token, amount }: Deposit,
  inside: Inside,
): Omit<DecodedCall, 'method'> {
  const { value, hash, rest } = inside.attached(orderTypes, 'Order', signatureDigits)
  const parsed = z.safeParse(orderValue, value)
  if (hash !== id || !parsed.success)
    throw invalidCall('commits to an order other than the one behind it')
  const { payment, refunds, out, output } = soleTerms(parsed.data, by)
  const dst = chainOf(output.chainId)
  if (chainOf(payment.chainId) !== blockchain)
    throw invalidCall('pays for an order on another chain')
  if (payment.currency !== token) throw invalidCall('pays an order of another token')
  if (amount !== null && amount !== payment.amount)
    throw invalidCall('does not pay what its order states')
  const back = refunds.find(({ chainId }) => chainId === payment.chainId)?.recipient
  if (back === undefined) throw invalidCall('has an order without a refund')
  for (const { chainId, currency, recipient } of refunds) {
    const coin =
      chainId === payment.chainId ? token : chainId === output.chainId ? out.currency : null
    const fits = recipient === back && currency === coin
    if (!fits) throw invalidCall('would pay a refund to another account, or in another token')
  }
  return {
    recipient: out.recipient,
    srcToken: token,
    dstToken: out.currency,
    amountIn: payment.amount,
    minOut: out.minimumAmount,
    dst,
    refundTo: back,
    ...(refunds.every((refund) => isNearlyWhole(refund, { payment, out }))
      ? {}
      : { returnsNothing: true }),
    // The zero address means the payer.
    ...(depositor === zeroAddress
      ? {}
      : { powers: [{ may: 'claim', holder: depositor, blockchain }] as const }),
    deadlineSeconds: BigInt(output.deadline),
    reference: { hash, signer: by.address, signature: rest === undefined ? null : `0x${rest}` },
  }
}

/** Below this share of what is paid, or paid out at least, a refund is not an alternative; percent. */
const leastRefundPercent = 97n

/** In the token of the payment, or of the payout. */
function isNearlyWhole(
  { chainId, minimumAmount }: Refund,
  { payment, out }: Pick<ReturnType<typeof soleTerms>, 'payment' | 'out'>,
): boolean {
  const whole = chainId === payment.chainId ? payment.amount : out.minimumAmount
  return minimumAmount * 100n >= whole * leastRefundPercent
}

/** 65 bytes: r, s, v. */
const signatureDigits = /^[\da-f]{130}$/

/** One payment for one payout by Relay's own solver, and nothing else. */
function soleTerms(order: Order, by: Solver) {
  const { version, inputs, output, fees } = order
  const [input, ...moreInputs] = inputs
  const [out, ...moreOuts] = output.payments
  if (version !== 'v1') throw invalidCall('has an order of an unknown version')
  if (order.solverChainId !== by.chainId || order.solver !== by.address) {
    throw invalidCall('has an order for an unknown solver')
  }
  if (input === undefined || out === undefined || moreInputs.length + moreOuts.length > 0) {
    throw invalidCall('has an order with several payments')
  }
  if (fees.length > 0) throw invalidCall('pays a fee to a third party')
  if (output.calls.length > 0) throw invalidCall('calls a contract on delivery')
  for (const { extraData } of [output, ...input.refunds]) {
    const isKnown = fillContracts.some((one) => extraData === `0x${one.slice(2).padStart(64, '0')}`)
    if (extraData !== '0x' && !isKnown)
      throw invalidCall('has an order to be filled by an unknown contract')
  }
  return { payment: input.payment, refunds: input.refunds, out, output }
}

function chainOf(name: string): BlockchainId {
  const blockchain = chainNames.get(name)
  if (blockchain !== undefined) return blockchain
  throw invalidCall('has an order on an unknown chain')
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Relay', what)
}
