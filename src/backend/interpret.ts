/** From a request body to what the router works with: tokens, base units, checked addresses. */
import type { QuoteAllBody, QuoteDepositBody, QuoteEcho } from '../api/schemas.ts'
import { checkAddress, checkTokenAddress } from '../chains/addresses.ts'
import { type Chain, chainById } from '../chains/chains.ts'
import { parseAmount, slippageToBps } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { disabledReason } from '../core/disabled.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { QuoteRequest } from '../core/quote.ts'
import { isSameToken, type Token } from '../core/token.ts'
import type { RoutePlan } from '../router/router.ts'
import { catalogRow } from '../providers/catalog.ts'
import { type BackendServices, checkPayee } from './services.ts'

export type Interpreted = {
  plan: RoutePlan
  /** The request with its defaults applied; members nobody set are undefined. */
  echo: QuoteEcho & FullEcho
  showFailed: boolean
  showDangerous: boolean
}

/** Referrer of callers that name none. */
const defaultReferrer = 'swaproute'

type FullEcho = { [Field in keyof QuoteAllBody]-?: QuoteAllBody[Field] | undefined }

/** @throws SwaprouteError with the contract's parameter numbers (1001 to 1999) */
export async function interpretQuote(
  body: QuoteAllBody | (QuoteDepositBody & { fromAddress?: undefined }),
  services: BackendServices,
  signal: AbortSignal,
): Promise<Interpreted> {
  const srcChain = chainById(body.srcTokenBlockchain ?? 'ETH')
  const dstChain = chainById(body.dstTokenBlockchain ?? 'POLYGON')
  refuseTestnets([srcChain, dstChain], body.enableTestnets ?? false)
  const srcAddress = checkTokenAddress(srcChain, body.srcTokenAddress)
  const dstAddress = checkTokenAddress(dstChain, body.dstTokenAddress)
  const fromAddress =
    body.fromAddress === undefined ? null : checkAddress(srcChain, body.fromAddress).address
  const receiver =
    body.receiver === undefined
      ? null
      : (await checkPayee(services, dstChain, body.receiver, fromAddress)).address
  const refundAddress =
    body.refundAddress === undefined
      ? null
      : (await checkPayee(services, srcChain, body.refundAddress, fromAddress)).address
  const integratorAddress = body.integratorAddress ?? null
  if (integratorAddress !== null) checkAddress(chainById('ETH'), integratorAddress)

  const [srcToken, dstToken] = await resolveTokens(
    [
      { blockchain: srcChain.id, address: srcAddress },
      { blockchain: dstChain.id, address: dstAddress },
    ],
    services,
    signal,
  )
  if (isSameToken(srcToken, dstToken)) {
    throw new SwaprouteError('EQUAL_TOKENS', 'Source and destination token are the same.')
  }
  const srcAmount = parseAmount(body.srcTokenAmount, srcToken.decimals)
  if (srcAmount === 0n) {
    throw new SwaprouteError('INVALID_AMOUNT', 'The amount must be more than zero.')
  }
  const timeout = body.timeout ?? 30
  const request: QuoteRequest = {
    srcToken,
    dstToken,
    srcAmount,
    receiver,
    fromAddress,
    refundAddress,
    slippageBps: body.slippage === undefined ? null : slippageToBps(body.slippage),
    referrer: body.referrer ?? defaultReferrer,
    integratorAddress,
    integratorFeeBps: integratorAddress === null ? 0 : services.integratorFeeBps(integratorAddress),
    foreignExclusions: {
      lifi: body.foreignBlacklist?.lifi ?? [],
      rango: body.foreignBlacklist?.rango ?? [],
      zerox: body.foreignBlacklist?.zerox ?? [],
      dflow: body.foreignBlacklist?.dflow ?? [],
    },
    enableChecks: body.enableChecks ?? false,
  }
  return {
    plan: {
      request,
      preferred: body.preferredProvider ?? null,
      onlyPreferred: body.preferredProvider !== undefined && body.preferredProviderOnly === true,
      preferredUnavailable:
        body.preferredProvider === undefined
          ? null
          : unavailableReason(body.preferredProvider, services),
      excluded: new Set(body.nativeBlacklist ?? []),
      disabled: services.disabledProviders ?? new Set(),
      deposits: body.depositTradeParams ?? 'all',
      preferDeposit: body.useDepositTradeIfAvailable ?? false,
      skipFeeProviders: body.skipFeeProviders ?? false,
      exclusionsOf: (id) => catalogRow(id)?.excludes ?? null,
      timeoutMs: timeout * 1000,
      nativeToken: services.nativeToken(srcChain.id),
    },
    showFailed: body.showFailedRoutes ?? false,
    showDangerous: body.showDangerousRoutes ?? false,
    echo: toEcho(body, request, timeout),
  }
}

function toEcho(
  body: QuoteAllBody | (QuoteDepositBody & { fromAddress?: undefined }),
  request: QuoteRequest,
  timeout: number,
): QuoteEcho & FullEcho {
  return {
    srcTokenAddress: request.srcToken.address,
    srcTokenBlockchain: request.srcToken.blockchain,
    srcTokenAmount: body.srcTokenAmount,
    dstTokenAddress: request.dstToken.address,
    dstTokenBlockchain: request.dstToken.blockchain,
    referrer: request.referrer,
    fromAddress: request.fromAddress ?? undefined,
    receiver: request.receiver ?? undefined,
    refundAddress: request.refundAddress ?? undefined,
    integratorAddress: request.integratorAddress ?? undefined,
    slippage: body.slippage,
    nativeBlacklist: body.nativeBlacklist ?? [],
    foreignBlacklist: request.foreignExclusions,
    preferredProvider: body.preferredProvider,
    preferredProviderOnly: body.preferredProviderOnly,
    timeout,
    enableTestnets: body.enableTestnets ?? false,
    enableChecks: request.enableChecks,
    skipFeeProviders: body.skipFeeProviders ?? false,
    showFailedRoutes: body.showFailedRoutes ?? false,
    showDangerousRoutes: body.showDangerousRoutes ?? false,
    depositTradeParams: body.depositTradeParams ?? 'all',
    useDepositTradeIfAvailable: body.useDepositTradeIfAvailable ?? false,
  }
}

/** Why a provider that was named cannot be asked, whatever the swap; null for one that can. */
function unavailableReason(id: ProviderId, { stateOf }: BackendServices): string | null {
  const found = stateOf(id)
  switch (found.state) {
    case 'not_built':
      return `${id} is not built in yet.`
    case 'needs_key':
      return `${id} needs a key: ${found.variable}.`
    case 'closed':
      return `${id} is not asked: ${found.reason}`
    case 'disabled':
      return disabledReason(id)
    case 'ready':
      return null
    default:
      return found satisfies never
  }
}

function refuseTestnets(chains: Chain[], enabled: boolean): void {
  const testnet = chains.find((chain) => chain.testnet)
  if (testnet === undefined || enabled) return
  throw new SwaprouteError('TESTNET_DISABLED', `${testnet.id} is a test network.`, {
    hint: 'Set enableTestnets (--testnets) to use it.',
  })
}

type TokenKey = { blockchain: BlockchainId; address: string }

/** Listed tokens from the list; the others from their chains, all in one go. */
async function resolveTokens(
  keys: [TokenKey, TokenKey],
  services: BackendServices,
  signal: AbortSignal,
): Promise<[Token, Token]> {
  const [src, dst] = keys
  const listed = keys.map((key) => services.findToken(key.blockchain, key.address))
  const missing = keys.filter((_, index) => listed[index] === null)
  const read = missing.length === 0 ? [] : await services.readTokens(missing, signal)
  const pick = (key: TokenKey, index: number): Token => {
    const token = listed[index] ?? read[missing.indexOf(key)]
    if (token === undefined) throw new SwaprouteError('UNKNOWN_TOKEN', `${key.address} is unknown.`)
    return token
  }
  return [pick(src, 0), pick(dst, 1)]
}

/** A copy without the members nobody set, as JSON would have it. */
export function dropUndefined<T extends object>(value: T): T {
  const copy = { ...value }
  for (const key in copy) {
    if (copy[key] === undefined) delete copy[key]
  }
  return copy
}
