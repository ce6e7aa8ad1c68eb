import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ReviewCard, UnpinnedContract } from '../../core/review.ts'
import { type RouteRequest, slippageBpsOf } from '../../core/routeRequest.ts'
import { defaultSlippageBps, slippageKind } from '../../core/slippage.ts'
import { zeroAddress } from '../../core/token.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import type { Leg } from '../../store/journalTables.ts'
import type { EvmCall } from '../../wallet/types.ts'
import { acceptedMinimum, checkAge, checkMinimum, checkValue } from '../checks/amounts.ts'
import { checkChainId } from '../checks/chain.ts'
import {
  checkCode,
  checkNotDisabled,
  checkTable,
  type PaymentForm,
  requireAccepted,
} from '../checks/contracts.ts'
import { checkDecoded, checkPromise, checkTimes, checkUsedFee } from '../checks/decoded.ts'
import { boundFees, requireFunds } from '../checks/gas.ts'
import { oneNode } from '../checks/parties.ts'
import type { PlanContext } from '../context.ts'
import type { PlannedCalls, PlannedEvmSwap, SwapOrder } from '../planned.ts'
import { buildReviewCard, readPrices } from '../review.ts'
import {
  termsOf,
  readRoute,
  readTerms,
  type RouteIdentity,
  type Terms,
  toSwapRequest,
  warningsOf,
} from '../route.ts'
import { depositRefund, readRefund } from '../refund.ts'
import { approvalCall, planApprovals } from './allowance.ts'
import { chooseCost, chooseGasLimits, likelyGasCost } from './cost.ts'
import {
  gasNotCompared,
  growthOnly,
  lateDelivery,
  notGuaranteed,
  unpinnedWarning,
  unreadable,
} from './reasons.ts'
import { simulatePlanned, toReviewSimulation } from './simulation.ts'

/** `planSwap` for a swap that is paid on an EVM chain. */
export async function planEvmSwap(order: SwapOrder, context: PlanContext): Promise<PlannedEvmSwap> {
  const { request, fromAddress } = order
  const { srcToken, srcAmount } = request
  const { blockchain } = srcToken
  checkAge(order.quotedAtMs, context.now())
  const route = readRoute(order.route, order.request)
  const chainId = evmChainId(request, context)
  const step = { type: 'step', step: 'plan', blockchain, hash: null } as const
  const text = `Asking ${route.provider} for the transaction`
  context.onEvent({ ...step, state: 'started', text })

  const built = await context.api.swap(toSwapRequest(order, route), { signal: context.signal })
  const terms = readTerms(built, order.route)
  const { transaction } = terms
  const { form, unpinned, decoded, floats } = await checkTerms(order, route, terms, context)

  const { evm } = context
  const nativeToken = context.nativeToken(blockchain)
  const spender = transaction.approvalAddress
  const [reported, code, allowance, balances, feeReading, block, prices] = await Promise.all([
    evm.readChainId(blockchain),
    evm.readCode(blockchain, transaction.to),
    spender === null ? 0n : evm.readAllowance(blockchain, srcToken.address, fromAddress, spender),
    evm.readBalances(blockchain, fromAddress, [zeroAddress, srcToken.address]),
    evm.readFees(blockchain),
    evm.readBlock(blockchain),
    readPrices(order, context),
  ])
  checkChainId(chainId, reported)
  if (decoded !== null) {
    const nowSeconds = Math.max(Math.floor(context.now() / 1000), block.timestampSeconds)
    checkTimes(decoded, route.swapType, BigInt(nowSeconds))
  }
  const usualFees = boundFees(feeReading, null)
  checkCode(transaction.to, code.code, form)
  for (const { address } of unpinned) {
    checkCode(address, (await evm.readCode(blockchain, address)).code, form)
  }

  const [nativeBalance = 0n, tokenBalance = 0n] = balances
  const approvals = planApprovals(srcToken, spender, allowance, srcAmount)
  const funds = {
    srcToken,
    srcAmount,
    tokenBalance,
    nativeToken,
    nativeBalance,
    value: transaction.value,
  }
  // Before the simulation, so that an empty account is reported instead of a failing simulation.
  requireFunds({ ...funds, gasCost: 0n })

  const { to, data, value } = transaction
  const calls: PlannedCalls = { approvals, payment: { from: fromAddress, to, data, value }, terms }
  const simulation = await simulatePlanned(order, calls, usualFees, context)
  const gasLimits = await chooseGasLimits(blockchain, calls, simulation, context.evm)
  const { fees, dataFee, gasCost } = await chooseCost(
    blockchain,
    calls,
    gasLimits,
    usualFees,
    prices,
    context,
  )
  requireFunds({ ...funds, gasCost })
  const acceptedContracts = await requireAccepted(unpinned, simulation, context)

  const warnings = warningsOf(built.warnings, order.route)
  const reviewed = buildReviewCard({
    order,
    route,
    terms,
    quoted: termsOf(order.route),
    // A5: the receiver of the money, which a token transfer has only in its calldata.
    target: form.form === 'transfer' ? toChecksumAddress(form.recipient) : transaction.to,
    spender,
    approvals,
    chainId,
    gasCost,
    likelyGas: likelyGasCost(gasLimits, fees, simulation) + dataFee,
    dataFee,
    simulation: toReviewSimulation(simulation, request, nativeToken),
    prices,
    refund:
      (await readRefund(decoded?.refund, order.request, prices, context)) ??
      depositRefund(warnings, order.request, prices),
    nativeToken,
    warnings,
    nowMs: context.now(),
  })
  const card: ReviewCard = {
    ...reviewed,
    warnings: [
      ...acceptedContracts.map(unpinnedWarning),
      ...(feeReading.usual === null ? [gasNotCompared] : []),
      ...(decoded?.late === undefined ? [] : [lateDelivery(decoded.late)]),
      ...reviewed.warnings,
    ],
    ...(floats ? { floats } : {}),
    typedReasons: [
      ...(decoded === null && form.form === 'contract' ? [unreadable] : []),
      ...(floats ? [notGuaranteed(route.provider, decoded)] : []),
      ...(decoded?.growthOnly === true ? [growthOnly(route.provider)] : []),
      ...oneNode(blockchain, {
        'the simulation': simulation.kind === 'simulated' && simulation.oneNode === true,
        'what the call pays': decoded?.oneNode === true,
      }),
      ...reviewed.typedReasons,
    ],
  }
  context.onEvent({ ...step, state: 'done', text: 'Transaction checked' })
  return {
    order,
    ...route,
    answer: built.answer,
    transaction,
    chainId,
    approvals,
    dstAmount: terms.dstAmount,
    dstMinAmount: terms.dstMinAmount,
    fees,
    nativePrice: prices.native,
    gasLimits,
    acceptedContracts,
    unsigned: toUnsigned(blockchain, chainId, calls, gasLimits),
    card,
  }
}

function evmChainId({ srcToken }: RouteRequest, context: PlanContext): number {
  const chainId = context.chainId(srcToken.blockchain)
  if (chainId !== null && context.hasChain(srcToken.blockchain)) return chainId
  const message =
    chainId === null
      ? `Swaps from ${srcToken.blockchain} cannot be signed here.`
      : `No RPC address is known for ${srcToken.blockchain}.`
  const hint =
    chainId === null
      ? 'Use `swaproute deposit`, which needs no wallet.'
      : `Set SWAPROUTE_RPC_${srcToken.blockchain}.`
  throw new SwaprouteError(chainId === null ? 'INVALID_ARGUMENT' : 'CONFIG_INVALID', message, {
    hint,
  })
}

/** All checks that need no chain. */
async function checkTerms(
  order: SwapOrder,
  { provider, routeId, swapType }: RouteIdentity,
  terms: Terms,
  context: PlanContext,
): Promise<{
  form: PaymentForm
  unpinned: UnpinnedContract[]
  decoded: DecodedCall | null
  floats: boolean
}> {
  const { srcToken, dstToken, srcAmount } = order.request
  const { transaction } = terms
  const quoted = termsOf(order.route)
  const pinned = await context.pinned(provider, srcToken.blockchain)
  const facts = {
    provider,
    transaction,
    srcToken,
    dstToken,
    srcAmount,
    pinned,
    confirmedDeposit: (await context.confirmDeposit?.(provider, routeId)) ?? null,
  }
  const { form, unpinned } = checkTable(facts, context)
  checkNotDisabled(order.request, transaction, form, context)
  const declaredFee = terms.protocolFee + terms.providerFee
  checkValue({
    srcToken,
    srcAmount,
    value: transaction.value,
    declaredFee,
    quotedFee: quoted.protocolFee + quoted.providerFee,
    allowedFee: pinned.mostFixedFee ?? 0n,
  })
  const kind = slippageKind(order.request, form.form === 'transfer')
  const decoded = await decode(order.request, provider, terms, form, context)
  const crossChain = swapType === 'cross-chain'
  checkDecoded({
    decoded,
    form,
    data: transaction.data,
    srcToken,
    dstToken,
    srcAmount,
    fromAddress: order.fromAddress,
    receiver: order.receiver,
    refundAddress: order.refundAddress,
    crossChain,
    srcWrapped: context.wrappedNative(srcToken.blockchain),
    dstWrapped: context.wrappedNative(dstToken.blockchain),
    slippageBps: slippageBpsOf(order.request) ?? defaultSlippageBps[kind],
    isRemote: context.ownReading !== undefined,
  })
  checkUsedFee(decoded ?? {}, declaredFee)
  const floats = checkPromise({ decoded, srcToken, crossChain }, order.route.rateType)
  checkMinimum({
    dstToken,
    decodedMin:
      decoded?.paysValue === true && srcToken.native ? srcAmount : (decoded?.minOut ?? null),
    claimedMin: terms.dstMinAmount,
    ...acceptedMinimum({
      request: order.request,
      quoted,
      kind,
    }),
    minReceive: order.minReceive,
  })
  return { form, unpinned, decoded, floats }
}

async function decode(
  { srcToken }: RouteRequest,
  provider: RouteIdentity['provider'],
  { transaction }: Terms,
  form: PaymentForm,
  context: PlanContext,
): Promise<DecodedCall | null> {
  if (form.form === 'transfer') return null
  return await context.decodeCall(provider, srcToken.blockchain, transaction.to, transaction.data)
}

/** Transactions for another signer (`--unsigned`). */
function toUnsigned(
  blockchain: BlockchainId,
  chainId: number,
  { approvals, payment }: PlannedCalls,
  gasLimits: PlannedEvmSwap['gasLimits'],
): PlannedEvmSwap['unsigned'] {
  const common = { chainId, blockchain }
  const steps: [Leg, EvmCall][] = approvals.map((approval) => [
    approval.leg,
    approvalCall(payment.from, approval),
  ])
  // After an approval the payment's gas is only a simulated guess: not to be signed.
  const payLimit = approvals.length === 0 ? (gasLimits.pay ?? null) : null
  return [
    ...steps.map(([leg, call]) => ({ leg, ...common, ...call, gasLimit: gasLimits[leg] ?? null })),
    { leg: 'pay' as const, ...common, ...payment, gasLimit: payLimit },
  ]
}
