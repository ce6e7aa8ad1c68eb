import { type Call, call, type CallTerms, unsafeCall } from '../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { exclusiveTo } from '../kits/evm/exclusivity.ts'
import type { CallSite } from '../types.ts'

// The calls of Rango's diamond that may be signed. Signatures:
// https://github.com/rango-exchange/rango-contracts-v2 contracts/facets and contracts/libraries
// (commit 246816c5 of 2026-06-12); `onChainSwaps` exists in two forms.
//
// Swaps run code of exchanges, which is not read. LibSwapper and LibSwapperV2 do not have to trust
// it: they take the declared amount and fees, call contracts and methods on the diamond's list,
// revert where it has gained less than `minimumAmountExpected` of the last token after all fees, and
// send all of it to the receiver.
//
// Of the facets for bridges, Across names receiver, chain, token, and the share of the amount that is
// paid out. The generic facet names a receiver for its event only, and the real one is in data of
// other protocols; deBridge's has a fee in native coins that a quote does not separate from gas.

const swaps =
  '(address spender, address target, address swapFromToken, address swapToToken, bool needsTransferFromUser, uint256 amount, bytes callData)[] calls'
const fees =
  '(address affiliatorAddress, uint256 amount, uint8 feeType)[] affiliateFees, uint256 totalAffiliateFee'

type Swap = { needsTransferFromUser: boolean }
type Fees = {
  affiliateFees: readonly { amount: bigint; feeType: number }[]
  totalAffiliateFee: bigint
}

/** Swaps on one chain. */
export function rangoSwapCalls(): readonly Call[] {
  return [
    call(
      `function onChainSwaps((address requestId, address fromToken, address toToken, uint256 amountIn, uint256 platformFee, uint256 destinationExecutorFee, uint256 affiliateFee, address affiliatorAddress, uint256 minimumAmountExpected, bool feeFromInputToken, uint16 dAppTag, string dAppName) request, ${swaps}, address receiver) payable returns (bytes[])`,
      ([request, steps, receiver]) => {
        if (request.affiliateFee !== 0n) throw invalidCall('pays a fee to a third party')
        if (request.destinationExecutorFee !== 0n)
          throw invalidCall('pays for a call on another chain')
        return swapTerms(request, steps, receiver, request.platformFee)
      },
    ),
    call(
      `function onChainSwaps((address requestId, address fromToken, address toToken, uint256 amountIn, ${fees}, uint256 minimumAmountExpected, bool feeFromInputToken, uint16 dAppTag, string dAppName) request, ${swaps}, address receiver) payable returns (bytes[])`,
      ([request, steps, receiver]) => {
        requireNoFee(request)
        return swapTerms(request, steps, receiver, 0n)
      },
    ),
  ]
}

/** Payments into Across. */
export function rangoBridgeCalls(site: CallSite): readonly Call[] {
  return [
    call(
      `function acrossBridge((address spokePoolAddress, address depositor, address exclusiveRelayer, address outputToken, uint32 fillDeadline, uint32 exclusivityDeadline, address recipient, uint256 destinationChainId, uint256 decimalsAdjustedTotalRelayFeePct, uint32 quoteTimestamp, bytes message) request, (address requestId, address token, uint256 amount, ${fees}, uint16 dAppTag, string dAppName) bridgeRequest) payable`,
      ([across, payment]) => {
        if (across.message !== '0x') throw invalidCall('calls a contract on delivery')
        const dst = site.chainOf(across.destinationChainId)
        if (dst === null)
          throw invalidCall(`pays out on chain ${across.destinationChainId}, which is unknown`)
        // Zero lets the relayer choose the token.
        if (isSameAddress(across.outputToken, zeroAddress)) {
          throw invalidCall('does not say which token it pays')
        }
        requireNoFee(payment)
        return {
          recipient: across.recipient,
          srcToken: payment.token,
          dstToken: across.outputToken,
          amountIn: payment.amount,
          // RangoAcrossFacet.sol, BASE_PCT; the decimals of both tokens are in the share.
          minOut: (payment.amount * across.decimalsAdjustedTotalRelayFeePct) / 10n ** 18n,
          dst,
          // Zero is the sender.
          refundTo: isSameAddress(across.depositor, zeroAddress) ? null : across.depositor,
          deadlineSeconds: BigInt(across.fillDeadline),
          // RangoAcrossFacet.sol hands it to the pool as it is.
          ...exclusiveTo(across.exclusiveRelayer, across.exclusivityDeadline),
        }
      },
    ),
  ]
}

type SwapRequest = {
  fromToken: string
  toToken: string
  amountIn: bigint
  minimumAmountExpected: bigint
  feeFromInputToken: boolean
}

/** A fee from the input is taken on top of the amount, one from the output before the minimum. */
function swapTerms(
  { fromToken, toToken, amountIn, minimumAmountExpected, feeFromInputToken }: SwapRequest,
  steps: readonly Swap[],
  recipient: string,
  fee: bigint,
): CallTerms {
  if (steps.length === 0) throw invalidCall('swaps nothing')
  if (steps.some((step) => step.needsTransferFromUser)) {
    throw invalidCall('takes more tokens than its payment')
  }
  return {
    recipient,
    srcToken: fromToken,
    dstToken: toToken,
    amountIn: amountIn + (feeFromInputToken ? fee : 0n),
    minOut: minimumAmountExpected,
    dst: 'same',
    refundTo: null,
  }
}

/**
 * LibSwapperV2.sol sends every fee, Rango's own as well, to the account that the call names. Rango
 * publishes no account of its own, so no such fee is paid.
 */
function requireNoFee({ affiliateFees, totalAffiliateFee }: Fees): void {
  if (affiliateFees.length > 0) throw invalidCall('pays a fee to a third party')
  if (totalAffiliateFee !== 0n) throw invalidCall('names a different fee from the one it takes')
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Rango', what)
}
