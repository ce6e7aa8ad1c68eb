/** From a request to the router's plan, and from a body to tokens and addresses. */
import type { ResolveBody } from '../api/request.ts'
import type { QuoteAllBody } from '../api/schemas.ts'
import { checkAddress, checkTokenAddress } from '../chains/addresses.ts'
import { type Chain, chainById, refuseEnded } from '../chains/chains.ts'
import { checkReceiverMemo, payeeOf } from '../chains/receiverMemos.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { disabledReason } from '../core/providerChoice.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isProviderId, type ProviderId } from '../core/providerIds.ts'
import {
  defaultReferrer,
  defaultTimeoutSeconds,
  type RouteRequest,
  slippageBpsOf,
} from '../core/routeRequest.ts'
import { isSameToken, type Token } from '../core/token.ts'
import type { RoutePlan } from '../router/selection.ts'
import { type BackendServices, checkPayee } from './services.ts'

/**
 * The router's plan for a request.
 * @throws SwaprouteError with the contract's parameter numbers (1001 to 1999)
 */
export function toPlan(request: RouteRequest, services: BackendServices): RoutePlan {
  const { srcToken, dstToken, srcAmount, preferredProvider: preferred } = request
  refuseEqual(srcToken, dstToken)
  if (srcAmount === 0n) {
    throw new SwaprouteError('INVALID_AMOUNT', 'The amount must be more than zero.')
  }
  const integratorAddress = request.integratorAddress ?? null
  const { lifi = [], rango = [], zerox = [], dflow = [] } = request.foreignBlacklist ?? {}
  return {
    request: {
      srcToken,
      dstToken,
      srcAmount,
      receiver: request.receiver ?? null,
      ...(request.receiverMemo === undefined ? {} : { receiverMemo: request.receiverMemo }),
      fromAddress: request.fromAddress ?? null,
      refundAddress: request.refundAddress ?? null,
      slippageBps: slippageBpsOf(request),
      referrer: request.referrer ?? defaultReferrer,
      integratorAddress,
      integratorFeeBps:
        integratorAddress === null ? 0 : services.integratorFeeBps(integratorAddress),
      foreignExclusions: { lifi, rango, zerox, dflow },
      enableChecks: request.enableChecks ?? false,
    },
    preferred: preferred ?? null,
    onlyPreferred: preferred !== undefined && request.preferredProviderOnly === true,
    preferredUnavailable: preferred === undefined ? null : unavailableReason(preferred, services),
    excluded: new Set((request.nativeBlacklist ?? []).filter(isProviderId)),
    disabled: services.disabledProviders ?? new Set(),
    deposits: request.depositTradeParams ?? 'all',
    preferDeposit: request.useDepositTradeIfAvailable ?? false,
    skipFeeProviders: request.skipFeeProviders ?? false,
    timeoutMs: (request.timeout ?? defaultTimeoutSeconds) * 1000,
    nativeToken: services.nativeToken(srcToken.blockchain),
  }
}

/**
 * Resolves the tokens and addresses of a body: offline checks come before any token is read from
 * its chain.
 */
export function createResolver(services: BackendServices): ResolveBody {
  return async (body, signal) => {
    const srcChain = chainById(body.srcTokenBlockchain ?? 'ETH')
    const dstChain = chainById(body.dstTokenBlockchain ?? 'POLYGON')
    refuseTestnets([srcChain, dstChain], body.enableTestnets ?? false)
    refuseEnded([srcChain, dstChain])
    const named = namedTokens(body)
    const parties = await canonicalParties(services, srcChain, dstChain, body)
    refuseMemo(dstChain, { ...body, ...parties })
    const [srcToken, dstToken] = await resolveTokens(named, services, signal)
    refuseEqual(srcToken, dstToken)
    return { srcToken, dstToken, ...parties }
  }
}

/** Checks chains and parties of a request from this process, whose tokens are known. */
export async function checkRequest(
  request: RouteRequest,
  services: BackendServices,
): Promise<RouteRequest> {
  const srcChain = chainById(request.srcToken.blockchain)
  const dstChain = chainById(request.dstToken.blockchain)
  refuseTestnets([srcChain, dstChain], request.enableTestnets ?? false)
  refuseEnded([srcChain, dstChain])
  const checked = { ...request, ...(await canonicalParties(services, srcChain, dstChain, request)) }
  refuseMemo(dstChain, checked)
  return checked
}

/** @throws SwaprouteError MISSING_FIELD without a receiver, INVALID_ARGUMENT for an invalid memo */
function refuseMemo(
  { id }: Chain,
  { receiver, receiverMemo }: Pick<RouteRequest, 'receiver' | 'receiverMemo'>,
): void {
  if (receiverMemo === undefined) return
  checkReceiverMemo(id, receiverMemo)
  if (receiver === undefined) {
    throw new SwaprouteError('MISSING_FIELD', 'A memo needs a receiver.', {
      hint: 'Name it with receiver (--receiver).',
      context: { field: 'receiver' },
    })
  }
  payeeOf(id, receiver, receiverMemo)
}

type Parties = Pick<
  RouteRequest,
  'fromAddress' | 'receiver' | 'refundAddress' | 'integratorAddress'
>

/**
 * The parties of a request, in the chains' own spelling.
 * @param payer of the quote that a request repeats
 * @throws SwaprouteError INVALID_ADDRESS
 */
export async function canonicalParties(
  services: BackendServices,
  srcChain: Chain,
  dstChain: Chain,
  { fromAddress, receiver, refundAddress, integratorAddress }: Parties,
  payer: string | null = null,
): Promise<Omit<Parties, 'integratorAddress'>> {
  const from = fromAddress === undefined ? undefined : checkAddress(srcChain, fromAddress).address
  const payee = async (chain: Chain, text: string | undefined): Promise<string | undefined> =>
    text === undefined
      ? undefined
      : (await checkPayee(services, chain, text, from ?? payer)).address
  const checked = {
    fromAddress: from,
    receiver: await payee(dstChain, receiver),
    refundAddress: await payee(srcChain, refundAddress),
  }
  if (integratorAddress !== undefined) checkAddress(chainById('ETH'), integratorAddress)
  return checked
}

/** Why a named provider is unavailable for any swap; null if it is available. */
function unavailableReason(id: ProviderId, { stateOf }: BackendServices): string | null {
  const found = stateOf(id)
  switch (found.state) {
    case 'not_in_sandbox':
      return `The sandbox has no service for ${id}.`
    case 'needs_key':
      return `${id} needs a key: ${found.variable}.`
    case 'closed':
      return `${id} is not asked: ${found.reason}`
    case 'misconfigured':
      return `${id} is not asked: ${found.reason}`
    case 'disabled':
      return disabledReason(id)
    case 'ready':
      return null
    default:
      return found satisfies never
  }
}

function refuseEqual(srcToken: Token, dstToken: Token): void {
  if (!isSameToken(srcToken, dstToken)) return
  throw new SwaprouteError('EQUAL_TOKENS', 'Source and destination token are the same.')
}

function refuseTestnets(chains: Chain[], enabled: boolean): void {
  const testnet = chains.find((chain) => chain.testnet)
  if (testnet === undefined || enabled) return
  throw new SwaprouteError('TESTNET_DISABLED', `${testnet.name} is a test network.`, {
    hint: 'Set enableTestnets (--testnets) to use it.',
  })
}

type TokenKey = { blockchain: BlockchainId; address: string }

/** @throws SwaprouteError INVALID_ADDRESS */
export function namedTokens(body: QuoteAllBody): [src: TokenKey, dst: TokenKey] {
  const { srcTokenBlockchain = 'ETH', dstTokenBlockchain = 'POLYGON' } = body
  const keyOf = (blockchain: BlockchainId, text: string): TokenKey => ({
    blockchain,
    address: checkTokenAddress(chainById(blockchain), text),
  })
  return [
    keyOf(srcTokenBlockchain, body.srcTokenAddress),
    keyOf(dstTokenBlockchain, body.dstTokenAddress),
  ]
}

/** Listed tokens from the list; the others from their chains, in one batch. */
export async function resolveTokens(
  keys: [src: TokenKey, dst: TokenKey],
  services: Pick<BackendServices, 'findToken' | 'readTokens'>,
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
