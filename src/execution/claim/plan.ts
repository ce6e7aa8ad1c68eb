import { isSameAccount } from '../../chains/accountKey.ts'
import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import { formatAmount } from '../../core/amounts.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { ClaimPlan } from '../../core/claim.ts'
import { disabledProvider } from '../../core/providerChoice.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { ReviewCard } from '../../core/review.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { RouteItem } from '../../api/routeSchema.ts'
import { readRouteItem } from '../../api/route.ts'
import type { EvmCall, EvmFees, Simulation } from '../../wallet/types.ts'
import { checkClaimGas } from '../checks/amounts.ts'
import { checkChainId } from '../checks/chain.ts'
import { checkCode, refuseContract } from '../checks/contracts.ts'
import { boundFees, checkGas, maxFeeOf, mostDataFee, requireFunds } from '../checks/gas.ts'
import { checkReceiverSimulation, checkSimulation, withReceiver } from '../checks/simulation.ts'
import { isAmong, unsafe } from '../checks/unsafe.ts'
import type { PlanContext } from '../context.ts'
import { oneNode } from '../checks/parties.ts'
import { toReviewSimulation } from '../evm/simulation.ts'
import type { PlannedEvmSwap } from '../planned.ts'
import { claimRoute } from '../../core/claim.ts'
import { confirmedPrice, gasUnknown, valueOf } from '../review.ts'
import { usdValueE18 } from '../../core/usd.ts'

/** A transfer whose money waits on its destination chain. */
export type ClaimOrder = {
  provider: ProviderId
  source: { blockchain: BlockchainId; hash: string }
  /** Signs and pays the gas; the money goes to the receiver of the transfer. */
  fromAddress: string
}

/**
 * Plans the claim of a transfer as a payment of zero on the destination chain: the call is built
 * and read here, whatever the backend, and its receiver, token and amount are those of the
 * transfer's own event. Signs nothing, records nothing, needs no key.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, SIMULATION_FAILED,
 *   NOT_ENOUGH_NATIVE, and the bridge's error if there is nothing to claim
 */
export async function planClaim(order: ClaimOrder, context: PlanContext): Promise<PlannedEvmSwap> {
  const { provider, fromAddress, source } = order
  const { claims, disabled, evm } = context
  if (claims === undefined) throw nothingClaims(provider)
  if (disabled?.isProvider(provider) === true) throw disabledProvider(provider)
  const claim = await claims.plan(provider, source)
  await checkClaim(provider, claim, context)

  const { blockchain, data, token, amount, receiver } = claim
  const to = toChecksumAddress(claim.to)
  const chainId = context.chainId(blockchain)
  if (chainId === null) throw nothingClaims(provider)
  const nativeToken = context.nativeToken(blockchain)
  const call: EvmCall = { from: fromAddress, to, data, value: 0n }
  const [reported, code, balances, feeReading, native, price] = await Promise.all([
    evm.readChainId(blockchain),
    evm.readCode(blockchain, to),
    evm.readBalances(blockchain, fromAddress, [zeroAddress]),
    evm.readFees(blockchain),
    confirmedPrice(nativeToken, context),
    confirmedPrice(token, context),
  ])
  checkChainId(chainId, reported)
  checkCode(to, code.code, { form: 'contract' })
  const fees = boundFees(feeReading, null)
  const simulation = await simulateClaim(call, claim, { nativeToken, fees }, context)
  const gasLimit = await evm.estimateGas(blockchain, call)
  const dataFee = await evm.readDataFee(blockchain, [{ ...call, gas: gasLimit }])
  const gasOnly = gasLimit * maxFeeOf(fees)
  const gasCost = gasOnly + mostDataFee(dataFee, gasOnly, undefined)
  const costUsdE18 = native === null ? null : usdValueE18(gasCost, nativeToken.decimals, native)
  checkGas({ gasLimit, fees, costUsdE18 })
  const nothing = { srcToken: nativeToken, srcAmount: 0n, tokenBalance: 0n, value: 0n }
  requireFunds({ ...nothing, nativeToken, nativeBalance: balances[0] ?? 0n, gasCost })

  const request: RouteRequest = {
    srcToken: nativeToken,
    dstToken: token,
    srcAmount: 0n,
    srcAmountText: '0',
    fromAddress,
    receiver,
  }
  const item = toItem(provider, claim, nativeToken)
  const usdE18 = valueOf(amount, token, price)
  const receive = {
    token,
    expected: amount,
    atLeast: amount,
    expectedUsdE18: usdE18,
    atLeastUsdE18: usdE18,
  }
  const card: ReviewCard = {
    occasion: 'claim',
    routeId: claimRoute(source.hash),
    provider,
    swapType: 'on-chain',
    send: { token: nativeToken, amount: 0n, usdE18: 0n },
    receive,
    quoted: { expected: amount, atLeast: amount },
    priceImpactPercent: null,
    slippageBps: 0,
    durationSeconds: 60,
    fees: [
      {
        name: 'gas',
        token: nativeToken,
        amount: gasCost,
        percent: null,
        usdE18: costUsdE18,
        included: false,
      },
    ],
    feesUsdE18: costUsdE18,
    target: to,
    spender: null,
    from: fromAddress,
    receiver,
    receiverIsSender: isSameAccount(blockchain, receiver, fromAddress),
    refundAddress: null,
    quoteAgeMs: 0,
    chainId,
    approvals: [],
    maxGasCost: { token: nativeToken, amount: gasCost },
    simulation: toReviewSimulation(simulation, request, nativeToken),
    lossBps: null,
    warnings: [],
    typedReasons: [
      ...(native === null ? [gasUnknown({ nativeToken })] : []),
      ...checkClaimGas(costUsdE18, usdE18),
      ...oneNode(blockchain, {
        'the simulation': simulation.kind === 'simulated' && simulation.oneNode === true,
      }),
    ],
    yesBlockedBy:
      simulation.kind === 'unavailable'
        ? `The transaction could not be simulated: ${simulation.reason}.`
        : null,
  }
  return {
    order: {
      request,
      route: readRouteItem(item),
      quotedAtMs: context.now(),
      fromAddress,
      receiver,
      refundAddress: null,
      minReceive: null,
      maxFeeUsdE18: null,
      maxLossBps: null,
      // One claim of a transfer at a time; a claim that was given up frees it.
      idempotencyKey: `claim ${source.blockchain} ${source.hash.toLowerCase()}`,
      force: false,
    },
    provider,
    swapType: 'on-chain',
    routeId: claimRoute(source.hash),
    answer: { estimate: item.estimate, fees: item.fees, transaction: item.transaction },
    chainId,
    dstAmount: amount,
    dstMinAmount: amount,
    nativePrice: native,
    card,
    transaction: { kind: 'evm', to, data, value: 0n, approvalAddress: null },
    approvals: [],
    fees,
    gasLimits: { pay: gasLimit },
    unsigned: [{ leg: 'pay', chainId, blockchain, ...call, gasLimit }],
    acceptedContracts: [],
    claims: source,
  }
}

/** E2 and E8: a contract of the bridge, and a call that pays the transfer out and nothing else. */
async function checkClaim(
  provider: ProviderId,
  { blockchain, to, data, token, amount, receiver }: ClaimPlan,
  context: PlanContext,
): Promise<void> {
  const { claims } = context
  if (claims === undefined) throw nothingClaims(provider)
  if (!isAmong(to, await claims.contracts(provider, blockchain))) {
    throw unsafe('E2', `${to} is not a contract that pays claims of ${provider} out.`, { to })
  }
  refuseContract('E2', blockchain, to, context)
  if (!token.native) refuseContract('E2', blockchain, token.address, context)
  const read = await claims.read(provider, { blockchain, to, data })
  if (!isSameAccount(blockchain, read.recipient, receiver)) {
    const facts = { recipient: read.recipient, receiver }
    throw unsafe('E8', `The claim pays ${read.recipient} instead of the receiver.`, facts)
  }
  const address = token.native ? zeroAddress : token.address
  if (!isSameAccount(blockchain, read.token, address)) {
    throw unsafe('E8', `The claim pays ${read.token}, not ${token.symbol}.`, { token: read.token })
  }
  if (read.amount !== amount) {
    const text = formatAmount(read.amount, token.decimals)
    throw unsafe('E8', `The claim pays ${text} ${token.symbol}, not what was transferred.`, {
      amount: String(read.amount),
      transferred: String(amount),
    })
  }
}

/** E10: nothing leaves the payer, and the receiver gets the whole amount. */
async function simulateClaim(
  call: EvmCall,
  { blockchain, token, amount, receiver }: ClaimPlan,
  { nativeToken, fees }: { nativeToken: Token; fees: EvmFees },
  { evm }: Pick<PlanContext, 'evm'>,
): Promise<Simulation> {
  const legs = ['pay'] as const
  const arrival = { token, atLeast: amount, expected: amount }
  const toSelf = isSameAccount(blockchain, receiver, call.from)
  const simulation = await evm.simulate(blockchain, call.from, [call], [token.address], fees)
  checkSimulation({
    simulation,
    legs,
    srcToken: nativeToken,
    srcAmount: 0n,
    spender: null,
    value: 0n,
    arrival: toSelf ? arrival : null,
  })
  if (toSelf || simulation.kind === 'unavailable') return simulation
  const atReceiver = await evm.simulate(blockchain, receiver, [call], [token.address], fees)
  checkReceiverSimulation(atReceiver, legs, arrival)
  return withReceiver(simulation, atReceiver)
}

/** The claim as a route, so that the journal and the screens of a swap can show it. */
function toItem(provider: ProviderId, claim: ClaimPlan, nativeToken: Token): RouteItem {
  const { to, data, token, amount, source } = claim
  const named = ({ address, blockchain, symbol, decimals, name }: Token) => ({
    address,
    blockchain,
    symbol,
    decimals,
    name,
  })
  const text = formatAmount(amount, token.decimals)
  const none = { fixedAmount: '0', fixedWeiAmount: '0' }
  return {
    id: claimRoute(source.hash),
    swapType: 'on-chain',
    providerType: provider,
    tokens: { from: { ...named(nativeToken), amount: '0' }, to: named(token) },
    estimate: {
      destinationTokenAmount: text,
      destinationTokenMinAmount: text,
      destinationWeiAmount: String(amount),
      destinationWeiMinAmount: String(amount),
      durationInMinutes: 1,
      slippage: 0,
    },
    fees: {
      gasTokenFees: { nativeToken: named(nativeToken), protocol: none, provider: none },
      percentFees: { percent: 0 },
    },
    routing: [{ type: 'claim', provider, path: [{ ...named(token), amount: text }] }],
    transaction: { approvalAddress: '', to, data, value: '0' },
    warnings: [],
    executionKind: 'evm',
  }
}

function nothingClaims(provider: ProviderId): SwaprouteError {
  const message = `Transfers of ${provider} are not claimed by this program.`
  return new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: "Use the provider's own page.",
  })
}
