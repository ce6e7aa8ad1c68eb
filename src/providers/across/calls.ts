import { type Call, call, type CallTerms, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { exclusiveTo } from '../kits/evm/exclusivity.ts'
import { isWorth } from '../kits/evm/swapBefore.ts'
import type { CallSite } from '../types.ts'
import { acrossContracts, isHandler } from './contracts.ts'
import { readDelivery } from './delivery.ts'

// Signatures: @across-protocol/contracts 5.0.27; the older `depositNative`:
// https://github.com/across-protocol/frontend api/_typechain (read 2026-11).

/**
 * Suffixes after the arguments: the integrator's mark and that of the Swap API,
 * https://github.com/across-protocol/frontend api/_integrator-id.ts (read 2026-11).
 */
const marks = /^(?:1dc0de[0-9a-f]{4})?(?:73c0de)?$/

/** A deposit as given in a call: accounts as addresses or as 32-byte words. */
type Deposit = {
  /** Null: the sender. */
  depositor: string | null
  recipient: string
  srcToken: string
  outputToken: string
  /** Base units. */
  amountIn: bigint
  outputAmount: bigint
  chain: bigint
  relayer: string
  fillDeadline: number
  exclusivity: number
  message: string
}

/**
 * The calls allowed to Across' contracts: deposits, native deposits, and deposits after a swap. A
 * delivery message is decoded too.
 */
export function acrossCalls(site: CallSite): readonly Call[] {
  const contracts = acrossContracts(site.blockchain)
  if (contracts === null) return []
  if (isSameAddress(site.to, contracts.spokePool)) return poolCalls(site)
  return contracts.peripheries.some((address) => isSameAddress(address, site.to))
    ? peripheryCalls(site, contracts.spokePool)
    : []
}

/** `deposit` and `depositV3` have the same arguments, once as bytes32 and once as addresses. */
function poolCalls(site: CallSite): readonly Call[] {
  return [
    call(
      'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      ([depositor, recipient, srcToken, outputToken, ...rest], inside) =>
        toTerms(site, { depositor, recipient, srcToken, outputToken, ...tailOf(rest) }, inside),
      marks,
    ),
    call(
      'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      ([depositor, recipient, srcToken, outputToken, ...rest], inside) =>
        toTerms(site, { depositor, recipient, srcToken, outputToken, ...tailOf(rest) }, inside),
      marks,
    ),
  ]
}

function peripheryCalls(site: CallSite, spokePool: string): readonly Call[] {
  const requirePool = (address: string): void => {
    if (isSameAddress(address, spokePool)) return
    throw invalidCall('deposits into an unknown contract')
  }
  return [
    call(
      'function depositNative(address spokePool, address depositor, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      ([pool, depositor, recipient, srcToken, amountIn, outputToken, ...rest], inside) => {
        requirePool(pool)
        const tail = tailOf([amountIn, ...rest])
        return toTerms(site, { depositor, recipient, srcToken, outputToken, ...tail }, inside)
      },
      marks,
    ),
    // Of the periphery before 2026-06: no depositor, refunds go to the sender.
    call(
      'function depositNative(address spokePool, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      ([pool, recipient, srcToken, amountIn, outputToken, ...rest], inside) => {
        requirePool(pool)
        const tail = tailOf([amountIn, ...rest])
        return toTerms(site, { depositor: null, recipient, srcToken, outputToken, ...tail }, inside)
      },
      marks,
    ),
    // The deposit's output is for the minimum the swap may yield, and grows with it.
    call(
      'function swapAndBridge(((uint256 amount, address recipient) submissionFees, (address inputToken, bytes32 outputToken, uint256 outputAmount, address depositor, bytes32 recipient, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) depositData, address swapToken, address exchange, uint8 transferType, uint256 swapTokenAmount, uint256 minExpectedInputTokenAmount, bytes routerCalldata, bool enableProportionalAdjustment, address spokePool, uint256 nonce) swapAndDepositData) payable',
      ([{ depositData, ...swap }], inside) => {
        if (swap.submissionFees.amount !== 0n) throw invalidCall('pays a fee to a third party')
        // One of three ways in which the exchange gets the tokens.
        if (swap.transferType > 2) throw invalidCall('cannot be read')
        requirePool(swap.spokePool)
        const { destinationChainId: chain, exclusiveRelayer: relayer } = depositData
        const outputToken = accountOf(depositData.outputToken)
        // The guaranteed output of the swap must be worth the output of the deposit.
        const bridged = {
          token: depositData.inputToken,
          least: swap.minExpectedInputTokenAmount,
          outputToken,
          outputAmount: depositData.outputAmount,
          dst: chainOf(site, chain),
        }
        if (!isWorth(site.blockchain, bridged)) {
          throw invalidCall('promises more than its swap guarantees')
        }
        const deposit = {
          ...depositData,
          srcToken: swap.swapToken,
          amountIn: swap.swapTokenAmount,
          outputToken,
          chain,
          relayer,
          exclusivity: depositData.exclusivityParameter,
        }
        return toTerms(site, deposit, inside)
      },
      marks,
    ),
  ]
}

/** The last arguments of every deposit call. */
function tailOf([
  amountIn,
  outputAmount,
  chain,
  relayer,
  ,
  fillDeadline,
  exclusivity,
  message,
]: readonly [bigint, bigint, bigint, string, number, number, number, string]): Pick<
  Deposit,
  'amountIn' | 'outputAmount' | 'chain' | 'relayer' | 'fillDeadline' | 'exclusivity' | 'message'
> {
  return { amountIn, outputAmount, chain, relayer, fillDeadline, exclusivity, message }
}

function toTerms(site: CallSite, deposit: Deposit, inside: Inside): CallTerms {
  const { outputAmount, amountIn, message, relayer, fillDeadline, exclusivity } = deposit
  const depositor = deposit.depositor === null ? null : accountOf(deposit.depositor)
  const recipient = accountOf(deposit.recipient)
  const outputToken = accountOf(deposit.outputToken)
  const dst = chainOf(site, deposit.chain)
  // Zero lets the relayer choose the token; here the zero address would mean the native coin.
  if (isSameAddress(outputToken, zeroAddress)) throw invalidCall('does not say which token it pays')
  const common = {
    srcToken: accountOf(deposit.srcToken),
    amountIn,
    minOut: outputAmount,
    dst,
    refundTo: depositor,
    deadlineSeconds: BigInt(fillDeadline),
    ...exclusiveTo(relayer, exclusivity, accountOf),
  }
  if (message === '0x') return { ...common, recipient, dstToken: outputToken }

  if (!isHandler(recipient, dst)) throw invalidCall('pays an unknown contract')
  const arriving = { handler: recipient, outputToken, outputAmount }
  const { fallback, recipient: paid, token, fees } = readDelivery(inside, message, arriving)
  const owners = [zeroAddress, paid, ...(depositor === null ? [] : [depositor])]
  if (!owners.some((owner) => isSameAddress(owner, fallback))) {
    throw invalidCall(`would pay ${fallback} if the delivery fails`)
  }
  return { ...common, recipient: paid, dstToken: token, minOut: outputAmount - fees }
}

function chainOf({ chainOf: find }: CallSite, chainId: bigint): BlockchainId {
  const found = find(chainId)
  if (found !== null) return found
  throw invalidCall(`pays out on chain ${chainId}, which is unknown`)
}

/** An EVM account, from an address or a 32-byte word. */
function accountOf(text: string): string {
  if (text.length === 42) return text
  if (!text.startsWith(`0x${'0'.repeat(24)}`)) {
    throw invalidCall('names an account of a different kind of chain')
  }
  return `0x${text.slice(26)}`
}

/** The error for a call that must not be signed. */
function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Across', what)
}
