import { type Call, call, type CallTerms, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import { isSameAddress } from '../../core/addresses.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { zeroAddress } from '../../core/token.ts'
import type { CallSite } from '../types.ts'
import { acrossContracts, isHandler } from './contracts.ts'
import { readDelivery } from './delivery.ts'
import { isWorth } from './swapped.ts'

// Signatures: @across-protocol/contracts 5.0.27; the older `depositNative`:
// https://github.com/across-protocol/frontend api/_typechain (read 2026-11).

/**
 * What stands behind the arguments: the integrator's mark and that of the Swap API,
 * https://github.com/across-protocol/frontend api/_integrator-id.ts (read 2026-11).
 */
const marks = /^(?:1dc0de[0-9a-f]{4})?(?:73c0de)?$/

/** The fields all forms of a deposit have; amounts in base units. */
type Deposit = {
  depositor: string | null
  recipient: string
  srcToken: string
  outputToken: string
  amountIn: bigint
  outputAmount: bigint
  dst: BlockchainId
  message: string
  times: Pick<CallTerms, 'deadlineSeconds' | 'exclusive'>
}

/**
 * The calls that may be asked of Across' contracts: deposits, deposits of native coins and deposits
 * after a swap. Where a message says how the money is delivered, that is read too.
 */
export function acrossCalls(site: CallSite): readonly Call[] {
  const contracts = acrossContracts(site.blockchain)
  if (contracts === null) return []
  if (isSameAddress(site.to, contracts.spokePool)) return poolCalls(site)
  return contracts.peripheries.some((address) => isSameAddress(address, site.to))
    ? peripheryCalls(site, contracts.spokePool)
    : []
}

type Word = `0x${string}`
type DepositArguments = readonly [
  depositor: Word,
  recipient: Word,
  srcToken: Word,
  outputToken: Word,
  amountIn: bigint,
  outputAmount: bigint,
  chain: bigint,
  relayer: Word,
  quoteTime: number,
  fillDeadline: number,
  exclusivity: number,
  message: Word,
]

/** `deposit` and `depositV3` have the same arguments, once as bytes32 and once as addresses. */
function poolCalls(site: CallSite): readonly Call[] {
  const read = (
    [
      depositor,
      recipient,
      srcToken,
      outputToken,
      amountIn,
      outputAmount,
      chain,
      ...rest
    ]: DepositArguments,
    inside: Inside,
  ): CallTerms =>
    toTerms(
      {
        depositor: accountOf(depositor),
        recipient: accountOf(recipient),
        srcToken: accountOf(srcToken),
        outputToken: accountOf(outputToken),
        amountIn,
        outputAmount,
        dst: chainOf(site, chain),
        message: rest[4],
        times: timesOf(rest[0], rest[2], rest[3]),
      },
      inside,
    )
  return [
    call(
      'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      read,
      marks,
    ),
    call(
      'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      read,
      marks,
    ),
  ]
}

function peripheryCalls(site: CallSite, spokePool: string): readonly Call[] {
  const requirePool = (address: string): void => {
    if (isSameAddress(address, spokePool)) return
    throw odd('deposits into a contract that is not theirs')
  }
  return [
    call(
      'function depositNative(address spokePool, address depositor, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      (
        [pool, depositor, recipient, srcToken, amountIn, outputToken, outputAmount, chain, ...rest],
        inside,
      ) => {
        requirePool(pool)
        return toTerms(
          {
            depositor,
            recipient: accountOf(recipient),
            srcToken,
            outputToken: accountOf(outputToken),
            amountIn,
            outputAmount,
            dst: chainOf(site, chain),
            message: rest[4],
            times: timesOf(rest[0], rest[2], rest[3]),
          },
          inside,
        )
      },
      marks,
    ),
    // Of the periphery before 2026-06: no depositor, refunds go to the sender.
    call(
      'function depositNative(address spokePool, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
      (
        [pool, recipient, srcToken, amountIn, outputToken, outputAmount, chain, ...rest],
        inside,
      ) => {
        requirePool(pool)
        return toTerms(
          {
            depositor: null,
            recipient: accountOf(recipient),
            srcToken,
            outputToken: accountOf(outputToken),
            amountIn,
            outputAmount,
            dst: chainOf(site, chain),
            message: rest[4],
            times: timesOf(rest[0], rest[2], rest[3]),
          },
          inside,
        )
      },
      marks,
    ),
    // The output promised in the deposit holds for the least input the swap may give, and grows with it.
    call(
      'function swapAndBridge(((uint256 amount, address recipient) submissionFees, (address inputToken, bytes32 outputToken, uint256 outputAmount, address depositor, bytes32 recipient, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) depositData, address swapToken, address exchange, uint8 transferType, uint256 swapTokenAmount, uint256 minExpectedInputTokenAmount, bytes routerCalldata, bool enableProportionalAdjustment, address spokePool, uint256 nonce) swapAndDepositData) payable',
      ([swap], inside) => {
        const { depositData: deposit } = swap
        if (swap.submissionFees.amount !== 0n) throw odd('pays a fee to a third party')
        // How the exchange gets the tokens, of three ways.
        if (swap.transferType > 2) throw odd('cannot be read')
        requirePool(swap.spokePool)
        const outputToken = accountOf(deposit.outputToken)
        const { outputAmount } = deposit
        const dst = chainOf(site, deposit.destinationChainId)
        const least = swap.minExpectedInputTokenAmount
        const swapped = { token: deposit.inputToken, least, outputToken, outputAmount, dst }
        // What the swap is sure to give must be worth what the deposit promises for it.
        if (!isWorth(site.blockchain, swapped)) {
          throw odd('promises more than its swap is sure to give')
        }
        return toTerms(
          {
            depositor: deposit.depositor,
            recipient: accountOf(deposit.recipient),
            srcToken: swap.swapToken,
            outputToken,
            amountIn: swap.swapTokenAmount,
            outputAmount,
            dst,
            message: deposit.message,
            times: timesOf(
              deposit.exclusiveRelayer,
              deposit.fillDeadline,
              deposit.exclusivityParameter,
            ),
          },
          inside,
        )
      },
      marks,
    ),
  ]
}

function toTerms(deposit: Deposit, inside: Inside): CallTerms {
  const { depositor, outputToken, outputAmount, dst, message } = deposit
  // The zero address lets the relayer choose the token; in our words it would be the native coin.
  if (isSameAddress(outputToken, zeroAddress)) throw odd('does not say which token it pays')
  const common = {
    srcToken: deposit.srcToken,
    amountIn: deposit.amountIn,
    minOut: outputAmount,
    dst,
    refundTo: depositor,
    ...deposit.times,
  }
  if (message === '0x') return { ...common, recipient: deposit.recipient, dstToken: outputToken }

  const handler = deposit.recipient
  if (!isHandler(handler, dst)) throw odd('hands the money to an unknown contract')
  const delivery = readDelivery(inside, message, { handler, outputToken, outputAmount })
  const { fallback, recipient } = delivery
  const owners = [zeroAddress, recipient, ...(depositor === null ? [] : [depositor])]
  if (!owners.some((owner) => isSameAddress(owner, fallback))) {
    throw odd(`would pay ${fallback} if the delivery fails`)
  }
  return { ...common, recipient, dstToken: delivery.token, minOut: outputAmount - delivery.fees }
}

function chainOf({ chainOf: find }: CallSite, chainId: bigint): BlockchainId {
  const found = find(chainId)
  if (found !== null) return found
  throw odd(`pays out on chain ${chainId}, which is unknown here`)
}

/** An account of an EVM chain, as an address or in a word of 32 bytes. */
function accountOf(word: string): string {
  if (word.length === 42) return word
  if (!word.startsWith(`0x${'0'.repeat(24)}`)) {
    throw odd('names an account of another kind of chain')
  }
  return `0x${word.slice(26)}`
}

/**
 * Up to a year an exclusivity is a period, beyond it a moment: SpokePool.sol,
 * `MAX_EXCLUSIVITY_PERIOD_SECONDS` (read 2026-11).
 */
function timesOf(relayer: string, fillDeadline: number, exclusivity: number): Deposit['times'] {
  const deadlineSeconds = BigInt(fillDeadline)
  if (exclusivity === 0) return { deadlineSeconds }
  const until = BigInt(exclusivity)
  return {
    deadlineSeconds,
    exclusive: { relayer: accountOf(relayer), until, isPeriod: until <= 31_536_000n },
  }
}

/** The error for a call that must not be signed. */
function odd(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Across', what)
}
