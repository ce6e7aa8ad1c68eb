// What the router of Squid may be asked for. Methods, the meaning of payloads and the names of chains:
// the verified source of its implementation (contracts/router/SquidRouter.sol, Solidity 0.8.23) and
// Squid's list of chains, both read on 2026-10-01; recorded calls of 2024 have payloads without a salt.
// `callBridge` and `sendToken` of older implementations are no longer in it.
//
// Exchanges on both sides are calls of the service's choice and are not read. On arrival the router
// runs those of the payload, and if one of them fails it pays the bridged token to the recipient
// named there (`CrossMulticallFailed`), which has to be the receiver.

import { type Call, call, type CallTerms, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { isSameAddress } from '../../core/token.ts'
import type { CallSite } from '../types.ts'
import { axelarNames, gatewayTokens, routerOn } from './contracts.ts'

const steps =
  '(uint8 callType, address target, uint256 value, bytes callData, bytes payload)[] calls'

const callBridgeCall =
  `function callBridgeCall(address token, uint256 amount, ${steps}, string bridgedTokenSymbol, string destinationChain, string destinationAddress, bytes payload, address gasRefundRecipient, bool enableExpress) payable` as const
const bridgeCall =
  'function bridgeCall(string bridgedTokenSymbol, uint256 amount, string destinationChain, string destinationAddress, bytes payload, address gasRefundRecipient, bool enableExpress) payable'
const fundAndRunMulticall =
  `function fundAndRunMulticall(address token, uint256 amount, ${steps}) payable` as const

/** Calls between chains, as far as they can be read. */
export function squidCalls({ blockchain }: CallSite): readonly Call[] {
  return [
    call(
      callBridgeCall,
      ([srcToken, amountIn, , symbol, chain, contract, payload, refundTo], inside) => ({
        ...arrivalOf({ blockchain, symbol }, { chain, contract }, payoutOf(payload, inside)),
        srcToken,
        amountIn,
        refundTo,
      }),
    ),
    call(bridgeCall, ([symbol, amountIn, chain, contract, payload, refundTo], inside) => ({
      ...arrivalOf({ blockchain, symbol }, { chain, contract }, payoutOf(payload, inside)),
      srcToken: gatewayToken(blockchain, symbol),
      amountIn,
      refundTo,
    })),
    // Through another bridge or an intent, which its calls name.
    call(fundAndRunMulticall, ([srcToken, amountIn]) => ({
      ...unsaid,
      recipient: null,
      dst: null,
      srcToken,
      amountIn,
      refundTo: null,
    })),
  ]
}

/** The outer part of a call on one chain; the rest is proved by simulation. */
export const multicallFrame: Call<{ srcToken: string; amountIn: bigint }> = call(
  fundAndRunMulticall,
  ([srcToken, amountIn]) => ({ srcToken, amountIn }),
)

/** The bought token and its least amount are inside the calls on arrival. */
const unsaid = { dstToken: null, minOut: null } as const

/** Who is paid on arrival: by calls that buy, or with the bridged token itself. */
type Payout = { recipient: string; isBridged: boolean }

function arrivalOf(
  bridged: { blockchain: BlockchainId; symbol: string },
  { chain, contract }: { chain: string; contract: string },
  { recipient, isBridged }: Payout,
): Pick<CallTerms, 'recipient' | 'dstToken' | 'minOut' | 'dst'> {
  const dst = chainNamed(chain)
  if (dst === null) throw invalidCall(`pays out on ${chain}, which is unknown`)
  if (!isSameAddress(contract, routerOn(dst))) {
    throw invalidCall(`calls ${contract} on ${dst}, which is not its router`)
  }
  const dstToken = isBridged ? bridgedToken(bridged, dst) : null
  return { ...unsaid, dstToken, recipient, dst }
}

/** Axelar's names; recorded calls write `Arbitrum`, others `arbitrum`. */
function chainNamed(name: string): BlockchainId | null {
  const wanted = name.charAt(0).toLowerCase() + name.slice(1)
  return axelarNames.find(([, known]) => known === wanted)?.[0] ?? null
}

/** What Axelar's gateway pays out for a token that it took. */
function bridgedToken(
  { blockchain, symbol }: { blockchain: BlockchainId; symbol: string },
  dst: BlockchainId,
): string {
  gatewayToken(blockchain, symbol) // no other token is known to arrive as the one of `dst`
  const { [dst]: paid } = gatewayTokens
  if (paid === undefined) throw invalidCall(`pays a token of ${dst} that is not known`)
  return paid.address
}

function gatewayToken(blockchain: BlockchainId, symbol: string): string {
  const { [blockchain]: known } = gatewayTokens
  if (known !== undefined && known.symbol === symbol) return known.address
  throw invalidCall('names a token by a symbol that is not known')
}

/** A payload of two words is paid to its recipient; any other is the calls to run, and who is paid if they fail. */
function payoutOf(payload: string, inside: Inside): Payout {
  const digits = payload.slice(2)
  if (digits.length === 2 * wordDigits) {
    const [recipient] = inside.values('address recipient, bytes32 salt', payload)
    return { recipient, isBridged: true }
  }
  // Where the calls are tells whether a salt follows the recipient.
  const isSalted = digits.startsWith((0x60).toString(16).padStart(wordDigits, '0'))
  const [calls, recipient] = isSalted
    ? inside.values(`${steps}, address refundRecipient, bytes32 salt`, payload)
    : inside.values(`${steps}, address refundRecipient`, payload)
  const account = recipient.slice(2)
  const isPaid = calls.some(
    ({ target, callData }) => target === recipient || callData.includes(account),
  )
  if (isPaid) return { recipient, isBridged: false }
  throw invalidCall(`pays ${recipient} only if its calls on arrival fail`)
}

const wordDigits = 64

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Squid', what)
}
