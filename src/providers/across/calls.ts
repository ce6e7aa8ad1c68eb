import { type Call, call, type CallTerms, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import { createTokenList } from '../../chains/tokens.ts'
import { isSameAddress } from '../../core/addresses.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { CallSite } from '../types.ts'
import { acrossContracts, isHandler } from './contracts.ts'
import { readDelivery } from './delivery.ts'

// Signatures: @across-protocol/contracts 5.0.27; the older `depositNative`:
// https://github.com/across-protocol/frontend api/_typechain (read 2026-11).

/**
 * What stands behind the arguments: the integrator's mark and that of the Swap API,
 * https://github.com/across-protocol/frontend api/_integrator-id.ts (read 2026-11).
 */
const marks = /^(?:1dc0de[0-9a-f]{4})?(?:73c0de)?$/

/** A deposit as one of its calls gives it: accounts as addresses or in words of 32 bytes. */
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
    throw odd('deposits into a contract that is not theirs')
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
    // The output promised in the deposit holds for the least input the swap may give, and grows with it.
    call(
      'function swapAndBridge(((uint256 amount, address recipient) submissionFees, (address inputToken, bytes32 outputToken, uint256 outputAmount, address depositor, bytes32 recipient, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) depositData, address swapToken, address exchange, uint8 transferType, uint256 swapTokenAmount, uint256 minExpectedInputTokenAmount, bytes routerCalldata, bool enableProportionalAdjustment, address spokePool, uint256 nonce) swapAndDepositData) payable',
      ([{ depositData, ...swap }], inside) => {
        if (swap.submissionFees.amount !== 0n) throw odd('pays a fee to a third party')
        // How the exchange gets the tokens, of three ways.
        if (swap.transferType > 2) throw odd('cannot be read')
        requirePool(swap.spokePool)
        const { destinationChainId: chain, exclusiveRelayer: relayer } = depositData
        const outputToken = accountOf(depositData.outputToken)
        // What the swap is sure to give must be worth what the deposit promises for it.
        const bridged = {
          token: depositData.inputToken,
          least: swap.minExpectedInputTokenAmount,
          outputToken,
          outputAmount: depositData.outputAmount,
          dst: chainOf(site, chain),
        }
        if (!isWorth(site.blockchain, bridged)) {
          throw odd('promises more than its swap is sure to give')
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

/** What all deposits end with. */
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
  // The zero address lets the relayer choose the token; in our words it would be the native coin.
  if (isSameAddress(outputToken, zeroAddress)) throw odd('does not say which token it pays')
  const common = {
    srcToken: accountOf(deposit.srcToken),
    amountIn,
    minOut: outputAmount,
    dst,
    refundTo: depositor,
    deadlineSeconds: BigInt(fillDeadline),
    ...exclusiveTo(relayer, exclusivity),
  }
  if (message === '0x') return { ...common, recipient, dstToken: outputToken }

  if (!isHandler(recipient, dst)) throw odd('hands the money to an unknown contract')
  const arriving = { handler: recipient, outputToken, outputAmount }
  const { fallback, recipient: paid, token, fees } = readDelivery(inside, message, arriving)
  const owners = [zeroAddress, paid, ...(depositor === null ? [] : [depositor])]
  if (!owners.some((owner) => isSameAddress(owner, fallback))) {
    throw odd(`would pay ${fallback} if the delivery fails`)
  }
  return { ...common, recipient: paid, dstToken: token, minOut: outputAmount - fees }
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
function exclusiveTo(relayer: string, exclusivity: number): Pick<CallTerms, 'exclusive'> {
  if (exclusivity === 0) return {}
  const until = BigInt(exclusivity)
  return { exclusive: { relayer: accountOf(relayer), until, isPeriod: until <= 31_536_000n } }
}

// A swap before a deposit is made by a contract of the API's choice, and what it gives is bridged.
// No relayer fills a deposit that promises more than that: it goes back, and with it no more
// than the least amount of the swap, which a hostile answer sets to one unit.

/** The middle of a swap and a deposit. Amounts in base units, addresses in any letter case. */
export type Swapped = {
  /** What the swap gives and the bridge takes. */
  token: string
  least: bigint
  outputToken: string
  outputAmount: bigint
  dst: BlockchainId
}

let tokens: ReturnType<typeof createTokenList> | undefined

/**
 * Whether the least that the swap gives is the same asset as the promise, and as much of it: Across
 * bridges like for like, and relayers take their fee off. Of a token that no list has, nobody here
 * can say so.
 */
export function isWorth(blockchain: BlockchainId, swapped: Swapped): boolean {
  tokens ??= createTokenList()
  const given = tokens.byAddress(blockchain, swapped.token)
  const promised = tokens.byAddress(swapped.dst, swapped.outputToken)
  return (
    given !== null &&
    promised !== null &&
    assetOf(promised) === assetOf(given) &&
    swapped.least * 10n ** BigInt(promised.decimals) >=
      swapped.outputAmount * 10n ** BigInt(given.decimals)
  )
}

/**
 * Bridged kinds of one token differ in their spelling only: USDC.e, USDT0, USD₮0, and what is WETH
 * on most chains is ETH on BSC.
 */
function assetOf({ symbol }: Token): string {
  return symbol
    .toUpperCase()
    .replaceAll('₮', 'T')
    .replace(/\.E$/, '')
    .replace(/^USDT0$/, 'USDT')
    .replace(/^WETH$/, 'ETH')
}

/** The error for a call that must not be signed. */
function odd(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('Across', what)
}
