import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { SwaprouteError } from '../core/errors.ts'
import { type Token, zeroAddress } from '../core/token.ts'
import type { DecodedCall } from '../core/transaction.ts'
import type { UnpinnedContract } from '../core/unpinnedContract.ts'
import type { Simulation } from '../wallet/types.ts'
import { planApprovals } from './approvals.ts'
import { checkChainId } from './checks/chain.ts'
import { type PaymentForm, checkCode } from './checks/contracts.ts'
import { checkDecoded } from './checks/decoded.ts'
import { boundFees } from './checks/gas.ts'
import { checkNotDisabled, refuseDisabled } from './checks/disabled.ts'
import { checkTable, requireAccepted } from './checks/unpinned.ts'
import { acceptedMinimum, checkMinimum, slippageKind } from './checks/minimum.ts'
import { checkAge } from './checks/price.ts'
import { checkTimes } from './checks/times.ts'
import { checkValue } from './checks/value.ts'
import { requireFunds } from './funds.ts'
import {
  type PlannedCalls,
  checkGasCost,
  chooseGasLimits,
  likelyGasCost,
  simulateCalls,
  toUnsigned,
} from './planCalls.ts'
import { readPrices, toSwapBody } from './planning.ts'
import { buildReviewCard } from './reviewCard.ts'
import { type RouteFacts, readRoute } from './routeFacts.ts'
import { type Terms, readQuotedTerms, readTerms } from './terms.ts'
import type { ReviewReason, ReviewSimulation } from './reviewTypes.ts'
import type { PlanContext, PlannedEvmSwap, PlannedSwap, SwapOrder } from './types.ts'

/**
 * Turns a picked route into a frozen plan: asks the service for the transaction, holds it against
 * every rule of docs/safety.md, simulates it, and values it for the review. Signs nothing, records
 * nothing, needs no key.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, QUOTE_EXPIRED,
 *   SIMULATION_FAILED, NOT_ENOUGH_BALANCE, NOT_ENOUGH_NATIVE, and what the service says
 */
export async function planSwap(order: SwapOrder, context: PlanContext): Promise<PlannedSwap> {
  refuseDisabled(order, context)
  if (order.srcToken.blockchain !== 'TON') return await planEvmSwap(order, context)
  const { planTonSwap } = await import('./ton/planTonSwap.ts')
  return await planTonSwap(order, context)
}

/** `planSwap` for a swap that is paid on an EVM chain. */
export async function planEvmSwap(order: SwapOrder, context: PlanContext): Promise<PlannedEvmSwap> {
  const { srcToken, fromAddress } = order
  const { blockchain } = srcToken
  checkAge(order.quotedAtMs, context.now())
  const route = readRoute(order.route, order)
  const chainId = evmChainId(order, context)
  const step = { type: 'step', step: 'plan', blockchain, hash: null } as const
  context.onEvent({
    ...step,
    state: 'started',
    text: `Asking ${route.provider} for the transaction`,
  })

  const answer = await context.api.swap(toSwapBody(order, route), { signal: context.signal })
  const terms = readTerms(answer, order.route)
  const { transaction } = terms
  const { form, unpinned, decoded } = await checkTerms(order, route, terms, context)

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
  const fees = boundFees(feeReading, null)
  checkCode(transaction.to, code, form)
  for (const { address } of unpinned) {
    checkCode(address, await evm.readCode(blockchain, address), form)
  }

  const [nativeBalance = 0n, tokenBalance = 0n] = balances
  const approvals = planApprovals(srcToken, spender, allowance, order.srcAmount)
  const funds = {
    srcToken,
    srcAmount: order.srcAmount,
    tokenBalance,
    nativeToken,
    nativeBalance,
    value: transaction.value,
  }
  // Before the simulation, so that an empty account is told so and not "would fail".
  requireFunds({ ...funds, gasCost: 0n })

  const { to, data, value } = transaction
  const calls: PlannedCalls = { approvals, payment: { from: fromAddress, to, data, value }, terms }
  const simulation = await simulateCalls(order, calls, context)
  const gasLimits = await chooseGasLimits(blockchain, calls, simulation, context.evm)
  const gasCost = checkGasCost(gasLimits, fees, nativeToken, prices.native)
  requireFunds({ ...funds, gasCost })
  const acceptedContracts = await requireAccepted(unpinned, simulation, context)

  const reviewed = buildReviewCard({
    order,
    route,
    terms,
    quoted: readQuotedTerms(order.route),
    // A5: who gets the money, which a token's transfer only names inside of its data.
    target: form.form === 'transfer' ? toChecksumAddress(form.recipient) : transaction.to,
    spender,
    approvals,
    chainId,
    gasCost,
    likelyGas: likelyGasCost(gasLimits, fees, simulation),
    simulation: toReviewSimulation(simulation, order, nativeToken),
    prices,
    nativeToken,
    warnings: answer.warnings ?? order.route.warnings,
    nowMs: context.now(),
  })
  const card = {
    ...reviewed,
    warnings: [
      ...acceptedContracts.map(unpinnedWarning),
      ...(feeReading.usual === null ? [gasNotCompared] : []),
      ...reviewed.warnings,
    ],
    typedReasons: [
      ...(decoded === null && form.form === 'contract' ? [unreadable] : []),
      ...reviewed.typedReasons,
    ],
  }
  context.onEvent({ ...step, state: 'done', text: 'The transaction is checked' })
  return {
    order,
    ...route,
    answer,
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

function evmChainId({ srcToken }: SwapOrder, context: PlanContext): number {
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
  { provider, routeId, swapType }: RouteFacts,
  terms: Terms,
  context: PlanContext,
): Promise<{ form: PaymentForm; unpinned: UnpinnedContract[]; decoded: DecodedCall | null }> {
  const { srcToken, dstToken, srcAmount } = order
  const { transaction } = terms
  const quoted = readQuotedTerms(order.route)
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
  checkNotDisabled(order, transaction, form, context)
  checkValue({
    srcToken,
    srcAmount,
    value: transaction.value,
    declaredFee: terms.protocolFee + terms.providerFee,
    quotedFee: quoted.protocolFee + quoted.providerFee,
    allowedFee: pinned.mostFixedFee ?? 0n,
  })
  const decoded = await decode(order, provider, terms, form, context)
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
    crossChain: swapType === 'cross-chain',
    srcWrapped: context.wrappedNative(srcToken.blockchain),
    dstWrapped: context.wrappedNative(dstToken.blockchain),
  })
  checkMinimum({
    dstToken,
    decodedMin: decoded?.minOut ?? null,
    claimedMin: terms.dstMinAmount,
    ...acceptedMinimum({
      body: order.body,
      quoted,
      kind: slippageKind(order, form.form === 'transfer'),
    }),
    minReceive: order.minReceive,
  })
  return { form, unpinned, decoded }
}

/** E8: of a provider that declares its calls opaque; the plain yes of `--yes` is too little for it. */
const unreadable: ReviewReason = {
  code: 'unreadable',
  text: 'The call cannot be read: the simulation alone shows what it does.',
}

const gasNotCompared = {
  code: 'GAS_NOT_COMPARED',
  text: 'The node reports no gas prices of recent blocks; the gas price was not compared with them.',
}

function unpinnedWarning(address: string): { code: string; text: string } {
  const text = `${address} is in no table of this release; it was accepted by its typed address.`
  return { code: 'UNPINNED_CONTRACT', text }
}

async function decode(
  { srcToken }: SwapOrder,
  provider: RouteFacts['provider'],
  { transaction }: Terms,
  form: PaymentForm,
  context: PlanContext,
): Promise<DecodedCall | null> {
  if (form.form === 'transfer') return null
  return await context.decodeCall(provider, srcToken.blockchain, transaction.to, transaction.data)
}

function toReviewSimulation(
  simulation: Simulation,
  { srcToken, dstToken }: SwapOrder,
  nativeToken: Token,
): ReviewSimulation {
  if (simulation.kind === 'unavailable') return { kind: 'unavailable', reason: simulation.reason }
  const known = [srcToken, dstToken, nativeToken].filter(
    ({ blockchain }) => blockchain === srcToken.blockchain,
  )
  const addressOf = (token: Token): string =>
    token.native ? zeroAddress : token.address.toLowerCase()
  return {
    kind: 'passed',
    changes: simulation.changes.map(({ token: address, delta }) => ({
      address,
      token: known.find((token) => addressOf(token) === address.toLowerCase()) ?? null,
      delta,
    })),
    gasUsed: simulation.gasUsed.reduce((total, gas) => total + gas, 0n),
  }
}
