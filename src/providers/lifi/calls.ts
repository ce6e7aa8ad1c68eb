import { type Call, call, type CallTerms, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { exclusiveTo } from '../kits/evm/exclusivity.ts'
import { isWorth } from '../kits/evm/swapBefore.ts'
import type { CallSite } from '../types.ts'
import { feeCollector, feeForwarder } from './contracts.ts'

// The calls of LiFiDiamond that may be signed. Signatures: https://github.com/lifinance/contracts
// config/clearSigningProposal.json and src/Facets (commit ef00558f of 2026-08-21).
//
// Swaps run code of exchanges, which is not read. GenericSwapFacetV3 does not have to trust it: it
// takes the declared amount from the payer, calls exchanges on the diamond's list, reverts where it
// holds less than `minAmountOut` of the last token afterwards, and sends all of it to the receiver.
// A swap before a bridge is checked in the same way by SwapperV2: it reverts where it yields less than
// `bridgeData.minAmount`, and all of it is bridged. That minimum has to be worth what the bridge
// promises: an unfilled order returns only what the swap yielded.
//
// Of the facets for bridges, two name receiver, chain, token and minimum in their arguments: Across
// and deBridge. The others are not declared: Stargate, CCTP (Celer, Polymer), Arbitrum, Optimism,
// Gnosis, Omni, Polygon and Frax do not name the token that is paid out (and Celer's proxy takes a
// fee that the call does not name), Glacis and AllBridge no minimum, and the rest hide the receiver
// in an order, a memo, a deposit address or data of another protocol. The intents of LI.FI name
// everything, but also the oracles that decide whether they were filled.

const swap =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const bridgeData =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData'
const acrossData =
  '(bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) acrossData'
const deBridgeData =
  '(bytes receivingAssetId, bytes receiver, bytes orderAuthorityDst, uint256 minAmountOut) deBridgeData'
const swapHead =
  'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut'

type Step = {
  callTo: string
  approveTo: string
  sendingAssetId: string
  receivingAssetId: string
  fromAmount: bigint
  callData: string
  requiresDeposit: boolean
}

/** What is paid into a bridge, and what the bridge gets of it at least. */
type Payment = { srcToken: string; amountIn: bigint; token: string; least: bigint }

type Swapped = Pick<CallTerms, 'srcToken' | 'dstToken' | 'amountIn'>

/** What a form of the swap call sells and buys. */
const forms = {
  ERC20ToERC20: { sells: 'token', buys: 'token' },
  ERC20ToNative: { sells: 'token', buys: 'coin' },
  NativeToERC20: { sells: 'coin', buys: 'token' },
} as const
type Form = (typeof forms)[keyof typeof forms]

/** Swaps on one chain: GenericSwapFacetV3. */
export function lifiSwapCalls(site: CallSite): readonly Call[] {
  return [
    call(
      `function swapTokensSingleV3ERC20ToERC20(${swapHead}, ${swap} swapData)`,
      ([, , , receiver, minOut, one]) => sold(receiver, minOut, single(one, forms.ERC20ToERC20)),
    ),
    call(
      `function swapTokensSingleV3ERC20ToNative(${swapHead}, ${swap} swapData)`,
      ([, , , receiver, minOut, one]) => sold(receiver, minOut, single(one, forms.ERC20ToNative)),
    ),
    call(
      `function swapTokensSingleV3NativeToERC20(${swapHead}, ${swap} swapData) payable`,
      ([, , , receiver, minOut, one]) => sold(receiver, minOut, single(one, forms.NativeToERC20)),
    ),
    call(
      `function swapTokensMultipleV3ERC20ToERC20(${swapHead}, ${swap}[] swapData)`,
      ([, , , receiver, minOut, steps], inside) =>
        sold(receiver, minOut, several(site, steps, forms.ERC20ToERC20, inside)),
    ),
    call(
      `function swapTokensMultipleV3ERC20ToNative(${swapHead}, ${swap}[] swapData)`,
      ([, , , receiver, minOut, steps], inside) =>
        sold(receiver, minOut, several(site, steps, forms.ERC20ToNative, inside)),
    ),
    call(
      `function swapTokensMultipleV3NativeToERC20(${swapHead}, ${swap}[] swapData) payable`,
      ([, , , receiver, minOut, steps], inside) =>
        sold(receiver, minOut, several(site, steps, forms.NativeToERC20, inside)),
    ),
  ]
}

/** Payments into Across and deBridge, with or without a swap before. */
export function lifiBridgeCalls(site: CallSite): readonly Call[] {
  return [
    call(
      `function startBridgeTokensViaAcrossV4(${bridgeData}, ${acrossData}) payable`,
      ([bridge, across]) =>
        acrossTerms(site, bridge, across, unswapped(bridge), across.outputAmount),
    ),
    // The output of the deposit grows with what the swap yields: AcrossFacetV4, MULTIPLIER_BASE.
    call(
      `function swapAndStartBridgeTokensViaAcrossV4(${bridgeData}, ${swap}[] swapData, ${acrossData}) payable`,
      ([bridge, steps, across], inside) => {
        const least = (bridge.minAmount * across.outputAmountMultiplier) / 10n ** 18n
        const payment = swapped(site, bridge, steps, inside)
        return worth(site, payment, acrossTerms(site, bridge, across, payment, least))
      },
    ),
    call(
      `function startBridgeTokensViaDeBridgeDln(${bridgeData}, ${deBridgeData}) payable`,
      ([bridge, order]) => deBridgeTerms(site, bridge, order, unswapped(bridge)),
    ),
    call(
      `function swapAndStartBridgeTokensViaDeBridgeDln(${bridgeData}, ${swap}[] swapData, ${deBridgeData}) payable`,
      ([bridge, steps, order], inside) => {
        const payment = swapped(site, bridge, steps, inside)
        return worth(site, payment, deBridgeTerms(site, bridge, order, payment))
      },
    ),
  ]
}

function sold(recipient: string, minOut: bigint, swappedTokens: Swapped): CallTerms {
  return { recipient, minOut, ...swappedTokens, dst: 'same', refundTo: null }
}

function single(step: Step, form: Form): Swapped {
  requireForm(step.sendingAssetId, step.receivingAssetId, form)
  const { sendingAssetId: srcToken, receivingAssetId: dstToken, fromAmount: amountIn } = step
  return { srcToken, dstToken, amountIn }
}

function several(site: CallSite, steps: readonly Step[], form: Form, inside: Inside): Swapped {
  const { srcToken, token: dstToken, amountIn } = readSteps(site, steps, inside)
  requireForm(srcToken, dstToken, form)
  return { srcToken, dstToken, amountIn }
}

/** The forms differ in which side is the native coin, which is the zero address. */
function requireForm(srcToken: string, dstToken: string, { sells, buys }: Form): void {
  const isCoin = [srcToken, dstToken].map((token) => isSameAddress(token, zeroAddress))
  if (isCoin[0] === (sells === 'coin') && isCoin[1] === (buys === 'coin')) return
  throw invalidCall('swaps tokens other than those in its name')
}

/**
 * The swaps of a call, one after the other. Only the first may take tokens from the payer, and one
 * that yields the token it takes is LI.FI's fee.
 */
function readSteps(site: CallSite, steps: readonly Step[], inside: Inside): Omit<Payment, 'least'> {
  const [first] = steps
  const last = steps.at(-1)
  if (first === undefined || last === undefined) throw invalidCall('swaps nothing')
  for (const [index, step] of steps.entries()) {
    if (step.requiresDeposit !== (index === 0))
      throw invalidCall('takes more tokens than its payment')
    const before = steps[index - 1]
    if (before !== undefined && before.receivingAssetId !== step.sendingAssetId) {
      throw invalidCall('swaps in steps that do not follow each other')
    }
    const isFee = step.sendingAssetId === step.receivingAssetId
    if (isFee) checkFee(site, step, inside)
    else if (index === 0 && steps.length > 1) throw invalidCall('does not begin with its fee')
  }
  const { sendingAssetId: srcToken, fromAmount: amountIn } = first
  return { srcToken, amountIn, token: last.receivingAssetId }
}

/** https://docs.li.fi/introduction/pricing (read 2026-11): 0.25 %; basis points. */
const mostFeeBps = 25n
const feeShares = '(address recipient, uint256 amount)[] distributions'
const feeCalls = [
  call(`function forwardERC20Fees(address token, ${feeShares})`, ([token, shares]) => ({
    token,
    shares,
  })),
  call(`function forwardNativeFees(${feeShares}) payable`, ([shares]) => ({
    token: zeroAddress,
    shares,
  })),
]

function checkFee({ blockchain }: CallSite, step: Step, inside: Inside): void {
  const forwarder = feeForwarder(blockchain) ?? ''
  if (![step.callTo, step.approveTo].every((address) => isSameAddress(address, forwarder))) {
    throw invalidCall('pays a fee through an unknown contract')
  }
  const { token, shares } = inside.call(feeCalls, step.callData)
  if (shares.some(({ recipient }) => !isSameAddress(recipient, feeCollector))) {
    throw invalidCall('pays a fee to a third party')
  }
  const fee = shares.reduce((sum, { amount }) => sum + amount, 0n)
  const isOwn = isSameAddress(token, step.sendingAssetId)
  if (isOwn && fee * 10_000n <= step.fromAmount * mostFeeBps) return
  throw invalidCall('takes a larger fee than 0.25% of the amount')
}

type BridgeData = {
  sendingAssetId: string
  receiver: string
  minAmount: bigint
  destinationChainId: bigint
  hasSourceSwaps: boolean
  hasDestinationCall: boolean
}

function unswapped({ sendingAssetId, minAmount, hasSourceSwaps }: BridgeData): Payment {
  if (hasSourceSwaps) throw invalidCall('claims to swap first, but does not')
  return { srcToken: sendingAssetId, amountIn: minAmount, token: sendingAssetId, least: minAmount }
}

function swapped(
  site: CallSite,
  { sendingAssetId, minAmount, hasSourceSwaps }: BridgeData,
  steps: readonly Step[],
  inside: Inside,
): Payment {
  const swappedTokens = readSteps(site, steps, inside)
  if (hasSourceSwaps && swappedTokens.token === sendingAssetId) {
    return { ...swappedTokens, least: minAmount }
  }
  throw invalidCall('bridges a token other than the one its swap returns')
}

/** The terms of a payment after a swap whose minimum covers what they promise. */
function worth<T extends BridgeTerms>(site: CallSite, { token, least }: Payment, terms: T): T {
  const { dst, dstToken: outputToken, minOut: outputAmount } = terms
  if (isWorth(site.blockchain, { token, least, outputToken, outputAmount, dst })) return terms
  throw invalidCall('promises more than its swap guarantees')
}

type BridgeTerms = CallTerms & { dst: BlockchainId; dstToken: string; minOut: bigint }
type Common = Pick<CallTerms, 'recipient' | 'srcToken' | 'amountIn'> & { dst: BlockchainId }

/** @param named the receiver in the bridge's own data */
function bridged(site: CallSite, bridge: BridgeData, payment: Payment, named: string): Common {
  if (bridge.hasDestinationCall) throw invalidCall('calls a contract on delivery')
  if (!isSameAddress(named, bridge.receiver)) throw invalidCall('names two receivers')
  const dst = site.chainOf(bridge.destinationChainId)
  if (dst === null)
    throw invalidCall(`pays out on chain ${bridge.destinationChainId}, which is unknown`)
  const { srcToken, amountIn } = payment
  return { recipient: named, srcToken, amountIn, dst }
}

type AcrossData = {
  receiverAddress: string
  refundAddress: string
  sendingAssetId: string
  receivingAssetId: string
  exclusiveRelayer: string
  fillDeadline: number
  exclusivityParameter: number
  message: string
}

function acrossTerms(
  site: CallSite,
  bridge: BridgeData,
  across: AcrossData,
  payment: Payment,
  minOut: bigint,
): BridgeTerms {
  if (across.message !== '0x') throw invalidCall('calls a contract on delivery')
  // A native coin is deposited as the wrapped one, whatever is named here.
  const isNative = isSameAddress(payment.token, zeroAddress)
  if (!isNative && !isSameAddress(accountOf(across.sendingAssetId), payment.token)) {
    throw invalidCall('deposits a token other than the one it takes')
  }
  const dstToken = accountOf(across.receivingAssetId)
  // Zero lets the relayer choose the token.
  if (isSameAddress(dstToken, zeroAddress)) throw invalidCall('does not say which token it pays')
  return {
    ...bridged(site, bridge, payment, accountOf(across.receiverAddress)),
    dstToken,
    minOut,
    refundTo: accountOf(across.refundAddress),
    deadlineSeconds: BigInt(across.fillDeadline),
    ...exclusiveTo(across.exclusiveRelayer, across.exclusivityParameter, accountOf),
  }
}

type DeBridgeData = {
  receivingAssetId: string
  receiver: string
  orderAuthorityDst: string
  minAmountOut: bigint
}

/**
 * An order is filled exactly or not at all. The diamond gives the payer the right to raise the
 * offer, and lets the authority cancel the order, which then decides who receives the refund.
 */
function deBridgeTerms(
  site: CallSite,
  bridge: BridgeData,
  order: DeBridgeData,
  payment: Payment,
): BridgeTerms {
  const common = bridged(site, bridge, payment, accountOf(order.receiver))
  const holder = accountOf(order.orderAuthorityDst)
  return {
    ...common,
    dstToken: accountOf(order.receivingAssetId),
    minOut: order.minAmountOut,
    refundTo: null,
    powers: [{ may: 'cancel', holder, blockchain: common.dst }],
  }
}

/** An EVM account, from 20 bytes or a 32-byte word. */
function accountOf(bytes: string): string {
  if (bytes.length === 42) return bytes
  if (bytes.length === 66 && bytes.startsWith(`0x${'0'.repeat(24)}`)) return `0x${bytes.slice(26)}`
  throw invalidCall('names an account of a different kind of chain')
}

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('LI.FI', what)
}
